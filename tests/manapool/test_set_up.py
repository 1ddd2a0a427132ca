"""Players, colours, corners, the first player."""

import pytest

from hexagora.engine.errors import BadOption, IllegalAction
from tests.manapool.support import at, fresh, game, now, settled, tokens
from tests.support import covers


@covers("MAN-PLAY-1")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_only_three_can_play(players):
    with pytest.raises(BadOption, match="allowed: 3"):
        game.match(players=players)
    assert game.match(players=3).players == 3


@covers("MAN-PLAY-2", "MAN-SETUP-1")
def test_each_player_takes_one_of_three_colours_not_yet_taken():
    match = fresh()
    assert match.legal() == ["colour red", "colour green", "colour blue"]
    match.play("colour green")
    assert match.legal() == ["colour red", "colour blue"]
    match.play("colour blue")
    assert match.legal() == ["colour red"]
    match.play("colour red")
    assert match.position()["colours"] == ["green", "blue", "red"]


@covers("MAN-PLAY-2", "MAN-RULING-5")
@pytest.mark.parametrize("first", ["1", "2", "3"])
def test_a_colour_is_gone_whoever_took_it(first):
    order = " ".join([first, *sorted({"1", "2", "3"} - {first})])
    for colour in ("red", "green", "blue"):
        match = fresh(setup_order="random").play_all([f"order {order}", f"colour {colour}"])
        assert match.legal() == [f"colour {other}" for other in ("red", "green", "blue") if other != colour]


@covers("MAN-RULING-5")
def test_all_colours_are_chosen_before_the_corners_both_in_seat_order():
    match = fresh()
    deciding = []
    for text in ["colour red", "colour green", "colour blue", "corner a1", "corner e9", "corner i1"]:
        deciding.append(match.to_act)
        match.play(text)
    assert deciding == ["seat 1", "seat 2", "seat 3"] * 2


