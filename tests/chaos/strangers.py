"""Strangers: mutated requests and messages with every kind of broken text. None of them may cost the server more than a
refusal."""

import asyncio
import contextlib
import json
import random
import time
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.chaos.people import COOKIE, guest, request
from tests.chaos.world import Server, World

ANSWER_SECONDS = 60.0  # of calm
LOOK_SECONDS = 1.0
PAUSE = 0.05
TEXTS = ["\ud800", "\udfff\ud800", "\x00", "\x1b[2J", "\u200b", "\u202e", "\ufeff", "\uffff", "e\u0301" * 50,
         "⬡" * 2000, "𝟛", "٣", "%s%n", "'; DROP TABLE tables; --", "../../etc/passwd", "<script>", "", " ", "\t\n",
         "a" * 70_000, "NaN", "1e999", "-0", "None", "\U000e0001"]
BYTES = [b"\xff", b"\x00", b"\xed\xa0\x80", b"{", b'"', b"\\u", b"[" * 3000]
ENDINGS = ["%00", "%ff", "%ed%a0%80", "?which=%00", "?ply=9" + "9" * 30, "/..%2f", "//", "?" * 9]
VALUES: list[Any] = [None, True, -1, 0, 2**31, 2**63, 10**400, 1.5, float("nan"), [], {}, [[]] * 50, {"a": {"b": []}}]
ACT = {"type": "act", "seq": 1, "text": "a1"}
MESSAGES: list[dict[str, Any]] = [
    ACT, {"type": "undo", "seq": 1}, {"type": "restart-turn", "seq": 1}, {"type": "ask-takeback", "seq": 1},
    {"type": "answer-takeback", "yes": True}, {"type": "chat", "text": "hello"}, {"type": "view", "seat": 1},
    {"type": "ping"}, {"type": "sync"}, {"type": "leave"}, {"type": "return"}]
WISH = {"game": "hex", "seats": [{"kind": "me"}, {"kind": "here"}], "options": {"size": 5}, "public": False}
START = {"game": "hex", "options": {"size": 3}, "red": ["a1"], "blue": ["b1"]}
ROOT = {"format": "hexagora-match", "version": 1, "game": "hex", "options": {"size": 3}, "actions": []}
ASIDE: list[tuple[str, str, Any]] = [  # what is read beside the tables
    ("POST", "/api/games/hex/editor/positions", {"data": {}, "deed": {"read": json.dumps(START)}}),
    ("POST", "/api/games/hex/editor/positions", {"data": START, "deed": {"brush": "red", "places": ["board/a1"]}}),
    ("POST", "/api/games/hex/editor/numbers", {"data": {"extends": "hex"}, "deed": {"brush": "a", "places": ["b"]}}),
    ("POST", "/api/games/hex/analysis", {"text": json.dumps(ROOT)}),
    ("POST", "/api/games/hex/moment", {"root": ROOT, "actions": ["a1"]}),
    ("POST", "/api/sign-in/code", {"code": "ABCD-EFGH"})]


