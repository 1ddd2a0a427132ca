"""Openings of Hexes of Sygon: on the first boards of the rulebook. A board laid at random never comes again."""

from collections.abc import Iterator
from typing import Any

from hexagora.games.sygon.state import State

TABLES = [
    {"board": "recommended"}, {"board": "recommended", "players": 3}, {"board": "recommended", "players": 4},
    {"board": "recommended", "players": 4, "mode": "teams"},
]  # fmt: skip


def images(box: Any, s: Any) -> Iterator[bytes]:
    """Players count in the order of their turns, whoever of them sits where. The first boards have no motion that
    leaves them as they are."""
    t = s.clone()
    for p in range(box.players):
        t.seat[p] = 0
    yield State.to_bytes(t)
