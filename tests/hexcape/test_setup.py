"""Before the game: tokens, order, direction, map, exchanged places, the start."""

import pytest

from hexagora.engine.errors import BadOption, IllegalAction
from tests.hexcape.support import GAME, active, at, having, new, started, step, tokens
from tests.support import covers

MAP_IDS = ["first-steps", "fork", "whirlpools", "letter-office", "ridge", "maze", "citadel", "grand-tour"]


def order_of(match):
    return match.position()["order"]


def throw(match, *faces):
    return match.play_all([f"roll {face}" for face in faces])


@covers("HEX-RULING-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play(players):
    assert new(players=players).players == players


@covers("HEX-RULING-1")
@pytest.mark.parametrize("players", [1, 7])
def test_no_other_numbers_of_players(players):
    with pytest.raises(BadOption, match="2, 3, 4, 5, 6"):
        new(players=players)


@covers("HEX-SETUP-1", "HEX-RULING-6")
def test_tokens_are_chosen_in_seat_order_each_colour_once():
    match = new(players=3)
    assert match.to_act == "seat 1"
    assert having(match, "take") == {"red", "orange", "yellow", "green", "blue", "purple"}
    match.play("take blue")
    assert match.to_act == "seat 2"
    assert having(match, "take") == {"red", "orange", "yellow", "green", "purple"}
    match.play_all(["take red", "take green"])
    assert match.position()["players"] == ["blue", "red", "green"]


@covers("HEX-SETUP-2")
def test_the_highest_throw_goes_first():
    match = throw(started("red", "blue"), 2, 5)
    assert order_of(match) == ["blue", "red"]


@covers("HEX-SETUP-3")
@pytest.mark.parametrize(("faces", "order"), [((1, 6, 5, 2), "blue green yellow red"),
                                              ((5, 6, 1, 2), "blue red yellow green")])
def test_the_neighbours_decide_the_direction(faces, order):
    match = throw(started("red", "blue", "green", "yellow"), *faces)
    assert order_of(match) == order.split()


@covers("HEX-RULING-4")
def test_those_tied_for_the_highest_throw_again_until_one_is_highest():
    match = throw(started("red", "blue", "green", "yellow"), 5, 1, 5, 5)
    assert (step(match), active(match)) == ("tie roll", "red")
    throw(match, 4, 2, 4)
    assert match.position()["contest"] == ["red", "yellow"]
    throw(match, 1, 3)
    assert order_of(match)[0] == "yellow"
    assert step(match) == "direction roll", "the first throws of both neighbours, 5 and 5, are equal"


@covers("HEX-RULING-5")
def test_the_first_common_throw_is_compared_for_the_direction():
    match = throw(started("red", "blue", "green"), 6, 6, 1)
    throw(match, 1, 2)
    assert order_of(match) == ["blue", "red", "green"], "red's 6 of the common throw beats green's 1"


@covers("HEX-RULING-5")
def test_equal_neighbours_throw_again_until_they_differ():
    match = throw(started("red", "blue", "green"), 3, 6, 3)
    assert (step(match), active(match)) == ("direction roll", "red")
    throw(match, 4, 4)
    assert step(match) == "direction roll"
    throw(match, 2, 5)
    assert order_of(match) == ["blue", "green", "red"]


@covers("HEX-RULING-5")
def test_two_players_have_no_direction():
    match = throw(started("red", "blue"), 4, 4)
    throw(match, 6, 1)
    assert order_of(match) == ["red", "blue"]


@covers("HEX-RULING-5")
def test_the_order_of_the_seats_or_a_drawn_one():
    assert order_of(started("red", "blue", "green", order="seat")) == ["red", "blue", "green"]
    match = started("red", "blue", "green", order="random")
    assert (match.legal(), match.weights()) == (["next red", "next blue", "next green"], [1, 1, 1])
    match.play("next green")
    assert match.legal() == ["next red", "next blue"]
    assert order_of(match.play("next blue")) == ["green", "blue", "red"]


@covers("HEX-RULING-2")
@pytest.mark.parametrize(("options", "faces"), [({"map": "vote"}, 6), ({"map": "grand-tour"}, 8),
                                                ({"map": "vote", "die": 10}, 6), ({"map": "fork", "die": 10}, 10)])
def test_the_die_for_the_order(options, faces):
    assert len(started("red", "blue", **options).legal()) == faces


@covers("HEX-RULING-2")
@pytest.mark.parametrize(("die", "faces"), [("map", 8), (6, 6), (12, 12)])
def test_the_die_is_the_maps_unless_the_table_says_otherwise(die, faces):
    assert len(at("grand-tour", die=die).legal()) == faces


@covers("HEX-RULING-2")
def test_the_die_for_the_order_is_not_the_one_of_the_map_that_is_voted_for():
    match = started("red", "blue", map="vote", order="seat", order_swaps=False)
    assert len(match.play_all(["wish fork", "map grand-tour"]).legal()) == 8


@covers("HEX-RULING-2")
def test_a_map_that_names_no_die_uses_six_sides():
    from tests.hexcape.support import custom

    assert len(at(custom()).legal()) == 6


@covers("HEX-SETUP-4", "HEX-RULING-7")
def test_all_but_the_last_wish_in_turn_order_and_wishes_do_not_bind():
    match = started("red", "blue", "green", order="seat")
    assert (active(match), having(match, "wish")) == ("red", set(MAP_IDS))
    match.play_all(["wish ridge", "wish ridge"])
    assert (active(match), having(match, "map")) == ("green", set(MAP_IDS))
    assert match.position()["wishes"] == {"red": "ridge", "blue": "ridge"}
    assert match.play("map fork").position()["map"] == "fork"


@covers("HEX-SETUP-5")
def test_the_last_in_the_order_chooses_the_map():
    match = throw(started("red", "blue"), 1, 6)
    match.play("wish maze")
    assert (active(match), step(match)) == ("red", "map")


@covers("HEX-RULING-7")
def test_no_vote_at_a_table_that_was_opened_for_a_map():
    match = started("red", "blue", order="seat", map="maze")
    assert (step(match), match.position()["map"]) == ("offer", "maze")


@covers("HEX-SETUP-6")
def test_two_players_exchange_places_if_both_want_to():
    match = started("red", "blue", "green", order="seat", map="fork")
    assert match.legal() == ["offer blue", "offer green", "no offer"]
    match.play("offer green")
    assert (match.to_act, match.legal()) == ("seat 3", ["accept", "decline"])
    assert order_of(match.play("accept")) == ["green", "blue", "red"]


@covers("HEX-SETUP-6")
def test_a_declined_offer_changes_nothing():
    match = started("red", "blue", order="seat", map="fork").play_all(["offer blue", "decline"])
    assert order_of(match) == ["red", "blue"]


@covers("HEX-RULING-8")
def test_one_offer_each_in_the_order_when_the_map_was_fixed():
    match = started("red", "blue", "green", order="seat", map="fork").play_all(["offer green", "accept"])
    assert active(match) == "blue", "the second to ask, although the order is green, blue, red by now"
    match.play("offer green").play("accept")
    assert order_of(match) == ["blue", "green", "red"], "later offers see the changed order"
    assert active(match) == "green"
    match.play("no offer")
    assert (step(match), active(match)) == ("roll", "blue")


@covers("HEX-RULING-8")
def test_no_exchange_without_the_option():
    match = started("red", "blue", order="seat", map="fork", order_swaps=False)
    assert step(match) == "roll"


@covers("HEX-RULING-8")
def test_no_offers_once_the_first_turn_has_begun():
    match = started("red", "blue", order="seat", map="fork").play_all(["no offer", "no offer", "roll 3"])
    with pytest.raises(IllegalAction):
        match.play("offer blue")


@covers("HEX-SETUP-7", "HEX-RULING-9")
def test_all_tokens_begin_on_the_start_hex():
    match = started("red", "blue", order="seat", order_swaps=False, map="fork")
    assert tokens(match) == {"red": "d1", "blue": "d1"}


@covers("HEX-SETUP-8")
def test_being_on_the_start_hex_costs_nothing():
    match = started("red", "blue", order="seat", order_swaps=False, map="fork").play("roll 4")
    assert match.state.ap == 4


def test_a_list_of_maps_is_a_vote_among_them():
    match = started("red", "blue", order="seat", map=["maze", "fork"])
    assert match.legal() == ["wish maze", "wish fork"]


@pytest.mark.parametrize(("value", "said"), [([], "empty list"), (["fork", "fork"], "more than once")])
def test_lists_of_maps_that_make_no_sense(value, said):
    with pytest.raises(BadOption, match=said):
        GAME.options({"map": value})
