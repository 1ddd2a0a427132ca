"""A person's tables: running and finished ones page by page, what their results add up to, all of them in one file."""

import zipfile
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select, update

from hexagora.engine.errors import HexagoraError
from hexagora.server import past
from hexagora.server.errors import Refusal, no_such_table
from hexagora.server.hall import Hall
from hexagora.server.records import Record, from_json, to_json
from hexagora.server.schema import holders, seats, tables
from hexagora.server.storage import kept_by
from hexagora.server.table import resumed

PAGE = 20  # tables on one page
AT_A_TIME = 50  # tables whose results are found out at once
ESCAPE = "\\"
UNKNOWN = to_json(None)  # the result of a match that cannot be played through any more
MISSING = "not-included.txt"  # names the matches that cannot be written


@dataclass(frozen=True)
class Wish:
    """Which of one's tables: unfinished or finished ones, of a game, with somebody, after the last one of a page."""

    finished: bool
    game: str | None = None
    opponent: str | None = None
    after: str | None = None


# page by page


async def page(hall: Hall, guest: str, wish: Wish) -> tuple[list[Any], str | None]:
    """The rows of a page, newest first, and what comes after it."""
    query = select(tables).where(tables.c.id.in_(kept_by(guest)),
                                 tables.c.status == "over" if wish.finished else tables.c.status != "over")
    if wish.game:
        query = query.where(tables.c.game == wish.game)
    if wish.opponent:
        query = query.where(_sits_there(guest, wish.opponent))
    if wish.after:
        query = query.where(_older(wish.after))
    found = list(await hall.storage.rows(query.order_by(tables.c.updated.desc(), tables.c.id.desc()).limit(PAGE + 1)))
    rows = [row._mapping for row in found[:PAGE]]
    return rows, f"{rows[-1]['updated']!r}_{rows[-1]['id']}" if len(found) > PAGE else None


def _sits_there(guest: str, name: str) -> Any:
    """Whether somebody else at the table is called like that."""
    sign = str.maketrans({c: ESCAPE + c for c in (ESCAPE, "%", "_")})
    own = select(holders.c.seat).where(holders.c.table_id == seats.c.table_id,
                                       holders.c.guest == guest).correlate(seats)
    return select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.seat.not_in(own),
                                      seats.c.name.ilike(f"%{name.translate(sign)}%", escape=ESCAPE)).exists()


def _older(after: str) -> Any:
    at, _, table = after.partition("_")
    try:
        moment = float(at)
    except ValueError:
        raise Refusal("bad-request", "after: must be what the page before said comes next", 422) from None
    return or_(tables.c.updated < moment, and_(tables.c.updated == moment, tables.c.id < table))


# what they add up to


@dataclass
class Tally:
    """Matches that are over, as they ended for somebody."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0  # ended without a result

    def count(self, outcome: str) -> None:
        self.played += 1
        setattr(self, outcome, getattr(self, outcome) + 1)


@dataclass
class Friend:
    """Somebody one has played with: how that person's matches ended, and who of the two was ahead."""

    name: str
    last: float
    tally: Tally
    ahead: int = 0
    even: int = 0
    behind: int = 0


@dataclass(frozen=True)
class Standing:
    games: dict[str, Tally]
    own: Tally
    friends: list[Friend]


async def standing(hall: Hall, guest: str, address: str) -> Standing:
    """What all finished tables of a guest say, added up for an address."""
    mine = kept_by(guest)
    over = (tables.c.id.in_(mine), tables.c.status == "over")
    rows = await hall.storage.rows(select(tables.c.id, tables.c.game, tables.c.result, tables.c.updated).where(*over))
    held = await hall.storage.rows(
        select(holders.c.table_id, holders.c.seat, holders.c.guest, seats.c.name)
        .join(seats, and_(seats.c.table_id == holders.c.table_id, seats.c.seat == holders.c.seat))
        .join(tables, tables.c.id == holders.c.table_id).where(*over).order_by(holders.c.guest))
    return await hall.aside_for(address, _add_up, guest, rows, held)


def _add_up(guest: str, rows: Sequence[Any], held: Sequence[Any]) -> Standing:
    sitting: dict[str, dict[str, tuple[int, str]]] = defaultdict(dict)  # table -> guest -> the first seat and its name
    for h in sorted(held, key=lambda h: h.seat):
        sitting[h.table_id].setdefault(h.guest, (h.seat, h.name))
    games: dict[str, Tally] = defaultdict(Tally)
    own, friends = Tally(), dict[str, Friend]()
    for row in sorted(rows, key=lambda row: row.updated):
        result = from_json(row.result)
        my_seat, _ = sitting[row.id][guest]
        for tally in (own, games[row.game]):
            tally.count(outcome(result, my_seat))
        taken = {my_seat}
        for other, (seat, name) in sitting[row.id].items():
            if other == guest or seat in taken:  # a second browser at one seat is nobody else
                continue
            taken.add(seat)
            friend = friends.setdefault(other, Friend(name, row.updated, Tally()))
            friend.name, friend.last = name, row.updated
            friend.tally.count(outcome(result, seat))
            if result is not None:
                _compare(friend, result[my_seat - 1], result[seat - 1])
    order = sorted(friends.values(), key=lambda f: (-f.tally.played, -f.last))
    return Standing(dict(games), own, order)


