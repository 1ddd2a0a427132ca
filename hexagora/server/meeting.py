"""Quick match: anybody, this game, this speed. Whoever looks for company sits down at a table where somebody waits for
the same and is near in strength; if there is none, a public table is laid, and the next one comes there.

Who waits asks again and again with the own table. Two who came at the same moment each wait at their own: then the one
who came later moves to the other. There is no list of those who wait but the tables themselves, so that any number of
servers over one database agree.
"""

import time
from typing import Any

from hexagora.server import catalogue, clocks, rating_rows, ratings, seating, tabling
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall
from hexagora.server.messages import ClockPlan, NewTable, QuickWish, SeatPlan
from hexagora.server.pairing import Waiting, fits
from hexagora.server.records import to_json

SPEEDS = {
    "fast": ClockPlan(bank=300, increment=5),
    "calm": ClockPlan(per_move=60, bank=900),
    "days": ClockPlan(per_move=2 * 24 * 3600),
}
FRESH = 60.0  # seconds for which somebody counts as waiting whom no window here shows to be there


async def meet(hall: Hall, wish: QuickWish, guest: str, address: str) -> str:
    """The table at which the guest will play: another one's, or the own one to wait at."""
    game = catalogue.find(wish.game)
    options = catalogue.chosen_options(game, {"players": wish.players}, hall.settings.limits)
    own = await _own(hall, wish, guest)
    for row in await _waiting(hall, wish, options, own, guest):
        free = [s.seat for s in (await hall.sitting(row["id"])).seats if not s.taken]
        if free and await _sat_down(hall, row["id"], free[0], guest):
            if own:
                await seating.close(hall, own["id"], guest)
            return str(row["id"])
    if own:
        return str(own["id"])
    seats = [SeatPlan(kind="me"), *(SeatPlan(kind="friend") for _ in range(wish.players - 1))]
    made = await tabling.create(hall, NewTable(game=wish.game, seats=seats, clock=SPEEDS[wish.speed], public=True,
                                               shuffle_seats=True, rated=wish.rated), guest, address)
    return made.id


async def _own(hall: Hall, wish: QuickWish, guest: str) -> Any:
    """The table at which the guest waits already, as long as nobody else has come."""
    row = await hall.storage.table(wish.table) if wish.table else None
    if row is None:
        return None
    if row["creator"] != guest:
        raise Refusal("forbidden", "Only whoever waits at a table can go on looking from there.", 403)
    taken = sum(bool(s.taken) for s in (await hall.sitting(row["id"])).seats)
    if row["status"] != "open" or taken != 1:
        raise Refusal("begun", "Somebody has come: you play here.", 409)
    return row


async def _waiting(hall: Hall, wish: QuickWish, options: dict[str, Any], own: Any, guest: str) -> list[Any]:
    """Tables where somebody waits for the same, the nearest in strength first."""
    now, game = time.time(), wish.game
    plan = to_json(clocks.plan_for(options, SPEEDS[wish.speed].model_dump()))
    rows = [row._mapping for row in await hall.storage.listed("open", guest)]
    alike = [row for row in rows if row["status"] == "open" and row["game"] == game and row["clock"] == plan
             and row["options"] == to_json(options) and (row["rated"] is not None) == wish.rated
             and row["creator"] != guest and _is_there(hall, row, now)
             and (own is None or (row["created"], row["id"]) < (own["created"], own["id"]))]
    category = str(wish.players)
    me = Waiting(guest, own["created"] if own else now, await _rating(hall, guest, game, category))
    others = [(Waiting(row["creator"], row["created"], await _rating(hall, row["creator"], game, category)), row)
              for row in alike]
    near = [(abs(other.rating[0] - me.rating[0]), row["created"], row["id"], row) for other, row in others
            if not wish.rated or fits(me, other, now)]
    return [row for *_, row in sorted(near, key=lambda found: found[:3])]


def _is_there(hall: Hall, row: Any, now: float) -> bool:
    room = hall.rooms.get(row["id"])
    return (room is not None and bool(room.telling.online())) or now - row["created"] < FRESH


async def _rating(hall: Hall, guest: str, game: str, category: str) -> ratings.Rating:
    for row in await hall.storage.rows(rating_rows.all_of(guest)):
        if (row.game, row.category) == (game, category):
            return row.mu, row.sigma
    return ratings.MU, ratings.SIGMA


async def _sat_down(hall: Hall, table: str, seat: int, guest: str) -> bool:
    """Whether the seat was still free."""
    try:
        await seating.sit(hall, table, seat, guest)
    except Refusal:
        return False
    return True
