"""The WebSocket of uvicorn with two short cuts, for messages that are small and many.

An application may write a text at once (`write` in the scope's extension `WRITE`) instead of awaiting its turn; and
reading goes on while an application still thinks about a few messages.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

WRITE = "hexagora.write"
FEW = 8  # messages that may wait for the application before reading pauses
TEXT_FRAME = 0x81  # a whole text, unmasked (RFC 6455, section 5.2)
SHORT, MEDIUM = 126, 1 << 16  # lengths from which the length takes two bytes, and eight


def framed(text: str) -> bytes:
    """A text as one frame.

    >>> framed("ab"), framed("x" * 200)[:4]
    (b'\\x81\\x02ab', b'\\x81~\\x00\\xc8')
    """
    data = text.encode()
    size = len(data)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + data
    if size < MEDIUM:
        return bytes((TEXT_FRAME, SHORT)) + size.to_bytes(2, "big") + data
    return bytes((TEXT_FRAME, SHORT + 1)) + size.to_bytes(8, "big") + data


class Wire(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][WRITE] = {"write": self.write_now}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(WRITE, None)  # else the two would hold each other

    def keepalive_timeout(self) -> None:
        """Who does not answer a ping is gone: what still waits to be sent would keep the line open for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def write_now(self, text: str) -> bool:
        """Writes a text, if the line is open and free and nothing is to be done to the text on the way."""
        free = self.writable.is_set() and not self.transport.is_closing()
        if not free or self.conn.state is not State.OPEN or self.conn.extensions:
            return False
        self.transport.write(framed(text))
        return True

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # to the general way it looks as if reading paused already, so it goes on
        super().send_receive_event_to_app()
        self.read_paused = False
