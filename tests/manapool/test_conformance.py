"""The contract, for every option and board, and how long random matches are."""

import numpy as np
import pytest

from hexagora.engine import conformance
from tests.manapool.support import BOARDS, game
from tests.manapool.test_boards import changed

MEDIAN_ROUNDS = {"well": 18, "crossing": 27, "crown": 30, "marches": 43}  # of random matches on alternate corners
MATCHES = 400
TOLERANCE = 0.12  # several standard errors of the median of so many matches
FEW = 0.02  # of all random matches, at most, meet the round limit


def test_the_game_keeps_the_contract_with_every_option():
    conformance.check(game, matches=1).raise_for_problems()


@pytest.mark.parametrize("board", BOARDS)
def test_the_game_keeps_the_contract_on_every_board(board):
    conformance.check(game, matches=1, seed=2, only=[{"board": board, "setup_order": "random"}]).raise_for_problems()


def test_the_game_keeps_the_contract_on_a_board_of_ones_own():
    own = changed({"a3": "#", "b3": "#", "b4": "D"}, corners=["a1", "e9", "i5", "e1"])
    conformance.check(game, matches=1, seed=3, only=[{"board": own}]).raise_for_problems()


@pytest.mark.parametrize("board", BOARDS)
def test_random_matches_are_about_as_long_as_they_have_always_been(board):
    batch = game.batch(MATCHES, seed=11, board=board, corners="alternate")
    results = batch.playouts()
    rounds = batch.states["round"][:MATCHES]
    assert np.median(rounds) == pytest.approx(MEDIAN_ROUNDS[board], rel=TOLERANCE)
    assert (rounds == batch.options["round_limit"]).mean() <= FEW
    assert results.shares.sum() == pytest.approx(MATCHES)
