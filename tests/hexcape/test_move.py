"""The moving step: prices, steps, swaps, the Start hex."""

import pytest

from hexagora.engine.errors import IllegalAction
from tests.hexcape.support import active, at, card, cost, having, kinds, step, tokens
from tests.support import covers


@covers("HEX-TERM-1", "HEX-MOVE-3")
def test_a_step_goes_to_a_hex_with_a_common_side():
    match = at(tokens={"red": "b4"}, ap=6)
    assert having(match, "move") == {"a4", "a5", "b3", "b5", "c4", "c5"}


@covers("HEX-TERM-1", "HEX-MOVE-3")
def test_rows_that_are_not_shifted_have_neighbours_further_left():
    match = at(tokens={"red": "c5"}, ap=6)
    assert having(match, "move") == {"b4", "b5", "c4", "d4", "d5"}


@covers("HEX-MAP-3", "HEX-MAP-4")
def test_nobody_moves_into_an_impassable_hex():
    match = at(tokens={"red": "b2"}, ap=6)
    assert "c3" not in having(match, "move")
    with pytest.raises(IllegalAction):
        match.play("move c3")


@covers("HEX-TURN-1")
def test_the_roll_is_the_action_points_of_the_turn():
    match = at()
    assert (match.to_act, match.legal()) == ("chance", [f"roll {n}" for n in range(1, 7)])
    match.play("roll 5")
    assert (match.state.ap, match.to_act) == (5, "seat 1")


@covers("HEX-TERM-3", "HEX-MOVE-2")
def test_entering_a_hex_takes_its_cost_off_the_points():
    match = at(tokens={"red": "b2"}, ap=5).play("move b3")
    assert match.play("no draw").state.ap == 2


@covers("HEX-MOVE-1")
@pytest.mark.parametrize(("ap", "may"), [(2, False), (3, True)])
def test_a_hex_is_entered_only_with_points_enough(ap, may):
    assert ("b3" in having(at(tokens={"red": "b2"}, ap=ap), "move")) == may


@covers("HEX-MOVE-4", "HEX-RULING-12")
def test_the_other_player_is_put_where_the_mover_came_from():
    match = at(tokens={"red": "b4", "blue": "b5"}, ap=4)
    assert "move b5" not in match.legal()
    match.play("swap b5")
    assert tokens(match) == {"red": "b5", "blue": "b4"}


@covers("HEX-RULING-12")
def test_a_swap_from_the_start_hex_puts_the_other_on_it():
    match = at(tokens={"blue": "b1"}, ap=4).play("swap b1")
    assert tokens(match) == {"red": "b1", "blue": "c1"}


@covers("HEX-MOVE-5")
@pytest.mark.parametrize(("ap", "may"), [(2, False), (3, True)])
def test_a_swap_costs_one_more_than_the_hex(ap, may):
    match = at(tokens={"red": "b5", "blue": "b4"}, ap=ap)
    assert ("swap b4" in match.legal()) == may
    if may:
        assert match.play("swap b4").position()["active"] == "blue", "3 points are spent: the turn is over"


@covers("HEX-MOVE-6", "HEX-TERM-2")
def test_points_may_be_kept_back_from_moving_and_go_into_the_map():
    match = at(tokens={"red": "b4"}, ap=4).play_all(["move b5", "stop moving"])
    assert (match.state.ap, step(match)) == (3, "change")
    match.play("raise a4")
    assert match.state.ap == 2


@covers("HEX-RULING-10")
def test_the_start_hex_holds_everybody_and_nobody_is_in_the_way_there():
    match = at(tokens={"red": "b1"}, players=["red", "blue", "green"], ap=1)
    assert "move c1" in match.legal()
    assert "swap" not in kinds(match)
    assert tokens(match.play("move c1")) == {"red": "c1", "blue": "c1", "green": "c1"}


@covers("HEX-RULING-11")
def test_one_may_return_to_the_start_hex():
    match = at(tokens={"red": "d1"}, ap=2)
    assert tokens(match.play("move c1"))["red"] == "c1"


@covers("HEX-RULING-13")
def test_a_displaced_player_draws_no_card():
    match = at(tokens={"red": "b3", "blue": "b4"}, ap=3)
    match.play("swap b4")
    assert tokens(match)["blue"] == "b3", "a card hex"
    assert (step(match), active(match)) == ("roll", "blue")
    match.play("roll 2")
    assert step(match) == "move", "and none when the own turn begins there"


@covers("HEX-RULING-13")
def test_a_displaced_player_does_not_teleport():
    match = at("letter-office", tokens={"red": "d6", "blue": "d5"}, ap=4).play("swap d5")
    assert tokens(match)["blue"] == "d6"
    match.play("roll 6")
    assert "teleport" not in kinds(match)


@covers("HEX-RULING-37")
def test_with_nothing_affordable_the_player_can_still_stop_and_change_or_end():
    match = at("ridge", tokens={"red": "e4"}, costs={"d3": 9, "d4": 9, "e3": 9, "e5": 9, "f3": 9, "f4": 9}, ap=1)
    assert match.legal() == ["stop moving"]
    match.play("stop moving")
    assert {"raise", "lower", "end"} == kinds(match)


@covers("HEX-RULING-38")
def test_a_single_choice_is_offered_like_any_other():
    walls = {"d3": 9, "d4": 9, "e3": 9, "e5": 9, "f3": 9, "f4": 9}
    plain = at("ridge", tokens={"red": "e4"}, costs=walls, ap=1)
    secret = at("ridge", tokens={"red": "e4"}, costs=walls, ap=1, cards={"red": card("eraser")})
    assert plain.legal() == secret.legal() == ["stop moving"]
    assert plain.to_act == secret.to_act == "seat 1"


@covers("HEX-RULING-40")
def test_a_player_who_is_away_is_passed_and_can_be_swapped_with():
    match = at(tokens={"red": "b4", "blue": "b5"}).play_all(["roll 6", "stop moving", "end turn", "roll 6"])
    assert tokens(match)["red"] == "b4"
    assert "swap b4" in match.legal()


def test_costs_count_as_they_are_now():
    match = at(tokens={"red": "b4"}, costs={"b5": 4}, ap=4).play("move b5")
    assert (cost(match, "b5"), active(match)) == (4, "blue")
