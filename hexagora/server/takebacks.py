"""Asking for a move back: what was shown to others is taken back only if they agree, all of them, also those who are
away just now; who does not answer in time declines. A match that is over stays over."""

import asyncio
import time
from collections.abc import Sequence

from hexagora.server.decisions import go_back
from hexagora.server.errors import Refusal, paused
from hexagora.server.room import Room

ANSWER_SECONDS = 180.0


async def ask(room: Room, own: Sequence[int], seq: int) -> None:
    """Asks the other people whether one's last decision may be taken back; bots never mind."""
    async with room.lock:
        await room.ready(seq)
        if room.table.rated:
            raise Refusal("rated", "This match is rated: what was decided stays.", 409)
        if room.table.ending or room.table.match.over:
            raise Refusal("over", "The match is over and stays as it is.", 409)
        if room.table.paused:
            raise paused()
        room.must_be_short()
        last = room.table.last_of(own)
        if last is None:
            raise Refusal("no-undo", "You have not decided anything yet that could be taken back.", 409)
        by, ply = last
        others = room.table.seats.others(own)
        if not others:
            await go_back(room, by, ply)
            return
        until = time.time() + ANSWER_SECONDS
        await room.put_question("takeback", {"by": by, "ply": ply, "n": room.table.n, "until": until,
                                             "answers": {str(seat): None for seat in others}})
        room.attendants.wait_for_answers(room.hall.spawn(_decline_in_time(room, room.table.n, until),
                                                         f"takeback {room.id}"))


async def answer(room: Room, own: Sequence[int], yes: bool) -> None:
    """One of the others agrees or declines."""
    async with room.lock:
        await room.ready(None)
        question = room.table.question()
        if question is None:
            raise Refusal("no-question", "Nobody asks for a move back any more.", 409)
        asked = {**question, "answers": dict(question["answers"])}
        mine = [str(seat) for seat in own if str(seat) in asked["answers"]]
        if not mine:
            raise Refusal("forbidden", "This question is for the others at the table.", 403)
        asked["answers"].update(dict.fromkeys(mine, yes))
        if not yes:
            await room.put_question("takeback", None)
            room.telling.tell({"type": "takeback-declined", "by": asked["by"], "seats": [int(k) for k in mine]})
        elif all(asked["answers"].values()):
            await go_back(room, asked["by"], asked["ply"])
        else:
            await room.put_question("takeback", asked)


async def _decline_in_time(room: Room, n: int, until: float) -> None:
    """Those who have not answered when the time is over have declined."""
    await asyncio.sleep(max(0.0, until - time.time()))
    async with room.lock:
        asked = room.table.takeback
        if asked is None or asked["n"] != n or room.table.n != n or asked.get("until") != until:
            return
        silent = [int(seat) for seat, answer in asked["answers"].items() if answer is None]
        await room.put_question("takeback", None)
        room.telling.tell({"type": "takeback-declined", "by": asked["by"], "seats": silent})
