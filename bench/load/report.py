"""What was measured: latencies, errors, processor time and memory of the server."""

import os
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
KIB = 1024


@dataclass
class Figures:
    """Filled while the players play; only what happens after the warm-up counts."""

    counting: bool = False
    end: float = float("inf")  # when the players stop
    warm: int = 0  # tables at which each player has acted: the first change holds all choices, later ones only edits
    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes_received: int = 0
    matches: int = 0

    def arrived(self, seconds: float, size: int) -> None:
        if self.counting:
            self.latencies.append(seconds)
            self.bytes_received += size

    def percentile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def processor_seconds(pid: int) -> float:
    """User and system time of a process, from /proc."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


def memory_mib(pid: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / KIB
    return float("nan")


def fifths(samples: list[float]) -> tuple[float, float]:
    """The means of the second and of the last fifth of some samples.

    >>> fifths([9, 9, 1, 3, 5, 5, 5, 5, 2, 4])
    (2.0, 3.0)
    """
    size = max(1, len(samples) // 5)
    early, late = samples[size : 2 * size], samples[-size:]
    return sum(early) / size, sum(late) / size


def each_minute(samples: list[float], seconds: float) -> list[float]:
    """The samples nearest to the full minutes of a run in which they were taken at a steady pace.

    >>> each_minute([1, 2, 3, 4, 5], 120)
    [1, 3, 5]
    """
    last, minutes = len(samples) - 1, int(seconds // 60)
    return [round(samples[round(last * 60 * k / seconds)], 1) for k in range(minutes + 1)]


def summary(name: str, figures: Figures, seconds: float, cpu: float, memory: list[float]) -> dict[str, object]:
    actions = len(figures.latencies)
    return {
        "server": name,
        "seconds": round(seconds, 1),
        "actions": actions,
        "actions_per_second": round(actions / seconds, 1),
        "actions_per_core_second": round(actions / cpu, 1) if cpu else None,
        "p50_ms": round(figures.percentile(0.50) * 1000, 1),
        "p95_ms": round(figures.percentile(0.95) * 1000, 1),
        "p99_ms": round(figures.percentile(0.99) * 1000, 1),
        "max_ms": round(figures.percentile(1.0) * 1000, 1),
        "errors": len(figures.errors),
        "first_errors": figures.errors[:5],
        "matches_begun": figures.matches,
        "kib_per_action": round(figures.bytes_received / max(1, actions) / KIB, 1),
        "memory_mib": [round(m, 1) for m in memory],
        "memory_mib_each_minute": each_minute(memory, seconds),
    }
