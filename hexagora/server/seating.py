"""Before a match begins: sitting down, giving a seat back, freeing one, beginning with bots, closing the table.

A match begins when its last seat is taken; from then on seats stay with who holds them. Whoever knows a table's address
may sit down there.
"""

import logging
from typing import Any

from hexagora.server import identity, naming
from hexagora.server.errors import Refusal, no_such_table
from hexagora.server.hall import Hall
from hexagora.server.identity import Signer
from hexagora.server.records import Record
from hexagora.server.thinkers import levels

log = logging.getLogger("hexagora.seating")


async def sit(hall: Hall, table: str, seat: int, guest: str) -> None:
    """Takes an open seat, under the name that the guest has."""
    found = await hall.sitting(table)
    if _holds(found, seat, guest):
        return await come(hall, table, guest)
    if found.table["rated"] and any(h.guest == guest for h in found.holders):
        raise Refusal("rated", "At a rated table everybody has one seat.", 409)
    if seat > len(found.seats):
        raise Refusal("no-seat", f"This table has {len(found.seats)} seats.", 404)
    others = [s.name for s in found.seats if s.taken and s.seat != seat]
    if _is_kept(found, seat):
        raise Refusal("kept", f"This seat is kept for {found.seats[seat - 1].name}.", 409)
    name = naming.unlike(await hall.storage.guest_name(guest) or naming.nameless(seat), others)
    if not await hall.storage.claim(table, seat, guest, name):
        raise Refusal("full", f"{found.seats[seat - 1].name} sits there already.", 409)
    await seats_changed(hall, table)


async def come(hall: Hall, table: str, guest: str) -> None:
    """Sits down at the seats that are kept for a guest, as after a match at the table that follows."""
    found = await hall.sitting(table)
    kept = [s.seat for s in found.seats if _is_kept(found, s.seat) and _holds(found, s.seat, guest)]
    if kept and await hall.storage.take_kept(table, kept):
        await seats_changed(hall, table)


async def follow(hall: Hall, signer: Signer, table: str, secret: str, guest: str) -> int:
    """Follows the link of a seat. The seat, if somebody else has it already; else 0: it is the guest's now."""
    found = await hall.sitting(table)
    for s in found.seats:
        if not found.table["rated"] and signer.passes(secret, table, s.seat, s.secret):
            if not _holds(found, s.seat, guest):
                await hall.storage.hold(table, s.seat, guest)
                await seats_changed(hall, table)
            return 0
        if s.kind != "bot" and identity.opens(secret, s.secret):
            if s.taken and not _holds(found, s.seat, guest):
                return int(s.seat)
            await sit(hall, table, s.seat, guest)
            return 0
    raise Refusal("bad-link", "This link opens no seat. Perhaps it was cut off when it was copied; ask for it again.",
                  404)


def passes(signer: Signer, found: Record, guest: str) -> list[dict[str, Any]]:
    """Links that open a guest's own seats on another device."""
    if found.table["rated"]:
        raise Refusal("rated", "This match is rated: a seat has one person. To play on from another device, keep your "
                      "identity and sign in there.", 409)
    table = found.table["id"]
    return [{"seat": s.seat, "url": f"/t/{table}/s/{signer.seat_pass(table, s.seat, s.secret)}"}
            for s in found.seats if _holds(found, s.seat, guest)]


async def release(hall: Hall, table: str, seat: int, guest: str) -> None:
    """Frees a seat before the match begins: one's own, or, for whoever laid the table, anybody's."""
    found = await _before_the_match(hall, table)
    if not _holds(found, seat, guest) and found.table["creator"] != guest:
        raise Refusal("forbidden", "Only whoever laid the table can free the seats of others.", 403)
    await hall.storage.release(table, seat, naming.OPEN_SEAT, identity.hashed(identity.new_seat_secret()))
    await seats_changed(hall, table)


async def begin(hall: Hall, table: str, guest: str) -> None:
    """Begins with bots in the free seats."""
    found = await _before_the_match(hall, table)
    _of_the_host(found, guest)
    titles = {level["id"]: level["title"] for level in levels()}
    names = [s.name for s in found.seats if s.taken]
    bots: dict[int, str] = {}
    for s in found.seats:
        if not s.taken:
            bots[s.seat] = naming.unlike(f"{titles.get(s.level, s.level)} bot", names)
            names.append(bots[s.seat])
    await hall.storage.seat_bots(table, bots)
    if await hall.storage.table(table) is None:  # it was closed meanwhile
        raise no_such_table()
    await seats_changed(hall, table)


async def close(hall: Hall, table: str, guest: str) -> None:
    """Takes a table away whose match has not begun."""
    _of_the_host(await _before_the_match(hall, table), guest)
    if not await hall.storage.take_away(table):
        raise _begun()
    log.info("closed", extra={"table": table})
    await seats_changed(hall, table)


async def rename(hall: Hall, guest: str, name: str) -> None:
    """A guest has another name from now on, at every table."""
    await hall.storage.name_guest(guest, name)
    hall.spawn(tell_changed(hall, await hall.storage.rename_seats(guest, name)), "renamed")


async def seats_changed(hall: Hall, table: str) -> None:
    """Lets everybody at a table see who sits there now."""
    room = hall.rooms.get(table)
    if room is not None:
        await hall.read_again(room)
    hall.announce(table, "changed")


async def tell_changed(hall: Hall, tables: list[str]) -> None:
    """As `seats_changed`, for several tables."""
    for table in tables:
        await seats_changed(hall, table)


def _holds(found: Record, seat: int, guest: str) -> bool:
    return any(h.seat == seat and h.guest == guest for h in found.holders)


def _is_kept(found: Record, seat: int) -> bool:
    """Whether a seat is free for those alone who hold it already."""
    return not found.seats[seat - 1].taken and any(h.seat == seat for h in found.holders)


async def _before_the_match(hall: Hall, table: str) -> Record:
    found = await hall.sitting(table)
    if found.table["status"] != "open":
        raise _begun()
    return found


def _of_the_host(found: Record, guest: str) -> None:
    if found.table["creator"] != guest:
        raise Refusal("forbidden", "Only whoever laid the table can do that.", 403)


def _begun() -> Refusal:
    return Refusal("begun", "The match has begun.", 409)
