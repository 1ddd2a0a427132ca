"""Position documents: completed, exported, refused."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadPosition, HexagoraError
from tests.hexemonia.helpers import GAME, at, city, node, part


def refused(document, *words):
    with pytest.raises(BadPosition) as error:
        GAME.from_position({"options": {"players": 3}, **document})
    for word in words:
        assert word in str(error.value)


def test_an_empty_document_is_a_position():
    match = GAME.from_position({})
    position = match.position()
    assert (node(match), position["turn"]) == ("TAKE1", "p1")
    assert len(position["display"]) == 4
    assert len(position["fate"]) == 24
    assert [position[p]["acropolis"] for p in ("p1", "p2")] == ["athens", "sparta"]


def test_shorthand_as_a_text_a_list_or_an_object():
    text = "o 2/0/1; a1 temple* 1/0/1; a2 agora; oracle@a2"
    whole = at("PLAY", text).position()
    assert at("PLAY", text.split("; ")).position() == whole
    assert at("PLAY", text.replace(";", ",")).position() == whole
    assert at("PLAY", {"city": ["o 2/0/1", "a1 temple* 1/0/1", "a2 agora 0/0/0"], "myths": ["oracle@a2"]}).position() \
        == whole
    assert whole["p1"]["city"] == ["o 2/0/1", "a1 temple* 1/0/1", "a2 agora 0/0/0"]


def test_a_listed_fate_pile_sends_the_rest_to_the_underworld():
    match = at("TAKE1", fate=["walls"], display=["asty", "asty", "spring", "spring"])
    assert match.position()["fate"] == ["walls"]
    assert len(match.position()["underworld"]) == 40 - 5


def test_every_position_of_a_match_comes_back():
    match = GAME.match(players=3, seed=21, chance="ask")
    for step in range(400):
        if match.over:
            break
        document = json.loads(json.dumps(match.position()))
        again = GAME.from_position(document, chance="ask")
        assert again.state == match.state
        match.play(match.legal()[(step * 7) % len(match.legal())])
    assert step > 100


@pytest.mark.parametrize(("document", "words"), [
    ({"tern": "p1"}, ["'tern'", "turn"]),
    ({"turn": "p4"}, ["turn = 'p4'", "p1, p2, p3"]),
    ({"node": "FIGHT"}, ["node = 'FIGHT'", "TAKE1"]),
    ({"philosopher": 2}, ["philosopher = 2"]),
    ({"last_round": "yes"}, ["last_round = 'yes'", "true, false"]),
    ({"p1": "o 2/0/1; a1 castle 0/0/0"}, ["p1.city", "castle", "walls"]),
    ({"p1": "o 2/0/1; z1 walls 0/0/0"}, ["p1.city", "z1", "c18"]),
    ({"p1": "a1 walls 1/1"}, ["1/1", "citizens/hoplites/gold"]),
    ({"p1": "a1 walls; a1 walls"}, ["two hexes on a1"]),
    ({"p1": "a1 walls 61/0/0"}, ["at most 60 citizen"]),
    ({"p1": "o 40/0/0", "p2": "o 40/0/0"}, ["80 cubes", "box has 60"]),
    ({"p1": "b1 walls"}, ["p1: the city is not in one piece"]),
    ({"p1": "a1 temple; a2 temple"}, ["two Polis", "temple"]),
    ({"p1": "a1 fleet; a2 fleet"}, ["fleet: 2 hexes", "1 are in use"]),
    ({"p2": "a1 walls*"}, ["only the player whose turn it is"]),
    ({"p1": "hades@a1"}, ["hades"]),
    ({"p1": "walls@a1"}, ["only a Myth"]),
    ({"p1": {"acropolis": "delphi"}}, ["p1.acropolis = 'delphi'", "athens, sparta, olympia"]),
    ({"p1": {"acropolis": "athens"}, "p2": {"acropolis": "athens"}}, ["two players have athens"]),
    ({"p1": {"hand": ["hidden"]}}, ["cannot be set up"]),
    ({"p1": {"hands": []}}, ["hands", "hand"]),
    ({"p1": {"shown": ["walls"]}}, ["knows of more walls"]),
    ({"p1": 7}, ["p1 = 7"]),
    ({"supply": "60/30/49"}, ["supply", "60/30/50"]),
    ({"display": ["walls"]}, ["display: 1 hexes"]),
    ({"fate": [], "display": ["walls", "asty", "fleet", "spring"]}, ["last_round"]),
    ({"top": ["walls"]}, ["top_known_to"]),
    ({"node": "SPECIAL"}, ["node = 'SPECIAL'", "nothing could be done"]),
    ({"node": "WAR"}, ["node = 'WAR'"]),
    ({"node": "PAY"}, ["pending"]),
    ({"node": "DISCARD"}, ["nothing to discard"]),
    ({"node": "ACTION", "pending": {"steps": 2}}, ["pending.steps"]),
    ({"pending": {"cell": "q"}}, ["pending.cell = 'q'"]),
    ({"options": {"supply": "unlimited"}, "p1": "o 70/0/0; a1 walls 70/0/0"}, ["p1.city: 140 cubes", "at most 100"]),
    ({"p1": "a1 tavern; a2 temple; a3 walls; a4 agora; hades@a3; oracle@a4; fates@a2; pandora@a1", "node": "PLAY"},
     ["4 Myths", "at most 3"]),
])
def test_impossible_positions_are_refused_with_a_reason(document, words):
    refused(document, *words)


def test_a_view_of_one_player_is_no_position():
    with pytest.raises(BadPosition, match="cannot be set up"):
        GAME.from_position(GAME.match(players=3, seed=1).position(viewer=1))


def test_unlimited_supply_has_no_count():
    match = at("ACTION", "o 99/0/0", options={"supply": "unlimited"})
    assert "supply" not in match.position()
    assert city(match, "p1")["o"] == "99/0/0"


def test_cities_are_completed_in_the_order_of_the_seats():
    match = at("PLAY", {}, {"acropolis": "athens"})
    assert [part(match, p, "acropolis") for p in ("p1", "p2", "p3")] == ["sparta", "athens", "olympia"]


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.sampled_from(
        ["p1", "o 2/0/1", "a1 walls 1/1/0", "hades@a1", "walls", "2/0/1", "o", "gold", "WAR", "hidden", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["hand", "city", "myths", "open", "cell", "due", "used", "citizen", "a1", "p2"]), inner,
        max_size=3), max_leaves=6)
KEYS = ["turn", "node", "p1", "p2", "display", "fate", "top", "top_known_to", "pending", "supply", "underworld",
        "looked", "last_round", "philosopher", "starter"]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), junk, max_size=4))
def test_any_document_is_read_or_refused(document):
    try:
        match = GAME.from_position(document, chance="ask")
    except HexagoraError:
        return
    assert match.over or match.legal()
    assert GAME.from_position(match.position(), chance="ask").state == match.state
