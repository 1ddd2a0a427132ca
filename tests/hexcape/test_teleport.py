"""Teleport hexes: numbers, letters, prices, chains."""

import pytest

from tests.hexcape.support import active, at, card, custom, having, kinds, new, step, tokens
from tests.support import covers

LETTERS = "letter-office"
NUMBERS = "whirlpools"


@covers("HEX-TELE-1")
def test_the_index_is_on_the_map():
    notes = {c.id: c.note for c in at(NUMBERS).scene().boards[0].cells}
    assert "teleport 5" in notes["c8"]
    notes = {c.id: c.note for c in at(LETTERS).scene().boards[0].cells}
    assert "teleport A+C" in notes["d6"]
    assert "teleport" not in notes["d5"]


@covers("HEX-TELE-2")
def test_moving_onto_a_teleport_hex_opens_the_possibility():
    match = at(LETTERS, tokens={"red": "d5"}, ap=6)
    assert "teleport" not in kinds(match)
    assert "teleport" in kinds(match.play("move d6"))


@covers("HEX-TELE-3")
def test_a_number_is_rolled_for_and_leads_to_the_hex_with_the_number_rolled():
    match = at(NUMBERS, tokens={"red": "b2"}, costs={"b3": 1}, ap=6).play("move b3")
    assert (step(match), len(match.legal())) == ("teleport roll", 6)
    assert having(match.play("roll 4"), "teleport") == {"e5"}
    assert tokens(match.play("teleport e5"))["red"] == "e5"


@covers("HEX-RULING-3")
def test_the_teleport_die_is_the_die_of_the_turn():
    match = at(NUMBERS, die=8, tokens={"red": "b2"}, costs={"b3": 1}, ap=6).play("move b3")
    assert len(match.legal()) == 8
    assert having(match.play("roll 7"), "teleport") == set(), "no hex carries a 7"


@covers("HEX-TELE-4")
def test_a_letter_leads_to_any_other_hex_with_that_letter():
    match = at("maze", tokens={"red": "a10"}, ap=6).play("move a11")
    assert having(match, "teleport") == {"i3"}


@covers("HEX-TELE-5")
def test_teleporting_is_never_compulsory():
    match = at(LETTERS, tokens={"red": "d5"}, ap=6).play("move d6")
    assert "stop moving" in match.legal()
    assert "move c7" in match.legal()


@covers("HEX-TELE-6", "HEX-RULING-20")
@pytest.mark.parametrize(("ap", "may"), [(4, False), (5, True)])
def test_the_destination_must_be_paid_like_a_step(ap, may):
    match = at(LETTERS, tokens={"red": "d5"}, ap=ap).play("move d6")
    assert ("a4" in having(match, "teleport")) == may
    if may:
        assert active(match.play("teleport a4")) == "blue", "2 and 3 points are spent"


@covers("HEX-TELE-7")
def test_a_turn_that_begins_on_a_teleport_hex_gives_no_right():
    match = at(LETTERS, tokens={"red": "d6"}).play("roll 6")
    assert "teleport" not in kinds(match)
    match.play_all(["move d5", "move d6"])
    assert step(match) == "move"
    assert "teleport" not in kinds(match), "1 point is left, too little for any destination"
    match = at(LETTERS, tokens={"red": "d6"}, costs={"d5": 1}).play_all(["roll 6", "move d5", "move d6"])
    assert having(match, "teleport") == {"a4", "b5"}


@covers("HEX-RULING-21")
def test_an_occupied_destination_is_a_swap():
    match = at(LETTERS, tokens={"red": "d5", "blue": "a4"}, ap=6).play("move d6")
    assert "teleport a4" in match.legal()
    match.play("teleport a4")
    assert tokens(match) == {"red": "a4", "blue": "d6"}
    assert active(match) == "blue", "2 for d6, 3 + 1 for the swap"


@covers("HEX-RULING-21")
@pytest.mark.parametrize(("ap", "may"), [(5, False), (6, True)])
def test_teleporting_onto_somebody_costs_the_surcharge(ap, may):
    match = at(LETTERS, tokens={"red": "d5", "blue": "a4"}, ap=ap).play("move d6")
    assert ("teleport a4" in match.legal()) == may


@covers("HEX-RULING-21")
def test_occupied_hexes_are_no_destination_by_option():
    match = at(LETTERS, teleport_swap=False, tokens={"red": "d5", "blue": "a4"}, ap=6).play("move d6")
    assert having(match, "teleport") == {"b5"}


@covers("HEX-RULING-22")
def test_arriving_by_teleport_opens_no_other_one():
    match = at(LETTERS, tokens={"red": "d5"}, ap=6).play_all(["move d6", "teleport b5"])
    assert "teleport" not in kinds(match)


