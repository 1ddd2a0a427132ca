"""A decision from the opening book: one that is not shown to be worse than the best there, with some variety."""

import math
import random

from hexagora.bots.evaluation import Worth, doubt
from hexagora.bots.ratings import interval
from hexagora.bots.view import View
from hexagora.engine import openings
from hexagora.engine.openings import Known, Position

SOFTNESS = 0.02  # of the winning chance: the loss by which a sound decision is e times as rare as the best
PRIOR = 40  # matches that the difference between two searches counts for


def booked(view: View, rng: random.Random) -> int | None:
    """What the book says in a position; None where it does not know it or there is no book."""
    book = None if view.content else openings.of(view.game, view.options)
    if book is None:
        return None
    s = view.plain()
    here = book.positions.get(openings.key(view.game, view.box, s))
    if here is None:
        return None
    known = sound(here)
    hopes = [hope(here, one) for one in known]
    move = rng.choices(known, [math.exp((one - max(hopes)) / SOFTNESS) for one in hopes])[0]
    same = openings.ways(view.game, view.box, s).get(move.to, [])
    return rng.choice(same) if same else None


def sound(position: Position) -> list[Known]:
    """The decisions that neither the searches nor the results of the matches show to be worse than another one."""
    best, least = position.moves[0], max(interval(move.rate, move.played)[0] for move in position.moves)
    return [move for move in position.moves
            if move is best or (best.value - move.value <= doubt(_worth(best), _worth(move))
                                and interval(move.rate, move.played)[1] >= least)]


def hope(position: Position, move: Known) -> float:
    """The part of matches that a decision may be expected to win: its results, and while they are few what all
    decisions of the position won, with what the searches take it to be better."""
    played = sum(one.played for one in position.moves)
    won = sum(one.won for one in position.moves) / played if played else 0.5
    middle = sum(one.value for one in position.moves) / len(position.moves)
    return (move.won + PRIOR * (won + move.value - middle)) / (move.played + PRIOR)


def _worth(move: Known) -> Worth:
    return Worth(move.value, move.looks, move.looks == 0)
