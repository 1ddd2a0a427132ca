"""Effort: what is dear is made up for by whom it is done for.

A decision costs the processor a millisecond or less; on the largest boards that people can bring, forty times as
much, and everybody waits meanwhile. So what is dear is charged to the address that it is done for. At a table where
things are dear, or on the way to one that is not in memory, an address that has used up its share of the processor
waits until there is some again. At all other tables nobody is held up.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from hexagora.server.limiting import Bucket, Limiter
from hexagora.server.meter import Meter, Pace
from hexagora.server.room import Room

DEAR = 0.01  # seconds of the processor from which something is dear

Found = TypeVar("Found")


async def charged(limiter: Limiter, room: Room | None, addresses: Sequence[str],
                  work: Callable[..., Coroutine[Any, Any, Found]], *arguments: Any, pace: Pace | None = None) -> Found:
    """Does some work at a table for people at these addresses, when one of them can afford what it will cost; that one
    is charged what it did cost. Of a table that is not in memory nobody knows what it will be. The work goes on at the
    pace of whoever wants it."""
    expected = room.dear if room else 0.0
    purse = await _purse(limiter, addresses, expected) if expected or not room else None
    meter = Meter(work(*arguments), pace)
    try:
        return await meter
    finally:
        cost = meter.seconds if meter.seconds > DEAR else 0.0
        if cost and room:
            room.dear = cost
        if cost != expected and (purse or (purse := _fullest(limiter, addresses))):
            purse.level -= cost - expected


async def _purse(limiter: Limiter, addresses: Sequence[str], expected: float) -> Bucket | None:
    """The purse out of which the expected cost was paid, when that could be done; none where nobody looks on."""
    while (purse := _fullest(limiter, addresses)) and not purse.pay(expected):
        await asyncio.sleep(purse.seconds_until_some)
    return purse


def _fullest(limiter: Limiter, addresses: Sequence[str]) -> Bucket | None:
    now = time.monotonic()
    purses = [limiter.bucket_of("effort", who) for who in set(addresses)]
    for purse in purses:
        purse.fill(now)
    return max(purses, key=lambda purse: purse.level, default=None)
