"""What costs processor time is done beside the event loop: while it lasts, other tables go on."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexagora.engine import matchfile
from hexagora.engine.match import Match
from hexagora.server import api, catalogue, drawing
from hexagora.server import hall as halls
from hexagora.server.desk import Desk
from hexagora.server.errors import Refusal
from hexagora.server.turns import HOUSE, Turns
from tests.server.support import Person, Served, serving, settings

LONG = 60


@contextlib.contextmanager
def held_up(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Iterator[threading.Event]:
    """Lets a function wait as if it had much to do; the event says that it was begun."""
    work, begun, done = getattr(owner, name), threading.Event(), threading.Event()

    def slow(*arguments: Any, **more: Any) -> Any:
        begun.set()
        assert done.wait(20)
        return work(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, slow)
        yield begun
        done.set()


def _two_tables(server: Served) -> tuple[Person, str, str]:
    person = Person(server.address)
    first, second = (person.make("hex", ["me", "here"], options={"size": 11})["table"] for _ in range(2))
    return person, first, second


@pytest.mark.parametrize(("path", "owner", "name"),
                         [("match", matchfile, "to_document"), ("replay?ply=0", Match, "scene"),
                          ("text", Match, "position")])
def test_looking_back_holds_up_nobody(server: Served, monkeypatch: pytest.MonkeyPatch, path: str, owner: Any,
                                      name: str):
    person, first, second = _two_tables(server)
    answers: list[int] = []
    with person.sit(first) as window:
        window.until("state")
        with held_up(monkeypatch, owner, name) as begun:
            asking = threading.Thread(target=lambda: answers.append(
                Person(server.address).http.get(f"/api/tables/{second}/{path}").status_code))
            asking.start()
            assert begun.wait(20)
            window.send(type="ping", id=7)
            while window.receive()["type"] != "pong":
                pass
            if name != "scene":
                assert window.act("a1")["seq"] == 2
        asking.join(20)
    assert answers == [200]


def test_beginning_a_review_holds_up_nobody(server: Served, monkeypatch: pytest.MonkeyPatch):
    """A long match takes a tenth of a second to write down."""
    person, first, second = _two_tables(server)
    person.end(second, "a1")
    with person.sit(first) as window, held_up(monkeypatch, matchfile, "to_document") as begun:
        window.until("state")
        person.http.post(f"/api/tables/{second}/review", json={}).raise_for_status()
        assert begun.wait(20)
        assert window.act("a1")["seq"] == 2


def test_whoever_has_many_tables_read_waits_behind_who_asks_for_one(server: Served, monkeypatch: pytest.MonkeyPatch):
    """To play a long match through again takes a second; some dozens of them, one after the other, kept everybody from
    coming to a table."""
    monkeypatch.setattr(server.hall, "_loads", Turns(1))
    person = Person(server.address)
    first, *flood, last = (person.make("hex", ["me", "here"])["table"] for _ in range(5))
    order: list[str] = []

    async def ask(table: str, who: str) -> None:
        await server.hall.room(table, who)
        order.append(table)

    async def all_at_once() -> None:
        await asyncio.gather(*(ask(table, "flood") for table in (first, *flood)), ask(last, "anna"))

    asyncio.run_coroutine_threadsafe(all_at_once(), server.loop).result(60)
    assert order == [first, last, *flood]


def test_who_sits_where_is_told_without_reading_all_that_happened(server: Served, monkeypatch: pytest.MonkeyPatch):
    read: list[Any] = []
    record = server.hall.storage.record

    async def noted(*given: Any) -> Any:
        read.append(await record(*given))
        return read[-1]

    person = Person(server.address)
    table = person.make("hex", ["me", "friend"])["table"]
    monkeypatch.setattr(server.hall.storage, "record", noted)
    assert person.http.get(f"/api/tables/{table}").status_code == 200
    assert person.http.get(f"/api/tables/{table}/passes").status_code == 200
    assert Person(server.address).http.post(f"/api/tables/{table}/seats/2/claim").status_code == 200
    assert read
    assert not [found for found in read if found.events]


@pytest.mark.parametrize(("path", "work", "kind"), [
    ("/api/qr.svg?text=http://example.org", "_qr_code", "image/svg+xml"),
    ("/api/openapi.json", "_described", "application/json")])
def test_drawing_an_address_and_describing_the_interface_hold_up_nobody(
        server: Served, monkeypatch: pytest.MonkeyPatch, path: str, work: str, kind: str):
    person, first, _ = _two_tables(server)
    answers: list[str] = []
    with person.sit(first) as window:
        window.until("state")
        with held_up(monkeypatch, api, work) as begun:
            asking = threading.Thread(target=lambda: answers.append(person.http.get(path).headers["content-type"]))
            asking.start()
            assert begun.wait(20)
            assert window.act("a1")["seq"] == 2
        asking.join(20)
    assert answers == [kind]


MADE = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}]}


@pytest.mark.parametrize(("path", "body"), [("/api/tables", MADE), ("/api/games/hex/preview", {}), ("rematch", None)])
def test_laying_out_a_board_holds_up_nobody(server: Served, monkeypatch: pytest.MonkeyPatch, path: str, body: Any):
    """A map of somebody's own takes a while: to look at it, to begin with it, and to begin again."""
    person, first, _ = _two_tables(server)
    if path == "rematch":
        over = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
        with person.sit(over) as window:
            window.until("state")
            for cell in ("a1", "b1", "a2", "b2", "a3"):
                window.act(cell)
        path = f"/api/tables/{over}/rematch"
    answers: list[int] = []
    with person.sit(first) as window:
        window.until("state")
        with held_up(monkeypatch, catalogue, "new_match") as begun:
            asking = threading.Thread(target=lambda: answers.append(person.http.post(path, json=body).status_code))
            asking.start()
            assert begun.wait(20)
            assert window.act("a1")["seq"] == 2
        asking.join(20)
    assert [status < 300 for status in answers] == [True]


