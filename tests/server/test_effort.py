"""What is dear waits for whoever has it done, and for nobody else."""

import asyncio
import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexagora.server import effort, limiting, meter
from hexagora.server.effort import charged
from hexagora.server.limiting import Limiter
from hexagora.server.meter import Meter
from hexagora.server.settings import Limits
from tests.server.support import GENEROUS, Person, serving, settings

SHARE, BURST = 0.25, 1.0
DEAR, CHEAP = 0.5, 0.001  # seconds of the processor


class Time:
    """A clock that stands still but for work and waiting; the processor's is another one."""

    def __init__(self) -> None:
        self.now = self.processor = 0.0
        self.waited = 0.0

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.processor += seconds

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.waited += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    for module in (effort, limiting):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(meter, "CLOCK", lambda: clock.processor)
    monkeypatch.setattr(effort, "asyncio", SimpleNamespace(sleep=clock.sleep))
    return clock


@pytest.fixture
def limiter(clock: Time) -> Limiter:
    return Limiter(dataclasses.replace(Limits(), effort_share=SHARE, effort_burst=BURST))


def a_room(dear: float = 0.0) -> Any:
    return SimpleNamespace(dear=dear)


def do(clock: Time, limiter: Limiter, room: Any, seconds: float, *addresses: str) -> float:
    """Does some work for these addresses; how long it had to wait."""

    async def work() -> str:
        clock.work(seconds)
        return "done"

    before = clock.waited
    assert asyncio.run(charged(limiter, room, addresses, work)) == "done"
    return clock.waited - before


def level(limiter: Limiter, address: str) -> float:
    return limiter.bucket_of("effort", address).level


def test_a_meter_counts_the_work_and_not_what_others_do_while_it_waits():
    seen: list[float] = []

    async def work() -> str:
        seen.append(1)
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError):
            await fails()
        return "done"

    async def fails() -> None:
        await asyncio.sleep(0)
        raise RuntimeError

    async def other() -> None:
        ticks.processor += 100

    async def both() -> tuple[str, float]:
        metered = Meter(work())
        rest = asyncio.create_task(other())
        found = await metered
        await rest
        return found, metered.seconds

    ticks = Time()

    def tick() -> float:
        ticks.processor += 1
        return ticks.processor

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(meter, "CLOCK", tick)
        assert asyncio.run(both()) == ("done", 3.0)  # three steps, each from one tick to the next


def test_a_meter_hands_on_that_somebody_gives_up():
    async def main() -> bool:
        metered = Meter(asyncio.Event().wait())

        async def waits() -> None:
            await metered

        task = asyncio.create_task(waits())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return metered.seconds < 1

    assert asyncio.run(main())


def test_who_has_dear_things_done_one_after_the_other_gets_a_share_of_the_processor(clock: Time, limiter: Limiter):
    room, rounds = a_room(), 40
    for _ in range(rounds):
        do(clock, limiter, room, DEAR, "stranger")
    worked = rounds * DEAR
    assert (worked - BURST) / clock.now == pytest.approx(SHARE, rel=0.1)


def test_others_at_the_same_table_and_elsewhere_do_not_wait_for_it(clock: Time, limiter: Limiter):
    room = a_room()
    for _ in range(4):
        do(clock, limiter, room, DEAR, "stranger")
    assert level(limiter, "stranger") < 0
    assert do(clock, limiter, room, DEAR, "anna") == 0
    assert do(clock, limiter, a_room(), CHEAP, "stranger") == 0


def test_who_owes_waits_on_the_way_to_a_table_that_is_not_in_memory(clock: Time, limiter: Limiter):
    for _ in range(4):
        do(clock, limiter, None, DEAR, "stranger")
    assert clock.waited > 0
    assert do(clock, limiter, None, CHEAP, "anna") == 0


def test_cheap_things_at_a_dear_table_cost_nothing(clock: Time, limiter: Limiter):
    room = a_room(dear=DEAR)
    do(clock, limiter, room, CHEAP, "anna")
    assert (room.dear, level(limiter, "anna")) == (DEAR, BURST)


def test_a_bot_is_paid_by_whoever_of_those_who_look_on_has_most(clock: Time, limiter: Limiter):
    room = a_room(dear=DEAR)
    do(clock, limiter, room, DEAR, "anna")
    do(clock, limiter, room, DEAR, "anna", "bert")
    assert (round(level(limiter, "anna"), 3), round(level(limiter, "bert"), 3)) == (0.625, 0.5)


def test_where_nobody_looks_on_nobody_pays(clock: Time, limiter: Limiter):
    assert do(clock, limiter, a_room(dear=DEAR), DEAR) == 0


def test_what_fails_is_paid_all_the_same(clock: Time, limiter: Limiter):
    async def fails() -> None:
        clock.work(DEAR)
        raise ValueError("no")

    room = a_room()
    with pytest.raises(ValueError, match="no"):
        asyncio.run(charged(limiter, room, ["anna"], fails))
    assert (level(limiter, "anna"), room.dear) == (BURST - DEAR, DEAR)


def test_a_stranger_on_a_large_board_keeps_no_other_table_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(effort, "DEAR", 0.0)  # whatever the machine: each decision on the large board is dear
    rows = [" ".join("S" if r + c == 0 else "E" if (r, c) == (25, 39) else "3" for c in range(40)) for r in range(26)]
    own = {"id": "large", "name": "Large", "difficulty": 10, "die": 6, "rows": rows}
    hardly = dataclasses.replace(GENEROUS, effort_share=1e-9, effort_burst=1e-9)
    with serving(settings(tmp_path, limits=hardly, proxies=1)) as server:
        stranger, anna = Person(server.address), Person(server.address)
        stranger.http.headers["x-forwarded-for"] = "192.0.2.1"
        table = stranger.make("hexcape", ["me", "here"], options={"map": own})["table"]
        with stranger.sit(table, **{"X-Forwarded-For": "192.0.2.1"}) as window:
            window.until("state")
            for _ in range(60):
                window.send(type="ping", id=1)
                window.send(type="act", seq=window.seq, text=window.choices[0])
            small = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
            with anna.sit(small, **{"X-Forwarded-For": "192.0.2.2"}) as other:
                other.until("state")
                other.act("a1")
            assert server.hall.rooms[table].table.n <= 1
            assert server.hall.limiter.bucket_of("effort", "192.0.2.1").level < 0
