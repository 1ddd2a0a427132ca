"""The levels measured: each plays the one below it in every game, at every number of players.

    python -m bench.levels                              # everything, on all cores; hours
    python -m bench.levels --games hexcape --players 6  # a part of it
    python -m bench.levels --matches 40 --master-matches 20
    python -m bench.levels --seconds 10                 # Master with all of its time
    python -m bench.levels --jobs 1 --processor         # one after the other, by seconds of the processor
    python -m bench.levels --table                      # only the table of what was played before

Master gets a quarter of a second a turn instead of ten: it is meant to beat Expert even so, and more takes very long.
Results are kept in `bench/results/levels` (two arenas' folders for each game and number of players: the levels up to
Expert, and Master against Expert); a run that was interrupted goes on where it stopped, and the table at the end is
made of all that lies there.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexagora.bots import arena, levels
from hexagora.bots.ratings import Duel, duels
from hexagora.registry import game, names

FOLDER = Path(__file__).parent / "results" / "levels"
MATCHES, MASTER_MATCHES = 120, 60
MASTER_SECONDS = 0.25
TEAMS = {"sygon": {"players": 4, "mode": "teams", "seats": "fixed"}}


def settings(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The numbers of players of a game, and teams where it has them, each with a title."""
    for players in game(name).facts.players:
        yield f"{players}", {"players": players}
    if name in TEAMS:
        yield "2 teams of 2", TEAMS[name]


def measure(name: str, title: str, options: dict[str, Any], args: argparse.Namespace) -> None:
    *below, best = [level.id for level in levels.ALL]
    climb(name, title, below, options, args.matches, args)
    climb(name, title, [below[-1], f"{best}:{args.seconds:g}"], options, args.master_matches, args)


def climb(name: str, title: str, ladder: list[str], options: dict[str, Any], matches: int, args: argparse.Namespace
          ) -> None:
    """Each contender of a ladder against the one below it."""
    def tell(now: arena.Arena) -> None:
        done = f"{len(now.played)} of {(len(ladder) - 1) * matches} matches"
        print(f"\r{name}, {title}, up to {ladder[-1]}: {done}", end="", file=sys.stderr, flush=True)

    if matches:
        folder = folder_of(name, title, ladder[-1])
        arena.run(name, ladder, matches, folder, options, args.seed, jobs=args.jobs, ladder=True, progress=tell,
                  halves="mode" in options)
        print(file=sys.stderr)


def folder_of(name: str, title: str, best: str) -> Path:
    return FOLDER / f"{name}-{title.replace(' ', '-')}-{best.partition(':')[0]}"


def read(folder: Path) -> list[Duel]:
    """The duels of an arena, from the bottom of its ladder to the top; none if it was not played."""
    if not (folder / arena.RESULTS).exists():
        return []
    found = arena.Arena.load(folder)
    return sorted(duels(found), key=lambda duel: found.contenders.index(duel.strong))


def cell(duel: Duel) -> str:
    seconds = duel.strong.partition(":")[2]
    with_time = f" ({seconds} s)" if seconds else ""
    mark = "" if duel.reached else " (!)"
    return f"{duel.wins:g} of {duel.decided}: {duel.rate:.0%}, at least {duel.at_least:.0%}{mark}{with_time}"


def print_table() -> None:
    pairs = list(itertools.pairwise(levels.ALL))
    print("| game | players | " + " | ".join(f"{strong.title} v {weak.title}" for weak, strong in pairs) + " |")
    print("|---" * (2 + len(pairs)) + "|")
    for name in names():
        for title, _ in settings(name):
            found = [d for best in ("expert", "master") for d in read(folder_of(name, title, best))]
            cells = {d.strong.partition(":")[0]: cell(d) for d in found}
            if cells:
                row = " | ".join(cells.get(strong.id, "not played") for _, strong in pairs)
                print(f"| {game(name).facts.title} | {title} | {row} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=names())
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for each pair of neighbours up to Expert")
    parser.add_argument("--master-matches", type=int, default=MASTER_MATCHES, help="of Master against Expert")
    parser.add_argument("--seconds", type=float, default=MASTER_SECONDS, help="of Master for a turn")
    parser.add_argument("--seed", type=int, default=1, help="of the matches; one for each folder of results")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="matches at a time")
    parser.add_argument("--processor", action="store_true",
                        help="count seconds of the processor, so that a busy machine changes nothing (with --jobs 1)")
    parser.add_argument("--table", action="store_true", help="play nothing")
    args = parser.parse_args()
    if args.processor:
        if args.jobs != 1:
            parser.error("--processor goes with --jobs 1: other processes have clocks of their own")
        time.perf_counter = time.process_time
    for name in [] if args.table else args.games:
        for title, options in settings(name):
            if args.players in (None, options["players"]):
                measure(name, title, options, args)
    print_table()


if __name__ == "__main__":
    main()
