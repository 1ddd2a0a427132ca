"""The contract, with every option and many deals."""

import random

from hexagora.engine import conformance
from tests.sigil.board import SIGIL


def test_the_game_keeps_the_contract_with_every_option():
    conformance.check(SIGIL, matches=1, seed=3).raise_for_problems()


def test_the_game_keeps_the_contract_with_200_deals():
    pools = ["core"] * 150 + ["all"] * 50
    deals = [{"pool": pool, "turn_cap": random.Random(k).choice((4, 6, 8, 12))} for k, pool in enumerate(pools)]
    conformance.check(SIGIL, matches=1, seed=5, only=deals).raise_for_problems()
