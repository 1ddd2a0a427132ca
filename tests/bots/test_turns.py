"""A turn is looked at as a whole: one after which the next player does not win at once is found and kept in hand."""

import math
import time
from types import SimpleNamespace

import pytest

from hexagora.bots import turns
from hexagora.bots.search import Choice
from hexagora.bots.turns import LOST, SAFE, UNKNOWN, Plan, Planner, WholeTurn
from hexagora.bots.view import view_of
from hexagora.games.sigil.state import DASH, MENU
from hexagora.registry import game

pytestmark = pytest.mark.usefixtures("own_time")


class Oracle:
    """Stands for the searches of a seat: `wins` says of a full state whether whoever acts there wins."""

    plans_turns = False

    def __init__(self, match, wins, line=()):
        self.view, self.on = view_of(match, match.actor + 1), SimpleNamespace(compiled=True)
        self.asked, self._wins, self._line = 0, wins, list(line)

    def line(self, action, longest):
        return self._line if self._line[:1] == [action] else []  # as of a choice that it never looked at

    def wins_from(self, state, budget):
        self.asked += 1
        return self._wins(self.view.game.State.from_bytes(state))


def planner(match, wins, plan=None, line=(), seconds=30.0):
    return Planner(Oracle(match, wins, line), plan or Plan(), time.perf_counter() + seconds, 1)


def ranked(match, first):
    """Choices with one before all others."""
    actions = sorted(match.actions(), key=lambda a: a != first)
    return [Choice(a, 10, 0.5, False) for a in actions]


def in_sigil():
    """An early turn of Sigil: a move, then the menu with a dash (for two stones) and the end of the turn."""
    match = game("sigil").match(layout="starter")
    for _ in range(6):
        match.play(match.legal()[0])
        while match.state.phase != MENU:
            match.play(match.legal()[0])
        match.play("end turn")
    return match


def wins_unless_dashed(match):
    """The next player wins unless the turn brought no stone more, as one with a dash does."""
    stones, player = match.state.count[match.actor], match.actor
    return lambda s: s.count[player] > stones


def test_a_choice_after_which_nobody_wins_is_taken_as_it_is():
    match = in_sigil()
    wanted = match.actions()[1]
    assert planner(match, lambda s: False).choose(ranked(match, wanted)).action == wanted


def test_another_choice_is_taken_where_the_wanted_one_loses_however_the_turn_goes_on():
    match = in_sigil()
    first, saving = match.actions()[:2]
    after = match.fork().play(saving).state.stones[match.actor]
    chosen = planner(match, lambda s: s.stones[1 - s.mover] != after).choose(ranked(match, first))
    assert chosen.action == saving


def test_the_wanted_choice_stays_if_the_turn_can_end_well_behind_it():
    """Only a turn with a dash saves: it begins as wanted and is kept in hand to its end."""
    match = in_sigil()
    first = match.actions()[0]
    plan = Plan()
    team = planner(match, wins_unless_dashed(match), plan)
    assert team.choose(ranked(match, first)).action == first
    assert plan.turn is not None
    assert DASH in plan.turn.actions


def test_the_turn_in_hand_is_followed_when_another_wish_is_not_safe():
    match = in_sigil()
    plan = Plan()
    dashes = wins_unless_dashed(match)
    first = planner(match, dashes, plan).choose(ranked(match, match.actions()[0])).action
    plan.follow(view_of(match, match.actor + 1), first)
    match.make(first)
    wish = next(a for a, text in zip(match.actions(), match.legal(), strict=True) if text == "end turn")
    assert planner(match, dashes, plan).choose(ranked(match, wish)).action == plan.turn.actions[0]


def test_a_wish_that_is_the_turn_in_hand_is_not_looked_at_again():
    match = in_sigil()
    first = match.actions()[0]
    plan = Plan()
    planner(match, lambda s: False, plan).choose(ranked(match, first))
    again = planner(match, lambda s: False, plan)
    again.choose(ranked(match, first))
    assert again.team.asked == 0


def test_a_turn_given_up_is_forgotten():
    match = in_sigil()
    plan = Plan()
    planner(match, lambda s: False, plan).choose(ranked(match, match.actions()[0]))
    plan.follow(view_of(match, match.actor + 1), match.actions()[1])
    assert plan.turn is None


def test_where_the_time_brings_no_safe_turn_there_is_some_more_to_find_one():
    match = in_sigil()
    first, saving = match.actions()[:2]
    after = match.fork().play(saving).state.stones[match.actor]
    for rescue, chosen in ((0.0, first), (30.0, saving)):
        late = Planner(Oracle(match, lambda s: s.stones[1 - s.mover] != after), Plan(), time.perf_counter(), 1, rescue)
        assert late.choose(ranked(match, first)).action == chosen


def test_where_all_turns_are_known_to_lose_no_more_time_is_spent():
    match = in_sigil()
    team = planner(match, lambda s: True)
    team.rescue, before = 1e6, team.deadline
    team.choose(ranked(match, match.actions()[0]))
    assert team.deadline == before


def test_what_is_not_known_is_better_than_what_is_known_to_lose():
    match = in_sigil()
    first, other = match.actions()[:2]
    after = match.fork().play(other).state.stones[match.actor]
    team = planner(match, lambda s: None if s.stones[1 - s.mover] == after else True, seconds=0.3)
    assert {turn.verdict for turn in team.turns([other])} >= {UNKNOWN}
    assert team._expected([first]).verdict in (LOST, UNKNOWN)


