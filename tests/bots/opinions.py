"""How far the values of evaluations are off, measured: each is compared with one from another seed and more looks.

    python -m tests.bots.opinions           # all games, as docs/bots.md tells
"""

import random
from dataclasses import dataclass, field
from unittest.mock import patch

from hexagora import registry
from hexagora.bots import evaluation
from hexagora.bots.evaluation import LOOKS, Evaluation, doubt
from hexagora.bots.search import backend
from hexagora.bots.view import View, view_of
from hexagora.engine.match import Match

MORE = 6  # times as many looks for the value that is taken as true
OTHER_SEED = 77
NO_HURRY = 600.0


@dataclass
class Held:
    """How many values lay inside their intervals, and how many differences of two choices inside their doubt."""

    values: list[bool] = field(default_factory=list)
    differences: list[bool] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join(f"{name} {sum(held)} of {len(held)}" for name, held in vars(self).items())


def somewhere(name: str, plies: int, seed: int) -> Match | None:
    """A match after so many random decisions and more until there is something to decide; None if it is over."""
    rng, match = random.Random(seed), registry.game(name).match(seed=seed)
    while not match.over and (len(match.log) < plies or len(match.actions()) < 2):
        match.make(rng.choice(match.actions()))
    return None if match.over else match


def view_in(match: Match) -> View:
    return view_of(match, match.actor + 1)


def hold(name: str, positions: int, looks: int = LOOKS) -> Held:
    """Looks at some positions of random matches twice."""
    found, on = Held(), backend(name)
    for k in range(positions):
        match = somewhere(name, 1 + 8 * k, 200 + k)
        if match is None:
            continue
        told = Evaluation(view_in(match), looks, NO_HURRY, on)
        with patch.object(evaluation, "SEED", OTHER_SEED):
            again = Evaluation(view_in(match), MORE * looks, NO_HURRY, on)
            pairs = [(one, again.of(one.action)) for one in told.opinions if not one.proven]
        found.values += [abs(one.value - true.value) <= one.spread for one, true in pairs]
        found.differences += [abs((a.value - b.value) - (ta.value - tb.value)) <= doubt(a, b)
                              for k, (a, ta) in enumerate(pairs) for b, tb in pairs[:k]]
    return found


if __name__ == "__main__":
    for game in registry.names():
        print(f"{game}: {hold(game, 12)}", flush=True)