@covers("MAN-RULING-5")
@pytest.mark.parametrize("order", ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"])
def test_with_random_set_up_order_chance_draws_who_picks_when(order):
    match = fresh(setup_order="random")
    assert match.to_act == "chance"
    assert len(match.legal()) == 6
    match.play(f"order {order}")
    deciding = []
    for text in ["colour red", "colour green", "colour blue", "corner a1", "corner e9", "corner i1"]:
        deciding.append(match.to_act)
        match.play(text)
    assert deciding == [f"seat {seat}" for seat in order.split()] * 2


@covers("MAN-SETUP-2", "MAN-PIECE-1")
def test_a_spawner_goes_to_an_open_corner_and_there_is_one_for_each_player():
    match = fresh().play_all(["colour red", "colour green", "colour blue"])
    assert match.legal() == ["corner a1", "corner a5", "corner e9", "corner i5", "corner i1", "corner e1"]
    match.play("corner e9")
    assert "corner e9" not in match.legal()
    match.play_all(["corner a1", "corner i1"])
    spawners = [(p.at, p.owner) for p in match.scene().pieces if p.kind == "spawner"]
    assert spawners == [("e9", 0), ("a1", 1), ("i1", 2)]


@covers("MAN-RULING-6")
def test_with_any_corners_neighbours_of_chosen_ones_stay_open():
    match = fresh().play_all(["colour red", "colour green", "colour blue", "corner a1"])
    assert match.legal() == ["corner a5", "corner e9", "corner i5", "corner i1", "corner e1"]
    match.play("corner a5")
    assert match.legal() == ["corner e9", "corner i5", "corner i1", "corner e1"]


@covers("MAN-RULING-6")
def test_with_alternate_corners_players_end_up_every_second_corner():
    match = fresh(corners="alternate").play_all(["colour red", "colour green", "colour blue"])
    assert len(match.legal()) == 6
    match.play("corner a5")
    assert match.legal() == ["corner i5", "corner e1"]
    match.play("corner e1")
    assert match.legal() == ["corner i5"]
    match = fresh(corners="alternate").play_all(["colour red", "colour green", "colour blue", "corner a1"])
    assert match.legal() == ["corner e9", "corner i1"]


@covers("MAN-SETUP-3", "MAN-RULING-7")
def test_three_tokens_come_with_the_corner_onto_the_hexes_that_touch_it():
    match = fresh().play_all(["colour red", "colour green", "colour blue", "corner e9"])
    assert tokens(match, "red") == ["d8", "e8", "f8"]
    assert match.to_act == "seat 2"
    assert match.legal()[0] == "corner a1"


@covers("MAN-SETUP-4")
def test_the_first_player_is_found_only_after_the_placement():
    match = settled()
    assert match.to_act == "chance"
    assert match.position()["round"] == 0
    assert match.legal() == ["first red", "first green", "first blue"]


@covers("MAN-RULING-8")
def test_chance_gives_each_player_the_same_weight():
    assert settled().weights() == [1, 1, 1]
    assert now(settled().play("first blue")) == ("blue", "move")


@covers("MAN-RULING-8")
@pytest.mark.parametrize(("wanted", "first"), [("seat1", "green"), *((c, c) for c in ("red", "green", "blue"))])
def test_an_option_can_name_the_first_player(wanted, first):
    match = fresh(first_player=wanted)
    match.play_all(["colour green", "colour blue", "colour red", "corner a1", "corner e9", "corner i1"])
    assert now(match) == (first, "move")
    assert match.position()["first"] == first
    assert match.position()["round"] == 1


@covers("MAN-SETUP-5", "MAN-RULING-9")
@pytest.mark.parametrize(
    ("corners", "order"),
    [
        ({"red": "a1", "green": "e9", "blue": "i1"}, ["red", "green", "blue"]),
        ({"red": "a1", "green": "i1", "blue": "e9"}, ["red", "blue", "green"]),
        ({"red": "e1", "green": "a1", "blue": "a5"}, ["red", "green", "blue"]),
        ({"red": "i5", "green": "e9", "blue": "i1"}, ["red", "blue", "green"]),
    ],
)
def test_turns_go_clockwise_by_the_corners_whatever_seats_and_colours(corners, order):
    match = at(corners=corners, to_move="red")
    seen = []
    for _ in range(6):
        seen.append(now(match)[0])
        match.play_all(["end move", "end combat"])
    assert seen == order * 2


@covers("MAN-RULING-9")
def test_seat_numbers_do_not_matter_for_turn_order():
    match = at(colours=["blue", "red", "green"], corners={"blue": "i1", "red": "a1", "green": "a5"}, to_move="red")
    seen = []
    for _ in range(3):
        seen.append(match.to_act)
        match.play_all(["end move", "end combat"])
    assert seen == ["seat 2", "seat 3", "seat 1"]


@covers("MAN-RULING-2")
def test_a_spawner_that_was_set_up_fills_its_corner_for_the_whole_game():
    match = settled().play("first red")
    assert not [text for text in match.legal() if text.endswith(" a1")]
    match.play_all(["move b2 c3", "move e8 e7", "move h2 g2", "spawn b2"])
    assert not [text for text in match.legal() if text.endswith(" a1")]
    assert [p.at for p in match.scene().pieces if p.kind == "spawner"] == ["a1", "e9", "i1"]


@covers("MAN-RULING-2", "MAN-RULING-3")
def test_a_spawner_fills_its_corner_and_nobody_can_enter_or_attack_it():
    match = at(tokens={"red": ["a2"], "green": ["b1"], "blue": ["b2"]})
    assert "move a2 a1" not in match.legal()
    assert "move a2 a3" in match.legal()
    match.play("end move")
    assert match.legal() == ["end combat", "attack a2 b2"]
    match.play("end combat").play("spawn d8")
    assert "move b1 a1" not in match.legal()
    match.play("end move")
    assert match.legal() == ["end combat", "attack b1 b2"]


@covers("MAN-RULING-4")
def test_corners_nobody_took_are_plain_ground_that_can_be_entered():
    match = at(tokens={"red": ["a4"], "green": ["b5"]}, action_points=1)
    match.play("move a4 a5")
    assert tokens(match, "red") == ["a5"]


def test_illegal_set_up_choices_are_refused_with_a_hint():
    match = fresh().play("colour red")
    with pytest.raises(IllegalAction, match="colour green"):
        match.play("colour red")
