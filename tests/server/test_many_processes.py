"""Several servers serve one set of tables over PostgreSQL and Redis, both real."""

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from hexagora.server.schema import tables
from hexagora.server.settings import Settings
from tests.server import services
from tests.server.support import Person, Process, Served, free_port, serving, settings, wait_until


@pytest.fixture
def two(database: str, bus: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    chosen = settings(tmp_path, database_url=database, redis_url=bus, sweep_seconds=1.0)
    with serving(chosen) as first, serving(chosen) as second:
        yield first, second


def test_what_happens_at_one_server_shows_at_the_other(two: tuple[Served, Served]):
    anna = Person(two[0].address).named("Anna")
    ben = Person(two[1].address).named("Ben")
    made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False})
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b:
        a.until("state"), b.until("state")
        for k in range(1, 4):
            a.act(f"a{k}")
            b.until_seq(a.seq)
            b.act(f"b{k}")
            a.until_seq(b.seq)
        assert a.texts == b.texts == ["a1", "b1", "a2", "b2", "a3", "b3"]
        a.send(type="chat", text="hello")
        assert b.until("chat")["text"] == "hello"
        a.send(type="ask-takeback", seq=a.seq)
        while b.until("state")["takeback"] is None:
            pass
        b.send(type="answer-takeback", yes=True)
        b.until_seq(8)
        a.until_seq(8)
        assert a.texts == b.texts == ["a1", "b1", "a2", "b2"]


def test_presence_is_known_across_servers(two: tuple[Served, Served]):
    anna, ben = Person(two[0].address), Person(two[1].address)
    made = anna.make("hex", ["me", "friend"])
    ben.follow(made["links"][0]["url"])
    with anna.sit(made["table"]) as a:
        a.until("state")
        with ben.sit(made["table"]) as b:
            while [s["online"] for s in b.until("presence")["seats"]] != [True, True]:
                pass
            while [s["online"] for s in a.until("presence")["seats"]] != [True, True]:
                pass
        while [s["online"] for s in a.until("presence")["seats"]] != [True, False]:
            pass


