"""The levels measured: each plays the one below it in every game, at every number of players.

    python -m bench.levels                              # everything, on all cores; hours
    python -m bench.levels --games hexcape --players 6  # a part of it
    python -m bench.levels --matches 40                 # fewer matches a pair
    python -m bench.levels --master 10                  # Master with all of its time
    python -m bench.levels --table                      # only the table of what was played before

Master gets a quarter of a second a turn instead of ten: it is meant to beat Expert even so, and the rest takes hours.

Results are kept in `bench/results/levels` (an arena's folder for each game and number of players); a run that was
interrupted goes on where it stopped, and the table at the end is made of all that lies there.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexagora.bots import arena, levels
from hexagora.bots.ratings import Duel, duels
from hexagora.registry import game, names

FOLDER = Path(__file__).parent / "results" / "levels"
MATCHES = 120
MASTER_SECONDS = 0.25
TEAMS = {"sygon": {"players": 4, "mode": "teams", "seats": "fixed"}}


def settings(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The numbers of players of a game, and teams where it has them, each with a title."""
    for players in game(name).facts.players:
        yield f"{players}", {"players": players}
    if name in TEAMS:
        yield "2 teams of 2", TEAMS[name]


def measure(name: str, title: str, options: dict[str, Any], matches: int, jobs: int, master: float) -> None:
    def tell(now: arena.Arena) -> None:
        print(f"\r{name}, {title}: {len(now.played)} of {4 * matches} matches", end="", file=sys.stderr, flush=True)

    *below, best = [level.id for level in levels.ALL]
    ladder = [*below, f"{best}:{master:g}"]
    arena.run(name, ladder, matches, folder_of(name, title), options, jobs=jobs, ladder=True, progress=tell,
              halves="mode" in options)
    print(file=sys.stderr)


def folder_of(name: str, title: str) -> Path:
    return FOLDER / f"{name}-{title.replace(' ', '-')}"


def read(folder: Path) -> list[Duel]:
    kept = json.loads((folder / arena.RESULTS).read_text("utf8"))
    fields = {k: kept[k] for k in ("game", "options", "contenders", "games", "seed", "scale", "ladder", "halves")}
    found = arena.Arena(**fields, played=[arena.Played(**p) for p in kept["played"]])
    return sorted(duels(found), key=lambda duel: found.contenders.index(duel.strong))


def row(name: str, title: str) -> str:
    cells = [game(name).facts.title, title]
    for duel in read(folder_of(name, title)):
        mark = "" if duel.reached else " (!)"
        cells.append(f"{duel.wins:g} of {duel.decided}: {duel.rate:.0%}, at least {duel.at_least:.0%}{mark}")
    return "| " + " | ".join(cells) + " |"


def print_table() -> None:
    pairs = [f"{strong.title} v {weak.title}" for weak, strong in zip(levels.ALL, levels.ALL[1:], strict=False)]
    print("| game | players | " + " | ".join(pairs) + " |")
    print("|---" * (2 + len(pairs)) + "|")
    for name in names():
        for title, _ in settings(name):
            if (folder_of(name, title) / arena.RESULTS).exists():
                print(row(name, title))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=names())
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for each pair of neighbours")
    parser.add_argument("--master", type=float, default=MASTER_SECONDS, metavar="SECONDS", help="a turn for Master")
    parser.add_argument("--table", action="store_true", help="play nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for name in [] if args.table else args.games:
        for title, options in settings(name):
            if args.players in (None, options["players"]):
                measure(name, title, options, args.matches, args.jobs, args.master)
    print_table()


if __name__ == "__main__":
    main()
