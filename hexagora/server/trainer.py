"""What whoever solves puzzles is told: which there are, one as it is shown, whether a decision was right."""

from datetime import UTC, datetime
from typing import Any

import orjson

from hexagora.engine import puzzles, studies
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.engine.puzzles import Puzzle
from hexagora.server import catalogue
from hexagora.server.analysis import seen
from hexagora.server.errors import Refusal
from hexagora.server.naming import nameless
from hexagora.server.story import page as told


def listed(game: Game) -> dict[str, Any]:
    """The puzzles of a game, easiest first, and that of the day."""
    known = puzzles.of(game)
    if not known:
        raise Refusal("no-puzzle", f"{game.facts.title} has no puzzles.", 404)
    today = puzzles.of_the_day(game, datetime.now(UTC).date())
    return {"today": today.id, "puzzles": [{"id": p.id, "kind": p.kind, "rating": p.rating} for p in known]}


def find(game: str, name: str) -> tuple[Game, Puzzle]:
    found = catalogue.find(game)
    try:
        return found, puzzles.named(found, name)
    except HexagoraError as e:
        raise Refusal("no-puzzle", f"{e}.", 404) from None


def _opened(game: Game, one: Puzzle) -> Match:
    match = puzzles.opened(game, one)
    match.seats[:] = [nameless(seat + 1) for seat in range(match.players)]
    return match


def shown(game: Game, one: Puzzle) -> bytes:
    """A puzzle as it is shown to whoever is asked."""
    match = _opened(game, one)
    seat = match.actor + 1
    return orjson.dumps({"id": one.id, "kind": one.kind, "rating": one.rating, "proof": one.proof, "seat": seat,
                         "scene": seen(match, seat)})


def tried(game: Game, one: Puzzle, action: str) -> bytes:
    """Whether it was right; if so, or if nothing was tried, how it goes on, step by step."""
    match = _opened(game, one)
    try:
        right = bool(action) and puzzles.is_right(match, one, action)
    except HexagoraError as e:
        raise Refusal("illegal", str(e), 422) from None
    if action and not right:
        return orjson.dumps({"right": False})
    return orjson.dumps({"right": right, "answer": " / ".join(one.answers), "beats": _beats(match, one),
                         "root": studies.root_of(_opened(game, one))})


def _beats(match: Match, one: Puzzle) -> list[dict[str, Any]]:
    """What is seen after each decision of the line, and what is told of it."""
    seat, beats = match.actor + 1, []
    for action in one.line:
        first = len(match.log)
        match.play(action)
        story = [orjson.loads(entry) for entry in told(match, seat, first, len(match.log))]
        beats.append({"scene": seen(match, seat), "told": story})
    return beats
