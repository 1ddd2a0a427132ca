"""Two virtual players at a table: one acts, the time until the other one sees it is taken."""

import asyncio
import json
import random
import time
from typing import Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.load.report import Figures

PLAYERS = 2
ANSWER_SECONDS = 10.0  # an answer that takes longer counts as an error
LOOK_EVERY = 0.1  # seconds
LETTERS = "abcdefghijklmnopqrs"
COOKIE = "hexagora_guest"


class Table(Protocol):
    """One table of either server."""

    async def begin(self) -> None: ...

    async def act(self) -> tuple[float, int]:
        """Makes one action; the seconds until the other player saw it, and the bytes that player was sent."""

    @property
    def finished(self) -> bool: ...

    async def leave(self) -> None: ...


def open_socket(url: str, **more: object) -> "connect":
    return connect(url, compression=None, max_size=None, ping_interval=None, open_timeout=60, **more)  # type: ignore[arg-type]


class OurTable:
    """Two people with a socket each at a table of Hex on the full board."""

    def __init__(self, address: str, http: httpx.AsyncClient, rng: random.Random, side: int):
        self.address, self.http, self.rng, self.side = address, http, rng, side
        self.sockets: list[ClientConnection] = []
        self.over = False

    @staticmethod
    def lobby(address: str) -> str:
        return address

    async def begin(self) -> None:
        cookies = [await self._guest() for _ in range(2)]
        made = await self.http.post("/api/tables", headers={"cookie": cookies[0]}, json={
            "game": "hex", "options": {"swap": False, "size": self.side},
            "seats": [{"kind": "me"}, {"kind": "friend"}]})
        made.raise_for_status()
        table = made.json()
        linked = await self.http.get(table["links"][0]["url"], headers={"cookie": cookies[1]})
        assert linked.status_code == 303, linked.text
        path = f"/api/tables/{table['table']}/ws"
        self.sockets = [await open_socket(server.replace("http", "ws", 1) + path, additional_headers={"Cookie": c})
                        for server, c in zip(self.servers(), cookies, strict=True)]
        self.cells = [f"{letter}{row + 1}" for letter in LETTERS[: self.side] for row in range(self.side)]
        self.rng.shuffle(self.cells)
        self.seq = 1
        for socket in self.sockets:
            await self._until(socket, 1)

    def servers(self) -> list[str]:
        """Where each of the two connects to."""
        return [self.address] * 2

    async def _guest(self) -> str:
        answer = await self.http.get("/api/me")
        return f"{COOKIE}={answer.cookies[COOKIE]}"

    async def _until(self, socket: ClientConnection, seq: int) -> int:
        """Reads until the state with that number, whole or as what changed; returns its size."""
        wanted = tuple(f'{{"type":"{kind}","seq":{seq},' for kind in ("state", "change"))
        while True:
            text = str(await socket.recv())
            if text.startswith(wanted):
                self.over = '"over":{' in text
                return len(text)
            if text.startswith('{"type":"error"'):
                raise RuntimeError(text[:200])

    async def act(self) -> tuple[float, int]:
        actor = (self.seq - 1) % 2
        message = json.dumps({"type": "act", "seq": self.seq, "text": self.cells.pop()})
        began = time.perf_counter()
        await self.sockets[actor].send(message)
        self.seq += 1
        size = await self._until(self.sockets[1 - actor], self.seq)
        took = time.perf_counter() - began
        await self._until(self.sockets[actor], self.seq)
        return took, size

    @property
    def finished(self) -> bool:
        return self.over

    async def leave(self) -> None:
        for socket in self.sockets:
            await socket.close()


class TheirTable:
    """Two players with a socket each at a boardgame.io match; its own protocol on top of socket.io."""

    GAME = "stones"

    def __init__(self, address: str, http: httpx.AsyncClient, rng: random.Random, side: int):
        self.address, self.http, self.rng, self.side = address, http, rng, side
        self.sockets: list[ClientConnection] = []
        self.credentials: list[str] = []

    @staticmethod
    def lobby(address: str) -> str:
        host, _, port = address.rpartition(":")
        return f"{host}:{int(port) + 1}"

    async def begin(self) -> None:
        made = await self.http.post(f"/games/{self.GAME}/create", json={"numPlayers": 2})
        self.match = made.json()["matchID"]
        for player in ("0", "1"):
            joined = await self.http.post(f"/games/{self.GAME}/{self.match}/join",
                                          json={"playerID": player, "playerName": player})
            self.credentials.append(joined.json()["playerCredentials"])
        url = self.address.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        self.sockets = [await open_socket(url) for _ in range(2)]
        self.cells = list(range(self.side * self.side))
        self.rng.shuffle(self.cells)
        self.state = 0
        for player, socket in enumerate(self.sockets):
            await socket.send(f"40/{self.GAME},")
            await self._until(socket, f"40/{self.GAME}")
            await self._emit(socket, "sync", self.match, str(player), self.credentials[player], 2)
            await self._until(socket, f'42/{self.GAME},["sync"')

    async def _emit(self, socket: ClientConnection, *message: object) -> None:
        await socket.send(f"42/{self.GAME}," + json.dumps(message))

    async def _until(self, socket: ClientConnection, start: str) -> str:
        while True:
            text = str(await socket.recv())
            if text == "2":
                await socket.send("3")
            elif text.startswith(start):
                return text

    async def _seen(self, socket: ClientConnection) -> int:
        """Reads until the state after the action."""
        wanted = f'"_stateID":{self.state}'
        while True:
            text = await self._until(socket, f'42/{self.GAME},["update"')
            if wanted in text:
                return len(text)

    async def act(self) -> tuple[float, int]:
        actor = self.state % 2
        action = {"type": "MAKE_MOVE", "payload": {"type": "place", "args": [self.cells.pop()],
                                                   "playerID": str(actor), "credentials": self.credentials[actor]}}
        began = time.perf_counter()
        await self._emit(self.sockets[actor], "update", action, self.state, self.match, str(actor))
        self.state += 1
        size = await self._seen(self.sockets[1 - actor])
        took = time.perf_counter() - began
        await self._seen(self.sockets[actor])
        return took, size

    @property
    def finished(self) -> bool:
        return not self.cells

    async def leave(self) -> None:
        for socket in self.sockets:
            await socket.close()


async def warmed_up(figures: Figures, tables: int) -> None:
    """Waits until everybody has acted once, so that beginnings are in no figure however slow the machine is."""
    while figures.warm + len(figures.errors) < tables:
        await asyncio.sleep(LOOK_EVERY)


async def play(table: Table, again: "type[OurTable | TheirTable]", figures: Figures, pace: float) -> None:
    """Keeps one table going at its pace, match after match, until the end."""
    due, acted = time.perf_counter() + random.random() * pace, 0
    while (now := time.perf_counter()) < figures.end:
        await asyncio.sleep(max(0.0, due - now))
        due = max(due + pace, time.perf_counter() - pace)
        try:
            figures.arrived(*await asyncio.wait_for(table.act(), ANSWER_SECONDS))
            acted += 1
            figures.warm += acted == PLAYERS
            if table.finished:
                await table.leave()
                table = again(table.address, table.http, table.rng, table.side)  # type: ignore[attr-defined]
                await asyncio.wait_for(table.begin(), ANSWER_SECONDS)
                figures.matches += 1
        except Exception as e:
            figures.errors.append(f"{type(e).__name__}: {e}"[:200])
            return
    await table.leave()
