"""Positions of classic Hex."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexagora
from hexagora.engine.errors import BadOption, BadPosition

game = hexagora.game("hex")


@pytest.mark.parametrize("start", [[], ["b1", "swap"]])
def test_every_position_of_a_match_comes_back_after_a_swap_too(start):
    rng = random.Random(5)
    match = game.match(size=4).play_all(start)
    while True:
        again = game.from_position(json.loads(json.dumps(match.position())))
        assert again.position() == match.position()
        assert again.legal() == match.legal()
        assert again.result == match.result
        if match.over:
            return
        match.play(rng.choice(match.actions()))


@pytest.mark.parametrize(("document", "message"), [
    ({"green": []}, "unknown key 'green'; allowed: game, options, red, blue, to_move"),
    ({"red": "a1"}, "red = 'a1': must be a list of cells"),
    ({"red": ["z1"]}, "red: there is no cell 'z1'; cells are a1 to d4"),
    ({"red": [["a1"]]}, "red: there is no cell"),
    ({"red": ["a1", "a1"]}, "red: a1 holds two stones"),
    ({"red": ["a1"], "blue": ["a1"]}, "blue: a1 holds two stones"),
    ({"red": ["a1", "a2"]}, "red = 2 stones, blue = 0 stones: this cannot come about"),
    ({"blue": ["a1", "a2"]}, "red = 0 stones, blue = 2 stones: this cannot come about"),
    ({"to_move": "green"}, "to_move = 'green'; allowed: red"),
    ({"to_move": "blue"}, "to_move = 'blue'; allowed: red"),
    ({"red": ["a1"], "to_move": "red"}, "to_move = 'red'; allowed: blue"),
    ({"red": ["b1", "b2", "b3", "b4"], "blue": ["c1", "c2", "c3", "c4"], "to_move": "red"}, "allowed: blue"),
])
def test_an_impossible_position_is_refused(document, message):
    with pytest.raises(BadPosition, match=message):
        game.from_position({"options": {"size": 4}, **document})


def test_without_the_swap_blue_is_never_ahead():
    with pytest.raises(BadPosition, match="as many red as blue or one more, and none"):
        game.from_position({"options": {"size": 4, "swap": False}, "blue": ["a1"]})


def test_with_equal_numbers_blue_is_to_move_only_after_a_swap():
    document = {"options": {"size": 4}, "red": ["a1"], "blue": ["b2"]}
    assert game.from_position(document).to_act == "seat 1"
    assert game.from_position({**document, "to_move": "blue"}).to_act == "seat 2"


cells = st.lists(st.sampled_from(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "d4", ""]), max_size=5)
anything = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3),
                        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({"options": st.just({"size": 3}) | anything}, optional={
    "red": cells | anything, "blue": cells | anything, "to_move": st.sampled_from(["red", "blue"]) | anything}))
def test_any_document_is_a_position_or_refused(document):
    try:
        match = game.from_position(document)
    except (BadPosition, BadOption) as e:
        problem = str(e)
    else:
        problem = ""
    assert "cannot be set up" not in problem  # every refusal knows its reason
    if not problem:
        assert game.from_position(match.position()).position() == match.position()
