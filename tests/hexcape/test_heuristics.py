"""Rules of thumb for Hexcape: always in range, sensible in plain cases, and enough to beat aimless play."""

import itertools
import random

import pytest

from hexagora.bots import guide, levels
from hexagora.bots.search import Search, plain_backend
from hexagora.bots.view import view_of
from hexagora.games.hexcape.state import STEP_LIMIT
from tests.hexcape.support import GAME, at, card, cells_of, custom

THUMB = plain_backend("hexcape").functions
TABLES = [
    {"players": 2},
    {"players": 2, "map": "first-steps", "round_limit": 3, "order": "random"},
    {"players": 3, "map": "whirlpools", "teleport_chain": True},
    {"players": 4, "map": "letter-office", "raise_ends": True, "thaw_round": 2},
    {"players": 5, "map": "ridge", "die": 12, "cards": False},
    {"players": 6, "map": "citadel", "teleport_swap": False, "order_swaps": False},
    {"players": 2, "map": "grand-tour", "order": "seat", "thaw_round": 0, "round_limit": 0},
]
TWO_LANES = custom(rows=["2 2 2 2 2 2", " S # # # # E", "2 2 2 2 2 2"])
APART = {"red": "a2", "blue": "c2"}  # each on a lane of its own
CLOSED = custom(rows=["1 1 1:A # 1 1", " S 1 1 # 1 E", "1 1 1 # 1 1:A"])


def chances(match):
    """Each seat's winning chance as the evaluation sees it."""
    out = [0] * GAME.max_legal
    THUMB["evaluate"](match.box, match.state, out)
    return out[: match.players]


def text(match, action):
    return GAME.words.text(match.box, match.state, action)


def suggestion(match, seed=1):
    rng = [random.Random(seed).randrange(1, 1 << 32)]
    return text(match, THUMB["suggest"](match.box, match.state, [0] * GAME.max_legal, rng))


def appeals(match):
    THUMB["study"](match.box, match.state)
    found = {text(match, a): THUMB["appeal"](match.box, match.state, a) for a in match.actions()}
    THUMB["unstudy"](match.box, match.state)
    return found


def key(match):
    return THUMB["sameness"](match.box, match.state)


def may_win(match):
    return THUMB["may_win"](match.box, match.state)


def points_to_end(match, name):
    """The cost of the measured way from a hex."""
    out, cell = [0] * GAME.max_legal, cells_of(match)[name]
    THUMB["measure_ways"](match.box, match.state, out)
    return THUMB["way_of"](match.box, match.state, out, cell) // STEP_LIMIT


def random_positions(options, decisions, seed=5):
    """A match after each of some random decisions."""
    match, aimless = GAME.match(seed=seed, **options), random.Random(seed)
    for _ in range(decisions):
        if match.over:
            return
        yield match
        match.play(aimless.choice(match.actions()))


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_they_keep_to_their_ranges_and_leave_the_state_alone(options):
    rng = [4711]
    for match in random_positions(options, 40):
        before = GAME.State.to_bytes(match.state)
        assert sum(chances(match)) == guide.SURE
        assert min(chances(match)) >= 0
        assert THUMB["suggest"](match.box, match.state, [0] * GAME.max_legal, rng) in match.actions()
        assert min(appeals(match).values()) >= 1
        assert 0 <= key(match) <= 1 << 62
        assert GAME.State.to_bytes(match.state) == before


# the ways and the race


