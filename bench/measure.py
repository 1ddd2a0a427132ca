"""What all benchmarks share: interleaved rounds, median [min..max], a table, and JSON with the facts of the machine.

A row is measured by a function that does some work and returns how much (decisions, games, copies). `rounds` calls
all rows in turn, several times, so that a machine that is busy for a while disturbs all rows alike:

    rows = {"C++": lambda: native.play(1, 5000)[0], "plain Python": lambda: plain.play(1, 50)[0]}
    results = summaries(rounds(rows, count=5))
    print_table("random play, decisions per CPU second", results, base="plain Python")
    write_json(path, results, base="plain Python", libraries=["numpy"])
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Sample:
    """One measurement: the work done, and the CPU time of all threads and the wall time it took."""

    amount: float
    cpu_seconds: float
    wall_seconds: float

    @property
    def per_cpu_second(self) -> float:
        return self.amount / self.cpu_seconds

    @property
    def per_wall_second(self) -> float:
        return self.amount / self.wall_seconds


@dataclass(frozen=True)
class Summary:
    """Rates of several samples: the middle one, the slowest and the fastest."""

    median: float
    low: float
    high: float
    samples: int


def sample(work: Callable[[], float | Sample], at_least: float = 0.0) -> Sample:
    """Calls `work` once, or again until `at_least` wall seconds have passed.

    Work that measures itself (in another process) returns a `Sample`, which is taken as it is.
    """
    amount = 0.0
    cpu, wall = time.process_time(), time.perf_counter()
    while True:
        done = work()
        if isinstance(done, Sample):
            return done
        amount += done
        if time.perf_counter() - wall >= at_least:
            return Sample(amount, time.process_time() - cpu, time.perf_counter() - wall)


def sample_of_peer(line: Mapping[str, Any]) -> Sample:
    """The sample in the JSON line of a peer."""
    return Sample(line["steps"], line["cpu_seconds"], line["wall_seconds"])


def rounds(
    rows: Mapping[str, Callable[[], float | Sample]], count: int = 5, at_least: float = 0.5,
    tell: Callable[[str], None] = lambda what: None,
) -> dict[str, list[Sample]]:
    """Measures every row once a round, so that the rows are interleaved; tells which round begins."""
    results: dict[str, list[Sample]] = {name: [] for name in rows}
    for k in range(count):
        tell(f"round {k + 1} of {count}")
        for name, work in rows.items():
            results[name].append(sample(work, at_least))
    return results


def summary(rates: Iterable[float]) -> Summary:
    """Median, minimum and maximum.

    >>> summary([3.0, 1.0, 2.0])
    Summary(median=2.0, low=1.0, high=3.0, samples=3)
    """
    ordered = sorted(rates)
    return Summary(statistics.median(ordered), ordered[0], ordered[-1], len(ordered))


def summaries(results: Mapping[str, list[Sample]], wall: bool = False) -> dict[str, Summary]:
    """The rate of each row per CPU second, or per wall second."""
    return {
        name: summary(s.per_wall_second if wall else s.per_cpu_second for s in samples)
        for name, samples in results.items()
    }


def ratios(results: Mapping[str, Summary], base: str) -> dict[str, float]:
    """Median of each row divided by the median of the row `base`."""
    return {name: row.median / results[base].median for name, row in results.items()}


def short(number: float) -> str:
    """Three significant digits with k, M or G.

    >>> short(29_432_100), short(96_400), short(592), short(0.5)
    ('29.4 M', '96.4 k', '592', '0.5')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(number) >= size * 0.9995:
            scaled = number / size
            return f"{scaled:.{0 if scaled >= 99.95 else 1 if scaled >= 9.995 else 2}f}{letter}"
    return f"{number:.3g}"


def table(title: str, results: Mapping[str, Summary], base: str | None = None) -> Table:
    """A table of the rows with median [min..max] and, beside `base`, how many times as fast each is."""
    grid = Table(title=title, title_justify="left")
    grid.add_column("row")
    for heading in ("per second", "\\[min..max]", *([f"x {base}"] if base else [])):
        grid.add_column(heading, justify="right", no_wrap=True)
    times = ratios(results, base) if base else {}
    for name, row in results.items():
        cells = [name, short(row.median), f"\\[{short(row.low)}..{short(row.high)}]"]
        grid.add_row(*cells, *([f"{times[name]:.3g}"] if base else []))
    return grid


def print_table(title: str, results: Mapping[str, Summary], base: str | None = None) -> None:
    Console().print(table(title, results, base))


def machine(libraries: Iterable[str] = ()) -> dict[str, Any]:
    """What a reader needs to judge the figures: processor, cores, Python, versions, date."""
    return {
        "cpu": cpu_model(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in libraries},
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def cpu_model() -> str:
    """The processor's name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "not installed"


def as_json(results: Mapping[str, Summary], base: str | None = None, libraries: Iterable[str] = ()) -> dict[str, Any]:
    """Rows, ratios and machine facts, ready for a file."""
    rows = {name: asdict(row) for name, row in results.items()}
    compared = {"base": base, "ratios": ratios(results, base)} if base else {}
    return {"machine": machine(libraries), "rows": rows, **compared}


def write_json(
    path: Path, results: Mapping[str, Summary], base: str | None = None, libraries: Iterable[str] = ()
) -> None:
    path.write_text(json.dumps(as_json(results, base, libraries), indent=2) + "\n")
