"""The move phase. On `crossing` c3 is +1 Attack, d3 Extra Action, b3 Extra Spawn, e5 the Pool."""

import pytest

from hexagora.engine.errors import IllegalAction
from tests.manapool.support import at, now, tokens
from tests.support import covers

HOME = {"green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}


def moves_of(match, cell):
    return [text.split()[2] for text in match.legal() if text.startswith(f"move {cell} ")]


@covers("MAN-MOVE-1")
def test_the_move_phase_can_be_closed_with_points_left():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **HOME})
    assert "end move" in match.legal()
    match.play_all(["move b2 c3"])
    assert "end move" in match.legal()
    assert now(match.play("end move")) == ("red", "combat")


@covers("MAN-MOVE-2")
def test_points_not_used_for_moving_stay_for_combat():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3", "c4"], **HOME})
    match.play_all(["move b2 c3", "end move"])
    assert match.position()["action_points"] == 2


@covers("MAN-TURN-3")
def test_points_pay_for_moves_and_attacks_in_any_mixture():
    match = at(tokens={"red": ["b2", "d3", "c4", "f3"], "green": ["e5", "b4"], "blue": []}, action_points=4)
    match.play_all(["move b2 c3", "move c3 d4", "end move", "attack d4 e5"])
    assert match.position()["action_points"] == 1
    assert tokens(match, "green") == ["b4"]
    assert now(match) == ("red", "combat")


@covers("MAN-MOVE-3")
def test_a_step_to_a_neighbour_costs_one_point():
    match = at(tokens={"red": ["a2", "b1", "b2", "d3"], **HOME})
    match.play("move b2 c3")
    assert match.position()["action_points"] == 1
    assert tokens(match, "red") == ["a2", "b1", "c3", "d3"]


@covers("MAN-MOVE-4")
def test_a_step_leads_to_an_adjacent_hex():
    match = at(tokens={"red": ["c3"], **HOME})
    assert moves_of(match, "c3") == ["c4", "d4", "d3", "c2", "b2", "b3"]


@covers("MAN-MOVE-4", "MAN-RULING-10")
def test_a_step_leads_only_to_an_empty_hex():
    match = at(tokens={"red": ["c3", "c2"], "green": ["b2", "d4"], "blue": ["b3"]})
    assert moves_of(match, "c3") == ["c4", "d3"]


@covers("MAN-PIECE-3")
def test_only_own_tokens_are_moved():
    match = at(tokens={"red": ["c3"], **HOME})
    assert {text.split()[1] for text in match.legal() if text.startswith("move")} == {"c3"}
    with pytest.raises(IllegalAction):
        match.play("move d8 d7")


@covers("MAN-MOVE-5", "MAN-MOVE-6")
@pytest.mark.parametrize(("start", "tile"), [("c3", "d3"), ("c3", "b3"), ("d4", "e5")])
def test_a_token_that_enters_a_special_tile_or_the_pool_is_locked_there(start, tile):
    match = at(tokens={"red": [start, "f3", "f6"], **HOME}, action_points=3)
    match.play(f"move {start} {tile}")
    assert now(match) == ("red", "move")
    assert tokens(match, "red") == sorted([tile, "f3", "f6"])
    assert match.legal() == ["end move"]


@covers("MAN-MOVE-7")
@pytest.mark.parametrize(("locked", "beside"), [("d3", "c3"), ("b3", "c3"), ("e5", "d4")])
def test_a_locked_token_starts_no_attack(locked, beside):
    match = at(phase="combat", tokens={"red": [locked], "green": [beside], "blue": []})
    assert match.legal() == ["end combat"]


@covers("MAN-RULING-24")
def test_a_locked_token_stays_in_later_turns_until_it_is_killed():
    match = at(tokens={"red": ["e5"], "green": ["e6", "d8", "e8", "f8"], "blue": HOME["blue"]})
    for _ in range(2):
        assert match.legal()[0] == "end move"
        assert moves_of(match, "e5") == []
        match.play_all(["end move", "end combat"] * 3)
        match.play(match.legal()[0])
    match.play_all(["end move", "end combat", "end move", "attack e6 e5"])
    assert "e5" not in tokens(match, "red")


@covers("MAN-MOVE-8", "MAN-RULING-32")
def test_after_the_last_point_neither_moves_nor_attacks_are_asked():
    match = at(tokens={"red": ["c2", "a2", "b1", "b2"], "green": ["d4", "d8", "e8", "f8"], "blue": HOME["blue"]})
    match.play("move c2 c3")
    assert now(match) == ("green", "move")


@covers("MAN-RULING-16")
def test_a_token_may_take_several_steps_in_a_turn():
    match = at(tokens={"red": ["b2", "d3", "f3"], **HOME}, action_points=3)
    match.play_all(["move b2 c3", "move c3 d4", "move d4 e5"])
    assert tokens(match, "red") == ["d3", "e5", "f3"]
    assert match.position()["mana"]["red"] == 1


@covers("MAN-RULING-16")
def test_a_token_may_attack_after_moving_and_more_than_once():
    match = at(tokens={"red": ["c2", "d3", "f3"], "green": ["b2", "b3"], "blue": []}, action_points=3)
    match.play_all(["move c2 c3", "end move", "attack c3 b2", "attack c3 b3"])
    assert tokens(match, "green") == []
    assert "c3" in tokens(match, "red")
