"""What waits for windows that do not read is bounded, however many windows one address opens."""

import contextlib
import dataclasses
import socket
from pathlib import Path

from websockets.frames import Frame, Opcode

from hexagora.server.metrics import Metrics
from hexagora.server.settings import Limits
from hexagora.server.unread import Unread
from hexagora.server.viewer import LARGE, NOT_READ, Viewer
from tests.server.support import GENEROUS, Person, serving, settings, wait_until

MOST = 1000
STRANGER = "192.0.2.1"


class Window:
    def __init__(self, address: str):
        self.address, self.is_cut = address, False

    def cut(self) -> None:
        self.is_cut = True


def test_the_window_for_which_most_waits_is_cut_off_when_it_is_too_much_for_its_address():
    unread = Unread(MOST)
    first, second, other = Window("a"), Window("a"), Window("b")
    unread.note(first, 600)
    unread.note(other, 900)
    unread.note(second, 400)
    assert not any(window.is_cut for window in (first, second, other))
    unread.note(second, 500)
    assert (first.is_cut, second.is_cut, other.is_cut) == (True, False, False)


def test_what_was_read_or_is_gone_does_not_count_any_more():
    unread = Unread(MOST)
    for _ in range(10):
        window = Window("a")
        unread.note(window, MOST)
        unread.note(window, 0)
        assert not window.is_cut
    assert not unread._waiting


def _viewer(unread: Unread) -> Viewer:
    return Viewer("anna", "a", Limits(), Metrics(), write=lambda _: True, unread=unread)


def test_a_large_message_counts_until_it_is_read_and_small_ones_go_out_at_once():
    unread = Unread(10 * LARGE)
    viewer = _viewer(unread)
    viewer.send(b"small")
    assert not viewer.outbox
    viewer.send(b"x" * LARGE)
    viewer.send(b"small")  # behind it, in order
    assert unread._waiting == {"a": {viewer: LARGE + len(b"small")}}
    viewer.is_read()
    viewer.is_read()
    assert not unread._waiting


def test_who_has_left_or_was_cut_off_is_told_nothing_more():
    unread = Unread(LARGE)
    gone, slow = _viewer(unread), _viewer(unread)
    gone.send(b"x" * LARGE)
    gone.leave()
    gone.send(b"x" * LARGE)
    assert not unread._waiting
    slow.send(b"x" * (LARGE + 1))
    assert slow.closing == NOT_READ
    slow.send(b"x")
    assert not slow.outbox
    assert not unread._waiting


def _deaf(address: str, cookie: str, table: str) -> socket.socket:
    """A window that says much and reads nothing."""
    host, _, port = address.removeprefix("http://").partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    line.sendall((f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                  f"Connection: Upgrade\r\nCookie: {cookie}\r\nX-Forwarded-For: {STRANGER}\r\n"
                  "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    line.sendall(Frame(Opcode.TEXT, b'{"type":"sync"}').serialize(mask=True) * 200)
    return line


def test_windows_that_do_not_read_are_cut_off_and_others_play_on(tmp_path: Path):
    limits = dataclasses.replace(GENEROUS, unread_bytes=4 * LARGE)  # a table of 361 cells is told in two to three
    with serving(settings(tmp_path, limits=limits, proxies=1)) as server, contextlib.ExitStack() as stack:
        refused = server.hall.metrics.refusals.labels("unread")._value
        person = Person(server.address)
        table = person.make("hex", ["me", "here"], options={"size": 19})["table"]
        lines = [stack.enter_context(_deaf(server.address, person.cookie, table)) for _ in range(3)]
        wait_until(lambda: refused.get() == 2)
        with person.sit(table, **{"X-Forwarded-For": "192.0.2.2"}) as window:
            window.until("state")
            assert window.act("a1")["seq"] == 2
        assert len(lines) - refused.get() == 1, "for the last one there is room"
