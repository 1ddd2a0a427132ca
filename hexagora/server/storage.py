"""The database: reading tables, and writing so that many tables share one commit.

Everything that is told to anybody has been committed before. A journal event is a row (table, n); two processes that
want to write the same n meet at the primary key, and one of them is refused. When a backup was put back (`keeping.py`)
a new era begins: what was decided in the old one is not written any more, and everything is read again.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, and_, bindparam, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from hexagora.server import database, naming, pushing, rating_rows, ratings
from hexagora.server.database import GOES_WRONG, Found, Work
from hexagora.server.errors import Refusal, storage_failed
from hexagora.server.records import AlreadyWritten, Installed, Job, Record
from hexagora.server.rounds import Rounds
from hexagora.server.schema import (
    ERA_KEY,
    HEAD,
    bring_up_to_date,
    chats,
    contents,
    events,
    guests,
    holders,
    keys,
    revisions,
    seats,
    tables,
)
from hexagora.server.settings import Settings
from hexagora.server.supervision import Supervisor, within

log = logging.getLogger("hexagora.storage")
LARGEST_BATCH = 256
MOST_SWEPT = 2000  # tables that one sweep attends to
COMMIT_EVERY = 0.02  # seconds from one commit to the next; what comes in between shares the next one
CROWD, CROWDED_EVERY = 8, 0.1  # as many in one commit are a crowd: then the next comes later, and more share it
STILL_LOOKED_AT = 86_400.0  # seconds after its end in which somebody may have a table open
PATIENCE = 15.0  # seconds after which the database counts as not answering
KEY_BYTES = 32
COOKIE_KEY, PROOF_KEY = "cookie", "written"

_EVENT = tuple(column.name for column in events.c)
_INSERT_EVENT = f"INSERT INTO events ({', '.join(_EVENT)}) VALUES ({', '.join('?' * len(_EVENT))})"
_event_values = itemgetter(*_EVENT)


def _insert_events(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Decisions are what is written most: for SQLite they go to the driver as they are, which takes half the time."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_INSERT_EVENT, [*map(_event_values, rows)])
    else:
        connection.execute(insert(events), rows)


# in the order in which they must run inside one transaction
STATEMENTS: dict[str, Any] = {
    "table": insert(tables),
    "seat": insert(seats),
    "holder": insert(holders),
    "event": _insert_events,
    "turn": update(tables).where(tables.c.id == bindparam("of")).values(
        status=bindparam("status_"), turn=bindparam("turn_"), updated=bindparam("at_"),
        clock_from=bindparam("from_"), result=bindparam("result_"), turn_from=bindparam("turn_from_"), takeback=None),
    "takeback": update(tables).where(tables.c.id == bindparam("of")).values(takeback=bindparam("takeback_")),
    "ending": update(tables).where(tables.c.id == bindparam("of")).values(
        ending=bindparam("ending_"), result=bindparam("result_"), offer=None, takeback=None, status="over",
        updated=bindparam("at_")),
    "adopt": update(tables).where(tables.c.id == bindparam("of")).values(
        game_version=bindparam("game_version_"), content=bindparam("content_")),
    "offer": update(tables).where(tables.c.id == bindparam("of")).values(offer=bindparam("offer_")),
    "rated": rating_rows.settle_all,
    "away": update(seats).where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("seat_")).values(
        away=bindparam("away_")),
    "chat": insert(chats),
    "proof": update(keys).where(keys.c.name == PROOF_KEY).values(value=bindparam("value_")),
}


# everything about one table, asked at once
RECORD = (
    select(tables).where(tables.c.id == bindparam("of")),
    select(seats).where(seats.c.table_id == bindparam("of")).order_by(seats.c.seat),
    select(holders).where(holders.c.table_id == bindparam("of")),
    select(events).where(events.c.table_id == bindparam("of"), events.c.n >= bindparam("first")).order_by(events.c.n),
)


ERA = select(keys.c.value).where(keys.c.name == ERA_KEY)

# What is asked again and again is put together once; much of it holds itself and would lie about until somebody looks
# for cycles.
HELD = select(holders.c.seat).where(holders.c.table_id == seats.c.table_id,
                                    holders.c.seat == seats.c.seat).correlate(seats).exists()  # somebody's seat
SEATED = select(seats, HELD.label("held"))
TAKEN = seats.c.taken.is_(True) | HELD
JOINABLE = (tables.c.status != "open") | select(seats.c.seat).where(
    seats.c.table_id == tables.c.id, seats.c.taken.is_(False), ~HELD).exists()
_BOT_ACTS = select(seats.c.table_id).where(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.turn,
                                           (seats.c.kind == "bot") | seats.c.away.is_(True)).exists()
_PERSON = select(seats.c.table_id).where(seats.c.table_id == tables.c.id, seats.c.kind == "person",
                                         seats.c.away.is_(False)).exists()
ONE = func.count() == 1
BEGUN = case((tables.c.status == "open", 0), else_=1)
UNATTENDED = select(tables.c.id).where(
    tables.c.status == "running", _BOT_ACTS | tables.c.clock.is_not(None),
    _PERSON | tables.c.rated.is_not(None))  # a match that counts is played to its end


class NewEra(Exception):
    """All that is kept was put there anew since we looked."""


class Storage:
    def __init__(self, settings: Settings, tasks: Supervisor):
        self.settings, self.tasks = settings, tasks
        self.database = database.make(settings)
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self.rounds = Rounds(self._wake.set)
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self.batches = 0
        self.written = 0
        self.era: str | None = None
        self.when_era_begins: Callable[[], None] = lambda: None

    # life

    async def open(self) -> None:
        """Brings the schema up to date and starts the writer."""
        await self.upgrade()
        await self._small(insert(keys).values(name=PROOF_KEY, value=""))
        self.era = await self.ask(_era)
        self._writer = self.tasks.keep(self._write_forever, "writer")

    async def upgrade(self) -> None:
        if await self._version() != HEAD:
            await self.database.write(bring_up_to_date)

    async def _version(self) -> str | None:
        wanted = select(revisions.c.version_num)
        try:
            found: str | None = await self.database.read(lambda connection: connection.execute(wanted).scalar())
            return found
        except DBAPIError:
            return None

    async def close(self) -> None:
        """Writes what is waiting, then lets go of the database."""
        self._closing = True
        self._wake.set()
        if self._writer:
            await self._writer
        await self.dispose()

    async def dispose(self) -> None:
        await self.database.dispose()

    async def prove(self) -> None:
        """Writes something, the way everything is written."""
        await self.write(Job().add("proof", value_=str(time.time())))

    # writing

    def write(self, job: Job) -> Awaitable[None]:
        """Is done when the rows are committed; raises AlreadyWritten or a refusal when they are not."""
        if self._closing or self._writer is None:
            raise storage_failed()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        self._wake.set()
        return done

    async def _write_forever(self) -> None:
        """The first write after a pause is committed at once; under load many share a commit, and what comes in
        meanwhile is taken up right before it."""
        clock = asyncio.get_running_loop().time
        last = pause = 0.0
        while not (self._closing and not self._waiting):
            if not self._waiting and not self.rounds.somebody:
                await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(0 if self._closing else max(0.0, last + pause - clock()))
            last = clock()
            if self.rounds.somebody:
                self.rounds.begin()
                await asyncio.sleep(0)  # they are heard now, and what they decide waits with the rest
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            self.rounds.crowded = len(batch) >= CROWD
            pause = CROWDED_EVERY if self.rounds.crowded else COMMIT_EVERY
            if not batch:
                continue
            try:
                await self._commit(batch)
            finally:  # whatever happened: nobody is left waiting
                for _, done in batch:
                    _settle(done, storage_failed())

    async def _commit(self, batch: list[tuple[Job, asyncio.Future[None]]]) -> None:
        """All in one transaction; if that fails, each on its own, so that one bad job spoils no other. Where no job is
        to blame none is tried again: each would wait as long as all, and what was given up may still be written."""
        problem, to_blame = await self._transact([job for job, _ in batch])
        one_by_one = to_blame and len(batch) > 1
        for job, done in batch:
            if one_by_one:
                problem, to_blame = await self._transact([job])
                one_by_one = problem is None or to_blame
            _settle(done, problem)

    async def _transact(self, jobs: Sequence[Job]) -> tuple[Exception | None, bool]:
        """What went wrong, if something did, and whether one of the jobs may be to blame for it."""
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for job in jobs:
            for name, values in job.rows.items():
                rows[name].extend(values)
        try:
            await within(PATIENCE, self.database.write(lambda connection: _execute(connection, rows, self.era)))
        except IntegrityError as e:
            return AlreadyWritten(str(e.orig)), True
        except NewEra:
            return await self._follow_era(), False
        except GOES_WRONG as e:
            log.error("write failed", extra={"why": str(e)[:300], "jobs": len(jobs)})
            return storage_failed(), not isinstance(e, OperationalError | OSError)
        except Exception as e:
            self.tasks.failed("writer", e)
            return storage_failed(), True
        self.batches += 1
        self.written += len(jobs)
        return None, False

    async def _follow_era(self) -> Exception | None:
        try:
            await self.look_for_era()
        except Refusal as e:
            return e
        return storage_failed()

    async def look_for_era(self) -> None:
        """If a new era has begun, whatever waits to be written belongs to the old one and is refused."""
        era = await self.ask(_era)
        if era == self.era:
            return
        log.warning("all that is kept was put there anew")
        self.era = era
        waiting, self._waiting = self._waiting, []
        for _, done in waiting:
            _settle(done, storage_failed())
        self.when_era_begins()

    # reading

    async def ask(self, work: Work[Found]) -> Found:
        try:
            return await within(PATIENCE, self.database.read(work))
        except GOES_WRONG as e:
            log.error("read failed", extra={"why": str(e)[:300]})
            raise storage_failed() from None

    async def change(self, work: Work[Found]) -> Found:
        """Does something in one transaction of its own, beside the writer."""
        try:
            return await within(PATIENCE, self.database.write(work))
        except GOES_WRONG as e:
            log.error("write failed", extra={"why": str(e)[:300]})
            raise storage_failed() from None

    async def rows(self, statement: Any) -> Sequence[Any]:
        return await self.ask(lambda connection: connection.execute(statement).fetchall())

    async def table(self, table_id: str) -> Mapping[str, Any] | None:
        rows = await self.rows(select(tables).where(tables.c.id == table_id))
        return rows[0]._mapping if rows else None

    async def record(self, table_id: str, first: int = 0) -> Record | None:
        """All that is kept of a table, with its events from the first wanted on."""
        of = {"of": table_id, "first": first}

        def work(connection: Connection) -> Record | None:
            found = [connection.execute(query, of).fetchall() for query in RECORD]
            if not found[0]:
                return None
            row: Any = found[0][0]._mapping
            known = rating_rows.of_table(connection, table_id, row["game"], row["rated"]) if row["rated"] else None
            return Record(row, found[1], found[2], found[3], known or ratings.NOTHING)

        return await self.ask(work)

    async def ratings_of(self, table_id: str, game: str, category: str) -> ratings.Known:
        """What is known of the ratings at a table."""
        return await self.ask(lambda connection: rating_rows.of_table(connection, table_id, game, category))

    async def content(self, digest: str) -> str | None:
        """The content of a game that matches were played with."""
        rows = await self.rows(select(contents.c.text).where(contents.c.digest == digest))
        return str(rows[0].text) if rows else None

    async def outdated(self, present: Iterable[Installed]) -> list[str]:
        """The tables that wait or are played by other rules than those that are here, or with content that is neither
        kept nor here."""
        here = list(present)
        kept = select(contents.c.digest).where(contents.c.digest == tables.c.content).exists()
        other = (*(and_(tables.c.game == one.game, tables.c.game_version != one.version) for one in here),
                 and_(tables.c.game.in_([one.game for one in here]), ~kept))
        rows = await self.rows(select(tables.c.id).where(tables.c.status != "over", or_(*other))
                                .order_by(tables.c.updated.desc()))
        return [row.id for row in rows]

    async def seats(self, table_ids: Iterable[str]) -> Sequence[Any]:
        """The seats of some tables; `held` says whether they are somebody's, be it that nobody has come yet."""
        return await self.rows(SEATED.where(seats.c.table_id.in_(list(table_ids)))
                               .order_by(seats.c.table_id, seats.c.seat))

    async def holders(self, table_id: str) -> Sequence[Any]:
        return await self.rows(select(holders).where(holders.c.table_id == table_id))

    async def held(self, guest: str, table_ids: list[str]) -> dict[str, set[int]]:
        """The guest's seats at some tables."""
        found: dict[str, set[int]] = {}
        for row in await self.rows(select(holders).where(holders.c.guest == guest,
                                                          holders.c.table_id.in_(table_ids))):
            found.setdefault(row.table_id, set()).add(row.seat)
        return found

    async def with_seats(self, rows: Sequence[Any], guest: str) -> list[tuple[Any, list[Any], set[int]]]:
        """The rows of tables, each with its seats and the guest's own ones."""
        sitting: dict[str, list[Any]] = {row["id"]: [] for row in rows}
        for seat in await self.seats(sitting) if sitting else []:
            sitting[seat.table_id].append(seat)
        held = await self.held(guest, list(sitting)) if sitting else {}
        return [(row, sitting[row["id"]], held.get(row["id"], set())) for row in rows]

    async def events_of(self, table_ids: list[str]) -> dict[str, int]:
        """How many events some tables have."""
        rows = await self.rows(select(events.c.table_id, func.max(events.c.n).label("last"))
                                .where(events.c.table_id.in_(table_ids)).group_by(events.c.table_id))
        return {row.table_id: row.last + 1 for row in rows}

    async def chats(self, table_id: str) -> list[Any]:
        rows = await self.rows(select(chats).where(chats.c.table_id == table_id).order_by(chats.c.id.desc())
                                .limit(self.settings.limits.chats_kept))
        return list(reversed(rows))

    async def listed(self, which: str, guest: str) -> Sequence[Any]:
        """The tables of the lobby: open and public ones, one's own, or finished ones that one may see."""
        mine = kept_by(guest)
        query = select(tables)
        if which == "open":  # where somebody is waited for comes first: there are many where people only look on
            query = query.where(tables.c.public.is_(True), tables.c.status != "over", JOINABLE).order_by(BEGUN)
        elif which == "mine":
            query = query.where(tables.c.id.in_(mine), tables.c.status != "over")
        else:
            query = query.where(tables.c.status == "over", tables.c.public.is_(True) | tables.c.id.in_(mine))
        return await self.rows(query.order_by(tables.c.updated.desc()).limit(self.settings.limits.listed_tables))

    async def waiting(self, table_ids: Sequence[str]) -> list[str]:
        """Those of some tables that still wait for players."""
        rows = await self.rows(select(tables.c.id).where(tables.c.id.in_(table_ids), tables.c.status == "open"))
        return [row.id for row in rows]

    async def unattended(self, before: float) -> list[str]:
        """Running tables where a bot is to act or a clock runs, and nothing has happened for a while."""
        query = UNATTENDED.where(tables.c.updated < before)
        return [row.id for row in await self.rows(query.limit(MOST_SWEPT))]

    # small things with a transaction of their own

    async def restart_clocks(self, now: float) -> None:
        """The time in which no server ran is charged to nobody."""
        await self._small(update(tables).where(tables.c.status != "over", tables.c.clock.is_not(None))
                          .values(clock_from=now))

    async def keep_contents(self, present: Iterable[Installed]) -> None:
        """Keeps the content of games, each once."""
        known = {row.digest for row in await self.rows(select(contents.c.digest))}
        new = {one.digest: insert(contents).values(digest=one.digest, game=one.game, text=one.content)
               for one in present if one.digest not in known}
        if new and not await self._small(*new.values()):
            for one in new.values():  # another process has just kept some of them
                await self._small(one)

    async def _small(self, *statements: Any) -> int:
        """Runs statements in one transaction; the number of rows that the first one changed."""
        try:
            return await within(PATIENCE, self.database.write(lambda connection: _run_small(connection, statements)))
        except IntegrityError:
            return 0
        except GOES_WRONG as e:
            log.error("write failed", extra={"why": str(e)[:300]})
            raise storage_failed() from None

    async def claim(self, table_id: str, seat: int, guest: str, name: str) -> bool:
        """Takes an open seat; of two who try at once, one gets it."""
        here = (seats.c.table_id == table_id, seats.c.seat == seat)
        return bool(await self._small(
            update(seats).where(*here, seats.c.taken.is_(False), seats.c.kind == "person").values(
                taken=True, name=name),
            insert(holders).values(table_id=table_id, seat=seat, guest=guest),
            self._all_there(table_id)))

    async def take_kept(self, table_id: str, kept: Sequence[int]) -> bool:
        """Takes seats that are kept for somebody who has come."""
        here = (seats.c.table_id == table_id, seats.c.seat.in_(kept), seats.c.taken.is_(False))
        return bool(await self._small(update(seats).where(*here, self._is_open(table_id)).values(taken=True),
                                      self._all_there(table_id)))

    async def hold(self, table_id: str, seat: int, guest: str) -> None:
        """Lets a guest who knows the secret play a seat, also on another device."""
        await self._small(update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat).values(taken=True))
        await self._small(insert(holders).values(table_id=table_id, seat=seat, guest=guest))
        await self._small(self._all_there(table_id))

    @staticmethod
    def _all_there(table_id: str) -> Any:
        """A table whose last open seat is taken is running, and its clock with it."""
        waiting = select(seats.c.table_id).where(seats.c.table_id == table_id, seats.c.taken.is_(False))
        now = time.time()
        return update(tables).where(tables.c.id == table_id, tables.c.status == "open",
                                    tables.c.id.not_in(waiting)).values(
            status="running", clock_from=now, updated=now)

    async def release(self, table_id: str, seat: int, name: str, secret: str) -> bool:
        """Frees a seat of a table whose match has not begun; links that opened it are void."""
        here = (seats.c.table_id == table_id, seats.c.seat == seat, seats.c.kind == "person", TAKEN)
        return bool(await self._small(
            update(seats).where(*here, self._is_open(table_id)).values(
                taken=False, name=name, secret=secret, away=False),
            delete(holders).where(holders.c.table_id == table_id, holders.c.seat == seat)))

    async def seat_bots(self, table_id: str, names: dict[int, str]) -> None:
        """Puts bots into the free ones of these seats, and the match begins."""
        for seat, name in names.items():
            await self._small(update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat,
                                                  seats.c.taken.is_(False)).values(kind="bot", taken=True, name=name),
                              delete(holders).where(holders.c.table_id == table_id, holders.c.seat == seat))
        await self._small(self._all_there(table_id))

    async def take_away(self, table_id: str) -> bool:
        """Deletes a table whose match has not begun."""
        return bool(await self._small(delete(tables).where(tables.c.id == table_id, tables.c.status == "open")))

    @staticmethod
    def _is_open(table_id: str) -> Any:
        return select(tables.c.id).where(tables.c.id == table_id, tables.c.status == "open").exists()

    async def set_rematch(self, table_id: str, new: str) -> str:
        """Makes a table the one that follows; of two that are made at once, one stays."""
        there = select(tables.alias().c.id)  # one that was closed again does not count
        if await self._small(update(tables).where(tables.c.id == table_id, or_(
                tables.c.rematch.is_(None), tables.c.rematch.not_in(there))).values(rematch=new)):
            return new
        await self._small(delete(tables).where(tables.c.id == new))
        row = await self.table(table_id)
        return str(row["rematch"]) if row else new

    async def rename_seats(self, guest: str, name: str) -> list[str]:
        """Gives a guest's seats the new name, except those of others at the same screen; the tables at which somebody
        may be looking."""
        return await self.change(lambda connection: call_anew(connection, guest, name))

    async def guest_name(self, guest: str) -> str | None:
        rows = await self.rows(select(guests.c.name).where(guests.c.id == guest))
        return str(rows[0].name) if rows else None

    async def name_guest(self, guest: str, name: str) -> None:
        now = time.time()
        if not await self._small(update(guests).where(guests.c.id == guest).values(name=name, at=now)):
            await self._small(insert(guests).values(id=guest, name=name, at=now))

    async def cookie_key(self) -> str:
        """The key that signs cookies: the operator's, else one that is made once and shared by all processes."""
        return self.settings.secret or await self._key(COOKIE_KEY, lambda: secrets.token_urlsafe(KEY_BYTES))

    async def push_key(self) -> str:
        """The private key that signs pushes, made once and shared by all processes."""
        return await self._key(pushing.VAPID_KEY, pushing.new_key)

    async def _key(self, name: str, make: Callable[[], str]) -> str:
        wanted = select(keys.c.value).where(keys.c.name == name)
        rows = await self.rows(wanted)
        if not rows:
            await self._small(insert(keys).values(name=name, value=make()))
            rows = await self.rows(wanted)
        return str(rows[0].value)


