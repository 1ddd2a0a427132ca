"""A line whose other end is gone without a word, or that is only held, is given up, also while something waits to be
sent."""

import asyncio
import base64
import contextlib
import dataclasses
import gc
import json
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import StreamingResponse
from starlette.routing import Route

from hexagora.server import gate, lines, main
from hexagora.server.metrics import Metrics
from hexagora.server.viewer import Viewer
from hexagora.server.wire import Wire
from tests.server.support import GENEROUS, PATIENCE, Person, Served, serving, settings, wait_until

SMALL = 4096  # bytes that the silent end takes in
WHOLES = 400  # whole states that nobody reads


def _frame(text: str) -> bytes:
    """A short text as a client sends it, masked with zeros."""
    data = text.encode()
    return struct.pack("!BB", 0x81, 0x80 | len(data)) + bytes(4) + data


def test_a_line_whose_other_end_is_gone_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(main, "PING_EVERY", 1.0)
    monkeypatch.setattr(main, "PING_PATIENCE", 1.0)
    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"], options={"size": 19})["table"]
        host, _, port = server.address.removeprefix("http://").partition(":")
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            line.connect((host, int(port)))
            key = base64.b64encode(os.urandom(16)).decode()
            line.sendall((f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                          f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                          f"Cookie: {person.cookie}\r\n\r\n").encode())
            assert b"101" in line.recv(64)
            rooms = server.hall.rooms
            wait_until(lambda: table in rooms and rooms[table].telling.viewers)
            viewers = rooms[table].telling.viewers
            line.sendall(_frame(json.dumps({"type": "sync"})) * WHOLES)
            wait_until(lambda: not viewers)


def _line(server: Served) -> socket.socket:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)))


def _refused(server: Served, code: str) -> float:
    """How often it was refused so far, as the server's figures tell."""
    return server.hall.metrics.registry.get_sample_value("hexagora_refusals_total", {"code": code}) or 0.0


HELD = [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: local",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nGET /livez HT"]


def test_a_line_on_which_no_whole_request_comes_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Also one that was used before: earlier than a line is that rests between two requests."""
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.3)
    closed_at_rest: list[bool] = []
    monkeypatch.setattr(lines.Line, "timeout_keep_alive_handler", lambda _: closed_at_rest.append(True))
    with serving(settings(tmp_path)) as server:
        for said in HELD:
            with _line(server) as line:
                line.settimeout(PATIENCE)
                line.sendall(said)
                with contextlib.suppress(ConnectionResetError):
                    while line.recv(4096):
                        pass
    assert not closed_at_rest


def _until_another_is_given_up(server: Served) -> None:
    """A line on which nothing comes: the time of all that came before it is up then, too."""
    with _line(server) as line:
        line.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionResetError):
            assert not line.recv(1)


def test_a_line_that_became_a_socket_and_one_that_is_answered_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.05)
    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table, record = person.make("hex", ["me", "here"])["table"], server.hall.storage.record

        async def slowly(*of: Any) -> Any:
            await asyncio.to_thread(_until_another_is_given_up, server)
            return await record(*of)

        with person.sit(table) as window:
            window.until("state")
            _until_another_is_given_up(server)
            assert window.act("a1")["seq"] == 2
        monkeypatch.setattr(server.hall.storage, "record", slowly)
        server.hall.rooms.clear()
        assert person.http.get(f"/api/tables/{table}/match").status_code == 200


def test_whoever_asks_for_very_much_on_one_line_before_reading_an_answer_is_cut_off(
        server: Served, caplog: pytest.LogCaptureFixture):
    before, errors = _refused(server, "rate"), server.hall.metrics.errors._value.get()
    with _line(server) as line, contextlib.suppress(ConnectionError):
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5000)
        while line.recv(65536):
            pass
    assert _refused(server, "rate") == before + 1
    assert Person(server.address).http.get("/livez").status_code == 200
    assert server.hall.metrics.errors._value.get() == errors
    assert not [record for record in caplog.records if record.exc_info]


def test_a_head_that_does_not_end_is_refused(server: Served):
    before = _refused(server, "bad-request")
    with _line(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        with contextlib.suppress(ConnectionError):
            while True:
                line.sendall(b"x-more: " + bytes(1000).replace(b"\0", b"a") + b"\r\n")
        with contextlib.suppress(ConnectionError):
            assert b" 400 " in line.recv(100)
    assert Person(server.address).http.get("/livez").status_code == 200
    assert _refused(server, "bad-request") == before + 1


def test_a_large_body_is_no_long_head(server: Served):
    answer = Person(server.address).http.post("/api/games/hex/read", json={"text": "a" * lines.LONGEST_HEAD * 2})
    assert answer.status_code in (413, 422)


ANOTHER = b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: %b\r\n"  # protocol than the one that is spoken


@pytest.mark.parametrize("protocol", [b"h2c", b"websocket", b"websocket, h2c"])
@pytest.mark.parametrize("length", [b"Content-Length: 43\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_body_behind_the_wish_for_another_protocol_is_never_taken_for_a_request(
        server: Served, protocol: bytes, length: bytes):
    """Whatever comes behind it, in one piece or later: the next one on a proxy's line is somebody else."""
    requests = sum(metric.value for metric in _answered(server))
    with _line(server) as line:
        line.settimeout(PATIENCE)
        line.sendall(b"POST /api/me HTTP/1.1\r\n" + ANOTHER % protocol + length + b"\r\n")
        told = line.recv(4096)
        with contextlib.suppress(ConnectionError):
            line.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while piece := line.recv(4096):
                told += piece
    assert told.startswith(b"HTTP/1.1 400 ")
    assert told.count(b"HTTP/1.1 ") == 1
    assert sum(metric.value for metric in _answered(server)) == requests


