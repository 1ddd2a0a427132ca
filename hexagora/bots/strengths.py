"""How strong the levels are on the scale of ratings, from what the arena measured (`levels.DUELS` of a game)."""

import math
from functools import cache
from statistics import NormalDist

from hexagora.bots.levels import ALL, CLUB
from hexagora.engine import hooks
from hexagora.engine.game import Game

MIDDLE = 25.0  # where openskill lets everybody begin, and where the middle level stands
BETA = MIDDLE / 6  # how much results vary at equal strength, as openskill has it
SPREAD = math.sqrt(2) * BETA


def step(percent: float, matches: int) -> float:
    """How far apart two are of whom one won that part of so many matches; nobody wins always.

    >>> round(step(50, 100), 2), round(step(80, 98), 2), round(step(100, 60), 2)
    (0.0, 4.83, 12.62)
    """
    return NormalDist().inv_cdf((percent / 100 * matches + 1) / (matches + 2)) * SPREAD


@cache
def strengths(game: Game, category: str) -> dict[str, float]:
    """The level of each bot on the scale of openskill, by its id; none where nothing was measured."""
    duels = (hooks.DUELS.of(game) or {}).get(category)
    if duels is None:
        return {}
    places = [0.0]
    for percent, matches in duels:
        places.append(places[-1] + step(percent, matches))
    shift = MIDDLE - places[ALL.index(CLUB)]
    return {level.id: round(place + shift, 2) for level, place in zip(ALL, places, strict=True)}
