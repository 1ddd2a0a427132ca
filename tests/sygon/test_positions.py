"""Positions: documents and scripts in, errors with key, value and what is allowed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadOption, BadPosition
from hexagora.games.sygon.positions import player_shape, shape
from hexagora.games.sygon.script import STATEMENTS
from tests.sygon.support import GAME, at, offered, player, wizard


def test_a_partial_document_is_completed():
    match = GAME.from_position({"options": {"players": 2}})
    assert match.to_act == "seat 1"
    assert match.position()["round"] == 2
    assert wizard(match, 1, 1) == "gone"
    assert len(match.position()["tiles"]) == 19


def test_documents_and_scripts_mean_the_same():
    script = at("""game 2 ffa spells; board r2; town p1 c2; workshop c2; down c2; wall p1 c2 e; wizard p1.w1 c3 down
        gold p1 5; cubes p1 snow=2; pending p1 snow=1; hand p1 echo; evocation p2 ward; forage c3 black; cloud red
        lull blue; foresight p2; round 4; final; turn p1 build; bought p1; moved p1.w1; cast p1.w1 forage""")
    document = {"options": {"players": 2, "spells": True}, "board": "r2", "forage": {"c3": "black"}, "clouds": ["red"],
                "lulled": ["blue"], "foresight": "p2", "round": 4, "final": True, "to_act": "p1",
                "players": {"p1": {"towns": {"c2": ["workshop", "down"]}, "walls": ["c2 e"], "gold": 5,
                                   "wizards": {"w1": "c3 down"}, "cubes": {"snow": 2}, "pending": {"snow": 1},
                                   "hand": ["echo"], "phase": "build", "done": ["bought"], "moves": {"w1": 0},
                                   "cast_wizards": ["w1"], "cast_spells": ["forage"]},
                            "p2": {"evocations": ["ward"]}}}
    assert GAME.from_position(document).state == script.state
    assert GAME.from_position(json.loads(json.dumps(script.position()))).state == script.state


def test_a_script_may_come_with_options_beside_it():
    match = GAME.from_position({"script": "board r3; turn p2 cast", "options": {"players": 3, "scorch": True}})
    assert (match.to_act, match.options["scorch"]) == ("seat 2", True)


def test_begin_does_what_happens_at_the_start_of_a_turn():
    match = at("game 2 ffa; board r2; town p2 c1; down c1; begin p2")
    assert (match.to_act, player(match, 2)["towns"]) == ("seat 2", {"c1": []})
    match = at("game 4 teams spells; board r4; wizard p1.w1 a4; phase p2 done; turn p1 cast")
    assert not offered(match, "hand over")


BAD = {
    "wizard p1.w1 c4": "no Landscape",
    "wizard p1.w1 z9": "no hex 'z9'",
    "wizard p1.w4 c3": "w4",
    "wizard p1.w1 vanished down": "vanished down",
    "town p1 c3; town p2 c3": "a hex holds one",
    "workshop c3": "no Town",
    "town p1 c3; workshop c3; workshop c3": "twice",
    "wall p1 a3 nw": "frame",
    "wall p1 c3 e; wall p2 c3 e": "taken by p1",
    "wall p1 b3 e": "no Landscape",
    "wall p1 c3 north": "allowed: e, se, sw, w, nw, ne",
    "gold p1 31": "allowed: 0 to 30",
    "cubes p1 snow=16": "at most 15",
    "cubes p1 gold=1": "allowed: flower",
    "pending p1 gold=1": "allowed: 0$",
    "hand p1 echo": "option spells",
    "stock echo 1": "option spells",
    "value c4 1": "no Landscape",
    "value c3 10": "allowed: 0 to 9",
    "ash c3 fire": "allowed: eruption, scorch",
    "forage c3 green": "allowed: black, red",
    "cloud pink": "allowed: blue, red, green",
    "tile c3 blue": "two blue",
    "tile c3 lava": "allowed: flower",
    "board r3": "allowed: r2, empty",
    "round 0": "allowed: 1",
    "turn p3 move": "allowed: p1, p2",
    "turn p1 dance": "allowed: waiting",
    "turn p1 done": "is over",
    "phase p2 cast": "not this player's turn",
    "town p1 c3 c3x": "no hex",
    "town p1 a3 a4 a5 b2 b4 b5 c1": "at most 6",
    "game 2": "write it like",
    "dance": "unknown statement",
    "gold p1 lots": "write it like",
    "wizard p1.w1": "write it like",
    "wizard p1.w1 c3; wizard p1.w2 c3; wizard p1.w3 c3; wizard p2.w1 c3": "at most 3",
    "town p1 'c3": "quotation",
}


@pytest.mark.parametrize("statement", BAD)
def test_impossible_positions_are_refused_with_the_reason(statement):
    with pytest.raises(BadPosition, match=BAD[statement]):
        at(f"game 2 ffa\nboard r2\n{statement}")


@pytest.mark.parametrize(("document", "message"), [
    ({"colour": 1}, "allowed: game"),
    ({"players": {"p9": {}}}, "allowed: p1, p2"),
    ({"players": {"p1": {"silver": 1}}}, "allowed: gold"),
    ({"players": {"p1": {"gold": True}}}, "allowed: 0 to 30"),
    ({"players": []}, "must be an object"),
    ({"seats": [1, 1]}, "each seat"),
    ({"stage": "lose"}, "needs erupting"),
    ({"stage": "over"}, "winners"),
    ({"stage": "foresee"}, "foresight"),
    ({"winners": ["p1"]}, "not over"),
    ({"choice": "discard"}, "not more than 15"),
    ({"choice": "sunder"}, "nothing can be decided"),
    ({"board": "empty"}, "has no tile"),
    ({"stage": "tiles", "tiles": {"a3": "snow"}}, "reading order"),
    ({"script": 3}, "text of statements"),
    ({"script": "turn p1 move", "to_act": "p1"}, "says the same"),
    ({"script": "", "options": 3}, "must be an object"),
    ({"players": {"p1": {"phase": "collect"}}}, "discard"),
    ({"players": {"p1": {"wizards": {"w1": ""}}}}, "allowed: a hex"),
    ({"players": {"p1": {"walls": ["c3"]}}}, "a hex and a side"),
])
def test_impossible_documents_are_refused_with_the_reason(document, message):
    with pytest.raises(BadPosition, match=message):
        GAME.from_position(document)


def test_wrong_options_in_a_script():
    with pytest.raises(BadOption, match="max_rounds"):
        at("game 2 ffa max_rounds=lots")
    with pytest.raises(BadPosition, match="write it like"):
        at("game 2 ffa magic")


BOX = GAME.box(GAME.options())
PLAYER_KEYS = player_shape(BOX, ["w1"]).keys
WORDS = st.sampled_from(["c3", "p1", "w1", "snow", "down", ""])
JUNK = st.recursive(st.none() | st.booleans() | st.integers(-9, 99) | WORDS,
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from([*PLAYER_KEYS, "p1", "w1", "c3", "snow"]), inner, max_size=3), max_leaves=6)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([*shape(BOX, ["p1"]).keys]), JUNK, max_size=4))
def test_junk_is_refused_or_playable(document):
    try:
        match = GAME.from_position(document, chance="ask", debug=True)
    except BadPosition:
        return
    assert match.over or match.legal()


WORD = st.sampled_from(["p1", "p2", "p3", "p1.w1", "p2.w3", "c3", "b3", "a3", "e", "nw", "snow=2", "gold=1", "1", "-1",
                        "down", "off", "vanished", "red", "move", "cast", "forage", "echo", "ward", "r2", "#", "'"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(STATEMENTS)), st.lists(WORD, max_size=4)), max_size=5))
def test_junk_scripts_are_refused_or_playable(statements):
    script = "game 2 ffa spells\n" + "\n".join(" ".join([name, *words]) for name, words in statements)
    try:
        match = at(script)
    except (BadPosition, BadOption):
        return
    assert match.over or match.legal()


@pytest.mark.parametrize(("phase", "missing"), [("place", "'off'"), ("reappear", "'vanished'")])
def test_whoever_places_wizards_has_one_to_place(phase, missing):
    with pytest.raises(BadPosition, match=f"p1.phase = '{phase}': no Wizard of this player is {missing}"):
        at(f"game 2 ffa; board r2; wizard p1.w1 c3; turn p1 {phase}")