@pytest.mark.parametrize("map", ["first-steps", "ridge"])
def test_the_ways_are_the_cheapest_walks_where_no_letters_are(map):
    for match in random_positions({"players": 3, "map": map}, 60):
        if match.state.round == 0:
            continue
        out, walks = [0] * GAME.max_legal, [0] * 3
        THUMB["measure_ways"](match.box, match.state, out)
        GAME.rules.scores(match.box, match.state, walks)
        ways = [THUMB["way_of"](match.box, match.state, out, cell) for cell in match.state.at[:3]]
        assert [way // STEP_LIMIT for way in ways] == [-walk for walk in walks]


def test_a_way_may_use_letters_but_not_from_where_the_turn_begins():
    match = at(CLOSED, tokens={"red": "b2", "blue": "a3"}, ap=3)
    assert points_to_end(match, "b2") == 3  # enter a3, teleport to c6, E
    assert points_to_end(match, "a3") == 4  # off and on again


def test_hexes_without_any_way_are_far_off():
    match = at(custom(rows=["S 1 1 1:1 # 1", " 1 1 1 1 # 1", "1 1 1 1 # 2:2 E"]), ap=3)
    assert points_to_end(match, "a1") > 100


def test_who_is_nearer_is_better_off_and_points_in_hand_count():
    few, many = (chances(at(TWO_LANES, tokens=APART, ap=ap))[0] for ap in (1, 5))
    behind = chances(at(TWO_LANES, tokens={"red": "a1", "blue": "c2"}, ap=1))[0]
    assert behind < few < many


def test_who_throws_next_is_better_off():
    red_first = chances(at(TWO_LANES, tokens=APART, active="red"))
    assert red_first[0] > red_first[1]
    assert chances(at(TWO_LANES, tokens=APART, active="blue")) == pytest.approx(red_first[::-1], abs=2)


def test_beside_the_end_hex_the_next_throw_wins():
    assert chances(at(tokens={"red": "b8", "blue": "d8"}))[0] == guide.SURE


def test_at_the_last_turn_the_smaller_remaining_cost_decides():
    match = at(tokens={"red": "b1", "blue": "b4"}, order=["blue", "red"], round=7, round_limit=7, active="red", ap=1)
    assert chances(match)[1] == guide.SURE


def test_the_chance_of_several_throws_is_nearly_that_of_dice():
    spread = 31  # as in the evaluation: parts of eighths, squared
    for n, die, need in itertools.product((1, 2, 3), (6, 8), (1, 3, 6, 8, 11, 14)):
        throws = list(itertools.product(range(1, die + 1), repeat=n))
        true = sum(sum(t) >= need for t in throws) / len(throws)
        root = THUMB["root_from"](1, n * (die * die - 1) * spread)
        assert THUMB["chance_within"](8 * need, n, die, root) / 4096 == pytest.approx(true, abs=0.03)


# first sight


def test_entering_the_end_hex_appeals_most():
    found = appeals(at(tokens={"red": "b8", "blue": "b4"}, ap=3))
    assert max(found, key=lambda action: found[action]) == "move c9"


def test_a_step_along_the_road_appeals_more_than_one_back():
    found = appeals(at(TWO_LANES, tokens={"red": "a3", "blue": "c2"}, ap=4))
    assert found["move a4"] > found["stop moving"] > found["move a2"]


def test_raising_appeals_on_a_rivals_road_only():
    found = appeals(at(TWO_LANES, tokens=APART, ap=4, step="change"))
    assert found["raise c4"] > found["end turn"] > found["raise a4"]
    assert found["raise c1"] == found["raise a4"]


def test_raising_is_urgent_where_the_next_throw_may_decide():
    setting = {"ap": 4, "step": "change"}
    far, near = (appeals(at(TWO_LANES, tokens={"red": "a2", "blue": cell}, **setting)) for cell in ("c2", "c5"))
    assert near["raise c6"] > far["raise c6"]


def test_lowering_appeals_on_the_own_road_only():
    found = appeals(at(TWO_LANES, tokens=APART, ap=4, step="change"))
    assert found["lower a4"] > found["end turn"] > found["lower c4"]


def test_a_shove_appeals_that_throws_a_rival_back():
    found = appeals(at(TWO_LANES, tokens={"red": "a2", "blue": "c4"}, ap=1, cards={"red": card("shove")}))
    assert found["play shove blue c3"] > found["play shove blue c5"]


@pytest.mark.parametrize("step", ["move", "change"])
def test_a_studied_position_gives_the_same_appeals(step):
    match = at("fork", tokens={"red": "d2", "blue": "c5"}, ap=4, step=step)
    alone = {text(match, a): THUMB["appeal"](match.box, match.state, a) for a in match.actions()}
    assert appeals(match) == alone


# play-outs


def test_play_outs_run_along_the_cheapest_way():
    match = at(TWO_LANES, tokens=APART, ap=6)
    assert sum(suggestion(match, seed) == "move a3" for seed in range(1, 21)) >= 12


def test_play_outs_take_the_teleport_that_shortens_the_way():
    match = at(CLOSED, tokens={"red": "b2", "blue": "a1"}, ap=5).play("move a3")
    assert sum(suggestion(match, seed) == "teleport c6" for seed in range(1, 21)) >= 12


def test_play_outs_use_their_points():
    match = at(TWO_LANES, tokens=APART, ap=4, step="change")
    assert sum(suggestion(match, seed) == "end turn" for seed in range(1, 21)) <= 1


# what a search may know beforehand


def test_the_order_of_changes_makes_no_difference_to_a_search():
    one = at(tokens={"red": "b4", "blue": "b1"}, ap=4, step="change").play_all(["raise a4", "raise d4"])
    other = at(tokens={"red": "b4", "blue": "b1"}, ap=4, step="change").play_all(["raise d4", "raise a4"])
    assert key(one) == key(other)


def test_what_was_counted_makes_no_difference_but_everything_else_does():
    setting = {"tokens": {"red": "b4", "blue": "b1"}, "ap": 4}
    match, same = at(**setting), at(**setting)
    same.state.tally[0][0] += 3
    assert key(match) == key(same)
    others = [at(**{**setting, "ap": 3}), at(**setting, step="change"), at(**setting, active="blue"),
              at(**setting, round=2), at(**setting, costs={"b5": 4}), at(tokens={"red": "b5", "blue": "b1"}, ap=4)]
    assert len({key(match), *map(key, others)}) == 1 + len(others)


def test_nobody_is_said_to_be_unable_to_win_who_can():
    for match in random_positions({"players": 2, "map": "first-steps"}, 150, seed=3):
        if any(text(match, a) == "move c9" for a in match.actions()):
            assert may_win(match)
    assert may_win(at(tokens={"red": "b5", "blue": "b1"}, ap=4))


def test_who_is_too_far_away_or_has_stopped_moving_cannot_win_this_turn():
    assert not may_win(at(tokens={"red": "b1", "blue": "b4"}, ap=2))
    assert not may_win(at(tokens={"red": "b8", "blue": "b4"}, ap=6, step="change"))


def test_the_end_of_the_last_round_may_bring_the_win():
    setting = {"tokens": {"red": "b1", "blue": "b4"}, "ap": 1, "step": "change", "round_limit": 7}
    assert may_win(at(**setting, active="blue", round=7))
    assert not may_win(at(**setting, active="red", round=7))
    assert not may_win(at(**setting, active="blue", round=6))


def test_a_card_in_hand_may_bring_the_win_nearer():
    sprint, used = {"red": card("sprint")}, {"red": card("sprint", "used")}
    assert may_win(at(tokens={"red": "b4", "blue": "b1"}, ap=2, cards=sprint))
    assert not may_win(at(tokens={"red": "b4", "blue": "b1"}, ap=2, cards=used))


# all together


def test_a_beginner_makes_no_silly_change():
    match = at(TWO_LANES, tokens=APART, ap=2, step="change")
    search = Search(view_of(match, 1), plain_backend("hexcape"), 1)
    search.run(levels.level_in(GAME, "beginner", 2).looks)
    looked_at = {text(match, choice.action) for choice in search.choices() if choice.visits}
    assert not looked_at & {"end turn", "raise a3", "raise a4", "raise a5", "raise a6", "lower c3", "lower c4"}


def test_a_few_looks_beat_aimless_play():
    for seed in range(10):
        match = GAME.match(seed=seed, players=2, map="first-steps", order="seat", order_swaps=False)
        searcher, aimless = seed % 2, random.Random(seed)
        while not match.over:
            if match.actor == searcher and match.state.round > 0:
                match.play(best_of_few(match, seed))
            else:
                match.play(aimless.choice(match.actions()))
        assert match.result[searcher] == 1


def best_of_few(match, seed, looks=10):
    """What a search of a few looks chooses."""
    if len(match.actions()) == 1:
        return match.actions()[0]
    search = Search(view_of(match, match.actor + 1), plain_backend("hexcape"), seed)
    search.run(looks)
    return search.choices()[0].action
