"""Positions of Mana Pool for its tests. On `crossing` red sits at a1, green at e9, blue at i1 unless told otherwise."""

from typing import Any

import hexagora
from hexagora.engine.match import Match

game = hexagora.game("manapool")
BOARDS = ("well", "crossing", "marches", "crown")
WELL_CORNERS = {"red": "a1", "green": "d7", "blue": "g1"}


def at(board: Any = "crossing", options: dict[str, Any] | None = None, **position: Any) -> Match:
    """A match that goes on from a position, with every number checked against its width."""
    given = {"board": board, **(options or {})}
    return game.from_position({"options": given, **position}, chance="ask", debug=True)


def fresh(**options: Any) -> Match:
    return game.match(chance="ask", debug=True, **options)


def settled(**options: Any) -> Match:
    """A match in which seats 1, 2, 3 are red, green, blue at a1, e9, i1, before chance finds the first player."""
    return fresh(**options).play_all(
        ["colour red", "colour green", "colour blue", "corner a1", "corner e9", "corner i1"])


def tokens(match: Match, colour: str) -> list[str]:
    return match.position()["tokens"][colour]


def mana(match: Match, colour: str) -> int:
    return match.position()["mana"][colour]


def now(match: Match) -> tuple[str, str]:
    """Who is to move in which phase."""
    position = match.position()
    return position["to_move"], position["phase"]
