"""A bot at a seat: from a request to a decision, within its time, whatever happens."""

import json
import logging
import math
import random
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from hexagora.bots import Decision, Request, flat, levels
from hexagora.bots.booked import booked
from hexagora.bots.evaluation import SECONDS, Evaluation
from hexagora.bots.levels import Level
from hexagora.bots.networks import Judgement
from hexagora.bots.search import Backend, Choice, Tuning, backend, turn_positions
from hexagora.bots.team import Team
from hexagora.bots.turns import Plan, Planner
from hexagora.bots.view import View
from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import HexagoraError
from hexagora.registry import game as find_game

KEPT = 3  # searches that a process keeps, for the next decisions of the same seats
SAMPLES = 4  # random ways to the end of the turn, to guess how many decisions it has
MOST_SHARED = 1.5  # a decision gets at least this part of what is left of the turn's time: later ones reuse the tree
KEPT_BACK = 0.1  # part of a turn's time for what comes when the rest is used up
LEAST_SHARE = 0.004  # then each decision gets this part of the whole
LONGEST_TURN = 60
EMERGENCY_SECONDS = 0.05
QUICK_LOOK, PLAIN_QUICK_LOOK = 2000, 100  # positions of the first look for a win at once, compiled and interpreted
WIN_PART = 0.5  # part of what is left of the turn's time that a second look may take
TICK = 1e-4  # seconds: clocks in browsers go by tenths of milliseconds, and a look may take less than one
SAFETY_PART = 0.95  # part of what is left of the turn's time that may go into turns after which nobody wins at once
LEAST_SAFETY = 0.01  # seconds for that at least
LEAST_THINKING = 0.25  # part of a decision's time that is searched, however long was looked for a win
CLEAR_LEAD = 2.0  # times the looks still to come by which a choice must lead to be played before the time is up
SETTLED_EVERY = 0.05  # part of a decision's time after which it is asked again whether it is settled

log = logging.getLogger(__name__)


@dataclass
class Turn:
    """What is known of a seat's turn: how much of its time is used, whether it is sure that it cannot be won, the
    positions in which it would be going on, and a turn in hand after which nobody wins at once."""

    spent: float = 0.0
    no_win: bool = False
    expected: set[bytes] = field(default_factory=set)
    plan: Plan = field(default_factory=Plan)

    def go_on(self, view: View) -> None:
        """A new turn, unless the position is one of those expected."""
        if view.state not in self.expected:
            self.spent, self.no_win, self.plan = 0.0, False, Plan()

    def note(self, view: View, action: int, seconds: float) -> None:
        """A decision and the time that it took."""
        self.spent += seconds
        rules, s = view.game.rules, view.plain()
        self.expected = set()
        try:
            rules.apply(view.box, s, action)
        except (IndexError, ValueError):
            return  # what follows depends on what the seat cannot know
        self.plan.follow(view, action)
        after = [s]
        if rules.to_act(view.box, s) == CHANCE:
            self.no_win = False
            out = [0] * view.game.max_legal
            after = [s.clone() for _ in range(rules.legal(view.box, s, out))]
            for k, one in enumerate(after):
                rules.apply(view.box, one, out[k])
        for one in after:
            if rules.to_act(view.box, one) == view.player:
                rules.hide(view.box, one, view.player)
                self.expected.add(view.game.State.to_bytes(one))

    def seconds(self, view: View, budget: float) -> float:
        """The time for the next decision, of a whole turn's."""
        return max(self.left(budget) / shared_by(view), LEAST_SHARE * budget)

    def left(self, budget: float) -> float:
        return max((1 - KEPT_BACK) * budget - self.spent, LEAST_SHARE * budget)


@dataclass
class Memory:
    """What a process remembers of a seat: its search and its turn."""

    team: Team
    turn: Turn = field(default_factory=Turn)


@dataclass(frozen=True)
class Way:
    """How to search where it is not as the game says: by which settings, with which network, on what."""

    settings: Tuning
    judged: Judgement | None
    on: Backend | None = None


_memories: "OrderedDict[str, Memory]" = OrderedDict()


def view_from(request: Request) -> View:
    """The view of a request; refuses a state that is not hidden, and a seat that is not to act."""
    options = find_game(request.game).as_kept(request.content).options(request.options)
    view = View(request.game, options, request.seat, request.state, request.content)
    if view.actor() != view.player:
        raise HexagoraError(f"seat {request.seat} of {request.game} is not to act in this position")
    return view


def decide(request: Request) -> Decision:
    """The decision of a bot. Mistakes in the request are raised; trouble in the search is logged and got over."""
    view = view_from(request)
    level = levels.level_in(view.game, request.level, view.options["players"])
    try:
        return search_for(view, level, request)
    except Exception:
        log.exception("the search for seat %s of %s failed; a quick look decides instead", view.seat, view.name)
        return emergency(view, request.seed)


