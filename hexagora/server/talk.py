"""What one viewer of a table says, and what is done about it; however the words come in."""

import asyncio
import logging
import time
from typing import Any

from pydantic import ValidationError

from hexagora.server import decisions, endings, takebacks
from hexagora.server import messages as m
from hexagora.server.errors import Refusal, internal, not_begun, too_fast
from hexagora.server.hall import Hall
from hexagora.server.lending import document
from hexagora.server.limiting import Limiter
from hexagora.server.room import Room, leave
from hexagora.server.table import PAUSE
from hexagora.server.viewer import Viewer
from hexagora.server.views import encode

log = logging.getLogger("hexagora.talk")
TOO_MANY = 4429  # the closing code for who says too much; codes of our own begin at 4000
LONG = 512  # characters; nothing that people decide or say is much longer
PATIENCE = 50  # refusals for speed after which a line is closed


def problem(code: str, text: str) -> bytes:
    return encode({"type": "error", "code": code, "error": text})


class Talk:
    """What one client says, and what is done about it."""

    def __init__(self, hall: Hall, room: Room, viewer: Viewer, limiter: Limiter):
        self.hall, self.room, self.viewer, self.limiter = hall, room, viewer, limiter
        self.bucket = limiter.bucket("message")
        self.impatience = 0
        self.hinting: asyncio.Task[None] | None = None

    @property
    def own(self) -> tuple[int, ...]:
        return self.room.table.seats.own(self.viewer.guest)

    async def hear(self, text: str | None) -> None:
        """Takes one message, which is a text or wrong; what is wrong with it is told."""
        self.hall.metrics.received += 1
        try:
            await self._do(self._taken(text))
        except Refusal as e:
            await self._refuse(e)
        except Exception:
            self.hall.metrics.errors.inc()
            log.exception("a message failed", extra={"table": self.room.id})
            await self._refuse(internal())

    async def _refuse(self, e: Refusal) -> None:
        self.hall.metrics.refusals.labels(e.code).inc()
        self.viewer.send(problem(e.code, str(e)))
        if e.code in ("stale", "storage", "internal"):
            await self._show_again()

    async def _show_again(self) -> None:
        """Tells the whole state again."""
        telling = self.room.telling
        async with self.room.lock:
            if self.viewer in telling.viewers and not self.room.dirty:
                telling.seats_changed()
                telling.tell_whole(self.viewer)

    def _taken(self, text: str | None) -> Any:
        """The message, if it may come now and is understood. A long one counts as several: it costs as much."""
        limit = self.hall.settings.limits.message_bytes
        if not self.bucket.take(time.monotonic(), 1 + min(len(text or ""), limit) // LONG):
            self.impatience += 1
            if self.impatience > PATIENCE:
                self.viewer.close(TOO_MANY, "too many messages")
            raise too_fast()
        if text is None:
            raise Refusal("bad-message", "Messages are JSON texts, not binary data.")
        if len(text) > limit:
            raise Refusal("too-large", f"A message has at most {limit} characters.", 413)
        return understood(text)

    async def _do(self, message: Any) -> None:
        room, own = self.room, self.own
        if isinstance(message, m.Act):
            began = time.perf_counter()
            await decisions.act(room, own, message.seq, message.text)
            self.hall.metrics.acted(time.perf_counter() - began)
        elif isinstance(message, m.Ping):
            self.viewer.send(encode({"type": "pong", "id": message.id}))
        elif isinstance(message, m.Sync):
            await self._show_again()
        elif isinstance(message, m.Chat):
            self.limiter.check("chat", self.viewer.guest if own else self.viewer.address)
            await self.hall.say(room, self.viewer, message.text, message.key)
        elif isinstance(message, m.View):
            await self._view(message.seat)
        elif isinstance(message, m.Lend):
            self.viewer.lender.ready = message.yes
        elif isinstance(message, m.Thought):
            self.viewer.lender.hear(message.id, message.text)
        elif not own:
            raise Refusal("forbidden", "You are looking on; only those who sit at the table can do that.", 403)
        elif not room.table.begun:
            raise not_begun()
        elif isinstance(message, m.Undo | m.RestartTurn):
            await decisions.undo(room, own, message.seq, whole_turn=isinstance(message, m.RestartTurn))
        elif isinstance(message, m.AskTakeback):
            await takebacks.ask(room, own, message.seq)
        elif isinstance(message, m.AnswerTakeback):
            await takebacks.answer(room, own, message.yes)
        elif isinstance(message, m.Leave | m.Return):
            await leave(room, own, away=isinstance(message, m.Leave))
        elif isinstance(message, m.Resign):
            await endings.resign(room, own)
        elif isinstance(message, m.OfferEnd):
            await endings.offer(room, own, endings.END)
        elif isinstance(message, m.OfferPause):
            await endings.offer(room, own, PAUSE)
        elif isinstance(message, m.Resume):
            await endings.go_on(room)
        elif isinstance(message, m.DeclineEnd):
            await endings.decline(room, own)
        elif isinstance(message, m.CallOff):
            await endings.call_off(room, own)
        elif isinstance(message, m.GoOn):
            await endings.without(room, own, message.seat, message.end)
        elif isinstance(message, m.Hint):
            await self._hint(message)

    async def _view(self, seat: int) -> None:
        if seat not in self.own:
            raise Refusal("forbidden", "You can only look from a seat of your own.", 403)
        async with self.room.lock:
            self.viewer.chosen = seat
            await self.room.draw_end(self.viewer)
            self.room.telling.tell_whole(self.viewer)

    async def _hint(self, wish: m.Hint) -> None:
        if self.room.table.rated:
            raise Refusal("rated", "This match is rated: there are no hints.", 409)
        if self.hinting is not None and not self.hinting.done():
            raise Refusal("rate", "You are still waiting for a hint; it comes as soon as the bots have time.", 429)
        self.limiter.check("hint", self.viewer.address)
        async with self.room.lock:
            await self.room.ready(wish.seq)
            seat = self.room.table.turn()
            if seat not in self.own:
                raise Refusal("not-your-turn", "Hints are for your own decisions.", 409)
            match = self.room.table.match.fork()
        thinkers, offer = self.hall.thinkers, self.hall.thinkers.offer
        if wish.here and offer and match.game.id in offer.hints:
            asked = document("hints", thinkers.hint_request(match, seat))
            self.viewer.send(encode({**asked, "seq": wish.seq}))
        else:
            self.hinting = self.hall.spawn(self._tell_hints(match, seat, wish.seq), f"hint {self.room.id}")

    async def _tell_hints(self, match: Any, seat: int, seq: int) -> None:
        try:
            choices = await self.hall.thinkers.hints(match, seat, self.viewer.address)
        except Exception as e:
            log.warning("no hint", extra={"table": self.room.id, "why": f"{type(e).__name__}: {e}"[:300]})
            self.viewer.send(problem("no-hint", "No hint can be given just now."))
            return
        self.viewer.send(encode({"type": "hint", "seq": seq, "choices": choices}))


def understood(text: str) -> Any:
    """The message, or a refusal that says what is wrong with it."""
    try:
        return m.MESSAGES.validate_json(text)
    except ValidationError as e:
        first = e.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refusal("bad-message", f"This message is not understood: {where + ': ' if where else ''}"
                      f"{first['msg'].removeprefix(m.VALUE_ERROR)}") from None
    except (ValueError, RecursionError):
        raise Refusal("bad-message", "This message is not JSON.") from None
