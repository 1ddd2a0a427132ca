"""Tutorials over HTTP: the page that teaches, and the frames that it shows. Nothing is stored."""

import gzip
import hashlib
from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Header
from fastapi.responses import Response

from hexagora.engine import tutorial
from hexagora.engine.game import Game
from hexagora.server import catalogue
from hexagora.server.api import JSON, REFUSALS, GameId
from hexagora.server.errors import Refusal
from hexagora.server.pages import REVALIDATE, page

PACKED = "gzip"  # scenes repeat much of each other and shrink to a small part

router = APIRouter()
Accepted = Annotated[str, Header(alias="accept-encoding", include_in_schema=False)]
Known = Annotated[str, Header(alias="if-none-match", include_in_schema=False)]


@router.get("/api/games/{game}/tutorial", summary="The tutorial of a game: every step as it is shown",
            responses=REFUSALS)
def lessons(game: GameId, accepted: Accepted = "", known: Known = "") -> Response:
    """Runs beside the event loop: the first reader of a tutorial waits until it has been played through."""
    plain, packed, tag = _told(catalogue.find(game))
    headers = {"cache-control": REVALIDATE, "etag": tag, "vary": "accept-encoding"}
    if known == tag:
        return Response(status_code=304, headers=headers)
    if PACKED in accepted:
        return Response(packed, media_type=JSON, headers={**headers, "content-encoding": PACKED})
    return Response(plain, media_type=JSON, headers=headers)


@router.get("/learn/{game}", include_in_schema=False)
async def teach(game: str) -> Response:
    catalogue.find(game)
    return page("learn.html")


@cache
def _told(game: Game) -> tuple[bytes, bytes, str]:
    """The document, plain and packed, and its tag."""
    if not tutorial.path_of(game).is_file():
        raise Refusal("no-tutorial", f"{game.facts.title} has no tutorial yet.", 404)
    script = tutorial.load(game).script
    frames = [frame.document() for frame in tutorial.frames(tutorial.load(game))]
    plain = orjson.dumps({"game": game.id, "title": script.title, "minutes": script.minutes, "frames": frames})
    return plain, gzip.compress(plain), f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
