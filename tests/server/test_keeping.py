"""Backups made and put back while servers run; old databases and old backups are brought up to date; people are
forgotten on request."""

import contextlib
import gzip
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, String, Table, create_engine, insert, select, text

from hexagora.engine.errors import HexagoraError
from hexagora.server import keeping, migrations
from hexagora.server.database import Database
from hexagora.server.forgetting import DAY, forget, prune
from hexagora.server.identity import COOKIE, Signer
from hexagora.server.schema import ERA_KEY, bring_up_to_date, metadata
from hexagora.server.settings import Settings
from tests.server import services
from tests.server.support import Person, Served, Socket, serving, settings, wait_until

FIRST = Path(__file__).parent / "revision_0001.sql"  # a server of that revision wrote it: every game, halfway
FIRST_GUEST = "2T5BSdSXsOrPjoV--f0qAA"
TABLES_OF_FIRST = 8


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with services.postgresql(tmp_path_factory.mktemp("database")) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return settings(tmp_path, sweep_seconds=0.2)
    return settings(tmp_path, database_url=request.getfixturevalue("postgresql"), sweep_seconds=0.2)


def _play(window: Socket, *actions: str) -> None:
    window.until("state")
    for action in actions:
        window.act(action)


def test_a_backup_of_a_running_server_is_put_back_and_played_on(chosen: Settings, tmp_path: Path):
    """The windows stay open: they are told the past that became the present, and go on from it."""
    with serving(chosen) as server:
        anna = Person(server.address).named("Anna")
        table = anna.make("hex", ["me", "here"], options={"size": 5, "swap": False})["table"]
        with anna.sit(table) as window:
            _play(window, "a1", "b1")
            keeping.backup(chosen, tmp_path / "kept")
            window.act("c1")
            window.send(type="chat", text="after the backup")
            window.until("chat")
            later = anna.make("hex", ["me", "here"])["table"]
            counts = keeping.restore(chosen, tmp_path / "kept", replace=True)
            assert counts["tables"] >= 1
            while window.texts != ["a1", "b1"]:
                window.until("state")
            assert window.act("d1")["seq"] == 4
            window.send(type="chat", text="and on")
            assert window.until("chat")["text"] == "and on"
        assert anna.http.get(f"/api/tables/{later}").status_code == 404
        assert server.hall.metrics.errors._value.get() == 0


def test_what_was_decided_before_a_backup_was_put_back_is_never_written_after_it(chosen: Settings, tmp_path: Path):
    with serving(chosen) as server:
        anna = Person(server.address)
        table = anna.make("hex", ["me", "here"], options={"size": 5, "swap": False})["table"]
        with anna.sit(table) as window:
            _play(window, "a1")
            keeping.backup(chosen, tmp_path / "kept")
            window.act("b1")
            keeping.restore(chosen, tmp_path / "kept", replace=True)
            window.send(type="act", seq=window.seq, text="c1")
            while window.texts != ["a1"]:
                window.receive()
        events = anna.http.get(f"/api/tables/{table}/match").json()["actions"]
        assert events == ["a1"]


def test_a_backup_moves_a_server_from_sqlite_to_postgresql(tmp_path: Path, postgresql: str):
    old, new = settings(tmp_path), settings(tmp_path, database_url=postgresql)
    with serving(old) as server:
        anna = Person(server.address).named("Anna")
        table = anna.make("hex", ["me", "here"], options={"size": 5, "swap": False})["table"]
        with anna.sit(table) as window:
            _play(window, "a1", "b1")
            window.send(type="chat", text="we move")
            window.until("chat")
    keeping.backup(old, tmp_path / "kept")
    keeping.restore(new, tmp_path / "kept", replace=True)
    with serving(new) as server:
        anna.address = server.address
        with anna.sit(table) as window:
            _play(window, "c1")
            assert window.texts == ["a1", "b1", "c1"]
            window.send(type="chat", text="we have moved")
            while window.until("chat")["text"] != "we have moved":
                pass


# old ones


def _first(folder: Path) -> Path:
    path = folder / "tables.sqlite3"
    database = sqlite3.connect(path)
    database.executescript(FIRST.read_text("utf8"))
    database.close()
    return path


