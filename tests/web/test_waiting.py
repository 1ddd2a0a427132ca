"""Coming together with several browsers: one link, a waiting room, a seat and a name of one's own, the beginning."""

from typing import Any

import pytest

from tests.web.clicking import one_action
from tests.web.test_everyone import PHONE, barriers
from tests.web.test_hands import LISTEN


def lay(guest: Any, game: str = "hex") -> Any:
    """Lays a table with one friend from the lobby; the page is the waiting room then."""
    page = guest.sit("/")
    page.click(f"[data-set-up={game}]")
    page.locator("#new-seats select").nth(1).select_option("friend")
    page.click("#new-start")
    page.wait_for_selector("#waiting:visible")
    return page


def come(guest: Any, url: str) -> Any:
    guest.page.goto(url)
    guest.page.wait_for_selector("#waiting:visible")
    return guest.page


def test_one_link_leads_to_a_seat_a_name_and_the_beginning(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    mine = lay(anna)
    mine.fill("#waiting-name-field", "Anna")
    mine.press("#waiting-name-field", "Enter")
    mine.wait_for_selector("#waiting-seats li:has-text('Anna')")
    mine.wait_for_selector("#waiting-host:visible")
    assert "1 of 2" in mine.inner_text("#waiting")
    theirs = come(bert, mine.input_value("#waiting-invite input"))
    assert not theirs.is_visible("#waiting-host")
    theirs.fill("#waiting-name-field", "Bert")
    theirs.click("#waiting-seats .free button")
    for page in (mine, theirs):
        page.wait_for_selector("#board .cell")
        assert not page.is_visible("#waiting")
        page.wait_for_selector("#panels .panel-name:has-text('Bert')")
    mine.focus("#board")
    with one_action(theirs), one_action(mine):
        mine.keyboard.press(".")
        mine.keyboard.press("Enter")


def test_a_quick_match_brings_two_strangers_together(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    anna.page.add_init_script(LISTEN)
    for guest in (anna, bert):
        page = guest.sit("/")
        page.wait_for_selector("#meet-game option[value='hex 2']", state="attached")
        page.select_option("#meet-game", "hex 2")
        page.select_option("#meet-speed", "calm")
        page.click("#meet button")
        page.wait_for_url("**/t/*")
        if guest is anna:
            page.wait_for_selector("#waiting-looks:visible")
            assert not barriers(page)
    for guest in (anna, bert):
        guest.page.wait_for_selector("#board .cell")
        assert not guest.page.is_visible("#waiting")
    assert anna.page.url == bert.page.url
    anna.page.wait_for_function("() => window.heard.includes('turn')")  # that somebody came


def test_the_host_begins_with_bots_and_a_looker_on_stays_one(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    bert.context.request.post(f"{bert.address}/api/me", data={"name": "Bert"})
    mine = lay(anna)
    theirs = come(bert, mine.url)
    mine.wait_for_selector("#waiting-watchers:has-text('Bert')")  # who is there, also without a seat
    mine.click("#waiting-start")
    for page in (mine, theirs):
        page.wait_for_selector("#board .cell")
        page.wait_for_selector("#panels .panel-name:has-text('bot')")
    theirs.wait_for_function("() => document.querySelector('#prompt-status').textContent.startsWith('waiting for')")


def test_seats_are_given_back_and_freed_by_the_host(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    made = anna.make("manapool", ["me", "friend", "friend"])
    mine, theirs = anna.sit(made["url"]), bert.sit(made["url"])
    theirs.click("[data-key=sit-3]")
    theirs.click("[data-key=release-3]")
    mine.wait_for_selector("#chat .note:has-text('A seat is free again')")
    theirs.click("[data-key=sit-2]")
    mine.click("[data-key=remove-2]")
    theirs.wait_for_selector("[data-key=sit-2]")
    theirs.wait_for_selector(".toast:has-text('has freed your seat')")
    assert theirs.locator("#chat .note").count() == 1  # what one did oneself is no news
    assert theirs.is_visible("#waiting-tip")


def test_whoever_opens_the_link_sees_what_is_played(visitor: Any) -> None:
    anna, bert = visitor(), visitor(locale="it-IT", **PHONE)
    options = {"spells": True, "turn_timer": 120}
    page = bert.sit(anna.make("sygon", ["me", "friend", "friend", "bot"], options=options)["url"])
    page.wait_for_selector("#waiting-cover:visible")
    told = page.locator("#waiting-terms li").all_inner_texts()
    assert told == ["2 minuti a turno", "Si vendono e si giocano le Carte incantesimo"]
    page.wait_for_selector("#chat-input:visible")
    assert not page.is_visible("#tray")
    assert not page.is_visible("#steps")


def test_a_used_link_is_told_and_offers_a_free_seat(visitor: Any) -> None:
    anna, bert, carl, dora = visitor(), visitor(), visitor(), visitor()
    made = anna.make("manapool", ["me", "friend", "friend"])
    bert.context.request.post(f"{bert.address}/api/me", data={"name": "Bert"})
    bert.sit(made["links"][0]["url"])
    page = carl.sit(made["links"][0]["url"])
    page.wait_for_selector("#waiting-taken:has-text('Bert has the seat')")
    assert not page.is_visible("#waiting-tip")  # it says the same
    page.click("[data-key=sit-3]")
    page.wait_for_selector("#board .cell")
    page = dora.sit(made["links"][0]["url"])  # the match has begun
    page.wait_for_selector("#taken[role=status]:has-text('Bert has the seat')")
    page.press("#taken button", "Enter")
    page.wait_for_selector("#taken", state="hidden")


def test_a_closed_table_is_gone_for_everybody(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    mine = lay(anna)
    theirs = come(bert, mine.url)
    mine.wait_for_selector("#waiting-host:visible")
    mine.click("#waiting-close")
    mine.click("#sure [data-close]")  # thinks again
    mine.click("#waiting-close")
    mine.click("#sure-yes")
    mine.wait_for_selector("[data-game-card]")
    theirs.wait_for_selector("#nowhere:visible")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_waiting_room_has_no_serious_barrier_and_fits_a_phone(visitor: Any, scheme: str) -> None:
    guest = visitor(color_scheme=scheme, **PHONE)
    page = guest.sit(guest.make("sygon", ["me", "friend", "friend", "bot"])["url"])
    page.wait_for_selector("#waiting-invite input")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("""() => {  // one page to scroll, with nothing that scrolls inside it
      const room = document.querySelector('#waiting'), talk = document.querySelector('.info')
      const below = room.getBoundingClientRect().bottom <= talk.getBoundingClientRect().top
      return below && room.scrollHeight <= room.clientHeight
    }""")
    page.click("#tab-chat")
    page.wait_for_selector("#chat-input:visible")


def test_the_waiting_room_speaks_italian_and_is_used_by_keyboard(visitor: Any) -> None:
    anna, bert = visitor(), visitor(locale="it-IT")
    made = anna.make("manapool", ["me", "friend", "friend"])
    page = bert.sit(made["url"])
    page.wait_for_selector("#waiting-seats .free")
    assert "Chi gioca?" in page.inner_text("#waiting")
    page.focus("#waiting-name-field")
    page.keyboard.type("Berta")
    page.keyboard.press("Enter")
    page.focus("[data-key=sit-2]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#waiting-seats li:has-text('Berta')")


def test_what_is_known_of_chance_is_told_before_anybody_sits_down(visitor: Any) -> None:
    anna, bert = visitor(), visitor()
    drawn = lay(anna)
    drawn.wait_for_selector("#waiting-fair:visible")
    address, _, table = drawn.url.partition("/t/")
    seal = drawn.request.get(f"{address}/api/tables/{table}").json()["commitment"]
    assert seal in drawn.inner_text("#waiting-fair")
    plan = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "friend"}], "seed": "mine"}
    known = drawn.request.post(f"{address}/api/tables", data=plan).json()["table"]
    theirs = come(bert, f"{address}/t/{known}")
    theirs.wait_for_selector("#waiting-fair.warning:visible")
    assert "chose its seed" in theirs.inner_text("#waiting-fair")


def test_a_state_that_is_shown_late_does_not_say_again_who_was_there(visitor: Any) -> None:
    anna = visitor()
    page = lay(anna)
    page.evaluate("""async () => {
      const [{ messages }, { now }] = [await import('/static/js/incoming.js'), await import('/static/js/store.js')]
      const seats = now().seats.map(seat => ({ ...seat, taken: true, name: seat.mine ? seat.name : 'Bert' }))
      messages.state({ ...now(), log_from: 0 })
      messages.presence({ seats })
      messages.chat({ key: 'line', seat: 0, from: 'Carl', text: 'Hello', at: new Date().toISOString() })
      messages.state({ ...now(), seats, open: false, log_from: 0 }) }""")
    page.wait_for_selector("#waiting", state="hidden")
    first, second = page.locator("#chat li").all_text_contents()
    assert first == "Bert sits down."
    assert second.startswith("Carl Hello")  # in the order in which it was said, also when all is drawn again


def test_who_types_or_reads_goes_on_when_the_match_begins(visitor: Any) -> None:
    anna, bert, carla = visitor(), visitor(), visitor()
    made = anna.make("hex", ["me", "friend"])
    mine, theirs, reader = (guest.sit(made["url"]) for guest in (anna, bert, carla))
    mine.locator("#chat-input").press_sequentially("Hel")
    reader.click("#tab-rules")
    reader.focus("#rules-search")
    theirs.click("[data-key=sit-2]")
    for page in (mine, theirs, reader):
        page.wait_for_selector("#waiting", state="hidden")
    mine.keyboard.type("lo")
    assert mine.input_value("#chat-input") == "Hello"
    assert mine.is_visible("#pane-chat")
    assert theirs.is_visible("#pane-log")
    assert theirs.evaluate("document.activeElement.id") == "board"
    assert reader.is_visible("#pane-rules")
    assert reader.evaluate("document.activeElement.id") == "rules-search"


def test_a_second_seat_is_called_so(visitor: Any) -> None:
    guest = visitor()
    page = guest.sit(guest.make("manapool", ["me", "friend", "friend"])["url"])
    page.wait_for_selector("[data-key='sit.too-2']:has-text('Play this seat too')")
    assert not page.locator("#waiting-seats .free button:has-text('Sit here')").count()