@covers("HEX-RULING-22")
def test_arriving_by_teleport_opens_another_by_option():
    match = at(LETTERS, teleport_chain=True, tokens={"red": "d5"}, ap=6).play_all(["move d6", "teleport b5"])
    assert having(match, "teleport") == {"d6"}


@covers("HEX-RULING-22")
def test_a_chain_of_numbers_has_a_new_roll():
    costs = {"b3": 1, "e5": 1}
    match = at(NUMBERS, teleport_chain=True, tokens={"red": "b2"}, costs=costs, ap=6)
    match.play_all(["move b3", "roll 4", "teleport e5"])
    assert step(match) == "teleport roll"
    match = at(NUMBERS, tokens={"red": "b2"}, costs=costs, ap=6).play_all(["move b3", "roll 4", "teleport e5"])
    assert step(match) == "move"


@covers("HEX-RULING-23")
@pytest.mark.parametrize(("ap", "following"), [(3, "roll"), (4, "teleport roll")])
def test_the_number_is_rolled_only_with_points_left(ap, following):
    match = at(NUMBERS, tokens={"red": "b2"}, ap=ap).play("move b3")
    assert step(match) == following
    assert active(match) == ("blue" if ap == 3 else "red")


@covers("HEX-RULING-23")
def test_a_swap_and_a_card_onto_a_number_are_rolled_for_too():
    match = at(NUMBERS, tokens={"red": "b2", "blue": "b3"}, ap=6).play("swap b3")
    assert step(match) == "teleport roll"
    match = at(NUMBERS, tokens={"red": "b1"}, ap=6, cards={"red": card("leap")}).play("play leap b3")
    assert step(match) == "teleport roll"


MANY = custom(rows=["1 1:1 1 1:2 1 1:2 1 1", " S 1:1+2 1 1 1 1 1 E", "1 1 1 1 1 1 1 1"])


@covers("HEX-RULING-24")
def test_several_hexes_with_the_number_are_a_choice_and_the_own_one_is_none():
    match = at(MANY, tokens={"red": "a3"}, ap=6).play_all(["move a4", "roll 2"])
    assert having(match, "teleport") == {"a6", "b2"}


@covers("HEX-RULING-24")
def test_only_the_own_number_or_none_leads_nowhere():
    match = at(NUMBERS, tokens={"red": "b2"}, ap=6).play_all(["move b3", "roll 1"])
    assert "teleport" not in kinds(match)
    match = at(MANY, tokens={"red": "a3"}, ap=6).play_all(["move a4", "roll 5"])
    assert "teleport" not in kinds(match)


@covers("HEX-RULING-24")
def test_a_hex_with_several_numbers_is_reached_by_each():
    for number in (1, 2):
        match = at(MANY, tokens={"red": "a3"}, ap=6).play_all(["move a4", f"roll {number}"])
        assert "b2" in having(match, "teleport")


@covers("HEX-RULING-25")
def test_several_letters_link_with_each_of_them():
    match = at("grand-tour", tokens={"red": "k9"}, ap=8).play("move k10")
    assert having(match, "teleport") == {"a10", "h10"}


@covers("HEX-RULING-26")
def test_the_right_lasts_while_the_player_stays():
    match = at(NUMBERS, tokens={"red": "b2"}, ap=6, cards={"red": card("sprint")}).play_all(["move b3", "roll 5"])
    assert "teleport c8" not in match.legal(), "3 points for a hex that costs 5"
    assert "teleport c8" in match.play("play sprint").legal()


@covers("HEX-RULING-26")
def test_the_right_ends_when_the_token_leaves():
    match = at(LETTERS, tokens={"red": "d5"}, costs={"c7": 1}, ap=6).play_all(["move d6", "move c7"])
    assert "teleport" not in kinds(match)


@covers("HEX-RULING-26")
def test_the_right_ends_with_the_moving_step_and_the_turn():
    match = at(LETTERS, tokens={"red": "d5"}, ap=6).play_all(["move d6", "stop moving"])
    assert "teleport" not in kinds(match)
    match.play_all(["end turn", "roll 1", "stop moving", "end turn", "roll 6"])
    assert active(match) == "red"
    assert "teleport" not in kinds(match)


@covers("HEX-RULING-27")
def test_numbers_and_letters_on_one_hex_are_refused():
    from hexagora.engine.errors import BadContent

    with pytest.raises(BadContent, match="E5 a3"):
        new(map=custom(rows=["1 1 1:A+2 1 1:A 1:2 1 1", " S 1 1 1 1 1 1 E", "1 1 1 1 1 1 1 1"]))
