"""What changed is told instead of the whole: always with the same outcome, and to nobody more than the whole tells."""

import asyncio
import gc
import itertools
import json
import random
import sqlite3
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from hexagora import registry
from hexagora.engine.match import Match
from hexagora.engine.record import Record
from hexagora.server import decisions
from hexagora.server import hall as halls
from hexagora.server.engines import Question
from hexagora.server.metrics import Metrics
from hexagora.server.settings import Limits
from hexagora.server.story import Story
from hexagora.server.table import Table
from hexagora.server.thinkers import Thinkers
from hexagora.server.viewer import Viewer
from tests.server.support import Person, Served, Socket, serving, settings, wait_until

MOST_ACTIONS = 60  # that are compared at a table of each game


def _without_clocks(state: dict[str, Any]) -> dict[str, Any]:
    """What a state tells of the table; the log comes in parts and is compared as a whole."""
    return {k: v for k, v in state.items() if k not in ("log", "log_from", "clock")}


def _kinds(window: Socket) -> list[str]:
    return [json.loads(text)["type"] for text in window.raw]


def _ask_for_the_whole(window: Socket) -> dict[str, Any]:
    window.send(type="sync")
    before = len(window.raw)
    while '"type":"state"' not in window.raw[-1][:20] or len(window.raw) == before:
        window.receive()
    return window.state


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_what_changed_leads_to_the_same_state_as_the_whole(server: Served, name: str):
    """Everybody at one screen, somebody who looks on, and one who comes new after every few actions."""
    anna, eve, rng = Person(server.address), Person(server.address), random.Random(name)
    players = registry.game(name).facts.players[0]
    table = anna.make(name, ["me", *["here"] * (players - 1)], options={"players": players}, seed="changes")["table"]
    with anna.sit(table) as window, eve.sit(table) as watching:
        window.until("state"), watching.until("state")
        for k in range(MOST_ACTIONS):
            if window.state["over"]:
                break
            window.act(rng.choice(window.choices))
            watching.until_seq(window.seq)
            if k % 7 == 0:
                for mine in (window, watching):
                    kept, log = _without_clocks(mine.state), list(mine.log)
                    assert _without_clocks(_ask_for_the_whole(mine)) == kept
                    assert mine.log == log
        assert "change" in _kinds(watching)


def test_a_change_is_a_small_part_of_the_whole(server: Served):
    anna = Person(server.address)
    table = anna.make("hex", ["me", "here"])["table"]
    with anna.sit(table) as window:
        whole = len(json.dumps(window.until("state")))
        for text in ("a1", "b2", "c3", "d4"):
            window.act(text)
        told = [len(text) for text in window.raw if '"type":"change"' in text[:20]]
    assert max(told[-2:]) < whole / 15  # the choices after the first change are edits of those before


def test_taking_back_and_looking_from_another_seat_are_told_as_well(server: Served):
    anna = Person(server.address)
    table = anna.make("hex", ["me", "here"], options={"size": 3})["table"]
    with anna.sit(table) as window:
        first = _without_clocks(window.until("state"))
        window.act("a1")
        window.send(type="ask-takeback", seq=window.seq)
        window.until_seq(3)
        assert {**_without_clocks(window.state), "seq": 1} == first
        window.send(type="view", seat=2)
        assert window.until("state")["seat"] == 2
        kept = _without_clocks(window.state)
        assert _without_clocks(_ask_for_the_whole(window)) == kept


def test_somebody_who_does_not_read_gets_the_whole_in_the_end(tmp_path: Path):
    """What waits for too long is dropped; the next thing that is told is the whole state."""
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"], options={"size": 19})["table"]
        with anna.sit(table) as window:
            window.until("state")
            viewer = next(iter(server.hall.rooms[table].telling.viewers))
            viewer.write = None  # as if the line were never free
            most = viewer.limits.outbox_messages

            async def flood() -> None:
                room = await server.hall.room(table)
                for _ in range(most + 10):
                    viewer.send(b'{"type":"pong"}')
                assert viewer.told is None
                await decisions.act(room, [1], room.table.n, room.table.match.legal(1)[0])

            asyncio.run_coroutine_threadsafe(flood(), server.loop).result()
            window.until("state")
            assert '"type":"state"' in window.raw[-1][:20]
            assert window.texts == [window.log[0]["text"]]


def test_what_waits_for_somebody_who_does_not_read_takes_little_memory():
    """A table with a large map is 300 KB: 256 of them for each of sixty windows were five gigabytes."""
    viewer, message = Viewer("anna", "here", Limits(), Metrics(), write=None), b"x" * 300_000
    for _ in range(100):
        viewer.send(bytes(message))
        assert sum(map(len, viewer.outbox)) <= viewer.limits.outbox_bytes + len(message)
    viewer.send(b"the last")
    assert viewer.outbox[-1] == b"the last"


