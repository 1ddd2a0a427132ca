"""The rules of thumb of Sigil know what is good, and the exact search sees what the solver sees."""

import os
import random

import pytest

from hexagora.bots import guide
from hexagora.bots.desks import WasmDesk
from hexagora.bots.search import Search, compiled_backend, plain_backend, wasm_backend
from hexagora.bots.view import view_of
from hexagora.games.sigil.solver import Solver
from tests.sigil.board import SIGIL, play, table

ENOUGH = 100_000  # positions of an exact search


def functions():
    return plain_backend("sigil").functions


def red_chance(match):
    out = [0, 0]
    functions()["evaluate"](match.box, match.state, out)
    assert sum(out) == guide.SURE
    return out[0]


def search_of(match, seed=1):
    return Search(view_of(match, match.actor + 1), plain_backend("sigil"), seed)


def middle_games(count):
    """Positions from games at random."""
    rng = random.Random(7)
    for seed in range(count):
        match = SIGIL.match(seed=seed)
        for _ in range(rng.randrange(10, 60)):
            before = match.fork()
            match.play(rng.choice(match.actions()))
            if match.over:
                match = before
                break
        yield match


@pytest.mark.parametrize(("better", "worse"), [
    (("a1 a2 a3", "b1 b2"), ("a1 a2", "b1 b2")),
    (("a1 a8 a9 a10", "b1 b2 b3 b4"), ("a1 a2 a8 b13", "b1 b2 b3 b4")),
    (("a1 c1 a2", "b1 b2 b3"), ("a1 a11 a2", "b1 b2 b3")),
    (("a1 a2", "b1 b2"), ("a1 a2", "b1 b8 b9 b10")),
], ids=["stones", "a charged spell", "mana", "a charged spell of the other"])
def test_the_evaluation_knows_what_is_good(better, worse):
    assert red_chance(table(*better)) > red_chance(table(*worse))


def test_the_evaluation_is_the_same_for_both_colours():
    """With the colours exchanged, the score stone and the player to move included, the chances are exchanged."""
    match = table("a1 a2 a3 b7", "b1 b2 a8 a9")
    other = match.fork()
    s = other.state
    s.stones[0], s.stones[1] = s.stones[1], s.stones[0]
    s.count[0], s.count[1] = s.count[1] + 1, s.count[0] - 1
    s.mover = 1 - s.mover
    assert abs(red_chance(match) + red_chance(other) - guide.SURE) <= 1


def test_the_start_of_a_turn_is_settled_and_the_middle_is_not():
    match = table("a1 a2", "b1 b2")
    assert functions()["settled"](match.box, match.state)
    assert not functions()["settled"](match.box, play(match, "move a3").state)


def test_positions_that_differ_only_in_the_order_of_stones_are_one():
    sameness = functions()["sameness"]
    one = play(table("a1", "b1"), "move a2,end turn,move b2,end turn,move a11,end turn,move b11,end turn")
    other = play(table("a1", "b1"), "move a11,end turn,move b11,end turn,move a2,end turn,move b2,end turn")
    assert sameness(one.box, one.state) == sameness(other.box, other.state)
    assert one.state.token != other.state.token


def test_different_positions_are_told_apart():
    sameness = functions()["sameness"]
    keys = {}
    for match in middle_games(60):
        s = match.state
        facts = (tuple(s.stones), s.mover, s.phase, s.choices, tuple(s.lock), tuple(s.casts), s.dashed, s.cast_now,
                 s.left, s.resolving, s.step, s.moved_on)
        key = sameness(match.box, s)
        assert 0 < key <= 1 << 62
        assert keys.setdefault(key, facts) == facts


@pytest.mark.parametrize("match", [
    table("a1 a2 a3 a4 a5 a6", "b1 b2 b3"),
    table("a1 a2 a8 a9 a10 a4", "a3 b1 b2 b3 b4", red_cast="fireblast 5"),
    table("a3 a9", "a13", elimination="immediate"),
], ids=["lead", "sixth", "elimination"])
def test_a_win_within_the_turn_is_found(match):
    me, played = match.actor, match.fork()
    assert Solver("python").solve(match).wins
    while not played.over:
        a, settled = search_of(played).win_now(ENOUGH)
        assert settled
        assert a is not None
        played.play(a)
    assert played.result[me]


def test_the_exact_search_agrees_with_the_solver():
    solver, wins = Solver("python"), 0
    for match in middle_games(60):
        solution = solver.solve(match, limit=3000)
        if solution.complete:
            win, settled = search_of(match).win_now(ENOUGH)
            assert settled
            assert (win is not None) == solution.wins
            wins += solution.wins
    assert wins > 3


def test_a_choice_is_known_to_lose_if_every_end_of_the_turn_does():
    behind = table("a1", "b1 b2 b3 b4")
    assert all(search_of(behind).loses_at_once(a, 2000) for a in behind.actions()), "three behind after any move"
    even = table("a1 a2", "b1 b2")
    assert not any(search_of(even).loses_at_once(a, 2000) for a in even.actions())


def test_a_dash_that_the_next_move_of_the_other_punishes_is_known_to_lose():
    match = play(table("a1 a2 a3", "b1 b2 b3 b4"), "move a4")
    search = search_of(match)
    lost = {search.view.text(a) for a in match.actions() if search.loses_at_once(a, 2000)}
    assert lost == {"dash"}


def test_a_few_looks_beat_random_play():
    rng = random.Random(5)
    for seed in range(10):
        match, mine = SIGIL.match(seed=seed), seed % 2
        while not match.over:
            if match.actor != mine:
                match.play(rng.choice(match.actions()))
            else:
                search = search_of(match, seed + 1)
                search.run(24)
                match.play(search.choices()[0].action)
        assert match.result[mine]


CARNAGE = {
    "layout": ["flourish", "carnage", "starfall", "grow", "fireblast", "meteor", "slash", "sprout", "seal_of_summer"],
    "red": ["a1", "b1", "b2", "b3", "b4", "b5", "b6", "b10", "b11", "b12", "b13", "c10"],
    "blue": ["a2", "a3", "a5", "a6", "a8", "a9", "a10", "a13", "c1", "c5", "c7", "c12"],
    "to_move": "red", "turn": 45, "locks": {"red": "meteor", "blue": "starfall"}, "casts": {"red": 3, "blue": 3}}


def root_of(search):
    """The bytes of the position that is searched, on a compiled back end."""
    return search.states.get_bytes(0) if isinstance(search.desk, WasmDesk) else search.states[0].tobytes()


@pytest.mark.parametrize("backend", ["wasm", pytest.param("cpu", marks=pytest.mark.skipif(
    not os.environ.get("HEXAGORA_RESEARCH"), reason="make test-research compiles the largest search"))])
def test_the_compiled_search_sees_what_the_solver_sees(backend):
    on, solver = (wasm_backend if backend == "wasm" else compiled_backend)("sigil"), Solver(backend)
    for match in [SIGIL.from_position(CARNAGE), *middle_games(40)]:
        search = Search(view_of(match, match.actor + 1), on, 1)
        before = root_of(search)
        win, settled = search.win_now(5_000_000)
        assert (win is not None, settled) == (solver.solve(match).wins, True)
        assert root_of(search) == before, "the root stays as it is"
    carnage = Search(view_of(SIGIL.from_position(CARNAGE), 1), on, 1)
    assert carnage.view.text(carnage.win_now(100)[0]) == "move a2"
    assert carnage.win_now(5) == (None, False)
