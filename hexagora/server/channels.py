"""How a person is reached when no page is open, as it is kept: push subscriptions of browsers, a mail address; and
which turns are still to be told."""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.identity import hashed, new_seat_secret
from hexagora.server.persons import be_known
from hexagora.server.schema import holders, mails, subscriptions, tables

DAY = 24 * 3600.0
CONFIRM_SECONDS = DAY
MOST_FAILURES = 10  # in a row, then a subscription is given up
MOST_AT_ONCE = 500  # turns that one round looks at
USED = "used "  # what a token that was used begins with: no hash does


# subscriptions


async def subscribe(hall: Hall, guest: str, endpoint: str, p256dh: str, auth: str, language: str) -> None:
    """From now on this browser is told; one that another person used before belongs to this one alone."""
    most, key = hall.settings.limits.subscriptions_per_guest, hashed(endpoint)

    def work(connection: Connection) -> None:
        be_known(connection, guest)
        connection.execute(delete(subscriptions).where(subscriptions.c.id == key))
        mine = select(subscriptions.c.id).where(subscriptions.c.guest == guest).order_by(subscriptions.c.created.desc())
        old = connection.execute(mine).scalars().all()[most - 1:]
        connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(old)))
        connection.execute(insert(subscriptions).values(id=key, guest=guest, endpoint=endpoint, p256dh=p256dh,
                                                        auth=auth, language=language, created=time.time(), failures=0))

    await hall.storage.change(work)


async def unsubscribe(hall: Hall, guest: str, endpoint: str) -> None:
    await _run(hall, delete(subscriptions).where(subscriptions.c.id == hashed(endpoint),
                                                 subscriptions.c.guest == guest))


async def subscriptions_of(hall: Hall, guest: str) -> Sequence[Any]:
    return await hall.storage.rows(select(subscriptions).where(subscriptions.c.guest == guest))


async def gone(hall: Hall, key: str) -> None:
    """The browser wants nothing any more, or is no more."""
    await _run(hall, delete(subscriptions).where(subscriptions.c.id == key))


async def took(hall: Hall, key: str, well: bool) -> None:
    """Whether a push service took what a subscription should be told; one that never does is given up."""
    def work(connection: Connection) -> None:
        count = 0 if well else subscriptions.c.failures + 1
        connection.execute(update(subscriptions).where(subscriptions.c.id == key).values(failures=count))
        connection.execute(delete(subscriptions).where(subscriptions.c.id == key,
                                                       subscriptions.c.failures >= MOST_FAILURES))

    await hall.storage.change(work)


# mail addresses


async def mail_of(hall: Hall, guest: str) -> Any:
    """The row of a guest's mail address, if there is one."""
    found = await hall.storage.rows(select(mails).where(mails.c.guest == guest))
    return found[0] if found else None


async def ask_for_mail(hall: Hall, guest: str, address: str, language: str) -> str:
    """Keeps an address that has still to be confirmed; the token that confirms it."""
    token, now = new_seat_secret(), time.time()

    def work(connection: Connection) -> None:
        be_known(connection, guest)
        connection.execute(delete(mails).where(mails.c.guest == guest))
        connection.execute(insert(mails).values(
            guest=guest, address=address, language=language, confirmed=False, token=hashed(token),
            until=now + CONFIRM_SECONDS, stop=new_seat_secret(), created=now, sent=0.0))

    await hall.storage.change(work)
    return token


async def waits_for(hall: Hall, token: str) -> Any:
    """The address that a token would confirm."""
    found = await hall.storage.rows(select(mails).where(*_open(token)))
    if not found:
        raise _old_link()
    return found[0]


async def confirm(hall: Hall, token: str) -> None:
    """Each token counts once."""
    values = {"confirmed": True, "token": USED + hashed(token)[len(USED):]}
    if not await _run(hall, update(mails).where(*_open(token)).values(**values)):
        raise _old_link()


def _old_link() -> Refusal:
    return Refusal("bad-link", "This link is too old, or was used already. Ask for another one on the page You.", 404)


def _open(token: str) -> tuple[Any, ...]:
    return mails.c.token == hashed(token), mails.c.confirmed.is_(False), mails.c.until >= time.time()


async def forget_unconfirmed(hall: Hall) -> None:
    """Addresses that were not confirmed in time are not kept."""
    late = (mails.c.confirmed.is_(False), mails.c.until < time.time())
    if await hall.storage.rows(select(mails.c.guest).where(*late).limit(1)):
        await _run(hall, delete(mails).where(*late))


async def stop(hall: Hall, key: str) -> None:
    """Ends the mails to whoever has this key; ending them twice is no mistake."""
    await _run(hall, delete(mails).where(mails.c.stop == key))


async def remove_mail(hall: Hall, guest: str) -> None:
    await _run(hall, delete(mails).where(mails.c.guest == guest))


async def mailed(hall: Hall, guest: str, before: float) -> bool:
    """Takes the right to send a mail to somebody; of two processes one gets it, and then nobody for a while."""
    mine = (mails.c.guest == guest, mails.c.confirmed.is_(True), mails.c.sent <= before)
    return bool(await _run(hall, update(mails).where(*mine).values(sent=time.time())))


# turns


def _turns(told: Any, to: Any) -> Select[Any]:
    """Long turns of people who can be reached that have not been told them, the oldest first. Fast tables are left out
    here, or many of them would hide a slow one."""
    return (select(holders.c.table_id, holders.c.seat, holders.c.guest, tables.c.game, tables.c.clock, tables.c.updated,
                   tables.c.turn_from)
            .join(tables, tables.c.id == holders.c.table_id)
            .where(holders.c.guest.in_(to), holders.c.put_away.is_(False), tables.c.status == "running",
                   tables.c.long_turns.is_(True), tables.c.turn == holders.c.seat, told < tables.c.turn_from)
            .order_by(tables.c.updated).limit(MOST_AT_ONCE))


async def turns_to_push(hall: Hall) -> Sequence[Any]:
    return await hall.storage.rows(_turns(holders.c.pushed, select(subscriptions.c.guest)))


async def turns_to_mail(hall: Hall, before: float) -> Sequence[Any]:
    """Turns of people who have had no mail since then."""
    return await hall.storage.rows(_turns(holders.c.mailed, select(mails.c.guest).where(mails.c.confirmed.is_(True),
                                                                                       mails.c.sent <= before)))


async def take(hall: Hall, turn: Any, how: str) -> bool:
    """Takes the right to tell somebody of a turn, `pushed` or `mailed`; of two processes one gets it, once."""
    told = holders.c[how]
    mine = (holders.c.table_id == turn.table_id, holders.c.seat == turn.seat, holders.c.guest == turn.guest,
            told < turn.turn_from)
    return bool(await _run(hall, update(holders).where(*mine).values({how: turn.turn_from})))


async def give_back(hall: Hall, turn: Any, how: str) -> None:
    """What was taken could not be told: it is still to be told."""
    mine = (holders.c.table_id == turn.table_id, holders.c.seat == turn.seat, holders.c.guest == turn.guest,
            holders.c[how] == turn.turn_from)
    await _run(hall, update(holders).where(*mine).values({how: turn.turn_from - 1}))


async def count_of(hall: Hall, guest: str) -> int:
    found = await hall.storage.rows(select(func.count()).select_from(subscriptions)
                                    .where(subscriptions.c.guest == guest))
    return int(found[0][0])


async def _run(hall: Hall, statement: Any) -> int:
    def work(connection: Connection) -> int:
        return connection.execute(statement).rowcount

    return await hall.storage.change(work)
