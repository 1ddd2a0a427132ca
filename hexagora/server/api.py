"""The interface over HTTP: games, tables, matches."""

import asyncio
import io
import re
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request
from fastapi.responses import FileResponse, Response

from hexagora.engine import locales
from hexagora.server import addresses, catalogue, meeting, messages, notation, past, reviews, seating, tabling
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.identity import Signer
from hexagora.server.limiting import Limiter
from hexagora.server.pages import REVALIDATE
from hexagora.server.table import tips_now

JSON = "application/json"
MOST_QR, QR_BORDER = 300, 2
LARGEST_PLY = 10**6
# as a model it were built anew for every route
PROBLEM = {"content": {JSON: {"schema": messages.Problem.model_json_schema()}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": text, **PROBLEM}
    for code, text in ((400, "not understood"), (403, "not allowed"), (404, "not there"), (409, "not now"),
                       (413, "too large"), (422, "not valid"), (429, "too much at once"),
                       (503, "the database cannot be reached"))
}
router = APIRouter(prefix="/api", responses=REFUSALS)

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_~-]{1,64}$")]
Look = Annotated[str, Path(pattern="^(" + "|".join(map(re.escape, catalogue.LOOKS)) + ")$")]
Language = Annotated[str, Query(pattern=locales.LANGUAGE)]


def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def the_guest(request: Request) -> str:
    guest: str = request.scope["guest"]
    return guest


def the_address(request: Request) -> str:
    address: str = request.scope["address"]
    return address


def the_limiter(request: Request) -> Limiter:
    limiter: Limiter = request.app.state.limiter
    return limiter


InHall = Annotated[Hall, Depends(the_hall)]
Guest = Annotated[str, Depends(the_guest)]
Address = Annotated[str, Depends(the_address)]  # limits count by it: a guest is made in no time
Limited = Annotated[Limiter, Depends(the_limiter)]


def answer(value: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(value), status, media_type=JSON)


@router.get("/openapi.json", include_in_schema=False)
async def interface(request: Request, hall: InHall, address: Address) -> Response:
    await request.app.rooms.open()
    return Response(await hall.read_for(address, _described, request.app), media_type=JSON)


def _described(app: FastAPI) -> bytes:
    """The description of this interface."""
    return orjson.dumps(app.openapi())


@router.get("/games", summary="All games with their options, the levels of bots and the engines at hand")
async def games(hall: InHall) -> Response:
    programs = hall.thinkers.engines.levels
    told = await asyncio.to_thread(catalogue.with_packs)
    return answer([{**game, "engines": programs(game["id"])} for game in told])


@router.get("/games/{game}/rules", response_model=messages.Rules, summary="The rules in Markdown")
async def rules(game: GameId, language: Language = locales.SOURCE) -> Response:
    return answer({"markdown": catalogue.rules_text(catalogue.find(game), language)})


@router.get("/games/{game}/looks/{look}", summary="A file of a game's looks: drawings, theme, cover",
            response_class=FileResponse)
async def looks(game: GameId, look: Look) -> Response:
    path = catalogue.find(game).folder / look
    if not path.is_file():
        raise Refusal("no-look", f"This game has no {look} of its own.", 404)
    return FileResponse(path, media_type=catalogue.LOOKS[look], headers={"cache-control": REVALIDATE})


@router.post("/games/{game}/preview", summary="The board for the chosen options")
async def preview(game: GameId, wanted: messages.Preview, hall: InHall, limiter: Limited, address: Address) -> Response:
    limiter.check("preview", address)
    found = catalogue.find(game)
    return answer(await hall.read_for(address, catalogue.preview, found, wanted.options, wanted.start,
                                  hall.settings.limits))


@router.post("/games/{game}/read", response_model=messages.Start,
             summary="What a table needs to start from a position or match written down")
async def read(game: GameId, wanted: messages.Written, hall: InHall, limiter: Limited, address: Address) -> Response:
    limiter.check("preview", address)
    found = catalogue.find(game)
    return answer(await hall.read_for(address, notation.start_of, found, wanted.text, hall.settings.limits))


@router.get("/house", response_model=messages.House,
            summary="The address that others can use, if there is one, and the engine that browsers may think with")
async def house(request: Request, hall: InHall) -> Response:
    port = (request.scope.get("server") or ("", 0))[1] or request.app.state.settings.port
    offer = hall.thinkers.offer
    return answer({"invite": addresses.invitation(request.app.state.settings, port),
                   "thinking": offer.document() if offer else None})


@router.get("/qr.svg", summary="An address as a picture that a phone can read", response_class=Response)
async def qr(text: Annotated[str, Query(pattern=r"^https?://[!-~]+$", max_length=MOST_QR)], hall: InHall,
             limiter: Limited, address: Address) -> Response:
    limiter.check("preview", address)
    return Response(await hall.read_for(address, _qr_code, text), media_type="image/svg+xml")


def _qr_code(text: str) -> bytes:
    import segno

    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", border=QR_BORDER, xmldecl=False, light="#fff",
                                       omitsize=True)
    return drawn.getvalue()


@router.get("/me", response_model=messages.Self, summary="The caller's display name")
async def me(hall: InHall, guest: Guest) -> Response:
    return answer({"name": await hall.storage.guest_name(guest) or ""})


