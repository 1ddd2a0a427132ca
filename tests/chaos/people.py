"""People who play on whatever happens: they come again when a line breaks, go to another server, try again when
told so."""

import asyncio
import contextlib
import json
import random
import secrets
import time
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from hexagora import registry
from hexagora.engine.changes import edited, patched
from tests.chaos.verdict import Verdict
from tests.chaos.world import Server, World

HANG_SECONDS = 60.0  # of calm, after which what was sent and neither done nor refused hangs
TICK = 0.2
PATIENT = {"stale", "storage", "rate", "over", "full"}  # refusals after which one tries again
RARELY = 0.03  # of the turns are something else than a decision
COOKIE = "hexagora_guest"
LOST = (OSError, WebSocketException, EOFError, TimeoutError)


async def request(world: World, method: str, path: str, cookie: str = "", **more: Any) -> httpx.Response:
    """Asks any server until one answers."""
    began = world.calm_seconds()
    async with httpx.AsyncClient(timeout=20) as http:
        while world.calm_seconds() - began < HANG_SECONDS:
            server = world.someone()
            with contextlib.suppress(httpx.TransportError):
                http.cookies.clear()
                headers = {"cookie": f"{COOKIE}={cookie}"} if cookie else {}
                answer = await http.request(method, server.address + path, headers=headers, **more)
                world.verdict.counts["requests"] += 1
                if answer.status_code < 500:
                    return answer
                if answer.status_code != 503 or not world.troubled:
                    world.verdict.fail(f"error: {method} {path} gives {answer.status_code} {answer.text[:200]}")
            await asyncio.sleep(TICK)
    world.verdict.fail(f"hang: {method} {path} is answered by nobody for {HANG_SECONDS:.0f} s")
    raise AssertionError


async def guest(world: World) -> str:
    return (await request(world, "GET", "/api/me")).cookies[COOKIE]


class Window:
    """One socket at a table, with what it was told."""

    def __init__(self, world: World, table: str, cookie: str):
        self.world, self.table, self.cookie = world, table, cookie
        self.verdict: Verdict = world.verdict
        self.connection: ClientConnection | None = None
        self.stalled = False
        self.asked: float | None = None  # since when an answer is due
        self.not_before = 0.0
        self.state: dict[str, Any] = {}

    async def come(self, server: Server) -> None:
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{self.table}/ws"
        headers = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        self.connection = await connect(url, additional_headers=headers, max_size=None, compression=None,
                                        open_timeout=20, close_timeout=1, ping_interval=None)
        self.state, self.shelf, self.log = {}, [], []
        self.asked = self.world.calm_seconds()  # the state is due

    def cut(self) -> None:
        if self.connection:
            self.connection.transport.abort()

    async def send(self, **message: Any) -> None:
        assert self.connection is not None
        await self.connection.send(json.dumps(message))

    async def ask(self, **message: Any) -> None:
        """Sends something that must be answered."""
        self.asked = self.world.calm_seconds()
        await self.send(**message)

    async def hear(self) -> dict[str, Any] | None:
        """The next message, if one comes soon."""
        assert self.connection is not None
        if self.stalled:
            await asyncio.sleep(TICK)
            return None
        try:
            async with asyncio.timeout(TICK):
                text = await self.connection.recv()
        except TimeoutError:
            if self.asked is not None and self.world.calm_seconds() - self.asked > HANG_SECONDS:
                self.verdict.fail(f"hang: no answer at table {self.table} for {HANG_SECONDS:.0f} s")
            return None
        message: dict[str, Any] = orjson.loads(text)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        self.verdict.counts["messages heard"] += 1
        if kind == "change":
            if message["base"] != self.state.get("seq"):
                self.verdict.fail(f"table {self.table}: a change of a state that was never told")
            message = self._changed(message)
        elif kind == "state":
            self.shelf = message["scene"]["choices"]
        if kind in ("state", "change"):
            self.state, self.asked = message, None
            self.log[message["log_from"]:] = [entry["text"] for entry in message["log"]]
            self.verdict.tell(self.table, self.state, self.log)
        elif kind == "chat":
            self.verdict.said.setdefault(self.table, set()).add(message["text"])
        elif kind == "error":
            self.asked = None
            self.verdict.counts[f"told: {message['code']}"] += 1
            self.not_before = time.monotonic() + 0.5
            if message["code"] not in PATIENT:
                self.verdict.fail(f"error: table {self.table}: {message}")
            if message["code"] == "storage" and not self.world.troubled:
                self.verdict.fail(f"error: table {self.table}: {message} although nothing is wrong")

    def _changed(self, message: dict[str, Any]) -> dict[str, Any]:
        scene = patched(self.state["scene"], message["scene"])
        if "choices" in message:
            edits = message["choices"]
            self.shelf = self.shelf if edits is None else edited(self.shelf, edits)
            scene["choices"] = [] if edits is None else self.shelf
        told = {k: v for k, v in message.items() if k not in ("type", "base", "scene", "choices")}
        return {**self.state, **told, "scene": scene}


