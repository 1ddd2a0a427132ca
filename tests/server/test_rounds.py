"""Rounds: in a crowd what people say is taken up together, right before a commit; and nobody waits for ever for one."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from hexagora.server import storage as storages
from hexagora.server.errors import Refusal
from hexagora.server.metrics import Metrics
from hexagora.server.records import Job
from hexagora.server.rounds import Rounds
from hexagora.server.storage import Storage
from hexagora.server.supervision import Supervisor
from tests.server.support import Person, Served, settings


def test_without_a_crowd_everybody_is_heard_at_once():
    async def go() -> None:
        listener = asyncio.get_running_loop().create_future()
        Rounds(lambda: None).call(listener)
        assert listener.done()

    asyncio.run(go())


def test_in_a_crowd_all_are_heard_in_the_round_also_if_one_of_them_has_gone():
    async def go() -> None:
        wanted: list[int] = []
        rounds = Rounds(lambda: wanted.append(1))
        rounds.crowded = True
        listeners = [asyncio.get_running_loop().create_future() for _ in range(3)]
        for listener in listeners:
            rounds.call(listener)
        assert rounds.somebody
        assert wanted == [1]
        assert not any(listener.done() for listener in listeners)
        listeners[0].cancel()
        rounds.begin()
        assert all(listener.done() for listener in listeners)
        assert not rounds.somebody

    asyncio.run(go())


def test_a_round_that_nobody_begins_begins_by_itself():
    async def go() -> None:
        rounds = Rounds(lambda: None)
        rounds.crowded = True
        listener = asyncio.get_running_loop().create_future()
        rounds.call(listener)
        await listener

    asyncio.run(go())


def test_what_is_decided_in_a_round_shares_its_commit(tmp_path: Path):
    async def go() -> None:
        storage = Storage(settings(tmp_path), Supervisor(Metrics()))
        await storage.open()

        async def speak() -> None:
            called = asyncio.get_running_loop().create_future()
            storage.rounds.call(called)
            await called
            await storage.prove()

        storage.rounds.crowded = True
        before = storage.batches
        await asyncio.gather(*(speak() for _ in range(storages.CROWD)))
        assert storage.batches == before + 1
        assert storage.rounds.crowded
        await storage.prove()  # one alone is no crowd
        assert not storage.rounds.crowded
        await storage.close()

    asyncio.run(go())


def test_while_the_database_does_not_answer_people_are_still_heard(tmp_path: Path):
    async def go() -> None:
        storage = Storage(settings(tmp_path), Supervisor(Metrics()))
        await storage.open()
        frozen, goes_on = threading.Event(), threading.Event()

        def freeze(_: object) -> None:
            frozen.set()
            goes_on.wait()

        stuck = asyncio.ensure_future(storage.database.write(freeze))
        await asyncio.to_thread(frozen.wait)
        waiting = asyncio.ensure_future(storage.write(Job().add("proof", value_="x")))
        await asyncio.sleep(0)
        storage.rounds.crowded = True
        listener = asyncio.get_running_loop().create_future()
        storage.rounds.call(listener)
        await listener
        assert not waiting.done()
        goes_on.set()
        await asyncio.gather(stuck, waiting)
        await storage.close()

    asyncio.run(go())


@pytest.mark.parametrize("away", [TimeoutError("no answer"), OperationalError("INSERT", {}, Exception("is locked"))])
def test_what_the_database_does_not_take_is_not_tried_one_by_one(tmp_path: Path, away: Exception):
    """Each of a crowd would wait as long as all did, and what was given up may have been written."""
    async def go() -> None:
        storage = Storage(settings(tmp_path), Supervisor(Metrics()))
        await storage.open()
        asked = []

        async def write(work: object) -> None:
            asked.append(work)
            raise away

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(storage.database, "write", write)
            jobs = [storage.write(Job().add("proof", value_=str(k))) for k in range(3)]
            told = await asyncio.gather(*jobs, return_exceptions=True)
        assert [one.code for one in told if isinstance(one, Refusal)] == ["storage"] * 3
        assert len(asked) == 1
        await storage.prove()
        await storage.close()

    asyncio.run(go())


def test_a_table_that_was_written_although_the_line_broke_off_is_there(server: Served, monkeypatch: pytest.MonkeyPatch):
    write = server.hall.storage.database.write

    async def twice(work: Any) -> Any:
        """As on a connection that broke off after the commit."""
        await write(work)
        return await write(work)

    person = Person(server.address)
    with monkeypatch.context() as patch:
        patch.setattr(server.hall.storage.database, "write", twice)
        made = person.make("hex", ["me", "here"])
    assert person.http.get(f"/api/tables/{made['table']}").status_code == 200
