"""The Volcano die, Smoke Clouds, the Aftermath, competitive scoring."""

import pytest

from tests.support import covers
from tests.sygon.support import (
    ash,
    at,
    gold,
    mark,
    offered,
    offers,
    pass_round,
    play,
    player,
    score,
    seat,
    value,
    wizard,
)


def erupt(script, *rolls):
    match = at(f"game 2 ffa; board r2; {script}; eruptions")
    for roll in rolls:
        match.play(f"roll {roll}")
    return match


@covers("SYG-VOLC-1")
def test_the_die_has_twelve_equal_faces():
    match = at("game 2 ffa; board r2; eruptions")
    assert match.to_act == "chance"
    assert match.legal() == [f"roll {n}" for n in range(1, 13)]
    assert match.weights() == [1] * 12


@pytest.mark.parametrize(("face", "colours"), [(1, ["blue"]), (4, ["red"]), (6, ["green"]), (9, ["blue", "red"]),
                                               (11, ["blue", "green"]), (12, ["red", "green"])])
@covers("SYG-VOLC-1", "SYG-VOLC-2")
def test_what_is_shown_erupts_and_gets_a_cloud(face, colours):
    assert erupt("value c3 9", face).position()["clouds"] == colours


@covers("SYG-VOLC-3", "SYG-RULING-47")
def test_no_volcano_erupts_twice_running_and_a_cloud_lasts_one_round():
    match = erupt("cloud blue; value c3 9", 7)
    assert match.position()["clouds"] == ["red"]
    assert value(match, "c3") == 8  # only red
    play(pass_round(match), "roll 1")
    assert match.position()["clouds"] == ["blue"]  # blue again, red's Cloud is off
    assert value(match, "c3") == 7


@covers("SYG-AFTER-1", "SYG-RULING-52")
def test_step_1_value_zero_without_a_town_turns_to_ash():
    match = erupt("wizard p1.w1 d3; wizard p2.w1 d3 down; wall p1 d3 e; wall p2 d3 w; wall p1 d4 w; forage d3 red; "
                  "wizard p1.w2 a3; wizard p1.w3 vanished", 6)
    assert ash(match) == {"b5": "eruption", "d3": "eruption"}
    assert [wizard(match, p, 1) for p in (1, 2)] == ["gone", "gone"]
    assert player(match, 1)["walls"] == ["d4 w"]  # on the neighbour's side it stays
    assert player(match, 2)["walls"] == []
    assert match.position()["forage"] == {}
    assert wizard(match, 1, 2) == "a3"
    assert offered(match, "reappear w3")  # a vanished Wizard was not there


@covers("SYG-AFTER-2", "SYG-RULING-50")
def test_step_2_value_zero_with_a_town_loses_one_building():
    match = erupt("town p1 d3", 6)
    assert player(match, 1)["towns"] == {}
    assert "d3" not in ash(match)
    match = erupt("town p1 d3; workshop d3", 6)
    assert player(match, 1)["towns"] == {"d3": []}
    match = erupt("town p1 d3; market d3", 6)
    assert player(match, 1)["towns"] == {"d3": []}


@covers("SYG-RULING-50")
def test_the_owner_chooses_between_workshop_and_market():
    match = erupt("town p2 d3; workshop d3; market d3; town p1 b5; workshop b5; market b5", 6)
    assert match.to_act == seat(1)
    assert match.legal() == ["lose workshop b5", "lose market b5"]  # reading order
    play(match, "lose market b5")
    assert match.to_act == seat(2)
    play(match, "lose workshop d3")
    assert player(match, 1)["towns"] == {"b5": ["workshop"]}
    assert player(match, 2)["towns"] == {"d3": ["market"]}
    assert match.position()["round"] == 3


@covers("SYG-AFTER-3", "SYG-RULING-51", "SYG-RULING-54")
def test_step_3_values_above_zero_drop_by_one_and_nothing_else():
    match = erupt("value b4 1; value c3 2; town p1 b4", 6)
    assert (value(match, "b4"), value(match, "c3")) == (0, 1)
    assert player(match, 1)["towns"] == {"b4": []}
    assert "b4" not in ash(match)
    assert value(match, "a3") == 1  # not beside green


@covers("SYG-RULING-51")
def test_a_hex_that_loses_its_town_can_burn_in_the_second_aftermath():
    assert "c3" in ash(erupt("value c3 0; town p1 c3", 12))
    assert "c3" not in ash(erupt("value c3 0; town p1 c3", 4))


