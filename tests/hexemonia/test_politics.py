"""The political check, Revolts and the end of the match."""

import pytest

from hexagora.engine.errors import BadOption
from tests.hexemonia.helpers import GAME, at, city, end_turn, legal, node
from tests.support import covers

ONE_EYE = "o; a1 village 0/0/0"


def after_check(*cities, **more):
    return at("ACTION", *cities, **more).play("pass")


def philosopher(match):
    return match.position()["philosopher"]


@covers("HXM-POL-1")
def test_political_hexes_count_active_or_not():
    assert philosopher(after_check(ONE_EYE)) == "p1"


@covers("HXM-POL-2")
def test_more_than_every_single_opponent():
    assert philosopher(after_check("o; a1 village; a2 agora", "o; a1 village", "o; a1 lighthouse")) == "p1"
    assert philosopher(after_check("o; a1 village", "o; a1 village", philosopher="p3")) == "p3"


@covers("HXM-POL-3")
def test_only_the_active_player_gets_the_philosopher():
    assert philosopher(after_check("o", ONE_EYE)) is None


@covers("HXM-POL-4", "HXM-REV-1")
def test_nothing_changes_for_the_holder_and_no_revolt_breaks_out():
    match = after_check(ONE_EYE, "o; a1 pasture 9/0/0", philosopher="p1")
    assert philosopher(match) == "p1"
    assert city(match, "p2")["a1"] == "pasture 9/0/0"


@covers("HXM-POL-5", "HXM-REV-2")
def test_revolts_spare_the_holder_and_hit_the_previous_one():
    match = after_check("o; a1 village 9/0/0", "o; a1 pasture 5/0/0", "o; a1 pasture 3/0/0", philosopher="p2")
    assert [city(match, p)["a1"] for p in ("p1", "p2", "p3")] == ["village 9/0/0", "pasture 3/0/0", "pasture 2/0/0"]


@covers("HXM-REV-3")
@pytest.mark.parametrize(("before", "then"), [("6/0/0", "3/0/0"), ("5/0/0", "3/0/0"), ("1/0/0", "1/0/0"),
                                              ("1/0/3", "1/0/1")])
def test_a_single_kind_loses_half_rounded_up(before, then):
    assert city(after_check(ONE_EYE, f"o; a1 pasture {before}"), "p2")["a1"] == f"pasture {then}"


@covers("HXM-REV-4", "HXM-AID-2")
@pytest.mark.parametrize(("before", "then"), [("4/1/2", "2/1/1"), ("3/2/0", "3/2/0"), ("4/0/1", "2/0/1")])
def test_several_kinds_are_levelled(before, then):
    assert city(after_check(ONE_EYE, f"o; a1 pasture {before}"), "p2")["a1"] == f"pasture {then}"


@covers("HXM-RULING-71")
def test_revolts_run_by_themselves_on_all_hexes():
    match = after_check(ONE_EYE, "o 9/9/9; a1 walls 3/1/0; a2 spring 0/0/4; hades@a1")
    assert city(match, "p2") == {"o": "9/9/9", "a1": "walls 2/1/0", "a2": "spring 0/0/2"}
    assert match.position()["p2"]["myths"] == ["hades@a1"]
    assert match.to_act == "seat 2"


@covers("HXM-RULING-72")
def test_one_excess_cube_is_lost_and_equal_excesses_stay():
    match = after_check(ONE_EYE, "o; a1 pasture 2/0/0; a2 spring 2/2/2")
    assert (city(match, "p2")["a1"], city(match, "p2")["a2"]) == ("pasture 1/0/0", "spring 2/2/2")


@covers("HXM-REV-5", "HXM-RULING-73")
def test_revolts_are_optional_with_two_players():
    cities = (ONE_EYE, "o; a1 pasture 5/0/0")
    calm = after_check(*cities, players=2)
    wild = after_check(*cities, players=2, options={"revolts": True})
    assert (philosopher(calm), city(calm, "p2")["a1"]) == ("p1", "pasture 5/0/0")
    assert (philosopher(wild), city(wild, "p2")["a1"]) == ("p1", "pasture 3/0/0")
    assert GAME.options({"players": 3})["revolts"] is True
    with pytest.raises(BadOption, match="cannot be false with 3 players"):
        GAME.options({"players": 3, "revolts": False})


