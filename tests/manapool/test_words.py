"""Notation, sentences, taking back, and standing in for somebody who has left."""

import pytest

from hexagora.engine.errors import HexagoraError
from hexagora.terminal.speech import Speech
from tests.manapool.support import at, fresh, game, now, settled
from tests.support import covers

HOME = {"green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}


def told(match, action):
    return match.play(action).sentences()[-1]


@pytest.mark.parametrize(("position", "action", "sentence"), [
    ({"phase": "colours"}, "colour green", "Seat 1 takes green"),
    ({"phase": "corners"}, "corner a5", "Red settles at a5"),
    ({"phase": "first player"}, "first blue", "Blue has the first turn"),
    ({"phase": "order", "options": {"setup_order": "random"}}, "order 2 3 1", "The seats pick in the order 2 3 1"),
    ({"phase": "spawn", "tokens": {}}, "spawn b2", "Red spawns a troop on b2"),
    ({"tokens": {"red": ["b2", "d3"]}}, "move b2 c3", "Red moves b2 to c3"),
    ({"tokens": {"red": ["c3"]}}, "move c3 d3", "Red moves c3 to d3 and is locked"),
    ({"tokens": {"red": ["d4"]}}, "move d4 e5",
     "Red moves d4 to e5 and is locked. Red draws mana from the Pool: 1"),
    ({"tokens": {"red": ["d4"]}, "mana": {"red": 9}}, "move d4 e5",
     "Red moves d4 to e5 and is locked. Red draws mana from the Pool: 10, and wins"),
    ({}, "end move", "Red turns to combat"),
    ({"phase": "combat"}, "end combat", "Red ends the turn"),
    ({"phase": "combat", "tokens": {"red": ["c3"], "green": ["b2"]}}, "attack c3 b2",
     "Red attacks b2 from c3: Green's troop falls"),
    ({"phase": "combat", "tokens": {"red": ["c3"], "green": ["d4"]}}, "attack c3 d4",
     "Red attacks d4 from c3: both troops fall"),
    ({"phase": "combat", "tokens": {"red": ["b2"], "green": ["c3"]}}, "attack b2 c3",
     "Red attacks c3 from b2 and loses the troop"),
    ({"phase": "combat", "tokens": {"red": ["b2"], "green": ["a2"]}}, "attack b2 a2",
     "Red attacks a2 from b2: nothing happens"),
])
def test_what_happened_is_told_in_a_sentence(position, action, sentence):
    assert told(at(**position), action) == sentence


def test_spawn_moves_end_of_moving_and_attacks_are_taken_back_one_by_one():
    match = at(phase="spawn", tokens={"red": ["b1", "b2", "d3", "c4"], "green": ["d4", "b3"], "blue": []})
    start = match.position()
    match.play_all(["spawn a2", "move b2 c3", "end move", "attack c3 b3"])
    for _ in range(4):
        assert match.may_undo(1)
        assert not match.may_undo(2)
        match.undo(1)
    assert match.position() == start


@pytest.mark.parametrize("last", ["end combat", "attack c3 b2"])
def test_a_turn_that_has_ended_is_not_taken_back(last):
    match = at(phase="combat", tokens={"red": ["c3"], "green": ["b2", "d8", "e8", "f8"], "blue": []})
    match.play(last)
    assert not match.may_undo(1)
    with pytest.raises(HexagoraError, match="seat 1 cannot take back"):
        match.undo(1)


def test_the_winning_action_is_not_taken_back():
    match = at(tokens={"red": ["d4"], **HOME}, mana={"red": 9}).play("move d4 e5")
    assert match.over
    assert not match.may_undo(1)


def test_choices_of_the_set_up_are_taken_back_until_the_next_player_decides():
    match = fresh().play_all(["colour red", "colour green", "colour blue", "corner a1"])
    assert match.may_undo(1)
    match.play("corner e9")
    assert not match.may_undo(1)
    assert match.may_undo(2)


def test_nothing_is_taken_back_once_the_first_player_is_drawn():
    assert not settled().may_undo(3)
    assert not settled().play("first red").may_undo(3)


def test_without_a_draw_the_last_corner_is_taken_back_until_the_first_turn():
    match = settled(first_player="red")
    assert now(match) == ("red", "move")
    assert match.may_undo(3)
    match.play("end move")
    assert not match.may_undo(3)


def stand_in(match):
    a = game.words.stand_in(match.box, match.state, match.actions())
    return game.words.text(match.box, match.state, a)


@covers("MAN-RULING-33")
@pytest.mark.parametrize(("position", "expected"), [
    ({"phase": "spawn", "tokens": {}}, "spawn a2"),
    ({"phase": "spawn", "tokens": {"red": ["a2"]}}, "spawn b1"),
    ({"phase": "spawn", "tokens": {}, "to_move": "blue"}, "spawn h1"),
    ({"tokens": {"red": ["d4"]}}, "end move"),
    ({"phase": "combat", "tokens": {"red": ["e6"], "green": ["e5"]}}, "end combat"),
])
def test_for_somebody_who_has_left_the_first_gate_is_filled_and_everything_else_ended(position, expected):
    assert stand_in(at(**position)) == expected


@covers("MAN-RULING-33")
def test_a_match_of_absent_players_comes_to_its_end():
    match = fresh(round_limit=2, first_player="red")
    while not match.over:
        match.play(stand_in(match))
    assert match.result == pytest.approx([1 / 3] * 3)


def test_in_italian_it_is_the_troop_that_is_stuck():
    sentence = at(tokens={"red": ["c3"]}).play("move c3 d3").sentences()[-1]
    assert Speech("it", game).text(sentence) == "Rosso muove c3 in d3: la truppa resta bloccata"