def _answered(server: Served) -> list[Any]:
    return [sample for metric in server.hall.metrics.requests.collect() for sample in metric.samples
            if sample.name.endswith("_total")]


def test_who_only_asks_for_another_protocol_is_answered_in_this_one(server: Served):
    with _line(server) as line:
        line.settimeout(PATIENCE)
        for _ in range(2):  # the line goes on
            line.sendall(b"GET /livez HTTP/1.1\r\n" + ANOTHER % b"h2c" + b"\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "UNREAD_SECONDS", 0.3)
    given_up: list[bool] = []
    lost = lines.Line.connection_lost

    def note(self: lines.Line, exc: Exception | None) -> None:
        given_up.append(True)
        lost(self, exc)

    monkeypatch.setattr(lines.Line, "connection_lost", note)
    with serving(settings(tmp_path)) as server, socket.socket() as line:
        host, _, port = server.address.removeprefix("http://").partition(":")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.connect((host, int(port)))
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        wait_until(lambda: given_up)


def test_a_server_may_hold_many_lines():
    told = subprocess.run([sys.executable, "-c", "import resource as r; n = r.RLIMIT_NOFILE; hard = r.getrlimit(n)[1]; "
                           "r.setrlimit(n, (256, hard)); from hexagora.server import lines; lines.allow_many(); "
                           "print(r.getrlimit(n)[0], hard)"], capture_output=True, text=True, check=True)
    soft, hard = map(int, told.stdout.split())
    assert soft == (lines.MANY_LINES if hard < 0 else min(hard, lines.MANY_LINES))


MOST = 5


def _answer(line: socket.socket) -> bytes:
    line.settimeout(PATIENCE)
    return line.recv(64)


def _asks(line: socket.socket) -> bytes:
    line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return _answer(line)


def test_one_address_holds_only_so_many_lines_and_gets_new_ones_for_old(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, lines_per_address=MOST)
    with serving(settings(tmp_path, limits=few)) as server, contextlib.ExitStack() as open_lines:
        held = [open_lines.enter_context(_line(server)) for _ in range(MOST)]
        assert all(b"200" in _asks(line) for line in held)
        with _line(server) as one_more:
            assert b"429" in _answer(one_more)
        assert _refused(server, "lines") == 1
        held[0].close()

        def free() -> bool:
            with _line(server) as another:
                return b"200" in _asks(another)

        wait_until(free)


def test_the_socket_of_a_table_is_not_counted_among_the_lines_for_requests(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, lines_per_address=MOST)
    with serving(settings(tmp_path, limits=few)) as server, contextlib.ExitStack() as sockets:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"])["table"]
        for _ in range(2 * MOST):
            sockets.enter_context(person.sit(table))
        assert person.http.get("/livez").status_code == 200


def test_behind_a_proxy_all_lines_are_the_proxys(tmp_path: Path):
    few = dataclasses.replace(GENEROUS, lines_per_address=MOST)
    with serving(settings(tmp_path, limits=few, proxies=1)) as server, contextlib.ExitStack() as open_lines:
        held = [open_lines.enter_context(_line(server)) for _ in range(2 * MOST)]
        assert all(b"200" in _asks(line) for line in held)


def test_a_household_counts_as_one_address_and_what_was_given_back_is_forgotten():
    board = lines.Switchboard(1, Metrics())
    assert board.take(gate.network("2001:db8:1:2::1"))
    assert not board.take(gate.network("2001:db8:1:2:ffff::9"))
    assert board.take(gate.network("2001:db8:1:3::1"))
    board.give_back(gate.network("2001:db8:1:2::1"))
    assert board.take(gate.network("2001:db8:1:2::2"))


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A server does not wait long for those who are still there; set once somebody waits `_for_ever`."""
    monkeypatch.setattr(main, "GOODBYE_SECONDS", 1)
    return threading.Event()


def _for_ever(waiting: threading.Event) -> Any:
    async def never(*_: Any) -> None:
        waiting.set()
        await asyncio.Event().wait()

    return never


def _tells_no_error(log: pytest.LogCaptureFixture) -> bool:
    return not [record for record in log.records if record.exc_info or "ASGI" in record.getMessage()]


def test_a_server_that_ends_gives_up_who_is_on_the_way_in_without_an_error(
        tmp_path: Path, waiting: threading.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    with contextlib.ExitStack() as windows, serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"])["table"]
        monkeypatch.setattr(server.hall, "enter", _for_ever(waiting))
        windows.enter_context(person.sit(table))
        assert waiting.wait(PATIENCE)
    assert _tells_no_error(caplog)


def test_a_server_that_ends_tells_so_whoever_waits_for_an_answer(
        tmp_path: Path, waiting: threading.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    with contextlib.ExitStack() as lines_kept, serving(settings(tmp_path)) as server:
        monkeypatch.setattr(server.hall.storage, "guest_name", _for_ever(waiting))
        line = lines_kept.enter_context(_line(server))
        line.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert waiting.wait(PATIENCE)
        server.stop()
        told = _whole(line)
    assert told.startswith(b"HTTP/1.1 503")
    assert b'"code":"ending"' in told
    assert b"set-cookie" not in told
    assert _tells_no_error(caplog)


def test_a_server_that_ends_cuts_off_half_an_answer_without_an_error(
        tmp_path: Path, waiting: threading.Event, caplog: pytest.LogCaptureFixture):
    with contextlib.ExitStack() as lines_kept, serving(settings(tmp_path)) as server:
        async def half() -> AsyncIterator[bytes]:
            yield b"half of it"
            await _for_ever(waiting)()

        server.app.router.routes.insert(0, Route("/half", lambda _: StreamingResponse(half())))
        line = lines_kept.enter_context(_line(server))
        line.sendall(b"GET /half HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert waiting.wait(PATIENCE)
        server.stop()
        told = _whole(line)
    assert b"half of it" in told
    assert b"\r\n0\r\n" not in told  # nobody takes it for all
    assert _tells_no_error(caplog)


def _whole(line: socket.socket) -> bytes:
    """All that comes until the line ends."""
    line.settimeout(PATIENCE)
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(4096):
            told += more
    return told


def _of_lines() -> set[int]:
    """What belongs to lines and sockets and is still held by anybody."""
    kinds = (lines.Line, Wire, Viewer)
    return {id(found) for found in gc.get_objects() if isinstance(found, kinds)}


def test_what_belongs_to_a_socket_is_let_go_when_it_is_closed(tmp_path: Path):
    """Not only when somebody looks for cycles: looking at everything that a thousand tables hold takes a while."""
    with serving(settings(tmp_path)) as server:
        person = Person(server.address)
        table = person.make("hex", ["me", "here"])["table"]
        person.http.close()
        gc.collect()
        gc.disable()
        try:
            before = _of_lines()
            with person.sit(table) as window:
                window.until("state")
                assert _of_lines() - before
            wait_until(lambda: not _of_lines() - before)
        finally:
            gc.enable()
