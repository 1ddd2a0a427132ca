"""Rules that never come back are interrupted, so that whoever checks a game is told where they hang."""

import ctypes
import threading
import time
from types import TracebackType

SECONDS = 5.0  # of processor time, of which one decision with all that is looked at takes a small part
EVERY = 0.2  # seconds between two looks at the clock


class NeverEnds(Exception):
    """Raised within what has been busy for too long."""

    def __str__(self) -> str:
        return f"still busy with this after {SECONDS:g} seconds: a loop that never ends?"


class Guard:
    """While it lasts, whatever its thread does must come to a `beat` in time; what does not gets `NeverEnds`.

    It stops functions written in Python, not compiled ones."""

    def __init__(self) -> None:
        self.times = 0  # it had to interrupt
        self._since = time.process_time()
        self._watched = threading.get_ident()
        self._done = threading.Event()
        self._clock = threading.Thread(target=self._watch, daemon=True)

    def beat(self) -> None:
        self._since = time.process_time()

    def __enter__(self) -> "Guard":
        self._clock.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None) -> None:
        self._done.set()
        self._clock.join()

    def _watch(self) -> None:
        while not self._done.wait(EVERY):
            if time.process_time() - self._since > SECONDS:
                self.times += 1
                self.beat()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._watched), ctypes.py_object(NeverEnds))
