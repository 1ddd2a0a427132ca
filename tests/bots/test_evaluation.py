"""One evaluation for hints and reviews: it agrees with itself, tells its uncertainty, and is silent below it."""

import random

import pytest

from hexagora import registry
from hexagora.bots import coach
from hexagora.bots.evaluation import LOOKS, SURE, Evaluation, Worth, doubt
from hexagora.bots.levels import level_in
from hexagora.bots.search import backend, plain_backend
from hexagora.bots.steady import Steady
from hexagora.bots.team import Team
from hexagora.bots.view import view_of
from hexagora.engine.match import Match
from tests.bots.opinions import NO_HURRY, hold, somewhere, view_in

FEW = 3000


@pytest.mark.parametrize("name", registry.names())
def test_values_stay_inside_their_intervals_when_the_search_goes_on(name: str):
    held = hold(name, 2, 2 * FEW)
    assert sum(held.values) >= 0.75 * len(held.values), str(held)


@pytest.mark.parametrize("name", registry.names())
def test_a_review_never_blames_what_a_hint_of_the_same_position_called_best(name: str):
    match = somewhere(name, 9, 3)
    assert match
    for hint in coach.advice(Evaluation(view_in(match), FEW, NO_HURRY)):
        after = match.fork().play(hint.text)
        point = next(coach.points_of(after, range(len(match.log), len(match.log) + 1), FEW, NO_HURRY))
        assert point
        assert (point.loss > 0) == (not hint.level)
        best = coach.advice(Evaluation(view_in(match), FEW, NO_HURRY))[0]
        assert abs(point.chances[match.actor] - best.value) <= point.spread, "the chart tells what the hint tells"
        assert sum(point.chances) == pytest.approx(1, abs=1e-3)
        if point.loss:
            assert point.best == best.text
            assert point.loss == pytest.approx(best.value - hint.value, abs=1e-4)


MOMENTS = 10  # of a match
HURRIED = 60  # looks, as many as interpreted rules allow in the time of a hint
GLANCE, LONG_ENOUGH = 10, 150


def quick_match(name: str) -> Match:
    """A match of bots that hardly look."""
    match = registry.game(name).match(seed="hints")
    while not match.over and len(match.log) < LONG_ENOUGH:
        team = Team(view_in(match), backend(name), 1)
        team.think(NO_HURRY, GLANCE)
        match.make(team.choices()[0].action)
    return match


def moments(match: Match) -> list[Match]:
    """The match at some of the moments at which there is something to decide, from its start to its end."""
    forks = (match.fork(ply) for ply in range(len(match.log)))
    decided = [there for there in forks if there.actor >= 0 and len(there.actions()) > 1]
    return decided[:: len(decided) // MOMENTS][:MOMENTS]


@pytest.mark.parametrize("name", registry.names())
def test_a_hint_in_a_hurry_agrees_with_the_review_of_the_same_moment_or_says_nothing(name: str):
    blamed, silent = [], 0
    for there in moments(quick_match(name)):
        hints = coach.advice(Evaluation(view_in(there), HURRIED, NO_HURRY))
        silent += not hints
        for hint in hints[:1]:
            ply = len(there.log)
            point = next(coach.points_of(there.fork().play(hint.text), range(ply, ply + 1), FEW, NO_HURRY))
            assert point
            blamed += [(ply, hint.text, point.best, point.loss)] if point.loss else []
    assert blamed == []
    assert silent >= MOMENTS // 2, "so few looks tell little but what is certain"


@pytest.mark.parametrize("name", registry.names())
def test_a_bot_plays_nothing_that_a_hint_of_the_same_position_calls_worse(name: str):
    game, agreed = registry.game(name), 0
    for seed in (3, 4):
        match = somewhere(name, 9, seed)
        assert match
        view, on = view_in(match), backend(name)
        bot = Steady(game, "expert", match.players, on, f"bot {seed}", FEW / level_in(game, "expert", 2).looks)
        found = Evaluation(view, 2 * FEW, NO_HURRY)
        agreed += not found.is_behind(found.of(bot.decide(view)))
    assert agreed == 2


def test_on_an_empty_board_a_review_says_what_the_hint_said_of_the_best_and_of_the_edge():
    match = registry.game("hex").match(size=11)
    found = Evaluation(view_in(match), LOOKS, NO_HURRY)
    best = coach.advice(found)[0].text
    for text in (best, "a6"):
        point = next(coach.points_of(match.fork().play(text), range(1), LOOKS, NO_HURRY))
        assert point
        assert (point.loss > 0) == found.is_behind(found.of(match.understood(text)))
        assert point.best in (best, text)


def covered(true: float, looks: int, rng: random.Random) -> bool:
    """Whether the statistical part of an interval holds the chance that so many coins were thrown with."""
    worth = Worth(sum(rng.random() < true for _ in range(looks)) / looks, looks)
    return abs(worth.value - true) <= SURE * worth.error


def told_apart(true: float, looks: int, rng: random.Random) -> bool:
    """Whether two equally good choices would be ranked."""
    one, other = (Worth(sum(rng.random() < true for _ in range(looks)) / looks, looks) for _ in range(2))
    return abs(one.value - other.value) > doubt(one, other)


@pytest.mark.parametrize("true", [0.02, 0.3, 0.5, 0.9])
def test_intervals_hold_what_coins_were_thrown_with(true: float):
    rng, throws = random.Random(11), 400
    for looks in (50, 400):
        held = sum(covered(true, looks, rng) for _ in range(throws))
        assert held >= 0.92 * throws, (looks, held)  # 95 of 100, less what so many throws scatter
        assert sum(told_apart(true, looks, rng) for _ in range(throws)) <= 0.05 * throws


def test_the_same_question_gets_the_same_answer():
    match = registry.game("hex").match(size=7)
    one, other = (Evaluation(view_in(match), FEW, NO_HURRY) for _ in range(2))
    assert one.opinions == other.opinions
    assert one.chances == other.chances


def test_symmetrical_choices_are_not_ranked():
    view = view_in(registry.game("hex").match(size=3, swap=False))
    found = Evaluation(view, 2000, NO_HURRY)
    assert {view.text(one.action) for one in found.level} >= {"b2"}
    told = coach.advice(found)
    assert [hint.level for hint in told] == sorted((hint.level for hint in told), reverse=True)


def test_below_its_uncertainty_an_evaluation_says_nothing():
    match = registry.game("hex").match(size=5)
    found = Evaluation(view_of(match, 1), 20, 5.0, plain_backend("hex"))
    assert not found.best.sure
    assert coach.advice(found) == []


def test_a_win_that_a_search_overlooks_is_told_for_certain():
    position = {"options": {"size": 5, "swap": False}, "red": ["b1", "b2", "b3", "b4"],
                "blue": ["a1", "a2", "c3", "d4"], "to_move": "red"}
    match = registry.game("hex").from_position(position)
    hint = coach.advice(Evaluation(view_of(match, 1), 500, NO_HURRY))[0]
    assert (hint.value, hint.spread) == (1.0, 0.0)
    assert "wins for certain" in hint.reason


def test_more_looks_make_an_interval_narrower_and_a_proof_makes_it_a_point():
    spreads = [Worth(0.5, looks).spread for looks in (10, 100, 1000, 100_000)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > 0.3
    assert Worth(1.0, 3, True).spread == 0
    assert doubt(Worth(1.0, 3, True), Worth(0.0, 3, True)) == 0
    assert not Worth(1.0, 10).sure