def emergency(view: View, seed: int = 1) -> Decision:
    """A legal and sensible action without the search."""
    try:
        value, action = flat.rate(view, EMERGENCY_SECONDS, seed)[0]
    except Exception:
        log.exception("play-outs of %s failed; what the game says or the first legal action is played", view.name)
        value, action = 0.0, stand_in(view)
    return Decision(action, view.text(action), value, "found by a quick look", [view.text(action)])


def stand_in(view: View) -> int:
    """What is played for somebody when nobody can decide it."""
    legal, own = view.legal(), hooks.STAND_IN.of(view.game)
    return own(view.box, view.plain(), legal) if own else legal[0]


def search_for(view: View, level: Level, request: Request, owner: str = "", way: Way | None = None) -> Decision:
    """The search behind a decision. `owner` keeps the memories of several bots at one table apart, `way` is another way
    to search than the game's."""
    only = _only_choice(view)
    if only:
        _pass_through(view, only.action, owner)
        return only
    known = booked(view, random.Random(request.seed)) if level.book and not request.heard else None
    if known is not None:
        _pass_through(view, known, owner)
        return Decision(known, view.text(known), 0.5, "from the opening book", [view.text(known)])
    started = time.perf_counter()
    memory = remember(view, request.seed, owner, way)
    team = memory.team
    if request.spent is not None:
        memory.turn.spent = request.spent
    win = None if request.heard else _thought(memory, view, level, request)
    if win is not None:
        return Decision(win, view.text(win), 1.0, "wins at once", [view.text(win)])
    team.heard = request.heard
    took = time.perf_counter() - started
    spare = SAFETY_PART * (memory.turn.left(_budget(level, request)) - took)
    rescue = _latest(level, request) - memory.turn.spent - took - max(0.0, spare) if level.rescue else 0.0
    chosen = choose(team, level, random.Random(request.seed), memory.turn.plan, spare, rescue)
    memory.turn.note(view, chosen.action, time.perf_counter() - started)
    return Decision(chosen.action, view.text(chosen.action), chosen.value, _short_reason(team, chosen),
                    notation(view, team.line(chosen.action)))


def _budget(level: Level, request: Request) -> float:
    return min(level.seconds, request.seconds or level.seconds)


def _latest(level: Level, request: Request) -> float:
    """The seconds that a turn may take where nothing else than a loss at once was found."""
    return min(level.seconds + level.rescue, request.seconds or math.inf)


def _thought(memory: Memory, view: View, level: Level, request: Request) -> int | None:
    """Thinks as long as the level may; the action that wins at once, if there is one."""
    started, budget, team = time.perf_counter(), _budget(level, request), memory.team
    seconds = memory.turn.seconds(view, budget)
    win = None if memory.turn.no_win else win_at_once(memory, memory.turn.left(budget))
    if win is None:
        thinking = max(seconds - (time.perf_counter() - started), LEAST_THINKING * seconds)
        team.think(thinking, max(1, level.looks - team.looks), Settled(team, thinking))
    return win


def consider(request: Request) -> list[Choice]:
    """What one search finds at a position, to be added up with what others find there (`Request.heard`), without
    deciding; nothing where there is nothing to think about."""
    view = view_from(request)
    level = levels.level_in(view.game, request.level, view.options["players"])
    if len(view.legal()) == 1 or (level.book and booked(view, random.Random(request.seed)) is not None):
        return []
    memory = remember(view, request.seed)
    memory.turn.spent = request.spent or 0.0
    return [] if _thought(memory, view, level, request) is not None else memory.team.choices()


def win_at_once(memory: Memory, seconds: float) -> int | None:
    """The first action of a sure win within the turn: found by a quick look, or by one that takes a part of the time.
    Notes if there is none."""
    quick = QUICK_LOOK if memory.team.on.compiled else PLAIN_QUICK_LOOK
    most = turn_positions(memory.team.view.game)
    started = time.perf_counter()
    win, settled = memory.team.win_now(quick)
    pace = quick / max(time.perf_counter() - started, TICK)
    if not settled and pace * WIN_PART * seconds > quick:
        win, settled = memory.team.win_now(min(most, int(pace * WIN_PART * seconds)))
    memory.turn.no_win = settled and win is None
    return win


def _only_choice(view: View) -> Decision | None:
    actions = view.legal()
    if len(actions) > 1:
        return None
    return Decision(actions[0], view.text(actions[0]), 0.5, "the only choice", [view.text(actions[0])])


def _pass_through(view: View, action: int, owner: str) -> None:
    """The turn goes on after a decision that was none."""
    memory = _memories.get(_key(view, owner))
    if memory:
        memory.turn.go_on(view)
        memory.turn.note(view, action, 0.0)


