"""What happens at a table by itself: bots decide, clocks run out."""

import asyncio
import logging
import time

from hexagora.engine import hooks
from hexagora.server import clocks, decisions, endings
from hexagora.server.effort import charged
from hexagora.server.engines import Question
from hexagora.server.errors import Refusal
from hexagora.server.lending import Lender, may_think
from hexagora.server.room import Room
from hexagora.server.turns import HOUSE

log = logging.getLogger("hexagora.attendance")
TIMER_SLACK = 0.02  # seconds; a timer that fires early would only have to be set again
NOT_NOW = ("stale", "not-your-turn", "over")  # the table moved on while a bot was thinking


def attend(room: Room, written_here: bool = True) -> None:
    """Lets a bot think if one is to act, and winds the clock. The process that wrote the last event lets the bot think;
    another one does so only when nothing has come of it for long."""
    room.attendants.stop_clock()
    table, hall = room.table, room.hall
    turn = table.turn()
    if not turn:
        return
    if table.seats.at(turn).by_bot:
        mine = written_here or hall.bus.alone or hall.forgotten(table.updated)
        if mine and not room.attendants.thinking and room.telling.bots_play:
            room.attendants.bot = hall.spawn(_bots_play(room), f"bot {room.id}")
    elif table.clock and table.clock.running:
        delay = max(0.0, table.clock.left(turn, time.time()) / clocks.SECOND)
        room.attendants.timer = asyncio.get_running_loop().call_later(
            delay + TIMER_SLACK, lambda: hall.spawn(time_is_up(room), f"clock {room.id}"))


async def _bots_play(room: Room) -> None:
    """Plays for bots until a person is to act."""
    while room.table.bot_to_act and room.telling.bots_play:
        async with room.lock:
            await room.ready(None)
            seat, n = room.table.turn(), room.table.n
            if not room.table.bot_to_act:
                return
            match = room.table.match.fork()
            question = Question(match, seat, match.legal(seat), f"{room.id}:{seat}", _for_whom(room))
        level = room.table.seats.at(seat).level
        text = await _thought(room, question, level, n)
        try:
            addresses = [viewer.address for viewer in room.telling.viewers]
            await charged(room.hall.limiter, room, addresses, decisions.act, room, [seat], n, text, True,
                          pace=room.hall.pacing.of(question.who))
        except Refusal as e:
            if e.code not in NOT_NOW:
                log.error("bot refused", extra={"table": room.id, "code": e.code, "why": str(e)})
                return


def _for_whom(room: Room) -> str:
    """The address that a bot plays for: of those who look on the one for whom least is thought about. All tables at
    which nobody is share a turn."""
    addresses = {viewer.address for viewer in room.telling.viewers}
    return min(addresses, key=room.hall.thinkers.under_way, default=HOUSE)


async def _thought(room: Room, question: Question, level: str, n: int) -> str:
    """What a bot decides; the time that it takes is counted for the whole turn."""
    began, spent = room.attendants.thought
    turn = room.table.turn_began
    spent = spent if began == turn else 0.0
    text, seconds = await room.hall.thinkers.decide(question, level, f"{room.table.seed}:{n}", spent, _lender(room))
    room.attendants.thought = (turn, spent + seconds)
    return text


def _lender(room: Room) -> Lender | None:
    """The window of the one person who plays here, if bots of this game may think there and it is ready to."""
    offer = room.hall.thinkers.offer
    if not offer or room.table.game.id not in offer.bots:
        return None
    ready = (v.lender for v in room.telling.viewers if v.lender.ready and may_think(room.table, v.guest))
    return next(ready, None)


async def time_is_up(room: Room) -> None:
    """The clock of the seat to act has run out: a rated match of two is lost by it, unless the clock is the game's own;
    else the game says what happens, or a bot takes over."""
    async with room.lock:
        if room.dirty or not room.hall.bus.alone:
            await room.refresh()
        table = room.table
        seat = table.turn()
        if not table.clock or not seat or not table.clock.is_up(seat, time.time()) or table.bot_to_act:
            return
        log.info("time is up", extra={"table": room.id, "seat": seat})
        if endings.is_lost_on_time(room):
            await endings.lose_on_time(room, seat)
            return
        if not table.clock.ran_out_before(seat):
            room.telling.tell({"type": "time-up", "seat": seat})
        choose = hooks.WHEN_TIME_IS_UP.of(table.game)
        if choose is not None:
            view = table.match.hidden(seat)
            await decisions.decide(room, seat, table.game.words.text(table.match.box, view,
                                                                     choose(table.match.box, view)))
            return
        await room.set_away(seat, True)
        await room.changed()
