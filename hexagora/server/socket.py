"""One WebSocket for each viewer of a table."""

import asyncio
import contextlib
import logging
import re
import time
from typing import Any

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexagora.server import decisions, endings, takebacks
from hexagora.server import messages as m
from hexagora.server.errors import Refusal, internal, no_such_table, not_begun, too_fast
from hexagora.server.hall import Hall
from hexagora.server.limiting import Limiter
from hexagora.server.room import Room, leave
from hexagora.server.thinkers import levels
from hexagora.server.viewer import Viewer
from hexagora.server.views import encode
from hexagora.server.wire import WRITE

log = logging.getLogger("hexagora.socket")
ADDRESS = re.compile(r"/api/tables/([^/]+)/ws")
BROKEN = 1011  # the closing code for an error of the server's own
REFUSED = 4400  # closing codes of our own begin at 4000
FORBIDDEN = 4403
NOT_THERE = 4404
TOO_MANY = 4429
PATIENCE = 50  # refusals for speed after which a socket is closed
TABLE_ID_LENGTH = 40


class Sockets:
    """Answers sockets at the address of a table, past the routes for requests: what comes in there comes often."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found:
            await table_socket(WebSocket(scope, receive, send), found[1])
        else:
            await self.app(scope, receive, send)


async def table_socket(socket: WebSocket, table: str) -> None:
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        room, viewer = await _admit(socket, hall, table)
    except Refusal as e:
        await _turn_away(socket, hall, e)
        return
    except Exception as e:
        hall.tasks.failed(f"admit {table}", e)
        await _turn_away(socket, hall, internal())
        return
    hall.metrics.sockets.inc()
    sender = hall.senders.spawn(_send_all(socket, hall, viewer), f"send {table}")
    try:
        await _Talk(socket, hall, room, viewer, socket.app.state.limiter).listen()
    finally:
        hall.metrics.sockets.dec()
        hall.count_out(viewer.counted_as)
        hall.leave(room, viewer)
        sender.cancel()


async def _admit(socket: WebSocket, hall: Hall, table: str) -> tuple[Room, Viewer]:
    if not socket.scope["origin_fits"]:
        raise Refusal("origin", "This connection comes from another site and is refused.", 403)
    socket.app.state.limiter.check("request", socket.scope["address"])
    if len(table) > TABLE_ID_LENGTH:
        raise no_such_table()
    write = socket.scope.get("extensions", {}).get(WRITE, {}).get("write")
    viewer = Viewer(socket.scope["guest"], socket.scope["address"], hall.settings.limits, hall.metrics, write)
    try:
        return await hall.enter(table, viewer), viewer
    except BaseException:
        if viewer.counted_as:
            hall.count_out(viewer.counted_as)
        raise


async def _turn_away(socket: WebSocket, hall: Hall, e: Refusal) -> None:
    hall.metrics.refusals.labels(e.code).inc()
    code = {403: FORBIDDEN, 404: NOT_THERE, 429: TOO_MANY}.get(e.status, REFUSED)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # it may have left before it was told
        await socket.send_text(problem(e.code, str(e)))
        await socket.close(code, e.code)


def problem(code: str, text: str) -> str:
    return encode({"type": "error", "code": code, "error": text})


async def _send_all(socket: WebSocket, hall: Hall, viewer: Viewer) -> None:
    """Sends what waits, in order. While nothing waits, messages are written at once (`Viewer.send`)."""
    try:
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            while viewer.outbox:
                await socket.send({"type": "websocket.send", "text": viewer.outbox[0]})
                viewer.outbox.popleft()
                hall.metrics.sent += 1
            if viewer.closing:
                await socket.close(*viewer.closing)
                return
    except (WebSocketDisconnect, RuntimeError, OSError):
        return  # the other end is gone; the listener notices
    except Exception:
        with contextlib.suppress(Exception):
            await socket.close(BROKEN, "the server cannot go on")  # rather than to be silent: the client comes again
        raise


class _Talk:
    """What one client says, and what is done about it."""

    def __init__(self, socket: WebSocket, hall: Hall, room: Room, viewer: Viewer, limiter: Limiter):
        self.socket, self.hall, self.room, self.viewer, self.limiter = socket, hall, room, viewer, limiter
        self.bucket = limiter.bucket("message")
        self.impatience = 0
        self.hinting: asyncio.Task[None] | None = None

    @property
    def own(self) -> tuple[int, ...]:
        return self.room.table.seats.own(self.viewer.guest)

    async def listen(self) -> None:
        receive = self.socket._receive  # its own check of each message would only repeat that of the server
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self.hall.metrics.received += 1
            try:
                await self._take(message.get("text"), message.get("bytes"))
            except Refusal as e:
                self._refuse(e)
            except Exception:
                self.hall.metrics.errors.inc()
                log.exception("a message failed", extra={"table": self.room.id})
                self._refuse(internal())

    def _refuse(self, e: Refusal) -> None:
        self.hall.metrics.refusals.labels(e.code).inc()
        self.viewer.send(problem(e.code, str(e)))
        if e.code in ("stale", "storage", "internal"):
            self.hall.spawn(self._show_again(), f"show {self.room.id}")

    async def _show_again(self) -> None:
        """Tells the whole state again."""
        telling = self.room.telling
        async with self.room.lock:
            if self.viewer in telling.viewers and not self.room.dirty:
                telling.seats_changed()
                telling.tell_whole(self.viewer)

    async def _take(self, text: str | None, data: bytes | None) -> None:
        if not self.bucket.take(time.monotonic()):
            self.impatience += 1
            if self.impatience > PATIENCE:
                self.viewer.close(TOO_MANY, "too many messages")
            raise too_fast()
        if text is None:
            raise Refusal("bad-message", "Messages are JSON texts, not binary data.")
        limit = self.hall.settings.limits.message_bytes
        if len(text) > limit:
            raise Refusal("too-large", f"A message has at most {limit} characters.", 413)
        await self._do(understood(text))

    async def _do(self, message: Any) -> None:
        room, own = self.room, self.own
        if isinstance(message, m.Act):
            began = time.perf_counter()
            await decisions.act(room, own, message.seq, message.text)
            self.hall.metrics.act_seconds.observe(time.perf_counter() - began)
        elif isinstance(message, m.Ping):
            self.viewer.send(encode({"type": "pong", "id": message.id}))
        elif isinstance(message, m.Sync):
            await self._show_again()
        elif isinstance(message, m.Chat):
            self.limiter.check("chat", self.viewer.guest if own else self.viewer.address)
            await self.hall.say(room, self.viewer, message.text, message.key)
        elif isinstance(message, m.View):
            await self._view(message.seat)
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
            await endings.offer(room, own)
        elif isinstance(message, m.DeclineEnd):
            await endings.decline(room, own)
        elif isinstance(message, m.CallOff):
            await endings.call_off(room, own)
        elif isinstance(message, m.GoOn):
            await endings.without(room, own, message.seat, message.end)
        elif isinstance(message, m.Hint):
            await self._hint(message.seq)

    async def _view(self, seat: int) -> None:
        if seat not in self.own:
            raise Refusal("forbidden", "You can only look from a seat of your own.", 403)
        async with self.room.lock:
            self.viewer.chosen = seat
            self.room.telling.tell_whole(self.viewer)

    async def _hint(self, seq: int) -> None:
        if self.hinting is not None and not self.hinting.done():
            raise Refusal("rate", "You are still waiting for a hint; it comes as soon as the bots have time.", 429)
        self.limiter.check("hint", self.viewer.address)
        async with self.room.lock:
            await self.room.ready(seq)
            seat = self.room.table.turn()
            if seat not in self.own:
                raise Refusal("not-your-turn", "Hints are for your own decisions.", 409)
            match = self.room.table.match.fork()
        self.hinting = self.hall.spawn(self._tell_hints(match, seat, seq), f"hint {self.room.id}")

    async def _tell_hints(self, match: Any, seat: int, seq: int) -> None:
        strongest = (levels() or [{"id": "random"}])[-1]["id"]
        try:
            choices = await self.hall.thinkers.hints(match, seat, strongest, f"hint:{seq}")
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
