"""The bus: each table has a channel, and a process listens while it holds the table. Over a real Redis, but for what is
only counted."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from sqlalchemy import insert

from hexagora.server.bus import CHANNEL, OF_A_TABLE, RedisBus
from hexagora.server.following import Following
from hexagora.server.hall import RESTARTING
from hexagora.server.metrics import Metrics
from hexagora.server.records import Record
from hexagora.server.schema import events
from hexagora.server.supervision import Supervisor
from hexagora.server.table import Table
from tests.server.support import GENEROUS, Person, Served, serving, settings, wait_until


@pytest.fixture
def two(database: str, bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Served]]:
    monkeypatch.setattr("hexagora.server.hall.SPACE_EVERY", 0.05)
    chosen = settings(tmp_path, database_url=database, redis_url=bus, limits=replace(GENEROUS, idle_tables=0))
    with serving(chosen) as first, serving(chosen) as second:
        yield first, second


def _listeners(bus: str, table: str) -> int:
    with Redis.from_url(bus) as redis:
        ((_, listening),) = redis.pubsub_numsub(OF_A_TABLE + table)
        return int(listening)


def test_a_server_listens_for_a_table_while_it_holds_it(two: tuple[Served, Served], bus: str):
    anna = Person(two[0].address)
    table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
    with anna.sit(table) as window:
        window.until("state")
        assert _listeners(bus, table) == 1
        with anna.at(two[1]).sit(table) as other:
            other.until("state")
            assert _listeners(bus, table) == 2
        wait_until(lambda: _listeners(bus, table) == 1)
        window.act("a1")
    wait_until(lambda: _listeners(bus, table) == 0)
    with anna.at(two[1]).sit(table) as window, anna.sit(table) as other:
        window.until("state"), other.until("state")
        window.act("b1")
        other.until_seq(window.seq)


def test_nobody_listens_for_tables_that_are_not_there(two: tuple[Served, Served], bus: str):
    assert Person(two[0].address).http.get("/api/tables/nobodyknows").status_code == 404
    wait_until(lambda: _listeners(bus, "nobodyknows") == 0)


def test_what_is_decided_elsewhere_while_a_table_is_loaded_is_taken_in(two: tuple[Served, Served],
                                                                       monkeypatch: pytest.MonkeyPatch):
    anna, hall = Person(two[0].address), two[1].hall
    table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
    resumed, read = hall._resumed, 0

    async def slowly(found: Record) -> Table:
        """The first time somebody decides at the other server after the record was read."""
        nonlocal read
        read += 1
        if read == 1:
            with anna.sit(table) as window:
                await asyncio.to_thread(window.until, "state")
                await asyncio.to_thread(window.act, "a1")
            while table not in hall._moved_on:
                await asyncio.sleep(0.01)
        return await resumed(found)

    monkeypatch.setattr(hall, "_resumed", slowly)
    room = asyncio.run_coroutine_threadsafe(hall.room(table), two[1].loop).result()
    assert (room.table.n, read) == (2, 2)


def test_after_a_line_that_broke_everything_is_looked_at_again(bus: str, monkeypatch: pytest.MonkeyPatch):
    """However soon there is a new one: what was said meanwhile was not heard."""
    monkeypatch.setattr("hexagora.server.bus.RETRY_SECONDS", 0.01)

    async def go() -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        news, looked = asyncio.Event(), asyncio.Event()

        async def listener(message: dict[str, Any]) -> None:
            heard.append(message)
            news.set()

        async def again() -> None:
            looked.set()

        async def nothing(*_: Any) -> None:
            return

        here, there = (RedisBus(bus, Supervisor(Metrics())) for _ in range(2))
        await here.open(listener, again)
        await there.open(nothing, nothing)
        here.follow("t")
        await here.surely("t")
        looked.clear()
        with Redis.from_url(bus) as redis:
            redis.client_kill_filter(_type="pubsub")
        await looked.wait()  # what was lost is noticed
        while not here._following.is_heard("t"):
            await asyncio.sleep(0.01)
        there.publish({"table": "t", "kind": "changed"})
        there.publish({"table": "t", "kind": "changed"})
        there.publish({"table": "other", "kind": "changed"})
        there.publish({"table": "t", "kind": "last"})
        while not heard or heard[-1]["kind"] != "last":
            news.clear()
            await news.wait()
        await here.close()
        await there.close()
        return heard

    heard = asyncio.run(go())
    assert [(one["table"], one["kind"]) for one in heard] == [("t", "changed"), ("t", "last")]


def test_a_line_that_is_closed_in_the_moment_of_writing_is_a_broken_line(bus: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexagora.server.bus.RETRY_SECONDS", 0.01)

    async def nothing(*_: Any) -> None:
        return

    async def closed(*_: Any) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")

    async def go() -> Metrics:
        metrics = Metrics()
        here = RedisBus(bus, Supervisor(metrics))
        await here.open(nothing, nothing)
        monkeypatch.setattr(here._line, "subscribe", closed)
        here.follow("t")
        while not here._following.is_heard("t"):
            await asyncio.sleep(0.01)
        await here.close()
        return metrics

    assert b"hexagora_task_failures_total{" not in asyncio.run(go()).text()


# servers of two versions at one bus, as during an update


def test_what_a_newer_version_says_in_another_way_is_looked_up(two: tuple[Served, Served], bus: str,
                                                               monkeypatch: pytest.MonkeyPatch):
    """Another kind, more than is known here, less than is known here, and nothing that could be read at all."""
    newer, anna = two[0].hall.bus, Person(two[0].address)
    table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
    publish = newer.publish
    spoken = iter([{"kind": "moved"}, {"kind": "changed", "hurry": True}, {"kind": "presence"}, {"kind": "chat"}])

    def speak(message: dict[str, Any]) -> None:
        if message["kind"] == "changed":
            publish({"table": message["table"], **next(spoken)})

    with anna.sit(table) as window, anna.at(two[1]).sit(table) as other:
        window.until("state"), other.until("state")
        monkeypatch.setattr(newer, "publish", speak)
        for action in ("a1", "b1", "c1", "d1"):
            other.until_seq(window.act(action)["seq"])
        monkeypatch.setattr(newer, "publish", lambda _: None)
        with Redis.from_url(bus) as redis:
            for data, channel in (("no JSON", OF_A_TABLE + table), ("[1]", CHANNEL), ('{"kind": "all"}', CHANNEL)):
                seq = window.act(window.choices[0])["seq"]
                redis.publish(channel, data)
                other.until_seq(seq)
        assert "hexagora_errors_total 0.0" in anna.at(two[1]).http.get("/metrics").text


def test_an_event_of_a_newer_version_is_left_to_that_version(two: tuple[Served, Served]):
    """Who sits at the older server has to come again until it is updated; the match is not closed."""
    anna, newer = Person(two[0].address), two[1]
    table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
    vote = insert(events).values(table_id=table, n=1, kind="vote", seat=0, texts="[]", at=0.0, spent=0)
    with anna.sit(table) as window:
        window.until("state")
        asyncio.run_coroutine_threadsafe(
            newer.hall.storage.change(lambda connection: connection.execute(vote)), newer.loop).result()
        newer.loop.call_soon_threadsafe(newer.hall.announce, table, "changed")
        assert window.until_closed() == RESTARTING
    with anna.sit(table) as window:
        assert window.until_error()["code"] == "cannot-resume"
    assert anna.http.get(f"/api/tables/{table}").json()["ending"] is None


def test_everybody_listens_at_the_channel_for_all(bus: str):
    async def go() -> tuple[bool, bool]:
        async def nothing(*_: Any) -> None:
            return

        one = RedisBus(bus, Supervisor(Metrics()))
        alone = await one.others()
        await one.open(nothing, nothing)
        found = await one.others()
        await one.close()
        return alone, found

    with Redis.from_url(bus) as redis:
        wait_until(lambda: redis.pubsub_numsub(CHANNEL)[0][1] == 0)
    assert asyncio.run(go()) == (False, True)


def test_a_table_that_is_left_and_wanted_again_is_heard_of_when_both_questions_are_answered():
    following = Following()
    following.begin_line()
    following.want("a")
    assert following.next() == (["a"], [])
    following.leave("a")
    assert following.next() == ([], ["a"])
    following.want("a")
    assert following.next() == (["a"], [])
    following.answered("a")
    assert not following.is_heard("a")
    following.answered("a")
    assert following.is_heard("a")


def test_who_did_not_wait_for_an_answer_looks_again_when_it_comes():
    async def go() -> list[bool]:
        following = Following()
        following.begin_line()
        following.want("a")
        following.next()
        await following.surely("a", 0.0)
        return [following.answered("a"), following.answered("a")]

    assert asyncio.run(go()) == [True, False]


def test_nobody_waits_for_a_bus_that_is_away():
    async def go() -> None:
        following = Following()
        following.want("a")
        await following.surely("a", 3600.0)
        assert following.begin_line() == ["a"]
        waiting = asyncio.create_task(following.surely("a", 3600.0))
        await asyncio.sleep(0)
        following.end_line()
        await waiting
        assert not following.is_heard("a")

    asyncio.run(go())
