"""Decisions at a table: making one, and taking one's own back."""

import time
from collections.abc import Sequence

from hexagora.engine.errors import HexagoraError
from hexagora.engine.words import tidy
from hexagora.server.errors import Refusal, no_return, not_begun, paused, stale
from hexagora.server.records import Job, listed
from hexagora.server.room import Room
from hexagora.server.table import Table


async def act(room: Room, own: Sequence[int], seq: int | None, text: str, by_bot: bool = False) -> None:
    """Makes a decision for the seat to act, if it is among one's own."""
    async with room.lock:
        await room.ready(seq)
        table = room.table
        seat = table.turn()
        if not seat:
            raise _nobody_acts(table)
        if seat not in own:
            raise _not_yours(room, own, seat)
        sitting = table.seats.at(seat)
        if by_bot and not sitting.by_bot:
            raise stale()  # the person came back while the bot was thinking
        if sitting.away and not by_bot:
            if table.rated:
                raise no_return()
            await room.set_away(seat, False)
        await decide(room, seat, text)


def _nobody_acts(table: Table) -> Refusal:
    if not table.begun:
        return not_begun()
    if table.paused and not table.over:
        return paused()
    return Refusal("over", "The match is over; nothing more can be played.", 409)


def _not_yours(room: Room, own: Sequence[int], seat: int) -> Refusal:
    if not own:
        return Refusal("forbidden", "You are looking on; only those who sit at the table can play.", 403)
    return Refusal("not-your-turn", f"It is the turn of {room.table.seats.at(seat).name}.", 409)


async def decide(room: Room, seat: int, text: str) -> None:
    """Plays the decision of the seat to act. Under the lock."""
    table = room.table
    match, ply, now = table.match, len(table.match.log), time.time()
    spent = table.clock.spent(now) if table.clock else 0
    before = match.state.clone()
    try:
        texts = match.decide(_understood(room, seat, text))
    except HexagoraError as e:
        raise Refusal("illegal", str(e), 409) from None
    except Exception:
        room.dirty = True  # the rules failed halfway: build the match again from the record
        raise
    job = Job().add("event", table_id=room.id, n=table.n, kind="act", seat=seat, texts=listed(texts), at=now,
                    spent=spent)

    def undone() -> None:
        table.back_to(ply)
        room.telling.board_changed()

    await room.commit(room.with_row(job, now), undone)
    table.decided(seat, before, ply)
    table.happened(seat, spent, now)
    room.hall.metrics.actions += 1
    await room.learn_ratings()
    await room.acted(ply)


def _understood(room: Room, seat: int, text: str) -> int:
    """The action that a seat means: one of the choices that it was told, else what the match makes of it."""
    wanted = tidy(text)
    for choice in room.telling.drawings.drawn_choices(seat):
        if choice.text == wanted:
            return choice.action
    return room.table.match.understood(text, seat)


async def undo(room: Room, own: Sequence[int], seq: int, whole_turn: bool) -> None:
    """Takes back one's last decision, or all of one's turn as far as nothing new was shown to anybody."""
    async with room.lock:
        await room.ready(seq)
        if room.table.paused:
            raise paused()
        room.must_be_short()
        seat = room.telling.now().undoable_for(own)
        if not seat or room.table.ending:
            raise Refusal("no-undo", "There is nothing that you can take back on your own; ask the others.", 409)
        match = room.table.match.fork(len(room.table.match.log) - 1)
        while whole_turn and match.log and match.may_undo(seat):
            match = match.fork(len(match.log) - 1)
        await go_back(room, seat, len(match.log))


async def go_back(room: Room, seat: int, ply: int) -> None:
    """Takes back to a ply, as an event of its own: nothing is ever deleted. Under the lock."""
    table = room.table
    now, match = time.time(), table.match
    spent = table.clock.spent(now) if table.clock else 0
    job = Job().add("event", table_id=room.id, n=table.n, kind="back", seat=seat, texts=listed([str(ply)]), at=now,
                    spent=spent)
    table.match = match.fork(ply)

    def undone() -> None:
        table.match = match
        room.telling.board_changed()

    await room.commit(room.with_row(job, now), undone)
    table.gone_back(seat, ply)
    table.happened(seat, spent, now)
    await room.acted(ply)