def outcome(result: list[float] | None, seat: int) -> str:
    """How a match ended for a seat: who has the largest share won, unless everybody has it.

    >>> outcome([1.0, 0.0], 1), outcome([0.5, 0.5], 2), outcome([0.5, 0.5, 0.0], 3), outcome(None, 1)
    ('won', 'drawn', 'lost', 'open')
    """
    if result is None:
        return "open"
    if min(result) == max(result):
        return "drawn"
    return "won" if result[seat - 1] == max(result) else "lost"


def _compare(friend: Friend, mine: float, theirs: float) -> None:
    friend.ahead += mine > theirs
    friend.even += mine == theirs
    friend.behind += mine < theirs


async def find_results(hall: Hall) -> None:
    """Finds out the results of matches that ended before results were kept, a few at a time."""
    missing = (tables.c.status == "over", tables.c.result.is_(None), tables.c.ending.is_(None))
    while rows := await hall.storage.rows(select(tables.c.id).where(*missing).limit(AT_A_TIME)):
        for row in rows:
            found = await hall.storage.record(row.id)
            result = (await hall.aside_for("results", _result_of, found, await hall.kept_content(found.table))
                      if found else UNKNOWN)
            known = update(tables).where(tables.c.id == row.id, tables.c.result.is_(None)).values(result=result)
            await hall.storage.change(_executed(known))


def _executed(statement: Any) -> Callable[[Connection], int]:
    """Runs one statement; the number of rows that it changed."""
    return lambda connection: connection.execute(statement).rowcount


def _result_of(found: Record, kept: str | None) -> str:
    try:
        return to_json(resumed(found, kept).result)
    except HexagoraError:
        return UNKNOWN


# putting away


async def put_away(hall: Hall, table: str, guest: str) -> bool:
    """Takes a table off a guest's list; whether it was deleted, because nobody else has it on theirs."""
    def work(connection: Connection) -> bool:
        row = connection.execute(select(tables.c.status, tables.c.rated).where(tables.c.id == table)).first()
        mine = (holders.c.table_id == table, holders.c.guest == guest)
        if row is None or not connection.execute(select(holders.c.seat).where(*mine)).first():
            raise no_such_table()
        others = select(holders.c.seat).where(holders.c.table_id == table, holders.c.guest != guest,
                                              holders.c.put_away.is_(False))
        alone = connection.execute(others).first() is None
        if row.status != "over" and not alone:
            raise Refusal("others-play", "Others play here. Give the seat back, resign or offer to end the match "
                          "first.", 409)
        if row.status == "running" and row.rated:
            raise Refusal("rated", "This match is rated: against bots it is played to its end, or given up.", 409)
        if alone:
            connection.execute(delete(tables).where(tables.c.id == table))
        else:
            connection.execute(update(holders).where(*mine).values(put_away=True))
        return alone

    return await hall.storage.change(work)


# all of them


async def match_files(hall: Hall, guest: str, address: str, which: Any, folder: str = ""
                      ) -> AsyncIterator[tuple[str, bytes]]:
    """The match files of some tables as a guest may see them, as far as they can be written, each with its name; at the
    end what is missing, if anything is. They are written for an address."""
    missing = []
    rows = await hall.storage.rows(select(tables.c.id, tables.c.game, tables.c.created)
                                   .where(tables.c.id.in_(which)).order_by(tables.c.created))
    for row in rows:
        found = await hall.storage.record(row.id)
        written = (await hall.aside_for(address, _file_of, found, await hall.kept_content(found.table), guest)
                   if found else None)
        day = datetime.fromtimestamp(row.created, UTC).strftime("%Y-%m-%d")
        if written is None:
            missing.append(f"{row.game} {day} {row.id}")
        else:
            yield f"{folder}{row.game}-{day}-{row.id}.json", written
    if missing:
        yield folder + MISSING, ("made with another version of the game:\n" + "\n".join(missing) + "\n").encode()


def _file_of(found: Record, kept: str | None, guest: str) -> bytes | None:
    try:
        return past.match_file(past.of(resumed(found, kept), guest))
    except HexagoraError:
        return None


class _Pipe:
    """What a ZIP archive is written into, and taken out of piece by piece."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def zipped(hall: Hall, address: str, files: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[bytes]:
    """The files as one ZIP archive, told while it is made."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        async for name, data in files:
            await hall.aside_for(address, archive.writestr, name, data)
            yield pipe.take()
    yield pipe.take()
