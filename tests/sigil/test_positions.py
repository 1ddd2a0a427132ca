"""Position documents: what is refused and why, what is completed, mid-turn positions."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadPosition, HexagoraError
from tests.sigil.board import L1, L2, SIGIL, decision, legal, play, stones, table
from tests.support import covers


@covers("SIG-RULING-44")
@pytest.mark.parametrize(("document", "told"), [
    ({"red": [], "blue": ["b1"]}, "red = \\[\\]"),
    ({"red": ["a1"], "blue": []}, "blue = \\[\\]"),
    ({"locks": {"red": "sprout"}, "casts": {"red": 1}}, "locks.red = 'sprout'"),
    ({"layout": L2, "locks": {"red": "seal_of_wind"}, "casts": {"red": 1}}, "locks.red = 'seal_of_wind'"),
    ({"locks": {"blue": "meteor"}, "casts": {"blue": 1}}, "locks.blue = 'meteor'"),
    ({"locks": {"red": "grow"}}, "locks.red = 'grow' with casts.red = 0"),
    ({"casts": {"red": 2}}, "locks.red = None with casts.red = 2"),
    ({"locks": {"red": "grow"}, "casts": {"red": 6}}, "red = 6; allowed: 0 to 5"),
])
def test_positions_that_cannot_arise_are_refused(document, told):
    with pytest.raises(BadPosition, match=told):
        SIGIL.from_position(document)


def test_positions_that_look_odd_but_can_be_set_up():
    m = table("a1 a2 a3 a4 a5 a6 a7", "b1")  # any lead
    assert not m.over
    m = table("a1", "b1", win="deathmatch", red_cast="grow 0")
    assert m.position()["locks"]["red"] == "grow"
    m = SIGIL.from_position({"options": {"start": "free"}, "red": [], "blue": []})
    assert decision(m) == "move"
    assert legal(m)[0] == "place a1"
    m = SIGIL.from_position({"options": {"start": "free"}, "red": ["c7"], "blue": [], "to_move": "blue"})
    assert len(legal(m)) == 38


@pytest.mark.parametrize(("document", "told"), [
    ({"stones": 3}, "unknown key 'stones'"),
    ({"red": "a1"}, "red = 'a1': must be a list"),
    ({"red": ["a14"]}, "no node 'a14'"),
    ({"red": ["a1", "a1"]}, "named twice"),
    ({"to_move": "green"}, "to_move = 'green'; allowed: red, blue"),
    ({"turn": 2}, "turn = 2 with red to move"),
    ({"turn": "two"}, "turn = 'two'; allowed"),
    ({"layout": ["grow"] * 9}, "'grow' on s1: has 3 nodes, the slot has 5"),
    ({"layout": ["sparkle"] * 9}, "no such spell"),
    ({"layout": [*L1[:1], L1[0], *L1[2:]]}, "'flourish' on s2: is named twice"),
    ({"layout": ["tsunami", *L1[1:]]}, "is not in the pool"),
    ({"layout": L1[:5]}, "list of 9 spells"),
    ({"layout": [*L1[:8], None], "red": ["a1"]}, "before all spells are dealt"),
    ({"walls": ["a1"]}, "walls: a1 carries a stone"),
    ({"bank": {"red": -1}}, "red = -1; allowed: 0"),
    ({"spring": {"red": True}}, "no spell under the die"),
    ({"pending": {"decision": "dream"}}, "decision = 'dream'; allowed"),
    ({"pending": {"decision": "keep", "left": 1}}, "pending.spell = None does not go"),
    ({"pending": {"decision": "spell_move", "spell": "grow", "step": 4}}, "pending.step = 4; allowed: 1 to 1"),
    ({"pending": {"decision": "spell_convert", "spell": "grow", "step": 1, "left": 1}}, "does not go with step 1"),
    ({"pending": {"decision": "push"}}, "pending.pushed_from = None"),
    ({"pending": {"decision": "keep", "spell": "grow", "left": 1}}, "not full"),
    ({"history": []}, "history: must be a list of 1 to"),
    ({"history": [{"stones": "r"}]}, "must be 39 letters"),
    ({"history": [{"stones": "." * 39, "bank": ["x", 0]}]}, "history.0.bank.0 = 'x'; allowed: 0 to 10000"),
    ({"history": [{"stones": "." * 39, "locks": [[], None]}]}, "history.0.locks: \\[\\] is not in the layout"),
    ({"pending": {"decision": "keep", "spell": []}}, "pending.spell = \\[\\]; allowed"),
    ({"result": {"winner": "red", "reason": "luck"}}, "result.reason = 'luck'; allowed"),
])
def test_errors_name_the_key_the_value_and_what_is_allowed(document, told):
    with pytest.raises(BadPosition, match=told):
        SIGIL.from_position(document)


def test_an_empty_document_is_the_start_of_the_first_layout():
    m = SIGIL.from_position({})
    assert m.position()["layout"] == L1
    assert (stones(m, "red"), stones(m, "blue"), m.to_act) == ("a1", "b1", "seat 1")


def test_layouts_by_slot_and_locks_as_dashes_are_understood():
    slots = {f"s{k + 1}": name for k, name in enumerate(L2)}
    m = SIGIL.from_position({"layout": slots, "locks": {"red": "-", "blue": "-"}, "score": "whatever"})
    assert m.position()["layout"] == L2


@pytest.mark.parametrize("pool", ["core", "all"])
def test_positions_in_mid_turn_go_on_in_the_same_way(pool):
    rng = random.Random(7)
    m = SIGIL.match(seed=11, pool=pool)
    for _ in range(60):
        if m.over:
            break
        twin = SIGIL.from_position(json.loads(json.dumps(m.position())), debug=True)
        assert twin.position() == m.position()
        action = rng.choice(m.legal())
        m.play(action)
        twin.play(action)
        assert twin.position() == m.position()


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-3, 50), st.sampled_from(["a1", "grow", "red", "menu", "-"]),
                   st.lists(st.sampled_from(["a1", "b7", "c9", 3, None]), max_size=4),
                   st.dictionaries(st.sampled_from(["red", "blue", "decision", "left"]), st.integers(0, 9), max_size=2))
KEYS = st.sampled_from(["layout", "red", "blue", "to_move", "turn", "locks", "casts", "walls", "bank", "spring",
                        "pending", "history", "result", "nonsense"])


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_any_document_is_a_position_or_a_clear_error(document):
    try:
        m = SIGIL.from_position(document)
    except HexagoraError:
        pass  # a clear error
    else:
        assert m.over or m.legal()


PENDING = st.fixed_dictionaries({"decision": st.sampled_from(["push", "menu", "dash_pay", "dash_move", "keep",
                                                               "spell_move", "spell_destroy", "spell_convert",
                                                               "spell_pay", "spell_push", "bank_move", "deal"])},
                                optional={"left": st.integers(0, 12), "step": st.integers(0, 4),
                                          "spell": st.sampled_from(["flourish", "bewitch", "hail_storm", "grow"]),
                                          "landed": st.sampled_from(["a1", "c2", "b9"]),
                                          "pushed_from": st.sampled_from(["a1", "a2", "b1"]),
                                          "kept": st.lists(st.sampled_from(["a8", "a9"]), max_size=2),
                                          "region": st.just([f"{z}{k}" for z in "abc" for k in range(1, 14)])})


@settings(max_examples=150, deadline=None)
@given(PENDING)
def test_any_pending_decision_can_be_played_on_or_is_refused(pending):
    document = {"red": ["a1", "a2", "a8", "a9", "a10"], "blue": ["a3", "b1", "b2", "b3"], "pending": pending}
    try:
        m = SIGIL.from_position(document, debug=True)
    except HexagoraError:
        return
    for _ in range(6):
        if m.over:
            break
        m.play(m.actions()[0])


def test_walks_from_random_positions_stay_legal():
    m = play(table("a1 a8 a9 a10", "b1 b2 b3"), "move a2,cast grow")
    assert decision(SIGIL.from_position(m.position())) == "keep"
