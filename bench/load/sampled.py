"""`python -m bench.load.sampled FILE`: the server, which notes every few milliseconds of processor time what it does
and writes to the file how large a part of them each function is in, with all that it calls."""

import runpy
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.004  # seconds of processor time
AFTER, WRITE_EVERY = 12.0, 5.0  # seconds after which it begins, and from one writing of the file to the next
MOST = 80  # functions that are told

_seen: Counter[str] = Counter()
_samples = 0


def _note(_: int, frame: FrameType | None) -> None:
    global _samples
    here = set()
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        here.add(f"{path.parent.name}/{path.name} {frame.f_code.co_name}")
        frame = frame.f_back
    _samples += 1
    _seen.update(here)


def _tell(file: Path) -> None:
    shares = [f"{100 * n / _samples:5.1f}%  {name}" for name, n in _seen.copy().most_common(MOST)] if _samples else []
    file.write_text("\n".join([f"{_samples} samples", *shares, ""]))
    _later(WRITE_EVERY, lambda: _tell(file))


def _later(seconds: float, what: object) -> None:
    timer = threading.Timer(seconds, what)  # type: ignore[arg-type]
    timer.daemon = True
    timer.start()


def main() -> None:
    file = Path(sys.argv.pop(1))  # the server takes no arguments
    signal.signal(signal.SIGPROF, _note)
    _later(AFTER, lambda: signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY))
    _later(AFTER + WRITE_EVERY, lambda: _tell(file))
    runpy.run_module("hexagora.server", run_name="__main__")


if __name__ == "__main__":
    main()
