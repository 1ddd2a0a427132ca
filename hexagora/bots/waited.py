"""How long a process was ready to run and did not get a processor: on a machine that others use too, that is no fault
of the process and does not count when its time is looked at."""

from pathlib import Path

NANOSECOND = 1e-9


class Waited:
    """Counts from when it is made; Linux tells it, elsewhere it is 0."""

    def __init__(self, pid: int):
        self._pid = pid
        self._before = _waits(pid)

    def seconds(self) -> float:
        """What the thread that waited longest has waited since."""
        return max((now - self._before.get(thread, 0.0) for thread, now in _waits(self._pid).items()), default=0.0)


def waited_for_a_processor(pid: int) -> float:
    """How long the first thread of a process has waited so far, in seconds; 0 when it is gone."""
    return _told(Path(f"/proc/{pid}/schedstat"))


def _waits(pid: int) -> dict[str, float]:
    """The same of each of its threads."""
    try:
        return {thread.name: _told(thread / "schedstat") for thread in Path(f"/proc/{pid}/task").iterdir()}
    except OSError:
        return {}


def _told(schedstat: Path) -> float:
    try:
        return int(schedstat.read_text().split()[1]) * NANOSECOND
    except (OSError, IndexError, ValueError):
        return 0.0