class Table:
    """One table after the other of a game, with somebody at every seat and one who looks on."""

    def __init__(self, world: World, game: str, rng: random.Random):
        self.world, self.game, self.rng = world, game, rng
        self.secrets: set[str] = set()

    async def play(self) -> None:
        while not self.world.ending:
            people, table = await self._make()
            self.over = False
            async with asyncio.TaskGroup() as group:
                for cookie in (*people, ""):
                    group.create_task(self._sit(table, cookie))
            self.world.verdict.counts["matches"] += 1

    async def _make(self) -> tuple[list[str], str]:
        players = registry.game(self.game).facts.players[0]
        people = [await guest(self.world) for _ in range(players)]
        wish = {"game": self.game, "seats": [{"kind": "me"}, *({"kind": "friend"} for _ in people[1:])]}
        made = (await request(self.world, "POST", "/api/tables", people[0], json=wish)).json()
        for person, link in zip(people[1:], made["links"], strict=True):
            self.secrets.add(link["url"].rpartition("/")[2])
            answer = await request(self.world, "GET", link["url"], person)
            if answer.status_code != 303:
                self.world.verdict.fail(f"loss: a link of table {made['table']} opens no seat: {answer.text[:200]}")
        return people, made["table"]

    async def _sit(self, table: str, cookie: str) -> None:
        window = Window(self.world, table, cookie)
        self.world.windows.add(window)
        away = self.world.calm_seconds()
        try:
            while not self.world.ending and not self.over:
                inside = False
                try:
                    await window.come(self.world.someone())
                    inside = True
                    await self._watch(window)
                except LOST as e:
                    away = self.world.calm_seconds() if inside else away
                    if isinstance(e, InvalidHandshake) and not self.world.troubled:
                        self.world.verdict.fail(f"error: a socket is refused: {e}")
                    if self.world.calm_seconds() - away > 2 * HANG_SECONDS:
                        self.world.verdict.fail(f"hang: nobody lets us in at table {table}: {e!r}")
                    self.world.verdict.counts["lines lost"] += 1
                    await asyncio.sleep(self.rng.uniform(0.05, 0.5))
        finally:
            self.world.windows.discard(window)
            if window.connection:
                with contextlib.suppress(*LOST):
                    await window.connection.close()

    async def _watch(self, window: Window) -> None:
        while not self.world.ending and not self.over:
            await window.hear()
            if window.state and window.state["over"]:
                self.over = True
            elif window.cookie and window.state and window.asked is None and time.monotonic() > window.not_before:
                await self._do_something(window)

    async def _do_something(self, window: Window) -> None:
        state = window.state
        answers = (state["takeback"] or {}).get("answers", {})
        if self.rng.random() < RARELY / 10:
            await window.send(type="chat", text=f"line {secrets.token_hex(6)} ⬡")
        elif state["seat"] and answers.get(str(state["seat"]), True) is None:
            window.not_before = time.monotonic() + 1
            await window.send(type="answer-takeback", yes=self.rng.random() < 0.5)
        elif state["may_undo"] and self.rng.random() < RARELY:
            await window.ask(type="undo", seq=state["seq"])
        elif state["scene"]["choices"]:
            self.world.verdict.counts["decisions sent"] += 1
            await window.ask(type="act", seq=state["seq"], text=self.rng.choice(state["scene"]["choices"])["text"])
