"""Finds puzzles in matches of bots against themselves, and makes sure that exactly one decision, or one turn, is right.

Bots that look little and err now and then play. Each of their decisions is put off as long as it can wait, for before
that many others are as good; at that moment, if there are some choices, it is asked what is to be found: a win within
the turn that only one decision begins, a position in which all decisions but one let the next player win at once, one
that is proven to be won by one decision and lost by all others, or one decision that stands clear of all others. Where
the decisions of a turn can be made in any order, a few that lead to the same whichever comes first, and are right
together, are parts of one right turn and count as one. What was found is written as a position, read again, and looked
at anew: exactly where all ways can be gone through, otherwise by searches from the position behind every choice, with
two seeds, and at last by long ones behind what is right and its nearest rivals. Everything is counted in looks, so that
the same seed finds the same puzzles.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from hexagora.bots import levels
from hexagora.bots.levels import Level
from hexagora.bots.player import soften
from hexagora.bots.search import Backend, Search
from hexagora.bots.strengths import strengths
from hexagora.bots.turns import LOST, SAFE, Plan, Planner
from hexagora.bots.view import View, view_of
from hexagora.engine import hooks, puzzles
from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.puzzles import Puzzle

if TYPE_CHECKING:
    from hexagora.engine.game import Game

FEWEST_CHOICES = 4  # of a decision that is worth a question
FROM_A_MATCH = 3  # puzzles at most, so many decisions apart
APART = 6
SCREEN = 1500  # looks that say whether a decision may stand out
SCREEN_PART, SCREEN_SLACK = 25, 0.04  # by the margin less this, also by that part of the looks behind every choice
GLANCE, GLANCE_SLACK = 500, 0.05  # the same, after the first of those looks
LOOKS = 10_000  # of the search that confirms the best decision, and behind it and each of the next two
LOOKS_BEHIND_OTHERS = 3000  # behind each of all other decisions
MARGIN = 0.15  # of the winning chance between the best decision and any other, where a game does not say another
LEAST_WORTH = 0.3  # of the best decision: who is lost anyway has nothing to find
SCREENS = ((GLANCE, GLANCE_SLACK), (SCREEN, SCREEN_SLACK))  # looks, and how far below the margin a lead is given up
STAGES = ((4000, 0.02), (LOOKS, 0.0))  # the same of the search that confirms
ROUNDS = ((1, 10), (1, 1), (2, 1))  # seeds, and which part of the looks
RIVALS = 2
LONG_LOOKS, LONG_SEED, LONG_RIVALS = 100_000, 101, 3  # of the last look: behind what is right and so many others
MOST_RIGHT, RIGHT_PART = 3, 3  # decisions with which one turn may begin, and which part of all choices
LEVEL = 0.05  # of the winning chance: decisions of one turn are worth the same, whichever comes first
TABLE = 131_071  # places for positions of a search: more than its looks
DRAWS = 8  # of what a seat cannot know
WIN_POSITIONS = 20_000  # looked at for a win within one turn
MATE_TURNS, MATE_POSITIONS = 2, 1_000_000  # own turns of a forced win, and what is looked at behind each decision
NEARLY_WON = 0.75  # the worth of a decision that may force a win
NEARLY_LOST = 0.35  # the worth of all decisions but one, where these may lose at once
QUICK_LOOK = 2000  # the same, where it is only asked whether to look longer
TURNS = 300  # positions of the own turn from which it goes on, before "all ways lose" is given up
FIRST_TRIES = 2  # turns at random, before all are gone through
LONGEST_LINE = 12
TRIES = 4  # of each level, for the rating
TRIED = ("beginner", "casual", "club")
RATING_STEP = 50  # points of rating for one of openskill, as tables show them
MIDDLE, MIDDLE_STRENGTH = 1500, 25.0
RATINGS = range(400, 2801, 25)


@dataclass(frozen=True)
class Finding:
    """A decision that was found to be the only right one, how it goes on, how that is known, and the others of the same
    turn that can be made as well."""

    kind: str
    answer: int
    line: list[int]
    proof: str
    also: tuple[int, ...] = ()

    @property
    def right(self) -> list[int]:
        return [self.answer, *self.also]


class Judge:
    """Searches of one game, one for each seat and set of options, begun anew at every question."""

    def __init__(self, on: Backend):
        self.on = on
        self._searches: dict[str, Search] = {}

    def search(self, view: View, seed: int = 1) -> Search:
        key = f"{view.seat} {json.dumps(view.options, sort_keys=True, default=str)}"
        if key not in self._searches:
            if len(self._searches) >= view.game.max_players:
                self._searches.clear()
            self._searches[key] = Search(view, self.on, seed, table=TABLE)
        self._searches[key].restart(view, seed)
        return self._searches[key]

    def worth(self, view: View, action: int, looks: int, seed: int) -> float:
        """The winning chance of a view's seat behind a decision, from the position that it leads to; with hidden
        information on average over draws of it."""
        draws = DRAWS if view.hidden else 1
        return sum(self._worth(view, action, looks // draws, seed + k, k) for k in range(draws)) / draws

    def _worth(self, view: View, action: int, looks: int, seed: int, draw: int) -> float:
        s, rules = view.plain(), view.game.rules
        if view.hidden:
            rules.resample(view.box, s, view.player, [seed * 7919 + draw + 1])
        rules.apply(view.box, s, action)
        return self.worth_of(view, s, looks, seed)

    def worth_of(self, view: View, s: Any, looks: int, seed: int) -> float:
        """The winning chance of a view's seat in a state."""
        rules = view.game.rules
        if rules.to_act(view.box, s) == OVER:
            return share(view, s)
        rules.hide(view.box, s, view.player)
        search = self.search(replace(view, state=view.game.State.to_bytes(s)), seed)
        search.run(looks)
        return search.chances()[view.player]


