"""Vectors on the CPU: many matches at once, each step with observation, mask, a random choice and the decision.

    python -m bench.vectors [GAME ...]

Beside ours in the same run: pgx (Hex 11×11) and EnvPool (2048). Rates are per CPU second, medians of rounds that take
turns. A row with the name of a game is one pass over the matches at random, as pgx does it; of the game that the peers
are compared with there are two more: with choices from outside, and with numbers from 0 to 1 in new arrays.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rich.console import Console

import hexagora
from bench import measure, peers
from bench.engine import Target, peer_row, show_targets
from hexagora.registry import names

BATCH, STEPS = 1024, 32
PEERS = {"pgx, Hex 11x11": ("pgx", 20), "EnvPool, 2048": ("envpool", 5)}  # and how many times as fast we must be
MODEL = "hex"  # what the peers are compared with


def stepped(name: str, step: Callable[[Any], None]) -> Callable[[], float]:
    """All of what a learner needs of a step, on one thread."""
    print(f"{name}: making the vector, which compiles the first time", flush=True)
    vector: Any = hexagora.game(name).vector(BATCH, seed=3)
    vector.advance()

    def more() -> float:
        for _ in range(STEPS):
            step(vector)
        return float(BATCH * STEPS)

    return more


def in_one_pass(vector: Any) -> None:
    vector.advance()


def from_outside(vector: Any) -> None:
    vector.advance(vector.random_actions())


def in_new_arrays(vector: Any) -> None:
    vector.observe()
    vector.mask()
    vector.step(vector.random_actions())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure; all when none is named")
    args = parser.parse_args()
    chosen = args.games or names()
    rows: dict[str, Any] = {name: stepped(name, in_one_pass) for name in chosen}
    if MODEL in chosen:
        rows |= {f"{MODEL}, choices from outside": stepped(MODEL, from_outside),
                 f"{MODEL}, float32 in new arrays": stepped(MODEL, in_new_arrays)}
    for row, (peer, _) in PEERS.items():
        try:
            peers.run(peer, 0.1)
            rows[row] = peer_row(peer)
        except peers.PeerMissing as missing:
            print(f"{row} is left out: {missing}", flush=True)
    print("measuring, in turns", flush=True)
    found = measure.summaries(measure.rounds(rows))
    measure.print_table(f"steps of {BATCH} matches with observation and mask, per CPU second", found, base=MODEL)
    Console().print(show_targets([Target(f"{MODEL} / {row}", found[MODEL].median / found[row].median, times)
                   for row, (_, times) in PEERS.items() if row in found and MODEL in found]))


if __name__ == "__main__":
    main()
