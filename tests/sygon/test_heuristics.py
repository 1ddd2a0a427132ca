"""Rules of thumb for Hexes of Sygon: always in range, sensible in plain cases, and enough to beat aimless play."""

import random

import pytest

from hexagora.bots import guide
from hexagora.bots.search import Search, plain_backend
from hexagora.bots.view import view_of
from hexagora.games.sygon.state import AT_TURN
from tests.sygon.support import GAME, at

THUMB = plain_backend("sygon").functions
TABLES = [
    {"players": 2},
    {"players": 2, "board": "recommended"},
    {"players": 3, "spells": True},
    {"players": 4, "competitive": True, "scorch": True, "terraform": True},
    {"players": 4, "mode": "teams"},
    {"players": 4, "mode": "teams", "spells": True, "lost_wizards": "return"},
]
DEAR_TOWN = "cubes p1 flower=2 snow=1 mushroom=1 spice=1 elixir=1; gold p1 3"


def chances(match):
    """Each seat's winning chance as the evaluation sees it."""
    out = [0] * max(GAME.max_legal, match.players)
    THUMB["evaluate"](match.box, match.state, out)
    return out[: match.players]


def text(match, action):
    return GAME.words.text(match.box, match.state, action)


def suggestion(match, seed=1):
    return text(match, THUMB["suggest"](match.box, match.state, [0] * GAME.max_legal, [seed]))


def appeals(match):
    return {text(match, a): THUMB["appeal"](match.box, match.state, a) for a in match.actions()}


def favourite(match):
    found = appeals(match)
    return max(found, key=lambda text: found[text])


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_they_keep_to_their_ranges_at_every_table(options):
    match, rng, aimless = GAME.match(seed=5, **options), [4711], random.Random(5)
    for step in range(260):
        if match.over:
            break
        actions = match.actions()
        chosen = THUMB["suggest"](match.box, match.state, [0] * GAME.max_legal, rng)
        assert chosen in actions
        assert all(1 <= THUMB["appeal"](match.box, match.state, a) < 1000 for a in actions)
        shares = chances(match)
        assert sum(shares) == guide.SURE
        assert min(shares) > 0
        match.play(aimless.choice(actions) if step % 3 == 0 else chosen)


def test_evaluating_and_ordering_leave_the_position_alone():
    match = GAME.match(seed=3, players=4, spells=True)
    for a in range(60):
        before = match.state.clone()
        chances(match)
        appeals(match)
        assert GAME.State.to_bytes(match.state) == GAME.State.to_bytes(before)
        match.play(random.Random(a).choice(match.actions()))


def test_teammates_have_the_same_chances():
    match = GAME.match(seed=9, players=4, mode="teams", seats="fixed")
    aimless = random.Random(9)
    for _ in range(120):
        match.play(aimless.choice(match.actions()))
        one, two, three, four = chances(match)
        assert abs(one - two) <= 4  # what rounding leaves
        assert abs(three - four) <= 4


PLAIN = "game 2 ffa; board r2; town p1 c5 b2; town p2 a4 e1; wizard p1.w1 c5; wizard p1.w2 b2; wizard p2.w1 a4; " \
        "gold p1 4; gold p2 4; round 3; {} turn p1 build"


@pytest.mark.parametrize("more", ["workshop c5;", "market c5;", "town p1 d1;", "gold p1 9;", "cubes p1 snow=2;",
                                  "wizard p1.w3 c5;", "wall p1 c5 w;", "wall p1 c5 w nw sw;"])
def test_whoever_has_more_has_the_better_chances(more):
    assert chances(at(PLAIN.format(more)))[0] > chances(at(PLAIN.format("")))[0]


def test_it_matters_little_who_is_who():
    """With the same pieces and goods p1 and p2 have the same chances, but for the order of turns."""
    plain = "game 2 ffa; board r2; town {0} c5 b2; town {1} a4 e1; wizard {0}.w1 c5; wizard {1}.w1 a4; turn p1 build"
    one, other = chances(at(plain.format("p1", "p2")))[0], chances(at(plain.format("p2", "p1")))[1]
    assert 0 <= other - one < guide.SURE // 20  # it is good to move last


