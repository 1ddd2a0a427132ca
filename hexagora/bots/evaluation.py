"""What a position and its choices are worth, and how far that can be relied on. Hints, reviews and the analysis board
all ask here, so that they cannot contradict each other.

    found = Evaluation(view)
    found.best.value, found.best.spread      # 0.63, 0.05: a winning chance of 63 % ± 5
    found.level                              # the choices that cannot be told apart from the best

A first search finds the candidates. Each of these is then judged by a search of its own from the position that it leads
to, with as many looks as the others: beside the best choice a search looks at the others too rarely to compare them.
Everything is counted in looks and starts from the same seed, so that the same question gets the same answer; the time
bounds it only on a machine that is too slow.
"""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import mean, stdev
from typing import Any

from hexagora.bots.calibration import all_sharpened, sharpened, sharpness, slope
from hexagora.bots.levels import OF_AN_EVALUATION
from hexagora.bots.search import Backend, Choice, backend, turn_positions
from hexagora.bots.team import Team
from hexagora.bots.view import View
from hexagora.engine.contract import OVER, WIN

LOOKS = OF_AN_EVALUATION  # of the search for candidates; each of these is judged by half as many
SECONDS = 8.0  # for all of it, on a machine that is too slow for so many
CANDIDATES = 3
SEED = 1
DRAWS = 8  # of what a seat cannot know, before a position that follows from it is judged
PLAIN_POSITIONS = 100  # looked at for a win at once by interpreted rules
SURE = 1.96  # standard errors on either side that hold the mean of ever more looks 95 times of 100
DRIFT = 0.065  # by how much a value of `LOOKS / 2` still moves as the search looks further ahead
SIBLING_DRIFT = 0.05  # the same for the difference of two choices of one position
SLOWNESS = 3  # eight times as many looks halve the drift
UNSURE = 0.15  # a wider spread than this tells nothing


@dataclass(frozen=True)
class Worth:
    """A winning chance (0 to 1) from so many looks; `proven` ones are exact. `scatter` is the standard error that comes
    from what the seat cannot know, `steep` by how much what is told of it moves with what the search found."""

    value: float
    looks: int
    proven: bool = False
    scatter: float = 0.0
    steep: float = 1.0

    @property
    def error(self) -> float:
        """The standard error of the mean. A mean of 0 or 1 is taken as if one look more had gone either way."""
        smooth = (self.value * self.looks + 1) / (self.looks + 2)
        return 0.0 if self.proven else math.hypot(math.sqrt(smooth * (1 - smooth) / max(1, self.looks)), self.scatter)

    @property
    def spread(self) -> float:
        """Half the width of the interval in which the value stays when the search goes on."""
        return 0.0 if self.proven else min(1.0, self.steep * (SURE * self.error + DRIFT * self.shallowness))

    @property
    def shallowness(self) -> float:
        """How much more the value moves when the search goes on than one of the usual looks does."""
        return 0.0 if self.proven else float((LOOKS / 2 / max(1, self.looks)) ** (1 / SLOWNESS))

    @property
    def sure(self) -> bool:
        return self.spread <= UNSURE


def doubt(one: Worth, other: Worth) -> float:
    """The difference of two choices of one position below which it tells nothing."""
    found = SURE * math.hypot(one.error, other.error) + SIBLING_DRIFT * max(one.shallowness, other.shallowness)
    return max(one.steep, other.steep) * found


@dataclass(frozen=True)
class Opinion(Worth):
    """A choice with its worth and the actions that are expected from it on."""

    action: int = 0
    line: list[int] = field(default_factory=list)


