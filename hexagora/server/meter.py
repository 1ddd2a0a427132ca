"""A meter: counts what some work takes of the processor, step by step."""

import time
from collections.abc import Coroutine, Generator
from typing import Any, Generic, Protocol, TypeVar

CLOCK = getattr(time, "thread_time", time.perf_counter)  # a browser knows only the time on the wall

Found = TypeVar("Found")


class Pace(Protocol):
    """Says when the next step of some work may be taken, and hears what each took. When as much is spent as may be at
    once, the next step waits for its turn."""

    spent: float
    at_once: float

    async def turn(self) -> None: ...

    def took(self, seconds: float) -> None: ...


class Meter(Generic[Found]):
    """Awaits some work and counts what it takes of the processor, without what others do while it waits."""

    def __init__(self, work: Coroutine[Any, Any, Found], pace: Pace | None = None):
        self._work, self._pace = work, pace
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, Found]:
        pace, send, throw = self._pace, self._work.send, self._work.throw
        go_on: Any = send
        given: Any = None
        while True:
            if pace is not None and pace.spent >= pace.at_once:
                try:
                    yield from pace.turn().__await__()
                except BaseException as e:
                    go_on, given = throw, e
            began = CLOCK()
            try:
                awaited = go_on(given)
            except StopIteration as e:
                found: Found = e.value
                return found
            finally:
                took = CLOCK() - began
                self.seconds += took
                if pace is not None:
                    pace.took(took)
            try:
                go_on, given = send, (yield awaited)
            except BaseException as e:
                go_on, given = throw, e
