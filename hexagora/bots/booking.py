"""Makes the opening book of a table: long searches of the positions that are likely to come up, then many matches
through them. Kept in a folder as it grows, so that the same command goes on where it stopped; the same seed makes the
same book, with any number of processes.

First the positions, most likely ones first: each is searched, its most promising decisions are judged by searches of
the positions that they lead to, and those that are nearly as good as the best are followed. Then matches: as long as a
position is known a decision is drawn, the better the likelier; from there on bots of a level play to the end, and the
result counts for every decision of the opening.
"""

import heapq
import json
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.bots.coach import UNHURRIED
from hexagora.bots.evaluation import Evaluation
from hexagora.bots.search import backend
from hexagora.bots.spread import spread
from hexagora.bots.steady import Steady
from hexagora.bots.view import view_of
from hexagora.engine import hooks, openings
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder, write_whole
from hexagora.engine.openings import Book, Known, Position
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match

CANDIDATES = 6  # decisions of a position that are judged
WAVE = 24  # positions that are searched before it is asked again which are likely
TOGETHER = 2  # matches that are played as one part
SOFTNESS = 0.03  # of the winning chance: the loss by which a decision is e times as rare as the best
HOPE = (0.1, 0.9)  # the worth of the best decision in a position that is followed
MOST_OUTCOMES = 6  # of chance: where there are more, nothing comes up often enough
SAVED_EVERY = 5.0  # seconds
KEPT = "book.json"


@dataclass(frozen=True)
class Plan:
    """What a book is made with; another plan makes another book. `looks` are those of the search for candidates, each
    of which is judged by half as many."""

    game: str
    table: dict[str, Any]
    positions: int
    looks: int
    level: str
    seed: int = 1

    @property
    def command(self) -> str:
        options = "".join(f" -o {name}={str(value).lower() if value in (True, False) else value}"
                          for name, value in self.table.items())
        return (f"hexagora book {self.game}{options} --positions {self.positions} --looks {self.looks} --level "
                f"{self.level} --seed {self.seed}")


