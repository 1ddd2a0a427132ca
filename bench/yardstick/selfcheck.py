"""Do the yardsticks play the same game? Checksums over whole games, and the example positions of the rules."""

from __future__ import annotations

import argparse
import random

from bench.yardstick import manapool_plain as plain
from bench.yardstick import manapool_tuned as tuned
from bench.yardstick import native


def same_games(games: int, seed: int) -> tuple[int, list[float], int]:
    """Plays the same games in every implementation; returns (decisions, wins, checksum) or raises."""
    results = {
        "plain Python": plain.trace(seed, games),
        "tuned Python": tuned.trace(seed, games),
        "C++ bits": native.trace(seed, games, "bits"),
        "C++ cells": native.trace(seed, games, "cells"),
    }
    first = results["plain Python"]
    different = [name for name, result in results.items() if result != first]
    if different:
        raise AssertionError(f"seed {seed}: {different} differ from plain Python: {results}")
    untraced = {layout: native.play(seed, games, layout) for layout in native.LAYOUTS}
    if any(result != plain.play(seed, games) for result in untraced.values()):
        raise AssertionError(f"seed {seed}: the playout loops without checksum differ: {untraced}")
    return first


def cell(name: str) -> int:
    """Cell number of a name such as `e5`."""
    return sum(len(row) for row in plain.ROWS[: ord(name[0]) - ord("a")]) + int(name[1:]) - 1


def move(origin: str, target: str) -> int:
    """Code of the move from one named cell to its named neighbour."""
    return plain.A_MOVE + 6 * cell(origin) + plain.NEIGHBOUR[cell(origin)].index(cell(target))


def first_turn_of_the_ledger() -> None:
    """MAN-EX-1: red a1, green e9, blue i1, red begins; the complete list of legal actions."""
    state, position = plain.State(), native.Position()
    for action in (0, 1, 2, 3, 5, 7, 15):
        plain.apply(state, action)
        position.apply(action)
    steps = ("a2 a3", "a2 b3", "b1 c1", "b1 c2", "b2 b3", "b2 c2", "b2 c3")
    expected = sorted([plain.A_END_MOVE, *(move(*step.split()) for step in steps)])
    if not plain.legal(state) == position.legal() == expected:
        raise AssertionError(f"MAN-EX-1: {plain.legal(state)}, {position.legal()}, expected {expected}")


def combat_table_of_the_ledger() -> None:
    """MAN-EX-2: who falls, for attackers on . a A D against defenders on . a A D, special tiles and the Pool."""
    kinds = {tile: plain.TILES.index(tile) for tile in ".aADLTO"}
    for on, attacker in ((t, kinds[t]) for t in ".aAD"):
        for against, defender in kinds.items():
            falls = (
                plain.ATTACK[attacker] > plain.DEFENCE[defender],
                plain.ATTACK[defender] > plain.DEFENCE[attacker],
            )
            expected = (on == "A" and against != "D", against == "A" and on != "D")
            if falls != expected:
                raise AssertionError(f"MAN-EX-2: {on} attacks {against}: {falls}, expected {expected}")


def lazy_game(rng: random.Random, effort: float) -> tuple[plain.State, int]:
    """A game of players who act only with the chance `effort`, in both languages at once; (last state, decisions)."""
    state, position, decisions = plain.State(), native.Position(), 0
    while actions := plain.legal(state):
        if actions != position.legal():
            raise AssertionError(f"after {decisions} decisions: {actions}, {position.legal()}")
        can_pass = actions[0] in (plain.A_END_MOVE, plain.A_END_COMBAT)
        action = actions[0] if can_pass and rng.random() >= effort else rng.choice(actions)
        plain.apply(state, action)
        position.apply(action)
        decisions += 1
    if position.legal() or position.winners() != state.winners:
        raise AssertionError(f"after {decisions} decisions: winners {state.winners}, {position.winners()}")
    return state, decisions


def round_limit(games: int, seed: int) -> None:
    """MAN-RULING-30: nobody ever acts, then games in which little happens, so that many end at the limit."""
    rng = random.Random(seed)
    state, decisions = lazy_game(rng, effort=0.0)
    if state.winners != [0, 1, 2] or decisions != 7 + 2 * plain.SEATS * plain.ROUND_LIMIT:
        raise AssertionError(f"three passing players: {decisions} decisions, winners {state.winners}")
    ends = [lazy_game(rng, effort=0.2)[0] for _ in range(games)]
    if all(max(end.mana) in (0, plain.GOAL) for end in ends):
        raise AssertionError(f"none of {games} lazy games met the round limit with mana collected; play more")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    first_turn_of_the_ledger()
    combat_table_of_the_ledger()
    round_limit(args.games, args.seed)
    decisions, wins, checksum = same_games(args.games, args.seed)
    per_game = decisions / args.games
    print(f"{args.games} games agree: {decisions} decisions ({per_game:.1f} a game), wins {wins}, checksum {checksum}")


if __name__ == "__main__":
    main()
