"""The pace at which things are done for an address.

A message or a request costs a millisecond or less, but one address can send hundreds at once, and everybody waits
meanwhile. So all that is done for an address is counted each time that the event loop comes round. What is more than a
little of it goes on in turns, one step a round, and everybody else has theirs in between. Nobody waits longer than
that: what is free of the processor is there for all.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from hexagora.server.meter import Meter
from hexagora.server.turns import Turns

ALIKE = 0  # the rank of all who take turns

Found = TypeVar("Found")


class Pacing:
    def __init__(self, at_once: float):
        self.at_once = at_once  # seconds of the processor, for one address
        self._accounts: WeakValueDictionary[str, Account] = WeakValueDictionary()
        self._open: list[Account] = []  # on which something was spent since the event loop came round
        self._turns = Turns(1)

    async def do(self, who: str, work: Coroutine[Any, Any, Found]) -> Found:
        """The result of some work for an address, done at its pace."""
        return await Meter(work, self.of(who))

    def of(self, who: str) -> "Account":
        """The account of an address: one for all that is done for it."""
        account = self._accounts.get(who)
        if account is None:
            account = self._accounts[who] = Account(self, who)
        return account

    def opened(self, account: "Account") -> None:
        if not self._open:
            asyncio.get_running_loop().call_soon(self._close_all)
        self._open.append(account)

    def _close_all(self) -> None:
        for account in self._open:
            account.spent = 0.0
        self._open.clear()

    async def turn(self, who: str) -> None:
        """Waits for one's turn; the next one comes when the event loop does."""
        await self._turns.take(ALIKE, who)
        asyncio.get_running_loop().call_soon(self._turns.leave, who)


class Account:
    """What was done for one address since the event loop came round. It fulfils `Pace`: it is asked at every step of
    all that is done, so the figures lie open."""

    __slots__ = ("__weakref__", "_pacing", "at_once", "spent", "who")

    def __init__(self, pacing: Pacing, who: str):
        self._pacing, self.who = pacing, who
        self.at_once = pacing.at_once
        self.spent = 0.0

    async def turn(self) -> None:
        await self._pacing.turn(self.who)

    def took(self, seconds: float) -> None:
        if not self.spent:
            self._pacing.opened(self)
        self.spent += seconds
