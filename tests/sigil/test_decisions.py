"""How a turn is cut into decisions, and taking back."""

import pytest

from hexagora.engine.errors import HexagoraError
from hexagora.terminal.speech import Speech
from tests.sigil.board import L3, SIGIL, decision, legal, play, stones, table, told
from tests.support import covers


@covers("SIG-DEC-2")
def test_every_decision_but_the_menu_is_one_node():
    m = table("a1 a2 a3 a4 a7 c8 c9", "b1 b2 b3 b4 b5")
    play(m, "move a11,dash")
    assert all(len(text.split()) == 2 for text in legal(m))
    assert len(legal(m)) <= 39


@covers("SIG-DEC-3")
def test_what_needs_no_decision_is_done_by_the_engine():
    m = table("a1 a8 a9 a10", "b1 b2 b3")
    assert decision(play(m.fork(), "move a2,cast grow")) == "keep"
    m = table("a8 a9 a10", "b1 b2 b3")
    assert decision(play(m, "move a7,cast grow")) == "spell_move"  # nothing to keep
    m = table("a3 a9", "a13 b1")
    assert decision(play(m, "move a13")) == "menu"  # a crush
    m = table("a1 b1 a7", "b2 b3 b4")
    play(m, "move a2,cast sprout")
    assert decision(m) == "spell_move"


@covers("SIG-DEC-5")
def test_the_order_of_sacrifices_and_keeps_leaves_no_trace():
    first, second = (table("a1 a2 a3", "b1 b2") for _ in range(2))
    play(first, "move a4,dash,sacrifice a1,sacrifice a3")
    play(second, "move a4,dash,sacrifice a3,sacrifice a1")
    assert SIGIL.State.to_bytes(first.state) == SIGIL.State.to_bytes(second.state)
    first, second = (table("a1 c1 a2 a3 a4 a5 a6", "b1 b2 b3 b4 b5") for _ in range(2))
    play(first, "move a11,cast flourish,keep a2,keep a5")
    play(second, "move a11,cast flourish,keep a5,keep a2")
    assert SIGIL.State.to_bytes(first.state) == SIGIL.State.to_bytes(second.state)


@covers("SIG-DEC-6", "SIG-RULING-39")
def test_steps_can_be_taken_back_until_the_turn_has_ended():
    m = table("a1 a2 a3", "b1 b2")
    play(m, "move a4,dash,sacrifice a1")
    for _ in range(3):
        m.undo(seat=1)
    assert stones(m, "red") == "a1 a2 a3"
    play(m, "move a4,end turn")
    with pytest.raises(HexagoraError):
        m.undo(seat=1)
    with pytest.raises(HexagoraError):
        m.undo(seat=2)


@covers("SIG-DEC-7")
def test_the_order_of_the_legal_list():
    m = table("a7 b4 b7 a8 a9 a10 c12", "b1 b2 b3")
    play(m, "move b12")
    assert legal(m) == ["dash", "cast grow", "cast sprout", "cast slash", "end turn"]
    m = table("a1 b1 c1", "a5 b5 c5")
    assert legal(m) == ["move a2", "move a11", "move b2", "move b11", "move c2", "move c11"]


@covers("SIG-RULING-38")
def test_a_turn_ends_only_by_end_turn():
    m = table("a1", "b1")
    play(m, "move a2")
    assert (legal(m), m.to_act) == (["end turn"], "seat 1")


def test_the_vocabulary_of_the_base_set_has_273_strings():
    verbs = ("place", "move", "push", "sacrifice", "destroy", "convert")
    nodes = [node.id for node in SIGIL.content.node]
    big = [node for slot in SIGIL.content.slot if slot.size > 1 for node in slot.nodes]
    casts = [spell.id for spell in SIGIL.content.spell if spell.pack == "core" and not spell.passive]
    words = {f"{v} {n}" for v in verbs for n in nodes} | {f"keep {n}" for n in big} | {f"cast {c}" for c in casts}
    assert len(words | {"dash", "end turn", "announce loop"}) == 273


def test_events_tell_what_happened_in_order():
    m = table("a1 a2 a3 a4 a11 c2 c3 c8", "b1 b2 b3 b4 b5 b9", "blue", L3)
    play(m, "move b6,cast flourish,keep b4,move b7")
    assert told(m, 4) == ["placed b6", "cast flourish", "paid flourish b2 b3 b5 b6", "placed b7",
                          "seal gained seal_of_summer blue"]
    play(m, "move b8,move b10,move b13,cast hail_storm,keep b9,destroy a3,destroy c2")
    assert told(m, 3) == ["paid hail_storm b8 b10", "destroyed a3", "destroyed c2", "destroyed c8",
                          "locked hail_storm 2"]


def test_sentences_speak_of_colours_and_nodes():
    m = table("a1 b2", "b1 b6")
    play(m, "move b6,push b11,end turn")
    assert m.sentences() == ["Red places a stone on b6", "the stone on b6 is pushed to b11",
                             "Red ends the turn, the score is tied"]


def test_italian_spells_and_slots_are_spoken_of_as_such():
    """Crescita and Carneficina, Germoglio and Fulmine."""
    italian = Speech("it", SIGIL)
    m = table("a1 a8 a9 a10 c7", "b1 b2 b3")
    warnings = [c.warning for c in play(m, "move a2,dash").choices() if "no longer full" in c.warning]
    assert any("Lo spazio s4 Crescita non è più pieno." in italian.text(told) for told in warnings)
    locked = italian.text("Carnage is locked, big spell number 1 of Red")
    assert locked == "l’incantesimo Carneficina è bloccato, grande incantesimo numero 1 di Rosso"
