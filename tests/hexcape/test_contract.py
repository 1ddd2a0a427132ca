"""The contract of games, on every map and with every number of players."""

import pytest

from hexagora.engine import conformance
from tests.hexcape.support import GAME, at, card

ROUNDS = 2
COMBINATIONS = [
    {"players": 2 + k % 5, "map": name, "round_limit": ROUNDS} for k, name in enumerate(GAME.content.map_ids)
] + [
    {"players": 2, "order": "random", "teleport_chain": True, "raise_ends": True, "round_limit": ROUNDS},
    {"players": 6, "thaw_round": 2, "teleport_swap": False, "cards": False, "round_limit": ROUNDS, "die": 12},
]  # fmt: skip


@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda o: f"{o.get('map', 'vote')}-{o['players']}")
def test_the_game_keeps_the_contract(options):
    conformance.check(GAME, only=[options], compiled=False).raise_for_problems()


def test_the_compiled_rules_do_the_same():
    options = [{"players": n, "map": name, "round_limit": ROUNDS} for n, name in ((2, "whirlpools"), (3, "maze"))]
    conformance.check(GAME, only=options).raise_for_problems()


def drawn(match, times):
    """How often each action is drawn by `pick`."""
    rng, out, counts = [99], [0] * GAME.max_legal, {}
    for _ in range(times):
        a = GAME.rules.pick(match.box, match.state, out, rng)
        counts[a] = counts.get(a, 0) + 1
    return counts


def test_picking_at_random_is_uniform_in_the_changing_step():
    match = at(step="change", ap=3, costs={"b4": 10, "b5": 1})
    counts, legal = drawn(match, 12000), match.actions()
    assert sorted(counts) == legal
    mean = 12000 / len(legal)
    assert all(0.6 * mean < n < 1.5 * mean for n in counts.values())


def test_picking_at_random_also_draws_a_card_in_the_changing_step():
    match = at(step="change", ap=3, cards={"red": card("surveyor")})
    assert sorted(drawn(match, 2000)) == match.actions()
