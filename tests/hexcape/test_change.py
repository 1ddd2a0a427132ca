"""Costs and the changing step."""

import pytest

from tests.hexcape.support import active, at, card, cost, having, kinds, new, step
from tests.support import covers


def changing(*args, **document):
    return at(*args, step="change", **{"ap": 3, **document})


@covers("HEX-MAP-1")
def test_start_and_end_cost_one():
    for name in ("first-steps", "grand-tour", "citadel"):
        match = at(name)
        state, box = match.state, match.box
        assert state.cost[box.start[0]] == state.cost[box.goal[0]] == 1


@covers("HEX-MAP-2")
def test_hexes_in_the_colour_of_start_and_end_cost_one():
    match = at()
    terrain = {c.id: c.terrain for c in match.scene().boards[0].cells}
    assert terrain["b1"] == "road"
    assert cost(match, "b1") == 1
    assert terrain["a2"] == "land"


@covers("HEX-MAP-5", "HEX-MOD-4")
def test_impassable_hexes_are_never_changed():
    match = changing()
    assert not {"c3", "c6"} & (having(match, "raise") | having(match, "lower"))
    assert "a2" in having(match, "raise")


@covers("HEX-MAP-6")
def test_other_hexes_print_their_cost():
    assert [cost(at("citadel"), name) for name in ("f5", "d6", "e7", "f2")] == [10, 7, 8, 3]


@covers("HEX-MAP-7")
def test_a_changed_cost_stays_until_it_is_changed_again():
    match = changing(ap=1).play("raise b4")
    match.play_all(["roll 1", "stop moving", "end turn", "roll 2", "stop moving"])
    assert cost(match, "b4") == 3
    assert cost(match.play("lower b4"), "b4") == 2
    badges = [b.kind for c in changing(costs={"b4": 5}).scene().boards[0].cells if c.id == "b4" for b in c.badges]
    assert badges == ["cost", "dearer"]


@covers("HEX-TERM-4", "HEX-TERM-5", "HEX-MOD-3")
@pytest.mark.parametrize(("word", "now"), [("raise", 3), ("lower", 1)])
def test_a_point_changes_a_hex_by_one(word, now):
    match = changing(ap=3).play(f"{word} b4")
    assert (cost(match, "b4"), match.state.ap) == (now, 2)


@covers("HEX-MOD-1", "HEX-RULING-18")
def test_changing_comes_after_moving_and_moving_does_not_come_back():
    match = at(tokens={"red": "b4"}, ap=4)
    assert not kinds(match) & {"raise", "lower", "end"}
    match.play_all(["move b5", "stop moving"])
    assert kinds(match) == {"raise", "lower", "end"}
    match.play("raise a4")
    assert "move" not in kinds(match)


@covers("HEX-RULING-18")
def test_one_need_not_move_before():
    assert step(at(ap=2).play("stop moving")) == "change"


@covers("HEX-MOD-2")
def test_any_hex_may_be_changed_however_far_away():
    match = changing("grand-tour")
    assert {"b13", "k12", "f2"} <= having(match, "raise")
    assert len(having(match, "raise") | having(match, "lower")) == 113 - 2


@covers("HEX-MOD-5")
def test_costs_stay_between_one_and_ten():
    match = changing(costs={"b4": 10, "b5": 1})
    assert "b4" not in having(match, "raise")
    assert "b4" in having(match, "lower")
    assert "b5" not in having(match, "lower")
    assert "b5" in having(match, "raise")


@covers("HEX-RULING-14")
def test_start_and_end_cannot_be_changed():
    match = changing()
    assert not {"c1", "c9"} & (having(match, "raise") | having(match, "lower"))


@covers("HEX-RULING-14")
def test_start_and_end_can_be_changed_by_option():
    match = changing(raise_ends=True)
    assert {"c1", "c9"} <= having(match, "raise")
    match.play("raise c9")
    assert cost(match, "c9") == 2
    assert "c9" in having(match, "lower")


@covers("HEX-RULING-15")
def test_hexes_of_cost_one_may_be_raised_and_lowered_again():
    match = changing().play("raise b1")
    assert cost(match, "b1") == 2
    assert cost(match.play("lower b1"), "b1") == 1


@covers("HEX-RULING-16")
def test_occupied_teleport_card_and_own_hexes_may_be_changed():
    match = changing("whirlpools", tokens={"red": "d3", "blue": "d4"})
    assert {"d3", "d4", "b3", "c6"} <= having(match, "raise")


@covers("HEX-RULING-17")
def test_the_same_hex_may_be_changed_several_times_up_and_down():
    match = changing(ap=4).play_all(["raise b4", "raise b4", "lower b4"])
    assert (cost(match, "b4"), match.state.ap) == (3, 1)


@covers("HEX-RULING-19")
def test_points_left_at_the_end_of_the_turn_are_lost():
    match = changing(ap=3, players=["red", "blue"]).play("end turn")
    assert (active(match), match.state.ap) == ("blue", 0)
    match.play_all(["roll 1", "stop moving", "end turn", "roll 2"])
    assert (active(match), match.state.ap) == ("red", 2)


@covers("HEX-END-1")
def test_the_turn_is_over_without_points_in_either_step():
    assert active(changing(ap=1).play("lower b4")) == "blue"
    assert active(at(tokens={"red": "b4"}, ap=1).play("move b5")) == "blue"


@covers("HEX-END-2")
def test_a_turn_may_end_with_points_unspent():
    match = changing(ap=3)
    assert "end turn" in match.legal()
    assert (step(match.play("end turn")), active(match)) == ("roll", "blue")


@covers("HEX-END-2")
def test_the_turn_ends_early_from_the_changing_step_only():
    assert "end turn" not in at(ap=3).legal()


def test_a_player_with_a_secret_card_has_the_same_changes():
    plain, secret = changing(), changing(cards={"red": card("leap")})
    assert plain.legal() == secret.legal()


def test_options_are_refused_with_what_would_be_allowed():
    from hexagora.engine.errors import BadOption

    with pytest.raises(BadOption, match="map, 6, 8, 10, 12"):
        new(die=7)