@dataclass
class Making:
    """The book of a table as far as it was made, in a folder."""

    plan: Plan
    folder: Path
    positions: dict[str, Position] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)  # parts of matches that were played
    saved: float = 0.0

    def __post_init__(self) -> None:
        make_folder(self.folder)
        if self.file.exists():
            self._go_on(json.loads(self.file.read_text("utf8")))

    @property
    def file(self) -> Path:
        return self.folder / KEPT

    @property
    def game(self) -> "Game":
        return find_game(self.plan.game)

    def _go_on(self, kept: dict[str, Any]) -> None:
        if kept["plan"] != asdict(self.plan):
            raise HexagoraError(f"{self.folder} holds a book made by another plan: {Plan(**kept['plan']).command}; "
                                "give another --folder")
        if kept["content"] != self.game.content_digest:
            raise HexagoraError(f"{self.folder} holds a book of another content of {self.plan.game}; give another "
                                "--folder")
        self.positions = {one["at"]: Position(one["at"], one["line"], [Known(**move) for move in one["moves"]])
                          for one in kept["positions"]}
        self.done = set(kept["done"])

    def save(self) -> None:
        kept = {"plan": asdict(self.plan), "content": self.game.content_digest, "done": sorted(self.done),
                "positions": [asdict(one) for one in self.positions.values()]}
        write_whole(self.file, json.dumps(kept))
        self.saved = time.monotonic()

    @property
    def played(self) -> int:
        return TOGETHER * len(self.done)

    def book(self) -> Book:
        about = {"command": f"{self.plan.command} --matches {self.played}", "matches": self.played}
        return Book(self.plan.table, self.game.content_digest, about, self.positions)

    # making

    def run(self, matches: int, tell: Callable[[str, int, int], None], jobs: int = 1) -> None:
        """Searches the positions that are missing and plays the matches that are missing."""
        try:
            self._search(tell, jobs)
            self._play(range(-(-matches // TOGETHER)), tell, jobs)
        finally:
            self.save()

    def _search(self, tell: Callable[[str, int, int], None], jobs: int) -> None:
        work, ready = partial(searched, self.plan), partial(prepare_for, self.plan.game)
        growth = Growth(self.plan, self.positions)
        while growth.size < self.plan.positions:
            wave = growth.likely(min(WAVE, self.plan.positions - growth.size))
            if not wave:
                return
            missing = [line for at, line in wave.items() if at not in self.positions]
            tell("positions", growth.size, self.plan.positions)
            for k, found in enumerate(spread(work, missing, ready, min(jobs, len(missing)) or 1)):
                self.positions[found.at] = found
                self._keep()
                tell("positions", growth.size + k + 1, self.plan.positions)
            growth.take(wave)
        self.positions = {at: self.positions[at] for at in growth.order}
        self.save()

    def _play(self, parts: range, tell: Callable[[str, int, int], None], jobs: int) -> None:
        missing = [part for part in parts if part not in self.done]
        work, ready = partial(played, self.plan, self.file), partial(prepare_for, self.plan.game)
        tell("matches", self.played, TOGETHER * len(parts))
        for part, ways in spread(work, missing, ready, jobs):
            for at, to, share in ways:
                move = self.positions[at].led_to(to)
                assert move is not None
                move.played += 1
                move.won += share
            self.done.add(part)
            self._keep()
            tell("matches", self.played, TOGETHER * len(parts))

    def _keep(self) -> None:
        if time.monotonic() - self.saved > SAVED_EVERY:
            self.save()


def prepare_for(game: str) -> None:
    """What a process does before its first part."""
    backend(game, wait=True)


# positions


class Growth:
    """The order in which positions get into the book: the likeliest first."""

    def __init__(self, plan: Plan, positions: dict[str, Position]):
        self.plan, self.positions, self.game = plan, positions, find_game(plan.game)
        self.order: list[str] = []
        self._waiting: list[tuple[float, str, list[str]]] = []
        self._seen: set[str] = set()
        self._offer(self.game.match(chance="ask", **plan.table), 1.0)

    @property
    def size(self) -> int:
        return len(self.order)

    def likely(self, most: int) -> dict[str, list[str]]:
        """The positions to look at next, and a way to each."""
        chosen = [heapq.heappop(self._waiting) for _ in range(min(most, len(self._waiting)))]
        self._chance = {at: -weight for weight, at, _ in chosen}
        return {at: line for _, at, line in chosen}

    def take(self, wave: dict[str, list[str]]) -> None:
        """Follows the decisions of positions that are known now."""
        for at, line in wave.items():
            self.order.append(at)
            here = self.positions[at]
            if not HOPE[0] <= here.moves[0].value <= HOPE[1]:
                continue
            for move, part in zip(here.moves, weights(here), strict=True):
                there = self.game.match(chance="ask", **self.plan.table).play_all([*line, move.text])
                self._offer(there, self._chance[at] * part)

    def _offer(self, match: "Match", chance: float) -> None:
        """Puts what a position leads to among those that wait, behind chance and decisions that are none."""
        for there, part in decisions(match):
            at = openings.key(self.game, there.box, there.state)
            if at not in self._seen:
                self._seen.add(at)
                heapq.heappush(self._waiting, (-chance * part, at, there.texts()))


def decisions(match: "Match") -> Iterator[tuple["Match", float]]:
    """The next positions with something to decide, and how likely chance makes each."""
    if match.actor == CHANCE:
        actions, parts = match.actions(), match.weights()
        for action, part in zip(actions, parts, strict=True) if len(actions) <= MOST_OUTCOMES else ():
            for there, chance in decisions(match.fork().make(action)):
                yield there, chance * part / sum(parts)
    elif not match.over and openings.is_decision(match.game, match.box, match.state):
        yield match, 1.0
    elif not match.over:
        yield from decisions(match.fork().make(match.actions()[0]))


def weights(position: Position) -> list[float]:
    """How likely each decision of a position is drawn."""
    best = position.moves[0].value
    parts = [math.exp((move.value - best) / SOFTNESS) for move in position.moves]
    return [part / sum(parts) for part in parts]


def searched(plan: Plan, line: list[str]) -> Position:
    """A position with its most promising decisions, judged; of those that mean the same one."""
    game = find_game(plan.game)
    match = game.match(chance="ask", **plan.table).play_all(line)
    view = view_of(match, match.actor + 1)
    found = Evaluation(view, plan.looks, UNHURRIED, backend(game.id))
    ways = {action: to for to, same in openings.ways(game, match.box, view.plain()).items() for action in same}
    also = hooks.ALSO.of(game)
    wanted = [*(also(match.box, view.plain()) if also else ()), *(choice.action for choice in found.team.choices())]
    judged: dict[str, Known] = {}
    for action in wanted:
        to = ways[action]
        if to not in judged and len(judged) < CANDIDATES:
            one = found.of(action)
            judged[to] = Known(to, view.text(action), one.value, 0 if one.proven else one.looks)
    best_first = sorted(judged.values(), key=lambda move: (-move.value, move.to))
    return Position(openings.key(game, match.box, match.state), line, best_first)


# matches


@lru_cache(1)
def _kept(file: Path, game: str) -> dict[str, Position]:
    """The positions of a book in the making; they do not change while matches are played."""
    kept = json.loads(file.read_text("utf8"))
    return {one["at"]: Position(one["at"], one["line"], [Known(**move) for move in one["moves"]])
            for one in kept["positions"]}


def played(plan: Plan, file: Path, part: int) -> tuple[int, list[tuple[str, str, float]]]:
    """Some matches through the book: for each decision of it where it was made, where it led, and what whoever decided
    got in the end."""
    ways: list[tuple[str, str, float]] = []
    for k in range(part * TOGETHER, (part + 1) * TOGETHER):
        ways += one_match(plan, _kept(file, plan.game), f"{plan.game} {plan.seed} {k}")
    return part, ways


def one_match(plan: Plan, positions: dict[str, Position], seed: str) -> list[tuple[str, str, float]]:
    game, rng = find_game(plan.game), random.Random(seed)
    match = game.match(seed=seed, **plan.table)
    made = list(through_the_book(match, positions, rng))
    on = backend(game.id)
    bots = [Steady(game, plan.level, match.players, on, f"{seed} {seat}") for seat in range(match.players)]
    while not match.over:
        match.make(bots[match.actor].decide(view_of(match, match.actor + 1)))
    result = match.result or []
    return [(at, to, result[player]) for at, to, player in made]


def through_the_book(match: "Match", positions: dict[str, Position], rng: random.Random
                     ) -> Iterator[tuple[str, str, int]]:
    """Plays as long as the book knows the position: which it was, where the decision led, who decided."""
    game = match.game
    while not match.over:
        if not openings.is_decision(game, match.box, match.state):
            match.make(rng.choice(match.actions()))
            continue
        here = positions.get(openings.key(game, match.box, match.state))
        if here is None:
            return
        move = rng.choices(here.moves, weights(here))[0]
        same = openings.ways(game, match.box, match.state)[move.to]
        yield here.at, move.to, match.actor
        match.make(rng.choice(same))


# the file of a game


def install(game: "Game", made: list[Book]) -> Path:
    """Puts books into the game's folder, in place of those of the same tables; in the order of the game's tables."""
    path = game.folder / openings.FILE
    others = openings.of_lines(path.read_text("utf8"), path.name) if path.is_file() else []
    tables = [one.table for one in made]
    order = list(hooks.TABLES.of(game) or [])
    every = [*made, *(book for book in others if book.table not in tables)]
    every.sort(key=lambda book: order.index(book.table) if book.table in order else len(order))
    write_whole(path, "".join(book.text() for book in every))
    return path
