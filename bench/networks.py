"""Is a network worth its time? Master with it against Master without, at equal time, and what a look costs with either:

    python -m bench.networks hex --network runs/hex --seconds 0.05 0.25 1 --matches 100 --jobs 2

    python -m bench.networks hex --network runs/hex --looks 400 --part 0.87 --matches 100

With --looks matches are counted in looks at a decision instead of seconds, so that a busy machine changes nothing; the
network gets that part of them. Each match is played once with the network on every seat.

Without --network the one in the game's folder is measured. Results are kept in a folder (--folder), so that an
interrupted run goes on. Rates are those of `hexagora arena`: with more than two seats converted to one seat against
one, with 95 % intervals. --set adds numbers of the search, as in --set mix=500 at_once=1.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from pathlib import Path

from bench.by_looks import Side, shares
from hexagora.bots import networks
from hexagora.bots.arena import run
from hexagora.bots.ratings import duels
from hexagora.bots.search import Search, backend, tuning
from hexagora.bots.view import view_of
from hexagora.engine.errors import HexagoraError
from hexagora.engine.options import parse_options
from hexagora.registry import game as find_game

LOOKS, WARM_UP, DEPTH = 20_000, 500, 20


def pace(name: str, judged: networks.Judgement, settings: dict[str, int], options: dict[str, object]) -> None:
    """Looks a second of CPU time, without and with the network, in a position some random decisions from the start."""
    game, rng = find_game(name), random.Random(1)
    match = game.match(seed=1, **options)
    while len(match.log) < DEPTH and not match.over:
        match.play(rng.choice(match.actions()))
    view, on = view_of(match, match.actor + 1), backend(name, wait=True)
    for title, chosen, network in (("classic", tuning(game), None),
                                   ("network", replace(tuning(game, judged), **settings), judged)):
        search = Search(view, on, 1, chosen, network)
        search.run(WARM_UP)
        started = time.process_time()
        ran = search.run(LOOKS)
        spent = time.process_time() - started
        print(f"{name} {title} on {on.name}: {ran / spent:,.0f} looks a second" if ran else f"{title}: proven at once")


def by_looks(name: str, judged: networks.Judgement, settings: dict[str, int], options: dict[str, object], looks: int,
             part: float, matches: int, seed: int) -> None:
    """Plays matches counted in looks: who has the network on one seat against searches without it on all others."""
    game = find_game(name)
    on, players = backend(name, wait=True), game.options(options)["players"]
    new = Side(on, replace(tuning(game, judged), **settings), judged, int(part * looks))
    won = list(shares(name, options, new, Side(on, tuning(game), None, looks), matches, seed))
    print(f"{name}, {looks} looks, {part:g} of them with the network: won {sum(won):g} of {len(won)}; "
          f"1 of {players} is even")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--network", type=Path, help="the folder of a network (default: the game's own)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.05, 0.25, 1.0], help="for a turn of each side")
    parser.add_argument("--looks", type=int, help="at a decision, instead of seconds")
    parser.add_argument("--part", type=float, default=1.0, help="of the looks, for the network")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=NUMBER", help="numbers of the search")
    parser.add_argument("--option", "-o", action="append", help="an option of the game as name=value")
    parser.add_argument("--folder", type=Path, default=Path("bench-networks"))
    asked = parser.parse_args()
    game = find_game(asked.game)
    options = game.options(parse_options(asked.option))
    judged = (networks.read(game, options["players"], asked.network) if asked.network
              else networks.judgement(game, options))
    if judged is None:
        raise HexagoraError(f"{asked.game} has no network for these options; name a folder with --network")
    settings = {name: int(value) for name, _, value in (one.partition("=") for one in asked.set)}
    if asked.looks:
        by_looks(asked.game, judged, settings, parse_options(asked.option), asked.looks, asked.part,
                 asked.matches, asked.seed)
        return
    pace(asked.game, judged, settings, parse_options(asked.option))
    suffix = "".join(f"+{one}" for one in asked.set) + (f"+network={asked.network}" if asked.network else "")
    for seconds in asked.seconds:
        names = [f"classic:{seconds:g}", f"master:{seconds:g}{suffix}"]
        folder = asked.folder / f"{asked.game}-{seconds:g}{suffix.replace('/', '_')}"
        found = run(asked.game, names, asked.matches, folder, options, asked.seed, jobs=asked.jobs)
        for duel in duels(found):
            print(f"{asked.game}, {seconds:g} s: {duel.strong} won {duel.wins:g} of {duel.decided}: {duel.rate:.0%} "
                  f"({duel.low:.0%} to {duel.high:.0%})", flush=True)


if __name__ == "__main__":
    main()
