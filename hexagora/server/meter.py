"""A meter: counts what some work takes of the processor, step by step."""

import time
from collections.abc import Coroutine, Generator
from typing import Any, Generic, Protocol, TypeVar

CLOCK = getattr(time, "thread_time", time.perf_counter)  # a browser knows only the time on the wall

Found = TypeVar("Found")


class Pace(Protocol):
    """Says when the next step of some work may be taken, and hears what each took."""

    @property
    def waits(self) -> bool: ...

    async def turn(self) -> None: ...

    def took(self, seconds: float) -> None: ...


class Meter(Generic[Found]):
    """Awaits some work and counts what it takes of the processor, without what others do while it waits."""

    def __init__(self, work: Coroutine[Any, Any, Found], pace: Pace | None = None):
        self._work, self._pace = work, pace
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, Found]:
        go_on: Any = self._work.send
        given: Any = None
        while True:
            if self._pace is not None and self._pace.waits:
                try:
                    yield from self._pace.turn().__await__()
                except BaseException as e:
                    go_on, given = self._work.throw, e
            began = CLOCK()
            try:
                awaited = go_on(given)
            except StopIteration as e:
                found: Found = e.value
                return found
            finally:
                self._count(CLOCK() - began)
            try:
                go_on, given = self._work.send, (yield awaited)
            except BaseException as e:
                go_on, given = self._work.throw, e

    def _count(self, seconds: float) -> None:
        self.seconds += seconds
        if self._pace is not None:
            self._pace.took(seconds)
