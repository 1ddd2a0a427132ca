"""Many numbers of a game's rules of thumb and of its search at once, by play:

    python -m bench.tune hex --looks 1200 --rounds 20 --jobs 8
    python -m bench.tune hex --confirm 400 --looks 5000 --seed 7    # what was found so far against what is there
    python -m bench.tune hex --numbers explore=12 later=75

A round is played between neighbours: for each deal every number gets a step added or taken off, as random signs have
it, and the other side has the opposite of everything; each seat is taken in turn. How often the signs of a number were
those of the winner tells its slope; it is averaged with those of the rounds before, which count less and less, and
numbers whose slope stands out from chance by more than one and a half standard errors move up to half a step. (That is
simultaneous perturbation, SPSA, with rounds instead of single matches.) Numbers above zero stay so.

Which numbers and by what steps stands in `tuning.toml` of the game's folder; --numbers names others. Everything is
counted in looks and seeded, so the same command finds the same on any number of processes. What was found is kept in a
file (--state); the same command goes on from there. --seconds ends it sooner: a round that is not over then begins anew
the next time.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from bench import thumbs, tunable
from bench.by_looks import Side, shares
from hexagora.bots.ratings import interval
from hexagora.bots.search import tuning, wasm_backend
from hexagora.engine import files, wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.options import parse_options
from hexagora.registry import game as find_game

FOLDER = Path(__file__).parent / "results" / "tune"
FADING = 0.7  # what a round counts beside the one after it
STRIDE = 0.5  # steps that a number moves in a round at most
NOISE = 1.5  # standard errors that a slope must stand out by
ROUND_SEEDS, CONFIRMING = 10_000, 500_000_000  # apart are the seeds of rounds; beyond are those that confirm

Numbers = Mapping[str, int]


@dataclass
class Tuned:
    """What is known of the numbers of a game: where they began, by what steps they move, where they are."""

    game: str
    options: dict[str, Any]
    steps: dict[str, float]
    start: dict[str, int]
    now: dict[str, float]
    rounds: list[dict[str, Any]] = field(default_factory=list)
    confirmed: list[dict[str, Any]] = field(default_factory=list)

    @property
    def rounded(self) -> dict[str, int]:
        return {name: round(value) for name, value in self.now.items()}

    def beside(self, signs: Mapping[str, int]) -> dict[str, int]:
        """The numbers, each a step further in the direction of its sign; at least 1 where they began above 0."""
        moved = {name: round(self.now[name] + sign * self.steps[name]) for name, sign in signs.items()}
        return {name: max(1, value) if self.start[name] > 0 else value for name, value in moved.items()}

    def standings(self) -> dict[str, float]:
        """By how many standard errors the slope of each number stands out, as the rounds so far tell it."""
        weights = [FADING ** k for k in range(len(self.rounds))][::-1]
        error = math.sqrt(sum((w * one["error"]) ** 2 for w, one in zip(weights, self.rounds, strict=True)))
        return {name: sum(w * one["slopes"][name] for w, one in zip(weights, self.rounds, strict=True)) / error
                if error else 0.0 for name in self.steps}

    def move(self) -> None:
        for name, standing in self.standings().items():
            size = min(1.0, max(0.0, abs(standing) - NOISE))
            moved = self.now[name] + math.copysign(size, standing) * STRIDE * self.steps[name]
            self.now[name] = max(1.0, moved) if self.start[name] > 0 else moved


def begun(game: Game, options: dict[str, Any], steps: dict[str, float]) -> Tuned:
    known = tunable.supplied(game) | vars(tuning(game))
    if unknown := steps.keys() - known.keys():
        raise HexagoraError(f"{game.id} has no number {', '.join(sorted(unknown))}")
    start = {name: known[name] for name in steps}
    return Tuned(game.id, options, steps, start, dict(start))


def supplied_steps(game: Game) -> dict[str, float]:
    """By what steps the numbers of a game are tried, as it says itself."""
    return thumbs.said(game, "steps")


def load(path: Path) -> Tuned | None:
    return Tuned(**json.loads(path.read_text("utf8"))) if path.exists() else None


def save(path: Path, found: Tuned) -> None:
    files.make_folder(path.parent)
    files.write_whole(path, json.dumps(vars(found)) + "\n")


# playing


def of_thumb(game: Game, steps: Iterable[str]) -> list[str]:
    """Those of the numbers that are the rules of thumb's."""
    return sorted(set(steps) - vars(tuning(game)).keys())


def side(game: Game, folder: Path | None, numbers: Numbers, looks: int) -> Side:
    """The search with these numbers, on a module that reads those of the rules of thumb from its table."""
    names = of_thumb(game, numbers)
    settings = replace(tuning(game), **{name: value for name, value in numbers.items() if name not in names})
    on = tunable.backend(game, folder, [numbers[name] for name in names]) if folder else wasm_backend(game.id)
    assert on
    return Side(on, settings, None, looks)


@dataclass(frozen=True)
class Pairing:
    """A deal with each seat taken in turn by one side, against the other on all other seats."""

    seed: int
    signs: Mapping[str, int]
    one: Numbers
    other: Numbers


def play(name: str, options: dict[str, Any], folder: Path | None, looks: int, pairing: Pairing) -> list[float]:
    """What the one side won of each match that came to its end."""
    game = find_game(name)
    sides = (side(game, folder, numbers, looks) for numbers in (pairing.one, pairing.other))
    return list(shares(name, options, *sides, game.options(options)["players"], pairing.seed))


