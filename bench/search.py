"""The search measured: simulations beside OpenSpiel's on classic Hex, two threads beside one, decisions inside the
search beside raw random play in every game, and (with --strength) matches against OpenSpiel's search at equal time.

    python -m bench.search                        # speed, some minutes
    python -m bench.search --games hex            # only these in the last table
    python -m bench.search --strength 100 --seconds-a-move 0.2
    python -m bench.search --json results.json

Both searches start from the empty board with one random play-out a simulation. "plain" is ours with nothing but that
(c = 2, no learning from later use), "default" is what the bots use. A play-out of ours fills the board at random and
looks who has joined the sides: the same chances as playing on move by move until somebody has.

In every game decisions are counted twice: in the search as the bots use it, and in the same search without the game's
rules of thumb, which plays every simulation at random to its end.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from bench import measure
from bench.peers import PeerMissing, run, setup
from hexagora.bots.guide import UNTIL_THE_END
from hexagora.bots.levels import NO_LIMIT
from hexagora.bots.search import MODULES, Backend, Search, Tuning, compiled_backend, tuning
from hexagora.bots.team import Team
from hexagora.bots.view import View, view_of
from hexagora.engine.compiled import Compiled
from hexagora.registry import game, names

CHUNK = 20_000  # simulations a sample
HEX: dict[str, Any] = {"size": 11, "swap": False}
WARM, THINK = 0.1, 1.0  # seconds before and for each sample of threads
PLAYOUTS = 400
LOOKS = 10_000
OPENING = 12  # random decisions before the search is measured in a game
PEER = "OpenSpiel MCTS, C++"


def fresh(view: View, **settings: int) -> Search:
    return Search(view, compiled_backend(view.name), 1, replace(tuning(view.game), **settings))


def hex_rows(seconds: float) -> dict[str, Any]:
    """Simulations of a search from the empty board."""
    view = view_of(game("hex").match(**HEX), 1)

    def simulations(**settings: int) -> Any:
        def work() -> measure.Sample:
            search = fresh(view, **settings)
            search.run(1)
            return measure.sample(lambda: search.run(CHUNK))

        return work

    rows = {"Hexagora, plain": simulations(later=0, explore=2000), "Hexagora, default": simulations()}
    try:
        setup()
        rows[PEER] = lambda: measure.sample_of_peer(run("openspiel-mcts", seconds))
    except PeerMissing as missing:
        print(missing, file=sys.stderr)
    return rows


def thread_rows() -> dict[str, Any]:
    """Simulations per wall second on one thread and on two."""
    view = view_of(game("hex").match(**HEX), 1)

    def work(threads: int) -> Any:
        def think() -> measure.Sample:
            team = Team(view, compiled_backend("hex"), threads=threads)
            team.think(WARM, NO_LIMIT)
            return measure.sample(lambda: float(team.think(THINK, NO_LIMIT)))

        return think

    return {"1 thread": work(1), "2 threads": work(2)}


def without_heuristics(name: str) -> Backend:
    """The compiled search of a game that knows nothing but the rules."""
    return Backend(Compiled(game(name), None, MODULES).functions, True)


def game_rows(name: str) -> dict[str, Any]:
    """Decisions of raw random play, and inside the search, from the same position."""
    match = game(name).match(seed=1)
    while not match.over and len(match.log) < OPENING:
        match.play(match.actions()[len(match.log) % len(match.actions())])
    batch = game(name).batch(PLAYOUTS, **match.options)
    batch.start_from(match.state)
    view = view_of(match, match.actor + 1)

    def raw() -> float:
        return float(batch.playouts().lengths.sum())

    plain = without_heuristics(name)

    def inside() -> measure.Sample:
        search = fresh(view)
        search.run(1)
        return measure.sample(lambda: decisions(search))

    def at_random() -> measure.Sample:
        search = Search(view, plain, 1, Tuning())
        search.head.limit = UNTIL_THE_END
        search.run(1)
        return measure.sample(lambda: decisions(search))

    return {f"{name}, random play": raw, f"{name}, search with random play-outs": at_random,
            f"{name}, search as the bots use it": inside}


def decisions(search: Search) -> float:
    """The decisions made in some simulations, in the tree and in play-outs."""
    before = int(search.head.decisions)
    search.run(LOOKS)
    return float(search.head.decisions - before)


def strength(matches: int, seconds: float) -> dict[str, Any]:
    """Classic Hex 11x11 without the swap, seats in turn, both with the same time a move."""
    from hexagora.bots import arena
    from hexagora.bots.ratings import duels

    theirs = f"engine:{setup()} -m bench.peers.openspiel_engine --solve"
    ours = f"engine:{sys.executable} -m hexagora.bots.engine master --wait"

    def tell(now: arena.Arena) -> None:
        duel = duels(now)[0]
        print(f"\r{duel.wins:g} of {duel.matches} won", end="", file=sys.stderr, flush=True)

    found = arena.run("hex", [theirs, ours], matches, None, HEX, scale=seconds, progress=tell)
    duel = duels(found)[0]
    print(f"\nHexagora won {duel.wins:g} of {duel.matches} against OpenSpiel's MCTS (with proving of wins) at "
          f"{seconds} s a move: {duel.rate:.0%}, 95 % interval {duel.low:.0%} to {duel.high:.0%}, "
          f"{duel.length:.0f} moves a match")
    return {"seconds_a_move": seconds, **{k: v for k, v in asdict(duel).items() if k not in ("strong", "weak")}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each sample of a peer")
    parser.add_argument("--games", nargs="*", default=names())
    parser.add_argument("--strength", type=int, default=0, metavar="MATCHES")
    parser.add_argument("--seconds-a-move", type=float, default=0.2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    started = time.perf_counter()
    document: dict[str, Any] = {"machine": measure.machine(["numpy", "numba"])}
    if args.strength:
        document["strength"] = strength(args.strength, args.seconds_a_move)
    else:
        document |= speed(args)
    document["seconds"] = round(time.perf_counter() - started, 1)
    if args.json:
        args.json.write_text(json.dumps(document, indent=1) + "\n")


def speed(args: argparse.Namespace) -> dict[str, Any]:
    rows = hex_rows(args.seconds)
    found = measure.summaries(measure.rounds(rows, args.rounds))
    base = PEER if PEER in found else "Hexagora, plain"
    measure.print_table("Hex 11x11, simulations per CPU second", found, base)
    samples = measure.rounds(thread_rows(), args.rounds)
    threads = measure.summaries(samples, wall=True)
    measure.print_table("Hex 11x11, simulations per wall second", threads, "1 thread")
    measure.print_table("the same per CPU second (equal: no loss)", measure.summaries(samples), "1 thread")
    document = {"hex": measure.as_json(found, base), "threads": measure.as_json(threads, "1 thread")}
    for name in args.games:
        inside = measure.summaries(measure.rounds(game_rows(name), args.rounds, at_least=0.2))
        measure.print_table(f"{name}, decisions per CPU second", inside, f"{name}, random play")
        document[name] = measure.as_json(inside, f"{name}, random play")
    return document


if __name__ == "__main__":
    main()