@pytest.mark.parametrize("name", ["hex", "hexcape"])
def test_from_what_a_viewer_is_told_nothing_leads_back_to_the_match(tmp_path: Path, name: str):
    """Also not to the state, where all that is hidden lies: neither from the snapshot nor from what was made of it."""
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make(name, ["me", "here"])["table"]
        with anna.sit(table) as window:
            window.until("state")
            telling = server.hall.rooms[table].telling
            snapshot, views = telling.now(), telling.views
            told = [viewer.told for viewer in telling.viewers]
            assert None not in told
            room = telling.table
            found = _reached_from([snapshot, views, *told])
            assert not [one for one in found if one is room.match or isinstance(one, Record | Match | Table | Story)]
            assert snapshot.seats[0] is not room.seats.at(1)
            assert snapshot.seats[0] == room.seats.at(1)


def _reached_from(start: list[Any]) -> list[Any]:
    """All objects that something leads to, but for what belongs to the program itself."""
    found, todo = {id(one): one for one in start}, [*start]
    while todo:
        for one in gc.get_referents(todo.pop()):
            if id(one) not in found and not isinstance(one, type | ModuleType | FunctionType):
                found[id(one)] = one
                todo.append(one)
    return [*found.values()]


def test_compressed_sockets_are_told_the_same(tmp_path: Path):
    from websockets.sync.client import connect

    with serving(settings(tmp_path, compress=True)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"], options={"size": 3})["table"]
        url = server.address.replace("http", "ws", 1) + f"/api/tables/{table}/ws"
        with connect(url, additional_headers={"Cookie": anna.cookie}, compression="deflate") as window:
            assert json.loads(window.recv())["type"] == "state"
            window.send(json.dumps({"type": "act", "seq": 1, "text": "a1"}))
            while (message := json.loads(window.recv()))["type"] != "change":
                pass
            assert (message["seq"], message["base"]) == (2, 1)


def test_a_bot_is_told_what_it_has_thought_about_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[int, float]] = []

    async def decide(self: Thinkers, question: Question, level: str, seed: str, spent: float,
                     lender: object = None) -> tuple[str, float]:
        asked.append((question.seat, spent))
        return question.legal[-1], 0.25

    monkeypatch.setattr(Thinkers, "decide", decide)
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("manapool", ["me", {"kind": "bot"}, {"kind": "bot"}], seed="turns")["table"]
        with anna.sit(table) as window:
            window.until("state")
            for _ in range(6):
                while not window.choices:
                    window.until("state")
                window.act(window.choices[-1])
    assert any(spent > 0 for _, spent in asked), "no bot had two decisions in a turn"
    for (seat, spent), (after, more) in itertools.pairwise(asked):
        assert more in (0.0, spent + 0.25) if after == seat else more == 0.0


def test_a_table_that_is_over_leaves_the_memory_with_its_last_viewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexagora.server.hall.SPACE_EVERY", 0.05)
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        start = {"game": "hex", "options": {"size": 3}, "red": ["a1", "a2"], "blue": ["b1", "b2"]}
        table = anna.make("hex", ["me", "here"], options={"size": 3}, start=start)["table"]
        with anna.sit(table) as window:
            window.until("state")
            assert window.act("a3")["over"]
            assert table in server.hall.rooms
        wait_until(lambda: table not in server.hall.rooms)
        with anna.sit(table) as window:
            assert window.until("state")["over"]["result"] == [1.0, 0.0]


def test_the_lobby_knows_whose_turn_it_is_although_rows_are_written_later(tmp_path: Path):
    def row(column: str) -> Any:
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            return database.execute(f"SELECT {column} FROM tables").fetchone()[0]

    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
        with anna.sit(table) as window:
            window.until("state")
            window.act("a1")
            assert row("turn") == 1, "written with every action"
            assert anna.http.get(f"/api/tables/{table}").json()["turn"] == 2
            assert [t["turn"] for t in anna.http.get("/api/tables?which=mine").json()] == [2]
        asyncio.run_coroutine_threadsafe(
            server.hall._write_rows(list(server.hall.rooms.values())), server.loop).result()
        assert row("turn") == 2
        with anna.sit(table) as window:
            window.until("state")
            window.act("b1")
    assert row("turn") == 1, "not written when the server stopped"


def test_rows_are_written_a_few_at_a_time_so_that_no_decision_waits_for_all(tmp_path: Path,
                                                                          monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(halls, "ROWS_AT_ONCE", 2)
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        tables = [anna.make("hex", ["me", "here"], options={"size": 5})["table"] for _ in range(3)]
        for table in tables:
            with anna.sit(table) as window:
                window.until("state")
                window.act("a1")
        before = server.hall.storage.batches
        asyncio.run_coroutine_threadsafe(
            server.hall._write_rows(list(server.hall.rooms.values())), server.loop).result()
        assert server.hall.storage.batches == before + 2
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            assert database.execute("SELECT turn FROM tables").fetchall() == [(2,)] * 3


def test_what_must_go_on_after_a_crash_is_in_the_row_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def think(*_: Any) -> tuple[str, float]:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(Thinkers, "decide", think)
    with serving(settings(tmp_path)) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", {"kind": "bot"}], options={"size": 5})["table"]
        with anna.sit(table) as window:
            window.until("state")
            window.act("a1")
            with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
                assert database.execute("SELECT turn FROM tables").fetchone()[0] == 2
