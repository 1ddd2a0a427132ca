"""What keeps an identity beyond one browser: recovery codes and passkeys; and one guest becoming part of another."""

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from hexagora.server import identity, rating_rows
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.schema import (
    challenges,
    chats,
    codes,
    guests,
    holders,
    mails,
    passkeys,
    seats,
    subscriptions,
    tables,
)
from hexagora.server.storage import call_anew

CHALLENGE_SECONDS = 300.0
NO_NAME = ""


@dataclass(frozen=True)
class Kept:
    """How a guest can come back: since when there is a code, the passkeys; and how many tables wait."""

    code: float | None
    passkeys: list[Any]
    tables: int

    @property
    def comes_back(self) -> bool:
        return self.code is not None or bool(self.passkeys)


async def kept(hall: Hall, guest: str) -> Kept:
    code = await hall.storage.rows(select(codes.c.created).where(codes.c.guest == guest))
    keys = await hall.storage.rows(select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.created))
    held = await hall.storage.rows(select(func.count(holders.c.table_id.distinct()))
                                   .where(holders.c.guest == guest, holders.c.put_away.is_(False)))
    return Kept(code[0].created if code else None, list(keys), int(held[0][0]))


def be_known(connection: Connection, guest: str) -> None:
    """Whoever keeps an identity is a known guest, also without a name, and was here just now."""
    if not connection.execute(update(guests).where(guests.c.id == guest).values(at=time.time())).rowcount:
        connection.execute(insert(guests).values(id=guest, name=NO_NAME, at=time.time()))


# codes


async def make_code(hall: Hall, guest: str) -> str:
    """A new recovery code; the one before is void."""
    code = identity.new_code()

    def work(connection: Connection) -> None:
        be_known(connection, guest)
        connection.execute(delete(codes).where(codes.c.guest == guest))
        connection.execute(insert(codes).values(guest=guest, hash=identity.hashed(identity.read_code(code)),
                                                created=time.time()))

    await hall.storage.change(work)
    return code


async def revoke_code(hall: Hall, guest: str) -> None:
    mine = delete(codes).where(codes.c.guest == guest)
    await hall.storage.change(lambda connection: connection.execute(mine).rowcount)


async def who_has_code(hall: Hall, typed: str) -> str:
    """The guest whose recovery code it is. Looking up the hash of a hundred random bits tells nothing by its timing."""
    found = await hall.storage.rows(select(codes.c.guest)
                                    .where(codes.c.hash == identity.hashed(identity.read_code(typed))))
    if not found:
        raise Refusal("bad-code", "There is no such recovery code. Compare it letter by letter; a newer one may have "
                      "replaced it.", 404)
    return str(found[0].guest)


# what authenticators have to sign


