"""What the games are like, as a table in Markdown: `python -m bench.properties`.

Lengths and branching are means over `--matches` matches of random players; decisions of chance are counted apart. The
speed is random play in the game's WebAssembly module, which every installation has: decisions per CPU second, those of
chance included.
"""

from __future__ import annotations

import argparse
import random

import hexagora
from bench.measure import short
from bench.wasm import Playouts, best
from hexagora.engine.contract import CHANCE
from hexagora.engine.features import catalogue
from hexagora.engine.game import Game

HEAD = ("game", "players", "hidden", "decisions", "of chance", "choices", "actions", "state",
        "cells × channels + numbers", "decisions a second")


def random_match(game: Game, players: int, seed: int) -> tuple[int, int, int]:
    """Decisions of players, decisions of chance, and legal actions added up."""
    match, dice = game.match(chance="ask", players=players), random.Random(seed)
    decided = chance = choices = 0
    while not match.over:
        legal = match.actions()
        if match.actor == CHANCE:
            chance += 1
            match.make(dice.choices(legal, match.weights())[0])
            continue
        decided, choices = decided + 1, choices + len(legal)
        match.make(dice.choice(legal))
    return decided, chance, choices


def speed(game: Game, players: int) -> float:
    seconds, (decisions, _) = best(Playouts(game, players))
    return float(decisions / seconds)


def row(game: Game, players: int, matches: int) -> tuple[str, ...]:
    played = [random_match(game, players, seed) for seed in range(matches)]
    decided, chance, choices = (sum(column) for column in zip(*played, strict=True))
    found = catalogue(game, game.box(game.options({"players": players})))
    return (game.facts.title, str(players), "yes" if game.facts.hidden else "no", f"{decided / matches:.0f}",
            f"{chance / matches:.0f}", f"{choices / decided:.1f}", str(game.actions), f"{game.State.itemsize()} B",
            f"{found.cells} × {len(found.planes)} + {len(found.numbers)}", short(speed(game, players)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    arguments = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for name in hexagora.names():
        game = hexagora.game(name)
        for players in game.facts.players:
            print(f"| {' | '.join(row(game, players, arguments.matches))} |", flush=True)


if __name__ == "__main__":
    main()
