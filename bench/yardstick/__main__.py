"""Measures the yardsticks: random decisions per CPU second, and copies of a state per CPU second."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from bench import measure
from bench.yardstick import manapool_plain, manapool_tuned, native

CLONES = 1_000_000


def player(play: Callable[[int, int], tuple[int, list[float], int]], games: int) -> Callable[[], float]:
    """A row of random play: further games on every call, from one generator."""
    rng = 1

    def more() -> float:
        nonlocal rng
        decisions, _, rng = play(rng, games)
        return decisions

    return more


def native_copies(layout: str) -> float:
    native.clone_seconds(CLONES, layout)
    return CLONES


def plain_copies() -> float:
    """Copies of a position right after the set-up."""
    state = manapool_plain.State()
    for action in (0, 1, 2, 3, 5, 7, 15):
        manapool_plain.apply(state, action)
    for _ in range(1000):
        state.clone()
    return 1000


def playing_rows() -> dict[str, Callable[[], float]]:
    """The rows of random play; the engine's benchmark sets its own beside them."""
    return {
        "C++, one word per seat": player(partial(native.play, layout="bits"), 500),
        "C++, one byte per cell": player(partial(native.play, layout="cells"), 500),
        "plain Python, tuned": player(manapool_tuned.play, 20),
        "plain Python": player(manapool_plain.play, 20),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="wall seconds for each row in a round")
    args = parser.parse_args()
    base = "plain Python"
    played = measure.rounds(playing_rows(), args.rounds, args.seconds)
    copied = measure.rounds(
        {
            "C++, one word per seat": partial(native_copies, "bits"),
            "C++, one byte per cell": partial(native_copies, "cells"),
            base: plain_copies,
        },
        args.rounds,
        args.seconds / 5,
    )
    measure.print_table("Mana Pool, random decisions per CPU second", measure.summaries(played), base)
    measure.print_table("Mana Pool, copies of a state per CPU second", measure.summaries(copied), base)


if __name__ == "__main__":
    main()
