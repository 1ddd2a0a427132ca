"""Time as it is counted before something is called a hang."""

import os
import time
from collections.abc import Callable, Iterable

from hexagora.bots.waited import waited_for_a_processor


class Clock:
    """Seconds in which some processes could have run. What they waited for a processor is the affair of a machine that
    others use too, and what passes during a fault is the fault's: neither makes a hang."""

    def __init__(self, pids: Callable[[], Iterable[int]]):
        self._pids = pids
        self._waits: dict[int, float] = {}
        self._looked = time.monotonic()
        self._passed = self._in_faults = 0.0
        self.seconds()

    def seconds(self, at_fault: bool = False) -> float:
        """So many have passed since the beginning; `at_fault` says whether those since the last look are a fault's."""
        now, waits = time.monotonic(), {pid: waited_for_a_processor(pid) for pid in (os.getpid(), *self._pids())}
        waited = max(wait - self._waits.get(pid, 0.0) for pid, wait in waits.items())
        passed = max(0.0, now - self._looked - waited)
        self._passed += passed
        self._in_faults += passed if at_fault else 0.0
        self._looked, self._waits = now, waits
        return self._passed

    def calm(self, at_fault: bool) -> float:
        """So many of them were no fault's."""
        return self.seconds(at_fault) - self._in_faults
