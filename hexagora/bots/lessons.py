"""What networks learn from: the settled positions of matches that the search plays against itself, each with what it
promised there and with what came of the match; and positions that other play leads to, with what it promises there."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from hexagora.bots import networks
from hexagora.bots.search import Choice, Search, backend, plain_backend, tuning
from hexagora.bots.spread import spread
from hexagora.bots.view import View, view_of
from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.match import Match
from hexagora.registry import game as find_game

if TYPE_CHECKING:
    from hexagora.engine.game import Game

LONGER = 3  # times as many looks where a turn begins
SOFTNESS = (0.02, 0.04, 0.08)  # of the choices of a match, as of a level
KNOWN = 0.1  # part of the looks of the best choice that others need to be drawn
OPENINGS, RANDOM_PART = 9, 0.3  # at most so many times three decisions at the beginning, of which so many are random
LONGEST = 3000  # decisions of a match
TURNS = (1, 1, 2, 3)  # settled positions that other play goes on to
WANDERING = 80  # decisions that it may take
TABLE = 65_537  # places for positions of a search


@dataclass(frozen=True)
class Lesson:
    """A settled position: whose turn it is, what share of the win each player had in the end, and what the search
    promised each. Where other play than the match's led to it, the promise stands for the share."""

    state: bytes
    player: int
    shares: tuple[float, ...]
    promised: tuple[float, ...]


@dataclass(frozen=True)
class Plan:
    """How the matches are played: by so many looks at a decision; how many positions that other play leads to are
    taken for each of the match; by how many looks the positions are judged that are learned (as a turn's beginning is
    played, if not said), and which part of them is taken, so that more matches can be had for the same time."""

    looks: int
    branches: int = 0
    seed: int = 1
    deep: int = 0
    part: float = 1.0

    @property
    def judging(self) -> int:
        return self.deep or LONGER * self.looks


@dataclass(frozen=True)
class Told:
    """A lesson as a network is told it: the traits seen by the player to act, shares and promises beginning with that
    player."""

    traits: tuple[int, ...]
    shares: tuple[float, ...]
    promised: tuple[float, ...]


def lessons(name: str, options: dict[str, Any], matches: int, plan: Plan, jobs: int = 1,
            tell: Callable[[int], None] = lambda played: None) -> list[list[Told]]:
    """The lessons of so many matches, `jobs` at a time. They are counted in looks and each match has a seed of its own,
    so that the same plan gives the same lessons, however many are played at a time."""
    found = dict[int, list[Told]]()
    for number, of_match in spread(partial(_told_match, name, options, plan), range(matches), partial(_prepare, name),
                                   jobs):
        found[number] = of_match
        tell(len(found))
    return [found[number] for number in range(matches)]


def _prepare(name: str) -> None:
    backend(name, wait=True)


def _told_match(name: str, options: dict[str, Any], plan: Plan, number: int) -> tuple[int, list[Told]]:
    game = find_game(name)
    return number, told(game, options, match_lessons(game, options, plan, number))


def told(game: "Game", options: dict[str, Any], found: list[Lesson]) -> list[Told]:
    """Lessons in terms of traits."""
    traits, box = plain_backend(game.id).functions["traits"], game.box(options)
    most = [f.most for f in networks.shape_of(game, options).found.numbers]
    out, result = [0] * game.max_legal, []
    for lesson in found:
        notes = [0] * len(most)
        traits(box, game.State.from_bytes(lesson.state), lesson.player, out, notes)
        result.append(Told(tuple(map(min, notes, most)), _from(lesson.player, lesson.shares),
                           _from(lesson.player, lesson.promised)))
    return result


def _from(player: int, values: tuple[float, ...]) -> tuple[float, ...]:
    return values[player:] + values[:player]


def turned(game: "Game", options: dict[str, Any]) -> list[list[int]]:
    """Where the traits come from on the board as it is, and on each board that is turned."""
    count, box = len(networks.shape_of(game, options).found.numbers), game.box(options)
    own = hooks.ALIKE.of(game)
    return [list(range(count)), *([list(turn) for turn in own(box)] if own else [])]


