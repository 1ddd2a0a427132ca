"""A real server on loopback and real clients, for the tests of the server."""

import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexagora.engine.changes import edited, patched
from hexagora.server.app import create_app
from hexagora.server.main import configuration, listen
from hexagora.server.settings import Limits, Settings

PATIENCE = 180.0  # seconds after which a test gives up waiting: only what hangs takes so long
LASTING_PORTS = 12_000, 32_000  # below those of lines that go out
GENEROUS = Limits(messages_per_second=10_000, message_burst=10_000, requests_per_second=10_000,
                  request_burst=10_000, tables_per_minute=1e6, table_burst=1e6, link_tries_per_minute=1e6,
                  link_burst=1e6, previews_per_second=1e6, preview_burst=1e6, sign_ins_per_minute=1e6,
                  sign_in_burst=1e6, chats_per_minute=1e6, chat_burst=1e6, edits_per_second=1e6, edit_burst=1e6,
                  tables_waiting=10**6)


def settings(folder: Path, **more: Any) -> Settings:
    chosen: dict[str, Any] = {"port": 0, "database_url": f"sqlite:///{folder / 'tables.sqlite3'}", "bot_pause": 0.0,
                              "lab_folder": str(folder / "lab"), "lab_nice": 0,
                              "limits": GENEROUS, "sqlite_synchronous": "NORMAL", **more}
    return Settings(**chosen)


class Served:
    """A server that runs in a thread of this process."""

    def __init__(self, chosen: Settings):
        self.app = create_app(chosen)
        listeners = listen(chosen)
        self.address = f"http://127.0.0.1:{listeners[0].getsockname()[1]}"
        self._server = uvicorn.Server(configuration(self.app, chosen))
        self._thread = threading.Thread(target=self._server.run, args=(listeners,), daemon=True)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        writer: asyncio.Task[None] = self.hall.storage._writer
        return writer.get_loop()

    @property
    def lines(self) -> set[Any]:
        """The connections that are open."""
        open_now: set[Any] = self._server.server_state.connections
        return open_now

    @property
    def hall(self) -> Any:
        return self.app.state.hall

    def start(self) -> "Served":
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server did not start"
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"


@contextlib.contextmanager
def serving(chosen: Settings) -> Iterator[Served]:
    server = Served(chosen).start()
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port that stays free while its server is down: none of those that the machine gives to lines that go out."""
    while True:
        port = random.SystemRandom().randrange(*LASTING_PORTS)
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, environment: dict[str, str], port: int, version: Path | None = None):
        """`version` is a folder with another version of the package."""
        self.address = f"http://127.0.0.1:{port}"
        generous = {f"HEXAGORA_LIMIT_{k.upper()}": str(getattr(GENEROUS, k)) for k in (
            "messages_per_second", "message_burst", "requests_per_second", "request_burst", "tables_per_minute",
            "table_burst", "link_tries_per_minute", "link_burst")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hexagora.server"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            cwd=version, env={**os.environ, **generous, "HEXAGORA_PORT": str(port), "HEXAGORA_BOT_PAUSE": "0",
                 "HEXAGORA_LOG_LEVEL": "warning", **environment})

    def ready(self) -> "Process":
        wait_until(self._answers)
        return self

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.process.stderr.read().decode() if self.process.stderr else ""
        try:
            return httpx.get(f"{self.address}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)


def wait_until(condition: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


class Person:
    """Somebody with a browser: a cookie, requests, sockets."""

    def __init__(self, address: str):
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self.http.get("/api/me").raise_for_status()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())

    def named(self, name: str) -> "Person":
        self.http.post("/api/me", json={"name": name}).raise_for_status()
        return self

    def at(self, server: "Served") -> "Person":
        """The same browser, sent to another server."""
        other = Person(server.address)
        other.http.cookies = self.http.cookies
        return other

    def make(self, game: str, seats: list[Any], **more: Any) -> dict[str, Any]:
        plan = [s if isinstance(s, dict) else {"kind": s} for s in seats]
        answer = self.http.post("/api/tables", json={"game": game, "seats": plan, **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def make_full(self, game: str, seats: list[Any], **more: Any) -> dict[str, Any]:
        """A table at which somebody sits in the place of every friend, and says nothing."""
        made = self.make(game, seats, **more)
        friend = Person(self.address)
        for link in made["links"]:
            friend.follow(link["url"])
        return made

    def follow(self, link: str) -> None:
        answer = self.http.get(link)
        assert answer.status_code == 303, answer.text

    def sit(self, table: str, **headers: str) -> "Socket":
        return Socket(self.address, table, {"Cookie": self.cookie, **headers})

    def end(self, table: str, text: str) -> None:
        """Makes one more decision and ends the match without a result; nobody else has to agree."""
        with self.sit(table) as window:
            window.until("state")
            window.act(text)
            window.send(type="offer-end")
            while not window.state["over"]:
                window.until("state")


class Socket:
    """One window at a table."""

    def __init__(self, address: str, table: str, headers: dict[str, str]):
        url = address.replace("http", "ws", 1) + f"/api/tables/{table}/ws"
        self._stack = contextlib.ExitStack()
        self.connection: ClientConnection = self._stack.enter_context(
            connect(url, additional_headers=headers, max_size=None, compression=None, open_timeout=PATIENCE,
                    max_queue=None))  # who does not read all that was told can still say goodbye at once
        self.state: dict[str, Any] = {}
        self.shelf: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: Any) -> None:
        self._stack.close()

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """The next message; one that tells what changed comes as the whole state, as in a browser."""
        text = self.connection.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "change":
            message = self._changed(message)
        elif message["type"] == "state":
            self.shelf = message["scene"]["choices"]
        elif message["type"] == "presence" and self.state:
            self.state |= {"seats": message["seats"], "thinking": message["thinking"]}
        if message["type"] == "state":
            self.state = message
            self.log[message["log_from"]:] = message["log"]
        return message

    def _changed(self, message: dict[str, Any]) -> dict[str, Any]:
        assert message["base"] == self.state["seq"], "a change of a state that was never seen here"
        told = {k: v for k, v in message.items() if k not in ("type", "base", "scene", "choices")}
        scene = patched(self.state["scene"], message["scene"])
        if "choices" in message:
            edits = message["choices"]
            self.shelf = self.shelf if edits is None else edited(self.shelf, edits)
            scene["choices"] = [] if edits is None else self.shelf
        return {**self.state, **told, "scene": scene}

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message
            assert message["type"] != "error", message

    def until_error(self) -> dict[str, Any]:
        while (message := self.receive())["type"] != "error":
            pass
        return message

    def until_closed(self) -> int:
        """Reads on until the server closes; the closing code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as e:
            return e.rcvd.code if e.rcvd else 0

    def until_seq(self, seq: int) -> dict[str, Any]:
        while self.state.get("seq") != seq:
            self.until("state")
        return self.state

    @property
    def seq(self) -> int:
        return int(self.state["seq"])

    @property
    def choices(self) -> list[str]:
        return [c["text"] for c in self.state["scene"]["choices"]]

    def act(self, text: str) -> dict[str, Any]:
        """Acts and waits until the table has moved on."""
        seq = self.seq
        self.send(type="act", seq=seq, text=text)
        while self.until("state")["seq"] <= seq:
            pass
        return self.state

    @property
    def texts(self) -> list[str]:
        return [entry["text"] for entry in self.log]
