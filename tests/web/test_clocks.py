"""Clocks that the rules of a game know (SYG-RULING-67), with people in several places: a team shares one, choices
outside the turn have their own, and what happens when time is up is told."""

import asyncio
from typing import Any

import pytest

from tests.server.support import Served
from tests.sygon.support import at, play
from tests.web.test_everyone import PHONE
from tests.web.test_presence import named

TEAMS = {"script": "game 4 teams turn_timer=120; board r4; begin p1"}
HIT = "game 2 ffa turn_timer=120; board r2; town p1 d3; workshop d3; market d3; eruptions"
LOSS = play(at(HIT), "roll 6").position()
FORESIGHT = {"script": "game 2 ffa spells turn_timer=120; board r2; foresight p1; eruptions"}


def pass_time(server: Served, table: str, seconds: int) -> None:
    """Lets a clock have begun so much earlier; nobody waits for seconds here."""
    room = server.hall.rooms[table]

    async def earlier() -> None:
        async with room.lock:
            room.table.clock.since -= seconds
            await room.changed()

    asyncio.run_coroutine_threadsafe(earlier(), server.loop).result()


def clock(page: Any, seat: int) -> str:
    return f".panel[data-player='{seat - 1}'] .clock"


def say(page: Any, text: str) -> None:
    page.click("#tab-type")
    page.fill("#command", text)
    page.press("#command", "Enter")


def seconds(page: Any, seat: int) -> int:
    minutes, _, rest = page.inner_text(f"{clock(page, seat)} span:last-child").partition(":")
    return int(minutes) * 60 + int(rest)


def test_a_team_in_two_places_shares_one_clock_and_its_time_ends_the_turn(visitor: Any, server: Served) -> None:
    anna, bert, carla = named(visitor(), "Anna"), named(visitor(), "Bert"), named(visitor(**PHONE), "Carla")
    made = anna.make("sygon", ["me", "friend", "friend", "friend"], options={"mode": "teams", "turn_timer": 120},
                     start=TEAMS)
    for guest, seats in ((bert, (2,)), (carla, (3, 4))):
        for seat in seats:
            guest.context.request.post(f"{guest.address}/api/tables/{made['table']}/seats/{seat}/claim")
    mine, theirs, others = (guest.sit(made["url"]) for guest in (anna, bert, carla))
    for page in (mine, theirs, others):
        for seat in (1, 2):  # partners see one clock run
            page.wait_for_selector(f"{clock(page, seat)}.running")
        assert not page.locator(f"{clock(page, 3)}, {clock(page, 4)}").count()
    pass_time(server, made["table"], 50)
    for page in (mine, theirs):
        page.wait_for_function("() => /^1:0|^0:/.test(document.querySelector('.clock span:last-child').textContent)")
        assert abs(seconds(page, 1) - seconds(page, 2)) <= 1
    say(mine, "hand over")
    theirs.wait_for_function("() => document.querySelector('#prompt-status').textContent === 'your decision'")
    assert seconds(theirs, 2) <= 70  # what Anna left of it
    pass_time(server, made["table"], 65)
    theirs.wait_for_selector(f"{clock(theirs, 2)}.running.short")
    pass_time(server, made["table"], 10)
    theirs.wait_for_selector(".toast:has-text('Your time is up')")
    for page in (mine, others):
        page.wait_for_selector(".toast:has-text('The time of Bert is up')", state="attached")
        page.wait_for_selector(f"{clock(page, 3)}.running", state="attached")
    assert not theirs.is_visible(".panel .chip:has-text('a bot plays')")  # the turn was ended, not taken over


CHOICES = [(FORESIGHT, {"spells": True}, "foresee"), (LOSS, {}, "lose market")]


@pytest.mark.parametrize(("start", "options", "done"), CHOICES, ids=["foresee", "lose"])
def test_a_choice_outside_the_turn_has_thirty_seconds_for_one_player_alone(
        visitor: Any, server: Served, start: dict[str, Any], options: dict[str, Any], done: str) -> None:
    anna, bert = named(visitor(), "Anna"), named(visitor(locale="it-IT"), "Bert")
    made = anna.make("sygon", ["me", "friend"], options={**options, "turn_timer": 120}, start=start)
    mine, theirs = anna.sit(made["url"]), bert.sit(made["links"][0]["url"])
    for page in (mine, theirs):
        page.wait_for_selector(f"{clock(page, 1)}.running")
        assert seconds(page, 1) <= 30
        assert not page.locator(clock(page, 2)).count()
    pass_time(server, made["table"], 40)
    theirs.wait_for_selector(".toast:has-text('Il tempo di Anna è scaduto')")
    for page in (mine, theirs):  # what the rules name is done for Anna, and the match goes on
        page.wait_for_selector(f"#log .turn:has-text('Anna') .entry:has-text('{done}')", state="attached")
