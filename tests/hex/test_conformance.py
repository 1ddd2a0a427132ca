"""The contract, for every option."""

import hexagora
from hexagora.engine import conformance


def test_the_game_keeps_the_contract():
    conformance.check(hexagora.game("hex"), matches=1).raise_for_problems()
