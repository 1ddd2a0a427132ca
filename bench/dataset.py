"""Positions of a dataset a CPU second: `python -m bench.dataset [GAME …]`, one match each at 200 looks a decision."""

from __future__ import annotations

import argparse
import time

import hexagora
from hexagora.research.record import Plan, play, prepare


def measure(name: str, looks: int) -> str:
    prepare(name)
    plan = Plan(name, hexagora.game(name).options({}), matches=1, looks=looks)
    started = time.process_time()
    rows = len(play(plan, 0).rows)
    spent = time.process_time() - started
    return f"{name:10} {rows:5} positions  {rows / spent:6.0f} a CPU second"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=200)
    parser.add_argument("games", nargs="*", default=hexagora.names())
    given = parser.parse_args()
    for name in given.games:
        print(measure(name, given.looks), flush=True)


if __name__ == "__main__":
    main()
