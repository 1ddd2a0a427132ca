"""The solver looks several turns ahead: a win is told if and only if it is forced against every defence."""

import pytest

from hexagora.engine.contract import OVER
from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import solver_ahead
from hexagora.games.sigil.solver import PLAIN_ROWS, Solver
from hexagora.games.sigil.solver_ahead import MOST_TURNS, Ahead, Budget
from tests.sigil.board import SIGIL, table

ENOUGH = 200_000  # states that each of these looks may take


@pytest.fixture(scope="module")
def solver():
    return Solver("python")


def near_the_sixth(red, blue="b1"):
    """Red has cast five big spells: another one wins if Red is ahead then."""
    return table(red, blue, red_cast="fireblast 5")


# what all turns lead to, found without the solver


def ends(match, s):
    """The states after all ways to end the turn."""
    rules, box, out = match.game.rules, match.box, [0] * match.game.max_legal
    me, found, seen, todo = rules.to_act(box, s), [], set(), [s]
    while todo:
        here = todo.pop()
        for a in out[: rules.legal(box, here, out)]:
            after = here.clone()
            rules.apply(box, after, a)
            key = match.game.State.to_bytes(after)
            if key not in seen:
                seen.add(key)
                (todo if rules.to_act(box, after) == me else found).append(after)
    return found


def forced(match, s, turns, me):
    """Whether a player who is to act wins within so many turns, by going through everything."""
    for mine in ends(match, s):
        if match.game.rules.to_act(match.box, mine) == OVER:
            if mine.winner == me + 1:
                return True
        elif turns > 1 and all(is_answered(match, theirs, turns - 1, me) for theirs in ends(match, mine)):
            return True
    return False


def is_answered(match, s, turns, me):
    if match.game.rules.to_act(match.box, s) == OVER:
        return s.winner == me + 1
    return forced(match, s, turns, me)


@pytest.mark.parametrize(("red", "wins"), [("a9 a1", True), ("a8 a2", False)])
def test_a_win_in_two_turns_is_told_if_all_ways_say_so(solver, red, wins):
    match = near_the_sixth(red)
    solution = solver.solve(match, ENOUGH, turns=2)
    assert (solution.wins, solution.complete) == (wins, True)
    assert forced(match, match.state, 2, match.actor) == wins


def test_the_first_turn_of_it_leaves_no_defence(solver):
    match = near_the_sixth("a9 a1")
    solution = solver.solve(match, ENOUGH, turns=2)
    after = match.fork().play_all(solution.texts)
    for s in ends(after, after.state):
        after.state = s
        assert solver.solve(after).wins


def test_a_win_within_the_turn_is_told_as_that(solver):
    solution = solver.solve(near_the_sixth("a8 a9 a1"), ENOUGH, turns=2)
    assert (solution.wins, solution.turns) == (True, 1)


def test_a_win_that_needs_three_turns_is_no_win_in_two(solver):
    match = near_the_sixth("a1", "c1")
    assert not solver.solve(match, ENOUGH, turns=2).wins
    solution = solver.solve(match, ENOUGH, turns=3)
    assert (solution.turns, solution.complete) == (3, True)
    assert solution.wins == forced(match, match.state, 3, match.actor)


def test_what_is_not_settled_within_the_limit_is_told_as_open(solver):
    solution = solver.solve(near_the_sixth("a9 a1"), limit=90, turns=2)
    assert (solution.wins, solution.complete) == (False, False)
    solution = solver.solve(near_the_sixth("a8 a2"), turns=2, seconds=0.0)
    assert (solution.wins, solution.complete) == (False, False)


def test_a_number_of_turns_that_is_not_looked_ahead_is_refused(solver):
    with pytest.raises(HexagoraError, match=f"1 to {MOST_TURNS}"):
        solver.solve(SIGIL.match(seed=1), turns=4)


def test_the_module_that_lies_ready_finds_the_same(solver):
    shipped = Solver("wasm")
    for red in ("a9 a1", "a8 a2", "a8 a1"):
        match = near_the_sixth(red)
        one, other = solver.solve(match, ENOUGH, turns=2), shipped.solve(match, ENOUGH, turns=2)
        assert (one.texts, one.complete) == (other.texts, other.complete)


def has_no_win(solver, match, s):
    after = match.fork()
    after.state = s
    return not solver.solve(after, ENOUGH).wins


def safe_turns(solver, match, most):
    return Ahead(solver._placed(match), 0, PLAIN_ROWS, Budget(ENOUGH)).safe_turns(most)


@pytest.mark.parametrize(("blue", "saved"), [("b8 b9 b1", False), ("b9 b1", True)])
def test_turns_after_which_the_other_has_no_win_are_found_if_there_are_any(solver, blue, saved):
    """Blue has cast five big spells and needs one stone more, or two, for the sixth."""
    match = table("a1", blue, blue_cast="fireblast 5")
    found, settled = safe_turns(solver, match, 3)
    assert (bool(found), settled) == (saved, True)
    assert any(has_no_win(solver, match, s) for s in ends(match, match.state)) == saved
    for turn in found:
        after = match.fork()
        for a in turn:
            after.make(a)
        assert after.actor == 1 - match.actor
        assert has_no_win(solver, after, after.state)


def test_some_ends_from_everywhere_are_tried_in_a_turn_with_very_many(solver, monkeypatch):
    match = table("a1 a3 c2 c5", "b9 b1", blue_cast="fireblast 5")
    monkeypatch.setattr(solver_ahead, "FIRST_ENDS", 1)
    ahead = Ahead(solver._placed(match), 0, PLAIN_ROWS, Budget(ENOUGH))
    assert ahead.list_ends(0, thinned=True)[0] < ahead.list_ends(0)[0]
    assert safe_turns(solver, match, 1)[0]


@pytest.mark.parametrize("on", ["python", "wasm"])
def test_where_the_time_has_just_run_out_nothing_is_found_and_nothing_breaks(on):
    match = near_the_sixth("a1 a2 a3")
    ahead = Ahead(Solver(on)._placed(match), 0, PLAIN_ROWS, Budget(0))
    assert ahead.list_ends(0) == (0, False)
    assert ahead.win(0) == ("open", [])
    assert ahead.safe_turns(1) == ([], False)