class Strangers:
    def __init__(self, world: World, rng: random.Random):
        self.world, self.rng = world, rng

    # broken things

    def text(self) -> str:
        made = self.rng.choice(TEXTS)
        return made + self.rng.choice(TEXTS) if self.rng.random() < 0.2 else made

    def mutated(self, value: Any) -> Any:
        """The same with one thing in it broken."""
        if isinstance(value, dict) and value and self.rng.random() < 0.85:
            key = self.rng.choice(list(value))
            if self.rng.random() < 0.1:
                return {**value, self.text(): self.rng.choice(VALUES)}
            return {**value, key: self.mutated(value[key])}
        if isinstance(value, list) and value and self.rng.random() < 0.7:
            k = self.rng.randrange(len(value))
            return [*value[:k], self.mutated(value[k]), *value[k + 1:]]
        if isinstance(value, str) and value.startswith("{") and self.rng.random() < 0.7:
            return json.dumps(self.mutated(json.loads(value)))  # a document within a text
        return self.text() if self.rng.random() < 0.6 else self.rng.choice(VALUES)

    def document(self, value: Any) -> bytes:
        """As JSON, in which some bytes may be broken too."""
        data = json.dumps(value).encode()  # lone surrogates as escapes, as a program would send them
        if self.rng.random() < 0.2 and data:
            k = self.rng.randrange(len(data))
            data = data[:k] + self.rng.choice(BYTES) + data[k:]
        return data

    # requests

    async def ask(self) -> None:
        self.table = (await request(self.world, "POST", "/api/tables", await guest(self.world), json=WISH)).json()
        while not self.world.ending:
            await asyncio.sleep(PAUSE)
            await self._exchange(self.world.someone(), self._request())

    def _request(self) -> bytes:
        method, path, body = self.rng.choice([
            ("POST", "/api/tables", {**WISH, "start": START}), ("POST", "/api/tables", WISH),
            ("POST", "/api/me", {"name": "Anna"}), ("POST", "/api/games/hex/preview", {"options": {"size": 5}}),
            ("POST", "/api/games/hex/read", {"text": json.dumps(START)}), ("GET", "/api/tables?which=open", None),
            ("GET", f"/api/tables/{self.table['table']}/replay?ply=0", None),
            ("GET", f"/api/tables/{self.table['table']}/match", None), ("GET", "/", None), ("GET", "/t/x/s/y", None),
            ("POST", f"/api/tables/{self.table['table']}/seats/1/claim", {}), ("GET", "/readyz", None),
            *ASIDE])
        headers = {"Host": "localhost", "Connection": "close", "Cookie": f"{COOKIE}=anna.00"}
        data = b""
        if body is not None:
            data = self.document(self.mutated(body))
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
        if self.rng.random() < 0.3:
            headers[self.rng.choice(["Host", "Origin", "Cookie", "Content-Length", "X-Forwarded-For", "Accept-Language",
                                     "If-None-Match", "Accept-Encoding"])] = self._header()
        if self.rng.random() < 0.2:
            path += self.rng.choice(ENDINGS)
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join(lines).encode("utf8", "surrogatepass") + b"\r\n\r\n" + data

    def _header(self) -> str:
        return self.rng.choice(["[", "http://[", "[::1", "null", "-1", "1e3", "a" * 5000, "\xff", "hexagora_guest=",
                                'hexagora_guest="', "1.2.3.4, ,,x", "\u202e"])

    async def _exchange(self, server: Server, data: bytes) -> None:
        """Sends bytes, sometimes not all of them, and reads the answer, which is no error of the server."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            return
        whole = self.rng.random() < 0.9
        with contextlib.suppress(OSError):
            writer.write(data if whole else data[: self.rng.randrange(len(data))])
            await writer.drain()
            if whole:
                await self._answered(reader, data)
        writer.close()
        self.world.verdict.counts["broken requests"] += 1

    async def _answered(self, reader: asyncio.StreamReader, data: bytes) -> None:
        began, line = self.world.calm_seconds(), None
        while line is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    line = await reader.readline()
            if line is None and self.world.calm_seconds() - began > ANSWER_SECONDS:
                if self._says_more_than_it_sends(data):
                    return
                self.world.verdict.fail(f"hang: no answer to {data[:300]!r}")
        code = (line or b"").split()[1:2]
        if code and code[0].startswith(b"5") and not (code[0] == b"503" and self.world.troubled):
            self.world.verdict.fail(f"error: {line!r} to {data[:2000]!r}")

    @staticmethod
    def _says_more_than_it_sends(data: bytes) -> bool:
        """A server rightly waits for the rest of such a body."""
        head, _, body = data.partition(b"\r\n\r\n")
        lengths = [line.partition(b":")[2].strip() for line in head.split(b"\r\n")
                   if line.startswith(b"Content-Length")]
        return any(length.isdigit() and int(length) > len(body) for length in lengths)

    # messages

    async def talk(self) -> None:
        """At tables of their own and, looking on, at those of others."""
        while not self.world.ending:
            own = await guest(self.world)
            table = (await request(self.world, "POST", "/api/tables", own, json=WISH)).json()["table"]
            others = [window.table for window in self.world.windows]  # type: ignore[attr-defined]
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._talk_at(table, own)
            if others:
                with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                    await self._talk_at(self.rng.choice(others), await guest(self.world))
            await asyncio.sleep(PAUSE)

    async def _talk_at(self, table: str, cookie: str) -> None:
        url = f"{self.world.someone().address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
        async with connect(url, additional_headers={"Cookie": f"{COOKIE}={cookie}"}, max_size=None, compression=None,
                           open_timeout=20, close_timeout=1) as socket:
            for _ in range(self.rng.randrange(30)):
                await asyncio.sleep(PAUSE)
                data = self.document(self.mutated(self.rng.choice(MESSAGES)))
                await socket.send(data if self.rng.random() < 0.1 else data.decode("utf8", "replace"))
                self.world.verdict.counts["broken messages"] += 1
            await socket.send('{"type":"ping"}')
            end = time.monotonic() + ANSWER_SECONDS
            while True:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    message = json.loads(await socket.recv())
                if message.get("code") == "internal":
                    self.world.verdict.fail(f"error: a message gives {message}")
                if message["type"] in ("pong", "error") and message.get("code") != "bad-message":
                    return
