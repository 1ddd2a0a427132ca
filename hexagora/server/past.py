"""Looking back at a match: its file, and the table as it stood. Such answers cost processor time, so they are made
beside the event loop, from a copy of the match that nobody else touches."""

from dataclasses import dataclass
from typing import Any

import orjson

from hexagora.engine import fairness, matchfile
from hexagora.engine.match import Match
from hexagora.server.errors import Refusal
from hexagora.server.story import page
from hexagora.server.table import Table

LOG_PAGE = 100  # entries of the log that come with a moment


@dataclass(frozen=True)
class Past:
    """A match up to now, and through whose eyes it is seen; nobody's means that nothing is hidden."""

    match: Match
    viewer: int | None


def of(table: Table, guest: str) -> Past:
    """What a guest may see: everything when the match is over, else what the own seat has seen."""
    own = table.seats.own(guest)
    seat = table.turn() if table.turn() in own else own[0] if own else 0
    return Past(table.match.fork(), None if table.over else seat)


def alone(table: Table, guest: str) -> Past:
    """As `of`, for a place where nobody asks who is looking: seats of several people at one screen show what all may
    see."""
    several = len(table.seats.own(guest)) > 1 and not table.over
    return Past(table.match.fork(), 0) if several else of(table, guest)


def match_file(past: Past) -> bytes:
    """The match file."""
    document = matchfile.to_document(past.match, past.viewer)
    seed = str(past.match.seed)
    promise = {"commitment": fairness.commitment(seed)} if fairness.was_drawn(seed) else {}
    return orjson.dumps({**document, "chance": "seed", **promise})


def picture(past: Past) -> bytes:
    """The first board as it stands, with no more than what a drawing of it needs."""
    scene = past.match.game.scene.scene(past.match.box, past.match.hidden(past.viewer), past.match.seats)
    board = scene.boards[0]
    return orjson.dumps({
        "game": scene.game, "boards": [board], "pieces": [p for p in scene.pieces if p.board == board.id],
        "panels": [{"player": panel.player, "colour": panel.colour} for panel in scene.panels]})


def moment(past: Past, ply: int, log_from: int | None) -> bytes:
    """The table after so many actions, with a page of the log: from a given entry on, else the last ones before."""
    plies = len(past.match.log)
    if ply > plies:
        raise Refusal("no-ply", f"The match has {plies} actions so far.", 404)
    first = max(0, ply - LOG_PAGE) if log_from is None else min(log_from, ply)
    then = past.match.fork(ply)
    scene = then.scene(past.viewer)
    scene.choices = []
    log: list[Any] = page(past.match, past.viewer, first, min(ply, first + LOG_PAGE))
    return orjson.dumps({"scene": scene, "log": [orjson.Fragment(entry) for entry in log], "log_from": first,
                         "plies": plies, "scores": then.scores_for(past.viewer)})