def call_anew(connection: Connection, guest: str, name: str) -> list[str]:
    """One name for a person everywhere, also at tables where the match is over."""
    alone = select(holders.c.table_id).where(holders.c.guest == guest).group_by(holders.c.table_id).having(ONE)
    held = select(holders.c.seat).where(holders.c.table_id == seats.c.table_id,
                                        holders.c.guest == guest).correlate(seats)
    own, of_others = seats.c.seat.in_(held), seats.c.seat.not_in(held)
    others = defaultdict[str, list[str]](list)
    for row in connection.execute(select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(alone), of_others)):
        others[row.table_id].append(row.name)
    connection.execute(update(seats).where(seats.c.table_id.in_(alone), own).values(name=name))
    for table, told in others.items():
        if (called := naming.unlike(name, told)) != name:  # somebody else at the table has it
            connection.execute(update(seats).where(seats.c.table_id == table, own).values(name=called))
    lately = tables.c.updated > time.time() - STILL_LOOKED_AT
    return list(connection.execute(select(tables.c.id).where(tables.c.id.in_(alone),
                                                             or_(tables.c.status != "over", lately))).scalars())


def kept_by(guest: str) -> Any:
    """The tables at which a guest holds a seat, without those that were put away."""
    return select(holders.c.table_id).where(holders.c.guest == guest, holders.c.put_away.is_(False))


def _execute(connection: Connection, rows: dict[str, list[dict[str, Any]]], era: str | None) -> None:
    """Whoever puts back a backup lets nobody else write: if we had to wait for that, we see the new era at the end."""
    for name, statement in STATEMENTS.items():
        if name in rows and callable(statement):
            statement(connection, rows[name])
        elif name in rows:
            connection.execute(statement, rows[name])
    if _era(connection) != era:
        raise NewEra


def _era(connection: Connection) -> str | None:
    found: str | None = connection.execute(ERA).scalar()
    return found


def _run_small(connection: Connection, statements: Sequence[Any]) -> int:
    """All statements, unless the first one changes nothing; the number of rows that it changed."""
    changed = connection.execute(statements[0]).rowcount
    for statement in statements[1:] if changed else ():
        connection.execute(statement)
    return changed


def _settle(done: "asyncio.Future[None]", problem: Exception | None) -> None:
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
