"""Winning chances that are what they say. A search's values are averages of what it looked at: where its judgement is
too sure of itself they lie too near to 0 and 1, where it is too careful too near to even. A game's `levels.py` says how
sharply they are to be taken (`SHARPNESS`), by the number of players, as `python -m bench.calibration` measures it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexagora.engine import hooks

if TYPE_CHECKING:
    from hexagora.engine.game import Game

AS_THEY_ARE = 1.0
NEARBY = 1e-4  # for the slope at a chance


def sharpness(game: "Game", players: int) -> float:
    """Above 1 values are taken farther from even, below 1 nearer to it."""
    return (hooks.SHARPNESS.of(game) or {}).get(players, AS_THEY_ARE)


def all_sharpened(chances: Sequence[float], sharp: float) -> list[float]:
    """The chances of all players.

    >>> [round(chance, 2) for chance in all_sharpened([0.8, 0.2], 0.5)]
    [0.67, 0.33]
    """
    powers = [chance**sharp for chance in chances]
    total = sum(powers)
    return [power / total for power in powers] if total else list(chances)


def sharpened(chance: float, players: int, sharp: float) -> float:
    """The chance of one player, where the others share the rest.

    >>> round(sharpened(0.8, 2, 0.5), 2), sharpened(0.25, 4, 0.5)
    (0.67, 0.25)
    """
    others = (1 - chance) / (players - 1)
    return all_sharpened([chance, *[others] * (players - 1)], sharp)[0]


def slope(chance: float, players: int, sharp: float) -> float:
    """By how much the told chance changes with that of the search, there.

    >>> round(slope(0.5, 2, 1.5), 3), slope(0.3, 3, 1.0)
    (1.5, 1.0)
    """
    if sharp == AS_THEY_ARE:
        return 1.0
    low, high = max(0.0, chance - NEARBY), min(1.0, chance + NEARBY)
    return (sharpened(high, players, sharp) - sharpened(low, players, sharp)) / (high - low)
