"""Health and figures for the machines that look after the server: `/livez`, `/readyz`, `/metrics`.

They are answered past the gate, whatever name they ask for, so that a container's own health check and Prometheus get
in; at a port of their own where one is set, and there alone.
"""

import asyncio
import time

import orjson
from starlette.types import ASGIApp, Receive, Scope, Send

from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.health import READY
from hexagora.server.records import AlreadyWritten
from hexagora.server.settings import Settings

LIVE, FIGURES = "/livez", "/metrics"
PATHS = (LIVE, READY, FIGURES)
PROOF_SECONDS = 3.0  # in which the database must have written, and the bus answered
PROOF_HOLDS = 1.0  # seconds for which a proof counts: who asks often costs nothing
JSON, FIGURES_TYPE = b"application/json", b"text/plain; version=0.0.4; charset=utf-8"


class Watch:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, hall: Hall, settings: Settings):
        self.app, self.hall, self.port = app, hall, settings.watch_port
        self._proof: asyncio.Task[dict[str, bool]] | None = None
        self._proven = float("-inf")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and self._is_watching(scope):
            await self._answer(scope, send)
        else:
            await self.app(scope, receive, send)

    def _is_watching(self, scope: Scope) -> bool:
        if self.port:
            return _arrived_at(scope) == self.port
        return scope["type"] == "http" and scope["path"] in PATHS

    async def _answer(self, scope: Scope, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["path"] == LIVE:
            await _reply(send, 200, orjson.dumps({"ok": True}))
        elif scope["path"] == READY:
            found = await self._ready()
            await _reply(send, 200 if found["ok"] else 503, orjson.dumps(found))
        elif scope["path"] == FIGURES:
            self.hall.metrics.commits.set(self.hall.storage.batches)
            self.hall.metrics.jobs.set(self.hall.storage.written)
            await _reply(send, 200, self.hall.metrics.text(), FIGURES_TYPE)
        else:
            await _reply(send, 404, orjson.dumps({"error": f"here are {', '.join(PATHS)}", "code": "http"}))

    async def _ready(self) -> dict[str, bool]:
        """Whether something can be written now. Who asks while somebody else is waiting for the proof shares it."""
        if self._proof is None or (self._proof.done() and time.monotonic() - self._proven > PROOF_HOLDS):
            self._proof = asyncio.create_task(self._prove(), name="proof")
        return await asyncio.shield(self._proof)

    async def _prove(self) -> dict[str, bool]:
        database, bus = await asyncio.gather(self._writes(), self._hears())
        self._proven = time.monotonic()
        return {"ok": database, "database": database, "bus": bus}

    async def _writes(self) -> bool:
        try:
            await asyncio.wait_for(self.hall.storage.prove(), PROOF_SECONDS)
        except (TimeoutError, Refusal, AlreadyWritten):
            return False
        return True

    async def _hears(self) -> bool:
        try:
            return await asyncio.wait_for(self.hall.bus.alive(), PROOF_SECONDS)
        except TimeoutError:
            return False


def _arrived_at(scope: Scope) -> int | None:
    """The port that a connection came in at."""
    server = scope.get("server")
    return server[1] if server else None


async def _reply(send: Send, status: int, body: bytes, kind: bytes = JSON) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [
        (b"content-type", kind), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff")]})
    await send({"type": "http.response.body", "body": body})