class _Player:
    """Whoever plays the matches: a search for each seat, with one source of random numbers."""

    def __init__(self, game: "Game", plan: Plan, number: int):
        self.plan, self.rng = plan, random.Random(f"{plan.seed}-{number}")
        self.on, self.searches = backend(game.id, wait=True), dict[int, Search]()

    def search(self, view: View, looks: int) -> tuple[list[Choice], tuple[float, ...]]:
        """The choices that a search finds, best first, and what it promises to each player."""
        seed = self.rng.getrandbits(30)
        if view.player in self.searches:
            self.searches[view.player].restart(view, seed)
        else:
            self.searches[view.player] = Search(view, self.on, seed, tuning(view.game), table=TABLE)
        search = self.searches[view.player]
        search.run(looks)
        choices = search.choices()
        if search.proven:
            return choices, tuple(search.chances())
        return choices, _promised(search.chances(), view.player, choices[0].value)

    def choose(self, match: Match, looks: int, softness: float) -> tuple[int, tuple[float, ...]]:
        """What a search chooses, softly, and what it promises to each player."""
        found, promised = self.search(view_of(match, match.actor + 1), looks)
        choices = [choice for choice in found if choice.visits]
        if not choices:
            return found[0].action, promised
        most = max(choice.visits for choice in choices)
        known = [choice for choice in choices if choice.visits >= KNOWN * most]
        best = max(choice.value for choice in known)
        weights = [math.exp((choice.value - best) / softness) * choice.visits for choice in known]
        return self.rng.choices(known, weights)[0].action, promised

    def judged(self, match: Match) -> tuple[float, ...]:
        """What a search as deep as is wanted promises."""
        return self.search(view_of(match, match.actor + 1), self.plan.judging)[1]

    def branches(self, match: Match) -> Iterator[Lesson]:
        """Positions that a search from here may come to: after a turn or some of careless play. A network that knew
        only what sensible play leads to would be wrong about all that a search must refute."""
        game = match.game
        for _ in range(self.plan.branches):
            state = wander(match, self.rng.choice(TURNS), self.rng)
            player = game.rules.to_act(match.box, state)
            if player >= 0:
                hidden = state.clone()
                game.rules.hide(match.box, hidden, player)
                view = View(game.id, match.options, player + 1, game.State.to_bytes(hidden), game.other_content)
                promised = self.search(view, self.plan.judging)[1]
                yield Lesson(game.State.to_bytes(state), player, promised, promised)


def _promised(chances: list[float], player: int, best: float) -> tuple[float, ...]:
    """Each player's chance if the player to act makes the best choice; the others share what is left as before."""
    others = sum(chances) - chances[player]
    if others <= 0:
        return tuple(chances)
    return tuple(best if p == player else (1 - best) * chance / others for p, chance in enumerate(chances))


def match_lessons(game: "Game", options: dict[str, Any], plan: Plan, number: int) -> list[Lesson]:
    """The settled positions of a match that the search plays against itself, softly and with some random decisions at
    the beginning, and its branches; none if it finds no end."""
    player = _Player(game, plan, number)
    rng = player.rng
    match = Match(game, options, seed=rng.getrandbits(30))
    opening, softness = 3 * rng.randrange(OPENINGS), rng.choice(SOFTNESS)
    is_settled, made = plain_backend(game.id).functions["settled"], 0
    seen, aside = list[tuple[bytes, int, tuple[float, ...]]](), list[Lesson]()
    while not match.over and made < LONGEST:
        made += 1
        legal, settled = match.actions(), is_settled(match.box, match.state)
        if len(legal) == 1 and not settled:
            match.play(legal[0])
        elif not settled and made <= opening and rng.random() < RANDOM_PART:
            match.play(rng.choice(legal))
        else:
            action, promised = player.choose(match, plan.looks * (LONGER if settled else 1), softness)
            if settled and (plan.part >= 1 or rng.random() < plan.part):
                promised = player.judged(match) if plan.deep else promised
                seen.append((game.State.to_bytes(match.state), match.actor, promised))
                aside += player.branches(match)
            match.play(action)
    if not match.over:
        return []
    out = [0] * max(game.max_legal, match.players)
    game.rules.returns(match.box, match.state, out)
    shares = tuple(out[p] / WIN for p in range(match.players))
    return [*(Lesson(state, actor, shares, promised) for state, actor, promised in seen), *aside]


def wander(match: Match, turns: int, rng: random.Random) -> Any:
    """The state that careless play leads to: what looks good at first sight is as much more likely as it looks
    better."""
    functions, box, s = plain_backend(match.game.id).functions, match.box, match.state.clone()
    draws, out = [rng.getrandbits(30) | 1], [0] * match.game.max_legal
    for _ in range(WANDERING):
        who = functions["to_act"](box, s)
        if who == OVER:
            break
        if who == CHANCE:
            action = functions["outcome"](box, s, out, draws)
        else:
            legal = out[: functions["legal"](box, s, out)]
            functions["study"](box, s)
            action = rng.choices(legal, [functions["appeal"](box, s, a) for a in legal])[0]
            functions["unstudy"](box, s)
        functions["apply"](box, s, action)
        turns -= functions["to_act"](box, s) >= 0 and functions["settled"](box, s)
        if turns == 0:
            break
    return s
