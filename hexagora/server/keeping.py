"""Backups: all that is kept, as one file that fits SQLite and PostgreSQL, made and put back while servers run.

A backup is a packed text: a line about itself, a line for each row, a last line that counts them. What is put back
replaces everything in one transaction and begins a new era: a server that wrote in the old one learns of it before it
can write into the new one (`hexagora/server/storage.py`).
"""

import asyncio
import contextlib
import gzip
import json
import os
import secrets
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, create_engine, delete, func, insert, select, text

from hexagora.engine.errors import HexagoraError
from hexagora.server.database import GOES_WRONG, Database, make
from hexagora.server.schema import ERA_KEY, HEAD, bring_up_to_date, keys, metadata
from hexagora.server.settings import Settings

KIND = "hexagora backup"
AT_A_TIME = 500  # rows that are read and written together
ERA_BYTES = 16
DAMAGED = (EOFError, OSError, zlib.error, ValueError, KeyError, TypeError)

Row = dict[str, Any]
Counts = dict[str, int]


# making one


def backup(settings: Settings, path: Path) -> Counts:
    """Writes all that is kept to a file that does not exist yet; the numbers of rows."""
    if path.exists():
        raise HexagoraError(f"{path} exists already; choose another name, so that no backup is lost")
    if not path.absolute().parent.is_dir():
        raise HexagoraError(f"there is no folder {path.absolute().parent}")
    written: dict[str, int] = with_database(
        settings, lambda database: database.snapshot(lambda connection: _write_file(connection, path)))
    return written


def _write_file(connection: Connection, path: Path) -> Counts:
    """First beside, then under its name: what has the name is whole. Only the owner can read it."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as e:  # not the database's fault
        raise HexagoraError(f"cannot write {path}: {e.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf8", newline="\n") as out:
                counts = _write_rows(connection, out)
            raw.flush()
            os.fsync(raw.fileno())
        os.link(beside, path)
    except ConnectionError:
        raise
    except OSError as e:
        raise HexagoraError(f"cannot write {path}: {e.strerror or e}") from None
    finally:
        beside.unlink()
    return counts


def _write_rows(connection: Connection, out: IO[str]) -> Counts:
    made = datetime.now(UTC).isoformat(timespec="seconds")
    _line(out, {"kind": KIND, "revision": HEAD, "made": made})
    counts: Counter[str] = Counter({table.name: 0 for table in metadata.sorted_tables})
    for table in metadata.sorted_tables:
        for row in _rows(connection, table):
            _line(out, [table.name, row])
            counts[table.name] += 1
    _line(out, {"rows": counts})
    return dict(counts)


def _line(out: IO[str], value: Any) -> None:
    out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    found = connection.execution_options(stream_results=True).execute(select(table).order_by(*table.primary_key))
    for part in found.mappings().partitions(AT_A_TIME):
        yield from map(dict, part)


# putting one back


def restore(settings: Settings, path: Path, replace: bool = False) -> Counts:
    """Puts back what a backup holds, all of it or nothing. What a database holds already goes only when that is
    wanted."""
    revision = _revision(path)
    counts = _checked(path)
    with _up_to_date(path, revision) as source:
        def put(connection: Connection) -> None:
            if not replace and connection.execute(select(func.count()).select_from(metadata.tables["tables"])).scalar():
                raise HexagoraError("the database holds tables; to give them up for those of the backup, say --replace")
            _replace_all(connection, source())

        async def work(database: Database) -> None:
            await database.write(bring_up_to_date)
            await database.write(put)

        with_database(settings, work)
    return counts


def _replace_all(connection: Connection, rows: Iterable[tuple[str, Row]]) -> None:
    _keep_others_out(connection)
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))
    for name, part in _parts(rows):
        connection.execute(insert(metadata.tables[name]), part)
    for table in metadata.sorted_tables:
        _count_on(connection, table)
    begin_era(connection)


def _keep_others_out(connection: Connection) -> None:
    """Whoever wants to write waits until we are done; reading goes on."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(table.name for table in metadata.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def begin_era(connection: Connection) -> None:
    """Whatever servers know from before must be read again."""
    connection.execute(delete(keys).where(keys.c.name == ERA_KEY))
    connection.execute(insert(keys).values(name=ERA_KEY, value=secrets.token_hex(ERA_BYTES)))


def _parts(rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    """Rows of one table that follow each other, not too many at a time."""
    name = ""
    part: list[Row] = []
    for table, row in rows:
        if part and (table != name or len(part) == AT_A_TIME):
            yield name, part
            part = []
        name = table
        part.append(row)
    if part:
        yield name, part


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL keeps the next number of a row apart from the rows."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name != "postgresql":
        return
    sequence = connection.execute(text("SELECT pg_get_serial_sequence(:t, :c)"),
                                  {"t": table.name, "c": column.name}).scalar()
    highest = connection.execute(select(func.max(column))).scalar()
    if sequence and highest is not None:
        connection.execute(text("SELECT setval(CAST(:s AS regclass), :n)"), {"s": sequence, "n": highest})


# reading one


def _documents(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf8") as lines:
            for line in lines:
                yield json.loads(line)
    except FileNotFoundError:
        raise HexagoraError(f"there is no file {path}") from None
    except DAMAGED as e:
        raise HexagoraError(f"{path} is no whole backup: {e}") from None


def _revision(path: Path) -> str:
    head = next(_documents(path), None)
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise HexagoraError(f"{path} is no backup of Hexagora")
    return str(head["revision"])


def _entries(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a file, each with the name of its table."""
    for document in _documents(path):
        if isinstance(document, list):
            yield document[0], document[1]


def _checked(path: Path) -> Counts:
    """Reads all of a file once, before anything is given up for it: the numbers of its rows."""
    found: Counter[str] = Counter()
    last: Any = None
    for last in _documents(path):
        if isinstance(last, list):
            found[last[0]] += 1
    if not isinstance(last, dict) or {k: n for k, n in last.get("rows", {}).items() if n} != found:
        raise HexagoraError(f"{path} is no whole backup: its end is missing")
    return dict(last["rows"])


@contextlib.contextmanager
def _up_to_date(path: Path, revision: str) -> Iterator[Any]:
    """Something that gives the rows as this version keeps them. Those of an older one are brought up to date in a
    database of their own."""
    from hexagora.server import migrations

    if revision == HEAD:
        yield lambda: _entries(path)
        return
    migrations.must_know(revision)
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{folder}/older.sqlite3")
        try:
            with engine.begin() as connection:
                migrations.upgrade(connection, revision)
            with engine.begin() as connection:
                _fill(connection, path)
            with engine.begin() as connection:
                migrations.upgrade(connection)
            with engine.connect() as connection:
                yield lambda: ((t.name, row) for t in metadata.sorted_tables for row in _rows(connection, t))
        finally:
            engine.dispose()


def _fill(connection: Connection, path: Path) -> None:
    """Puts the rows of a file into a database of the same revision."""
    then = MetaData()
    then.reflect(connection)
    for name, part in _parts(_entries(path)):
        connection.execute(insert(then.tables[name]), part)


def with_database(settings: Settings, work: Any) -> Any:
    """Does something with the database, and says in one sentence what is wrong with it."""
    async def go() -> Any:
        database = make(settings)
        try:
            return await work(database)
        except GOES_WRONG as e:
            why = str(getattr(e, "orig", None) or e)
            raise HexagoraError(f"the database {database.url.render_as_string()} cannot be used: {why}") from None
        finally:
            await database.dispose()

    return asyncio.run(go())