class Evaluation:
    """One position, looked at. It can be asked for the worth of any choice."""

    def __init__(self, view: View, looks: int = LOOKS, seconds: float = SECONDS, on: Backend | None = None,
                 threads: int = 1, sharp: float | None = None):
        self.view, self.looks, self.on, self.threads = view, looks, on or backend(view.name), threads
        self.sharp = sharpness(view.game, view.options["players"]) if sharp is None else sharp
        self.seconds = seconds / 2  # for the candidates, and for judging all of them
        self._judged: dict[int, Opinion] = {}
        self.team = self._team(view)
        self.team.think(self.seconds, looks)
        self.win = self._win_at_once()

    def _team(self, view: View) -> Team:
        return Team(view, self.on, SEED, threads=self.threads)

    def _win_at_once(self) -> int | None:
        if self.team.leader.proven:
            return None
        positions = turn_positions(self.view.game) if self.on.compiled else PLAIN_POSITIONS
        win, settled = self.team.win_now(positions)
        return win if settled else None

    # what it found

    @property
    def chances(self) -> list[float]:
        """Each player's winning chance."""
        if self.win is None:
            known, proven = self.team.chances(), self.team.leader.proven
            return known if proven else all_sharpened(known, self.sharp)
        return [float(p == self.view.player) for p in range(self.view.options["players"])]

    @property
    def judged_chances(self) -> list[float]:
        """The same as hints tell it: with the value of the best candidate for the one who decides. The others share the
        rest as they share it in the search."""
        me, mine = self.view.player, self.best.value
        rest = sum(chance for p, chance in enumerate(self.chances) if p != me)
        return [mine if p == me else (1 - mine) * (chance / rest if rest else 1 / (len(self.chances) - 1))
                for p, chance in enumerate(self.chances)]

    @property
    def worth(self) -> Worth:
        """The position for the one who decides."""
        proven = self.win is not None or self.team.leader.proven
        me, players = self.view.player, self.view.options["players"]
        steep = slope(self.team.chances()[me], players, self.sharp)
        return Worth(self.chances[me], self.team.looks, proven, steep=steep)

    @cached_property
    def opinions(self) -> list[Opinion]:
        """The candidates, best first."""
        found = [self.of(choice.action) for choice in self._candidates()]
        return sorted(found, key=lambda one: (one.value, one.looks), reverse=True)

    def _candidates(self) -> list[Choice]:
        ranked = self.team.choices()
        if self.win is not None:
            ranked = sorted(ranked, key=lambda choice: choice.action != self.win)
        return [choice for choice in ranked[:CANDIDATES] if choice.visits or choice is ranked[0]]

    @property
    def first(self) -> int:
        """What the search would play, before the candidates are judged."""
        return self.team.choices()[0].action if self.win is None else self.win

    @property
    def best(self) -> Opinion:
        return self.opinions[0]

    @property
    def level(self) -> list[Opinion]:
        """The candidates that cannot be told apart from the best, which is one of them."""
        return [one for one in self.opinions if not self.is_behind(one)]

    def is_behind(self, one: Opinion) -> bool:
        """Whether a choice is worse than the best for all that is known."""
        return self.best.value - one.value > doubt(self.best, one)

    def of(self, action: int) -> Opinion:
        """What a choice is worth, whether it is a candidate or not."""
        if action not in self._judged:
            self._judged[action] = self._judge(action)
        return self._judged[action]

    def _judge(self, action: int) -> Opinion:
        known = next(choice for choice in self.team.choices() if choice.action == action)
        if action == self.win:
            return Opinion(1.0, known.visits, True, action=action, line=[action])
        if known.proven:
            return Opinion(known.value, known.visits, True, action=action, line=self.team.line(action))
        worth, line = self._after(action)
        if not worth.proven:
            found, players = worth.value, self.view.options["players"]
            worth = replace(worth, value=sharpened(found, players, self.sharp), steep=slope(found, players, self.sharp))
        return Opinion(**vars(worth), action=action, line=[action, *line])

    # a choice by the position that it leads to

    def _after(self, action: int) -> tuple[Worth, list[int]]:
        """What a choice leads to, on average over draws of what the seat cannot know, and how it may go on."""
        draws = DRAWS if self.view.hidden else 1
        found = [self._follow(action, draw, draws) for draw in range(draws)]
        if draws == 1:
            return found[0]
        values, looked = [worth.value for worth, _ in found], sum(worth.looks for worth, _ in found)
        return Worth(mean(values), looked, scatter=stdev(values) / math.sqrt(draws)), self.team.line(action)[1:]

    def _follow(self, action: int, draw: int, draws: int) -> tuple[Worth, list[int]]:
        """What a choice leads to in one of several draws, and how it may go on."""
        looks, seconds = max(1, self.looks // (2 * draws)), self.seconds / (CANDIDATES * draws)
        rules, box, player = self.view.game.rules, self.view.box, self.view.player
        s = self.view.plain()
        if self.view.hidden:
            rules.resample(box, s, player, [SEED + draw])
        rules.apply(box, s, action)
        if rules.to_act(box, s) == OVER:
            return Worth(_share(self.view, s), looks, True), []
        rules.hide(box, s, player)
        team = self._team(View(self.view.name, self.view.options, self.view.seat, self.view.game.State.to_bytes(s)))
        team.think(seconds, looks)
        return Worth(team.chances()[player], team.looks, team.leader.proven), team.line()


def _share(view: View, s: Any) -> float:
    """The share of the win of a view's seat in a match that is over."""
    out = [0] * max(view.game.max_legal, view.options["players"])
    view.game.rules.returns(view.box, s, out)
    return float(out[view.player]) / WIN
