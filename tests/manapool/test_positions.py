"""Positions: what is completed, what is refused, and that every position of a match comes back."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadOption, BadPosition
from tests.manapool.support import at, fresh, game, now, tokens


@pytest.mark.parametrize("options", [
    {"board": "well"},
    {"board": "well", "setup_order": "random", "first_player": "red", "round_limit": 6},
    {"board": "crown", "mana_goal": 2, "token_limit": 5, "corners": "alternate"},
])
def test_every_position_of_a_match_comes_back_to_the_byte(options):
    rng = random.Random(3)
    match = fresh(seed=3, **options)
    while True:
        again = game.from_position(json.loads(json.dumps(match.position())), chance="ask", debug=True)
        assert again.state == match.state
        if match.over:
            return
        match.play(rng.choice(match.actions()))


def test_an_empty_document_is_the_first_turn_of_red():
    match = at()
    assert now(match) == ("red", "move")
    assert match.position()["corners"] == {"red": "a1", "green": "e9", "blue": "i1"}
    assert tokens(match, "green") == ["d8", "e8", "f8"]
    assert match.position()["round"] == 1


def test_left_out_corners_keep_to_alternate_corners():
    match = at(options={"corners": "alternate"})
    assert match.position()["corners"] == {"red": "a1", "green": "e9", "blue": "i1"}


@pytest.mark.parametrize(("document", "message"), [
    ({"manna": {}}, "unknown key 'manna'; allowed: game, options, colours"),
    ({"phase": "attack"}, "phase = 'attack'; allowed: order, colours, corners, first player, spawn, move"),
    ({"phase": ["move"]}, "phase = "),
    ({"colours": ["red", "green"]}, "colours = .*: must list the colours of the three seats"),
    ({"colours": ["red", "green", "pink"]}, "colours: seat 3 = 'pink'; allowed: red, green, blue"),
    ({"colours": ["red", "red", "blue"]}, "colours: red is taken twice; allowed"),
    ({"colours": [None, "red", "blue"]}, "colours: seat 1 = None; allowed: red, green, blue"),
    ({"corners": ["a1"]}, "corners = .*: must be an object with colours as keys"),
    ({"corners": {"red": "b2", "green": "e9", "blue": "i1"}}, "corners.red = 'b2'; allowed: a1, a5, e9, i5, i1, e1"),
    ({"corners": {"red": ["a1"], "green": "e9", "blue": "i1"}}, r"corners.red = \['a1'\]; allowed"),
    ({"corners": {"red": "a1", "green": "a1", "blue": "i1"}}, "corners.green = 'a1' is not open.*allowed: a5, e9"),
    ({"corners": {"red": "a1", "green": "e9"}}, "corners: 2 of 3 players have one; each needs a corner"),
    ({"corners": {"pink": "a1"}}, "corners: unknown colour 'pink'; allowed: red, green, blue"),
    ({"tokens": {"red": "a2"}}, "tokens.red = 'a2': must be a list of cells"),
    ({"tokens": {"red": ["z9"]}}, "tokens.red: there is no cell 'z9'; cells are a1 to i5"),
    ({"tokens": {"red": [7]}}, "tokens.red: there is no cell 7; cells are a1 to i5"),
    ({"tokens": {"red": ["a1"]}}, "tokens.red: a1 is taken already; allowed: one piece a hex"),
    ({"tokens": {"red": ["c3"], "green": ["c3"]}}, "tokens.green: c3 is taken already"),
    ({"tokens": {"pink": []}}, "tokens: unknown colour 'pink'; allowed: red, green, blue"),
    ({"mana": {"red": 10}}, "mana.red = 10; allowed: 0 to 9"),
    ({"mana": {"red": -1}}, "mana.red = -1; allowed: 0 to 9"),
    ({"mana": {"red": True}}, "mana.red = True; allowed: 0 to 9"),
    ({"mana": [1]}, "mana = .*: must be an object with colours as keys"),
    ({"round": 0}, "round = 0; allowed: 1 to 100"),
    ({"round": 101}, "round = 101; allowed: 1 to 100"),
    ({"to_move": "pink"}, "to_move = 'pink'; allowed: red, green, blue"),
    ({"first": "seat 1"}, "first = 'seat 1'; allowed: red, green, blue"),
    ({"action_points": 2}, "action_points = 2; allowed: 1"),
    ({"action_points": 0}, "action_points = 0; allowed: 1"),
    ({"spawns": 1}, "spawns = 1; allowed: 0"),
    ({"phase": "spawn"}, "phase = 'spawn': no troop can be spawned"),
    ({"phase": "spawn", "tokens": {}, "spawns": 2}, "spawns = 2; allowed: 1"),
    ({"phase": "spawn", "tokens": {"red": ["d3"]}, "action_points": 1}, "action_points = 1; allowed: 2"),
    ({"picks": [1, 1, 2]}, "picks = .*; allowed: the seats 1, 2, 3 in any order"),
    ({"picks": ["1", "2", "3"]}, "picks = .*; allowed: the seats 1, 2, 3 in any order"),
    ({"picks": [2, 1, 3]}, r"picks = .*; allowed: \[1, 2, 3\]"),
    ({"phase": "order"}, "phase = 'order': only with the option setup_order = 'random'"),
    ({"phase": "colours", "mana": {"red": 3}}, "mana = .*: there is none in the phase 'colours'"),
    ({"phase": "colours", "round": 2}, "round = 2: there is none in the phase 'colours'"),
    ({"phase": "colours", "colours": [None, "red", None]}, r"colours: the seats choose in the order \[1, 2, 3\]"),
    ({"phase": "colours", "colours": ["blue", "red", "green"]}, "colours: all three are chosen"),
    ({"phase": "corners", "corners": {"green": "a1"}}, "corners: the seats choose in the order"),
    ({"phase": "corners", "corners": {"red": "a1"}, "tokens": {"red": ["c3"]}}, "tokens.red = .*; allowed in"),
    ({"phase": "first player", "to_move": "red"}, "to_move = 'red': there is none in the phase 'first player'"),
    ({"phase": "over"}, "phase = 'over': nobody has 10 mana, and round 1 is not the last one"),
    ({"phase": "over", "mana": {"red": 10}}, r"red has 10 mana but no troop on the Pool \(e5\)"),
    ({"phase": "over", "mana": {"red": 10, "blue": 10}}, "mana: red and blue have 10 or more; allowed: one winner"),
    ({"phase": "over", "mana": {"red": 11}}, "mana.red = 11; allowed: 0 to 10"),
    ({"phase": "over", "mana": {"red": 10}, "tokens": {"red": ["e5"]}, "to_move": "blue"}, "to_move = 'blue'; allowed"),
])
def test_an_impossible_position_is_refused_with_key_value_and_what_is_allowed(document, message):
    with pytest.raises(BadPosition, match=message):
        at(**document)


def test_a_phase_that_the_options_leave_out_is_refused():
    with pytest.raises(BadPosition, match="only with the option first_player = 'random'"):
        at(options={"first_player": "red"}, phase="first player")
    with pytest.raises(BadPosition, match="allowed: at most 4"):
        at(options={"token_limit": 4}, tokens={"red": ["a2", "a3", "a4", "b4", "b5"]})


def test_positions_in_the_set_up():
    match = at(phase="colours", colours=["blue", None, None])
    assert match.to_act == "seat 2"
    assert match.legal() == ["colour red", "colour green"]
    match = at(phase="corners", corners={"red": "a5"})
    assert match.to_act == "seat 2"
    assert tokens(match, "red") == ["a4", "b5", "b6"]
    assert at(phase="first player").legal() == ["first red", "first green", "first blue"]
    assert at(options={"setup_order": "random"}, phase="order").to_act == "chance"


def test_positions_after_the_end():
    match = at(phase="over", mana={"green": 10}, tokens={"green": ["e5"]})
    assert match.result == [0, 1, 0]
    match = at(phase="over", round=100, mana={"green": 4})
    assert match.result == [0, 1, 0]


small = st.integers(-2, 12)
cells = st.sampled_from(["a1", "a2", "b1", "b2", "c3", "d3", "b3", "e5", "e6", "i9", "", "A2"])
colours = st.sampled_from(["red", "green", "blue", "pink"])
anything = st.recursive(
    st.none() | st.booleans() | small | cells | colours | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(colours, inner, max_size=3), max_leaves=6)
documents = st.fixed_dictionaries({}, optional={
    "colours": st.permutations(["red", "green", "blue"]) | st.lists(st.none() | colours, max_size=4) | anything,
    "picks": st.permutations([1, 2, 3]) | anything,
    "corners": st.dictionaries(colours, cells, max_size=3) | anything,
    "tokens": st.dictionaries(colours, st.lists(cells, max_size=4), max_size=3) | anything,
    "mana": st.dictionaries(colours, small, max_size=3) | anything,
    "round": st.integers(-1, 101) | anything,
    "first": colours | anything,
    "to_move": colours | anything,
    "phase": st.sampled_from(["order", "colours", "corners", "first player", "spawn", "move", "combat", "over"])
    | anything,
    "action_points": small | anything,
    "spawns": small | anything,
    "options": st.fixed_dictionaries({}, optional={
        "setup_order": st.sampled_from(["seat", "random"]), "corners": st.sampled_from(["any", "alternate"]),
        "mana_goal": st.integers(0, 21), "token_limit": st.integers(0, 6), "first_player": colours | anything}),
})


@settings(max_examples=150, deadline=None)
@given(documents)
def test_any_document_is_a_position_or_refused(document):
    try:
        match = game.from_position(document, chance="ask", debug=True)
    except (BadPosition, BadOption) as e:
        problem = str(e)
    else:
        problem = ""
    assert "cannot be set up" not in problem  # every refusal knows its reason
    if problem:
        return
    assert game.from_position(match.position(), chance="ask").state == match.state
    if not match.over:
        match.play(match.actions()[-1])
