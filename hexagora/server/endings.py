"""Ends that people make: resigning, agreeing to end without a result, calling a match off before it got going, going on
without somebody who is absent. The match itself stays as it is; the table keeps how it ended."""

import time
from collections.abc import Sequence
from typing import Any

from hexagora.server.errors import Refusal
from hexagora.server.room import Room
from hexagora.server.storage import Job, to_json

PAIR = 2
RESIGNED, AGREED, CALLED_OFF, ABSENT = "resigned", "agreed", "called-off", "absent"


async def resign(room: Room, own: Sequence[int]) -> None:
    """Gives a match of two up: the other wins. Among more a bot plays on instead; that is leaving."""
    async with room.lock:
        await _goes_on(room)
        if len(room.table.seats) != PAIR or len(own) != 1:
            raise Refusal("no-resigning", "Only matches of two are resigned; leave the seat to a bot instead.", 409)
        result = [0.0 if seat.seat in own else 1.0 for seat in room.table.seats]
        await _end(room, {"kind": RESIGNED, "by": own[0], "result": result})


async def offer(room: Room, own: Sequence[int]) -> None:
    """Offers to end without a result, or agrees to such an offer; it ends when all people at the table want it."""
    async with room.lock:
        await _goes_on(room)
        offer = room.table.offer or {"by": own[0], "yes": []}
        wanted = sorted({*offer["yes"], *own})
        if set(room.table.seats.others(wanted)):
            await _set_offer(room, {**offer, "yes": wanted})
        else:
            await _end(room, {"kind": AGREED, "by": offer["by"], "result": None})


async def decline(room: Room, own: Sequence[int]) -> None:
    """Declines an offer, or takes one's own back."""
    async with room.lock:
        await _goes_on(room)
        if room.table.offer is None:
            raise Refusal("no-question", "Nobody offers to end the match any more.", 409)
        by = room.table.offer["by"]
        await _set_offer(room, None)
        if by not in own:
            room.telling.tell({"type": "offer-declined", "by": by, "seats": list(own)})


async def call_off(room: Room, own: Sequence[int]) -> None:
    """Ends a match before everybody has decided once."""
    async with room.lock:
        await _goes_on(room)
        if not may_be_called_off(room):
            raise Refusal("begun", "The match has got going; resign, or offer to end it.", 409)
        await _end(room, {"kind": CALLED_OFF, "by": own[0], "result": None})


def may_be_called_off(room: Room) -> bool:
    """The first event lays the table; each further one is a decision."""
    return room.table.n <= room.table.match.players


async def without(room: Room, own: Sequence[int], seat: int, end: bool) -> None:
    """Goes on without somebody who has been absent for as long as the table allows: a bot plays, or the match ends."""
    async with room.lock:
        await _goes_on(room)
        if not 1 <= seat <= len(room.table.seats) or seat in own or seat not in room.telling.missing():
            raise Refusal("not-absent", "Nobody is absent there for long enough.", 409)
        if end:
            await _end(room, {"kind": ABSENT, "by": seat, "result": None})
            return
        await room.set_away(seat, True)
        room.changed()


async def _goes_on(room: Room) -> None:
    await room.ready(None)
    if room.table.over:
        raise Refusal("over", "The match is over; nothing more can be played.", 409)


async def _end(room: Room, ending: dict[str, Any]) -> None:
    table, now, offer = room.table, time.time(), room.table.offer
    table.ending, table.offer = ending, None

    def undo() -> None:
        table.ending, table.offer = None, offer

    await room.commit(Job().add("ending", of=room.id, ending_=to_json(ending), at_=now), undo)
    room.telling.board_changed()
    room.changed()


async def _set_offer(room: Room, offer: dict[str, Any] | None) -> None:
    table, before = room.table, room.table.offer
    table.offer = offer

    def undo() -> None:
        table.offer = before

    await room.commit(Job().add("offer", of=room.id, offer_=None if offer is None else to_json(offer)), undo)
    room.changed()
