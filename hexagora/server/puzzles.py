"""Puzzles over HTTP: the page, which there are, one as it is shown, and whether a decision was right. Nothing is
stored: what somebody has solved is known to the browser alone."""

from datetime import UTC, datetime
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response

from hexagora.engine import puzzles, studies
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.engine.puzzles import Puzzle
from hexagora.server import catalogue, messages
from hexagora.server.api import JSON, REFUSALS, Address, GameId, InHall, Limited, answer
from hexagora.server.errors import Refusal
from hexagora.server.naming import nameless
from hexagora.server.pages import page
from hexagora.server.story import page as told

router = APIRouter(responses=REFUSALS)
PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,32}$")]


@router.get("/puzzles/{game}", include_in_schema=False)
async def trainer(game: str) -> Response:
    catalogue.find(game)
    return page("puzzles.html")


@router.get("/api/games/{game}/puzzles", summary="The puzzles of a game, easiest first, and that of the day")
async def listed(game: GameId) -> Response:
    found = catalogue.find(game)
    known = puzzles.of(found)
    if not known:
        raise Refusal("no-puzzle", f"{found.facts.title} has no puzzles.", 404)
    today = puzzles.of_the_day(found, datetime.now(UTC).date())
    return answer({"today": today.id, "puzzles": [{"id": p.id, "kind": p.kind, "rating": p.rating} for p in known]})


@router.get("/api/games/{game}/puzzles/{puzzle}", summary="A puzzle as it is shown to whoever is asked")
async def shown(game: GameId, puzzle: PuzzleId, hall: InHall) -> Response:
    found, one = _find(game, puzzle)
    return Response(await hall.aside(_shown, found, one), media_type=JSON)


@router.post("/api/games/{game}/puzzles/{puzzle}", summary="Whether a decision solves a puzzle; without one the answer")
async def tried(game: GameId, puzzle: PuzzleId, wanted: messages.Try, hall: InHall, limiter: Limited, address: Address
                ) -> Response:
    limiter.check("message", address)
    found, one = _find(game, puzzle)
    return Response(await hall.aside(_tried, found, one, wanted.action), media_type=JSON)


def _find(game: str, name: str) -> tuple[Game, Puzzle]:
    found = catalogue.find(game)
    try:
        return found, puzzles.named(found, name)
    except HexagoraError as e:
        raise Refusal("no-puzzle", f"{e}.", 404) from None


def _opened(game: Game, one: Puzzle) -> Match:
    match = puzzles.opened(game, one)
    match.seats[:] = [nameless(seat + 1) for seat in range(match.players)]
    return match


def _shown(game: Game, one: Puzzle) -> bytes:
    match = _opened(game, one)
    seat = match.actor + 1
    return orjson.dumps({"id": one.id, "kind": one.kind, "rating": one.rating, "proof": one.proof, "seat": seat,
                         "scene": match.scene(seat)})


def _tried(game: Game, one: Puzzle, action: str) -> bytes:
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
        beats.append({"scene": match.scene(seat), "told": story})
    return beats
