"""Scenes of two people that no other file tells: a public table is found, a match called off, seats of one person, a
lost device, days for a turn; and of three of whom one goes."""

from typing import Any

from tests.web.clicking import one_action
from tests.web.conftest import Visitor
from tests.web.test_everyone import PHONE
from tests.web.test_hands import LISTEN
from tests.web.test_presence import named, pair, play

DAYS = {"per_move": 2 * 24 * 3600}


def twin(guest: Visitor, other: Visitor) -> Visitor:
    """Another device of the same person."""
    other.context.clear_cookies()
    other.context.add_cookies(guest.context.cookies())
    return other


def test_a_public_table_is_found_in_the_lobby_and_joined(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    made = anna.make("hex", ["me", "friend"], public=True, clock=DAYS)
    mine, theirs = anna.sit(made["url"]), bert.sit("/")
    theirs.wait_for_selector(f"#tables-open li:has(a[href$='{made['table']}']):has-text('2 days a turn')")
    theirs.click(f"#tables-open a[href$='{made['table']}']")
    theirs.click("[data-key=sit-2]")
    for page in (mine, theirs):
        page.wait_for_selector("#panels .panel-name:has-text('Bert')")
        assert not page.is_visible("#waiting")


def test_talk_and_whoever_is_gone_are_noticed_on_a_phone_with_all_sheets_closed(visitor: Any) -> None:
    anna, bert = named(visitor(**PHONE), "Anna"), named(visitor(), "Bert")
    made = anna.make("hexemonia", ["me", "friend"])
    mine, theirs = anna.sit(made["url"]), bert.sit(made["links"][0]["url"])
    mine.wait_for_selector("#tool-ask-takeback:not([hidden])", state="attached")
    mine.set_viewport_size({"width": 667, "height": 375})
    tools = [tool.bounding_box() for tool in mine.locator(".deeds > .tools button:visible").all()]
    assert len(tools) == 6, "undo or take-back, one of them"
    assert min(tool["width"] for tool in tools) >= 44
    mine.set_viewport_size(PHONE["viewport"])
    theirs.click("#tab-chat")
    theirs.fill("#chat-input", "Your turn")
    theirs.press("#chat-input", "Enter")
    mine.wait_for_selector("#open-info.news")
    mine.tap("#open-info")
    mine.wait_for_selector("#open-info:not(.news)")
    mine.tap("#tab-chat")
    mine.wait_for_selector("#chat:has-text('Your turn')")
    assert not mine.is_visible("#notes"), "talk has the room"
    mine.tap("#open-info")
    theirs.goto("about:blank")
    mine.wait_for_selector("#panels .presence.off:visible")


def test_a_clock_of_ones_own_a_sound_for_the_turn_and_a_refusal_by_name(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    bert.page.add_init_script(LISTEN)
    mine = anna.sit("/")
    mine.click("[data-set-up=hex]")
    mine.locator("#new-seats select").nth(1).select_option("friend")
    mine.select_option("#new-clock", "own")
    for field, value in (("clock-turn", "90"), ("clock-bank", "7"), ("clock-more", "5")):
        mine.fill(f"#{field}", value)
    mine.select_option("#clock-turn-unit", "1")
    mine.click("#new-start")
    mine.wait_for_selector("#waiting:visible")
    theirs = bert.sit(mine.url.removeprefix(anna.address))
    theirs.wait_for_selector("#waiting-terms:has-text('90 seconds a turn, beyond that 7 minutes each, 5 seconds more')")
    theirs.click("[data-key=sit-2]")
    mine.wait_for_selector("#board .cell")
    play(mine)
    theirs.wait_for_function("() => window.heard.includes('turn')")
    mine.click("#tool-ask-takeback")
    mine.wait_for_selector("#takeback:has-text('Waiting for the others')")
    theirs.press("#takeback[role=alert]:has-text('Anna asks') button:has-text('Refuse')", "Enter")
    mine.wait_for_selector(".toast:has-text('Bert does not agree')")
    theirs.wait_for_function("() => document.activeElement.id === 'board'")


def test_a_match_is_called_off_before_it_got_going(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    theirs.click("#tool-leave")
    theirs.click("#question-answers button:has-text('Call')")
    for page in (mine, theirs):
        page.wait_for_selector("#finish:visible:has-text('Bert')")


def test_one_person_has_one_seat_at_a_rated_table(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    made = anna.make("hex", ["me", "friend"], rated=True, clock=DAYS)
    again = twin(anna, visitor()).sit(made["url"])  # on another device
    theirs = bert.sit(made["url"])
    theirs.wait_for_selector("[data-key=sit-2]")
    again.wait_for_selector("#waiting-seats .free")
    assert again.locator("[data-key=sit-2]").count() == 0
    address = f"{anna.address}/api/tables/{made['table']}"
    assert again.request.post(f"{address}/seats/2/claim").json()["code"] == "rated"
    assert again.request.get(f"{address}/passes").json()["code"] == "rated"  # no link for a second person
    theirs.click("[data-key=sit-2]")
    again.wait_for_selector("#board .cell")


def test_a_lost_device_is_signed_out_from_another_one(visitor: Any) -> None:
    anna, bert, made = pair(visitor)
    lost = twin(anna, visitor())
    theirs, phone = bert.sit(made["url"]), lost.sit(made["url"])
    phone.wait_for_function("() => document.querySelector('#prompt-status').textContent === 'your decision'")
    page = anna.sit("/me")
    page.click("#sign-out-others")
    page.click("#sure-yes")
    page.wait_for_selector(".toast:has-text('signed out')")
    phone.wait_for_function("() => document.querySelector('#prompt-status').textContent.startsWith('waiting for')")
    phone = lost.sit("/me")
    assert phone.input_value("#name") == ""
    mine = anna.sit(made["url"])
    mine.focus("#board")
    mine.keyboard.press(".")
    mine.keyboard.press("Enter")
    theirs.wait_for_selector("#log .entry:has-text('Anna')", state="attached")


def test_nobody_has_to_be_there_where_a_turn_may_take_days(visitor: Any) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(), "Bert")
    made = anna.make("hex", ["me", "friend"], options={"size": 3, "swap": False}, clock=DAYS, patience=0)
    bert.sit(made["links"][0]["url"])
    mine = anna.sit(made["url"])
    bert.page.goto("about:blank")
    mine.wait_for_selector(".panel[data-player='1'] .presence:not(.on)")
    mine.wait_for_selector(".panel .clock:has-text('1 d')")
    assert not mine.is_visible("#absent")  # with a patience of nothing it would be there with the news


def three(visitor: Any, **more: Any) -> tuple[list[Visitor], dict[str, Any]]:
    """Three people in three places at one table, where colours are chosen first; one of them has a phone."""
    guests = [named(visitor(**more), name) for name, more in (("Anna", {}), ("Bert", {}), ("Carla", PHONE))]
    made = guests[0].make("manapool", ["me", "friend", "friend"], patience=1, **more)
    for guest, link in zip(guests[1:], made["links"], strict=True):
        guest.sit(link["url"])
    guests[0].sit(made["url"])
    for guest in guests:
        guest.page.wait_for_selector("body[data-seq]:not(.waits)")
    return guests, made


def decide(page: Any) -> None:
    """Takes the first of the colours."""
    page.wait_for_function("() => document.querySelector('#prompt-status').textContent === 'your decision'")
    with one_action(page):
        page.click("#actions button >> nth=0")


def test_of_three_one_goes_a_bot_plays_and_shows_on_return_what_it_did(visitor: Any) -> None:
    (anna, bert, carla), made = three(visitor)
    bert.page.goto("about:blank")
    for page in (anna.page, carla.page):
        page.wait_for_selector("#absent[role=alert]:has-text('Bert')")
    anna.page.press("#absent button:has-text('Wait')", "Enter")
    anna.page.wait_for_selector("#absent", state="hidden")
    carla.page.tap("#absent button:has-text('Let a bot play')")
    for page in (anna.page, carla.page):
        page.wait_for_selector(".toast:has-text('A bot plays for Bert now')", state="attached")
        page.wait_for_selector("#absent", state="hidden")
    decide(anna.page)  # the bot decides for Bert, and Carla's turn comes
    decide(carla.page)
    anna.page.wait_for_selector("#log .entry:has-text('Bert')", state="attached")
    page = bert.sit(made["url"])
    page.wait_for_selector("#away:has-text('A bot plays for you')")
    page.press("#away button:has-text('Show me')", "Enter")
    page.wait_for_selector("#replay:visible")
    page.wait_for_selector("#replay", state="hidden")
    page.press("#away button:has-text('Come back')", "Enter")
    for others in (anna.page, carla.page):
        others.wait_for_selector(".toast:has-text('Bert plays again')", state="attached")


def test_of_three_one_goes_and_the_others_end_the_match(visitor: Any) -> None:
    (anna, bert, carla), _ = three(visitor)
    bert.page.goto("about:blank")
    anna.page.wait_for_selector("#absent:has-text('Bert')")
    anna.page.click("#absent button:has-text('End the match')")
    for page in (anna.page, carla.page):
        page.wait_for_selector("#finish:has-text('Bert was absent for too long')", state="attached")
