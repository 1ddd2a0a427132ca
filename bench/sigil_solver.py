"""How fast the solver of Sigil answers, on mid-game positions of bot play, and random play against Mana Pool.

    python -m bench.sigil_solver                  # 100 positions, all of them random deals
    python -m bench.sigil_solver --positions 20   # a quick look

The positions come from games of bots that look a little ahead: every action is the best of a few random ones by random
play-outs (`--playouts`), so that spells get filled and cast. A position is taken at the start of a random turn from the
eighth on. Every answer is complete: no limit on the states looked into.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import hexagora
from hexagora.engine.match import Match
from hexagora.games.sigil.solver import Solver
from hexagora.games.sigil.state import MOVE

FIRST_TURN = 8
WANTED_SHARE = 0.95  # of positions that must be answered within the second
SECOND = 1.0
WANTED_SPEED = 0.4  # of Mana Pool's decisions per second


class Bot:
    """Picks among a few random actions by random play-outs from each."""

    def __init__(self, playouts: int, seed: int):
        self.batch = hexagora.game("sigil").batch(playouts, seed=seed)
        self.rng = random.Random(seed)

    def choose(self, match: Match, candidates: int = 6) -> int:
        actions = match.actions()
        if len(actions) == 1:
            return actions[0]
        me = match.actor
        picked = self.rng.sample(actions, min(candidates, len(actions)))
        return max(picked, key=lambda a: self._worth(match, a, me))

    def _worth(self, match: Match, a: int, me: int) -> float:
        after = match.state.clone()
        match.game.rules.apply(match.box, after, a)
        self.batch.start_from(after)
        return float(self.batch.playouts().shares[:, me].mean())


def position(bot: Bot, seed: int) -> Match:
    """A position at the start of a turn in the middle of a game of the bot against itself."""
    attempt = 0
    while True:
        match = hexagora.game("sigil").match(seed=f"{seed}-{attempt}")
        starts = []
        while not match.over:
            if match.state.phase == MOVE and match.state.turn >= FIRST_TURN:
                starts.append(len(match.log))
            match.play(bot.choose(match))
        if starts:
            return match.fork(bot.rng.choice(starts))
        attempt += 1


def solve_all(positions: int, playouts: int, seed: int) -> dict[str, Any]:
    bot, solver = Bot(playouts, seed), Solver("cpu")
    solver.solve(hexagora.game("sigil").match(seed=1))
    seconds, states, wins = [], [], 0
    for k in range(positions):
        match = position(bot, seed * 1000 + k)
        started = time.perf_counter()
        solution = solver.solve(match)
        seconds.append(time.perf_counter() - started)
        states.append(solution.states)
        wins += solution.wins
    return {
        "positions": positions, "wins": wins, "within_a_second": float(np.mean(np.array(seconds) < SECOND)),
        "median_seconds": float(np.median(seconds)), "p95_seconds": float(np.quantile(seconds, 0.95)),
        "slowest_seconds": max(seconds), "median_states": float(np.median(states)), "most_states": max(states),
    }  # fmt: skip


def decisions_per_second(game: str, count: int) -> float:
    batch = hexagora.game(game).batch(count, seed=7)
    batch.playouts()
    started = time.process_time()
    lengths = batch.playouts().lengths
    return float(lengths.sum() / (time.process_time() - started))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    result = solve_all(given.positions, given.playouts, given.seed)
    rates = {game: [decisions_per_second(game, 5000) for _ in range(5)] for game in ("sigil", "manapool")}
    result |= {f"{game}_decisions_per_second": sorted(rate)[len(rate) // 2] for game, rate in rates.items()}
    result["share_of_manapool"] = result["sigil_decisions_per_second"] / result["manapool_decisions_per_second"]
    for name, value in result.items():
        print(f"{name:32} {value:.6g}")
    if given.json:
        given.json.write_text(json.dumps(result, indent=1) + "\n", "utf8")
    fine = result["within_a_second"] >= WANTED_SHARE and result["share_of_manapool"] >= WANTED_SPEED
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
