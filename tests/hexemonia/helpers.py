"""Small helpers: positions from the shorthand of the rules, and readable looks at a match."""

from typing import Any

import hexagora
from hexagora.games.hexemonia.positions import NODES

GAME = hexagora.game("hexemonia")


def at(node: str, *cities: Any, turn: str = "p1", players: int = 3, options: Any = None, chance: str = "seed",
       seed: int = 1, **document: Any) -> Any:
    """A match at a node; `cities` are those of p1, p2 …, as texts or objects."""
    document |= {"options": {"players": players, **(options or {})}, "turn": turn, "node": node}
    for p, city in enumerate(cities):
        document[f"p{p + 1}"] = city
    return GAME.from_position(document, chance=chance, seed=seed, debug=True)


def node(match: Any) -> str:
    return NODES[match.state.phase]


def city(match: Any, player: str) -> dict[str, str]:
    """What stands in a city, by cell: `{"o": "2/0/1", "a1": "walls 1/1/0"}`."""
    return dict(entry.replace("*", "").split(" ", 1) for entry in match.position()[player]["city"])


def part(match: Any, player: str, key: str) -> Any:
    """One key of a player's part of the position."""
    return match.position()[player][key]


def legal(match: Any, verb: str = "") -> list[str]:
    """The legal actions that start with a verb."""
    return [text for text in match.legal() if text.startswith(verb)]


def end_turn(match: Any) -> Any:
    """Goes on to the end of the turn without playing hexes or acting."""
    if node(match) == "TAKE1":
        match.play(legal(match, "take")[0])
    if node(match) == "TAKE2":
        match.play(legal(match, "gain")[-1])
    if node(match) == "PLAY":
        match.play("end play")
    match.play("pass")
    while node(match) == "DISCARD":
        match.play(match.legal()[0])
    return match


def sole(match: Any) -> str:
    """The only legal action."""
    (text,) = match.legal()
    return text
