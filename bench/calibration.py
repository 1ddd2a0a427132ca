"""Whether winning chances are what they say: of the positions in which hints and reviews call somebody's chance 70 %,
how many does that player win?

    python -m bench.calibration hex GAME:3 --matches 60 --file runs/calibration.jsonl
    python -m bench.calibration --file runs/calibration.jsonl          # what was measured so far

Bots of a level play matches to their end; some decisions of each are looked at as for a hint, and what it says of the
choice that it likes best is compared with the results. Printed are ten bins as hints tell chances now, and how sharp
the values of the search should be taken (`SHARPNESS` in a game's `levels.py`) to fit the results best. A run goes on
where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from hexagora import registry
from hexagora.bots.calibration import sharpened, sharpness
from hexagora.bots.coach import UNHURRIED
from hexagora.bots.evaluation import Evaluation
from hexagora.bots.search import backend
from hexagora.bots.spread import spread
from hexagora.bots.steady import Steady
from hexagora.bots.view import view_of

MOMENTS = 6  # of a match
LEAST, BINS = 5, 10
TRIED = [k / 50 for k in range(10, 151)]
Row = dict[str, Any]


def game_and_players(text: str) -> tuple[str, int]:
    name, _, players = text.partition(":")
    return name, int(players or registry.game(name).facts.players[0])


def played(level: str, part: tuple[str, int, int]) -> list[Row]:
    """Some moments of one match: what a hint says of its best choice, and what the player got."""
    name, players, k = part
    game, seed = registry.game(name), f"calibration {name} {players} {k}"
    match, rng, on = game.match(seed=seed, players=players), random.Random(seed), backend(name, wait=True)
    bots = [Steady(game, level, players, on, f"{seed} {seat}") for seat in range(players)]
    moments = []
    while not match.over:
        if len(match.listed()) > 1:
            moments.append(len(match.log))
        match.make(bots[match.actor].decide(view_of(match, match.actor + 1)))
    rows = []
    for ply in sorted(rng.sample(moments, min(MOMENTS, len(moments)))):
        there = match.fork(ply)
        found = Evaluation(view_of(there, there.actor + 1), seconds=UNHURRIED, on=on, sharp=1.0)
        said = found.of(found.first)
        rows.append({"game": name, "players": players, "match": k, "ply": ply, "said": said.value,
                     "proven": said.proven, "got": (match.result or [])[there.actor]})
    return rows


def loss(rows: list[Row], sharp: float) -> float:
    """How surprising the results are, on average; partners share a win, so that a part counts as a part."""
    total = 0.0
    for row in rows:
        told = min(0.999, max(0.001, sharpened(row["said"], row["players"], sharp)))
        total -= row["got"] * math.log(told) + (1 - row["got"]) * math.log(1 - told)
    return total / len(rows)


def report(rows: list[Row]) -> None:
    tables: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        tables[row["game"], row["players"]].append(row)
    for (name, players), all_of_it in sorted(tables.items()):
        open_ones = [row for row in all_of_it if not row["proven"]]
        now = sharpness(registry.game(name), players)
        best = min(TRIED, key=lambda sharp: loss(open_ones, sharp))
        matches = len({row["match"] for row in all_of_it})
        print(f"{name}:{players}: {len(all_of_it)} decisions of {matches} matches; sharpness now {now:g}, "
              f"best {best:g} (surprise {loss(open_ones, now):.4f} and {loss(open_ones, best):.4f})")
        bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for row in open_ones:
            told = sharpened(row["said"], players, now)
            bins[min(BINS - 1, int(told * BINS))].append((told, row["got"]))
        for k in sorted(bins):
            n = len(bins[k])
            said, got = (sum(column) / n for column in zip(*bins[k], strict=True))
            print(f"  says {said:4.0%}: wins {got:4.0%} of {n}" + ("" if n >= LEAST else " (too few)"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", help="games, or game:players")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--level", default="club")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("runs/calibration.jsonl"))
    given = parser.parse_args()
    known = [json.loads(line) for line in given.file.read_text().splitlines()] if given.file.exists() else []
    done = {(row["game"], row["players"], row["match"]) for row in known}
    given.file.parent.mkdir(parents=True, exist_ok=True)
    for name, players in map(game_and_players, given.tables):
        missing = [(name, players, k) for k in range(given.matches) if (name, players, k) not in done]
        for rows in spread(partial(played, given.level), missing, partial(prepare_for, name), given.jobs):
            with given.file.open("a") as file:
                file.write("".join(json.dumps(row) + "\n" for row in rows))
            known += rows
    report(known)


def prepare_for(name: str) -> None:
    backend(name, wait=True)


if __name__ == "__main__":
    main()
