"""What happened, and the first thing that should not have."""

import asyncio
import hashlib
import time
from collections import Counter
from typing import Any

import orjson


class Broken(Exception):
    """The first loss, hang, leak or error of a server's own."""


class Verdict:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.problem: str | None = None
        self.broken = asyncio.Event()
        self.told: dict[str, dict[tuple[int, int], str]] = {}  # table -> (seat, seq) -> digest of the state
        self.said: dict[str, set[str]] = {}  # table -> lines of talk

    def fail(self, what: str) -> None:
        if self.problem is None:
            self.problem = f"{time.strftime('%H:%M:%S')} {what}"
            self.broken.set()
        raise Broken(what)

    def tell(self, table: str, state: dict[str, Any], texts: list[str]) -> None:
        """Somebody was told a state. Whoever is told the same moment from the same seat is told the same."""
        digest = digest_of(state["scene"], texts, state["scores"])
        key = (state["seat"], state["seq"])
        known = self.told.setdefault(table, {}).setdefault(key, digest)
        self.counts["states told"] += 1
        if known != digest:
            self.fail(f"table {table}: two different states at seat, seq {key}")


def digest_of(scene: Any, texts: list[str], scores: list[int]) -> str:
    text = orjson.dumps([scene, texts, scores], option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(text, digest_size=12).hexdigest()
