"""Winning, the thaw, the round limit, results."""

import pytest

from hexagora.games.hexcape.invariants import broken
from tests.hexcape.support import active, at, card, cost, custom, having, kinds, new, step
from tests.support import covers

PASS = ["roll 1", "stop moving", "end turn"]


@covers("HEX-END-3")
def test_moving_onto_the_end_hex_wins_at_once():
    match = at(tokens={"red": "b8"}, ap=3).play("move c9")
    assert (match.over, match.result, match.scores[0]) == (True, [1.0, 0.0], 0)


@covers("HEX-RULING-35")
def test_exactly_enough_points_win_and_the_round_is_not_completed():
    match = at(tokens={"red": "b8"}, ap=1).play("move c9")
    assert (match.over, match.position()["round"]) == (True, 1)
    assert broken(match.box, match.state) == []


@covers("HEX-RULING-35")
def test_the_end_hex_is_entered_by_a_step_only():
    match = at(tokens={"red": "b7"}, ap=6, cards={"red": card("leap")})
    assert "c9" not in having(match, "play leap")
    assert "c8" not in having(match, "play leap")
    assert "b5" in having(match, "play leap")


@covers("HEX-RULING-36")
def test_the_thaw_lowers_everything_to_the_highest_face_at_the_beginning_of_its_round():
    match = at("ridge", round=19, active="blue", costs={"b1": 8}).play_all(PASS)
    assert match.position()["round"] == 20
    assert [cost(match, name) for name in ("e5", "c5", "b1", "b2")] == [6, 6, 6, 2]


@covers("HEX-RULING-36")
def test_after_the_thaw_nothing_is_raised_but_lowering_goes_on():
    match = at(round=10, ap=2, step="change", cards={"red": card("barricade")})
    assert kinds(match) == {"lower", "end"}
    before = at(round=9, ap=2, step="change", cards={"red": card("barricade")})
    assert kinds(before) == {"raise", "lower", "end", "play"}


@covers("HEX-RULING-36")
def test_landslide_does_nothing_after_the_thaw():
    for number, now in ((9, 2), (10, 1)):
        match = at(round=number, tokens={"red": "b3"}, step="card", ap=2).play("card landslide")
        assert cost(match, "b2") == now


@covers("HEX-RULING-36")
@pytest.mark.parametrize(("thaw", "raises"), [("map", False), (0, True), (50, True), (5, False)])
def test_the_round_of_the_thaw_is_the_maps_a_number_or_never(thaw, raises):
    match = at(round=12, thaw_round=thaw, ap=2, step="change")
    assert ("raise" in kinds(match)) == raises


@covers("HEX-RULING-36")
def test_a_thaw_in_the_first_round():
    match = new(map="ridge", order="seat", order_swaps=False, thaw_round=1).play_all(["take red", "take blue"])
    assert cost(match, "e5") == 6


@covers("HEX-RULING-36")
def test_at_the_round_limit_the_smallest_remaining_cost_wins():
    match = at(round=60, active="blue", tokens={"red": "b7", "blue": "b5"}).play_all(PASS)
    assert (match.over, match.result, match.scores) == (True, [1.0, 0.0], [-2, -5])


@covers("HEX-RULING-36")
def test_walks_are_measured_on_the_largest_map():
    rows = [" " * (k % 2) + " ".join("1" * 40) for k in range(26)]
    rows[0], rows[25] = "S" + rows[0][1:], rows[25][:-1] + "E"
    assert at(custom(rows=rows)).scores == [-52, -52]


@covers("HEX-RULING-39")
def test_nobody_has_points_before_the_tokens_stand_on_the_map():
    assert new(players=3).scores == [0, 0, 0]


@covers("HEX-RULING-36")
def test_equal_walks_share_the_win():
    match = at(round=60, active="blue", tokens={"red": "b7", "blue": "d7"}).play_all(PASS)
    assert match.result == [0.5, 0.5]


@covers("HEX-RULING-36")
def test_of_two_walks_of_the_same_cost_the_shorter_one_wins():
    rows = ["1 1 1 1 1 1 1 1", " S # # 2 E # # #", "1 1 # # # # # #"]
    match = at(custom(rows=rows), round=60, active="blue", tokens={"red": "a4", "blue": "a7"}, costs={"a5": 4})
    assert match.scores == [-3, -2]
    match = at(custom(rows=rows), round=60, active="blue", tokens={"red": "a4", "blue": "a8"}, costs={"a5": 4})
    assert match.scores == [-3, -3], "two steps over b4, or three over a7 and a6"
    assert match.play_all(PASS).result == [1.0, 0.0]


@covers("HEX-RULING-36")
def test_a_token_without_a_walk_counts_as_infinitely_far():
    rows = ["1:A 1 1 1 # 1 1:A 1", " S 1 1 1 # 1 1 E", "1 1 1 1 # 1 1 1"]
    match = at(custom(rows=rows), round=60, active="blue", tokens={"red": "b3", "blue": "a6"}).play_all(PASS)
    assert match.result == [0.0, 1.0]
    match = at(custom(rows=rows), round=60, active="blue", tokens={"red": "b3", "blue": "b2"}).play_all(PASS)
    assert match.result == [0.5, 0.5]


@covers("HEX-RULING-36")
@pytest.mark.parametrize(("limit", "over"), [(5, True), (6, False), (0, False)])
def test_the_round_limit_is_an_option(limit, over):
    match = at(round=5, round_limit=limit, active="blue", tokens={"red": "b7"}).play_all(PASS)
    assert match.over == over


@covers("HEX-RULING-36")
def test_round_and_thaw_are_shown_from_the_start():
    assert {"Round 1 of 60", "Thaw in 9 rounds"} <= set(at().scene().notes)
    assert "Thaw: nothing can be raised any more" in at(round=11).scene().notes


@covers("HEX-RULING-39")
def test_the_winner_takes_all_and_a_shared_win_is_split_evenly():
    colours = ["red", "blue", "green"]
    match = at(players=colours, round=60, active="green", tokens={"red": "b7", "blue": "d7"}).play_all(PASS)
    assert match.result == [0.5, 0.5, 0.0]


@covers("HEX-RULING-39")
def test_the_others_are_ranked_by_remaining_cost():
    colours = ["red", "blue", "green"]
    match = at(players=colours, tokens={"red": "b8", "blue": "b2", "green": "b5"}, ap=3).play("move c9")
    assert match.scores[0] > match.scores[2] > match.scores[1]
    assert [n.split(":")[0] for n in match.scene().notes[-3:]] == ["Red", "Green", "Blue"]


@covers("HEX-END-3")
def test_nobody_acts_when_it_is_over():
    match = at(tokens={"red": "b8"}, ap=3).play("move c9")
    assert (match.to_act, match.legal(), step(match), active(match)) == (None, [], "over", "red")
