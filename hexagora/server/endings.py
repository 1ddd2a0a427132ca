"""Ends that people make: resigning, agreeing to end without a result, calling a match off before it got going, going on
without somebody who is absent; and pauses by consent. The match itself stays as it is; the table keeps how it ended.
"""

import time
from collections.abc import Sequence
from itertools import islice
from typing import Any

from hexagora.engine.contract import CHANCE
from hexagora.server import clocks, ratings
from hexagora.server.errors import Refusal, paused
from hexagora.server.records import Job, to_json
from hexagora.server.room import Room
from hexagora.server.table import PAUSE, RESUME

PAIR = 2
END = "end"  # what an offer is about, beside a pause
RESIGNED, AGREED, CALLED_OFF, ABSENT, TIME = "resigned", "agreed", "called-off", "absent", "time"


async def resign(room: Room, own: Sequence[int]) -> None:
    """Gives a match of two up: the other wins. Among more a bot plays on instead; that is leaving."""
    async with room.lock:
        await _goes_on(room)
        if len(room.table.seats) != PAIR or len(own) != 1:
            raise Refusal("no-resigning", "Only matches of two are resigned; leave the seat to a bot instead.", 409)
        result = [0.0 if seat.seat in own else 1.0 for seat in room.table.seats]
        await _end(room, {"kind": RESIGNED, "by": own[0], "result": result})


async def offer(room: Room, own: Sequence[int], kind: str) -> None:
    """Offers to end without a result or to pause, or agrees to such an offer; it is done when all people at the table
    want it."""
    async with room.lock:
        await _goes_on(room)
        if kind == PAUSE:
            room.must_be_short()
            if room.table.paused:
                raise paused()
        offer = room.table.offer or {"by": own[0], "yes": [], "kind": kind}
        if offer.get("kind", END) != kind:
            raise Refusal("other-offer", "Another offer waits for its answers; see to that one first.", 409)
        wanted = sorted({*offer["yes"], *own})
        if room.table.rated and not room.table.seats.others(own):
            raise Refusal("rated", "This match is rated: against bots it is played to its end, or given up.", 409)
        if set(room.table.seats.others(wanted)):
            await room.put_question("offer", {**offer, "yes": wanted})
        elif kind == PAUSE:
            await _pause(room)
        else:
            await _end(room, {"kind": AGREED, "by": offer["by"], "result": None})


async def go_on(room: Room) -> None:
    """Ends a pause: anybody at the table may."""
    async with room.lock:
        await _goes_on(room)
        if not room.table.paused:
            raise Refusal("not-paused", "The match goes on already.", 409)
        now = time.time()
        await room.commit(room.with_row(_event(room, RESUME, 0, now), now), lambda: None)
        room.table.go_on(now)
        await room.changed()


async def _pause(room: Room) -> None:
    table, now = room.table, time.time()
    spent = table.clock.spent(now) if table.clock else 0
    job = _event(room, PAUSE, spent, now).add("offer", of=room.id, offer_=None)
    await room.commit(room.with_row(job, now), lambda: None)
    table.pause(spent, now)
    table.offer = None
    await room.changed()


def _event(room: Room, kind: str, spent: int, at: float) -> Job:
    return Job().add("event", table_id=room.id, n=room.table.n, kind=kind, seat=0, texts="[]", at=at, spent=spent)


async def decline(room: Room, own: Sequence[int]) -> None:
    """Declines an offer, or takes one's own back."""
    async with room.lock:
        await _goes_on(room)
        if room.table.offer is None:
            raise Refusal("no-question", "Nobody offers this any more.", 409)
        by, kind = room.table.offer["by"], room.table.offer.get("kind", END)
        await room.put_question("offer", None)
        if by not in own:
            room.telling.tell({"type": "offer-declined", "kind": kind, "by": by, "seats": list(own)})


async def call_off(room: Room, own: Sequence[int]) -> None:
    """Ends a match before everybody has decided once."""
    async with room.lock:
        await _goes_on(room)
        if not may_be_called_off(room):
            raise Refusal("begun", "The match has got going; resign, or offer to end it.", 409)
        await _end(room, {"kind": CALLED_OFF, "by": own[0], "result": None})


def may_be_called_off(room: Room) -> bool:
    """Pauses and decisions that were taken back do not count."""
    match = room.table.match
    decisions = (ply for ply in range(len(match.log)) if match.actor_at(ply) != CHANCE)
    return len(list(islice(decisions, match.players))) < match.players


async def without(room: Room, own: Sequence[int], seat: int, end: bool) -> None:
    """Goes on without somebody who has been absent for as long as the table allows: a bot plays, or the match ends."""
    async with room.lock:
        await _goes_on(room)
        if not 1 <= seat <= len(room.table.seats) or seat in own or seat not in room.telling.missing():
            raise Refusal("not-absent", "Nobody is absent there for long enough.", 409)
        if end:
            await _end(room, {"kind": ABSENT, "by": seat, "result": _without(room, seat) if room.table.rated else None})
            return
        await room.set_away(seat, True)
        await room.changed()


def _without(room: Room, seat: int) -> list[float]:
    """A result for everybody but one; partners stand and fall together."""
    sides = ratings.sides(room.table.match)
    others = [side != sides[seat - 1] for side in sides]
    return [other / sum(others) for other in others]


async def lose_on_time(room: Room, seat: int) -> None:
    """Whose time is up in a rated match of two has lost. Under the lock."""
    await _end(room, {"kind": TIME, "by": seat, "result": _without(room, seat)})


def is_lost_on_time(room: Room) -> bool:
    """A game whose rules know time says itself what becomes of who runs out of it."""
    table = room.table
    return bool(table.rated) and len(table.seats) == PAIR and not (table.plan or {}).get(clocks.OF_THE_GAME)


async def _goes_on(room: Room) -> None:
    await room.ready(None)
    if room.table.over:
        raise Refusal("over", "The match is over; nothing more can be played.", 409)


async def _end(room: Room, ending: dict[str, Any]) -> None:
    table, now, offer = room.table, time.time(), room.table.offer
    table.ending, table.offer = ending, None

    def undo() -> None:
        table.ending, table.offer = None, offer

    told = None if ending["result"] is None else to_json(ending["result"])
    job = Job()
    table.count_result(job, now)
    await room.commit(job.add("ending", of=room.id, ending_=to_json(ending), result_=told, at_=now), undo)
    await room.learn_ratings()
    room.telling.board_changed()
    await room.draw_end()
    await room.changed()
