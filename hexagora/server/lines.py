"""The HTTP of uvicorn for lines that anybody may hold: one on which no request comes, or half of one, or on which
nobody reads the answer, is given up after a while, a head does not grow for ever, and no address holds very many."""

import asyncio
import contextlib
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hexagora.server.gate import CUT, network
from hexagora.server.metrics import Metrics

REQUEST_SECONDS = 30.0  # within which a request has to come whole
UNREAD_SECONDS = 60.0  # for which an answer may wait until somebody reads on
LONGEST_HEAD = 64 * 1024  # bytes of an address and its headers
MOST_AHEAD = 16  # requests on one line that may wait for their answers; browsers ask for one at a time
MANY_LINES = 65_536  # that may be open at once, where the machine allows it


FULL = (b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 42\r\n\r\n"
        b"There are too many lines from one address.")


class Switchboard:
    """Counts the lines of each address, and what is refused on them before there is a request. A line that becomes the
    socket of a table is counted there instead."""

    def __init__(self, most: int | None, metrics: Metrics):
        self.most = most  # of one address; None where all come from a proxy, which has to count them
        self.metrics = metrics
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Whether the address may hold one more line, which is then counted."""
        if self.most is not None and self._held[address] >= self.most:
            self.metrics.refusals.labels("lines").inc()
            return False
        self._held[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]


class Line(HttpToolsProtocol):
    def __init__(self, switchboard: Switchboard, **more: Any):
        super().__init__(**more)
        self._switchboard, self._held_by = switchboard, ""  # the address for which the line is counted
        self._in_head, self._head, self._come = True, 0, 0
        self._request: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._unanswered: list[Any] = []  # requests

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = network(self.client[0] if self.client else "unknown")
        if self._switchboard.take(address):
            self._held_by = address
            self._wait_for_request()
        else:
            transport.write(FULL)
            transport.close()

    def _give_back(self) -> None:
        if self._held_by:
            self._switchboard.give_back(self._held_by)
            self._held_by = ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._give_back()
        self._has_request()
        self._is_read()
        self._answer_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._wait_for_request()
        self._come = len(data)
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def send_400_response(self, msg: str) -> None:
        self._switchboard.metrics.refusals.labels("bad-request").inc()
        super().send_400_response(msg)

    def on_message_begin(self) -> None:
        self._wait_for_request()
        super().on_message_begin()
        self.scope["extensions"] = {CUT: {"now": self.transport.abort}}

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self.transport.is_closing():
            return  # what still comes after the end is not looked at
        if self.parser.should_upgrade() and self._announces_body():
            self.send_400_response("Whoever asks for another protocol sends no body.")
            return
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._unanswered = [*(one for one in self._unanswered if not one.response_complete), self.cycle]
        if len(self._unanswered) > MOST_AHEAD:
            self._switchboard.metrics.refusals.labels("rate").inc()
            self._answer_no_more()
            self.transport.abort()

    def _announces_body(self) -> bool:
        """Behind a request for another protocol the parser takes whatever comes for new requests, a body as well: one
        visitor could put words into the mouths of others, who share a proxy's lines."""
        return any(name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
                   for name, value in self.headers)

    def _answer_no_more(self) -> None:
        """The general way tells only the last request that the line has ended: others would write to it."""
        self.pipeline.clear()
        for one in self._unanswered:
            one.disconnected = True
            one.message_event.set()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, -self._come  # what came now was of this request
        self._has_request()
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._has_request()  # from here on the line is another's
        self._give_back()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # else the two would hold each other

    # half a request

    def _wait_for_request(self) -> None:
        if self._request is None:
            self._request = self.loop.call_later(REQUEST_SECONDS, self._too_slow)

    def _has_request(self) -> None:
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _too_slow(self) -> None:
        self._request = None
        if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
            self._wait_for_request()  # it is still being answered
        else:
            self.transport.abort()

    # an answer that nobody reads

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def allow_many() -> None:
    """Lets this process hold as many lines as the machine allows, where it would hold fewer by default."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MANY_LINES if hard == resource.RLIM_INFINITY else min(hard, MANY_LINES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
