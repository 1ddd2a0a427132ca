"""One socket at a table: whose it is, what it knows, and what waits to be sent to it."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hexagora.engine.scene import Choice
from hexagora.server.lending import Lender
from hexagora.server.settings import Limits
from hexagora.server.unread import Unread
from hexagora.server.views import View, encode

if TYPE_CHECKING:
    from hexagora.server.metrics import Metrics


LARGE = 64 * 1024  # bytes of a message for which it is counted as waiting until it is read
NOT_READ = 4408, "too much waits to be read"  # of a window that is cut off; it would not read that either


class Viewer:
    def __init__(self, guest: str, address: str, limits: Limits, metrics: "Metrics",
                 write: Callable[[bytes], bool] | None, unread: Unread | None = None,
                 end: Callable[[], None] | None = None):
        """`write` writes at once, or says that it cannot; `end` ends the line without a goodbye, which would wait."""
        self.guest = guest
        self.name = ""  # of somebody who looks on
        self.address = address
        self.counted_as: tuple[str, ...] = ()  # the names under which its socket is counted
        self.limits = limits
        self.metrics = metrics
        self.write = write
        self._unread, self._end = unread, end
        self.chosen: int | None = None
        self.shown: int | None = None
        self.told: View | None = None  # what this viewer knows; without it the whole is told
        self.shelf: Sequence[Choice] = ()  # the last choices that this viewer was told
        self.outbox: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        self.heard: set[str] = set()
        self.lender = Lender(self.send)

    def hear(self, said: dict[str, Any]) -> None:
        """Sends a line of the chat, once: it may come both from the record and live."""
        if said["key"] not in self.heard:
            self.heard.add(said["key"])
            self.send(encode(said))

    def send(self, message: bytes) -> None:
        """Queues a message; a viewer that does not read loses what a later whole state makes up for."""
        if self.closing == NOT_READ:
            return
        if self.write and not self.outbox and not self.closing and len(message) < LARGE and self.write(message):
            self.metrics.sent += 1
            return
        limits = self.limits
        if len(self.outbox) >= limits.outbox_messages or sum(map(len, self.outbox)) > limits.outbox_bytes:
            self._forget_waiting()
        self.outbox.append(message)
        self._count_waiting()
        self.wake.set()

    def is_read(self) -> None:
        """The first message that waited has gone out."""
        if self.outbox:
            self.outbox.popleft()
        self._count_waiting()

    def _count_waiting(self) -> None:
        if self._unread is not None:
            self._unread.note(self, sum(map(len, self.outbox)))

    def _forget_waiting(self) -> None:
        """All but the first, which is on its way."""
        first = self.outbox.popleft()
        self.outbox.clear()
        self.outbox.append(first)
        self.told = None

    def cut(self) -> None:
        """Ends the line of a window that does not read; it comes again, if anybody is there."""
        self.outbox.clear()
        self.metrics.refusals.labels("unread").inc()
        self.close(*NOT_READ)
        if self._end:
            self._end()

    def leave(self) -> None:
        """Nobody reads here any more."""
        self.outbox.clear()
        self._count_waiting()
        self._unread = None

    def close(self, code: int, reason: str) -> None:
        self.closing = (code, reason)
        self.wake.set()
