"""Puzzles over HTTP: the page, which there are, one as it is shown, and whether a decision was right. Nothing is
stored: what somebody has solved is known to the browser alone."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from hexagora.server import catalogue, messages, trainer
from hexagora.server.api import JSON, REFUSALS, Address, GameId, InHall, Limited, answer
from hexagora.server.pages import page

router = APIRouter(responses=REFUSALS)
PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,32}$")]


@router.get("/puzzles/{game}", include_in_schema=False)
async def trainer_page(game: str) -> Response:
    catalogue.find(game)
    return page("puzzles.html")


@router.get("/api/games/{game}/puzzles", summary="The puzzles of a game, easiest first, and that of the day")
async def listed(game: GameId) -> Response:
    return answer(trainer.listed(catalogue.find(game)))


@router.get("/api/games/{game}/puzzles/{puzzle}", summary="A puzzle as it is shown to whoever is asked")
async def shown(game: GameId, puzzle: PuzzleId, hall: InHall, address: Address) -> Response:
    return Response(await hall.aside_for(address, trainer.shown, *trainer.find(game, puzzle)), media_type=JSON)


@router.post("/api/games/{game}/puzzles/{puzzle}", summary="Whether a decision solves a puzzle; without one the answer")
async def tried(game: GameId, puzzle: PuzzleId, wanted: messages.Try, hall: InHall, limiter: Limited, address: Address
                ) -> Response:
    limiter.check("message", address)
    told = await hall.aside_for(address, trainer.tried, *trainer.find(game, puzzle), wanted.action)
    return Response(told, media_type=JSON)
