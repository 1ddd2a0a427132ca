"""Random play of every game on an NVIDIA GPU: `python -m bench.gpu` (needs the extra `cuda` and a GPU).

Each game is compiled first (not timed), then `--matches` matches are played from the deal to the end, one a thread;
copying results back is part of the time. Shares of the win are printed so that runs can be compared.
"""

from __future__ import annotations

import argparse
import time

import hexagora
from hexagora.engine import gpu


def measure(name: str, matches: int, rounds: int) -> str:
    game = hexagora.game(name)
    options = {"players": game.max_players}
    play = gpu.prepare(game, matches, **options)
    play(1)
    best, decisions = float("inf"), 0
    for k in range(rounds):
        started = time.perf_counter()
        played = play(k + 2)
        spent = time.perf_counter() - started
        if spent < best:
            best, decisions = spent, int(played.lengths.sum())
    shares = " ".join(f"{x:.3f}" for x in played.shares.mean(axis=0))
    return (f"{name:10} {matches:>9} matches {best:7.3f} s  {decisions / best / 1e6:8.1f} M decisions/s  "
            f"{decisions / matches:7.1f} a match  shares {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("games", nargs="*", default=hexagora.names())
    arguments = parser.parse_args()
    for name in arguments.games:
        print(measure(name, arguments.matches, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