async def keep_challenge(hall: Hall, value: str, guest: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(delete(challenges).where(challenges.c.until < time.time()))
        connection.execute(insert(challenges).values(value=value, guest=guest, until=time.time() + CHALLENGE_SECONDS))

    await hall.storage.change(work)


async def use_challenge(hall: Hall, value: str, guest: str) -> None:
    """Each challenge counts once, for the browser that asked for it."""
    mine = (challenges.c.value == value, challenges.c.guest == guest, challenges.c.until >= time.time())
    used = await hall.storage.change(lambda connection: connection.execute(delete(challenges).where(*mine)).rowcount)
    if not used:
        raise Refusal("bad-passkey", "This took too long, or was used already. Please try it again.", 409)


# passkeys


async def add_passkey(hall: Hall, guest: str, key: str, public_key: str, sign_count: int, name: str) -> None:
    now, most = time.time(), hall.settings.limits.passkeys_per_guest

    def work(connection: Connection) -> None:
        count = connection.execute(select(func.count()).select_from(passkeys).where(passkeys.c.guest == guest)).scalar()
        if (count or 0) >= most:
            raise Refusal("too-many", f"There are {most} passkeys already; remove one first.", 409)
        if connection.execute(select(passkeys.c.guest).where(passkeys.c.id == key)).first():
            raise Refusal("bad-passkey", "This passkey is in use already.", 409)
        be_known(connection, guest)
        connection.execute(insert(passkeys).values(id=key, guest=guest, public_key=public_key, sign_count=sign_count,
                                                   name=name, created=now, used=now))

    await hall.storage.change(work)


async def passkey(hall: Hall, key: str) -> Any:
    found = await hall.storage.rows(select(passkeys).where(passkeys.c.id == key))
    if not found:
        raise Refusal("bad-passkey", "This passkey belongs to nobody here; perhaps it was removed.", 404)
    return found[0]


async def passkey_used(hall: Hall, key: str, sign_count: int) -> None:
    await hall.storage.change(lambda connection: connection.execute(update(passkeys).where(passkeys.c.id == key).values(
        sign_count=sign_count, used=time.time())).rowcount)


async def remove_passkey(hall: Hall, guest: str, key: str) -> None:
    mine = (passkeys.c.id == key, passkeys.c.guest == guest)
    await hall.storage.change(lambda connection: connection.execute(delete(passkeys).where(*mine)).rowcount)


# becoming somebody


async def become(hall: Hall, old: str, new: str, along: bool) -> list[str]:
    """A browser that was one guest is another one from now on; the tables of the old one come along or stay behind.
    The tables at which somebody has changed."""
    def work(connection: Connection) -> list[str]:
        be_known(connection, new)
        if not along or old == new:
            return []
        changed = merge(connection, old, new)
        name = connection.execute(select(guests.c.name).where(guests.c.id == new)).scalar()
        if name:
            call_anew(connection, new, name)
        return changed

    return await hall.storage.change(work)


async def renew(hall: Hall, guest: str) -> tuple[str, list[str]]:
    """Makes a guest another one with all that belongs to it, so that whatever other devices know of it opens nothing
    any more: their cookies, links to own seats, pushes. Passkeys and the recovery code stay. The new guest, and the
    tables at which somebody has changed."""
    new = identity.new_guest()

    def work(connection: Connection) -> list[str]:
        be_known(connection, new)
        connection.execute(update(codes).where(codes.c.guest == guest).values(guest=new))
        _close_seats(connection, guest)
        connection.execute(delete(subscriptions).where(subscriptions.c.guest == guest))
        return merge(connection, guest, new)

    return new, await hall.storage.change(work)


def _close_seats(connection: Connection, guest: str) -> None:
    """Seats of a guest that other devices opened with a link are the guest's alone again; such links are void."""
    places = connection.execute(select(holders.c.table_id, holders.c.seat).where(holders.c.guest == guest)).fetchall()
    for table, seat in places:
        connection.execute(delete(holders).where(holders.c.table_id == table, holders.c.seat == seat,
                                                 holders.c.guest != guest))
        connection.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat)
                           .values(secret=identity.hashed(identity.new_seat_secret())))


def merge(connection: Connection, old: str, new: str) -> list[str]:
    """All that belongs to one guest belongs to another one; what both have stays as the other has it."""
    held = sorted(connection.execute(select(holders.c.table_id).distinct().where(holders.c.guest == old)).scalars())
    twin = holders.alias()
    both = select(twin.c.table_id).where(twin.c.table_id == holders.c.table_id, twin.c.seat == holders.c.seat,
                                         twin.c.guest == new).exists()
    connection.execute(delete(holders).where(holders.c.guest == old, both))
    connection.execute(update(holders).where(holders.c.guest == old).values(guest=new))
    connection.execute(update(tables).where(tables.c.creator == old).values(creator=new))
    connection.execute(update(chats).where(chats.c.guest == old).values(guest=new))
    connection.execute(update(passkeys).where(passkeys.c.guest == old).values(guest=new))
    connection.execute(update(subscriptions).where(subscriptions.c.guest == old).values(guest=new))
    if not connection.execute(select(mails.c.guest).where(mails.c.guest == new)).first():
        connection.execute(update(mails).where(mails.c.guest == old).values(guest=new))
    connection.execute(delete(mails).where(mails.c.guest == old))
    rating_rows.combine(connection, old, new)
    connection.execute(delete(codes).where(codes.c.guest == old))  # the code of who one becomes is the one that counts
    name = connection.execute(select(guests.c.name).where(guests.c.id == old)).scalar()
    if name:
        connection.execute(update(guests).where(and_(guests.c.id == new, guests.c.name == NO_NAME)).values(name=name))
    connection.execute(delete(guests).where(guests.c.id == old))
    return held