def _whoever_had_it(server: Served, folder: Path) -> Person:
    database = sqlite3.connect(folder / "tables.sqlite3")
    key = database.execute("SELECT value FROM keys WHERE name = 'cookie'").fetchone()[0]
    database.close()
    person = Person(server.address)
    person.http.cookies.clear()
    person.http.cookies.set(COOKIE, Signer(key).write(FIRST_GUEST))
    return person


def _goes_on(server: Served, person: Person) -> None:
    """Every table is listed and opens; what can be played on is."""
    assert person.http.get("/api/me").json()["name"] == "Anna"
    mine = person.http.get("/api/tables?which=mine").json()
    over = person.http.get("/api/tables?which=finished").json()
    assert len(mine) + len(over) == TABLES_OF_FIRST
    played = 0
    for one in mine:
        with person.sit(one["table"]) as window:
            message = window.receive()
            assert message["type"] == "state"
            if message["over"]:  # the rules changed since, and that is said
                assert message["over"]["ending"] == {"kind": "rules-changed", "by": 0}
                continue
            if one["game"] == "hex" and one["status"] == "running":
                assert len(window.texts) == 14
                assert window.until("chat")["text"].startswith("good luck")
            if window.choices:
                window.act(window.choices[0])
                played += 1
    assert played
    assert server.hall.metrics.errors._value.get() == 0


def test_the_database_of_the_first_revision_is_played_on(tmp_path: Path):
    _first(tmp_path)
    with serving(settings(tmp_path)) as server:
        _goes_on(server, _whoever_had_it(server, tmp_path))


def test_old_tables_are_sorted_into_fast_and_slow_ones(tmp_path: Path):
    engine = create_engine(f"sqlite:///{_first(tmp_path)}")
    with engine.begin() as connection:
        ids = connection.execute(text("SELECT id FROM tables WHERE clock IS NULL ORDER BY id")).scalars().all()
        for table, clock in zip(ids, ('{"per_move": 60, "bank": 900}', '{"bank": 3600}'), strict=False):
            connection.execute(text("UPDATE tables SET clock = :c WHERE id = :t"), {"c": clock, "t": table})
        migrations.upgrade(connection)
        fast = connection.execute(text("SELECT id FROM tables WHERE NOT long_turns")).scalars().all()
    assert fast == ids[:1]