def pairings(found: Tuned, count: int, seed: int) -> list[Pairing]:
    """Those of the next round."""
    first = (seed * ROUND_SEEDS + len(found.rounds)) * ROUND_SEEDS
    signs = []
    for k in range(count):
        rng = random.Random(first + k)
        signs.append({name: rng.choice((-1, 1)) for name in found.steps})
    return [Pairing(first + k, one, found.beside(one), found.beside({name: -s for name, s in one.items()}))
            for k, one in enumerate(signs)]


def slopes(found: Tuned, played: list[tuple[Pairing, list[float]]], even: float) -> dict[str, Any]:
    """What a round tells of each number: the mean of what was won above the even share, with the sign it had."""
    gains = [(pairing.signs, sum(won) / len(won) - even) for pairing, won in played if won]
    scatter = math.sqrt(sum(gain * gain for _, gain in gains)) / max(1, len(gains))
    return {"matches": sum(len(won) for _, won in played), "error": scatter,
            "slopes": {name: sum(signs[name] * gain for signs, gain in gains) / max(1, len(gains))
                       for name in found.steps}}


Player = Callable[[list[Pairing]], Iterator[list[float]]]


def tune(found: Tuned, path: Path, asked: argparse.Namespace, player: Player, until: float) -> None:
    even = 1 / find_game(found.game).options(found.options)["players"]
    while len(found.rounds) < asked.rounds:
        todo = pairings(found, round(asked.matches * even), asked.seed)
        played = []
        for pairing, won in zip(todo, player(todo), strict=True):
            played.append((pairing, won))
            if time.monotonic() > until:
                return
        found.rounds.append(slopes(found, played, even))
        found.move()
        save(path, found)
        standing = found.standings()
        told = ", ".join(f"{name} {found.now[name]:.0f} ({standing[name]:+.1f})" for name in sorted(
            found.steps, key=lambda name: -abs(standing[name])))
        print(f"round {len(found.rounds)}: {told}", flush=True)


def confirm(found: Tuned, path: Path, asked: argparse.Namespace, player: Player, until: float) -> None:
    """Plays what was found against the supplied numbers, on other deals; with other options if there are some."""
    even = 1 / find_game(found.game).options(_options(found, asked))["players"]
    first = CONFIRMING + asked.seed * ROUND_SEEDS * ROUND_SEEDS
    todo = [Pairing(first + k, {}, found.rounded, found.start) for k in range(round(asked.confirm * even))]
    about = {"looks": asked.looks, "seed": asked.seed, "options": _options(found, asked), "numbers": found.rounded,
             "rounds": len(found.rounds), "won": 0.0, "played": 0}
    found.confirmed.append(about)
    for won in player(todo):
        about["won"] += sum(won)
        about["played"] += len(won)
        save(path, found)
        if about["played"]:
            low, high = interval(about["won"] / about["played"], about["played"])
            print(f"\r{found.game}, {asked.looks} looks, seed {asked.seed}: won {about['won']:g} of {about['played']}, "
                  f"{about['won'] / about['played']:.0%} ({low:.0%} to {high:.0%}); {even:.0%} is even",
                  end="", flush=True)
        if time.monotonic() > until:
            break
    print()


def _options(found: Tuned, asked: argparse.Namespace) -> dict[str, Any]:
    return parse_options(asked.option) or found.options


def tell(found: Tuned) -> None:
    for name, value in found.rounded.items():
        print(f"{name} = {value}" + (f"  # was {found.start[name]}" if value != found.start[name] else ""))


def _player(found: Tuned, options: dict[str, Any], looks: int, pool: ProcessPoolExecutor | None) -> Player:
    game = find_game(found.game)
    names = of_thumb(game, found.steps)
    work = partial(play, found.game, options, tunable.made(game, names) if names else None, looks)
    return partial(pool.map, work) if pool else partial(map, work)


def prepare(name: str) -> None:
    """In each process first."""
    if wasm.manifest(find_game(name)) is None:
        raise HexagoraError(f"{name} has no module to search with")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--numbers", nargs="+", metavar="NAME=STEP", help="others than those of the game's tuning.toml")
    parser.add_argument("--looks", type=int, default=400, help="at a decision of each side")
    parser.add_argument("--rounds", type=int, default=20, help="in all, those of earlier runs among them")
    parser.add_argument("--matches", type=int, default=200, help="of a round")
    parser.add_argument("--confirm", type=int, default=0, metavar="MATCHES", help="play no rounds, but so many matches "
                        "between what was found and what is there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="after which nothing more is begun")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--state", type=Path, help="file of what was found so far")
    parser.add_argument("--option", "-o", action="append", help="an option of the game as name=value, at first or of "
                        "matches that confirm")
    asked = parser.parse_args()
    game, until = find_game(asked.game), time.monotonic() + asked.seconds
    path = asked.state or FOLDER / f"{game.id}.json"
    named = dict(one.split("=") for one in asked.numbers or ())
    steps = named or supplied_steps(game)
    if not steps:
        raise HexagoraError(f"{game.id} has no {thumbs.TUNING}: name numbers with --numbers")
    found = load(path) or begun(game, parse_options(asked.option),
                                {name: float(step) for name, step in steps.items()})
    with ProcessPoolExecutor(asked.jobs, multiprocessing.get_context("spawn"), prepare, (game.id,)) as pool:
        options = _options(found, asked) if asked.confirm else found.options
        player = _player(found, options, asked.looks, pool if asked.jobs > 1 else None)
        (confirm if asked.confirm else tune)(found, path, asked, player, until)
        pool.shutdown(cancel_futures=True)
    tell(found)


if __name__ == "__main__":
    main()
