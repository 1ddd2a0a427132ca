"""Matches in which somebody thinks before deciding: bots of levels, that count their looks. They give the same rows as
counted ones, all of them looked at closely."""

import random
from functools import cache
from typing import Any

from hexagora import registry
from hexagora.bots import census, search
from hexagora.bots.steady import Steady
from hexagora.bots.view import view_of
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.lab.counting import LONGEST_TRACE, Row, facets, width
from hexagora.lab.setting import LONGEST, QUICK, RANDOM, Setting


@cache
def _functions(game: str) -> dict[str, Any]:
    return search.plain_functions(registry.game(game))


class Thinker:
    """Plays matches of a setting, one after the other."""

    def __init__(self, setting: Setting, limit: int = LONGEST):
        self.setting, self.game, self.limit = setting, setting.game_itself(), limit
        self.players, self.facets = setting.players, len(facets(self.game, setting.options))
        self.rules = _functions(self.game.id)
        self.on = search.backend(self.game.id, wait=True)

    def play(self, number: int) -> tuple[Row, list[int]]:
        """The row of a match, and its actions, chance included."""
        with registry.playing(self.game):
            seed = self.setting.match_seed(number).hex()
            match = Match(self.game, self.setting.options, seed=seed)
            deciders = [_decider(self.game, self.setting, bot, self.on, self.rules, f"{seed}-{seat}")
                        for seat, bot in enumerate(self.setting.at_seats(number))]
            return self._play_out(match, deciders), match.log

    def _play_out(self, match: Match, deciders: list[Any]) -> Row:
        row, trace = [0] * width(self.players, self.facets), [0] * LONGEST_TRACE
        out = [0] * max(self.game.max_legal, self.players)
        row[census.CLOSE], before = 1, census.NOBODY
        while not match.over and len(match.log) < self.limit:
            who = match.actor
            self.rules["look_closely"](match.box, match.state, who, before, out, trace, row)
            row[census.TURNS] += who != before
            row[census.DECISIONS] += 1
            before = who
            match.make(deciders[who].decide(match, who))
        row[census.FINISHED] = int(match.over)
        row[census.CHANCES] = len(match.log) - row[census.DECISIONS]
        self.rules["note_result"](match.box, match.state, self.players, self.facets, out, row)
        if row[census.TRACED]:
            self.rules["note_leads"](self.players, trace, row)
        return [int(value) for value in row]


class _AtLevel:
    def __init__(self, bot: Steady):
        self.bot = bot

    def decide(self, match: Match, who: int) -> int:
        return self.bot.decide(view_of(match, who + 1))


class _AtRandom:
    def __init__(self, seed: str):
        self.rng = random.Random(seed)

    def decide(self, match: Match, who: int) -> int:
        return self.rng.choice(match.actions())


class _Quick:
    """The game's rules of thumb alone, in a draw of what the seat cannot know."""

    def __init__(self, rules: dict[str, Any], game: Game, seed: str):
        self.rules, self.game = rules, game
        self.rng, self.out = [random.Random(seed).getrandbits(32) or 1], [0] * game.max_legal

    def decide(self, match: Match, who: int) -> int:
        s = match.state
        if self.game.facts.hidden:
            s = match.hidden(who + 1)
            self.rules["resample"](match.box, s, who, self.rng)
        return int(self.rules["suggest"](match.box, s, self.out, self.rng))


def _decider(game: Game, setting: Setting, bot: str, on: search.Backend, rules: dict[str, Any], seed: str) -> Any:
    if bot == RANDOM:
        return _AtRandom(seed)
    if bot == QUICK:
        return _Quick(rules, game, seed)
    return _AtLevel(Steady(game, bot, setting.players, on, seed, setting.scale))
