"""The HTTP of uvicorn for lines that anybody may hold: one on which no request comes, or half of one, or on which
nobody reads the answer, is given up after a while, and a head does not grow for ever."""

import asyncio
import contextlib
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_SECONDS = 30.0  # within which a request has to come whole
UNREAD_SECONDS = 60.0  # for which an answer may wait until somebody reads on
LONGEST_HEAD = 64 * 1024  # bytes of an address and its headers
MANY_LINES = 65_536  # that may be open at once, where the machine allows it


class Line(HttpToolsProtocol):
    def __init__(self, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self._in_head, self._head, self._come = True, 0, 0
        self._request: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_request()
        self._is_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._wait_for_request()
        self._come = len(data)
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        self._wait_for_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, -self._come  # what came now was of this request
        self._has_request()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._has_request()  # from here on the line is another's
        super().handle_websocket_upgrade()

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
