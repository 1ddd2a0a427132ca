"""Who is who: one name for a person everywhere; secrets stay under a cover where several share a screen."""

from typing import Any

from tests.web.clicking import one_action
from tests.web.test_frame import cut

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


def everything(page: Any) -> str:
    """All that the page says, also to those who listen and in what is folded away."""
    said: str = page.evaluate("""() => [document.body.textContent,
      ...[...document.querySelectorAll('[title], [aria-label]')]
      .flatMap(node => [node.getAttribute('title'), node.getAttribute('aria-label')])].join(' ')""")
    return said


def test_the_name_of_who_sits_down_and_a_new_one_reach_every_line(visitor: Any) -> None:
    anna, bert = visitor(), visitor(locale="it-IT")
    made = anna.make("hexemonia", ["me", "friend"], seed="names")
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    assert "Open seat" in everything(mine)
    theirs.fill("#waiting-name-field", "Bert")
    theirs.click("[data-key=sit-2]")
    for page, hand in ((mine, "Hand of Player 1"), (theirs, "Mano di Bert")):
        page.wait_for_selector("#waiting", state="hidden")
        page.wait_for_selector(f"#tray h2:has-text('{hand}')", state="attached")
        page.wait_for_selector("#log .sentence:has-text('Bert')", state="attached")
        assert not any(nobody in everything(page) for nobody in ("Open seat", "Posto libero"))
    assert mine.inner_text("#gallery .thumb-title") == "Bert"
    bert.context.request.post(f"{bert.address}/api/me", data={"name": "Umberto"})
    for page in (mine, theirs):
        page.wait_for_selector(".panel-name:has-text('Umberto')")
        assert "Bert" not in everything(page).replace("Bert sits down", "")


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
    assert page.locator("#panels .panel-name").all_text_contents() == ["Player 1", "Club bot", "Club bot 2"]
    page.set_viewport_size({"width": 360, "height": 740})
    name = page.locator(".panel-name:has-text('Club bot 2')")
    cut, number = (name.locator(f".{part}").bounding_box() for part in ("cut", "number"))
    panel = page.locator(".panel:has-text('Club bot 2')").bounding_box()
    assert cut["x"] + cut["width"] <= number["x"], "the number is beside what there is room for"
    assert number["x"] + number["width"] <= panel["x"] + panel["width"]


def test_names_of_any_length_fit(visitor: Any) -> None:
    guest = visitor(**PHONE)
    guest.context.request.post(f"{guest.address}/api/me", data={"name": LONG})
    names = [f"2{LONG[1:]}", f"3{LONG[1:]}", "W" * 40]
    page = guest.sit(guest.make("sygon", ["me", *[{"kind": "here", "name": name} for name in names]])["url"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert cut(page, "#prompt p") == []
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