@covers("HXM-RULING-67")
def test_myths_count_as_political_only_by_option():
    cities = ("o; a1 village; oracle@a1", "o; a1 village")
    assert philosopher(after_check(*cities)) is None
    assert philosopher(after_check(*cities, options={"philosopher_counts": "city_and_myths"})) == "p1"
    equal = ("o; a1 village; oracle@a1", "o; a1 village; a2 agora")
    assert philosopher(after_check(*equal, options={"philosopher_counts": "city_and_myths"})) is None


@covers("HXM-RULING-67")
def test_an_open_political_city_counts():
    city_ = {"acropolis": "delphi", "city": "o"}
    assert philosopher(after_check(city_, players=4)) is None
    assert philosopher(after_check({**city_, "open": True}, players=4)) == "p1"


@covers("HXM-RULING-68")
def test_the_philosopher_cannot_be_refused():
    match = at("ACTION", ONE_EYE).play("pass")
    assert (philosopher(match), match.to_act) == ("p1", "seat 2")


@covers("HXM-RULING-69")
def test_ties_and_zero_move_nothing():
    assert philosopher(after_check("o", "o")) is None
    assert philosopher(after_check(ONE_EYE, "o; a1 agora", philosopher="p2")) == "p2"


@covers("HXM-RULING-70")
def test_the_holder_keeps_him_until_another_leads_at_the_own_check():
    match = after_check("o", ONE_EYE, philosopher="p1")
    assert philosopher(match) == "p1"
    assert philosopher(end_turn(match)) == "p2"


@covers("HXM-RULING-74")
def test_the_check_takes_place_in_the_last_round():
    match = after_check("o", ONE_EYE, "o; a1 pasture 3/0/0", turn="p2", last_round=True)
    assert philosopher(match) == "p2"
    assert city(match, "p3")["a1"] == "pasture 2/0/0"


# the end


LAST_HEX = {"fate": ["asty"], "display": ["spring", "pasture", "walls", "quarry"]}


@covers("HXM-END-1", "HXM-RULING-28")
def test_the_last_round_begins_when_the_pile_is_empty():
    match = at("TAKE1", **LAST_HEX)
    assert not match.position()["last_round"]
    match.play("take spring")
    assert match.position()["last_round"]


@covers("HXM-RULING-28")
def test_fates_can_begin_the_last_round():
    match = at("SPECIAL", "o; a1 spring; fates@a1", fate=["asty"]).play("activate fates")
    assert match.position()["last_round"]


@covers("HXM-RULING-28")
def test_or_it_begins_when_a_hex_cannot_be_replaced():
    match = at("TAKE1", options={"end_trigger": "no_refill"}, **LAST_HEX).play("take spring")
    assert not match.position()["last_round"]
    match.play("take asty")
    assert match.position()["last_round"]
    later = at("TAKE1", options={"end_trigger": "no_refill"}, fate=[], display=LAST_HEX["display"])
    assert later.play("take spring").position()["last_round"]
    assert len(later.position()["display"]) == 3


@covers("HXM-END-2")
def test_who_took_the_last_hex_finishes_the_turn():
    match = at("TAKE1", **LAST_HEX).play_all(["take spring", "take pasture"])
    assert (match.to_act, node(match)) == ("seat 1", "PLAY")
    assert legal(match, "end play")


@covers("HXM-END-3")
def test_then_each_player_up_to_the_last_one_has_a_turn_without_phase_a():
    match = at("ACTION", turn="p1", last_round=True).play("pass")
    assert (match.to_act, node(match)) == ("seat 2", "PLAY")
    end_turn(match)
    assert (match.to_act, node(match)) == ("seat 3", "PLAY")
    assert end_turn(match).over


@covers("HXM-END-3")
def test_the_last_player_depends_on_the_starter():
    match = at("ACTION", turn="p1", starter="p2", last_round=True).play("pass")
    assert match.over


@covers("HXM-RULING-76")
def test_a_last_round_begun_by_the_last_player_ends_with_that_turn():
    match = at("TAKE1", turn="p3", **LAST_HEX).play_all(["take spring", "gain gold", "end play", "pass"])
    assert match.over
