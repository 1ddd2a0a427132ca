"""What every peer script shares: its command line, its clock and the one JSON line it prints."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable


def arguments(about: str | None, **choices: list[str]) -> argparse.Namespace:
    """`--seconds S` and one option for each keyword, whose first value is the default."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seconds", type=float, default=3.0, help="wall seconds to measure for, after the warm-up")
    for name, values in choices.items():
        parser.add_argument(f"--{name}", choices=values, default=values[0])
    return parser.parse_args()


def measure(name: str, note: str, seconds: float, chunk: Callable[[], tuple[float, float]]) -> None:
    """Warms up once, repeats `chunk` (it returns steps and games) for the given wall time, prints the JSON line.

    CPU seconds are those of the whole process, so of all its threads together.
    """
    chunk()
    steps = games = 0.0
    cpu, wall = time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < seconds:
        more_steps, more_games = chunk()
        steps, games = steps + more_steps, games + more_games
    line = {
        "name": name,
        "steps": round(steps),
        "games": round(games),
        "cpu_seconds": round(time.process_time() - cpu, 4),
        "wall_seconds": round(time.perf_counter() - wall, 4),
        "note": note,
    }
    print(json.dumps(line), flush=True)
