"""Fits a network for two players to matches of the search against itself by regression, where self-play would take a
machine that is not there: some hundred matches, minutes on one core.

The odds of the seat are taken to be a sum of what each trait counts more for it than for the other player, with weights
of their own in each stage of a match, and of the odds that the rules of thumb give. As a network that is one unit of
the first layer for each stage, which is off in all other stages.
"""

import math
from typing import TYPE_CHECKING, Any

from hexagora.bots import judging, networks
from hexagora.bots.lessons import Told
from hexagora.engine.errors import HexagoraError
from hexagora.engine.features import AFTER

if TYPE_CHECKING:
    from hexagora.bots.networks import Shape
    from hexagora.engine.game import Game

OPINION = "rules of thumb"  # the trait that tells what the rules of thumb say
WIDEST, GATE = 10.0, 8.0  # logarithms of odds from one end of a unit to the other; what switches one off
SHRINK, SHRINK_EVEN = 100.0, 3.0  # how much weights are held back, and what a stage gives the seat as such
STEPS = 8  # of Newton's method
HIDDEN = judging.WIDTH


class Regression:
    """The weights of traits that tell best who won."""

    def __init__(self, game: "Game", options: dict[str, Any], stages: tuple[tuple[str, int], ...],
                 kinds: tuple[str, ...]):
        """Stages are told by traits and the values from which they count: a position is in the first that it reaches,
        or in one more. Traits that are names for kinds of things, not numbers, are told apart by value."""
        if int(options["players"]) != len(AFTER[:2]) or not networks.told_traits(game):
            raise HexagoraError(f"a regression wants a match of two of a game that names traits, not {game.id}")
        self.game, self.options = game, options
        self.shape: Shape = networks.shape_of(game, options)
        self.places = {f.name: k for k, f in enumerate(self.shape.found.numbers)}
        self.stages = [(self.places[name], value) for name, value in stages]
        own, other = (f"{after} " for after in AFTER[:2])
        both = [name.removeprefix(own) for name in self.places if name.startswith(own)]
        self.numbers = [(self.places[own + name], self.places[other + name]) for name in both if name not in kinds]
        self.kinds = [(self.places[own + name], self.places[other + name]) for name in both if name in kinds]
        self.opinion = self.places[OPINION]

    def traits(self, lessons: list[Told]) -> Any:
        """The traits of positions, seen by whoever is to act."""
        import numpy as np

        return np.array([lesson.traits for lesson in lessons], float)

    def stage(self, traits: Any) -> Any:
        """The stage of each position."""
        import numpy as np

        found = np.full(len(traits), len(self.stages))
        for k, (place, value) in reversed(list(enumerate(self.stages))):
            found[traits[:, place] >= value] = k
        return found

    def compared(self, traits: Any) -> Any:
        """What is weighed: the odds by the rules of thumb, what the seat has more of, which kind which player has."""
        import numpy as np

        columns = [_odds(traits[:, self.opinion], self._most(self.opinion))]
        columns += [traits[:, own] - traits[:, other] for own, other in self.numbers]
        for own, other in self.kinds:
            columns += [(traits[:, own] == v).astype(float) - (traits[:, other] == v) for v in self._values(own)]
        return np.column_stack(columns)

    def _most(self, place: int) -> int:
        return self.shape.found.numbers[place].most

    def _values(self, place: int) -> range:
        return range(1, self._most(place) + 1)

    def fit(self, lessons: list[Told]) -> Any:
        """The weights of each stage, and what it gives the seat as such in the last column."""
        import numpy as np

        traits = self.traits(lessons)
        compared, stage, stages = self.compared(traits), self.stage(traits), range(len(self.stages) + 1)
        size = compared.std(0) + 1e-6
        inside = [(stage == k)[:, None] for k in stages]
        columns = np.column_stack([compared / size, *(compared / size * k for k in inside), *inside])
        n = len(size)
        held = np.concatenate([np.full(n * (1 + len(stages)), SHRINK), np.full(len(stages), SHRINK_EVEN)])
        w = _newton(columns, np.array([lesson.shares[0] for lesson in lessons]), held)
        own = [(w[:n] + w[n * (1 + k) : n * (2 + k)]) / size for k in stages]
        return np.column_stack([own, w[-len(stages) :]])

    def record(self, weights: Any) -> bytes:
        """The network of these weights."""
        import numpy as np

        first, bias = np.zeros((self.shape.rows, HIDDEN)), np.zeros(HIDDEN)
        for k, of_stage in enumerate(weights):
            bias[k] = 0.5 + of_stage[-1] / WIDEST
            self._place(first[:, k], of_stage / WIDEST)
            bias[k] -= self._gate(first[:, k], k)
        net = networks.Network.new()
        self.shape.describe(net)
        net.hidden, net.second, net.players = HIDDEN, 1, 2
        made = np.frombuffer(bytearray(networks.Network.to_bytes(net)), networks.Network.dtype())
        steps, told = 1 << judging.STEP_BITS, WIDEST / math.log(2) / 2
        for name, values in (("weights", first * judging.ONE), ("bias", bias * judging.ONE),
                             ("second_weights", np.full(len(weights), steps)),
                             ("last_weights", np.array([told, -told]) * steps),
                             ("last_bias", np.array([-told, told]) / 2 * judging.DOUBLING)):
            made[name][0, : values.size] = np.rint(values).reshape(-1)
        return made.tobytes()

    def _place(self, rows: Any, weights: Any) -> None:
        """Puts the weights of a stage into the rows of its unit."""
        import numpy as np

        opinion, given = self._rows(self.opinion), iter(weights)
        rows[opinion] = next(given) * _odds(np.arange(1, self._most(self.opinion) + 1), self._most(self.opinion))
        for own, other in self.numbers:
            weight = next(given)
            for place, sign in ((own, 1), (other, -1)):
                rows[self._rows(place)] += sign * weight * np.arange(1, self._most(place) + 1)
        for own, other in self.kinds:
            of_kinds = np.array([next(given) for _ in self._values(own)])
            rows[self._rows(own)] += of_kinds
            rows[self._rows(other)] -= of_kinds

    def _gate(self, rows: Any, stage: int) -> float:
        """Switches a unit off in all stages but its own; returns what is to be taken from it from the start."""
        for k, (place, value) in enumerate(self.stages[: stage + 1]):
            first = self._rows(place).start + value - 1
            rows[first : self._rows(place).stop] += GATE if k == stage else -GATE
        return GATE if stage < len(self.stages) else 0.0

    def _rows(self, place: int) -> slice:
        row, parts, _ = self.shape.numbers[place]
        return slice(row, row + parts)


def _odds(told: Any, most: int) -> Any:
    """The logarithm of the odds that a chance told in so many parts stands for."""
    import numpy as np

    chance = (np.maximum(told, 1) - 0.5) / most
    return np.log(chance / (1 - chance))


def _newton(columns: Any, shares: Any, held: Any) -> Any:
    """The weights of a logistic regression."""
    import numpy as np

    w = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-columns @ w))
        slope = columns.T @ (chance - shares) + held * w
        w -= np.linalg.solve((columns * (chance * (1 - chance))[:, None]).T @ columns + np.diag(held), slope)
    return w
