"""Fits a network to matches of the search against itself: it learns what came of positions, mixed with what the search
promised there, and so judges at one glance a little of what the search finds by looking ahead."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from hexagora.bots import networks
from hexagora.bots.fitting import Fit, Library
from hexagora.bots.lessons import Told, turned

if TYPE_CHECKING:
    from hexagora.bots.training import Configuration
    from hexagora.engine.game import Game

TESTED = 20  # every so many matches one is kept aside to see how well the others are learned
SURELY = 1e-6  # where a chance is taken to be none


@dataclass
class Course:
    """Lessons as tables: traits, shares and promises, line by line, and the match that each is from."""

    traits: Any
    shares: Any
    promised: Any
    match: Any

    @classmethod
    def of(cls, matches: list[list[Told]]) -> Self:
        told = [one for match in matches for one in match]
        number = [k for k, match in enumerate(matches) for _ in match]
        return cls(np.array([one.traits for one in told], np.int16), np.array([one.shares for one in told], np.float32),
                   np.array([one.promised for one in told], np.float32), np.array(number))

    def part(self, chosen: Any) -> Self:
        return type(self)(self.traits[chosen], self.shares[chosen], self.promised[chosen], self.match[chosen])

    def tested(self) -> tuple[Self, Self]:
        """The lessons to learn, and those to be tested by: positions of other matches that were played to an end."""
        aside = self.match % TESTED == 0
        known = (self.shares != self.promised).any(1)
        return self.part(~aside), self.part(aside & known)


class Apprentice:
    """A network that learns a course, on the board as it is and turned."""

    def __init__(self, game: "Game", options: dict[str, Any], wanted: "Configuration", library: Library):
        self.wanted, self.library = wanted, library
        self.shape = networks.shape_of(game, options)
        self.first_rows = np.array([row - 1 for row, _, _ in self.shape.numbers])
        self.bins = np.array([(parts, most) for _, parts, most in self.shape.numbers])
        self.turns = [np.array(turn) for turn in turned(game, options)]
        self.fit = Fit.new(library, self.shape, wanted.players, wanted.hidden, wanted.second, wanted.seed)

    def rows(self, traits: Any) -> tuple[Any, Any]:
        """The rows of weights that positions switch on, one behind the last for each trait that says nothing, and how
        many these are together."""
        parts, most = self.bins.T
        values = np.minimum(traits, most).astype(np.int64)
        inside = np.where(parts == most, values, (values - 1) * parts // most + 1)
        found = np.where(values > 0, self.first_rows + inside, self.shape.rows)
        return found.astype(np.int16), np.full(len(found), found.shape[1])

    def learn(self, course: Course) -> None:
        """Goes through a course `passes` times, on a board that is turned anew each time."""
        w, rng = self.wanted, np.random.default_rng(self.wanted.seed)
        targets = (w.outcome * course.shares + (1 - w.outcome) * course.promised).astype(np.float32)
        steps, batch = max(1, int(w.passes * len(targets) / w.batch)), min(w.batch, len(targets))
        order, at = rng.permutation(len(targets)), 0
        for step in range(steps):
            if at + batch > len(order):
                order, at = rng.permutation(len(targets)), 0
            chosen, at = order[at : at + batch], at + batch
            turn = self.turns[rng.integers(len(self.turns))]
            rows, counts = self.rows(course.traits[chosen][:, turn])
            rate = w.last_rate + (w.rate - w.last_rate) * (1 - step / steps) ** 1.5
            take = self.library.take
            self.fit.step(take(rows), take(counts), take(targets[chosen]), rate)
            self.fit.fade(rate * w.fading)
        self.forget_unseen(course)

    def forget_unseen(self, course: Course) -> None:
        """What never came up says nothing."""
        seen = np.zeros(self.shape.rows + 1, bool)
        for turn in self.turns:
            seen[np.unique(self.rows(course.traits[:, turn])[0])] = True
        self.fit.weights["first"] = self.fit.weights["first"] * self.library.take(seen[:-1, None].astype(np.float32))

    def loss(self, course: Course) -> float:
        """How badly the network tells what came of matches, as the mean logarithm of the chance of what came."""
        return _loss(self.said(course), course.shares)

    def said(self, course: Course) -> Any:
        """The chances that the network gives in every position of a course."""
        places = range(0, len(course.traits), self.wanted.batch)
        parts = [self.rows(course.traits[k : k + self.wanted.batch]) for k in places]
        return np.concatenate([self.library.give(self.fit.told(*map(self.library.take, part))) for part in parts])


def promised_loss(course: Course) -> float:
    """The same of the promises of the search."""
    return _loss(course.promised, course.shares)


def _loss(said: Any, shares: Any) -> float:
    return float(-(shares * np.log(np.maximum(said, SURELY))).sum(1).mean())
