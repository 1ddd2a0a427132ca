"""A line whose other end is gone without a word is given up, also while something waits to be sent."""

import base64
import json
import os
import socket
import struct
from pathlib import Path

import pytest

from hexagora.server import main
from tests.server.support import Person, serving, settings, wait_until

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
