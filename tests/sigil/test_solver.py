"""The solver finds a win in one turn exactly when there is one."""

import random

import pytest

from hexagora.engine.errors import HexagoraError
from hexagora.games.sigil import solver_kernel
from hexagora.games.sigil.rules_ends import lead_of
from hexagora.games.sigil.solver import Solver
from hexagora.games.sigil.solver_bounds import outlook
from hexagora.games.sigil.state import CAST, DASH, DESTRUCTION, END_TURN
from tests.sigil.board import L2, L3, SIGIL, end, play, table

STATES = 4000  # that a comparison looks into at most
TURNS_OF, LATEST_TURN = 120, 60  # matches whose turns are looked at, and up to which turn


@pytest.fixture(scope="module")
def solver():
    return Solver("python")


def won(match, solution):
    """Plays the solution; the player who was to act must have won."""
    me = match.actor
    played = match.fork()
    for text in solution.texts:
        played.play(text)
    return bool(played.over and played.result[me])


@pytest.mark.parametrize("match", [
    table("a1 a2 a3 a4 a5 a6", "b1 b2 b3"),
    table("a1 a2 a8 a9 a10 a4", "a3 b1 b2 b3 b4", red_cast="fireblast 5"),
    table("a3 a9", "a13", elimination="immediate"),
    table("a1 b8 b9 b10", "a2 b13 b7 c11 b1", red_cast="", layout=L2),
], ids=["lead", "sixth", "elimination", "meteor"])
def test_wins_are_found_and_win(solver, match):
    solution = solver.solve(match)
    assert solution.complete
    assert not solution.wins or won(match, solution)


def test_a_plain_win_is_found(solver):
    match = table("a1 a2 a3 a4 a5 a6", "b1 b2 b3")
    assert won(match, solver.solve(match))


def test_no_win_is_told_as_such(solver):
    solution = solver.solve(table("a1", "b1"))
    assert (solution.wins, solution.complete) == (False, True)


def test_a_win_in_mid_turn_is_found(solver):
    match = play(table("a1 a2 a3 a4 a5 a6", "b1 b2 b3"), "move a7")
    assert solver.solve(match).texts == ["end turn"]


def test_blue_wins_by_repetition(solver):
    again = ("move a3,dash,sacrifice a3,sacrifice a2,move a2,end turn,"
             "move b3,dash,sacrifice b3,sacrifice b2,move b2,end turn")
    match = play(table("a1 a2", "b1 b2"), again)
    play(match, "move a3,dash,sacrifice a3,sacrifice a2,move a2,end turn")
    solution = solver.solve(match)
    assert solution.wins
    played = match.fork().play_all(solution.texts)
    assert end(played) == ("blue", "loop")


def test_the_limit_is_kept(solver):
    match = table("a1 a2 a3 a4 a5 a6 a7 a8 a9", "b1 b2 b3 b4 b5 b6 b7 b8", red_cast="grow 5")
    solution = solver.solve(match, limit=5)
    assert not solution.complete or solution.wins


def test_finished_games_have_no_turn_to_solve(solver):
    over = play(table("a1 a2 a3 a4", "b1"), "move a5,end turn")
    with pytest.raises(HexagoraError, match="the game is over"):
        solver.solve(over)
    with pytest.raises(HexagoraError, match="not dealt"):
        solver.solve(SIGIL.match(chance="ask"))


def small_positions(count):
    rng = random.Random(4)
    nodes = [node.id for node in SIGIL.content.node]
    for _ in range(count):
        picked = rng.sample(nodes, 7)
        slot = rng.choice(SIGIL.content.slot).nodes if rng.random() < 0.5 else []
        mine = set(picked[:3]) | set(slot)
        theirs = set(picked[3:]) - mine or {"c13"} - mine or {"a13"}
        options = rng.choice([{}, {"win": "scramble"}, {"win": "deathmatch"}, {"elimination": "immediate"}])
        count_five = "" if options.get("win") == "deathmatch" else rng.choice(["", "grow 5"])
        layout = rng.choice([L2, L3])
        cast = count_five if "grow" in layout else ""
        yield table(" ".join(sorted(mine)), " ".join(sorted(theirs)), layout=layout, red_cast=cast, **options)


def test_leaving_hopeless_states_aside_misses_no_win(solver, monkeypatch):
    matches = list(small_positions(10))
    quick = [solver.solve(match, limit=STATES) for match in matches]
    monkeypatch.setattr(solver_kernel, "hopeless", lambda box, s, looping: False)
    for match, solution in zip(matches, quick, strict=True):
        whole = solver.solve(match, limit=STATES)
        if whole.complete and solution.complete:
            assert whole.wins == solution.wins, match.position()
        if solution.wins:
            assert won(match, solution)
    assert any(solution.wins for solution in quick)


def test_a_pushed_stone_may_land_beside_what_the_next_spell_destroys(solver):
    layout = ["carnage", "seal_of_lightning", "bewitch", "hail_storm", "fireblast", "grow", "comet", "surge", "slash"]
    match = table("a1 a4 a7 a8 a9 a10 a13 c1 c2 c3 c6 c11", "b1 b2 b3 b4 b5 b6 b8 b9 b10 c13", "blue", layout)
    play(match, "move b11,dash,sacrifice b2")
    assert won(match, solver.solve(match))


def some_turns(count):
    """Turns of random matches with all packs, in which spells are cast when they can be: the states of each."""
    rng = random.Random(9)
    for k in range(count):
        match = SIGIL.match(seed=k, pool=rng.choice(["core", "core", "all"]), win="deathmatch")
        while not match.over and match.state.turn < LATEST_TURN:
            turn, states = match.state.turn, []
            while not match.over and match.state.turn == turn:
                states.append(match.state.clone())
                match.make(lively_choice(match, rng))
            yield match, states


def lively_choice(match, rng):
    menu = [a for a in match.actions() if CAST <= a < END_TURN or (a == DASH and rng.random() < 0.5)]
    return rng.choice(menu or match.actions())


def test_no_turn_brings_more_than_its_outlook():
    """Of each state of a turn: what the rest of the turn adds to the lead, and how many enemy stones it takes off."""
    met = 0
    for match, states in some_turns(TURNS_OF):
        if states[0].seal_slot[DESTRUCTION] > 0:
            continue
        box, player, last = match.box, states[0].mover, states[-1]
        for s in states:
            gain = lead_of(box, last, player) - lead_of(box, s, player)
            kills = s.count[1 - player] - last.count[1 - player]
            assert gain <= outlook(box, s, 0), match.game.words.position(box, s)
            assert kills <= outlook(box, s, 1), match.game.words.position(box, s)
            met += gain == outlook(box, s, 0)
    assert met > 500, "an outlook that is never met would be no help"
