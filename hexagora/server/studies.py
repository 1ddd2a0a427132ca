"""The analysis board over HTTP, and the studies that come with the games."""

import logging
from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response

from hexagora.engine.game import Game
from hexagora.server import analysis, catalogue, gate, messages, packing
from hexagora.server.api import JSON, REFUSALS, Address, GameId, InHall, Limited, answer
from hexagora.server.errors import Refusal
from hexagora.server.pages import page

log = logging.getLogger("hexagora.bots")
router = APIRouter(responses=REFUSALS)
StudyId = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$")]


@router.get("/analysis", include_in_schema=False)
async def choose() -> Response:
    return page("analysis.html")


@router.get("/analysis/{game}", include_in_schema=False)
async def analyse(game: str) -> Response:
    catalogue.find(game)
    return page("analysis.html")


@router.get("/embed/{game}", include_in_schema=False)
async def embedded(game: str) -> Response:
    """The board as others show it in their own pages; it can do nothing for anybody, so they may. The page tells of a
    game that is not there, for browsers show no other answer inside a page of somebody else."""
    return page("analysis.html", {"content-security-policy": gate.IN_OTHER_PAGES})


@router.get("/embed.js", include_in_schema=False)
async def embedding() -> Response:
    return page("embed.js", {"cross-origin-resource-policy": "cross-origin"}, "text/javascript; charset=utf-8")


@router.get("/api/games/{game}/studies", summary="The studies that come with a game")
def studies(game: GameId, accepted: packing.Accepted = "", known: packing.Known = "") -> Response:
    """Runs beside the event loop: the first reader waits until they have been played through."""
    return packing.reply(_listed(catalogue.find(game)), accepted, known)


@router.get("/api/games/{game}/studies/{study}", response_model=messages.Board, summary="One of these studies")
async def study(game: GameId, study: StudyId, hall: InHall, address: Address) -> Response:
    return answer(await hall.aside_for(address, analysis.study, catalogue.find(game), study))


@cache
def _listed(game: Game) -> packing.Document:
    return packing.document(orjson.dumps(analysis.listed(game)))


@router.post("/api/games/{game}/analysis", response_model=messages.Board,
             summary="A board to analyse: from options, or from a position or match written down")
async def begin(game: GameId, wanted: messages.Analysis, hall: InHall, limiter: Limited, address: Address) -> Response:
    limiter.check("preview", address)
    found = catalogue.find(game)
    return answer(await hall.read_for(address, hall.analysis.open, found, wanted.text, wanted.options))


@router.post("/api/games/{game}/moment", summary="What is seen after some actions from the start of an analysis")
async def moment(game: GameId, wanted: messages.Moment, hall: InHall, limiter: Limited, address: Address) -> Response:
    limiter.check("message", address)
    found = catalogue.find(game)
    told = await hall.read_for(address, hall.analysis.moment, found, wanted.root, wanted.actions)
    return Response(told, media_type=JSON)


@router.post("/api/games/{game}/opinion", response_model=messages.Opinion,
             summary="What the engine thinks of a position of an analysis")
async def opinion(game: GameId, wanted: messages.Question, hall: InHall, limiter: Limited, address: Address
                  ) -> Response:
    limiter.check("opinion", address)
    found = catalogue.find(game)
    match = await hall.read_for(address, hall.analysis.asked, found, wanted.root, wanted.actions)
    try:
        return answer(await hall.thinkers.opinion(found.id, match, wanted.looks, address))
    except Exception as e:
        log.warning("no opinion", extra={"game": found.id, "why": f"{type(e).__name__}: {e}"[:300]})
        raise Refusal("no-opinion", "The engine cannot be asked just now.", 503) from None
