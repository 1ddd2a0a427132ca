"""The pace at which things are done for an address.

A message or a request costs a millisecond or less, but one address can send hundreds at once, and everybody waits
meanwhile. So all that is done for an address is counted each time that the event loop comes round. What is more than a
little of it goes on in turns, one step a round, and everybody else has theirs in between. Nobody waits longer than
that: what is free of the processor is there for all.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from hexagora.server.meter import Meter
from hexagora.server.turns import Turns

ALIKE = 0  # the rank of all who take turns

Found = TypeVar("Found")


class Pacing:
    def __init__(self, at_once: float):
        self.at_once = at_once  # seconds of the processor, for one address
        self._spent: dict[str, float] = {}  # since the event loop came round
        self._turns = Turns(1)

    async def do(self, who: str, work: Coroutine[Any, Any, Found]) -> Found:
        """The result of some work for an address, done at its pace."""
        return await Meter(work, self.of(who))

    def of(self, who: str) -> "Pace":
        return Pace(self, who)

    def is_full(self, who: str) -> bool:
        return self._spent.get(who, 0.0) >= self.at_once

    def spend(self, who: str, seconds: float) -> None:
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._spent.clear)
        self._spent[who] = self._spent.get(who, 0.0) + seconds

    async def turn(self, who: str) -> None:
        """Waits for one's turn; the next one comes when the event loop does."""
        await self._turns.take(ALIKE, who)
        asyncio.get_running_loop().call_soon(self._turns.leave, who)


class Pace:
    """The pace of one address."""

    def __init__(self, pacing: Pacing, who: str):
        self._pacing, self._who = pacing, who

    @property
    def waits(self) -> bool:
        return self._pacing.is_full(self._who)

    async def turn(self) -> None:
        await self._pacing.turn(self._who)

    def took(self, seconds: float) -> None:
        self._pacing.spend(self._who, seconds)
