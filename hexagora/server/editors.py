"""Editors over HTTP: what can be edited of a game, what a deed makes of a document, a few quick matches on it, and the
user's own files. Nothing is kept between two requests but these, and they only for whoever sits at this machine."""

import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path as File
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response

from hexagora.bots.questions import Trial
from hexagora.engine import assets, editing, files, packs
from hexagora.engine.editing import Editable
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.server import addresses, catalogue, messages, texts
from hexagora.server.api import JSON, REFUSALS, Address, GameId, InHall, Limited, answer
from hexagora.server.errors import Refusal
from hexagora.server.pages import page
from hexagora.server.settings import Limits, Settings

router = APIRouter(responses=REFUSALS)
MOST_FILES = 500  # of one kind in the user's folder
Kind = Annotated[str, Path(pattern=r"^[a-z][a-z0-9]{0,19}$")]
FileName = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Found = TypeVar("Found")


def keeps_files(request: Request) -> bool:
    """Whether somebody may write into the user's folder: only the user, at the machine where the server runs."""
    settings: Settings = request.app.state.settings
    direct = settings.proxies == 0 and not settings.public_url
    return settings.editor_files and direct and addresses.is_loopback((request.scope.get("client") or ("", 0))[0])


def _may_keep(request: Request) -> None:
    if not keeps_files(request):
        raise Refusal("forbidden", "Files are kept only for whoever sits at the machine of this server; export the "
                      "file instead.", 403)


AtThisMachine = Depends(_may_keep)


@router.get("/edit/{game}", include_in_schema=False)
@router.get("/edit/{game}/{kind}", include_in_schema=False)
async def edit(game: str, kind: str = "") -> Response:
    found = catalogue.find(game)
    if kind:
        _editable(found, kind)
    return page("edit.html")


@router.get("/api/games/{game}/editor", summary="What can be edited of a game, and what to begin with")
async def kinds(game: GameId, request: Request, address: Address, limiter: Limited) -> Response:
    limiter.check("edit", address)
    found = catalogue.find(game)
    told = [_told(found, one) for one in editing.of_game(found).values()]
    return answer({"keeps": keeps_files(request), "kinds": told})


def _told(game: Game, one: Editable) -> dict[str, Any]:
    return {"id": one.id, "title": one.title, "help": one.help, "ending": one.ending, "plays": one.plays,
            "option": one.option, "fixes_players": one.fixes_players,
            "from_the_beginning": one.from_the_beginning,
            "samples": [{"id": name, "title": title} for name, title in one.samples(game).items()]}


@router.post("/api/games/{game}/editor/{kind}", summary="What becomes of a document by a deed, and how it is shown")
async def sheet(game: GameId, kind: Kind, wanted: messages.Edit, hall: InHall, limiter: Limited,
                address: Address) -> Response:
    limiter.check("edit", address)
    found = catalogue.find(game)
    editable = _editable(found, kind)

    _bounded(wanted.data, hall.settings.limits)

    def made() -> bytes:
        """A text that is read may hold a whole document, which has passed no door yet."""
        now = texts.check(editing.after(editable, found, wanted.data, wanted.deed))
        return orjson.dumps(editing.sheet(editable, found, now))

    return Response(await hall.read_for(address, _understood, made), media_type=JSON)


def _editable(game: Game, kind: str) -> Editable:
    try:
        return editing.find(game, kind)
    except HexagoraError as e:
        raise Refusal("no-editor", str(e), 404) from None


def _bounded(data: dict[str, Any], limits: Limits) -> None:
    if len(orjson.dumps(data)) > limits.options_bytes:
        raise Refusal("too-large", f"The document is larger than {limits.options_bytes} bytes.", 413)


def _understood(work: Callable[[], Found]) -> Found:
    """Documents come from anywhere: whatever one does not understand in them is told, not raised through."""
    try:
        return work()
    except Refusal:
        raise
    except HexagoraError as e:
        raise Refusal("bad-drawing", str(e), 422) from None
    except editing.FAULTS as e:
        raise Refusal("bad-drawing", f"The document is not understood: {type(e).__name__}: {e}", 422) from None


@router.post("/api/games/{game}/editor/{kind}/start", summary="What a table needs to be played on a document")
async def start(game: GameId, kind: Kind, wanted: messages.Drawn, hall: InHall, limiter: Limited,
                address: Address) -> Response:
    limiter.check("edit", address)
    found = catalogue.find(game)
    _bounded(wanted.data, hall.settings.limits)
    begun = await hall.read_for(address, _understood, lambda: _editable(found, kind).start(found, wanted.data))
    return answer({"options": begun.options, "start": begun.start, "content": begun.content is not None})


@router.post("/api/games/{game}/editor/{kind}/trial", response_model=messages.Shares,
             summary="A few quick matches on a document: who wins how often")
