"""A desk: what costs processor time is done there, beside the event loop, one thing after the other. Those who ask take
turns by address: who has little waiting goes before who has much, so that nobody's flood keeps others waiting."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from hexagora.server.errors import too_fast
from hexagora.server.turns import HOUSE, Turns

FIRST, LATER = 0, 1  # what the server itself has to do for a table goes first
Found = TypeVar("Found")


class Desk:
    def __init__(self, name: str, most: int):
        """`most` things may wait for one address."""
        self._most = most
        self._thread = ThreadPoolExecutor(1, name)
        self._turns = Turns(1)

    async def do(self, who: str, work: Callable[..., Found], *arguments: Any) -> Found:
        """The result of some work that somebody asked for."""
        if who != HOUSE and self._turns.under_way(who) >= self._most:
            raise too_fast()
        async with self._turns.place(FIRST if who == HOUSE else LATER, who):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
