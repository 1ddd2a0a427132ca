"""Who is who: one name for a person everywhere; secrets stay under a cover where several share a screen."""

from typing import Any

from tests.web.clicking import one_action

LONG = "Wilhelmina-Alexandra von und zu Hohenzoll"[:40]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def play(page: Any) -> None:
    page.focus("#board")
    with one_action(page):
        page.keyboard.press(".")
        page.keyboard.press("Enter")


def test_a_person_has_one_name_everywhere(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    for guest, name in ((anna, "Anna"), (bert, "Bert")):
        guest.context.request.post(f"{guest.address}/api/me", data={"name": name})
    made = anna.make("hex", ["me", "friend"], options={"size": 3, "swap": False})
    theirs = bert.sit(made["links"][0]["url"])
    mine = anna.sit(made["url"])
    for page in (mine, theirs):
        page.wait_for_selector("#panels .panel-name:has-text('Bert')")
        assert page.inner_text("#panels .panel-name") == "Anna"
        assert page.inner_text("#prompt-text").startswith("Anna: ")
    assert theirs.inner_text("#prompt-status") == "waiting for Anna"
    play(mine)
    for page in (mine, theirs):
        page.wait_for_selector("#log .sentence:has-text('Anna plays')")
        assert page.inner_text("#prompt-text").startswith("Bert: ")
        page.click("#tab-chat")
    theirs.fill("#chat-input", "Well played")
    theirs.press("#chat-input", "Enter")
    mine.wait_for_selector("#chat li.player-blue .icon")
    assert mine.inner_text("#chat strong") == "Bert"
    for page in (mine, theirs):
        told = page.inner_text("body")
        assert not any(word in told for word in ("Red", "Blue", "Seat 1", "You "))


def test_a_new_name_reaches_every_line(visitor: Any) -> None:
    anna = visitor()
    made = anna.make("hex", ["me", {"kind": "here", "name": "Bert"}], options={"size": 3, "swap": False})
    page = anna.sit(made["url"])
    assert page.inner_text("#panels .panel-name") == "Player 1"
    play(page)
    page.wait_for_selector("#log .sentence:has-text('Player 1 plays')")


def test_names_are_spoken_of_in_italian_too(visitor: Any) -> None:
    guest = visitor(locale="it-IT")
    guest.context.request.post(f"{guest.address}/api/me", data={"name": "Anna"})
    others = [{"kind": "here", "name": name} for name in ("Bert", "Carla")]
    page = guest.sit(guest.make("manapool", ["me", *others])["url"])
    with one_action(page):
        page.click("#tab-type")
        page.fill("#command", "colour green")
        page.press("#command", "Enter")
    page.wait_for_selector("#log .sentence:has-text('Anna prende')", state="attached")
    assert "Posto" not in page.inner_text("#prompt")


def test_bots_of_one_level_are_told_apart(visitor: Any) -> None:
    guest = visitor()
    bot = {"kind": "bot", "level": "club"}
    page = guest.sit(guest.make("manapool", ["me", bot, bot])["url"])
    assert page.locator("#panels .panel-name").all_inner_texts() == ["Player 1", "Club bot", "Club bot 2"]


def test_names_of_any_length_fit(visitor: Any) -> None:
    guest = visitor(**PHONE)
    guest.context.request.post(f"{guest.address}/api/me", data={"name": LONG})
    names = [f"2{LONG[1:]}", f"3{LONG[1:]}", "W" * 40]
    page = guest.sit(guest.make("sygon", ["me", *[{"kind": "here", "name": name} for name in names]])["url"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("""async name => {
      (await import('/static/js/dialogs.js')).toast(name)
      return document.querySelector('.toast').getBoundingClientRect().right }""", names[-1]) <= 360
    assert page.evaluate("""() => [...document.querySelectorAll('.panel')].every(panel => {
      const name = panel.querySelector('.panel-name').getBoundingClientRect(), box = panel.getBoundingClientRect()
      return name.right <= box.right + 1 })""")


def test_secrets_are_covered_at_the_first_view_after_a_reload_and_between_turns(visitor: Any) -> None:
    guest = visitor()
    guest.context.request.post(f"{guest.address}/api/me", data={"name": "Anna"})
    made = guest.make("hexemonia", ["me", {"kind": "here", "name": "Bert"}], seed="cover")
    page = guest.sit(made["url"])
    page.wait_for_selector("#cover:visible")
    first = page.inner_text("#cover-text")
    assert "Anna" in first or "Bert" in first
    assert page.evaluate("document.activeElement.id") == "cover-open"
    assert page.evaluate("document.querySelector('#table').inert")
    page.keyboard.press("Enter")
    page.wait_for_selector("#cover", state="hidden")
    page.reload()
    page.wait_for_selector("#cover:visible")
    assert page.inner_text("#cover-text") == first
    assert page.inner_text("#live") == ""  # a screen reader says nothing of what lies under it
