"""The game keeps the contract of the engine, random play ends, and nothing appears or gets lost on the way."""

import random

import pytest

from hexagora.engine import conformance
from hexagora.engine.contract import CHANCE
from hexagora.games.sygon import invariants, words
from hexagora.games.sygon.state import (
    A_BUILD,
    A_BUY,
    A_DISCARD,
    A_SELL,
    A_TRANSFORM,
    A_WALK,
    AT_TURN,
    CELLS,
    KINDS,
    WALL,
)
from tests.support import covers
from tests.sygon.support import GAME, at, new

SHORT = {"max_rounds": 4}
VARIANTS = [
    {"players": 2, "spells": True, **SHORT},
    {"players": 3, "scorch": True, "terraform": True, "upright": "previous_round", **SHORT},
    {"players": 4, "spells": True, "frame_walls": True, "competitive": True, "board": "recommended", **SHORT},
    {"mode": "teams", "spells": True, "scorch": True, "lost_wizards": "return", "team_encirclement": "team", **SHORT},
]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o.get('mode', 'ffa')}-{o.get('players', 4)}")
def test_the_game_keeps_the_contract(options):
    conformance.check(GAME, only=[options]).raise_for_problems()


BRIEF = {"max_rounds": 2}
PLAIN = [*({"players": n, **BRIEF} for n in (2, 3, 4)), {"mode": "teams", **BRIEF}]
ALONE = [
    {**options, **BRIEF}
    for options in conformance.variants(GAME)
    if len(options) == 2 and options["players"] == 4 and not set(options) & {"max_rounds", "turn_timer"}
]


@pytest.mark.parametrize("options", PLAIN + ALONE, ids=str)
def test_the_game_keeps_the_contract_without_options_and_with_each_alone(options):
    conformance.check(GAME, only=[options]).raise_for_problems()


def walk(seed, **options):
    """A random match, decision by decision."""
    match = GAME.match(seed=seed, chance="ask", **options)
    rng = random.Random(seed)
    while not match.over:
        a = rng.choices(match.actions(), match.weights() if match.actor == CHANCE else None)[0]
        before = match.state.clone()
        match._apply(a)
        yield match, before, a


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "spells": True}, {"players": 4, "scorch": True},
                                     {"mode": "teams", "spells": True, "terraform": True}])
def test_random_matches_end_and_keep_the_invariants(options):
    for match, _, _ in walk(5, **options):
        assert invariants.broken(match.box, match.state) == []
    assert match.over
    assert match.state.round <= match.box.max_rounds


@covers("SYG-GEN-7", "SYG-TEAM-12")
def test_goods_pass_only_between_a_player_and_the_bank_but_for_fees_and_steals():
    for match, s, a in walk(11, players=3, spells=True, max_rounds=8):
        if s.stage != AT_TURN:
            continue
        first, _, verb, _ = words.block(a)
        others = [p for p in range(3) if p != s.actor and match.state.gold[p] != s.gold[p]]
        if others and match.state.stage == AT_TURN and match.state.round == s.round:
            assert verb in ("walk", "teleport") or words.text(match.box, s, a).startswith(("steal", "echo steal"))
        for p in range(3):
            if p != s.actor:
                assert list(match.state.cubes[p]) == list(s.cubes[p])
        if first in DELTAS and match.state.choice == s.choice:
            gained = [match.state.cubes[s.actor][k] - s.cubes[s.actor][k] for k in range(KINDS)]
            assert gained == DELTAS[first](match.box, a - first)


def _unit(kind, amount=1):
    return [amount * (k == kind) for k in range(KINDS)]


DELTAS = {
    A_WALK: lambda box, k: [0] * KINDS,
    A_SELL: lambda box, k: _unit(k, -1),
    A_BUY: lambda box, k: _unit(k),
    A_DISCARD: lambda box, k: _unit(k, -1),
    A_TRANSFORM: lambda box, k: [t - g for t, g in zip(_unit(k % KINDS), _unit(k // KINDS), strict=True)],
    A_BUILD: lambda box, k: [-n for n in box.cost_cubes[k // CELLS]],
}


def test_the_invariants_notice_what_is_wrong():
    start = "game 2 ffa spells; board r2; town p1 c2; wall p1 c2 e; wizard p1.w1 c3; gold p1 3; turn p1 move"

    def after(change):
        match = at(start)
        change(match.state)
        return invariants.broken(match.box, match.state)

    assert after(lambda s: None) == []
    changes = [
        lambda s: s.left[0].__setitem__(WALL, 24),
        lambda s: s.towns_on[0].__setitem__(0, 1),
        lambda s: s.crowd.__setitem__(0, 1),
        lambda s: s.present[1].__setitem__(0, 1),
        lambda s: s.wizard_down[1].__setitem__(0, 1),
        lambda s: s.gold.__setitem__(0, 31),
        lambda s: s.gold_pending.__setitem__(1, 1),
        lambda s: s.cubes[0].__setitem__(0, 16),
        lambda s: s.cubes_pending[0].__setitem__(0, 1),
        lambda s: s.workshop.__setitem__(0, 1),
        lambda s: s.value.__setitem__(4, 1),
        lambda s: s.stock.__setitem__(0, 3),
        lambda s: s.phase.__setitem__(1, 3),
        lambda s: s.terrain.__setitem__(4, 1),
    ]
    for change in changes:
        assert after(change)


MENUS = [
    "game 4 ffa; board r4; wizard p1.w1 c4; wizard p1.w2 a4; wizard p2.w1 c5; wall p2 c4 w; gold p1 2; turn p1 move",
    "game 4 ffa; board r4; wizard p1.w1 c4; wizard p2.w1 c5; blizzard p1; turn p1 move",
    "game 4 ffa scorch; board r4; wizard p1.w1 c4; wizard p1.w2 a4; wizard p2.w1 c5; wizard p2.w2 d3; turn p1 cast",
    "game 2 ffa; board r2; wizard p1.w1 c3; cubes p1 snow=2; gold p1 3; turn p1 build",
    "game 2 ffa spells; board r2; wizard p1.w1 c3; hand p1 vanish; turn p1 move",
    "game 4 teams; board r4; wizard p1.w1 c4; wizard p2.w1 a4; turn p1 move",
    "game 4 teams scorch; board r4; wizard p1.w1 c4; wizard p2.w1 a4; turn p1 cast",
]


@pytest.mark.parametrize("script", MENUS)
def test_a_random_action_is_drawn_uniformly_from_the_legal_ones(script):
    match = at(script)
    legal = match.actions()
    rng, out = [12345], [0] * GAME.max_legal
    draws = 300 * len(legal)
    counts = dict.fromkeys(legal, 0)
    for _ in range(draws):
        counts[GAME.rules.pick(match.box, match.state, out, rng)] += 1
    assert all(200 < n < 400 for n in counts.values())


def test_a_teleport_is_drawn_only_where_its_price_leaves_enough_for_the_fee():
    match = at("game 2 ffa; board r2; wizard p1.w1 c3; wizard p2.w1 b4; gold p1 1; turn p1 move")
    assert "walk w1 b4" in match.legal()
    assert "teleport w1 b4" not in match.legal()
    legal, rng, out = match.actions(), [12345], [0] * GAME.max_legal
    assert {GAME.rules.pick(match.box, match.state, out, rng) for _ in range(20 * len(legal))} <= {*legal}


def test_options_are_listed_with_help():
    for option in GAME.facts.options:
        assert option.help
        assert new(**{option.name: option.default}).options[option.name] == option.default
