"""A few places for many who wait: what matters most gets the next one, among equals what whoever has least under way
asked for, so that nobody's flood keeps others waiting; then whoever came first."""

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

HOUSE = ""  # whoever asks for nobody in particular


class Turns:
    def __init__(self, places: int):
        self._free = places
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._number = count()
        self._under_way: Counter[str] = Counter()

    def under_way(self, who: str) -> int:
        """For how many places somebody waits, and how many somebody has."""
        return self._under_way[who]

    async def take(self, rank: int, who: str = HOUSE) -> None:
        """Waits for a place; the lowest rank comes first. Whoever has one leaves it again."""
        before = self._under_way[who]
        self._under_way[who] += 1
        try:
            if self._free:
                self._free -= 1
            else:
                await self._wait(rank, before)
        except BaseException:
            self._forget(who)
            raise

    def leave(self, who: str = HOUSE) -> None:
        self._forget(who)
        self._give_back()

    @asynccontextmanager
    async def place(self, rank: int, who: str = HOUSE) -> AsyncIterator[None]:
        """A place, when it is one's turn."""
        await self.take(rank, who)
        try:
            yield
        finally:
            self.leave(who)

    def _forget(self, who: str) -> None:
        self._under_way[who] -= 1
        if not self._under_way[who]:
            del self._under_way[who]

    async def _wait(self, rank: int, before: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, before, next(self._number), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()  # it came just now, too late
            raise

    def _give_back(self) -> None:
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
