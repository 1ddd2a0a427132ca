"""The WebSocket of uvicorn with short cuts for messages that are small and many.

An application may write a text at once (`write` in the scope's extension `WRITE`) instead of awaiting its turn; reading
goes on while an application still thinks about a few messages; and a text that comes whole in one frame, as nearly all
do, is taken apart here. Whatever else comes goes the general way.
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


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self.queue = Inbox()  # type: ignore[assignment]
        self._written: list[bytes] = []  # frames that go out together

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][WRITE] = {"write": self.write_now, "inbox": self.queue}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(WRITE, None)  # else the two would hold each other

    def keepalive_timeout(self) -> None:
        """Who does not answer a ping is gone: what still waits to be sent would keep the line open for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def write_now(self, data: bytes) -> bool:
        """Writes an encoded text, if the line is open and free and nothing is to be done to the text on the way. It
        goes out when all who are told now have been told: the other end wakes up then and may want our processor."""
        free = self.writable.is_set() and not self.transport.is_closing()
        if not free or self.conn.state is not State.OPEN or self.conn.extensions:
            return False
        if not self._written:
            self.loop.call_soon(self._send_written)
        self._written.append(framed(data))
        return True

    def _send_written(self) -> None:
        frames, self._written = self._written, []
        if not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def data_received(self, data: bytes) -> None:
        text = unframed(data) if self._is_between_messages() else None
        if text is None:
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > FEW and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_between_messages(self) -> bool:
        """Whether a message may begin here, on an open line on which nothing is done to texts on the way."""
        conn = self.conn
        if conn.state is not State.OPEN or conn.extensions or conn.current_size is not None or self.close_sent:
            return False
        waits: Any = conn.parser
        while (inner := waits.gi_yieldfrom) is not None:
            waits = inner
        return waits.gi_code is BETWEEN_FRAMES

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not self._is_text():
            self.conn.send_close(NO_TEXT)  # here: the general way takes it for an error of ours and logs a traceback
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
