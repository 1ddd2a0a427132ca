"""Positions: completed, refused, and the same again after export."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadPosition, HexagoraError
from hexagora.games.hexcape.placing import body, head
from hexagora.games.hexcape.positions import STEPS
from tests.hexcape.support import GAME, active, at, card, new, step, tokens


def test_an_empty_document_is_the_first_roll_on_a_map_or_the_choice_of_tokens():
    assert step(GAME.from_position({"map": "ridge"}, chance="ask")) == "roll"
    assert step(GAME.from_position({}, chance="ask")) == "take"


def test_what_is_left_out_is_completed():
    match = GAME.from_position({"map": "first-steps", "tokens": {"green": "b2"}, "ap": 3}, chance="ask")
    assert (step(match), active(match), tokens(match)) == ("move", "green", {"green": "b2", "red": "c1"})


BAD = {
    "unknown key": ({"colour": 1}, "unknown key 'colour'"),
    "step": ({"step": "jump"}, "step = 'jump'"),
    "map": ({"options": {}, "map": "nowhere"}, "map = 'nowhere'"),
    "no hex": ({"tokens": {"red": "c3"}}, "tokens.red: there is no hex 'c3'; hexes are "),
    "no player": ({"tokens": {"pink": "b1"}}, "tokens: unknown player 'pink'; allowed: red, blue"),
    "two tokens": ({"tokens": {"red": "b1", "blue": "b1"}}, "two tokens"),
    "on the end": ({"tokens": {"red": "c9"}}, "only the winner"),
    "cost": ({"costs": {"b1": 11}}, "costs.b1 = 11; allowed: 1 to"),
    "cost of S": ({"costs": {"c1": 2}}, "at all times"),
    "thawed": ({"round": 12, "costs": {"b1": 7}}, "1 to 6"),
    "no ap": ({"step": "change"}, "'ap' is missing"),
    "too many ap": ({"ap": 11}, "ap = 11"),
    "ap as text": ({"ap": "3"}, "ap = '3'"),
    "round": ({"round": 61}, "1 to 60"),
    "card": ({"cards": {"red": {"card": "joker"}}}, "card = 'joker'"),
    "card state": ({"cards": {"red": card("windfall", "face down")}}, "state = 'face down'"),
    "copies": ({"cards": {"red": card("rope"), "blue": card("rope")}}, "the deck has 1"),
    "teleport": ({"ap": 3, "teleport": "letters"}, "needs a teleport hex"),
    "rope": ({"ap": 3, "rope": True}, "must have used the card rope"),
    "draw": ({"step": "draw", "ap": 1}, "needs a card hex"),
    "erase": ({"step": "erase", "ap": 1}, "must have used the card eraser"),
    "order": ({"order": ["red", "red"]}, "different players"),
    "players": ({"players": ["red", "pink"]}, "players = 'pink'"),
    "a list, as it was given": ({"step": "take"}, r"players = \['red', 'blue'\]: in the step 'take' somebody"),
    "active": ({"active": "green"}, "active = 'green'"),
    "over": ({"step": "over"}, "somebody must stand on E"),
    "winners": ({"step": "over", "tokens": {"red": "c9"}, "winners": ["blue"]}, r"\['red'\]"),
    "wishes in play": ({"wishes": {"red": "fork"}}, "belongs to the set-up"),
    "tallies": ({"tallies": {"red": {"jumps": 1}}}, "tallies"),
    "setup with ap": ({"step": "offer", "ap": 2}, "comes with the first turn"),
    "asked oneself": ({"step": "answer", "offer_by": "red", "active": "red"}, "another player"),
    "throws": ({"step": "order roll", "throws": {"blue": 3}}, "in seat order"),
    "throw": ({"step": "order roll", "throws": {"red": 7}}, "1 to 6"),
    "tie": ({"step": "tie roll", "throws": {"red": 3, "blue": 4}}, "must be players who are tied"),
    "direction of two": ({"step": "direction roll"}, "does not exist with these options"),
    "wish without vote": ({"step": "wish"}, "does not exist with these options"),
}


@pytest.mark.parametrize(("changes", "said"), BAD.values(), ids=BAD)
def test_what_cannot_be_is_refused_with_key_and_value(changes, said):
    document = {"options": {"map": "first-steps"}, "players": ["red", "blue"], **changes}
    with pytest.raises(BadPosition, match=said):
        GAME.from_position(document, chance="ask")


def same_again(match):
    document = json.loads(json.dumps(match.position()))
    again = GAME.from_position(document, chance="ask", debug=True)
    assert GAME.State.differences(match.state, again.state) == []
    assert json.loads(json.dumps(again.position())) == document


@pytest.mark.parametrize("options", [
    {"players": 2}, {"players": 3, "order": "random"}, {"players": 4, "raise_ends": True, "map": "citadel"},
    {"players": 6, "map": "letter-office", "teleport_chain": True},
    {"players": 5, "map": "whirlpools", "thaw_round": 2},
])  # fmt: skip
def test_every_position_of_a_match_survives_export(options):
    rng = random.Random(str(options))
    for _ in range(2):
        match = new(round_limit=4, **options)
        while not match.over:
            if rng.random() < 0.4 or step(match) not in ("move", "change", "roll"):
                same_again(match)
            match.play(rng.choice(match.actions()))
        same_again(match)


def test_ties_in_the_set_up_survive_export():
    match = new(players=4, map="fork").play_all(["take red", "take blue", "take green", "take yellow"])
    for face in (5, 5, 5, 1, 3, 2, 3, 4, 1, 2, 2, 6, 1):
        same_again(match)
        if match.to_act != "chance":
            break
        match.play(f"roll {face}")
    assert step(match) in ("offer", "direction roll")


def test_hidden_positions_can_be_exported_and_looked_at():
    match = at(ap=3, cards={"blue": card("leap")})
    again = GAME.from_position(json.loads(json.dumps(match.position(1))), chance="ask")
    assert again.position()["cards"]["blue"] == card("hidden", "face down")


KEYS = [*head([]).keys, *body(GAME.box(GAME.options()), [], []).keys]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | st.sampled_from(
        ["red", "blue", "b1", "b3", "c1", "c9", "leap", "face down", "letters", "fork", *STEPS.values()]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["red", "blue", "b1", "c9", "card", "state", "rolled"]), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
def test_any_document_is_either_a_position_or_refused(document):
    try:
        match = GAME.from_position({"options": {"map": "first-steps"}, **document}, chance="ask")
    except HexagoraError:
        return
    assert match.over or match.legal()
    same_again(match)