@covers("SYG-AFTER-4", "SYG-RULING-49", "SYG-BUILD-15")
def test_walls_shield_once_and_then_break():
    for owner in ("p1", "p2"):
        match = erupt(f"town p1 d3; wall {owner} d3 ne; wall p2 c3 e w; value c3 2", 6)
        assert player(match, 1)["towns"] == {"d3": []}
        assert value(match, "c3") == 2
        assert [player(match, p)["walls"] for p in (1, 2)] == [[], ["c3 w"]]


@covers("SYG-RULING-49")
def test_a_wall_facing_another_volcano_does_not_help():
    match = erupt("wall p1 c3 e", 4)  # the Wall faces green, red erupts
    assert value(match, "c3") == 1
    assert player(match, 1)["walls"] == ["c3 e"]


@covers("SYG-AFTER-5", "SYG-RULING-48")
def test_the_choices_of_the_first_volcano_come_before_the_second():
    match = erupt("value c3 0; town p1 c3; workshop c3; market c3", 12)
    assert match.to_act == seat(1)
    play(match, "lose workshop c3")
    assert player(match, 1)["towns"] == {"c3": []}  # red took the Workshop, green the Market


@covers("SYG-AFTER-6", "SYG-RULING-53")
def test_a_volcano_without_landscapes_around_it_just_smokes():
    around = "a4 a5 b2 b4 c2 c3"
    match = erupt("; ".join(f"ash {c} eruption" for c in around.split()) + "; ash a3 scorch", 4)
    assert match.position()["clouds"] == ["red"]
    assert len(ash(match)) == 7


@covers("SYG-AFTER-7")
def test_new_ash_encircles():
    match = at("game 2 ffa; board r2; town p1 d4; wall p1 d4 ne sw; eruptions")
    assert score(match, 1) == 3
    play(match, "roll 6")  # d3 turns to Ash
    assert score(match, 1) == 4


# competitive scoring

STRONG = "town p1 a3 a4 a5 b2 c1 c5"  # 18 points


@covers("SYG-COMP-1")
def test_from_18_points_on_no_die_is_used():
    assert at(f"game 2 ffa; board r2; {STRONG}; value c3 9; eruptions").to_act == "chance"
    weak = STRONG.removesuffix(" c5")
    assert at(f"game 2 ffa competitive; board r2; {weak}; value c3 9; eruptions").to_act == "chance"
    match = at(f"game 2 ffa competitive; board r2; {STRONG}; value c3 9; face 9; eruptions")
    assert not match.scene().dice
    assert match.to_act == seat(1)
    assert match.position()["round"] == 3
    assert match.position()["clouds"] == ["blue"]
    assert value(match, "c3") == 8


@covers("SYG-COMP-2", "SYG-RULING-66")
def test_the_first_volcano_that_can_erupt_does():
    start = f"game 2 ffa competitive spells; board r2; {STRONG}; value c3 9; {{more}}; eruptions"
    for more, colours in (("cloud blue", ["red"]), ("lull blue; cloud red", ["green"]), ("cloud blue red green", [])):
        assert at(start.format(more=more)).position()["clouds"] == colours
    closed = "; ".join(f"ash {c} eruption" for c in ("c2", "c3", "d1", "d3", "e1", "e2"))
    # 27 - 6 = 21 points are needed, so the match goes on
    match = at(f"game 2 ffa competitive; board r2; {STRONG}; {closed}; eruptions")
    assert match.position()["clouds"] == ["red"]


@covers("SYG-RULING-66")
def test_competitive_scoring_uses_up_a_foresight():
    match = at(f"game 2 ffa competitive spells; board r2; {STRONG}; value c3 9; foresight p2; eruptions")
    assert match.to_act == seat(1)
    assert "foresight" not in match.position()


@covers("SYG-RULING-61", "SYG-RULING-66")
def test_scores_of_the_moment_count_at_the_volcano_step():
    match = at("""game 2 ffa competitive; board r2; town p1 a3 a4 a5 b2 c1; wizard p1.w1 c5; gold p1 3
        cubes p1 flower=2 snow=1 mushroom=1 spice=1 elixir=1; wizard p2.w1 e1; begin p1""")
    play(match, "end move, build town c5, end build, end cast, end move, end build, end cast")
    assert match.to_act == seat(1)
    assert not offers(match, "roll 1")
    assert (gold(match)[1], mark(match)) == (18, 27 - len(ash(match)))
