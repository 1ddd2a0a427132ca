"""What the results of an arena say: ratings with intervals, and duels with their confidence."""

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexagora.bots.arena import Arena, Played

Z = 1.959964  # 95 % of a normal distribution lie within this many deviations
ONE_SIDED = 1.644854  # and 95 % of it above this many below the middle
GOAL = 0.65  # part of decided duels in which a level should beat the one below it


@dataclass(frozen=True)
class Rating:
    """An openskill rating: the middle, and the interval in which the strength lies with 95 % confidence."""

    name: str
    mu: float
    low: float
    high: float
    matches: int


@dataclass(frozen=True)
class Duel:
    """A pair: `wins` of `decided` matches by the stronger one's seats. With more than two seats `rate` is what it would
    be between two: the odds of a seat of the one against a seat of the other. It lies between `low` and `high`, and
    above `at_least`, with 95 % confidence each."""

    strong: str
    weak: str
    matches: int
    decided: int
    wins: float
    rate: float
    low: float
    high: float
    at_least: float
    length: float

    @property
    def reached(self) -> bool:
        """Whether the goal is reached with that confidence."""
        return self.at_least >= GOAL


def rate(arena: "Arena") -> list[Rating]:
    """Openskill (Plackett-Luce) ratings in the order of the contenders."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in arena.contenders}
    matches: dict[str, int] = defaultdict(int)
    for played in arena.played:
        teams = [[ratings[name]] for name in played.seats]
        for seat, team in enumerate(model.rate(teams, scores=played.shares)):
            ratings[played.seats[seat]] = team[0]
        for name in set(played.seats):
            matches[name] += 1
    return [Rating(name, round(r.mu, 2), round(r.mu - Z * r.sigma, 2), round(r.mu + Z * r.sigma, 2), matches[name])
            for name, r in ratings.items()]


def duels(arena: "Arena") -> list[Duel]:
    """Every pair that met; the one that comes later in the list of contenders is taken to be the stronger one."""
    met: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for played in arena.played:
        weak, strong = sorted(set(played.seats), key=arena.contenders.index)
        met[strong, weak].append(played)
    return [_duel(strong, weak, games) for (strong, weak), games in met.items()]


def _duel(strong: str, weak: str, games: "list[Played]") -> Duel:
    decided = [g for g in games if _share(g, strong) in (0.0, 1.0)]
    wins = sum(_share(g, strong) for g in decided)
    n = len(decided)
    part = wins / n if n else 0.5
    at_least, _ = interval(part, n, ONE_SIDED)
    rate, low, high, surely = (_even_odds(decided, strong, n * p) if n else p
                               for p in (part, *interval(part, n), at_least))
    length = sum(g.decisions for g in games) / len(games)
    return Duel(strong, weak, len(games), n, wins, round(rate, 3), round(low, 3), round(high, 3), round(surely, 3),
                round(length, 1))


def _share(game: "Played", name: str) -> float:
    return sum(share for seat, share in zip(game.seats, game.shares, strict=True) if seat == name)


def _even_odds(decided: "list[Played]", strong: str, wins: float) -> float:
    """The chance of one seat of the strong side against one seat of the weak side for which that many wins are to be
    expected in these matches (two seats: simply the part of wins)."""
    low, high = 1e-6, 1 - 1e-6
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(_chance(g, strong, middle) for g in decided)
        low, high = (middle, high) if expected < wins else (low, middle)
    return (low + high) / 2


def _chance(game: "Played", strong: str, even: float) -> float:
    mine = game.seats.count(strong)
    return mine * even / (mine * even + (len(game.seats) - mine) * (1 - even))


def interval(p: float, n: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval.

    >>> [round(x, 2) for x in interval(0.65, 100)]
    [0.55, 0.74]
    """
    if n == 0:
        return 0.0, 1.0
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half