def test_a_third_repetition_that_loses_is_a_way_to_lose():
    """Red's turn that makes a position come up for the third time ends the match for Blue."""
    match = game("sigil").match(layout="starter")
    s = match.fork().play(match.legal()[0])
    team = planner(match, lambda s: False)
    lost = s.play("end turn").state
    lost.winner = 2
    assert team._verdict(lost) == LOST
    lost.winner = 1
    assert team._verdict(lost) == SAFE


def test_all_turns_are_found_once():
    match = game("hex").match(size=3, swap=False)
    found = list(planner(match, lambda s: False).turns(match.actions()))
    assert sorted(turn.actions for turn in found) == [[a] for a in range(9)]


@pytest.mark.parametrize("name", ["hexemonia", "hexcape"])
def test_with_hidden_information_nothing_is_looked_at(name):
    match = game(name).match(seed=1)
    team = planner(match, lambda s: True)
    assert team.choose(ranked(match, match.actions()[-1])).action == match.actions()[-1]
    assert team.team.asked == 0


def test_looking_ends_in_time():
    match = game("manapool").match(seed=3)
    while match.legal()[0].startswith(("colour", "corner", "spawn")):
        match.play(match.legal()[0])
    started = time.process_time()
    planner(match, lambda s: True, seconds=0.2).choose(ranked(match, match.actions()[0]))
    assert time.process_time() - started < 2


def test_looking_ends_in_time_among_the_ends_behind_one_decision():
    match, asked = game("hex").match(size=9, swap=False), []
    late = planner(match, lambda s: asked.append(s) or True, seconds=30)

    def passes(s):
        asked.append(s)
        late.deadline = time.perf_counter() - 1
        return True

    late.team._wins = passes
    list(late.turns(match.actions()))
    assert len(asked) == 1


def test_a_look_at_one_end_is_as_long_as_the_time_that_is_left(monkeypatch):
    match, budgets = game("hex").match(size=5, swap=False), []
    hurried = planner(match, lambda s: None, seconds=0.05)
    monkeypatch.setattr(hurried.team, "wins_from", lambda state, budget: budgets.append(budget))
    now = time.perf_counter()
    monkeypatch.setattr("time.perf_counter", lambda: now)
    after = match.fork().play(match.legal()[0]).state
    assert hurried._verdict(after) == UNKNOWN
    hurried.deadline = now - 1
    hurried._verdict(after)
    hurried.deadline = now + 30
    hurried._verdict(after)
    assert turns.FEWEST_POSITIONS < budgets[0] <= 0.05 * turns.PACE
    for k, (deadline, rescue) in enumerate([(now, 4.0), (math.inf, 0.0)], 1):
        hurried.deadline, hurried.rescue = deadline, rescue
        hurried._verdict(match.fork().play(match.legal()[k]).state)
    assert budgets[1:] == [turns.FEWEST_POSITIONS, *[turns.POSITIONS] * 3]


class Solving(Oracle):
    """An oracle whose game has a solver for turns: it finds a safe end behind one choice alone."""

    plans_turns = True

    def __init__(self, match, saving, rest):
        super().__init__(match, lambda s: True)
        self.first = saving
        self.saving = self.view.game.State.to_bytes(match.fork().play(saving).state)
        self.rest = rest

    def safe_turns(self, state, budget, until, most):
        if state == self.view.state:
            return [[self.first, *self.rest]], True
        return ([self.rest], True) if state == self.saving else ([], True)


def test_the_solver_of_a_game_finds_the_safe_turn_and_it_is_kept_in_hand():
    match = in_sigil()
    first, saving = match.actions()[:2]
    rest = [a for a, text in zip(match.fork().play(saving).actions(), match.fork().play(saving).legal(), strict=True)
            if text == "end turn"]
    plan = Plan()
    chosen = Planner(Solving(match, saving, rest), plan, time.perf_counter() + 30, 1).choose(ranked(match, first))
    assert chosen.action == saving
    assert plan.turn.actions == [saving, *rest]


WHILE = 0.06


class Slow(Solving):
    """As Solving, but nothing is settled about all turns as one or behind the other choices however long it takes, and
    the safe end takes a while."""

    def __init__(self, match, saving, rest, clock):
        super().__init__(match, saving, rest)
        self.clock = clock

    def safe_turns(self, state, budget, until, most):
        found = state == self.saving and until - self.clock.now >= WHILE
        self.clock.now = self.clock.now + WHILE if found else until
        return ([self.rest], True) if found else ([], False)


class Clock:
    now = 0.0

    def perf_counter(self):
        return self.now


def test_a_safe_turn_behind_the_last_choice_is_found_though_nothing_is_settled_before(monkeypatch):
    match = in_sigil()
    first, saving = match.actions()[0], match.actions()[-1]
    clock, end = Clock(), match.fork().play(saving)
    rest = [a for a, text in zip(end.actions(), end.legal(), strict=True) if text == "end turn"]
    monkeypatch.setattr(turns, "time", clock)
    monkeypatch.setattr(turns.Planner, "_expected", lambda self, line: WholeTurn(self.view.state, line, LOST))
    chosen = Planner(Slow(match, saving, rest, clock), Plan(), 1.0, 1).choose(ranked(match, first))
    assert len(match.actions()) == 5
    assert chosen.action == saving
