"""Everything that is kept about a person, as one file for that person."""

from collections.abc import AsyncIterator
from typing import Any

import orjson
from sqlalchemy import Connection, select

from hexagora.server import archive, channels, persons, rating_rows
from hexagora.server.forgetting import Kept, kept_of
from hexagora.server.hall import Hall, iso
from hexagora.server.records import from_json
from hexagora.server.schema import chats, guests, holders, rating_changes, seats, tables

ABOUT, MATCHES = "person.json", "matches/"


async def export(hall: Hall, guest: str, address: str) -> AsyncIterator[tuple[str, bytes]]:
    """The files of the archive: what is known of the person, then every match."""
    about = await _about(hall, guest)
    yield ABOUT, orjson.dumps(about, option=orjson.OPT_INDENT_2)
    held = select(holders.c.table_id).where(holders.c.guest == guest)
    async for name, data in archive.match_files(hall, guest, address, held, MATCHES):
        yield name, data


async def _about(hall: Hall, guest: str) -> dict[str, Any]:
    identity = await persons.kept(hall, guest)
    known = await hall.storage.rows(select(guests).where(guests.c.id == guest))
    sitting = await hall.storage.rows(
        select(holders.c.table_id, holders.c.seat, holders.c.put_away, seats.c.name, tables.c.game, tables.c.status,
               tables.c.created, tables.c.updated, tables.c.result, tables.c.creator)
        .join(seats, (seats.c.table_id == holders.c.table_id) & (seats.c.seat == holders.c.seat))
        .join(tables, tables.c.id == holders.c.table_id).where(holders.c.guest == guest).order_by(tables.c.created))
    return {
        "guest": guest, "name": known[0].name if known else None,
        "named_or_signed_in": iso(known[0].at) if known else None,
        "recovery_code_made": None if identity.code is None else iso(identity.code),
        "passkeys": [{"id": key.id, "name": key.name, "public_key": key.public_key, "sign_count": key.sign_count,
                      "created": iso(key.created), "used": iso(key.used)} for key in identity.passkeys],
        "ratings": [{"game": r.game, "category": r.category, "mu": r.mu, "sigma": r.sigma, "matches": r.matches,
                     "at": iso(r.at)} for r in await hall.storage.rows(rating_rows.all_of(guest))],
        "rated_matches": [{"table": c.table_id, "seat": c.seat, "mu_before": c.mu_before, "mu": c.mu, "at": iso(c.at)}
                          for c in await hall.storage.rows(select(rating_changes)
                                                           .where(rating_changes.c.guest == guest))],
        "pushes": [{"endpoint": s.endpoint, "language": s.language, "since": iso(s.created)}
                   for s in await channels.subscriptions_of(hall, guest)],
        "mail": await _mail(hall, guest),
        "seats": [{"table": s.table_id, "game": s.game, "seat": s.seat, "name": s.name, "status": s.status,
                   "laid_by_me": s.creator == guest, "put_away": bool(s.put_away), "created": iso(s.created),
                   "updated": iso(s.updated), "result": from_json(s.result)} for s in sitting],
        "talk": [{"table": line.table_id, "seat": line.seat, "name": line.name, "text": line.text, "at": iso(line.at)}
                 for line in await _talk(hall, guest)],
    }


async def _mail(hall: Hall, guest: str) -> dict[str, Any] | None:
    found = await channels.mail_of(hall, guest)
    return None if found is None else {
        "address": found.address, "language": found.language, "confirmed": bool(found.confirmed),
        "since": iso(found.created), "last_mail": iso(found.sent) if found.sent else None}


async def _talk(hall: Hall, guest: str) -> list[Any]:
    def work(connection: Connection) -> list[Any]:
        kept: Kept = kept_of(connection, [guest])
        return [line for k in range(0, len(kept.lines), archive.AT_A_TIME)
                for line in connection.execute(select(chats).where(chats.c.id.in_(kept.lines[k:k + archive.AT_A_TIME]))
                                               .order_by(chats.c.id))]

    return await hall.storage.ask(work)
