"""What the site keeps of tables. It lies in the browser's own database, which JavaScript reaches (`web/site/store.js`);
rows of tables, seats and holders are in memory too, journals are read when somebody looks at a table. As at a server,
what is told has been written before."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Protocol

from hexagora.engine.content import digest
from hexagora.server.errors import Refusal
from hexagora.server.records import AlreadyWritten, Job, Record
from hexagora.server.settings import Settings

NAMES = "names"  # the key of what people are called
EXISTS = "ConstraintError"  # how browsers call it when a row is there already


class Store(Protocol):
    """The browser's database. Everything goes in and out as JSON; a list of changes is written whole or not at all."""

    async def load(self) -> str: ...

    async def commit(self, changes: str) -> None: ...

    async def events(self, table: str, first: int) -> str: ...

    async def chats(self, table: str) -> str: ...

    async def content(self, name: str) -> str | None: ...


class Row(SimpleNamespace):
    """A row, its columns as attributes."""

    @property
    def _mapping(self) -> dict[str, Any]:
        return vars(self)


class Shelf:
    """The interface of the server's `Storage`, as far as one browser and the friends of its owner need it."""

    def __init__(self, settings: Settings, store: Store, content_of: Callable[[str], str]):
        self.settings, self._store, self._content_of = settings, store, content_of
        self._tables: dict[str, dict[str, Any]] = {}  # by id: the row, with its seats and holders
        self._names: dict[str, str] = {}
        self._writing = asyncio.Lock()  # one change at a time: each begins with what the one before left
        self.era: str | None = None
        self.when_era_begins: Callable[[], None] = lambda: None

    # life

    async def open(self) -> None:
        for key, document in json.loads(await self._store.load()).items():
            if key == NAMES:
                self._names = document
            else:
                self._tables[key] = document

    async def close(self) -> None:
        return

    async def look_for_era(self) -> None:
        """Nobody puts back a backup here."""

    # writing

    async def write(self, job: Job) -> None:
        """Returns when the rows are kept."""
        async with self._writing:
            await self._write(job)

    async def _write(self, job: Job) -> None:
        tables = {of: _copied(self._tables[of]) for of in _named(job) if of in self._tables}
        appended = [["content", row["content"], written] for row in job.rows.get("table", ())
                    if digest(written := self._content_of(row["game"])) == row["content"]]
        for kind, rows in job.rows.items():
            for row in rows:
                appended += _change(tables, kind, dict(row))
        await self._commit([*(["put", of, table] for of, table in tables.items()), *appended])
        self._tables |= tables

    async def keep_content(self, written: str) -> None:
        """Keeps what a match began with that comes from elsewhere."""
        await self._commit([["content", digest(written), written]])

    async def _commit(self, changes: list[list[Any]]) -> None:
        try:
            await self._store.commit(json.dumps(changes))
        except Exception as e:
            if EXISTS in f"{type(e).__name__} {e}":
                raise AlreadyWritten(str(e)) from None
            raise Refusal("storage", "This browser cannot keep any more just now: nothing that you saw is lost, and "
                          "the decision was not made. Make room on this device, or remove matches that are over, and "
                          "try again.", 503) from e

    async def take_away(self, table_id: str) -> bool:
        """Forgets a table with all that happened at it."""
        async with self._writing:
            if table_id not in self._tables:
                return False
            await self._commit([["drop", table_id]])
            del self._tables[table_id]
            return True

    async def _alter(self, table_id: str, change: Callable[[dict[str, Any]], bool]) -> bool:
        """Changes a table, unless the change says that it cannot be made."""
        async with self._writing:
            table = _copied(self._tables[table_id])
            if not change(table):
                return False
            await self._commit([["put", table_id, table]])
            self._tables[table_id] = table
            return True

    async def set_rematch(self, table_id: str, new: str) -> str:
        await self._alter(table_id, lambda table: _set(table, rematch=new))
        return new

    async def restart_clocks(self, now: float) -> None:
        """The time in which the page was closed is charged to nobody."""
        for of, table in self._tables.items():
            if table["status"] != "over" and table["clock"] is not None:
                await self._alter(of, lambda one: _set(one, clock_from=now))

    async def name_guest(self, guest: str, name: str) -> None:
        self._names[guest] = name
        await self._commit([["put", NAMES, self._names]])

    async def rename_seats(self, guest: str, name: str) -> list[str]:
        """Gives a guest's seat at unfinished tables the new name, unless several sit at one screen."""
        alone = [of for of, table in self._tables.items() if table["status"] != "over"
                 and len(_seats_of(table, guest)) == 1]
        for of in alone:
            await self._alter(of, lambda table: _rename(table, guest, name))
        return alone

    # seats of friends

    async def claim(self, table_id: str, seat: int, guest: str, name: str) -> bool:
        """Takes an open seat; of two who try at once, one gets it."""
        return await self._alter(table_id, lambda table: _sit_down(table, seat, guest, name))

    async def release(self, table_id: str, seat: int, name: str, secret: str) -> bool:
        """Frees a seat of a table whose match has not begun."""
        return await self._alter(table_id, lambda table: _get_up(table, seat, name, secret))

    async def seat_bots(self, table_id: str, names: dict[int, str]) -> None:
        """Puts bots into the free ones of these seats, and the match begins."""
        await self._alter(table_id, lambda table: _seat_bots(table, names))

    # reading

    async def record(self, table_id: str, first: int = 0) -> Record | None:
        table = self._tables.get(table_id)
        if table is None:
            return None
        events = json.loads(await self._store.events(table_id, first))
        return Record(_row(table), _rows(table["seats"]), _rows(table["holders"]), _rows(events))

    async def table(self, table_id: str) -> Mapping[str, Any] | None:
        table = self._tables.get(table_id)
        return None if table is None else _row(table)

    async def with_seats(self, rows: Sequence[Any], guest: str) -> list[tuple[Any, list[Any], set[int]]]:
        """The rows of tables, each with its seats and the guest's own ones."""
        found = [(row, self._tables[row["id"]]) for row in rows]
        return [(row, _with_holders(table), _seats_of(table, guest)) for row, table in found]

    async def content(self, name: str) -> str | None:
        """What a match began with, which the site may not have any more."""
        return await self._store.content(name)

    async def outdated(self, present: Iterable[Any]) -> list[str]:
        """What an update does to a match is seen when somebody opens its table."""
        return []

    async def chats(self, table_id: str) -> list[Any]:
        return list(_rows(json.loads(await self._store.chats(table_id))))[-self.settings.limits.chats_kept:]

    async def listed(self, which: str, guest: str) -> Sequence[Any]:
        """The tables of the lobby: one's own, and those that one laid; nobody else sees any."""
        if which == "open":
            return []
        found = [table for table in self._tables.values() if (table["status"] == "over") == (which == "finished")
                 and (table["creator"] == guest or _seats_of(table, guest))]
        newest = sorted(found, key=lambda table: float(table["updated"]), reverse=True)
        return [Row(**_row(table)) for table in newest[: self.settings.limits.listed_tables]]

    async def unattended(self, before: float) -> list[str]:
        """A table goes on when somebody opens it."""
        return []

    async def guest_name(self, guest: str) -> str | None:
        return self._names.get(guest)


