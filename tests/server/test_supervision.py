"""What runs beside the requests: it never dies or hangs in silence. Whoever asked is answered, the failure is logged
and counted, and the task goes on."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexagora.server import attendance, supervision, thinkers
from hexagora.server import storage as storages
from hexagora.server.bus import RedisBus
from hexagora.server.errors import Refusal
from hexagora.server.metrics import Metrics
from hexagora.server.records import Job
from hexagora.server.room import Room
from hexagora.server.storage import Storage
from hexagora.server.supervision import Supervisor, within
from hexagora.server.viewer import Viewer
from tests.server.support import Person, Served, serving, settings, wait_until

CHAT = {"table_id": "t", "seat": 0, "name": "x", "at": 0.0}


def _failures(metrics: Metrics, task: str) -> float:
    return metrics.registry.get_sample_value("hexagora_task_failures_total", {"task": task}) or 0.0


def _errors(server: Served) -> float:
    return server.hall.metrics.registry.get_sample_value("hexagora_errors_total") or 0.0


def test_what_should_run_for_ever_begins_again_after_a_failure(caplog: pytest.LogCaptureFixture):
    metrics, runs = Metrics(), []

    async def work() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise KeyError("nobody expected this")

    async def go() -> None:
        await Supervisor(metrics).keep(work, "worker of a test")

    asyncio.run(go())
    assert len(runs) == 3
    assert _failures(metrics, "worker") == 2
    assert [r.task for r in caplog.records if r.name == "hexagora.tasks"] == ["worker of a test"] * 2


def test_what_takes_too_long_is_given_up_even_if_it_does_not_want_to_end():
    ended = []

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(1)

    async def go() -> None:
        with pytest.raises(TimeoutError, match=r"0\.01 s"):
            await within(0.01, stubborn())
        assert not ended

    asyncio.run(go())


# the writer


def test_what_swallows_the_request_to_end_is_asked_again():
    """As redis-py does when a task is cancelled while it waits for an answer."""
    async def go() -> int:
        tasks, refused = Supervisor(Metrics()), 0

        async def stubborn() -> None:
            nonlocal refused
            while True:
                try:
                    await asyncio.get_running_loop().create_future()
                except asyncio.CancelledError:
                    refused += 1
                    if refused == 2:
                        raise

        tasks.keep(stubborn, "stubborn")
        await asyncio.sleep(0)
        await asyncio.wait_for(tasks.close(), 20)
        return refused

    assert asyncio.run(go()) == 2


def test_a_row_that_the_database_cannot_take_is_answered_and_the_others_are_written(tmp_path: Path):
    """As by half a surrogate pair, which the driver of SQLite meets with an error of another kind than a database's."""
    async def go() -> None:
        metrics = Metrics()
        storage = Storage(settings(tmp_path), Supervisor(metrics))
        await storage.open()
        good = [storage.name_guest("g", "x"), storage.write(Job())]
        broken = storage.write(Job().add("chat", **CHAT, text="\ud800"))
        found = await asyncio.gather(broken, *good, return_exceptions=True)
        assert isinstance(found[0], Refusal)
        assert found[0].code == "storage"
        assert found[1:] == [None, None]
        assert _failures(metrics, "writer") >= 1
        await storage.write(Job())
        await storage.close()

    asyncio.run(go())


def test_a_writer_that_fails_altogether_answers_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    commit, failures = Storage._commit, iter([True, False])

    async def fails_once(self: Storage, batch: Any) -> None:
        if next(failures):
            raise KeyError("nobody expected this")
        await commit(self, batch)

    async def go() -> None:
        metrics = Metrics()
        storage = Storage(settings(tmp_path), Supervisor(metrics))
        await storage.open()
        monkeypatch.setattr(Storage, "_commit", fails_once)
        with pytest.raises(Refusal) as told:
            await storage.write(Job())
        assert told.value.code == "storage"
        await storage.write(Job())
        assert _failures(metrics, "writer") == 1
        await storage.close()

    asyncio.run(go())


def test_a_database_that_does_not_answer_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(storages, "PATIENCE", 0.2)
    frozen = threading.Event()

    async def go() -> None:
        storage = Storage(settings(tmp_path), Supervisor(Metrics()))
        await storage.open()
        storage.database._writer.submit(frozen.wait)  # type: ignore[attr-defined]
        for _ in range(2):
            with pytest.raises(Refusal) as told:
                await storage.write(Job())
            assert told.value.code == "storage"
        frozen.set()
        await storage.write(Job())
        await storage.close()

    asyncio.run(go())


def test_one_request_with_half_a_character_stops_nobody(server: Served):
    anna, eve = Person(server.address), Person(server.address)
    table = anna.make("hex", ["me", "here"])["table"]
    answer = eve.http.post("/api/tables", headers={"content-type": "application/json"}, content=(
        b'{"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}], "start": {"options": "\\ud800"}}'))
    assert answer.status_code == 422
    with anna.sit(table) as window:
        window.until("state")
        assert window.act("a1")["seq"] == 2


# the sweeper


def _with_bot(person: Person) -> str:
    return person.make("hex", ["me", {"kind": "bot", "level": "beginner"}], options={"size": 3})["table"]


