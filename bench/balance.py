"""How even our own boards, maps, dice and cards are, in results that add up from run to run.

    python -m bench.balance --seconds 600 --processes 2     # plays on, a slice of every cell at a time
    python -m bench.balance --add FILE                      # takes in what another machine has played
    python -m bench.balance --page                          # writes the tables of docs/balance.md anew

`balance.toml` names the cells: a game, options, bots. Every cell is played by the lab, whose matches follow from seed
and number alone, so that a run goes on where the last one ended; `balance.jsonl` keeps their sums, a line for each
stretch of numbers. Half the time goes to the cells that have had least of it, half to those that are nearest to a
verdict. What was played on another board (the box of the game has changed) is not counted.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import multiprocessing
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexagora.engine.files import write_whole
from hexagora.engine.processes import end_with_parent
from hexagora.lab import sums
from hexagora.lab.counting import CLOSELY, facets
from hexagora.lab.intervals import CONFIDENCE, Interval, share
from hexagora.lab.job import Part, play_part
from hexagora.lab.setting import Setting, setting

HERE = Path(__file__).parent
CELLS, RESULTS = HERE / "balance.toml", HERE / "balance.jsonl"
SETTLED = 0.999  # how sure a verdict is, after which others are played
AIM = 0.03  # of win share that a side may be from equal
SLICE = 3.0  # seconds of a worker for one slice
FIRST_SLICE = 4  # matches of a cell that nobody has timed
LARGEST_SLICE = 4096
LEAST = 100  # matches of every cell, before anything is said about what a verdict would take
SHORTEST = 1e-6  # seconds that a match may seem to take
CLEAR = 1e-4  # of win share: as near to the limit as a forecast may get
KEPT = (sums.TURNS, sums.GIVEN_UP)  # figures beside shares


@dataclass
class Stretch:
    """Matches of consecutive numbers."""

    first: int
    count: int
    seconds: float  # of processor time
    sums: sums.Sums

    @property
    def end(self) -> int:
        return self.first + self.count


@dataclass
class Cell:
    """What is played, and what came of it."""

    asked: Setting
    choice: dict[str, Any]  # the options that tell it from others
    matches: int = 0  # as many as are wanted; 0 for no limit
    stretches: list[Stretch] = field(default_factory=list)
    given_out: int = 0  # matches that somebody is playing, or has played

    @property
    def name(self) -> dict[str, Any]:
        return {"game": self.asked.game, "options": self.choice, "bots": list(self.asked.bots),
                "scale": self.asked.scale, "seed": self.asked.seed, "box": box_digest(self.asked)}

    @property
    def key(self) -> str:
        return json.dumps(self.name, sort_keys=True)

    @property
    def played(self) -> int:
        return sum(one.count for one in self.stretches)

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.stretches)

    def add(self, one: Stretch) -> None:
        """Joined with its neighbours."""
        if any(one.first < other.end and other.first < one.end for other in self.stretches):
            return  # known already
        self.stretches = _joined([*self.stretches, one])
        self.given_out = max(self.given_out, one.end)

    def shares(self, confidence: float = CONFIDENCE) -> Iterator[tuple[str, Interval]]:
        """Seats and what else the game tells apart, with their intervals."""
        total: sums.Sums = {}
        for one in self.stretches:
            sums.merge(total, one.sums)
        named = [f"{sums.SEAT}/{seat + 1}" for seat in range(self.asked.players)]
        named += [f"{f.name}/{side}" for f in facets(self.asked.game_itself(), self.asked.options) for side in f.sides]
        for key in named:
            if key in total:
                n, won, _ = total[key]
                yield key, share(n, won / sums.SHARE, confidence)

    @property
    def equal(self) -> float:
        return 1 / self.asked.players

    @property
    def is_settled(self) -> bool:
        """Whether more matches would hardly change the verdict: it is one of very many, so that it must be surer here
        than where a single one is told."""
        return self.played >= LEAST and self.verdict(SETTLED) != OPEN

    def verdict(self, confidence: float = CONFIDENCE) -> str:
        """Whether somebody is shown to be beyond the aim, everybody to be within it, or neither."""
        found = [(i.low - self.equal, i.high - self.equal) for _, i in self.shares(confidence)]
        if any(low > AIM or high < -AIM for low, high in found):
            return CROOKED
        return EVEN if found and all(low >= -AIM and high <= AIM for low, high in found) else OPEN

    def seconds_to_go(self) -> float:
        """A guess how long a verdict would take: an interval shrinks with the root of the matches."""
        if not self.played:
            return 0.0
        found = [(abs(abs(i.middle - self.equal) - AIM), i.half, abs(i.middle - self.equal) > AIM)
                 for _, i in self.shares()]
        factors = [((half / max(clear, CLEAR)) ** 2, beyond) for clear, half, beyond in found]
        crooked = min((f for f, beyond in factors if beyond), default=math.inf)
        even = max((f for f, beyond in factors), default=math.inf)
        return self.seconds * max(0.0, (crooked if crooked < math.inf else even) - 1)


EVEN, CROOKED, OPEN = "even", "crooked", "open"


def box_digest(asked: Setting) -> str:
    """Another for another board, other costs, other numbers."""
    game = asked.game_itself()
    return hashlib.sha256(game.Box.to_bytes(game.box(asked.options))).hexdigest()[:12]


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    made: list[Stretch] = []
    for one in sorted(stretches, key=lambda s: s.first):
        if made and made[-1].end == one.first:
            last = made.pop()
            total: sums.Sums = {}
            sums.merge(total, last.sums)
            sums.merge(total, one.sums)
            one = Stretch(last.first, last.count + one.count, round(last.seconds + one.seconds, 2), total)
        made.append(one)
    return made


# cells and what is known of them


def cells(path: Path = CELLS) -> list[Cell]:
    asked = tomllib.loads(path.read_text("utf8"))
    return [cell for group in asked["cells"] for cell in _cells_of(group, asked["seed"])]


def _cells_of(group: dict[str, Any], seed: int) -> Iterator[Cell]:
    names = list(group["options"])
    for bots in group["bots"]:
        for values in itertools.product(*group["options"].values()):
            choice = dict(zip(names, values, strict=True))
            yield Cell(setting(group["game"], choice, [bots], group.get("content"), group.get("changes"), seed,
                               group.get("scale", 1.0)), choice, group.get("matches", 0))


def read(known: list[Cell], path: Path) -> None:
    """Adds what a file of results tells about these cells."""
    by_key = {cell.key: cell for cell in known}
    for line in path.read_text("utf8").splitlines() if path.exists() else ():
        kept = json.loads(line)
        cell = by_key.get(json.dumps(kept["cell"], sort_keys=True))
        if cell:
            cell.add(Stretch(kept["first"], kept["count"], kept["seconds"], kept["sums"]))


def lines_of(cell: Cell) -> Iterator[str]:
    for one in cell.stretches:
        yield line_of(cell, one)


def line_of(cell: Cell, one: Stretch) -> str:
    return json.dumps({"cell": cell.name, "first": one.first, "count": one.count, "seconds": round(one.seconds, 2),
                       "sums": one.sums})


# playing on


def next_cell(known: Sequence[Cell], turn: int) -> Cell | None:
    """By turns one that has had least time, and one that is nearest to a verdict."""
    wanted = [c for c in known if (not c.matches or c.given_out < c.matches) and not c.is_settled]
    if not wanted:
        return None
    begun = [c for c in wanted if c.played >= LEAST]
    if turn % 2 and begun:
        return min(begun, key=lambda c: (c.seconds_to_go(), c.given_out))
    return min(wanted, key=lambda c: (min(c.played, LEAST), c.seconds, c.given_out))


def size_of(cell: Cell) -> int:
    """Matches of the next slice; counted ones in multiples of what one is looked at closely of."""
    most = LEAST if cell.played < LEAST and cell.asked.searches else LARGEST_SLICE
    each = cell.seconds / cell.played if cell.played else SLICE / FIRST_SLICE
    count = max(1, min(most, round(SLICE / max(each, SHORTEST))))
    rounded = count if cell.asked.searches else -(-count // CLOSELY) * CLOSELY
    return min(rounded, cell.matches - cell.given_out) if cell.matches else rounded


def slice_of(asked: Setting, first: int, count: int) -> Stretch:
    outcome = play_part(asked, Part(0, first, count, tell=False))
    kept = {key: value for key, value in outcome.sums.items() if key in KEPT or "/" in key}
    return Stretch(first, count, outcome.seconds, kept)


def play_on(known: list[Cell], seconds: float, processes: int, path: Path) -> None:
    """Writes a line for every slice as soon as it is there. When the time is over, what is under way is played to its
    end: to drop it would favour short matches."""
    ends = time.monotonic() + seconds
    under_way: dict[Future[Stretch], Cell] = {}
    with (path.open("a", encoding="utf8") as out,
          ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), end_with_parent) as pool):
        for turn in itertools.count():
            busy = list(under_way.values())
            cell = next_cell([c for c in known if c not in busy], turn) if time.monotonic() < ends else None
            if cell:
                first, count = cell.given_out, size_of(cell)
                cell.given_out += count
                under_way[pool.submit(slice_of, cell.asked, first, count)] = cell
            if cell and len(under_way) < processes:
                continue
            if not under_way:
                break
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                played, found = under_way.pop(future), future.result()
                played.add(found)
                print(line_of(played, found), file=out, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    ask = argparse.ArgumentParser(description="How even our own boards, maps, dice and cards are.")
    ask.add_argument("--cells", type=Path, default=CELLS, help="what is played")
    ask.add_argument("--results", type=Path, default=RESULTS, help="what is known")
    ask.add_argument("--seconds", type=float, default=0, help="how long to play on")
    ask.add_argument("--processes", type=int, default=1)
    ask.add_argument("--into", type=Path, help="another file for what is played")
    ask.add_argument("--bots", default="", help="only cells of these, with commas between")
    ask.add_argument("--game", default="", help="only cells of this game")
    ask.add_argument("--add", type=Path, action="append", default=[], help="results of another machine to take in")
    ask.add_argument("--page", action="store_true", help="writes the tables of docs/balance.md")
    asked = ask.parse_args(arguments)
    known = cells(asked.cells)
    for path in (asked.results, *asked.add):
        read(known, path)
    if asked.add:
        write_whole(asked.results, "".join(f"{line}\n" for cell in known for line in lines_of(cell)))
    if asked.seconds:
        chosen = [c for c in known if (not asked.bots or c.asked.bots[0] in asked.bots.split(","))
                  and (not asked.game or c.asked.game == asked.game)]
        play_on(chosen, asked.seconds, asked.processes, asked.into or asked.results)
    if asked.page:
        from bench import balance_page

        balance_page.write(known)
    for cell in known:
        print(f"{cell.asked.game} {cell.choice} {cell.asked.bots[0]} {cell.asked.scale}: {cell.played} matches, "
              f"{cell.seconds:.0f} s, {cell.verdict()}")


if __name__ == "__main__":
    main()