def _row(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("seats", "holders")}


def _rows(documents: list[dict[str, Any]]) -> list[Row]:
    return [Row(**document) for document in documents]


def _copied(table: dict[str, Any]) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(table))
    return copied


def _with_holders(table: dict[str, Any]) -> list[Row]:
    """The seats, and whether they are somebody's."""
    held = {holder["seat"] for holder in table["holders"]}
    return [Row(**seat, held=seat["seat"] in held) for seat in table["seats"]]


def _seats_of(table: dict[str, Any], guest: str) -> set[int]:
    return {holder["seat"] for holder in table["holders"] if holder["guest"] == guest}


def _set(table: dict[str, Any], **columns: Any) -> bool:
    table.update(columns)
    return True


def _rename(table: dict[str, Any], guest: str, name: str) -> bool:
    for seat in table["seats"]:
        if seat["seat"] in _seats_of(table, guest):
            seat["name"] = name
    return True


def _sit_down(table: dict[str, Any], seat: int, guest: str, name: str) -> bool:
    found = table["seats"][seat - 1]
    if found["taken"] or found["kind"] != "person":
        return False
    found.update(taken=True, name=name)
    table["holders"].append({"table_id": found["table_id"], "seat": seat, "guest": guest})
    return _begin_if_all_there(table)


def _get_up(table: dict[str, Any], seat: int, name: str, secret: str) -> bool:
    found = table["seats"][seat - 1] if seat <= len(table["seats"]) else None
    if found is None or not found["taken"] or found["kind"] != "person" or table["status"] != "open":
        return False
    found.update(taken=False, name=name, secret=secret, away=False)
    table["holders"] = [holder for holder in table["holders"] if holder["seat"] != seat]
    return True


def _seat_bots(table: dict[str, Any], names: dict[int, str]) -> bool:
    for seat, name in names.items():
        if not table["seats"][seat - 1]["taken"]:
            table["seats"][seat - 1].update(kind="bot", taken=True, name=name)
    return _begin_if_all_there(table)


def _begin_if_all_there(table: dict[str, Any]) -> bool:
    """A table whose last open seat is taken is running, and its clock with it."""
    if table["status"] == "open" and all(seat["taken"] for seat in table["seats"]):
        table.update(status="running", clock_from=time.time(), updated=time.time())
    return True


def _named(job: Job) -> set[str]:
    """The tables that a job speaks of."""
    named = (row.get("of") or row.get("table_id") for rows in job.rows.values() for row in rows)
    return {str(of) for of in named if of}


NOT_YET = {"ending": None, "offer": None, "result": None}  # what a table has that is not told when it is laid
COLUMNS = {"at_": "updated", "from_": "clock_from"}  # of updates; other values are called as their columns, with a dash
ALSO: dict[str, dict[str, Any]] = {  # what an update sets besides, as in `storage.STATEMENTS`
    "turn": {"takeback": None}, "ending": {"offer": None, "takeback": None, "status": "over"}}


def _change(tables: dict[str, dict[str, Any]], kind: str, row: dict[str, Any]) -> list[list[Any]]:
    """Applies one row of a job to the tables; what is appended to a journal is returned."""
    if kind == "table":
        tables[row["id"]] = {**NOT_YET, **row, "seats": [], "holders": []}
    elif kind in ("seat", "holder"):
        tables[row["table_id"]][f"{kind}s"].append(row)
    elif kind in ("event", "chat"):
        return [[kind, row]]
    elif kind == "away":
        tables[row["of"]]["seats"][row["seat_"] - 1]["away"] = row["away_"]
    else:
        tables[row["of"]].update({COLUMNS.get(name, name[:-1]): value for name, value in row.items() if name != "of"})
        tables[row["of"]].update(ALSO.get(kind, {}))
    return []
