"""Forgetting a person: the names, the talk, whatever ties a browser to its seats or brings its guest back, and tables
at which nobody else sits. The moves at other tables stay, for they are the others' match too; nothing in them says who
made them. And forgetting tables at which nothing has happened for long."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from hexagora.engine.errors import HexagoraError
from hexagora.server.database import Database, Found
from hexagora.server.identity import hashed, new_seat_secret
from hexagora.server.keeping import begin_era, with_database
from hexagora.server.naming import OPEN_SEAT
from hexagora.server.schema import (
    challenges,
    chats,
    codes,
    contents,
    guests,
    holders,
    mails,
    passkeys,
    rating_changes,
    ratings,
    seats,
    subscriptions,
    tables,
)
from hexagora.server.settings import Settings

NOBODY = ""
NAMELESS = "Guest {seat}"  # what somebody is called who gave no name
DAY = 24 * 3600.0
AT_A_TIME = 500
LOOKS_ON = 0  # the seat of those who talk without sitting at the table


@dataclass(frozen=True)
class Kept:
    """What is kept of a person: the browsers that are known, the names, the places, the lines of talk."""

    browsers: list[str]
    names: list[str]
    places: list[tuple[str, int]]
    lines: list[int]


def forget(settings: Settings, table: str, seat: int, really: bool) -> Kept:
    """Forgets whoever holds a seat of a table, there and everywhere; or only says what would be forgotten."""
    def look(connection: Connection) -> Kept:
        return kept_of(connection, _holding(connection, table, seat), by_name=True)

    def act(connection: Connection) -> Kept:
        kept = look(connection)
        forget_all(connection, kept)
        begin_era(connection)
        return kept

    async def work(database: Database) -> Kept:
        return await (database.write(act) if really else database.read(look))

    found: Kept = with_database(settings, work)
    return found


def _holding(connection: Connection, table: str, seat: int) -> list[str]:
    here = (holders.c.table_id == table, holders.c.seat == seat)
    browsers = sorted(connection.execute(select(holders.c.guest).where(*here)).scalars())
    if not browsers:
        raise HexagoraError(f"nobody holds seat {seat} of table '{table}'; the table's address ends with its name, "
                            "seats count from 1")
    return browsers


def kept_of(connection: Connection, browsers: list[str], by_name: bool = False) -> Kept:
    """What is kept of whoever uses these browsers. Names are no proof of who said something: whether they count is for
    the operator to decide, who has been asked."""
    held = select(holders.c.table_id, holders.c.seat).where(holders.c.guest.in_(browsers)).distinct()
    places = sorted((row.table_id, row.seat) for row in connection.execute(held))
    names = sorted(connection.execute(select(guests.c.name).where(guests.c.id.in_(browsers))).scalars())
    return Kept(browsers, names, places, _lines(connection, browsers, names if by_name else []))


def _lines(connection: Connection, browsers: list[str], names: list[str]) -> list[int]:
    """The lines of talk said from these browsers; of old lines, which do not tell, those said from their seats and,
    under the same name, while looking on elsewhere."""
    held = select(holders.c.seat).where(holders.c.table_id == chats.c.table_id, holders.c.seat == chats.c.seat,
                                        holders.c.guest.in_(browsers)).exists()
    of_old = and_(chats.c.guest.is_(None), or_(held, and_(chats.c.seat == LOOKS_ON, chats.c.name.in_(names))))
    said = select(chats.c.id).where(or_(chats.c.guest.in_(browsers), of_old))
    return sorted(connection.execute(said).scalars())


def forget_all(connection: Connection, kept: Kept) -> list[str]:
    """Deletes what is kept of a person; the tables at which others see the difference. Seats of running matches go to
    bots, so that the others can play on; tables at which nobody else sits go whole."""
    for lines in _parts(kept.lines):
        connection.execute(delete(chats).where(chats.c.id.in_(lines)))
    own = sorted({table for table, _ in kept.places})
    shared: set[str] = set()
    for part in _parts(own):
        others = select(holders.c.table_id).distinct().where(holders.c.table_id.in_(part),
                                                             holders.c.guest.not_in(kept.browsers),
                                                             holders.c.put_away.is_(False))
        shared.update(connection.execute(others).scalars())
    for part in _parts([table for table in own if table not in shared]):
        connection.execute(delete(tables).where(tables.c.id.in_(part)))
    for table, seat in kept.places:
        if table in shared:
            _leave(connection, table, seat)
    for statement in (
        delete(holders).where(holders.c.guest.in_(kept.browsers)),
        update(tables).where(tables.c.creator.in_(kept.browsers)).values(creator=NOBODY),
        delete(guests).where(guests.c.id.in_(kept.browsers)), *_belongings(kept.browsers)):
        connection.execute(statement)
    return own


def _leave(connection: Connection, table: str, seat: int) -> None:
    """A seat without its person: free before the match, a bot's while it runs, nameless ever after."""
    here = (seats.c.table_id == table, seats.c.seat == seat)
    waits = connection.execute(select(tables.c.id).where(tables.c.id == table, tables.c.status == "open")).first()
    left = ({"name": OPEN_SEAT, "taken": False, "away": False, "secret": hashed(new_seat_secret())} if waits
            else {"name": NAMELESS.format(seat=seat), "away": True})
    connection.execute(update(seats).where(*here).values(**left))


def _belongings(browsers: Any) -> list[Any]:
    """What goes with a guest, wherever the guest sat."""
    return [delete(table).where(table.c.guest.in_(browsers))
            for table in (codes, passkeys, challenges, ratings, rating_changes, subscriptions, mails)]


def _parts(values: list[Found]) -> Iterator[list[Found]]:
    """Not too many at a time for one statement."""
    return (values[k:k + AT_A_TIME] for k in range(0, len(values), AT_A_TIME))


def prune(settings: Settings, days: float, really: bool) -> tuple[int, int]:
    """Deletes the tables at which nothing has happened for so many days, and guests who hold no seat and have been
    away as long; or only counts them: tables and guests."""
    before = time.time() - days * DAY
    old = tables.c.updated < before
    seated = select(holders.c.guest).join(tables, tables.c.id == holders.c.table_id).where(~old)
    gone = and_(guests.c.at < before, guests.c.id.not_in(seated))
    nameless = and_(ratings.c.at < before, ratings.c.guest.not_in(select(guests.c.id)), ratings.c.guest.not_in(seated))

    def work(connection: Connection) -> tuple[int, int]:
        counts = [connection.execute(select(func.count()).select_from(table).where(which)).scalar() or 0
                  for table, which in ((tables, old), (guests, gone))]
        if really:
            connection.execute(delete(ratings).where(nameless))  # who played and never gave a name is no known guest
            connection.execute(delete(challenges).where(challenges.c.until < before))
        if really and any(counts):
            away = select(guests.c.id).where(gone)
            for statement in (*_belongings(away), delete(guests).where(gone), delete(tables).where(old)):
                connection.execute(statement)
            connection.execute(delete(contents).where(contents.c.digest.not_in(select(tables.c.content))))
            begin_era(connection)
        return counts[0], counts[1]

    found: tuple[int, int] = with_database(settings, lambda database: database.write(work))
    return found