def test_a_backup_of_the_first_revision_is_played_on(tmp_path: Path):
    """As `hexagora backup` of that revision would have written it."""
    old = sqlite3.connect(_first(tmp_path))
    names = ("tables", "seats", "holders", "events", "chats", "guests", "keys")
    lines: list[object] = [{"kind": keeping.KIND, "revision": "0001", "made": "then"}]
    for name in names:
        found = old.execute(f"SELECT * FROM {name}")
        columns = [column[0] for column in found.description]
        lines += [[name, dict(zip(columns, row, strict=True))] for row in found]
    old.close()
    lines.append({"rows": {name: sum(isinstance(x, list) and x[0] == name for x in lines) for name in names}})
    with gzip.open(tmp_path / "kept", "wt", encoding="utf8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "new").mkdir()
    chosen = settings(tmp_path / "new")
    keeping.restore(chosen, tmp_path / "kept")
    with serving(chosen) as server:
        _goes_on(server, _whoever_had_it(server, tmp_path / "new"))


# what goes wrong


def test_a_backup_that_is_not_whole_changes_nothing(tmp_path: Path):
    chosen = settings(tmp_path)
    with serving(chosen) as server:
        table = Person(server.address).make("hex", ["me", "here"])["table"]
    keeping.backup(chosen, tmp_path / "kept")
    whole = (tmp_path / "kept").read_bytes()
    text = gzip.decompress(whole).decode().splitlines(keepends=True)
    newer = [json.dumps({"kind": keeping.KIND, "revision": "9999"}) + "\n", *text[1:]]
    damaged = {
        "is no whole backup": [whole[:-20], whole[:40] + b"x" + whole[41:], gzip.compress("".join(text[:-1]).encode()),
                               gzip.compress("".join(text[:2] + text[-1:]).encode())],
        "is no": [b"", b"hello", gzip.compress(b"{}\n"), gzip.compress(b"hello")],
        "newer version": [gzip.compress("".join(newer).encode())],
    }
    for sentence, files in damaged.items():
        for data in files:
            (tmp_path / "damaged").write_bytes(data)
            with pytest.raises(HexagoraError, match=sentence):
                keeping.restore(chosen, tmp_path / "damaged", replace=True)
    with pytest.raises(HexagoraError, match="--replace"):
        keeping.restore(chosen, tmp_path / "kept")
    with pytest.raises(HexagoraError, match="exists already"):
        keeping.backup(chosen, tmp_path / "kept")
    with serving(chosen) as server:
        assert httpx.get(f"{server.address}/api/tables/{table}").status_code == 200


def rows_in(file: Path) -> int:
    """Of all tables but the one that tells the revision."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        names = [name for name, in database.execute("select name from sqlite_master where type = 'table'")]
        return sum(database.execute(f"select count(*) from {name}").fetchone()[0]
                   for name in names if name != "alembic_version")


def test_the_commands_say_what_they_did(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with serving(settings(tmp_path)) as server:
        table = Person(server.address).named("Anna").make("hex", ["me", "here"])["table"]

    def call(*words: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-m", "hexagora", *words, "--database", url], capture_output=True,
                              text=True, cwd=tmp_path)
        return done.returncode, done.stdout + done.stderr

    rows = rows_in(tmp_path / "tables.sqlite3")
    assert call("backup", "kept") == (0, f"1 tables with 1 events, {rows} rows in all, written to kept; keep it "
                                         "secret: it holds the seeds of running matches and the key that signs people "
                                         "in\n")
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600
    assert call("restore", "kept", "--replace") == (0, f"1 tables with 1 events, {rows} rows in all, put back\n")
    assert call("forget", table, "1") == (0, "Anna: 1 browsers, 2 seats, 0 lines of talk would be forgotten; say "
                                             "--yes\n")
    assert call("forget", table, "1", "--yes")[0] == 0
    code, told = call("forget", table, "1", "--yes")
    assert code == 2
    assert "nobody holds seat 1" in told


# every table that there is, also those that are added later

NOBODYS = {"keys"}  # tables that hold nothing of people or matches


def _row(table: Table, who: str, at: float) -> dict[str, Any]:
    """A row that belongs to a guest and to the guest's table, as far as the columns say."""
    same = {"guest": who, "creator": who, "table_id": f"t-{who}", "content": f"c-{who}", "digest": f"c-{who}"}
    row: dict[str, Any] = {}
    for column in table.columns:
        if column is table.autoincrement_column:
            continue
        if column.name == "id" and isinstance(column.type, String):
            row["id"] = who if table.name == "guests" else f"t-{who}"
        elif column.name in same:
            row[column.name] = same[column.name]
        else:
            kind = column.type.python_type
            row[column.name] = at if kind is float else kind(0) if kind in (int, bool) else who
    return row


def _fill(chosen: Settings, rows: dict[str, float]) -> None:
    """One row of each in every table; its times are those that are given."""
    async def work(database: Database) -> None:
        await database.write(bring_up_to_date)
        await database.write(lambda connection: [connection.execute(insert(table), _row(table, who, at))
                                                 for table in metadata.sorted_tables for who, at in rows.items()])

    keeping.with_database(chosen, work)


def _all(chosen: Settings) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables but for the era, which is another one after each change of this kind."""
    def look(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        found = {table.name: connection.execute(select(table).order_by(*table.primary_key)).mappings().all()
                 for table in metadata.sorted_tables}
        return {name: [dict(row) for row in rows if row.get("name") != ERA_KEY] for name, rows in found.items()}

    found: dict[str, list[dict[str, Any]]] = keeping.with_database(chosen, lambda database: database.read(look))
    return found


def test_every_table_is_in_a_backup_and_comes_back(chosen: Settings, tmp_path: Path):
    _fill(chosen, {"anna": 1.0, "ben": 2.0})
    before = _all(chosen)
    assert all(len(rows) >= 2 for rows in before.values()), "fill every table"
    counts = keeping.backup(chosen, tmp_path / "kept")
    assert set(counts) == set(metadata.tables)
    prune(chosen, 1, really=True)
    assert _all(chosen) != before
    keeping.restore(chosen, tmp_path / "kept", replace=True)
    assert _all(chosen) == before
    prune(chosen, 1, really=True)


def test_of_what_nobody_touched_for_long_nothing_stays_in_any_table(chosen: Settings):
    now = time.time()
    _fill(chosen, {"gone": now - 3 * DAY, "stays": now})
    nameless = {**_row(metadata.tables["ratings"], "gone-without-a-name", now - 3 * DAY), "category": "2"}
    keeping.with_database(chosen, lambda database: database.write(
        lambda connection: connection.execute(insert(metadata.tables["ratings"]), nameless)))
    assert prune(chosen, 2, really=True)[0] >= 1
    left = _all(chosen)
    for name in set(metadata.tables) - NOBODYS:
        assert "gone" not in str(left[name]), name
        assert "stays" in str(left[name]), name


# forgetting


def test_a_person_who_is_forgotten_leaves_nothing_but_moves(chosen: Settings, tmp_path: Path):
    with serving(chosen) as server:
        anna, ben = Person(server.address).named("Annabella"), Person(server.address).named("Ben")
        made = anna.make("hex", ["me", "friend"], options={"size": 5, "swap": False}, public=True)
        ben.follow(made["links"][0]["url"])
        elsewhere = ben.make("hex", ["me", "here"], public=True)["table"]
        with anna.sit(elsewhere) as window:
            window.send(type="chat", text="a word from outside")
            window.until("chat")
        with anna.sit(made["table"]) as a, ben.sit(made["table"]) as b:
            _play(a, "a1")
            a.send(type="chat", text="a word at the table")
            a.until("chat")
            b.send(type="chat", text="an answer")
            while b.until("chat")["text"] != "an answer":
                pass
            b.until_seq(a.seq)
            kept = forget(chosen, made["table"], 1, really=True)
            assert (kept.names, kept.places, len(kept.lines)) == (["Annabella"], [(made["table"], 1)], 2)
            while b.until("state")["seats"][0]["name"] != "Guest 1":
                pass
            b.act("b1")
            b.until_seq(4)  # a bot plays on
        wait_until(lambda: not any(room.telling.viewers for room in server.hall.rooms.values()))
    (tmp_path / "kept").unlink(missing_ok=True)
    keeping.backup(chosen, tmp_path / "kept")
    text = gzip.decompress((tmp_path / "kept").read_bytes()).decode()
    assert "an answer" in text
    for trace in ("Annabella", "a word", anna.cookie.partition("=")[2].partition(".")[0]):
        assert trace not in text


def test_tables_that_nobody_touched_for_long_are_deleted_with_all_that_belongs_to_them(chosen: Settings, tmp_path: Path,
                                                                                      monkeypatch: pytest.MonkeyPatch):
    with serving(chosen) as server:
        anna = Person(server.address).named("Annabella")
        table = anna.make("hex", ["me", "here"], options={"size": 5})["table"]
        with anna.sit(table) as window:
            _play(window, "a1")
            window.send(type="chat", text="a word at the table")
            window.until("chat")
        assert prune(chosen, 1, really=True) == (0, 0)
        now = time.time()
        monkeypatch.setattr("hexagora.server.forgetting.time.time", lambda: now + 3 * 24 * 3600)
        assert prune(chosen, 2, really=False)[0] >= 1
        assert httpx.get(f"{server.address}/api/tables/{table}").status_code == 200
        assert prune(chosen, 2, really=True)[0] >= 1
        assert prune(chosen, 2, really=True) == (0, 0)
        monkeypatch.undo()
        wait_until(lambda: httpx.get(f"{server.address}/api/tables/{table}/match").status_code == 404)
    keeping.backup(chosen, tmp_path / "kept")
    text = gzip.decompress((tmp_path / "kept").read_bytes()).decode()
    for trace in ("Annabella", "a word", table):
        assert trace not in text
