"""Thinking in browsers: the engine of a site that `hexagora site` wrote is lent to whoever plays here.

What a browser finds is advice. It is told what its own person may know and nothing else, and its answer is held against
the rules like everybody's. One that does not answer, or answers nonsense, is not asked again: the server's bot decides.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from hexagora import registry
from hexagora.engine import wasm
from hexagora.engine.errors import HexagoraError
from hexagora.server.settings import Settings

if TYPE_CHECKING:
    from hexagora.bots import Request
    from hexagora.server.table import Table

MARK = "hexagora-site.json"  # says that a folder is a site, and what lies in it
FILES = ("site", "python")  # what of a site is lent: the worker that thinks, and Python for it
ADDRESS = "/thinking"
# Python starts from a script that was unpacked, and runs WebAssembly
POLICY = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self'"


@dataclass(frozen=True)
class Offer:
    """What browsers may think about: hints and reviews of games, bots of others."""

    hints: list[str]
    bots: list[str]

    def document(self) -> dict[str, Any]:
        return {"address": f"{ADDRESS}/site/thinker.js", "hints": self.hints, "bots": self.bots}


def must_be_whole(settings: Settings) -> None:
    """What is wrong with the settings is told when the server starts."""
    if settings.browser_bots and not settings.site:
        raise HexagoraError("HEXAGORA_BROWSER_BOTS needs HEXAGORA_SITE, a folder that `hexagora site` wrote: bots that "
                            "think in browsers are fetched from there")
    if settings.site:
        _modules(Path(settings.site))


def _modules(folder: Path) -> dict[str, str]:
    """The WebAssembly that lies in a site: of which games, and the hash of each."""
    try:
        found = json.loads((folder / MARK).read_text("utf8"))["modules"]
    except (OSError, ValueError, KeyError, TypeError):
        raise HexagoraError(f"HEXAGORA_SITE: {folder} holds no site of this version; `hexagora site {folder}` writes "
                            "one") from None
    return dict(found)


def offer(settings: Settings) -> Offer | None:
    """What this server lends; only games whose rules and search are the same there and here."""
    if not settings.site:
        return None
    there = _modules(Path(settings.site))
    same = [name for name in registry.loadable()
            if (here := wasm.manifest(registry.game(name))) and there.get(name) == here["sha256"]]
    return Offer(same, [name for name in same if settings.browser_bots and not registry.game(name).facts.hidden])


def may_think(table: "Table", guest: str) -> bool:
    """Whether the browser of a guest may think for the bots of a table. In a game with secrets it would be told those
    of others; where somebody else plays, or the match counts, nobody should have the bots in hand."""
    own = table.seats.own(guest)
    return bool(own) and not table.game.facts.hidden and not table.rated and not table.seats.others(own)


def document(question: str, request: "Request") -> dict[str, Any]:
    """A question as a browser is told it."""
    return {"type": "think", "question": question,
            "request": {"game": request.game, "options": request.options, "seat": request.seat, "level": request.level,
                        "state": base64.b64encode(request.state).decode(), "seed": request.seed,
                        "seconds": request.seconds, "spent": request.spent, "content": request.content}}


class NoAnswer(Exception):
    """A browser did not think of anything."""


def _nowhere(_: bytes) -> None:
    """Where a window was that is closed."""


class Lender:
    """A window that may think for the server, and what it was asked."""

    def __init__(self, send: Callable[[bytes], None]):
        self.ready = False
        self._send = send
        self._asked = 0
        self._open: dict[int, asyncio.Future[str]] = {}

    async def decide(self, request: "Request", legal: list[str], limit: float) -> str:
        """The action that it found within so many seconds. After a failure it is asked for nothing until it says again
        that it is ready."""
        self._asked += 1
        number = self._asked
        waiting = self._open[number] = asyncio.get_running_loop().create_future()
        self._send(orjson.dumps({**document("decide", request), "id": number}))
        try:
            found: str = await asyncio.wait_for(waiting, limit)
            if found not in legal:
                raise NoAnswer(f"{found[:60]!r} is not legal")
            return found
        except BaseException:
            self.ready = False
            raise
        finally:
            del self._open[number]

    def hear(self, number: int, text: str | None) -> None:
        """An answer; one for which nobody waits any more is too late."""
        waiting = self._open.get(number)
        if waiting is None or waiting.done():
            return
        if text is None:
            waiting.set_exception(NoAnswer("it could not think"))
        else:
            waiting.set_result(text)

    def leave(self) -> None:
        """The window is closed: nobody waits for it, and it is held no longer."""
        self.ready = False
        self._send = _nowhere
        for number in list(self._open):
            self.hear(number, None)
