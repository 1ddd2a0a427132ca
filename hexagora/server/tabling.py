"""Making tables: from what people ask for to the rows that are kept."""

import contextlib
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from hexagora.engine import fairness, hooks
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.server import catalogue, clocks, identity, naming, ratings, seating
from hexagora.server.engines import is_program
from hexagora.server.errors import Refusal
from hexagora.server.hall import Hall, iso
from hexagora.server.messages import ClockPlan, NewTable, SeatPlan
from hexagora.server.records import AlreadyWritten, Job, from_json, to_json
from hexagora.server.room import Room
from hexagora.server.seats import Seat
from hexagora.server.settings import Limits
from hexagora.server.table import PATIENCE, RUNNING, Table
from hexagora.server.thinkers import levels
from hexagora.server.views import told_ending

TAKEOVER_LEVEL = "casual"  # who plays for somebody who left, where such a level exists


@dataclass
class Made:
    """A table that was made; the secrets are told once and kept nowhere."""

    id: str
    links: dict[int, str] = field(default_factory=dict)
    rated: bool = False
    own: dict[int, str] = field(default_factory=dict)  # seats of whoever laid it, with what is kept of their secrets


async def create(hall: Hall, wanted: NewTable, guest: str, address: str) -> Made:
    game = catalogue.find(wanted.game)
    _check_choice(wanted)
    seed = wanted.seed or fairness.draw_seed()
    laid = await hall.aside_for(address, _laid, game, _with_players(wanted), seed, wanted.start, hall.settings.limits)
    options, match, first = laid
    if len(wanted.seats) != options["players"]:
        raise Refusal("bad-seats", f"{len(wanted.seats)} seats for {options['players']} players: as many seats as "
                      "players are needed", 422)
    seats = list(wanted.seats)
    if wanted.shuffle_seats:
        secrets.SystemRandom().shuffle(seats)
    if wanted.rated:
        _check_rated(wanted, game, options, seats)
    plan = clocks.plan_for(options, _clock(wanted.clock))
    made, now = Made(identity.new_table_id(), rated=wanted.rated), time.time()
    friends = any(s.kind == "friend" for s in seats)
    if wanted.public and friends:
        await hall.laid.check(address)
        hall.laid.add(address, made.id)
    status = "over" if match.over else "open" if friends else "running"
    job = Job().add(
        "table", id=made.id, game=game.id, game_version=game.facts.version, content=game.content_digest,
        options=to_json(options), start=None if wanted.start is None else to_json(wanted.start), seed=seed,
        clock=None if plan is None else to_json(plan), public=wanted.public, creator=guest, status=status,
        turn=max(0, match.actor + 1), created=now, updated=now, clock_from=now, takeback=None, rematch=None,
        rated=ratings.category(match) if wanted.rated else None,
        result=to_json(match.result) if match.over else None, patience=wanted.patience,
        long_turns=clocks.takes_long(plan))
    own_name = await hall.storage.guest_name(guest)
    programs = hall.thinkers.engines.levels(game.id)
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        level, title = _level(seat, programs)
        names.append(_name(seat, number, title, own_name, names))
        _add_seat(job, made, number, seat, guest, names[-1], level)
    job.add("event", table_id=made.id, n=0, kind="start", seat=0, texts=to_json(first), at=now, spent=0)
    await _keep(hall, job)
    return made


def _laid(game: Game, given: dict[str, Any], seed: str, start: dict[str, Any] | None,
          limits: Limits) -> tuple[dict[str, Any], Match, list[str]]:
    """All options, the match, and what chance did before the first decision. A map of somebody's own takes a while."""
    options = catalogue.chosen_options(game, given, limits)
    match = catalogue.new_match(game, options, seed, start)
    return options, match, match.settle()


async def _keep(hall: Hall, job: Job) -> None:
    """Writes a new table. Nobody else can have made its name: where it is there already, a line to the database broke
    off, it was written all the same, and then once more."""
    with contextlib.suppress(AlreadyWritten):
        await hall.storage.write(job)


def _with_players(wanted: NewTable) -> dict[str, Any]:
    return {"players": len(wanted.seats), **wanted.options}


def _clock(plan: ClockPlan | None) -> dict[str, Any] | None:
    return plan.model_dump() if plan else None


