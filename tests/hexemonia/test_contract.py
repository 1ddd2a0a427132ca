"""The contract of games, at every number of players, with and without Revolts, and with every option turned."""

import pytest

from hexagora.engine import conformance
from tests.hexemonia.helpers import GAME

ALL_OTHER = {"end_trigger": "no_refill", "supply": "unlimited", "exchange": "unlimited", "myth_limit": "per_game",
             "excess": "active_only", "shield_self": True, "philosopher_counts": "city_and_myths",
             "rings": "first", "tris_needs_active": True, "delphi_counts_itself": True, "names": "italian"}
MODES = [{"players": 2}, {"players": 2, "revolts": True}, {"players": 3}, {"players": 4},
         {"players": 2, "first_player": "p2", **ALL_OTHER}]


@pytest.mark.parametrize("options", MODES, ids=lambda o: " ".join(f"{k}={v}" for k, v in o.items())[:40])
def test_the_game_keeps_the_contract(options):
    conformance.check(GAME, only=[options]).raise_for_problems()


def test_random_matches_end_within_the_bounds_of_the_rules():
    lengths = GAME.batch(400, players=4, seed=2).playouts().lengths
    assert 150 < lengths.mean() < 600
    assert lengths.max() < 2000
