"""Other numbers in a game's rules of thumb or in its search, played against those that are there:

    python -m bench.thumbs sigil TURN=240 --looks 1000 --matches 200
    python -m bench.thumbs sigil TURN=480 --seconds 0.1 --matches 60 --seed 7
    python -m bench.thumbs sigil explore=300
    python -m bench.thumbs sigil classic --seconds 0.5 --all

A number is a whole number that the game's `heuristics.py` names and that its functions look up there, or, in small
letters, one of `search.Tuning`; `classic` are all that were others on 16 November 2026, when bots were first measured
(the game's `tuning.toml` says so). For numbers of the former kind search and rules are made as WebAssembly (10 to 35
seconds of processor time, kept in the folder of compiled code). Both sides play on the same deals, with every seat in
turn; the other side is the module in the game's folder. With --looks both look so often at a decision, by their
searches alone, so that a busy machine changes nothing; with --seconds whole Masters play, each with so many seconds of
the processor for a turn, without an opening book.

A trial is given up when it is plainly no better: when the upper end of its 80 % interval is below an even share. So the
rate of what was not given up flatters; --all plays all matches. Tune with some seeds and confirm with others.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import math
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.by_looks import Side, deal_of, search_seed, shares
from hexagora.bots import levels, player
from hexagora.bots.arena import AtLevel, Variant, play_out
from hexagora.bots.artifacts import make
from hexagora.bots.desks import WasmDesk
from hexagora.bots.ratings import interval
from hexagora.bots.search import Backend, heuristics, modules, tuning, wasm_backend
from hexagora.engine import files, wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.engine.options import parse_options
from hexagora.registry import game as find_game

HOPE = 1.2816  # deviations of an 80 % interval
TUNING, CLASSIC = "tuning.toml", "classic"  # in a game's folder, and what it calls the numbers of then
LONGEST_NAME = 80  # of a folder for other numbers
FEWEST = 24  # matches before a trial may be given up


def numbers_of(module: ModuleType) -> dict[str, int]:
    """The numbers that rules of thumb may be tried with."""
    return {name: value for name, value in vars(module).items() if name.isupper() and type(value) is int}


def said(game: Game, what: str) -> dict[str, Any]:
    """What a game's folder says of its numbers under a name, if anything."""
    path = game.folder / TUNING
    found: dict[str, Any] = tomllib.loads(path.read_text("utf8")).get(what, {}) if path.exists() else {}
    return found


def spelled_out(game: Game, numbers: list[str]) -> list[str]:
    """The same with all numbers of `classic` in its place."""
    classic = [f"{name}={value}" for name, value in said(game, CLASSIC).items()]
    if CLASSIC in numbers and not classic:
        raise HexagoraError(f"the numbers of {game.id} are the classic ones")
    return [one for number in numbers for one in (classic if number == CLASSIC else [number])]


def change(game: Game, changes: list[str]) -> None:
    """Sets numbers of a game's rules of thumb, in this process."""
    module = heuristics(game)
    for one in changes:
        name, _, value = one.partition("=")
        if module is None or name not in numbers_of(module):
            raise HexagoraError(f"the rules of thumb of {game.id} have no number {name!r}")
        setattr(module, name, int(value))


def folder_of(game: Game, changes: list[str]) -> Path:
    """The folder of a game's module with other numbers."""
    named = "-".join(sorted(changes)).replace("=", "_")
    if len(named) > LONGEST_NAME:
        named = hashlib.sha256(named.encode()).hexdigest()[:16]
    return files.cache_root() / "thumbs" / f"{game.id}-{named}-{wasm.sources_hash(game, modules(game))}"


def made(game: Game, changes: list[str]) -> Path:
    """The same; made in a process of its own if it is not there."""
    folder = folder_of(game, changes)
    if wasm.manifest(game, folder) is None:
        subprocess.run([sys.executable, "-m", "bench.thumbs", game.id, *changes, "--make", str(folder)], check=True)
    return folder


def with_numbers(game: Game, changes: list[str], now: Backend) -> Backend:
    """The search of a game with other numbers in its rules of thumb; with none the one of now."""
    if not changes:
        return now
    folder = made(game, changes)
    return Backend("wasm", lambda *given: WasmDesk(wasm.machine(game, folder), *given), {})


class Master(AtLevel):
    """A whole Master that searches in a given way, without an opening book. If its search fails, so does all."""

    def __init__(self, way: player.Way, seconds: float):
        super().__init__(levels.MASTER.id, 1.0, seconds, Variant(book=False))
        self.given = way

    def start(self, match: Match, seat: int, seed: int) -> None:
        super().start(match, seat, seed)
        self.way = self.given

    decide = AtLevel.searched


def by_seconds(name: str, options: dict[str, object], new: player.Way, old: player.Way, seconds: float, matches: int,
               seed: int) -> Iterator[float]:
    """The same as `bench.by_looks.shares`, for whole Masters with so much time for a turn."""
    game = find_game(name)
    players = game.options(options)["players"]
    for k in range(matches):
        seat = k % players
        deal = deal_of(seed, k // players)
        match = game.match(seed=deal, **options)
        play_out(match, [Master(new if k == seat else old, seconds) for k in range(players)], search_seed(deal, 0))
        if match.result:
            yield match.result[seat]


def tell(title: str, results: Iterator[float], players: int, patient: bool) -> None:
    """Prints what was won so far, and stops where nothing is to be hoped for."""
    won = played = 0.0
    for played, share in zip(itertools.count(1), results):
        won += share
        low, high = interval(won / played, int(played))
        print(f"\r{title}: won {won:g} of {played}, {won / played:.0%} ({low:.0%} to {high:.0%}); "
              f"{1 / players:.0%} is even", end="", flush=True)
        hoped = won / played + HOPE * math.sqrt((1 / players) * (1 - 1 / players) / played)
        if not patient and played >= FEWEST and hoped < 1 / players:
            print("; given up", end="")
            break
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("numbers", nargs="+", metavar="NAME=NUMBER")
    parser.add_argument("--looks", type=int, default=1000, help="at a decision of each side")
    parser.add_argument("--seconds", type=float, help="of the processor for a turn of each side, instead of looks")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", "-o", action="append", help="an option of the game as name=value")
    parser.add_argument("--all", action="store_true", help="give nothing up")
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    game, options = find_game(asked.game), parse_options(asked.option)
    title = f"{game.id}, {' '.join(asked.numbers)}, seed {asked.seed}, "
    asked.numbers = spelled_out(game, asked.numbers)
    if asked.make:
        change(game, asked.numbers)
        make(game, asked.make)
        return
    now, known = wasm_backend(game.id), vars(tuning(game))
    if now is None:
        raise HexagoraError(f"{game.id} has no module to play against: {wasm.trouble(game, modules(game))}")
    settings = {name: int(value) for name, _, value in (one.partition("=") for one in asked.numbers) if name in known}
    new = with_numbers(game, [one for one in asked.numbers if one.partition("=")[0] not in known], now)
    sides = [(new, replace(tuning(game), **settings)), (now, tuning(game))]
    if asked.seconds:
        time.perf_counter = time.process_time
        ways = [player.Way(how, None, on) for on, how in sides]
        results = by_seconds(game.id, options, *ways, asked.seconds, asked.matches, asked.seed)
        title += f"{asked.seconds:g} s a turn"
    else:
        results = shares(game.id, options, *(Side(on, how, None, asked.looks) for on, how in sides), asked.matches,
                         asked.seed)
        title += f"{asked.looks} looks"
    tell(title, results, game.options(options)["players"], asked.all)


if __name__ == "__main__":
    main()
