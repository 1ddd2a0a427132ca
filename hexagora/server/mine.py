"""The interface over HTTP to what belongs to a person: tables, results, files."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response, StreamingResponse

from hexagora.server import archive, catalogue, messages, past, rating_rows, ratings, seating, tabling
from hexagora.server.api import JSON, REFUSALS, Address, GameId, Guest, InHall, Limited, TableId, answer
from hexagora.server.errors import Refusal
from hexagora.server.hall import iso
from hexagora.server.records import from_json
from hexagora.server.storage import kept_by

ZIP = "application/zip"
router = APIRouter(prefix="/api", responses=REFUSALS)

GameQuery = Annotated[str | None, Query(pattern=r"^[a-z0-9_-]{1,64}$")]
NameQuery = Annotated[str | None, Query(min_length=1, max_length=messages.LIMITS.name_characters)]
Category = Annotated[str, Path(pattern=r"^[0-9]{1,2}t?$")]
After = Annotated[str | None, Query(pattern=r"^[0-9.e+]{1,30}_[A-Za-z0-9_-]{1,40}$")]


@router.get("/mine", response_model=messages.Page, summary="One's own tables, newest first, page by page")
async def mine(hall: InHall, guest: Guest, which: Literal["running", "finished"] = "running", game: GameQuery = None,
               opponent: NameQuery = None, after: After = None) -> Response:
    rows, more = await archive.page(hall, guest, archive.Wish(which == "finished", game, opponent, after))
    told = [_told(row, sitting, own, hall.rooms.get(row["id"]))
            for row, sitting, own in await hall.storage.with_seats(rows, guest)]
    return answer({"tables": told, "after": more})


def _told(row: Any, sitting: list[Any], own: set[int], live: Any) -> dict[str, Any]:
    return {**tabling.summary(row, sitting, own, tabling.title_of(row["game"]), live),
            "result": from_json(row["result"])}


@router.get("/mine/standing", response_model=messages.Standing,
            summary="How one's matches ended, by game, and among those one has played with")
async def standing(hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("preview", address)
    found = await archive.standing(hall, guest, address)
    return answer({
        "games": [{"game": game, "title": tabling.title_of(game), **vars(tally)}
                  for game, tally in sorted(found.games.items())],
        "own": vars(found.own),
        "friends": [{"name": f.name, "last": iso(f.last), **vars(f.tally), "ahead": f.ahead, "even": f.even,
                     "behind": f.behind} for f in found.friends]})


@router.get("/mine/matches", summary="All one's match files in one ZIP archive", response_class=StreamingResponse)
async def matches(hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("table", address)
    files = archive.match_files(hall, guest, address, kept_by(guest))
    return StreamingResponse(archive.zipped(hall, address, files), media_type=ZIP,
                             headers={"content-disposition": 'attachment; filename="hexagora-matches.zip"'})


@router.get("/mine/ratings", response_model=list[messages.MyRating], summary="One's own ratings")
async def my_ratings(hall: InHall, guest: Guest) -> Response:
    rows = await hall.storage.rows(rating_rows.all_of(guest))
    return answer([{"game": r.game, "title": tabling.title_of(r.game), "category": r.category, "matches": r.matches,
                    **ratings.told((r.mu, r.sigma))} for r in rows])


@router.get("/ratings/{game}/{category}", response_model=messages.Standings,
            summary="The leaderboard of a game and a number of players, and what the bots are worth there")
async def standings(game: GameId, category: Category, hall: InHall) -> Response:
    found = catalogue.find(game)
    if category not in ratings.categories(found):
        raise Refusal("no-game", f"{found.facts.title} has no ratings for '{category}'; it has: "
                      f"{', '.join(ratings.categories(found))}", 404)
    people = await hall.storage.rows(rating_rows.board(game, category))
    return answer({"people": rating_rows.names(people), "bots": ratings.of_bots(found, category)})


@router.post("/tables/{table}/put-away", response_model=messages.PutAway,
             summary="Takes a table off one's list; deletes it if nobody else has it on theirs")
async def put_away(table: TableId, hall: InHall, guest: Guest) -> Response:
    deleted = await archive.put_away(hall, table, guest)
    if deleted:
        await seating.seats_changed(hall, table)
    return answer({"deleted": deleted})


@router.get("/tables/{table}/picture", summary="The board as the caller sees it, for a small picture")
async def picture(table: TableId, hall: InHall, guest: Guest, address: Address, limiter: Limited) -> Response:
    limiter.check("message", address)
    room = await hall.room(table, address)
    async with room.lock:
        found = past.alone(room.table, guest)
    return Response(await hall.aside_for(address, past.picture, found), media_type=JSON)