def share(view: View, s: Any) -> float:
    """The share of the win of a view's seat in a match that is over."""
    out = [0] * max(view.game.max_legal, view.options["players"])
    view.game.rules.returns(view.box, s, out)
    return float(out[view.player]) / WIN


# decisions of one turn


def are_few(view: View, actions: list[int]) -> bool:
    """Whether a guess would hardly be one of them."""
    return len(actions) == 1 or len(actions) <= min(MOST_RIGHT, len(view.legal()) // RIGHT_PART)


def together(view: View, actions: list[int]) -> Any:
    """The state after all of the decisions, if each can be made first and any order of them leads to the same; else
    None. With hidden information that is not asked."""
    if view.hidden:
        return None
    ends = {}
    for order in permutations(actions):
        s = view.plain()
        for k, a in enumerate(order):
            if k and (view.game.rules.to_act(view.box, s) != view.player or a not in legal(view, s)):
                return None
            view.game.rules.apply(view.box, s, a)
        ends[view.game.State.to_bytes(s)] = s
    return ends.popitem()[1] if len(ends) == 1 else None


# wins within the turn


def wins(search: Search, view: View, s: Any) -> bool | None:
    """Whether a seat wins for certain within its turn from a state on; None if that is not settled."""
    rules, box = view.game.rules, view.box
    who = rules.to_act(box, s)
    if who == OVER:
        return share(view, s) == 1
    if who == CHANCE:
        outcomes = [wins(search, view, after(view, s, a)) for a in legal(view, s)]
        return False if False in outcomes else None if None in outcomes else True
    if who != view.player:
        return False
    return search.wins_from(view.game.State.to_bytes(s), WIN_POSITIONS)


def after(view: View, s: Any, action: int) -> Any:
    t = s.clone()
    view.game.rules.apply(view.box, t, action)
    return t


def legal(view: View, s: Any) -> list[int]:
    out = [0] * view.game.max_legal
    return out[: view.game.rules.legal(view.box, s, out)]


def winning(search: Search, view: View) -> list[int]:
    """The decisions that begin the one win within the turn, if they are parts of one turn and that is sure of all
    others."""
    found: list[int] = []
    for a in view.legal():
        won = wins(search, view, after(view, view.plain(), a))
        found += [a] if won else []
        if won is None or not are_few(view, found or [a]):
            return []
    if len(found) == 1:
        return found
    s = together(view, found) if found else None
    return found if s is not None and wins(search, view, s) else []


def winning_line(search: Search, view: View) -> list[int]:
    """The decisions of a win within the turn, as far as chance has no part in it."""
    s, line = view.plain(), list[int]()
    while view.game.rules.to_act(view.box, s) == view.player and len(line) < LONGEST_LINE:
        found = [a for a in legal(view, s) if wins(search, view, after(view, s, a))]
        if not found:
            break
        line.append(found[0])
        s = after(view, s, found[0])
    return line


# the only defence


class Exhaustive(Planner):
    """Goes through so many ways to end the turn, whatever time that takes."""

    def __init__(self, search: Search, seed: int = 1):
        super().__init__(search, Plan(), float("inf"), seed)
        self.positions = WIN_POSITIONS
        self.went_on = 0

    def late(self) -> bool:
        self.went_on += 1
        return self.went_on > TURNS

    def may_lose(self, actions: list[int]) -> bool:
        """Whether all but a few of the choices have an end after which the next player is sure to win at once: where
        one end does not lose, the choice saves, or it is not settled."""
        lost = sum(self._expected([a]).verdict == LOST for a in actions)
        return lost >= len(actions) - MOST_RIGHT

    def saving_turn(self, action: int) -> tuple[list[int] | None, bool]:
        """A turn that begins with a decision and after which the next player does not win at once; and whether it is
        settled that there is one or none."""
        if self.team.plans_turns:
            planned = self.planned(action)
            return (planned.actions if planned.verdict == SAFE else None), planned.verdict in (SAFE, LOST)
        self.went_on, sure = 0, True
        for _ in range(FIRST_TRIES):
            first = self._expected([action])
            if first.verdict == SAFE:
                return first.actions, True
        for turn in self.turns([action]):
            if turn.verdict == SAFE:
                return turn.actions, True
            sure = sure and turn.verdict == LOST
        return None, sure and self.went_on <= TURNS


def defences(search: Search, view: View) -> list[list[int]]:
    """Turns after which the next player does not win at once, one that begins with each of the few decisions that save,
    if all others are sure to lose."""
    choices = search.choices()
    worth = sorted((choice.value for choice in choices), reverse=True)
    if max(worth[MOST_RIGHT:], default=0.0) > NEARLY_LOST:
        return []
    planner, saving = Exhaustive(search), list[list[int]]()
    actions = [choice.action for choice in choices]
    for a in actions if planner.may_lose(actions) else []:
        turn, settled = planner.saving_turn(a)
        saving += [turn] if turn else []
        if not settled or not are_few(view, [turn[0] for turn in saving] or [a]):
            return []
    return saving


def save_together(search: Search, view: View, actions: list[int]) -> bool:
    """Whether the decisions are parts of one turn, and all of them together do not lose at once either; begins the
    search anew."""
    s = together(view, actions)
    if s is None:
        return False
    rest = replace(view, state=view.game.State.to_bytes(s))
    if view.game.rules.to_act(view.box, s) != view.player:
        return search.wins_from(rest.state, WIN_POSITIONS) is False
    search.restart(rest, 1)
    planner = Exhaustive(search)
    return any(planner.saving_turn(a)[0] for a in rest.legal())


# the only way to force a win


def only_mate(search: Search, view: View) -> list[int] | None:
    """The line from the one decision that forces a win in the next turn, if that is sure of it and of all others."""
    actions = [choice.action for choice in search.choices()]
    if search.choices()[0].value < NEARLY_WON or forces(search, view, actions[0]) is not True:
        return None
    line = search.line(actions[0], LONGEST_LINE)
    return line if all(forces(search, view, a) is False for a in actions[1:]) else None


def forces(search: Search, view: View, action: int) -> bool | None:
    s = after(view, view.plain(), action)
    if view.game.rules.to_act(view.box, s) == OVER:
        return share(view, s) == 1
    return search.forced_win(view.game.State.to_bytes(s), MATE_TURNS, MATE_POSITIONS)


# by searches


def margin(game: "Game") -> float:
    """By how much of the winning chance what is right stands clear of everything else."""
    return hooks.PUZZLE_MARGIN.of(game) or MARGIN


def leaders(search: Search, view: View, lead: float, least: float) -> list[int]:
    """The choice that stands out so far, or the few of one turn: looked at most, worth enough, and worth more than all
    others by a lead."""
    first, *others = search.choices()
    enough = search.looks / 100
    known = [first, *(c for c in others if c.visits >= enough)]
    bar = max(c.value for c in known) - LEVEL
    group = [c for c in known if c.value >= bar]
    rival = max((c.value for c in known if c.value < bar), default=0.0)
    actions = [c.action for c in group]
    if first not in group or first.value < least or min(c.value for c in group) - rival < lead:
        return []
    return actions if are_few(view, actions) and (len(actions) == 1 or together(view, actions) is not None) else []


def only_by_proof(judge: Judge, view: View, line: list[int]) -> bool:
    """Whether all decisions but the first of a line, which is proven to win, are proven to lose."""
    return all(proven_to_lose(judge, view, a) for a in view.legal() if a != line[0])


def proven_to_lose(judge: Judge, view: View, action: int) -> bool:
    s = after(view, view.plain(), action)
    if view.game.rules.to_act(view.box, s) == OVER:
        return share(view, s) == 0
    search = judge.search(replace(view, state=view.game.State.to_bytes(s)))
    search.run(LOOKS)
    return search.proven and search.chances()[view.player] == 0


def stand_out(search: Search, view: View, stages: Sequence[tuple[int, float]], least: float) -> list[int]:
    """The decisions that lead by the margin after all the looks; given up as soon as none leads enough."""
    done, found = 0, list[int]()
    for looks, slack in stages:
        search.run(looks - done)
        done = looks
        found = leaders(search, view, margin(view.game) - slack, least)
        if not found:
            break
    return found


def stand_clear(judge: Judge, view: View, right: list[int], others: list[int]) -> bool:
    """Whether the right decisions are worth more than every other by the margin, whichever seed looks, and as much
    together as each of them. A first round takes a tenth of the looks, for most are dismissed by it."""
    return all(is_clear(judge, view, right, others, seed, part) for seed, part in ROUNDS)


def is_clear(judge: Judge, view: View, right: list[int], others: list[int], seed: int, part: int, slack: float = 0.0
             ) -> bool:
    bar = margin(view.game) - slack
    worth = min(judge.worth(view, a, LOOKS // part, seed) for a in right)
    if len(right) > 1 and judge.worth_of(view, together(view, right), LOOKS // part, seed) < worth - LEVEL:
        return False
    looks = [LOOKS] * RIVALS + [LOOKS_BEHIND_OTHERS] * len(others)
    return all(judge.worth(view, a, looks[k] // part, seed) <= worth - bar for k, a in enumerate(others))


def stays_clear(judge: Judge, view: View, right: list[int]) -> bool:
    """Whether what is right stands clear of its nearest rivals also when all of them are looked at much longer, with a
    seed of its own."""
    others = sorted((a for a in view.legal() if a not in right), reverse=True,
                    key=lambda a: judge.worth(view, a, LOOKS_BEHIND_OTHERS, LONG_SEED))
    worth = min(judge.worth(view, a, LONG_LOOKS, LONG_SEED) for a in right)
    bar = worth - margin(view.game)
    return all(judge.worth(view, a, LONG_LOOKS, LONG_SEED) <= bar for a in others[:LONG_RIVALS])


# what a position asks


def asked(judge: Judge, view: View) -> Finding | None:
    """What there is to find in a position, made sure; None if there is nothing or more than one turn is right."""
    search = judge.search(view)
    if not view.hidden:
        win, settled = search.win_now(WIN_POSITIONS)
        if win is not None:
            return _win(search, view)
        search.run(SCREEN)
        saving = defences(search, view) if settled else []
        first = [turn[0] for turn in saving]
        if len(first) == 1 or (first and save_together(search, view, first)):
            return finding(puzzles.DEFENCE, first, saving[0], puzzles.EXACT)
        if first:
            search.restart(view, 1)
            search.run(SCREEN)
        mate = only_mate(search, view)
        if mate:
            return Finding(puzzles.MATE, mate[0], mate, puzzles.EXACT)
    right = stand_out(search, view, STAGES, LEAST_WORTH)
    if not right:
        return None
    others = [choice.action for choice in search.choices() if choice.action not in right]
    line = search.line(right[0], LONGEST_LINE)
    won = search.proven and search.chances()[view.player] == 1
    if won and len(right) == 1 and only_by_proof(judge, view, line):
        return Finding(puzzles.ONLY, line[0], line, puzzles.EXACT)
    return finding(puzzles.BEST, right, line, puzzles.SEARCHED) if stand_clear(judge, view, right, others) else None


def finding(kind: str, right: list[int], line: list[int], proof: str) -> Finding:
    return Finding(kind if len(right) == 1 else puzzles.TURN, right[0], line, proof, tuple(right[1:]))


def _win(search: Search, view: View) -> Finding | None:
    right = winning(search, view)
    if not right or view.game.rules.to_act(view.box, after(view, view.plain(), right[0])) == OVER:
        return None  # one step to the end is no puzzle
    return finding(puzzles.WIN, right, winning_line(search, view), puzzles.EXACT)


def promises(judge: Judge, view: View, first_sight: set[int]) -> bool:
    """A quick look whether a position is worth the long one: it can be won at once, or something stands out that is not
    what first sight tells, also when every choice is looked behind."""
    search = judge.search(view)
    if not view.hidden and search.win_now(QUICK_LOOK)[0] is not None:
        return True
    right = stand_out(search, view, SCREENS, 0.0)
    if first_sight <= set(right) or not right:
        return False
    others = [choice.action for choice in search.choices() if choice.action not in right]
    return is_clear(judge, view, right, others, 1, SCREEN_PART, SCREEN_SLACK)


# positions


def as_position(match: Match) -> dict[str, Any]:
    """The position of a match, without the options that are as usual and without what came before."""
    document = match.position()
    usual = match.game.options({"players": match.players})
    options = {name: value for name, value in match.options.items() if value != usual[name]}
    if match.players != match.game.facts.players[0]:
        options["players"] = match.players
    kept = {name: value for name, value in document.items() if name not in ("game", "options", "history")}
    return {"options": options, **kept} if options else kept


def made(judge: Judge, match: Match, name: str, first_sight: set[int], rng: random.Random) -> Puzzle | None:
    """The puzzle in a position of a match, if there is one, it is still there when the position is read again and
    looked at longer, and it is not found at first sight."""
    position, game = as_position(match), match.game
    blank = Puzzle(name, puzzles.BEST, position, "", [], puzzles.SEARCHED, MIDDLE)
    try:
        again = puzzles.opened(game, blank)
    except HexagoraError:
        return None  # not every position in the middle of something can be set up
    if again.actor != match.actor or again.legal() != match.legal():
        return None
    view = view_of(again, again.actor + 1)
    found = asked(judge, view)
    if found is None or first_sight <= set(found.right):
        return None
    if found.proof == puzzles.SEARCHED and not stays_clear(judge, view, found.right):
        return None
    return replace(blank, kind=found.kind, answer=view.text(found.answer), line=told(again, found.line),
                   proof=found.proof, rating=rating(judge, view, found.right, rng),
                   also=[view.text(a) for a in found.also])


def told(match: Match, line: list[int]) -> list[str]:
    """A line as text, as far as it can be played."""
    shown, texts = match.fork(), list[str]()
    for a in line:
        if shown.over or a not in shown.actions() or (match.game.facts.hidden and shown.actor != match.actor):
            break
        texts.append(str(match.game.words.text(shown.box, shown.state, a)))
        shown.make(a)
    return texts


# how hard it is


def found_at_first_sight(judge: Judge, view: View, rng: random.Random) -> set[int]:
    """What the weakest level decides. If that is always the same there is nothing to find, or nobody misses it."""
    level = levels.level_in(view.game, TRIED[0], view.options["players"])
    return {preferred(judge, view, level, rng) for _ in range(TRIES)}


def solves(judge: Judge, view: View, level: Level, right: list[int], rng: random.Random) -> bool:
    """Whether a level finds what is right by its search alone, without its exact help."""
    return preferred(judge, view, level, rng) in right


def preferred(judge: Judge, view: View, level: Level, rng: random.Random) -> int:
    """What a level decides by its search alone."""
    search = judge.search(view, rng.getrandbits(20) + 1)
    search.run(level.looks)
    return soften(search.choices(), level, rng)[0].action


def rating(judge: Judge, view: View, right: list[int], rng: random.Random) -> int:
    """The rating of a puzzle from how often some levels solve it: as if each were a match against it. One match won and
    one lost against the middle are added, so that nothing is infinitely easy or hard."""
    results = [(MIDDLE, 1), (MIDDLE, 0)]
    for name in TRIED:
        level = levels.level_in(view.game, name, view.options["players"])
        strength = strength_of(view.game, view.options["players"], name)
        results += [(strength, int(solves(judge, view, level, right, rng))) for _ in range(TRIES)]
    return min(RATINGS, key=lambda r: abs(sum(expected(strength, r) - won for strength, won in results)))


def strength_of(game: "Game", players: int, level: str) -> int:
    known = strengths(game, str(players))
    place = known[level] if level in known else MIDDLE_STRENGTH + 4 * (TRIED.index(level) - 2)
    return round(MIDDLE + RATING_STEP * (place - MIDDLE_STRENGTH))


def expected(strength: int, rating: int) -> float:
    """How often somebody so strong solves a puzzle of that rating.

    >>> expected(1500, 1500), round(expected(1900, 1500), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((rating - strength) / 400)))


# matches to find them in

MATCHES_WITH_ONE_CHOICE = 8  # of options, before the next of a game's `PUZZLE_OPTIONS` has its turn
OWN_LOOKS, OWN_SOFTNESS = (40, 400), (0.01, 0.06)  # of the bots whose matches are looked through


def start(game: "Game", k: int, seed: int) -> Match:
    """The k-th match that is looked through."""
    several = hooks.PUZZLE_OPTIONS.of(game) or [{}]
    return game.match(seed=f"{seed}-{k}", **several[k // MATCHES_WITH_ONE_CHOICE % len(several)])


def from_match(judge: Judge, players: Judge, game: "Game", k: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match."""
    rng = random.Random(f"{game.id} {seed} {k}")
    level = replace(levels.CASUAL, looks=rng.randint(*OWN_LOOKS), softness=rng.uniform(*OWN_SOFTNESS))
    match, found, last = start(game, k, seed), 0, -APART
    while not match.over:
        before = match.fork()
        for number, position in enumerate(last_moments(before, stretch(players, match, level, rng)), len(before.log)):
            one = in_position(judge, position, f"{k}-{number}", rng) if number - last >= APART else None
            if one is not None:
                found, last = found + 1, number
                yield one
            if found == FROM_A_MATCH:
                return


def stretch(players: Judge, match: Match, level: Level, rng: random.Random) -> list[int]:
    """Plays on until somebody else or chance has decided; returns the decisions."""
    actor, made = match.actor, list[int]()
    known = len(match.log)
    while not match.over and match.actor == actor and len(match.log) == known + len(made):
        made.append(played(players, view_of(match, actor + 1), level, rng))
        match.make(made[-1])
    return made


def last_moments(before: Match, actions: list[int]) -> Iterator[Match]:
    """For each decision of a stretch the position in which it cannot wait any longer."""
    view = view_of(before, before.actor + 1)
    for k in range(len(actions)):
        position = before.fork()
        for a in made_before(view, actions, k):
            position.make(a)
        yield position


def made_before(view: View, actions: list[int], k: int) -> list[int]:
    """The decisions of a stretch that can be made before the k-th of them: those that came before it anyway, and of
    those behind it all that neither need nor prevent it and lead to the same. With hidden information that is not
    asked."""
    first, decision = actions[:k], actions[k]
    if view.hidden:
        return first
    without = view.plain()
    for a in first:
        view.game.rules.apply(view.box, without, a)
    done = after(view, without, decision)
    for a in actions[k + 1:]:
        if view.game.rules.to_act(view.box, done) != view.player:
            break
        if a in legal(view, without) and a in legal(view, done):
            waiting, both = after(view, without, a), after(view, done, a)
            if is_left(view, waiting, decision, both):
                first, without, done = [*first, a], waiting, both
    return first


def is_left(view: View, s: Any, decision: int, done: Any) -> bool:
    """Whether a decision can still be made in a state, and leads to what is done with it."""
    if view.game.rules.to_act(view.box, s) != view.player or decision not in legal(view, s):
        return False
    as_bytes = view.game.State.to_bytes
    return bool(as_bytes(after(view, s, decision)) == as_bytes(done))


def in_position(judge: Judge, match: Match, name: str, rng: random.Random) -> Puzzle | None:
    """The puzzle in a position of a match, if there is one; most are dismissed by short looks."""
    view = view_of(match, match.actor + 1)
    if len(view.legal()) < FEWEST_CHOICES:
        return None
    first_sight = found_at_first_sight(judge, view, rng)
    if len(first_sight) == 1 or not promises(judge, view, first_sight):
        return None
    return made(judge, match, name, first_sight, rng)


def played(players: Judge, view: View, level: Level, rng: random.Random) -> int:
    actions = view.legal()
    return actions[0] if len(actions) == 1 else preferred(players, view, level, rng)
