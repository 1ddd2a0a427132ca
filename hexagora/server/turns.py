"""A few places for many who wait: whoever matters most gets the next one, among equals whoever came first."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class Turns:
    def __init__(self, places: int):
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._number = count()

    @asynccontextmanager
    async def place(self, rank: int) -> AsyncIterator[None]:
        """A place, when it is one's turn; the lowest rank comes first."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(rank)
        try:
            yield
        finally:
            self._give_back()

    async def _wait(self, rank: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._number), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()  # it came just now, too late
            raise

    def _give_back(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
