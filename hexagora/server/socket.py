"""One WebSocket for each viewer of a table."""

import asyncio
import contextlib
import re
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexagora.server.effort import charged
from hexagora.server.errors import Refusal, internal, no_such_table
from hexagora.server.hall import Hall
from hexagora.server.room import Room
from hexagora.server.talk import TOO_MANY, Talk, problem
from hexagora.server.viewer import LARGE, Viewer
from hexagora.server.wire import WRITE

ADDRESS = re.compile(r"/api/tables/([^/]+)/ws")
BROKEN = 1011  # the closing code for an error of the server's own
REFUSED = 4400  # closing codes of our own begin at 4000
FORBIDDEN = 4403
NOT_THERE = 4404
NO_SOCKET = 404  # before it is one, a socket is a request
TABLE_ID_LENGTH = 40


class Sockets:
    """Answers sockets at the address of a table, past the routes for requests: what comes in there comes often."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        found, socket = ADDRESS.fullmatch(scope["path"]), WebSocket(scope, receive, send)
        with contextlib.suppress(asyncio.CancelledError):  # the server ends and gives up who is still on the way in
            await (table_socket(socket, found[1]) if found else _no_socket_here(socket))


async def _no_socket_here(socket: WebSocket) -> None:
    socket.app.state.hall.metrics.refusals.labels("http").inc()
    await socket.send_denial_response(JSONResponse(
        {"error": "There is no socket at this address.", "code": "http"}, NO_SOCKET, {"cache-control": "no-store"}))


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
    listener = asyncio.create_task(_listen(socket, Talk(hall, room, viewer, hall.limiter)),
                                   name=f"listen {table}")
    try:
        await listener  # a task of its own: all that lies between the line and here need not wake with every message
    finally:
        hall.metrics.sockets.dec()
        hall.count_out(viewer)
        hall.leave(room, viewer)
        sender.cancel()


async def _admit(socket: WebSocket, hall: Hall, table: str) -> tuple[Room, Viewer]:
    if not socket.scope["origin_fits"]:
        raise Refusal("origin", "This connection comes from another site and is refused.", 403)
    guest, address = socket.scope["guest"], socket.scope["address"]
    hall.limiter.check("request", guest if _holds_a_seat(hall, table, guest) else address)
    if len(table) > TABLE_ID_LENGTH:
        raise no_such_table()
    line = _line(socket)
    viewer = Viewer(guest, address, hall.settings.limits, hall.metrics, line.get("write"), hall.unread, line.get("cut"))
    if line:
        line["inbox"].call = hall.storage.rounds.call
    try:
        return await charged(hall.limiter, hall.rooms.get(table), (address,), hall.enter, table, viewer,
                             pace=hall.pacing.of(address)), viewer
    except BaseException:
        hall.count_out(viewer)
        viewer.leave()
        raise


def _line(socket: WebSocket) -> Any:
    """What the wire allows beside the general way."""
    return socket.scope.get("extensions", {}).get(WRITE, {})


def _holds_a_seat(hall: Hall, table: str, guest: str) -> bool:
    """Whether a guest sits at a table that is in memory, as those are at which anybody plays or looks on: no flood from
    the same address keeps such a guest out."""
    room = hall.rooms.get(table)
    return room is not None and bool(room.table.seats.own(guest))


async def _turn_away(socket: WebSocket, hall: Hall, e: Refusal) -> None:
    hall.metrics.refusals.labels(e.code).inc()
    code = {403: FORBIDDEN, 404: NOT_THERE, 429: TOO_MANY}.get(e.status, REFUSED)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # it may have left before it was told
        await socket.send_text(problem(e.code, str(e)).decode())
        await socket.close(code, e.code)


async def _send_all(socket: WebSocket, hall: Hall, viewer: Viewer) -> None:
    """Sends what waits, in order. While nothing waits, messages are written at once (`Viewer.send`)."""
    read = _line(socket).get("read")
    try:
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            while viewer.outbox:
                message = viewer.outbox[0]
                await socket.send({"type": "websocket.send", "text": message.decode()})
                if read and len(message) >= LARGE:
                    await read()
                viewer.is_read()
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


async def _listen(socket: WebSocket, talk: Talk) -> None:
    receive = socket._receive  # its own check of each message would only repeat that of the server
    addresses = (talk.viewer.address,)
    pace = talk.hall.pacing.of(talk.viewer.address)
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if not talk.viewer.closing:  # what was still said by whoever is cut off is not heard
            await charged(talk.limiter, talk.room, addresses, talk.hear, message.get("text"), pace=pace)