@router.post("/me", response_model=messages.Self, summary="Sets the caller's display name")
async def set_me(wanted: messages.Me, hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("preview", address)  # it is told at every table where one sits
    await seating.rename(hall, guest, wanted.name)
    return answer({"name": wanted.name})


@router.post("/tables", status_code=201, response_model=messages.Created, summary="Makes a table")
async def create(wanted: messages.NewTable, request: Request, hall: InHall, guest: Guest, address: Address,
                 limiter: Limited) -> Response:
    limiter.check("table", address)
    made = await tabling.create(hall, wanted, guest, address)
    return answer(_created(made, request.app.state.signer), 201)


@router.post("/quick", response_model=messages.Where, summary="Quick match: a table with anybody who wants the same")
async def quick(wish: messages.QuickWish, hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("preview" if wish.table else "table", address)
    table = await meeting.meet(hall, wish, guest, address)
    return answer({"table": table, "url": f"/t/{table}"})


def _created(made: tabling.Made, signer: Signer) -> dict[str, Any]:
    def links(secrets: dict[int, str]) -> list[dict[str, Any]]:
        return [{"seat": seat, "url": f"/t/{made.id}/s/{secret}"} for seat, secret in secrets.items()]

    resume = {seat: signer.seat_pass(made.id, seat, kept) for seat, kept in made.own.items() if not made.rated}
    return {"table": made.id, "url": f"/t/{made.id}", "links": links(made.links), "resume": links(resume)}


@router.get("/tables", response_model=list[messages.Summary], summary="Tables: open ones, one's own, finished ones")
async def tables(hall: InHall, guest: Guest, which: Literal["open", "mine", "finished"] = "open") -> Response:
    return answer(await tabling.listed(hall, which, guest))


@router.get("/tables/{table}", response_model=messages.OneTable, summary="One table")
async def table(table: TableId, hall: InHall, guest: Guest) -> Response:
    return answer(await tabling.one(hall, table, guest))


SeatPath = Annotated[int, Path(ge=1, le=messages.MOST_SEATS)]


def _where(table: str) -> Response:
    return answer({"table": table, "url": f"/t/{table}"})


@router.post("/tables/{table}/seats/{seat}/claim", response_model=messages.Where, summary="Takes an open seat")
async def claim(table: TableId, seat: SeatPath, hall: InHall, guest: Guest) -> Response:
    await seating.sit(hall, table, seat, guest)
    return _where(table)


@router.post("/tables/{table}/seats/{seat}/release", response_model=messages.Where,
             summary="Gives a seat back before the match begins; whoever laid the table can free any")
async def release(table: TableId, seat: SeatPath, hall: InHall, guest: Guest) -> Response:
    await seating.release(hall, table, seat, guest)
    return _where(table)


@router.post("/tables/{table}/start", response_model=messages.Where,
             summary="Begins the match with bots in the free seats; for whoever laid the table")
async def start(table: TableId, hall: InHall, guest: Guest) -> Response:
    await seating.begin(hall, table, guest)
    return _where(table)


@router.post("/tables/{table}/close", response_model=messages.Where,
             summary="Takes a table away whose match has not begun; for whoever laid it")
async def close(table: TableId, hall: InHall, guest: Guest) -> Response:
    await seating.close(hall, table, guest)
    return _where(table)


@router.get("/tables/{table}/passes", response_model=list[messages.Created.Link],
            summary="Links that open one's own seats on another device")
async def passes(table: TableId, request: Request, hall: InHall, guest: Guest) -> Response:
    return answer(seating.passes(request.app.state.signer, await hall.sitting(table), guest))


@router.post("/tables/{table}/rematch", response_model=messages.Where, summary="The same again, seats moved on by one")
async def rematch(table: TableId, hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("table", address)
    made = await tabling.rematch(hall, await hall.room(table, address), guest, address)
    return answer({"table": made.id, "url": f"/t/{made.id}"})


@router.post("/tables/{table}/review", response_model=messages.Review,
             summary="How a match that is over went; to be asked again until all of it was looked at")
async def review(table: TableId, hall: InHall, address: Address, limiter: Limited) -> Response:
    match = reviews.match_of((await hall.room(table, address)).table)
    if not hall.reviews.knows(table):
        limiter.check("hint", address)
    return answer(hall.reviews.of(table, match))


@router.get("/tables/{table}/coach", response_model=list[messages.Tip],
            summary="What matters now in the caller's first match, where all others are beginners' bots")
async def coach(table: TableId, hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("message", address)
    room = await hall.room(table, address)
    async with room.lock:
        tips = tips_now(room.table, guest)
    return answer([tip.model_dump() for tip in tips])


@router.get("/tables/{table}/match", summary="The match file as the caller may see it")
async def match(table: TableId, hall: InHall, guest: Guest, address: Address) -> Response:
    room = await hall.room(table, address)
    async with room.lock:
        found = past.of(room.table, guest)
    return Response(await hall.aside_for(address, past.match_file, found), media_type=JSON)


@router.get("/tables/{table}/text", response_model=messages.Text, summary="The position or match in a notation")
async def text(table: TableId, hall: InHall, address: Address, limiter: Limited,
               notation_name: Annotated[str, Query(alias="notation", pattern=r"^[a-z]{1,20}$")] = catalogue.POSITION,
               ) -> Response:
    limiter.check("preview", address)
    room = await hall.room(table, address)
    async with room.lock:
        match = room.table.match.fork()
    found, notes = await hall.aside_for(address, notation.written, match, notation_name)
    return answer({"text": found, "notes": notes})


@router.get("/tables/{table}/replay", summary="The table as it stood after so many actions")
async def replay(table: TableId, hall: InHall, guest: Guest, address: Address, limiter: Limited,
                 ply: Annotated[int, Query(ge=0, le=LARGEST_PLY)] = 0,
                 log_from: Annotated[int | None, Query(ge=0, le=LARGEST_PLY)] = None) -> Response:
    limiter.check("message", address)
    room = await hall.room(table, address)
    async with room.lock:
        found = past.of(room.table, guest)
    return Response(await hall.aside_for(address, past.moment, found, ply, log_from), media_type=JSON)