def test_what_is_still_to_be_drafted_counts():
    """Nobody is ahead before the draft, and nobody is far ahead for having drafted or chosen first."""
    match = GAME.match(seed=8, players=2, seats="fixed")
    assert chances(match) == [guide.SURE // 2] * 2
    while match.state.stage < AT_TURN:
        assert min(chances(match)) > guide.SURE // 8
        match.play(favourite(match))


LATE = "town p1 d1 c1; town p2 a3 d4; workshop c5 b2 a4 e1 a3 d1; market c5 b2 a4 e1;"


def test_income_counts_more_at_first_and_points_at_last():
    rich, encircled = "value c5 5;", "wall p1 c5 w nw sw;"
    assert chances(at(PLAIN.format(rich)))[0] > chances(at(PLAIN.format(encircled)))[0]
    assert chances(at(PLAIN.format(LATE + rich)))[0] < chances(at(PLAIN.format(LATE + encircled)))[0]


def test_a_volcano_that_sleeps_threatens_less():
    awake, beside, far = (chances(at(PLAIN.format(cloud)))[0] for cloud in ("", "cloud green;", "cloud red;"))
    assert awake < beside
    assert awake == far


def test_positions_are_settled_at_the_start_of_a_turn():
    """Not in the middle of one, and not before the die, which may end the match."""
    def settled(match):
        return THUMB["settled"](match.box, match.state)

    start = "game 2 ffa; board r2; town p1 c5; town p2 a4; wizard p1.w1 c5; wizard p2.w1 a4; round 3; "
    match = at(start + "turn p1 move")
    assert settled(match)
    match.play("walk w1 d4")
    assert not settled(match)
    match = at(start + "turn p2 cast")
    match.play("end cast")
    assert match.to_act == "chance"
    assert not settled(match)


def test_a_town_beside_a_volcano_is_worth_more_behind_a_wall():
    bare = "game 2 ffa; board r2; town p1 c3; town p2 a3; value c3 0; round 3; {} turn p1 build"
    shielded = at(bare.format("wall p1 c3 ne e se sw w nw;"))
    assert chances(shielded)[0] > chances(at(bare.format("")))[0]


def test_what_can_be_built_is_built():
    market = at("game 2 ffa; board r2; town p1 c5; wizard p1.w1 c5; gold p1 1; cubes p1 spice=1 elixir=1;"
                "turn p1 build")
    assert suggestion(market) == favourite(market) == "build market c5"
    town = at(f"game 2 ffa; board r2; town p1 c5; wizard p1.w1 d1; {DEAR_TOWN}; turn p1 build")
    assert suggestion(town) == favourite(town) == "build town d1"


def test_a_cube_that_lacks_is_exchanged_for_a_spare_one():
    match = at("game 2 ffa; board r2; town p1 c5; wizard p1.w1 c5; gold p1 4; cubes p1 spice=1 snow=2; turn p1 build")
    assert suggestion(match) == favourite(match) == "transform snow elixir"


def test_the_last_wall_of_an_encirclement_is_built():
    match = at("game 2 ffa; board r2; town p1 c5; wall p1 c5 w nw; wizard p1.w1 c5; gold p1 2; turn p1 build")
    assert suggestion(match) == favourite(match) == "build wall c5 sw"


def test_a_wizard_walks_to_where_it_can_build():
    match = at("game 2 ffa; board r2; town p1 c5; forage c5 red; wizard p1.w1 d4; forage d4 red; gold p1 1; "
               "cubes p1 spice=1 elixir=1; turn p1 move")
    assert suggestion(match) == favourite(match) == "walk w1 c5"


def test_spells_are_cast_before_the_turn_ends():
    match = at("game 2 ffa; board r2; town p1 c5; town p2 d4; wizard p1.w1 c5; wizard p1.w2 b5; gold p2 3;"
               "turn p1 cast")
    found = appeals(match)
    assert suggestion(match) == "steal w1"
    assert found["end cast"] < min(found["steal w1"], found["forage w1"], found["forage w2"])


def test_the_kind_held_most_is_discarded():
    match = at("game 2 ffa; board r2; town p1 c5; wizard p1.w1 c5; cubes p1 snow=12 spice=3; turn p1 cast")
    match.play("forage w1")
    assert suggestion(match) == favourite(match) == "discard snow"


def test_a_few_looks_beat_aimless_play():
    """Plain search with rules of thumb against random choices, seats in turn."""
    for seed in range(1, 11):
        seat, aimless, search = seed % 2, random.Random(seed), None
        match = GAME.match(seed=seed, players=2, max_rounds=8)
        while not match.over:
            if match.actor != seat:
                match.play(aimless.choice(match.actions()))
                continue
            view = view_of(match, seat + 1)
            search = search or Search(view, plain_backend("sygon"), seed)
            search.look_at(view)
            search.run(6)
            match.play(search.choices()[0].action)
        assert match.result[seat] == 1.0, seed