def test_who_asks_for_much_waits_behind_who_asks_for_little():
    async def go() -> list[str]:
        desk, order, begun, goes_on = Desk("desk", most=3), [], threading.Event(), threading.Event()

        def first() -> None:
            begun.set()
            goes_on.wait(20)

        waiting = [asyncio.create_task(desk.do("flood", first))]
        assert await asyncio.to_thread(begun.wait, 20)
        waiting += [asyncio.create_task(desk.do(who, order.append, what)) for who, what in (
            ("flood", "flood 1"), ("flood", "flood 2"), ("else", "else 1"), ("else", "else 2"), (HOUSE, "house"))]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="too much at once"):
            await desk.do("flood", order.append, "flood 3")
        goes_on.set()
        await asyncio.gather(*waiting)
        await desk.do("flood", order.append, "later")  # nothing is remembered of it
        desk.close()
        return order

    assert asyncio.run(go()) == ["house", "else 1", "flood 1", "else 2", "flood 2", "later"]


def test_a_table_that_is_read_from_the_record_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(settings(tmp_path)) as server:
        person, first, second = _two_tables(server)
        cookies = person.http.cookies
    with serving(settings(tmp_path)) as server:
        again = Person(server.address)
        again.http.cookies = cookies
        with again.sit(first) as window:
            window.until("state")
            with held_up(monkeypatch, halls, "resumed") as begun:
                asking = threading.Thread(target=lambda: again.http.get(f"/api/tables/{second}/match"))
                asking.start()
                assert begun.wait(20)
                assert window.act("a1")["seq"] == 2
            asking.join(20)


def test_a_long_log_is_made_aside_for_whoever_comes(server: Served, monkeypatch: pytest.MonkeyPatch):
    person, first, second = _two_tables(server)
    with person.sit(second) as window:
        window.until("state")
        for _ in range(LONG):
            window.act(window.choices[0])
        texts = window.texts
    server.hall.rooms.clear()
    with person.sit(first) as other:
        other.until("state")
        with held_up(monkeypatch, halls, "page") as begun:
            coming = person.sit(second)
            assert begun.wait(20)
            assert other.act("a1")["seq"] == 2
        with coming:
            coming.until("state")
            assert coming.texts == texts
            coming.act(coming.choices[0])
            assert len(coming.texts) == LONG + 1


def _goes_on(window: Any) -> None:
    window.send(type="ping", id=7)
    while window.receive()["type"] != "pong":
        pass


@pytest.mark.parametrize("slow", ["scene", "score_history"])
def test_the_end_of_a_long_match_is_drawn_aside(server: Served, monkeypatch: pytest.MonkeyPatch, slow: str):
    """When it comes, for whoever comes later, and for other eyes."""
    monkeypatch.setattr(drawing, "LONG_MATCH", 5)
    person, first, _ = _two_tables(server)
    made = person.make("hex", ["me", "here"], options={"size": 3, "swap": False})["table"]
    with person.sit(first) as other, person.sit(made) as window:
        other.until("state")
        window.until("state")
        for cell in ("a1", "b1", "a2", "b2"):
            window.act(cell)
        with held_up(monkeypatch, Match, slow) as begun:
            window.send(type="act", seq=window.seq, text="a3")
            assert begun.wait(20)
            _goes_on(other)
        while window.until("state")["over"] is None:
            pass
        assert window.state["over"]["result"] == [1.0, 0.0]
        server.hall.rooms.pop(made)
        with held_up(monkeypatch, Match, slow) as begun:
            coming = person.sit(made)
            assert begun.wait(20)
            _goes_on(other)
        with coming:
            assert coming.until("state")["over"] == window.state["over"]


def test_the_log_of_a_moment_comes_in_pages(server: Served):
    person, table, _ = _two_tables(server)
    with person.sit(table) as window:
        window.until("state")
        for _ in range(105):
            window.act(window.choices[0])
        entries = window.log
    last = person.http.get(f"/api/tables/{table}/replay?ply=105").json()
    assert (last["log_from"], last["log"], last["plies"]) == (5, entries[5:], 105)
    assert last["scores"] == window.state["scores"]
    first = person.http.get(f"/api/tables/{table}/replay?ply=105&log_from=0").json()
    assert first["log"] == entries[:100]


def test_a_name_reaches_all_tables_at_once(server: Served):
    person = Person(server.address).named("Ann")
    made = [person.make("hex", ["me", "friend"])["table"] for _ in range(30)]
    shared = person.make("hex", ["me", "here"])["table"]
    before = server.hall.storage.database
    writes: list[Any] = []
    write = before.write

    async def counted(work: Any) -> Any:
        writes.append(work)
        return await write(work)

    before.write = counted
    person.named("Beth")
    assert len(writes) <= 3
    told = {t["table"]: t["seats"][0]["name"] for t in person.http.get("/api/tables?which=mine").json()}
    assert {told[table] for table in made} == {"Beth"}
    assert told[shared] == "Ann"
