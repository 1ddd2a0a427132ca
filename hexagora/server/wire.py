"""The WebSocket of uvicorn with short cuts for messages that are small and many.

An application may write a text at once (`write` in the scope's extension `WRITE`) instead of awaiting its turn, wait
until what it wrote is read (`read`) and end the line (`cut`); reading goes on while an application still thinks about a
few messages; and a text that comes whole in one frame, as nearly all do, is taken apart here. Whatever else comes goes
the general way, a piece at a time: however many frames somebody sends at once, all others have their turn in between,
nothing more is taken in while what came waits for the application or nobody reads the answers, and whoever sends too
many frames that are no messages is cut off.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the one in C where that is there
from websockets.protocol import State
from websockets.streams import StreamReader

from hexagora.server.rounds import Listener, call

WRITE = "hexagora.write"
FEW = 8  # messages that may wait for the application before reading pauses
PIECE = 512  # bytes that are taken apart before others have their turn: some eighty frames at most
MOST_FRAMES = 100  # in a second that are no messages: pings, pongs, parts. Browsers send one every twenty seconds
TOO_MANY = 1008  # the closing code for who sends more
TEXT_FRAME = 0x81  # a whole text (RFC 6455, section 5.2)
MASKED = 0x80  # what comes from a client is masked
SHORT, MEDIUM = 126, 1 << 16  # lengths from which the length takes two bytes, and eight
MASK_BYTES = 4
NO_TEXT = 1007  # the closing code for what is no UTF-8
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the general way waits when it holds no part of a frame


def framed(data: bytes) -> bytes:
    """A text, encoded, as one frame.

    >>> framed(b"ab"), framed(b"x" * 200)[:4]
    (b'\\x81\\x02ab', b'\\x81~\\x00\\xc8')
    """
    size = len(data)
    if size < SHORT:
        return b"%c%c%b" % (TEXT_FRAME, size, data)
    if size < MEDIUM:
        return b"%c%c%b%b" % (TEXT_FRAME, SHORT, size.to_bytes(2, "big"), data)
    return b"%c%c%b%b" % (TEXT_FRAME, SHORT + 1, size.to_bytes(8, "big"), data)


def unframed(data: bytes) -> str | None:
    """The text of a client, if these bytes are one whole frame of it; frames of medium length are the rule for nobody.

    >>> unframed(b"\\x81\\x82\\x01\\x01\\x01\\x01`c"), unframed(b"\\x81\\x82\\x01\\x01\\x01\\x01`")
    ('ab', None)
    """
    if len(data) <= 2 + MASK_BYTES or data[0] != TEXT_FRAME:
        return None
    size = data[1] - MASKED
    if not 0 < size < SHORT or len(data) != 2 + MASK_BYTES + size:
        return None
    try:
        return apply_mask(data[2 + MASK_BYTES :], data[2 : 2 + MASK_BYTES]).decode()
    except UnicodeDecodeError:
        return None


class Inbox:
    """What has come and waits for the one who listens."""

    def __init__(self) -> None:
        self._waiting: deque[Any] = deque()
        self._listener: Listener | None = None
        self.call: Callable[[Listener], None] = call  # now or soon

    def put_nowait(self, message: Any) -> None:
        self._waiting.append(message)
        if self._listener is not None:
            self.call(self._listener)
            self._listener = None

    async def get(self) -> Any:
        while not self._waiting:
            self._listener = asyncio.get_running_loop().create_future()
            await self._listener
        return self._waiting.popleft()

    def empty(self) -> bool:
        return not self._waiting

    def qsize(self) -> int:
        return len(self._waiting)


class Outgoing:
    """Wires on which something was written. It goes out when all who are told now have been told: the other ends wake
    up then and want our processor, and one write after the other costs much less than one after each table."""

    def __init__(self) -> None:
        self._wires: deque[Wire] = deque()

    def add(self, wire: "Wire") -> None:
        if not self._wires:
            wire.loop.call_soon(self._send, wire.loop)
        self._wires.append(wire)

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            while self._wires:
                self._wires.popleft().send_written()
        finally:
            if self._wires:  # one that fails holds up no other
                loop.call_soon(self._send, loop)


NO_HANDSHAKE = (b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                b"Content-Length: 42\r\n\r\nThe request for a socket is no proper one.")


def _uncounted(_: str) -> None:
    """Where nobody counts what is refused."""


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, refused: Callable[[str], None] = _uncounted, outgoing: Outgoing | None = None,
                 **more: Any):
        """`refused` is told the code of what is refused here; `outgoing` is shared by all wires of a server."""
        super().__init__(*arguments, **more)
        self._refused = refused
        self._outgoing = outgoing or Outgoing()
        self._written: list[bytes] = []  # frames that go out together
        self.queue = Inbox()  # type: ignore[assignment]
        self._between = False  # whether a message may begin where the general way stopped reading
        self._heard = False  # whether a message has come since we looked whether somebody is there
        self._come = b""  # and has not been taken apart yet
        self._going_on = False  # whether the next piece is about to be taken
        self._waiting = False  # whether nothing more is read until all of it is
        self._frames, self._second = 0, 0  # that are no messages, and the second in which they came

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][WRITE] = {"write": self.write_now, "inbox": self.queue,
                                               "read": self.writable.wait, "cut": self.transport.abort}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(WRITE, None)  # else the two would hold each other

    def send_keepalive_ping(self) -> None:
        """Whoever has said something is there and need not be asked."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Who does not answer a ping is gone: what still waits to be sent would keep the line open for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def write_now(self, data: bytes) -> bool:
        """Writes an encoded text, if the line is open and free and nothing is to be done to the text on the way."""
        conn = self.conn
        if conn.extensions or conn.state is not State.OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        if not self._written:
            self._outgoing.add(self)
        self._written.append(framed(data))
        return True

    def send_written(self) -> None:
        frames, self._written = self._written, []
        if not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def data_received(self, data: bytes) -> None:
        text = unframed(data) if self._between and not self._come and self._is_open() and self._is_read() else None
        if text is None:
            self._come += data
            self._go_on()
            return
        self._heard = True
        queue = self.queue
        queue.put_nowait({"type": "websocket.receive", "text": text})
        if queue.qsize() > FEW and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.close_sent

    def _is_read(self) -> bool:
        """Whether the other end reads what it is told; else what it says waits, too."""
        return self.writable.is_set()

    # what comes the general way

    def _go_on(self) -> None:
        """Takes the next piece, unless somebody has to come first: who listens here, or who reads at the other end.
        Once the end is told nobody has."""
        self._going_on = False
        if self.transport.is_closing():
            self._come = b""
        elif self.close_sent or (self.queue.qsize() <= FEW and self.writable.is_set()):
            whole = self.conn.state is State.CONNECTING  # a request, of limited length
            piece, self._come = (self._come, b"") if whole else (self._come[:PIECE], self._come[PIECE:])
            super().data_received(piece)
            self._between = self._is_between_messages()
            if not self.handshake_initiated:
                self._refuse_handshake()
            self._go_on_soon()
        self._read_or_wait()

    def _refuse_handshake(self) -> None:
        """As one whose lines are too long or too many: the general way would say nothing and hold it for ever."""
        self._refused("bad-request")
        self.transport.write(NO_HANDSHAKE)
        self.transport.close()

    def _go_on_soon(self) -> None:
        if self._come and not self._going_on:
            self._going_on = True
            self.loop.call_soon(self._go_on)

    def _read_or_wait(self) -> None:
        """Nothing more is read while something that came still waits."""
        if self.read_paused or self.transport.is_closing():
            self._waiting = bool(self._come)
        elif self._come:
            self._waiting = True
            self.transport.pause_reading()
        elif self._waiting:
            self._waiting = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if self._come:
            self._go_on_soon()
            self._read_or_wait()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:  # what still waits is not heard, but behind it comes the goodbye
            self._go_on_soon()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on_soon()

    def handle_ping(self) -> None:
        self._count_frame()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count_frame()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        self._count_frame()
        super().handle_cont(event)

    def _count_frame(self) -> None:
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += 1
        if self._frames == MOST_FRAMES + 1:
            self._come = b""
            self._refused("rate")
            if not self.close_sent:
                self.conn.fail(TOO_MANY, "too many frames")
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.close_sent = True
            self.loop.call_soon(self.transport.abort)

    def _is_between_messages(self) -> bool:
        """Whether a message may begin here, on a line on which nothing is done to texts on the way."""
        if self.conn.extensions or self.conn.current_size is not None:
            return False
        waits: Any = self.conn.parser
        while (inner := waits.gi_yieldfrom) is not None:
            waits = inner
        return waits.gi_code is BETWEEN_FRAMES

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            self._count_frame()  # it is not heard any more, only the goodbye is waited for
        if self.curr_msg_data_type == "text" and not self.close_sent and not self._is_text():
            if self.conn.state is State.OPEN:  # else a goodbye came right behind it, and is heard next
                self.conn.send_close(NO_TEXT)  # here: the general way takes it for an error of ours, with a traceback
                self.handle_parser_exception()
            return
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # to the general way it looks as if reading paused already, so it goes on
        super().send_receive_event_to_app()
        self.read_paused = False

    def _is_text(self) -> bool:
        """Whether the frames that have come make a text."""
        self.frames = [b"".join(self.frames)]
        try:
            self.frames[0].decode()
        except UnicodeDecodeError:
            return False
        return True
