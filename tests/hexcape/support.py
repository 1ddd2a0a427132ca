"""Small helpers of the tests of Hexcape: positions, and looking at what is legal."""

from typing import Any

import hexagora
from hexagora.engine.match import Match

GAME = hexagora.game("hexcape")
OPTIONS = ("die", "order", "order_swaps", "cards", "raise_ends", "teleport_swap", "teleport_chain",
           "thaw_round", "round_limit")  # fmt: skip

CORRIDOR = {
    "id": "corridor",
    "name": "Corridor",
    "difficulty": 1,
    "rows": ["1 1 1 1 1 1 1 1", " S 1 1 1 1 1 1 E", "1 1 1 1 1 1 1 1"],
}


def custom(**changes: Any) -> dict[str, Any]:
    """A small map with some keys changed."""
    return {**CORRIDOR, **changes}


def at(map: Any = "first-steps", **document: Any) -> Match:
    """A match from a position on a map; options are told from the rest by their names (`order` and `cards` are keys of
    positions too, then with lists and objects). Chance is asked for."""
    given = [name for name in OPTIONS if not isinstance(document.get(name, []), list | dict)]
    options = {name: document.pop(name) for name in given}
    players = document.get("players", ["red", "blue"])
    options |= {"map": map, "players": len(players)}
    return GAME.from_position({"options": options, "players": players, **document}, chance="ask", debug=True)


def new(**options: Any) -> Match:
    """A match from its beginning; chance is asked for."""
    return GAME.match(chance="ask", debug=True, **options)


def started(*colours: str, **options: Any) -> Match:
    """A match after the tokens were taken."""
    match = new(players=len(colours), **options)
    return match.play_all([f"take {colour}" for colour in colours])


def cost(match: Match, name: str) -> int:
    """The current movement cost of a hex."""
    cells = cells_of(match)
    return int(match.state.cost[cells[name]])


def cells_of(match: Match) -> dict[str, int]:
    from hexagora.games.hexcape.texts import cell_names

    return cell_names(match.box, match.state)


def tokens(match: Match) -> dict[str, str]:
    return match.position()["tokens"]  # type: ignore[no-any-return]


def kinds(match: Match) -> set[str]:
    """The first words of the legal actions."""
    return {text.split()[0] for text in match.legal()}


def having(match: Match, word: str) -> set[str]:
    """The targets of the legal actions that begin with a word."""
    return {text.removeprefix(word + " ") for text in match.legal() if text.startswith(word + " ")}


def active(match: Match) -> str:
    return match.position()["active"]  # type: ignore[no-any-return]


def step(match: Match) -> str:
    return match.position()["step"]  # type: ignore[no-any-return]


def card(name: str, state: str | None = None) -> dict[str, str]:
    return {"card": name} | ({"state": state} if state else {})