def test_a_table_that_cannot_be_resumed_does_not_keep_the_others_waiting(tmp_path: Path):
    """Clocks and bots of healthy tables go on although the sweep meets a broken table first."""
    import sqlite3

    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        tables = [_with_bot(person) for _ in range(2)]
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute("UPDATE tables SET turn = 2")  # as after a crash between a person's move and the bot's
        database.execute("UPDATE events SET texts = '[\"nonsense' WHERE table_id = ?", (tables[0],))
        database.execute("INSERT INTO events SELECT table_id, 1, 'act', 1, '[\"a1\"]', at, 0 FROM events "
                         "WHERE table_id = ? AND n = 0", (tables[1],))
        database.execute("DELETE FROM tables WHERE id NOT IN (?, ?)", tables)
    with serving(settings(tmp_path, sweep_seconds=0.2)) as server:
        wait_until(lambda: tables[1] in server.hall.rooms and server.hall.rooms[tables[1]].table.n >= 3)
        assert _failures(server.hall.metrics, "load") >= 1
        again = Person(server.address).http.get(f"/api/tables/{tables[0]}/match")
        assert (again.status_code, again.json()["code"]) == (409, "cannot-resume")


def test_a_sweep_that_fails_is_counted_and_the_next_one_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sweeps: list[int] = []

    async def unattended(self: Storage, before: float) -> list[str]:
        sweeps.append(1)
        raise KeyError("nobody expected this")

    monkeypatch.setattr(Storage, "unattended", unattended)
    with serving(settings(tmp_path, sweep_seconds=0.01)) as server:
        wait_until(lambda: len(sweeps) >= 3)
        assert _failures(server.hall.metrics, "sweeper") >= 2
        assert httpx.get(f"{server.address}/readyz").status_code == 200


# bots, clocks, reviews, the bus, senders


def test_a_bot_whose_task_fails_plays_on_at_the_next_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    decide, failures = thinkers.Thinkers.decide, [True, True]

    async def fails(self: Any, *arguments: Any) -> Any:
        if failures:
            failures.pop()
            raise KeyError("nobody expected this")
        return await decide(self, *arguments)

    monkeypatch.setattr(thinkers.Thinkers, "decide", fails)
    with serving(settings(tmp_path, sweep_seconds=0.1)) as server:
        person = Person(server.address)
        with person.sit(_with_bot(person)) as window:
            window.until("state")
            window.act("a1")
            window.until_seq(3)
        assert _failures(server.hall.metrics, "bot") == 2


def test_a_clock_whose_task_fails_is_wound_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    failures, time_is_up = [True], attendance.time_is_up

    async def fails(room: Room) -> None:
        if failures:
            failures.pop()
            raise KeyError("nobody expected this")
        await time_is_up(room)

    monkeypatch.setattr(attendance, "time_is_up", fails)
    with serving(settings(tmp_path, sweep_seconds=0.1)) as server:
        person = Person(server.address)
        with person.sit(person.make("hex", ["me", "here"], clock={"per_move": 0.05})["table"]) as window:
            while not any(seat["away"] for seat in window.until("state")["seats"]):
                pass
        assert _failures(server.hall.metrics, "clock") == 1


def test_a_bus_that_fails_in_an_unexpected_way_listens_again(monkeypatch: pytest.MonkeyPatch):
    class Away:
        def pubsub(self) -> Any:
            raise KeyError("nobody expected this")

        def pipeline(self, **_: Any) -> Any:
            raise KeyError("nobody expected this")

        async def aclose(self) -> None:
            return

    async def go() -> None:
        metrics = Metrics()
        tasks = Supervisor(metrics)
        bus = RedisBus("redis://localhost", tasks)
        bus._redis = Away()  # type: ignore[assignment]
        monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.0)
        opening = asyncio.create_task(bus.open(None, None))  # type: ignore[arg-type]
        while min(_failures(metrics, "bus-in"), _failures(metrics, "bus-out")) < 2:
            bus.publish({"table": "t"})
            await asyncio.sleep(0)
        opening.cancel()
        await bus.close()

    asyncio.run(go())


def test_a_socket_whose_sender_fails_is_closed_not_mute(server: Served, monkeypatch: pytest.MonkeyPatch):
    class Broken:
        def __bool__(self) -> bool:
            return True

        def __len__(self) -> int:
            return 0

        def __iter__(self) -> Iterator[bytes]:
            return iter(())

        def append(self, message: str) -> None:
            return

        def __getitem__(self, k: int) -> str:
            raise KeyError("nobody expected this")

    made = Viewer.__init__

    def broken(self: Viewer, *arguments: Any) -> None:
        made(self, *arguments)
        self.outbox = Broken()  # type: ignore[assignment]

    person = Person(server.address)
    table = person.make("hex", ["me", "here"])["table"]
    monkeypatch.setattr(Viewer, "__init__", broken)
    assert person.sit(table).until_closed() == 1011
    wait_until(lambda: _failures(server.hall.metrics, "send") == 1)
    assert _errors(server) == 1


def test_the_log_tells_what_failed(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR):
        Supervisor(Metrics()).failed("writer", ValueError("half a character"))
    assert "half a character" in caplog.text
