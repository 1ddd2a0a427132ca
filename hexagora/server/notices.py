"""Telling people who are elsewhere that it is their turn, where turns may take long: by a push to their browsers, by
mail. Each turn is told once at most by each way, whoever of several servers does it and whatever is restarted.

There is no queue that could overflow or be lost: what is still to be told follows from the record (`channels.py`), and
each round takes some of it. Whoever looks at the table knows without being told.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hexagora.engine import locales
from hexagora.server import catalogue, channels, languages, mailing, pushing, tabling
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.room import Room
from hexagora.server.supervision import within
from hexagora.server.turns import Turns

log = logging.getLogger("hexagora.notices")
TITLES = 256  # titles of games that are remembered in languages
AT_A_TIME = 8  # pushes on their way together
ROUND_SECONDS = 300.0  # a round that takes longer is given up


async def go_round_forever(hall: Hall) -> None:
    """Rounds at a steady pace; what fails in one is told by the supervisor and is no reason to stop."""
    while True:
        await asyncio.sleep(hall.settings.sweep_seconds)
        await hall.tasks.attempt(within(ROUND_SECONDS, go_round(hall)), "notices")


async def go_round(hall: Hall) -> None:
    """Tells what is to be told now."""
    if hall.settings.push:
        await _push_round(hall)
    if hall.settings.smtp_host:
        await _mail_round(hall)


# which turns


async def _waits(hall: Hall, turn: Any) -> Room | None:
    """The table, if it still waits for that person and others wait with it. Nobody is called back to a table without
    a clock at which nobody else plays."""
    try:
        room = await hall.room(turn.table_id)
    except Refusal:
        return None
    table = room.table
    mine = table.seats.own(turn.guest)
    waits = table.turn() == turn.seat and not table.seats.at(turn.seat).by_bot
    return room if waits and (turn.clock is not None or table.seats.others(mine)) else None


def _is_there(hall: Hall, turn: Any) -> bool:
    room = hall.rooms.get(turn.table_id)
    return room is not None and turn.seat in room.telling.here()


async def _sorted_out(hall: Hall, turns: Sequence[Any], how: str, after: float) -> list[tuple[Any, Room]]:
    """The turns that are to be told now, each taken by us. Those of people who are there count as told."""
    found, old = [], time.time() - after
    for turn in turns:
        there = _is_there(hall, turn)
        if not (there or turn.updated <= old) or not await channels.take(hall, turn, how):
            continue
        room = None if there else await _waits(hall, turn)
        if room is not None and turn.seat not in room.telling.online():
            found.append((turn, room))
    return found


def _names(room: Room, guest: str) -> str:
    """Who else plays at a table."""
    table = room.table
    return ", ".join(table.seats.at(seat).name for seat in table.seats.others(table.seats.own(guest)))


@lru_cache(TITLES)
def _title(game: str, language: str) -> str:
    title = tabling.title_of(game)
    return locales.catalogue(catalogue.find(game), language).phrases.get(title, title)


# pushes


async def _push_round(hall: Hall) -> None:
    waiting = await _sorted_out(hall, await channels.turns_to_push(hall), "pushed", hall.settings.push_after)
    if not waiting:
        return
    private = await hall.storage.push_key()
    async with await pushing.session() as session:
        pushes = Pushes(hall, session, private)
        under_way = [hall.tasks.attempt(pushes.of(turn, room), "notices push") for turn, room in waiting]
        await asyncio.gather(*under_way, return_exceptions=True)  # also when given up it ends with the last of them


class Pushes:
    """The pushes of one round. Services that do not answer are chosen by strangers: those that never failed go first,
    people take turns, and what did not take one push is not asked for another in this round."""

    def __init__(self, hall: Hall, session: Any, private: str):
        self._hall, self._session, self._private = hall, session, private
        self._turns = Turns(AT_A_TIME)
        self._failed: set[str] = set()  # subscriptions

    async def of(self, turn: Any, room: Room) -> None:
        """Tells a turn to all browsers of a person. When that is given up before any was told, it is still to be
        told."""
        outcomes: list[str] = []
        try:
            await asyncio.gather(*[self._push(to, _told(turn, room, to.language), outcomes)
                                   for to in await channels.subscriptions_of(self._hall, turn.guest)])
        except asyncio.CancelledError:
            if not outcomes:
                await channels.give_back(self._hall, turn, "pushed")
            raise

    async def _push(self, to: Any, told: dict[str, str], outcomes: list[str]) -> None:
        async with self._turns.place(to.failures, to.guest):
            if to.id in self._failed:
                return
            request = await asyncio.to_thread(pushing.sealed, to, told, self._private,
                                              pushing.contact_of(self._hall.settings))
            outcome = await pushing.deliver(self._session, request)
            outcomes.append(outcome)
            if outcome == "failed":
                self._failed.add(to.id)
            await _settle(self._hall, to.id, outcome)


async def _settle(hall: Hall, subscription: str, outcome: str) -> None:
    hall.metrics.notices.labels("push", outcome).inc()
    if outcome == "gone":
        await channels.gone(hall, subscription)
    else:
        await channels.took(hall, subscription, outcome == "taken")


def _told(turn: Any, room: Room, language: str) -> dict[str, str]:
    """What a browser is told: the game, that it is one's turn, with whom, and where. Nothing of the match itself."""
    names = _names(room, turn.guest)
    return {"title": languages.told(language, "{title}: it is your turn").format(title=_title(turn.game, language)),
            "body": languages.told(language, "with {names}").format(names=names) if names else "",
            "url": f"/t/{turn.table_id}", "topic": turn.table_id[:32]}


# mails


async def _mail_round(hall: Hall) -> None:
    settings = hall.settings
    await channels.forget_unconfirmed(hall)
    turns = await channels.turns_to_mail(hall, time.time() - settings.mail_every)
    old = time.time() - settings.mail_after
    for guest in dict.fromkeys(turn.guest for turn in turns if turn.updated <= old):
        mine = [turn for turn in turns if turn.guest == guest]
        await hall.tasks.attempt(_mail(hall, guest, mine), "notices mail")


async def _mail(hall: Hall, guest: str, turns: list[Any]) -> None:
    """One mail for all tables that wait for somebody. Who has just been written to waits for the next one."""
    settings = hall.settings
    waiting = await _sorted_out(hall, turns, "mailed", 0.0)
    if not waiting or not await channels.mailed(hall, guest, time.time() - settings.mail_every):
        return
    to = await channels.mail_of(hall, guest)
    home = settings.public_url.rstrip("/")
    stop = f"{home}/mail/stop/{to.stop}"
    told = [(_title(turn.game, to.language), _names(room, guest), f"{home}/t/{turn.table_id}")
            for turn, room in waiting]
    subject, text = mailing.turns(lambda said: languages.told(to.language, said), told, home, stop)
    try:
        await mailing.send(settings, mailing.made(settings, to.address, subject, text, stop))
    except mailing.MailFailed as e:
        hall.metrics.notices.labels("mail", "failed").inc()
        log.warning("a mail was not taken", extra={"why": str(e)})
        for turn, _ in waiting:  # with the next mail
            await channels.give_back(hall, turn, "mailed")
        return
    hall.metrics.notices.labels("mail", "taken").inc()
