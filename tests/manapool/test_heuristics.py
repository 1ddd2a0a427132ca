"""Rules of thumb for Mana Pool: always in range, fair to every seat, and sensible in plain cases."""

import random

import pytest

from hexagora.bots import guide
from hexagora.bots.search import plain_backend
from hexagora.hexes import Hex, hexagon, place_names
from tests.manapool.support import at, fresh, game

THUMB = plain_backend("manapool").functions
TABLES = [
    {},
    {"board": "well", "corners": "alternate", "mana_goal": 1},
    {"board": "marches", "mana_goal": 20, "token_limit": 4},
    {"board": "crown", "base_attack": 3, "round_limit": 5},
    {"base_attack": 0, "base_defense": 3, "setup_order": "random"},
]
SIDE = 5  # of the board `crossing`
HOME = {"red": ["a2", "b1", "b2"], "green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}


def chances(match):
    """Each seat's winning chance as the evaluation sees it."""
    out = [0] * max(game.max_legal, match.players)
    THUMB["evaluate"](match.box, match.state, out)
    return out[: match.players]


def suggestion(match, seed=1):
    return text(match, THUMB["suggest"](match.box, match.state, [0] * game.max_legal, [seed]))


def text(match, action):
    return game.words.text(match.box, match.state, action)


def appeals(match):
    return {text(match, a): THUMB["appeal"](match.box, match.state, a) for a in match.actions()}


def settled(match):
    return bool(THUMB["settled"](match.box, match.state))


def with_tokens(mana=None, to_move="red", **extra):
    """Everybody's troops at home, and some more of them."""
    return at(tokens={c: [*HOME[c], *extra.get(c, [])] for c in HOME}, mana=mana or {}, to_move=to_move)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_they_keep_to_their_ranges_at_every_table(options):
    match, rng, aimless = fresh(**options), [4711], random.Random(5)
    for step in range(300):
        if match.over:
            break
        actions = match.actions()
        chosen = THUMB["suggest"](match.box, match.state, [0] * game.max_legal, rng)
        assert chosen in actions
        assert all(1 <= THUMB["appeal"](match.box, match.state, a) < 1000 for a in actions)
        shares = chances(match)
        assert min(shares) >= 0
        assert guide.SURE - match.players <= sum(shares) <= guide.SURE
        match.play(aimless.choice(actions) if step % 3 == 0 else chosen)


def test_evaluating_leaves_the_position_alone():
    match = fresh()
    for seed in range(80):
        before = game.State.to_bytes(match.state)
        chances(match)
        settled(match)
        assert game.State.to_bytes(match.state) == before
        match.play(random.Random(seed).choice(match.actions()))


def turned(name):
    """The name of a hex after the board is turned by a third, which brings red's corner to green's."""
    hexes = hexagon(SIDE)
    names = place_names(hexes)
    at_hex = dict(zip(hexes, names, strict=True))
    one = hexes[names.index(name)]
    return at_hex[Hex(-one.q - one.r, one.q)]


def test_chances_turn_with_the_board():
    own, other, last = ["d4", "d3", "b3"], ["e6", "g7"], ["e5", "c2"]
    found = []
    for turns, colours in enumerate((("red", "green", "blue"), ("green", "blue", "red"), ("blue", "red", "green"))):
        shares = chances(with_tokens(dict(zip(colours, (3, 7, 9), strict=True)), colours[0],
                                     **dict(zip(colours, (own, other, last), strict=True))))
        found.append(shares[turns:] + shares[:turns])
        own, other, last = [[turned(name) for name in some] for some in (own, other, last)]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("worse", "better"), [
    ({"mana": {"red": 2, "green": 7}}, {"mana": {"red": 4, "green": 7}}),
    ({"mana": {"red": 5, "green": 7}}, {"mana": {"red": 7, "green": 7}}),
    ({"red": ["b3"]}, {"red": ["e5"]}),  # a silhouette, and the Pool
    ({"red": ["b3"]}, {"red": ["d3"]}),  # a silhouette, and a bolt
    ({"red": ["d3"]}, {"red": ["d3", "c4"]}),
    ({"red": ["c5"]}, {"red": ["d4"]}),  # +1 Attack, and beside the Pool
    ({"red": ["a3"]}, {"red": ["c2"]}),  # -1 Attack, and +1 Defense
    ({"red": ["d4"], "green": ["d5"]}, {"red": ["d4"], "green": ["e6"]}),  # who could kill, and who could not
    ({"mana": {"red": 9, "green": 9}, "red": ["d4"], "green": ["e5"]}, {"mana": {"red": 9, "green": 9}, "red": ["d4"]}),
])
def test_whoever_stands_better_has_the_better_chances(worse, better):
    assert chances(with_tokens(**better))[0] > chances(with_tokens(**worse))[0]


def test_the_last_mana_within_reach_counts_for_much():
    """How it is taken is found by the search: the numbers found by play leave that to it."""
    mana = {"red": 9, "green": 9, "blue": 9}
    red, green, blue = chances(with_tokens(mana, red=["d4"], green=["e6"], blue=["f4"]))
    assert 2 * red > 3 * max(green, blue)


def test_whoever_is_still_to_come_is_judged_better_than_who_is_at_the_turn():
    """What play found; a fit to results said the opposite of the last."""
    red, green, blue = chances(with_tokens())
    assert red < green < blue


def test_a_lead_counts_for_more_when_there_are_few_rounds():
    mana = {"red": 3, "green": 1}
    few, many = [chances(at(options={"round_limit": rounds}, tokens=HOME, mana=mana))[0] for rounds in (12, 100)]
    assert few > many


@pytest.mark.parametrize(("extra", "best"), [
    ({"red": ["d4"]}, "move d4 e5"),  # the Pool is empty
    ({"red": ["d4"], "green": ["e5"]}, "end move"),  # and here its holder can be killed
    ({"red": ["e4"], "green": ["e5", "d4"]}, "end move"),
])
def test_the_pool_is_entered_or_its_holder_struck(extra, best):
    match = with_tokens(**extra)
    assert suggestion(match) == best
    assert appeals(match)[best] > appeals(match)["move a2 a3"]


def test_a_bolt_is_taken():
    match = at(tokens={**HOME, "red": ["a2", "b1", "b2", "c3"]})
    found = appeals(match)
    assert suggestion(match) in ("move c3 d3", "move c3 c4")
    assert max(found, key=lambda text: found[text]) in ("move c3 d3", "move c3 c4")


def test_a_strike_that_only_loses_is_not_made():
    match = at(phase="combat", tokens={"red": ["b2"], "green": ["c3"], "blue": []})
    assert {suggestion(match, seed) for seed in range(1, 20)} == {"end combat"}


def test_nothing_is_known_before_the_first_turn():
    match = fresh()
    assert chances(match) == [guide.SURE // 3] * 3
    assert not settled(match)


def test_a_turn_is_settled_until_something_is_done():
    match = with_tokens(red=["d3", "c3"])
    assert settled(match)
    match.play("move c3 b3")
    assert not settled(match)
