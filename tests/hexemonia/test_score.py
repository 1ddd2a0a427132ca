"""Points, trios and ties."""

import pytest

from tests.hexemonia.helpers import at
from tests.support import covers


def scores(*cities, **more):
    return at("OVER", *cities, **more).scores


def result(*cities, **more):
    return at("OVER", *cities, **more).result


def sparta(text):
    return {"acropolis": "sparta", "city": text}


def athens(text):
    return {"acropolis": "athens", "city": text}


def olympia(text):
    return {"acropolis": "olympia", "city": text}


def delphi(text):
    return {"acropolis": "delphi", "city": text}


@covers("HXM-COMP-2")
def test_most_points_win():
    assert result(athens("o 0/0/3"), sparta("o 0/0/2"), olympia("o 0/0/1")) == [1.0, 0.0, 0.0]


@covers("HXM-SCORE-1")
def test_a_point_for_each_active_chora_and_fortification():
    assert scores(athens("o; a1 spring; a2 pasture 1/0/0; a3 walls 1/1/0"))[0] == 3


@covers("HXM-SCORE-2")
def test_two_points_for_each_active_polis():
    assert scores(sparta("o; a1 tavern 1/0/1; a2 temple 1/0/1"))[0] == 4


@covers("HXM-SCORE-3", "HXM-RULING-78", "HXM-ACRO-6")
@pytest.mark.parametrize(("myths", "points"), [
    ("oracle@a1; hades@a2", 8), ("oracle@a1; fates@a3", 0), ("hades@a2; amazons@a2", 0),
    ("oracle@a1; hades@a2; amazons@a2", 8), ("oracle@a1; hades@a2; pandora@a4", 8)])
def test_a_trio_of_different_natures_with_the_acropolis(myths, points):
    hosts = "o; a1 agora; a2 walls; a3 temple; a4 tavern"
    assert scores(olympia(f"{hosts}; {myths}"))[0] == points


@covers("HXM-SCORE-4")
def test_gold_on_the_acropolis_only():
    assert scores(athens("o 0/0/3; a1 quarry 0/0/5"))[0] == 3


@covers("HXM-SCORE-5", "HXM-RULING-82")
def test_the_philosopher_gives_points_with_two_players_without_revolts():
    assert scores("o", "o", players=2, philosopher="p2") == [0, 3]
    assert scores("o", "o", players=2) == [0, 0]
    assert scores("o", "o", players=2, philosopher="p2", options={"revolts": True}) == [0, 0]
    assert scores("o", "o", philosopher="p2") == [0, 0, 0]


@covers("HXM-SCORE-6")
def test_each_city_has_its_bonus():
    four = "o; a1 tavern 1/0/1; a2 walls 1/1/0; a3 spring; hades@a2"
    base = 2 + 1 + 1
    assert scores(athens(four))[0] == base + 2
    assert scores(sparta(four))[0] == base + 3
    assert scores(olympia(four))[0] == base + 1
    assert scores(delphi(four), players=4)[0] == base + 3
    assert scores({"acropolis": "delos", "city": four}, players=4)[0] == base + 1


@covers("HXM-SCORE-7")
def test_inactive_hexes_give_nothing():
    assert scores(sparta("o; a1 walls 1/0/0; a2 tavern 1/0/0"))[0] == 0
    assert scores(delphi("o; a1 walls 1/0/0; hades@a1"), players=4)[0] == 0


@covers("HXM-RULING-77")
def test_myths_of_a_trio_need_not_be_active_unless_chosen():
    city = olympia("o; a1 agora; a2 walls; oracle@a1; hades@a2")
    assert scores(city)[0] == 8
    assert scores(city, options={"tris_needs_active": True})[0] == 0
    awake = olympia("o; a1 agora 1/0/1; a2 walls 1/1/0; oracle@a1; hades@a2")
    assert scores(awake, options={"tris_needs_active": True})[0] == 8 + 2 + 1


@covers("HXM-RULING-79")
def test_delphi_counts_itself_only_by_option():
    assert scores(delphi("o"), players=4)[0] == 0
    assert scores(delphi("o"), players=4, options={"delphi_counts_itself": True})[0] == 3


@covers("HXM-TIE-1", "HXM-RULING-80")
def test_ties_go_to_more_active_hexes_of_the_own_nature():
    cities = athens("o 0/0/2; a1 quarry 2/0/0"), sparta("o 0/0/3"), olympia("o")
    assert scores(*cities) == [3, 3, 0]
    assert result(*cities) == [1.0, 0.0, 0.0]
    with_myth = athens("o 0/0/5; a1 quarry"), sparta("o 0/0/1; a1 walls 1/1/0; hades@a1"), olympia("o")
    assert scores(*with_myth) == [5, 5, 0]
    assert result(*with_myth) == [0.0, 1.0, 0.0]


@covers("HXM-TIE-2")
def test_then_to_more_gold_on_the_acropolis():
    cities = athens("o 0/0/2; a1 spring"), sparta("o 0/0/3"), olympia("o")
    assert scores(*cities) == [3, 3, 0]
    assert result(*cities) == [0.0, 1.0, 0.0]


@covers("HXM-RULING-81")
def test_still_tied_players_share():
    assert result(athens("o 0/0/2"), sparta("o 0/0/2"), olympia("o")) == [0.5, 0.5, 0.0]
    assert result("o", "o", "o") == pytest.approx([1 / 3, 1 / 3, 1 / 3])
