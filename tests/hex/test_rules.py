"""The rules of classic Hex."""

import random

import pytest

import hexagora
from hexagora.engine.errors import BadOption, IllegalAction
from tests.support import covers

game = hexagora.game("hex")


def at(size=4, swap=True, **position):
    return game.from_position({"options": {"size": size, "swap": swap}, **position}, debug=True)


@covers("CLX-START-1")
@pytest.mark.parametrize("size", [3, 11, 19])
def test_the_board_starts_empty_and_red_begins(size):
    match = game.match(size=size)
    assert match.to_act == "seat 1"
    assert len(match.legal()) == size * size
    assert match.position()["red"] == match.position()["blue"] == []
    assert match.scene().prompt == "Red: lay a stone; join top to bottom."


@covers("CLX-START-1")
def test_the_usual_board_is_eleven_by_eleven_and_other_sizes_are_bounded():
    assert game.options()["size"] == 11
    for size in (2, 20):
        with pytest.raises(BadOption, match="allowed: 3 to 19"):
            game.match(size=size)


@covers("CLX-START-1")
def test_players_take_turns():
    match = game.match(size=4, swap=False)
    deciding = []
    for text in ("a1", "b1", "c1", "d1"):
        deciding.append(match.to_act)
        match.play(text)
    assert deciding == ["seat 1", "seat 2"] * 2


@covers("CLX-MOVE-1")
def test_a_stone_goes_to_any_empty_hex_and_stays():
    match = at(red=["a1", "b2"], blue=["c3"])
    assert sorted(match.legal()) == sorted(
        f"{column}{row}" for column in "abcd" for row in range(1, 5) if f"{column}{row}" not in ("a1", "b2", "c3"))
    with pytest.raises(IllegalAction):
        match.play("b2")
    match.play("d4")
    assert match.position()["blue"] == ["c3", "d4"]
    assert match.position()["red"] == ["a1", "b2"]


@covers("CLX-SWAP-1")
def test_only_the_second_player_may_swap_and_only_as_the_first_move():
    match = game.match(size=4)
    assert "swap" not in match.legal()
    match.play("b1")
    assert match.legal()[-1] == "swap"
    assert match.scene().prompt == "Blue: lay a stone, or take over the first one; join left to right."
    match.play("c3")
    assert "swap" not in match.legal()
    assert "swap" not in match.play("d4").legal()


@covers("CLX-SWAP-1")
def test_after_a_swap_nobody_may_swap_again():
    match = game.match(size=4).play_all(["b1", "swap"])
    for text in ("d4", "d3", "c4"):
        assert "swap" not in match.legal()
        match.play(text)


@covers("CLX-SWAP-1")
def test_the_swap_can_be_left_out():
    assert "swap" not in game.match(size=4, swap=False).play("b1").legal()


@covers("CLX-SWAP-2")
@pytest.mark.parametrize(("first", "mirrored"), [("b1", "a2"), ("d3", "c4"), ("c3", "c3")])
def test_a_swap_takes_over_the_first_stone_mirrored_and_red_goes_on(first, mirrored):
    match = game.match(size=4, debug=True).play_all([first, "swap"])
    assert match.position()["blue"] == [mirrored]
    assert match.position()["red"] == []
    assert match.to_act == "seat 1"
    assert first == mirrored or first in match.legal()


@covers("CLX-SWAP-2")
def test_nothing_of_the_first_stone_is_left_behind_by_a_swap():
    match = game.match(size=4, debug=True).play_all(["b1", "swap"])
    assert match.state == at(blue=["a2"], to_move="red").state


@covers("CLX-SWAP-2")
def test_a_swapped_stone_counts_for_the_sides_of_its_new_owner():
    match = game.match(size=3).play_all(["b1", "swap", "c3", "b2", "a3", "c1"])
    assert match.result == [0, 1]


@covers("CLX-WIN-1")
def test_red_wins_by_joining_top_and_bottom():
    match = at(red=["b1", "b2", "b3"], blue=["c1", "c2", "c3"]).play("b4")
    assert match.result == [1, 0]
    assert match.legal() == []
    assert match.sentences()[-1] == "Red plays b4 and joins both sides: Red wins"


@covers("CLX-WIN-1")
def test_blue_wins_by_joining_left_and_right():
    match = at(red=["a1", "b1", "c1", "d4"], blue=["a2", "b2", "c2"], to_move="blue").play("d2")
    assert match.result == [0, 1]


@covers("CLX-WIN-1")
def test_the_wrong_pair_of_sides_wins_nothing():
    match = at(red=["a2", "b2", "c2"], blue=["a1", "b1", "c1"]).play("d2")
    assert not match.over


@covers("CLX-WIN-1")
@pytest.mark.parametrize(("last", "over"), [("a3", True), ("c2", False)])
def test_hexes_join_along_their_six_sides_only(last, over):
    """b2 touches a3 (down left) but c2 leads nowhere down: c3 and b3 are blue's."""
    match = at(3, swap=False, red=["b1", "b2"], blue=["b3", "c3"]).play(last)
    assert match.over == over


@covers("CLX-WIN-1")
def test_a_chain_may_join_pieces_laid_in_any_order():
    match = at(red=["c1", "a4"], blue=["a1", "d4"], swap=False).play_all(["b3", "d3"])
    assert not match.over
    assert match.play("b2").result == [1, 0]


@covers("CLX-WIN-2")
def test_every_match_has_exactly_one_winner():
    rng = random.Random(7)
    for _ in range(30):
        match = game.match(size=4)
        while not match.over:
            match.play(rng.choice(match.actions()))
        assert sorted(match.result) == [0, 1]
        assert len(match.log) <= 17
