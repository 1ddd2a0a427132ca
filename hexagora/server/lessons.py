"""Tutorials and rulebooks over HTTP: the pages, and the frames that a tutorial shows. Nothing is stored."""

from functools import cache

import orjson
from fastapi import APIRouter
from fastapi.responses import Response

from hexagora.engine import tutorial
from hexagora.engine.game import Game
from hexagora.server import catalogue, packing
from hexagora.server.api import REFUSALS, GameId
from hexagora.server.errors import Refusal
from hexagora.server.pages import page

router = APIRouter()


@router.get("/api/games/{game}/tutorial", summary="The tutorial of a game: every step as it is shown",
            responses=REFUSALS)
def lessons(game: GameId, accepted: packing.Accepted = "", known: packing.Known = "") -> Response:
    """Runs beside the event loop: the first reader of a tutorial waits until it has been played through."""
    return packing.reply(_told(catalogue.find(game)), accepted, known)


@router.get("/rules/{game}", include_in_schema=False)
async def rulebook(game: str) -> Response:
    catalogue.find(game)
    return page("rules.html")


@router.get("/learn/{game}", include_in_schema=False)
async def teach(game: str) -> Response:
    catalogue.find(game)
    return page("learn.html")


@cache
def _told(game: Game) -> packing.Document:
    if not tutorial.path_of(game).is_file():
        raise Refusal("no-tutorial", f"{game.facts.title} has no tutorial yet.", 404)
    script = tutorial.load(game).script
    frames = [frame.document() for frame in tutorial.frames(tutorial.load(game))]
    return packing.document(orjson.dumps(
        {"game": game.id, "title": script.title, "minutes": script.minutes, "frames": frames}))
