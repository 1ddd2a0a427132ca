"""What is asked of bots beside the table: plain data in, plain data out, so that the answer can be found in another
process, or in a worker of a browser."""

import json
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hexagora.bots import Decision, Request
from hexagora.bots import decide as _decide
from hexagora.bots import hints as _hints
from hexagora.matches import from_document
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.bots.coach import Point
    from hexagora.bots.quick import Outcome
    from hexagora.bots.search import Choice
    from hexagora.engine.match import Match

MATCHES_KEPT = 4  # by a process that looks at matches again
TRIAL_SECONDS = 10.0  # for the quick matches of one question
OPINION_SECONDS = 10.0  # for a position of an analysis, where the machine is so slow
REVIEW_SECONDS = 4.0  # for each decision of a match that is looked at again, where the machine is so slow


@dataclass(frozen=True)
class Part:
    """Some decisions of a match that is over, to be looked at again. The match comes as the text of its file."""

    game: str
    match: str
    plies: range


def decide(request: Request) -> tuple[Decision, float]:
    """The decision, and the seconds that it took."""
    began = time.perf_counter()
    return _decide(request), time.perf_counter() - began


def consider(request: Request) -> "tuple[list[Choice], float]":
    """What one of several searches found at a position, and the seconds that it took."""
    from hexagora.bots.player import consider as _consider

    began = time.perf_counter()
    return _consider(request), time.perf_counter() - began


def hints(request: Request) -> list[Decision]:
    return _hints(request)


@lru_cache(MATCHES_KEPT)
def _match_of(text: str) -> "Match":
    """A match that was looked at a moment ago is not played through again."""
    return from_document(json.loads(text))


def look_again(part: Part) -> "list[Point]":
    """What a coach finds at some decisions of a match."""
    from hexagora.bots.coach import points_of

    return [point for point in points_of(_match_of(part.match), part.plies, seconds=REVIEW_SECONDS) if point]


@dataclass(frozen=True)
class Trial:
    """Some quick matches, with options, a start and changed content as an editor has them."""

    game: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    content: dict[str, Any] | None
    matches: int
    seed: int


def try_out(trial: Trial) -> "Outcome":
    """Who wins some quick matches."""
    from hexagora.bots.quick import play

    found = find_game(trial.game)
    game = found.with_data(trial.content) if trial.content else found
    return play(game, trial.options, trial.start, trial.matches, trial.seed, TRIAL_SECONDS)


@dataclass(frozen=True)
class Asked:
    """A position of an analysis, as the text of a match file that ends there."""

    game: str
    match: str
    looks: int


def opinion(asked: Asked) -> dict[str, Any]:
    """What the engine thinks of it."""
    from hexagora.bots import coach

    return coach.opinion(_match_of(asked.match), asked.looks, OPINION_SECONDS)


def quick_look(request: Request) -> str:
    """The text of an action that is found at once."""
    from hexagora.bots.player import emergency, view_from

    return emergency(view_from(request), request.seed).text


RANKS = {decide.__name__: 0, consider.__name__: 0, hints.__name__: 1, opinion.__name__: 2, look_again.__name__: 3,
         try_out.__name__: 3}  # who goes before whom
