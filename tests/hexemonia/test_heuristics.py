"""The rules of thumb of Hexemonia: within their ranges everywhere, and sensible where the answer is plain."""

import random

import pytest

from hexagora.bots.guide import SURE
from hexagora.bots.search import Search, plain_backend
from hexagora.bots.view import view_of
from hexagora.registry import game
from tests.hexemonia.helpers import at

HEXEMONIA = game("hexemonia")
RULES = plain_backend("hexemonia").functions
CITY = "o 1/0/1; a1 village 1/0/1; a2 pasture 1/0/0"
VARIANTS = [
    {"players": 2},
    {"players": 2, "revolts": True, "end_trigger": "no_refill", "supply": "unlimited"},
    {"players": 3, "shield_self": True, "excess": "active_only"},
    {"players": 4, "exchange": "unlimited", "philosopher_counts": "city_and_myths", "tris_needs_active": True},
]


def chances(match):
    """Each player's winning chance by the evaluation."""
    out = [0] * HEXEMONIA.max_legal
    RULES["evaluate"](match.box, match.state, out)
    return out[: match.players]


def charms(match):
    """The appeal of each legal action, by its text."""
    actions = zip(match.legal(), match.actions(), strict=True)
    return {text: RULES["appeal"](match.box, match.state, a) for text, a in actions}


def favourite(match):
    found = charms(match)
    return max(found, key=lambda text: found[text])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_rules_of_thumb_stay_within_their_ranges(options):
    rng, rnd = [77], random.Random(3)
    for seed in range(2):
        match = HEXEMONIA.match(seed=seed, **options)
        while not match.over:
            before = HEXEMONIA.State.to_bytes(match.state)
            actions = match.actions()
            suggested = RULES["suggest"](match.box, match.state, [0] * HEXEMONIA.max_legal, rng)
            assert suggested in actions
            assert min(charms(match).values()) >= 1
            shares = chances(match)
            assert min(shares) >= 0
            assert SURE - match.players <= sum(shares) <= SURE
            assert HEXEMONIA.State.to_bytes(match.state) == before
            match.play(suggested if rnd.random() < 0.7 else rnd.choice(actions))


def test_a_view_with_unknown_cities_and_hands_can_be_evaluated():
    match = HEXEMONIA.match(seed=4, players=4)
    for _ in range(40):
        match.play(random.Random(1).choice(match.actions()))
    hidden = match.state.clone()
    HEXEMONIA.rules.hide(match.box, hidden, match.actor)
    out = [0] * HEXEMONIA.max_legal
    RULES["evaluate"](match.box, hidden, out)
    assert SURE - 4 <= sum(out[:4]) <= SURE


def test_only_the_last_player_can_win_before_others_decide():
    first = at("ACTION", CITY, "o 2/0/1", players=2, turn="p1", last_round=True)
    last = at("ACTION", CITY, "o 2/0/1", players=2, turn="p2", last_round=True)
    early = at("TAKE1", CITY, "o 2/0/1", players=2, turn="p2")
    assert [RULES["may_win"](m.box, m.state) for m in (first, last, early)] == [False, True, False]


def test_positions_are_settled_between_turns_only():
    assert RULES["settled"](*_parts(at("TAKE1", CITY, "o 2/0/1", players=2)))
    assert RULES["settled"](*_parts(at("PLAY", CITY, "o 2/0/1", players=2, last_round=True)))
    assert not RULES["settled"](*_parts(at("PLAY", CITY, "o 2/0/1", players=2)))
    assert not RULES["settled"](*_parts(at("MOVES", CITY, "o 2/0/1", players=2)))


def _parts(match):
    return match.box, match.state


# evaluation


