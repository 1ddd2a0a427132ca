"""Ratings: openskill for each game and number of players. How they are kept is in `rating_rows.py`.

A rating is a middle and how uncertain it is. People see `1500 + 50 (mu - 25)`, on which 200 points more win about three
of four matches between two, and a mark while it is uncertain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexagora.bots.strengths import strengths
from hexagora.engine import hooks
from hexagora.engine.game import Game
from hexagora.engine.match import Match

MU, SIGMA = 25.0, 25.0 / 3  # where openskill lets everybody begin
OF_BOTS = 1.0  # how uncertain the levels are: they were measured
CERTAIN = 5.0  # up to here a rating is not provisional any more
CENTRE, POINT = 1500, 50  # what people see: the centre, and points for one on the scale of openskill
TEAM_OPTION = "mode"  # the option with which players form teams, in games that have them
LAST = -1.0  # the share of who left the seat to a bot: less than any other
TEAMS = "t"

Rating = tuple[float, float]  # the middle and its uncertainty


def category(match: Match) -> str:
    """What a rating is for within a game: the number of players, and whether they play in teams."""
    return f"{match.players}{TEAMS if len(set(sides(match))) < match.players else ''}"


def categories(game: Game) -> list[str]:
    """All that there are: numbers of players, and teams where they were measured."""
    plain = [str(n) for n in game.facts.players]
    return [*plain, *(c for c in hooks.DUELS.of(game) or {} if c not in plain)]


def free_options(game: Game) -> list[str]:
    """The options that may be chosen in a rated match beside the number of players: whether there are teams."""
    return [option.name for option in game.facts.options if option.name == TEAM_OPTION and hooks.SIDES.of(game)]


def sides(match: Match) -> Sequence[int]:
    """Who stands with whom: partners have the same number."""
    found = hooks.SIDES.of(match.game)
    return found(match.box, match.state) if found else range(match.players)


def told(rating: Rating) -> dict[str, Any]:
    """A rating as people see it.

    >>> told((25.0, 8.3)), told((29.0, 3.0))
    ({'value': 1500, 'provisional': True}, {'value': 1700, 'provisional': False})
    """
    return {"value": points(rating[0]), "provisional": rating[1] > CERTAIN}


def points(mu: float) -> int:
    return round(CENTRE + POINT * (mu - MU))


def of_bots(game: Game, category: str) -> dict[str, dict[str, Any]]:
    """What the levels are worth, by their ids."""
    return {level: told((mu, OF_BOTS)) for level, mu in strengths(game, category).items()}


# counting a match


def entry(table: str, game: Game, match: Match, category: str, result: Sequence[float], at: float) -> dict[str, Any]:
    """What a match that is over says about those who played; who they were is read when it is written."""
    return {"table": table, "game": game.id, "category": category, "sides": list(sides(match)),
            "result": list(result), "at": at}


def rated(before: Sequence[Rating], sides: Sequence[int], shares: Sequence[float]) -> list[Rating]:
    """The ratings of all seats after a match. Teams are rated as one; who left ruins it for nobody but the team.

    >>> first, second = rated([(25.0, 8.3), (25.0, 8.3)], [0, 1], [1.0, 0.0])
    >>> first[0] > 25 > second[0], first[1] < 8.3
    (True, True)
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    names = sorted(set(sides))
    teams = [[k for k, side in enumerate(sides) if side == name] for name in names]
    scores = [min(shares[k] for k in team) for team in teams]
    given = [[model.rating(mu=before[k][0], sigma=before[k][1]) for k in team] for team in teams]
    after: list[Rating] = list(before)
    for team, new in zip(teams, model.rate(given, scores=scores), strict=True):
        for k, rating in zip(team, new, strict=True):
            after[k] = (rating.mu, rating.sigma)
    return after


# looking


@dataclass(frozen=True)
class Known:
    """What is known at a rated table: the rating of each guest now, and what the match changed at each seat."""

    now: Mapping[str, Rating]
    changes: Mapping[int, tuple[float, float]]


NOTHING = Known({}, {})
