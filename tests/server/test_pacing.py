"""However much one address has done at once, all others have their turn in between."""

import asyncio
import contextlib
import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexagora.server import meter, telling
from hexagora.server.pacing import Account, Pacing
from hexagora.server.talk import Talk
from hexagora.server.telling import Telling
from tests.server.support import GENEROUS, Person, Served, serving, settings

AT_ONCE, STEP, STEPS, MANY = 0.02, 0.005, 3, 40
STRANGER, ANNA = "192.0.2.1", "192.0.2.2"


class Clock:
    """The processor's time, which passes by work alone, and the work of each address in a round of the loop."""

    def __init__(self) -> None:
        self.processor = 0.0
        self.round = 0
        self.done: Counter[tuple[int, str]] = Counter()

    def go_round(self) -> None:
        self.round += 1
        asyncio.get_running_loop().call_soon(self.go_round)

    async def work(self, who: str, seconds: float = STEP) -> str:
        for _ in range(STEPS):
            self.processor += seconds
            self.done[self.round, who] += 1
            await asyncio.sleep(0)
        return who


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(meter, "CLOCK", lambda: clock.processor)
    return clock


def test_a_flood_gets_a_little_of_each_round_and_others_come_in_between(clock: Clock):
    async def main() -> tuple[int, int]:
        pacing = Pacing(AT_ONCE)
        clock.go_round()
        flood = [asyncio.create_task(pacing.do(STRANGER, clock.work(STRANGER))) for _ in range(MANY)]
        await asyncio.sleep(0)
        began = clock.round
        assert await pacing.do(ANNA, clock.work(ANNA)) == ANNA
        done = clock.round
        assert await asyncio.gather(*flood) == [STRANGER] * MANY
        return done - began, clock.round - began

    hers, theirs = asyncio.run(main())
    most = max(count for (_, who), count in clock.done.items() if who == STRANGER)
    assert most <= AT_ONCE / STEP + 1  # and one whose turn it was
    assert hers <= 2 * STEPS
    assert theirs >= MANY * STEPS / (AT_ONCE / STEP + 1)


def test_among_those_who_take_turns_whoever_wants_least_goes_first(clock: Clock):
    async def main() -> list[str]:
        pacing, order = Pacing(0.0), []

        async def noted(who: str) -> None:
            order.append(await pacing.do(who, clock.work(who)))

        flood = [asyncio.create_task(noted(STRANGER)) for _ in range(MANY)]
        await asyncio.sleep(0)
        await noted(ANNA)
        await asyncio.gather(*flood)
        return order

    assert asyncio.run(main()).index(ANNA) <= 2


def test_who_gives_up_while_others_have_their_turn_is_heard_of(clock: Clock):
    async def main() -> list[str]:
        pacing, seen = Pacing(0.0), []

        async def gives_up() -> None:
            try:
                await clock.work(ANNA)
            except asyncio.CancelledError:
                seen.append("given up")
                raise

        first = asyncio.create_task(pacing.do(STRANGER, clock.work(STRANGER)))
        second = asyncio.create_task(pacing.do(ANNA, gives_up()))
        await asyncio.sleep(0)
        second.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await second
        seen.append(await pacing.do(ANNA, clock.work(ANNA)))  # the place is free again
        await first
        return seen

    assert asyncio.run(main())[-1] == ANNA


class Steps:
    """The steps that are taken in a server for each address, by the rounds of its loop."""

    def __init__(self, server: Served, patch: pytest.MonkeyPatch):
        self.round, self.taken = 0, Counter[tuple[int, str]]()
        took = Account.took

        def noted(account: Account, seconds: float) -> None:
            self.taken[self.round, account.who] += 1
            took(account, seconds)

        patch.setattr(Account, "took", noted)
        server.loop.call_soon_threadsafe(self._go_round, server.loop)

    def _go_round(self, loop: asyncio.AbstractEventLoop) -> None:
        self.round += 1
        loop.call_soon(self._go_round, loop)

    def of(self, who: str) -> list[int]:
        return [count for (_, one), count in self.taken.items() if one == who]


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Served]:
    """A server at which everybody takes turns, however little is wanted."""
    with serving(settings(tmp_path, limits=dataclasses.replace(GENEROUS, work_at_once=0.0), proxies=1)) as server:
        yield server


def _at(person: Person, address: str) -> Person:
    person.http.headers["x-forwarded-for"] = address
    return person


def test_messages_windows_and_requests_take_one_step_a_round(paced: Served, monkeypatch: pytest.MonkeyPatch):
    steps, stranger = Steps(paced, monkeypatch), _at(Person(paced.address), STRANGER)
    table = stranger.make("hex", ["me", "here"], options={"size": 5})["table"]
    with contextlib.ExitStack() as stack:
        windows = [stack.enter_context(stranger.sit(table, **{"X-Forwarded-For": STRANGER})) for _ in range(10)]
        before = len(steps.of(STRANGER))
        assert before >= len(windows), "coming is counted"
        for window in windows:
            for _ in range(10):
                window.send(type="sync")
        for window in windows:
            for _ in range(11):
                window.until("state")
        assert len(steps.of(STRANGER)) - before >= 100, "messages are counted"
    before = len(steps.of(ANNA))
    httpx.get(f"{paced.address}/api/games", headers={"x-forwarded-for": ANNA}).raise_for_status()
    assert len(steps.of(ANNA)) > before, "requests are counted"
    assert max(steps.of(STRANGER)) == 1


def test_who_is_shown_the_table_again_has_it_done_at_the_own_pace(
        server: Served, monkeypatch: pytest.MonkeyPatch):
    tasks: list[str] = []
    show_again = Talk._show_again

    async def noted(self: Talk) -> None:
        task: Any = asyncio.current_task()
        tasks.append(task.get_name().partition(" ")[0])
        await show_again(self)

    monkeypatch.setattr(Talk, "_show_again", noted)
    person = Person(server.address)
    with person.sit(person.make("hex", ["me", "here"], options={"size": 5})["table"]) as window:
        window.until("state")
        window.send(type="act", seq=0, text="a1")
        assert window.until_error()["code"] == "stale"
        window.until("state")
    assert tasks == ["listen"]


def test_while_a_large_board_is_drawn_for_each_seat_others_have_their_turn(
        server: Served, monkeypatch: pytest.MonkeyPatch):
    rounds: list[int] = []
    steps, tell_state = Steps(server, monkeypatch), Telling.tell_state

    def noted(self: Telling, *arguments: Any) -> None:
        rounds.append(steps.round)
        tell_state(self, *arguments)

    anna, bert = Person(server.address), Person(server.address)
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False})
    bert.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as one, bert.sit(made["table"]) as other, anna.sit(made["table"]) as third:
        for window in (one, other, third):
            window.until("state")
        monkeypatch.setattr(telling, "LONGEST", -1.0)  # however little there is to draw
        monkeypatch.setattr(Telling, "tell_state", noted)
        acts = one if one.choices else other
        seq = acts.seq
        acts.act(acts.choices[0])
        for window in (one, other, third):
            window.until_seq(seq + 1)
    assert len(set(rounds)) == len(rounds) == 3
