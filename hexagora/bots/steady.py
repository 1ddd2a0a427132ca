"""A bot of a level that counts its looks and never looks at the clock: it decides alike on a fast and on a busy
machine, so that whole matches come out the same for the same seed. For measuring games, not for playing against people,
who would have to wait where many ways of a turn must be looked at."""

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING

from hexagora.bots import levels
from hexagora.bots.player import soften
from hexagora.bots.search import Backend
from hexagora.bots.team import Team
from hexagora.bots.turns import Plan, Planner
from hexagora.bots.view import View

if TYPE_CHECKING:
    from hexagora.engine.game import Game

LEAST_LOOKS = 8  # of a level that was scaled down
WIN_LOOK = 2000  # positions of the own turn looked at for a sure win
SAFETY_LOOK = 4000  # positions of the next player's turn looked at after one way to end the own
TRIES = 24  # positions of the own turn from which other ways are tried
SOLVED_A_SECOND = 24  # the same where a solver looks at all ways from each, for each second that the level may think
REMEMBERED = 10_000  # ends of turns that are remembered
FOREVER = 1e9  # seconds


class CountedPlanner(Planner):
    """Tries so many ways to go on, whatever time that takes."""

    def __init__(self, team: Team, plan: Plan, seed: int, tries: int, scale: float = 1.0):
        super().__init__(team, plan, math.inf, seed)
        look = int(SAFETY_LOOK * min(1.0, scale)) if team.plans_turns else SAFETY_LOOK
        self.positions = min(self.positions, max(LEAST_LOOKS, look))
        self.left = tries

    def late(self) -> bool:
        self.left -= 1
        return self.left < 0


class Steady:
    """Decides for one seat of one match. A scale below 1 shrinks what is looked at in all: the search, the other ways
    through the own turn, which take most of the time where turns are long, and what a game's own solver looks at to
    find safe ones, which takes nearly all of it."""

    def __init__(self, game: "Game", level: str, players: int, on: Backend, seed: str, scale: float = 1.0):
        full = levels.level_in(game, level, players)
        self.level = replace(full, looks=max(LEAST_LOOKS, int(full.looks * scale)))
        self.tries, self.scale = max(1, min(TRIES, int(TRIES * scale))), scale
        self.on, self.rng, self.plan = on, random.Random(seed), Plan()
        self.team: Team | None = None

    def decide(self, view: View) -> int:
        legal = view.legal()
        action = legal[0] if len(legal) == 1 else self._searched(view)
        self._note(view, action)
        return action

    def _searched(self, view: View) -> int:
        team = self._looking_at(view)
        win, _ = team.win_now(WIN_LOOK)
        if win is not None:
            return win
        team.think(FOREVER, max(1, self.level.looks - team.looks))
        ranked = team.choices()
        if not ranked[0].proven:
            ranked = soften(ranked, self.level, self.rng)
        tries = self.tries_of(team)
        return CountedPlanner(team, self.plan, self.rng.getrandbits(31), tries, self.scale).choose(ranked).action

    def tries_of(self, team: Team) -> int:
        """How many ways through a turn are tried. A solver takes as long for one as a search for all its looks, so that
        a level which thinks for less than a second would spend nearly all of a match in it."""
        if not team.plans_turns:
            return self.tries
        return max(1, min(self.tries, int(SOLVED_A_SECOND * self.level.seconds * self.scale)))

    def _looking_at(self, view: View) -> Team:
        if self.team is None:
            self.team = Team(view, self.on, self.rng.getrandbits(31) or 1)
        else:
            self.team.look_at(view)
        return self.team

    def _note(self, view: View, action: int) -> None:
        if self.plan.rest(view):
            self.plan.follow(view, action)
        else:
            self.plan.turn = None
        if len(self.plan.known) > REMEMBERED:
            self.plan.known.clear()