@pytest.mark.parametrize(("better", "worse"), [
    ("o 1/0/1; a1 village 1/0/1; a2 pasture 1/0/0; a3 tavern 1/0/1", CITY),  # one more active hex
    (CITY.replace("1/0/1;", "1/0/3;", 1), CITY),  # gold at home
    (CITY.replace("1/0/1;", "3/0/1;", 1), CITY),  # citizens
    (CITY.replace("1/0/1;", "1/2/1;", 1), CITY),  # hoplites
    (CITY, CITY.replace("village 1/0/1", "village 0/0/1")),  # active, not idle
])
def test_more_is_better(better, worse):
    for players in (2, 3, 4):
        others = ["o 2/0/1"] * (players - 1)
        assert chances(at("TAKE1", better, *others, players=players))[0] > chances(
            at("TAKE1", worse, *others, players=players))[0]


def test_equal_cities_have_nearly_equal_chances():
    shares = chances(at("TAKE1", CITY, CITY, players=2))
    assert 0.3 * SURE < shares[0] < 0.7 * SURE


def test_a_lead_counts_more_the_nearer_the_end():
    rich = CITY.replace("1/0/1;", "1/0/9;", 1)
    early = at("TAKE1", rich, CITY, players=2)
    late = at("ACTION", rich, CITY, players=2, turn="p2", last_round=True)
    assert chances(late)[0] > chances(early)[0] > SURE // 2


# appeal


def test_a_payment_comes_from_what_is_spare():
    match = at("PLAY", {"city": "o 0/0/1; a1 village 1/0/1; a2 pasture 3/0/0", "hand": ["tavern"]}, CITY, players=2)
    match.play("play tavern a3")
    assert favourite(match) == "pay citizen a2"


def test_gold_goes_home_in_the_last_action():
    match = at("ACTION", "o 1/0/0; a1 quarry 2/0/6; a2 pasture 1/0/0", CITY, players=2, turn="p1", last_round=True)
    assert favourite(match) == "strategic"
    match.play("strategic")
    assert favourite(match) == "lift 6 gold a1"
    match.play("lift 6 gold a1")
    assert favourite(match) == "drop o"


def test_nobody_produces_in_the_last_action():
    match = at("ACTION", "o; a1 village 1/0/1", CITY, players=2, turn="p1", last_round=True)
    assert charms(match)["produce"] == 1


def test_the_myth_that_completes_a_trio_is_taken():
    match = at("TAKE1", {"city": "o 2/0/1; a1 village 1/0/1; a2 spring", "acropolis": "athens",
                         "myths": ["oracle@a1"]}, CITY, players=2, display=["fates", "pasture", "walls", "tavern"])
    assert favourite(match) == "take fates"


def test_an_idle_hex_gets_what_it_lacks():
    match = at("MOVES", "o 2/0/0; a1 village 0/0/1; a2 pasture 1/0/0", CITY, players=2)
    assert favourite(match) == "lift 1 citizen o"
    match.play("lift 1 citizen o")
    assert favourite(match) == "drop a1"


def test_an_army_is_mustered_from_the_acropolis_and_no_larger_than_useful():
    match = at("WAR", "o 5/0/0; a1 village 1/0/1; a2 pasture 1/0/0", "o; a1 quarry 2/0/4", players=2)
    assert favourite(match) == "attack p2 a1"
    match.play("attack p2 a1")
    assert favourite(match) == "muster 4 citizen o"
    match.play("muster 4 citizen o")
    assert favourite(match) == "end muster"


# strength


@pytest.mark.parametrize(("players", "matches"), [(2, 5), (4, 3)])
def test_a_search_with_few_looks_beats_random_play(players, matches):
    for seed in range(matches):
        match = HEXEMONIA.match(seed=seed, players=players)
        rnd, seat, search = random.Random(seed), seed % players, None
        while not match.over:
            if match.actor != seat or len(match.actions()) == 1:
                match.play(rnd.choice(match.actions()))
                continue
            view = view_of(match, seat + 1)
            search = search or Search(view, plain_backend("hexemonia"), seed + 1)
            search.look_at(view)
            search.run(16)
            match.play(search.choices()[0].action)
        assert match.result[seat] == 1