def _add_seat(job: Job, made: Made, number: int, seat: SeatPlan, guest: str, name: str, level: str) -> None:
    secret = identity.new_seat_secret()
    job.add("seat", table_id=made.id, seat=number, kind="bot" if seat.kind == "bot" else "person", name=name,
            level=level, secret=identity.hashed(secret), taken=seat.kind != "friend", away=False)
    if seat.kind in ("me", "here"):
        job.add("holder", table_id=made.id, seat=number, guest=guest)
        made.own[number] = identity.hashed(secret)
    elif seat.kind == "friend":
        made.links[number] = secret


def _name(seat: SeatPlan, number: int, title: str, own_name: str | None, others: list[str]) -> str:
    """What the seat is called: as was asked for, else after the person or the level of the bot."""
    if seat.kind == "friend":
        return seat.name or naming.OPEN_SEAT
    if seat.kind == "bot":
        called = title if is_program(seat.level or "") else f"{title} bot"
    else:
        called = own_name if seat.kind == "me" and own_name else naming.nameless(number)
    return naming.unlike(seat.name or called, others)


def _level(seat: SeatPlan, programs: list[dict[str, str]]) -> tuple[str, str]:
    names = [entry["id"] for entry in levels()]
    known = {entry["id"]: entry["title"] for entry in [*levels(), *programs]}
    if seat.level is not None and seat.level not in known:
        raise Refusal("bad-level", f"there is no level '{seat.level}'; there are: {', '.join(known) or 'none'}", 422)
    middle = TAKEOVER_LEVEL if TAKEOVER_LEVEL in known else names[len(names) // 2] if names else "random"
    level = seat.level or middle
    return level, known.get(level, level)


async def rematch(hall: Hall, room: Room, guest: str, address: str) -> Made:
    """The same people and options again, the seats moved on by one. Who asks sits there; the seats of the others are
    kept for them, and the match begins when everybody has come."""
    table = room.table
    if not table.over:
        raise Refusal("not-over", "A rematch begins when this match is over.", 409)
    if not table.seats.own(guest):
        raise Refusal("forbidden", "Only those who played can ask for a rematch.", 403)
    async with room.lock:
        if table.rematch is None or await hall.storage.table(table.rematch) is None:  # perhaps it was closed
            table.rematch = await _rematch(hall, table, guest, address)
            await room.changed()
    await seating.come(hall, table.rematch, guest)
    return Made(table.rematch)


async def _rematch(hall: Hall, old: Table, guest: str, address: str) -> str:
    table_id, now, seed = identity.new_table_id(), time.time(), fairness.draw_seed()
    game = catalogue.find(old.game.id)  # as it is now; the old match may have begun before an update
    laid = await hall.aside_for(address, _laid, game, old.options, seed, old.start, hall.settings.limits)
    options, match, first = laid
    all_here = all(_comes_along(seat, guest) for seat in old.seats)
    job = Job().add(
        "table", id=table_id, game=game.id, game_version=game.facts.version,
        content=game.content_digest, options=to_json(options),
        start=None if old.start is None else to_json(old.start), seed=seed,
        clock=None if old.plan is None else to_json(old.plan), public=old.public, creator=guest,
        status=RUNNING if all_here else "open",
        turn=max(0, match.actor + 1), created=now, updated=now, clock_from=now, takeback=None, rematch=None,
        rated=old.rated, result=None, patience=old.patience, long_turns=clocks.takes_long(old.plan))
    for number, seat in enumerate(old.seats.moved_on(), 1):
        job.add("seat", table_id=table_id, seat=number, kind=seat.kind, name=seat.name, level=seat.level,
                secret=seat.secret, taken=_comes_along(seat, guest), away=False)
        for holder in seat.holders:
            job.add("holder", table_id=table_id, seat=number, guest=holder)
    job.add("event", table_id=table_id, n=0, kind="start", seat=0, texts=to_json(first), at=now, spent=0)
    await _keep(hall, job)
    return await hall.storage.set_rematch(old.id, table_id)


def _comes_along(seat: Seat, guest: str) -> bool:
    """Whether somebody sits at the next table as soon as a guest has asked for a rematch: the guest, and bots."""
    return seat.kind == "bot" or guest in seat.holders


async def listed(hall: Hall, which: str, guest: str) -> list[dict[str, Any]]:
    """Tables for the lobby."""
    rows = [row._mapping for row in await hall.storage.listed(which, guest)]
    return [summary(row, sitting, own, title_of(row["game"]), hall.rooms.get(row["id"]))
            for row, sitting, own in await hall.storage.with_seats(rows, guest)]


async def one(hall: Hall, table: str, guest: str) -> dict[str, Any]:
    """One table, and whether the guest laid it."""
    found = await hall.sitting(table)
    mine = {h.seat for h in found.holders if h.guest == guest}
    told = summary(found.table, list(found.seats), mine, title_of(found.table["game"]), hall.rooms.get(table),
                   {h.seat for h in found.holders})
    return {**told, "host": found.table["creator"] == guest, "options": _unusual(found.table)}


def _unusual(row: Any) -> dict[str, Any]:
    """The options that somebody chose otherwise than they usually are, but for those that the clock tells; of a drawn
    board or map its name."""
    chosen = from_json(row["options"])
    try:
        usual = catalogue.find(row["game"]).options({"players": chosen["players"]})
    except (Refusal, HexagoraError):
        return {}
    changed = {name: value for name, value in chosen.items()
               if name not in ("players", hooks.TURN_TIMER) and value != usual.get(name)}
    return {name: value.get("name", "") if isinstance(value, dict) else value for name, value in changed.items()}


def title_of(game: str) -> str:
    try:
        return catalogue.find(game).facts.title
    except Refusal:
        return game


def summary(row: Any, seat_rows: list[Any], mine: set[int], title: str, live: Room | None,
            held: set[int] | None = None) -> dict[str, Any]:
    """A table for the lobby; while it is live, the row may be behind. Without being told, the rows of the seats know
    which of them are somebody's."""
    held = {s.seat for s in seat_rows if s.held} if held is None else held
    turn, updated = (live.table.turn(), live.table.updated) if live else (row["turn"], row["updated"])
    return {
        "table": row["id"], "url": f"/t/{row['id']}", "game": row["game"], "title": title,
        "seats": [{"seat": s.seat, "kind": s.kind, "name": s.name, "taken": bool(s.taken), "mine": s.seat in mine,
                   "kept": not s.taken and s.seat in held} for s in seat_rows],
        "status": row["status"], "turn": turn, "public": bool(row["public"]), "created": iso(row["created"]),
        "updated": iso(updated), "rematch": row["rematch"], "rated": row["rated"] is not None,
        "clock": clocks.told(from_json(row["clock"])),
        "ending": told_ending(from_json(row["ending"])),
        **fair(row["seed"], row["start"]),
    }


def fair(seed: str, start: Any) -> dict[str, Any]:
    """What everybody is told about chance: what of it somebody chose and so may know, else what the server committed
    to. The hash of a chosen seed is not told: short ones are found by trying."""
    drawn = fairness.was_drawn(seed)
    chosen = [name for name, is_so in (("seed", not drawn), ("start", start is not None)) if is_so]
    return {"chosen": chosen, "commitment": fairness.commitment(seed) if drawn else None}


def _check_rated(wanted: NewTable, game: Game, options: dict[str, Any], seats: list[SeatPlan]) -> None:
    """What counts has to be the same for everybody, and to come to an end."""
    usual = game.options({"players": options["players"]})
    changed = {name for name, value in options.items() if value != usual[name]} - set(ratings.free_options(game))
    if wanted.seed or wanted.start is not None or changed:
        raise Refusal("rated", "A rated match begins as the game lays it out: no seed, position or option of one's "
                      "own.", 422)
    kinds = [seat.kind for seat in seats]
    if "here" in kinds or kinds.count("me") > 1:
        raise Refusal("rated", "At a rated table everybody plays from a device of their own.", 422)
    if any(seat.kind == "bot" and is_program(seat.level or "") for seat in seats):
        raise Refusal("rated", "Programs do not play at rated tables: nobody knows what they are worth.", 422)
    if set(kinds) == {"bot"}:
        raise Refusal("rated", "A rated match needs somebody who plays.", 422)
    if wanted.clock is None:
        raise Refusal("rated", "A rated match needs a clock, so that nobody waits for ever.", 422)
    if wanted.patience is not None and wanted.patience < PATIENCE:
        raise Refusal("rated", "At a rated table somebody absent is waited for at least two minutes.", 422)


def _check_choice(wanted: NewTable) -> None:
    """Whoever chooses the seed or the start knows what chance will bring: strangers are spared such tables."""
    if wanted.public and (wanted.seed or wanted.start is not None):
        raise Refusal("bad-request", "A public table cannot have a chosen seed or start: whoever chose it would know "
                      "what comes.", 422)
    if wanted.seed and fairness.was_drawn(wanted.seed):
        raise Refusal("bad-request", "This seed looks like one that the server draws; choose another one.", 422)