def _short_reason(team: Team, chosen: Choice) -> str:
    if chosen.proven:
        return "wins for certain" if chosen.value >= 1 else f"worth {chosen.value:.0%} for certain"
    return f"winning chance {chosen.value:.0%} after {team.looks} looks"


def notation(view: View, actions: list[int]) -> list[str]:
    """A line of actions in notation, as far as it can be followed without guessing."""
    s, rules, words = view.plain(), view.game.rules, view.game.words
    out, texts = [0] * view.game.max_legal, []
    for a in actions:
        if a not in out[: rules.legal(view.box, s, out)]:
            break
        texts.append(str(words.text(view.box, s, a)))
        if view.hidden and rules.to_act(view.box, s) != view.player:
            break
        rules.apply(view.box, s, a)
    return texts


class Settled:
    """Says when more thinking would hardly change a decision: the choice looked at most leads by more than twice the
    looks that are still to come in the time that is left. (More than once would do for this decision; but what is
    looked at now is known at the next.) Asked often, it answers only now and then."""

    def __init__(self, team: Team, seconds: float):
        self.team, self.seconds = team, seconds
        self.started = self.asked = time.perf_counter()
        self.before = team.looks

    def __call__(self) -> bool:
        now = time.perf_counter()
        if now - self.asked < SETTLED_EVERY * self.seconds:
            return False
        self.asked = now
        pace = (self.team.looks - self.before) / (now - self.started)
        first, second = self.team.two_most()
        return first - second > CLEAR_LEAD * pace * max(0.0, self.started + self.seconds - now)


# remembering


def remember(view: View, seed: int, owner: str = "", way: Way | None = None) -> Memory:
    """The memory for a view: the one kept from the last decision of that seat, moved to this position, or a new one."""
    on = way.on if way and way.on else backend(view.name)
    key = _key(view, owner)
    memory = _memories.pop(key, None)
    if memory is None or memory.team.on is not on:
        memory = Memory(Team(view, on, seed, way.settings, judged=way.judged) if way else Team(view, on, seed))
    else:
        memory.team.look_at(view)
    memory.turn.go_on(view)
    _memories[key] = memory
    while len(_memories) > KEPT:
        _memories.popitem(last=False)
    return memory


def _key(view: View, owner: str) -> str:
    options = json.dumps(view.options, sort_keys=True, default=str)
    return f"{owner} {view.name} {view.seat} {options} {view.content}"


def forget() -> None:
    """Drops everything that was remembered."""
    _memories.clear()


def shared_by(view: View) -> float:
    """By how many decisions the rest of the turn's time should be shared, guessed by random play."""
    total = 0
    for k in range(SAMPLES):
        total += _decisions_left(view, k + 1)
    return max(1.0, min(MOST_SHARED, total / SAMPLES))


def _decisions_left(view: View, seed: int) -> int:
    rules, box, s = view.game.rules, view.box, view.plain()
    rng, out = [seed * 7919], [0] * view.game.max_legal
    rules.resample(box, s, view.player, rng)
    made = 0
    while rules.to_act(box, s) in (view.player, CHANCE) and made < LONGEST_TURN:
        made += rules.to_act(box, s) != CHANCE
        rules.apply(box, s, rules.random_action(box, s, rules.to_act(box, s), out, rng))
    return made


# choosing


def choose(team: Team, level: Level, rng: random.Random, plan: Plan, seconds: float, rescue: float = 0.0) -> Choice:
    """The best choice, or for softer levels one that is nearly as good; not one that lets the next player win at once
    where another does not, as far as so many seconds tell, and `rescue` more where they tell of none."""
    ranked = team.choices()
    if not ranked[0].proven:
        ranked = soften(ranked, level, rng)
    deadline = time.perf_counter() + max(LEAST_SAFETY, seconds)
    return Planner(team, plan, deadline, rng.getrandbits(31), rescue).choose(ranked)


def soften(ranked: list[Choice], level: Level, rng: random.Random) -> list[Choice]:
    """Puts a choice first that is drawn by how good it looks: the farther below the best, the rarer."""
    enough = max(1.0, level.known * ranked[0].visits)
    looked_at = [c for c in ranked if c.visits >= enough and not c.proven]
    if level.softness == 0 or len(looked_at) < 2:
        return ranked
    weights = [math.exp(min(0.0, c.value - ranked[0].value) / level.softness) for c in looked_at]
    drawn = rng.choices(looked_at, weights)[0]
    return [drawn, *(c for c in ranked if c is not drawn)]


def hints(request: Request) -> list[Decision]:
    """The best choices with reasons in words, whatever the level; none where the search failed or knows too little."""
    from hexagora.bots.coach import advice

    view = view_from(request)
    try:
        return advice(Evaluation(view, seconds=request.seconds or SECONDS))
    except Exception:
        log.exception("the hint for seat %s of %s failed; nothing is said", view.seat, view.name)
        return []