async def trial(game: GameId, kind: Kind, wanted: messages.TrialPlan, hall: InHall, limiter: Limited,
                address: Address) -> Response:
    limiter.check("trial", address)
    found = catalogue.find(game)
    editable = _editable(found, kind)
    _bounded(wanted.data, hall.settings.limits)

    def plan() -> Trial:
        begun = editable.start(found, wanted.data)
        players = {} if wanted.players is None or "players" in begun.options else {"players": wanted.players}
        played = found.with_data(begun.content) if begun.content else found
        options = played.options({**begun.options, **players})
        return Trial(found.id, options, begun.start, begun.content, wanted.matches, wanted.seed)

    asked = await hall.read_for(address, _understood, plan)
    try:
        shares = await hall.thinkers.try_out(asked, address)
    except HexagoraError as e:
        raise Refusal("bad-drawing", str(e), 422) from None
    except (TimeoutError, BrokenExecutor):
        raise Refusal("busy", "The quick matches took too long; please try again.", 503) from None
    return answer({"wins": shares.wins, "matches": shares.matches, "unfinished": shares.unfinished,
                   "decisions": shares.decisions, "repeated": shares.repeated, "at_random": shares.at_random})


@router.post("/api/games/{game}/packs", dependencies=[AtThisMachine], response_model=messages.PackMade, status_code=201,
             summary="Makes a pack of a content file in the user's folder, so that tables can be played with it")
async def make_pack(game: GameId, wanted: messages.PackWish, hall: InHall, limiter: Limited,
                    address: Address) -> Response:
    limiter.check("edit", address)
    found = catalogue.find(game)

    def made() -> str:
        base = catalogue.find(found.base) if found.base else found
        pack = packs.of_content(base.id, wanted.id, wanted.name, wanted.content)
        packs.install(base, pack, "the pack")
        return pack.game_id

    return answer({"game": await hall.read_for(address, _understood, made)}, 201)


# the user's own files


def _folder(game: Game, editable: Editable) -> File:
    return assets.user_folder(game.id, editable.folder)


def _path(game: Game, editable: Editable, name: str) -> File:
    return _folder(game, editable) / f"{name}.{editable.ending}"


@router.get("/api/games/{game}/editor/{kind}/files", dependencies=[AtThisMachine],
            summary="The user's files of one kind")
async def listed(game: GameId, kind: Kind) -> Response:
    found = catalogue.find(game)
    editable = _editable(found, kind)
    paths = sorted(_folder(found, editable).glob(f"*.{editable.ending}"))[:MOST_FILES]
    return answer([{"name": path.stem, "changed": time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))}
                   for path in paths if path.is_file()])


@router.get("/api/games/{game}/editor/{kind}/files/{name}", dependencies=[AtThisMachine],
            response_model=messages.FileText, summary="One of them as text")
async def opened(game: GameId, kind: Kind, name: FileName, request: Request) -> Response:
    found = catalogue.find(game)
    path = _path(found, _editable(found, kind), name)
    limit = request.app.state.settings.limits.body_bytes
    if not path.is_file() or path.stat().st_size > limit:
        raise Refusal("no-file", f"There is no file '{name}', or it is larger than {limit} bytes.", 404)
    try:
        return answer({"text": path.read_text("utf8")})
    except (OSError, UnicodeDecodeError) as e:
        raise Refusal("no-file", f"The file '{name}' cannot be read: {e}", 422) from None


@router.put("/api/games/{game}/editor/{kind}/files/{name}", dependencies=[AtThisMachine],
            response_model=messages.FileName, summary="Writes a document into the user's folder")
async def saved(game: GameId, kind: Kind, name: FileName, wanted: messages.Drawn, request: Request, limiter: Limited,
                address: Address) -> Response:
    limiter.check("edit", address)
    limits: Limits = request.app.state.settings.limits
    found = catalogue.find(game)
    editable = _editable(found, kind)
    _bounded(wanted.data, limits)
    text = _understood(lambda: editable.write(found, wanted.data))
    path = _path(found, editable, name)
    if not path.exists() and len(list(path.parent.glob("*"))) >= MOST_FILES:
        raise Refusal("too-many", f"There are {MOST_FILES} files already; delete some first.", 409)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Refusal("no-file", f"The folder {path.parent} cannot be made: {e.strerror}", 409) from None
    files.write_whole(path, text)
    return answer({"name": name})


@router.delete("/api/games/{game}/editor/{kind}/files/{name}", dependencies=[AtThisMachine],
               response_model=messages.FileName, summary="Deletes one of the user's files")
async def deleted(game: GameId, kind: Kind, name: FileName) -> Response:
    found = catalogue.find(game)
    path = _path(found, _editable(found, kind), name)
    if not path.is_file():
        raise Refusal("no-file", f"There is no file '{name}'.", 404)
    path.unlink()
    return answer({"name": name})
