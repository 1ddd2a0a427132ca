"""Openings of classic Hex: at which tables they are counted, and when two positions are the same."""

from collections.abc import Iterator
from typing import Any

from hexagora.games.hex import rules
from hexagora.games.hex.state import SWAP

TABLES = [{}, {"size": 9}, {"size": 13}, {"swap": False}]


def images(box: Any, s: Any) -> Iterator[bytes]:
    """The board, and the board after half a turn, which brings each side to the other one of the same player."""
    stones = bytes(s.stone[cell] for cell in range(box.cells))
    rest = bytes((s.mover, box.swap and s.stones == 1))
    yield rest + stones
    yield rest + stones[::-1]


def also(box: Any, s: Any) -> list[int]:
    """Taking over the first stone: a search that thinks all replies alike may not look at it."""
    return [SWAP] if rules.may_swap(box, s) else []
