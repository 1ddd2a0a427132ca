"""Other languages over HTTP: what each game brings, and the few pages that the server writes itself."""

import json
import re
from functools import cache
from pathlib import Path as File
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from hexagora.engine import locales
from hexagora.server import catalogue, packing, pages
from hexagora.server.api import REFUSALS, GameId

MOST_ASKED = 20  # languages of one reader
router = APIRouter()
Language = Annotated[str, Path(pattern=locales.LANGUAGE)]


@router.get("/api/games/{game}/locales/{language}", summary="The texts of a game in another language",
            responses=REFUSALS)
def texts(game: GameId, language: Language, accepted: packing.Accepted = "", known: packing.Known = "") -> Response:
    """Empty where the game does not speak it: its texts are then shown as they were written."""
    found = catalogue.find(game)
    path = locales.catalogue_path(found, language)
    if language in found.texts:
        return packing.reply(packing.document(orjson.dumps(locales.catalogue(found, language).model_dump())), accepted,
                             known)
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return packing.reply(_packed(path, changed), accepted, known)


@cache
def _packed(path: File, changed: int) -> packing.Document:
    found = locales.read(path) if changed else locales.Catalogue()
    return packing.document(orjson.dumps(found.model_dump()))


@cache
def _own(language: str) -> dict[str, str]:
    """Texts of the server in that language."""
    path = pages.WEB / "locales" / f"{language}.json"
    return dict(json.loads(path.read_text("utf8")).get("phrases", {})) if path.is_file() else {}


def wanted(request: Request) -> str:
    """The first language of the reader that the server speaks."""
    listed = request.headers.get("accept-language", "").split(",", MOST_ASKED)[:MOST_ASKED]
    asked = (part.split(";")[0].strip()[:2].lower() for part in listed)
    return next((one for one in asked if one == locales.SOURCE or (re.match(locales.LANGUAGE, one) and _own(one))),
                locales.SOURCE)


def told(language: str, text: str) -> str:
    """A text that stands alone on a page, in that language."""
    return _own(language).get(text, text)


def page(request: Request, title: str, text: str, deed: str | None = None, script: str = "") -> Response:
    """A page in the reader's language that says one thing, and may offer one deed."""
    language = wanted(request)
    title, text, lobby = (told(language, one) for one in (title, text, pages.TO_LOBBY))
    page = pages.message_page(title, text, lobby, language, deed and told(language, deed), script)
    return HTMLResponse(page, headers={"referrer-policy": "same-origin"})  # else a browser hides who sent the form