def test_of_windows_at_both_servers_that_click_at_once_one_wins(two: tuple[Served, Served]):
    anna = Person(two[0].address)
    table = anna.make("hex", ["me", "here"], options={"size": 11})["table"]
    there = anna.at(two[1])
    with anna.sit(table) as a, there.sit(table) as b:
        a.until("state"), b.until("state")
        for k in range(8):
            seq = a.seq
            barrier = threading.Barrier(2)

            def click(window: Any, text: str, seq: int = seq, barrier: threading.Barrier = barrier) -> None:
                barrier.wait()
                window.send(type="act", seq=seq, text=text)
                while window.state["seq"] == seq:
                    window.receive()

            threads = [threading.Thread(target=click, args=(w, f"{column}{k + 1}"))
                       for w, column in ((a, "a"), (b, "b"))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert a.seq == b.seq == seq + 1
            assert a.texts == b.texts


def test_of_two_who_hurry_to_a_seat_at_two_servers_one_sits(two: tuple[Served, Served]):
    anna = Person(two[0].address)
    for _ in range(5):
        table = anna.make("hex", ["me", "friend"], public=True)["table"]
        people = [Person(server.address) for server in two]
        codes: list[int] = []
        barrier = threading.Barrier(2)

        def claim(person: Person, table: str = table, barrier: threading.Barrier = barrier,
                  codes: list[int] = codes) -> None:
            barrier.wait()
            codes.append(person.http.post(f"/api/tables/{table}/seats/2/claim").status_code)

        threads = [threading.Thread(target=claim, args=(p,)) for p in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 409]


def test_the_cookie_of_one_server_is_known_at_the_other(two: tuple[Served, Served]):
    anna = Person(two[0].address).named("Anna")
    assert anna.at(two[1]).http.get("/api/me").json() == {"name": "Anna"}


def test_connections_to_the_database_that_break_are_made_again(two: tuple[Served, Served], database: str):
    anna = Person(two[0].address)
    table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
    with anna.sit(table) as window:
        window.until("state")
        window.act("a1")
        _break_connections(database)
        window.send(type="act", seq=2, text="b2")
        while window.state["seq"] == 2:
            message = window.receive()
            if message["type"] == "error":
                assert message["code"] == "storage"
                window.send(type="act", seq=2, text="b2")
        assert window.texts == ["a1", "b2"]


def _break_connections(url: str) -> None:
    import asyncio

    from sqlalchemy.ext.asyncio import create_async_engine

    async def go() -> None:
        engine = create_async_engine(Settings(database_url=url).database())
        async with engine.connect() as connection:
            await connection.execute(sa.text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"))
        await engine.dispose()

    asyncio.run(go())


def test_a_killed_server_loses_nothing_and_the_other_serves_on(database: str, bus: str):
    environment = {"HEXAGORA_DATABASE_URL": database, "HEXAGORA_REDIS_URL": bus}
    first, second = (Process(environment, free_port()) for _ in range(2))
    try:
        first.ready(), second.ready()
        anna = Person(first.address)
        table = anna.make("hex", ["me", "here"], options={"size": 11})["table"]
        rng = random.Random(1)
        with anna.sit(table) as window:
            window.until("state")
            for _ in range(20):
                window.act(rng.choice(window.choices))
            told = window.texts
            first.kill()
        elsewhere = Person(second.address)
        elsewhere.http.cookies = anna.http.cookies
        with elsewhere.sit(table) as window:
            window.until("state")
            assert window.texts == told
            window.act(window.choices[0])
    finally:
        first.kill()
        second.stop()


def test_a_server_whose_bus_is_gone_says_so_and_catches_up(database: str, tmp_path: Path):
    with services.redis() as url:
        chosen = settings(tmp_path, database_url=database, redis_url=url)
        with serving(chosen) as server:
            assert httpx.get(server.address + "/readyz").json() == {"ok": True, "database": True, "bus": True}
            server_redis = server.hall.bus
            assert not server_redis.alone
            anna = Person(server.address)
            table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
            with anna.sit(table) as window:
                window.until("state")
                services.stop(url)
                wait_until(lambda: not httpx.get(server.address + "/readyz").json()["bus"])
                assert window.act("a1")["seq"] == 2


def test_without_the_bus_windows_at_another_server_are_told_all_the_same(database: str, tmp_path: Path):
    with services.redis() as url:
        chosen = settings(tmp_path, database_url=database, redis_url=url)
        with serving(chosen) as first, serving(chosen) as second:
            anna = Person(first.address)
            there = anna.at(second)
            table = anna.make("hex", ["me", "here"], options={"size": 5, "swap": False})["table"]
            with anna.sit(table) as here, there.sit(table) as other:
                here.until("state")
                other.until("state")
                services.stop(url)
                wait_until(lambda: not httpx.get(second.address + "/readyz").json()["bus"])
                here.act("a1")
                assert other.until_seq(2)["seq"] == 2
                other.act("b1")
                here.until_seq(3)
                other.send(type="act", seq=2, text="c1")  # as if this window had not heard of it
                assert other.until_error()["code"] == "stale"
                assert (here.texts, other.texts) == (["a1", "b1"], ["a1", "b1"])


def test_the_schema_of_a_fresh_postgresql_is_the_declared_one(database: str, two: tuple[Served, Served]):
    from hexagora.server.schema import metadata

    found: dict[str, Any] = {}

    async def look() -> None:
        await two[0].hall.storage.database.read(lambda c: found.update(
            {name: {column["name"] for column in sa.inspect(c).get_columns(name)} for name in metadata.tables}))

    import asyncio

    asyncio.run_coroutine_threadsafe(look(), two[0].loop).result()
    assert found == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}


def test_time_in_which_no_server_ran_is_charged_to_nobody(database: str, bus: str, tmp_path: Path):
    """Also with a bus; while another server runs, the clocks go on."""
    chosen = settings(tmp_path, database_url=database, redis_url=bus, sweep_seconds=60.0)
    with serving(chosen) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"], clock={"per_move": 1000})["table"]
        assert _ran_since(server, table, 500) > 499
        with serving(chosen):
            assert _clock_from(server, table) < _now() - 499, "another server restarted the clocks of a running one"
    with serving(chosen) as server:
        assert _clock_from(server, table) > _now() - 100


def _now() -> float:
    return time.time()


def _clock_from(server: Served, table: str) -> float:
    row = asyncio.run_coroutine_threadsafe(server.hall.storage.table(table), server.loop).result(20)
    return float(row["clock_from"])


def _ran_since(server: Served, table: str, seconds: float) -> float:
    """As if the clock of a table had run for a while."""
    then = sa.update(tables).where(tables.c.id == table).values(clock_from=_now() - seconds)
    asyncio.run_coroutine_threadsafe(server.hall.storage._small(then), server.loop).result(20)
    return _now() - _clock_from(server, table)
