"""Forgetting a person: the names, the talk and whatever ties a browser to its seats. The moves stay, for they are the
others' match too; nothing in them says who made them. And forgetting tables at which nothing has happened for long."""

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from hexagora.engine.errors import HexagoraError
from hexagora.server.database import Database
from hexagora.server.keeping import begin_era, with_database
from hexagora.server.schema import chats, guests, holders, seats, tables
from hexagora.server.settings import Settings

NOBODY = ""
NAMELESS = "Guest {seat}"  # what somebody is called who gave no name
DAY = 24 * 3600.0
LOOKS_ON = 0  # the seat of those who talk without sitting at the table


@dataclass(frozen=True)
class Kept:
    """What is kept of a person: the browsers that are known, the names, the places, the lines of talk."""

    browsers: list[str]
    names: list[str]
    places: list[tuple[str, int]]
    lines: int


def forget(settings: Settings, table: str, seat: int, really: bool) -> Kept:
    """Forgets whoever holds a seat of a table, there and everywhere; or only says what would be forgotten."""
    async def work(database: Database) -> Kept:
        if not really:
            return await database.read(lambda connection: _kept(connection, table, seat))
        return await database.write(lambda connection: _forget(connection, _kept(connection, table, seat)))

    found: Kept = with_database(settings, work)
    return found


def _kept(connection: Connection, table: str, seat: int) -> Kept:
    here = (holders.c.table_id == table, holders.c.seat == seat)
    browsers = sorted(connection.execute(select(holders.c.guest).where(*here)).scalars())
    if not browsers:
        raise HexagoraError(f"nobody holds seat {seat} of table '{table}'; the table's address ends with its name, "
                            "seats count from 1")
    held = select(holders.c.table_id, holders.c.seat).where(holders.c.guest.in_(browsers)).distinct()
    places = sorted((row.table_id, row.seat) for row in connection.execute(held))
    names = sorted(connection.execute(select(guests.c.name).where(guests.c.id.in_(browsers))).scalars())
    lines = connection.execute(select(func.count()).select_from(chats).where(_said(places, names))).scalar()
    return Kept(browsers, names, places, int(lines or 0))


def _at(table: Any, places: list[tuple[str, int]]) -> Any:
    return or_(*(and_(table.c.table_id == name, table.c.seat == seat) for name, seat in places))


def _said(places: list[tuple[str, int]], names: list[str]) -> Any:
    """The lines said from one's seats, and, under one's name, while looking on at other tables."""
    return or_(_at(chats, places), and_(chats.c.seat == LOOKS_ON, chats.c.name.in_(names)))


def _forget(connection: Connection, kept: Kept) -> Kept:
    """Seats of running matches go to bots, so that the others can play on."""
    connection.execute(delete(chats).where(_said(kept.places, kept.names)))
    for table, seat in kept.places:
        connection.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat)
                           .values(name=NAMELESS.format(seat=seat), away=True))
    connection.execute(delete(holders).where(holders.c.guest.in_(kept.browsers)))
    connection.execute(update(tables).where(tables.c.creator.in_(kept.browsers)).values(creator=NOBODY))
    connection.execute(delete(guests).where(guests.c.id.in_(kept.browsers)))
    begin_era(connection)
    return kept


def prune(settings: Settings, days: float, really: bool) -> tuple[int, int]:
    """Deletes the tables at which nothing has happened for so many days, and guests who hold no seat and have been
    away as long; or only counts them: tables and guests."""
    before = time.time() - days * DAY
    old = tables.c.updated < before
    seated = select(holders.c.guest).join(tables, tables.c.id == holders.c.table_id).where(~old)
    gone = and_(guests.c.at < before, guests.c.id.not_in(seated))

    def work(connection: Connection) -> tuple[int, int]:
        counts = [connection.execute(select(func.count()).select_from(table).where(which)).scalar() or 0
                  for table, which in ((tables, old), (guests, gone))]
        if really and any(counts):
            connection.execute(delete(guests).where(gone))
            connection.execute(delete(tables).where(old))
            begin_era(connection)
        return counts[0], counts[1]

    found: tuple[int, int] = with_database(settings, lambda database: database.write(work))
    return found
