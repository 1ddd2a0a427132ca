"""Two against two."""

import pytest

from hexagora.engine.errors import BadOption
from hexagora.games.sygon import words
from tests.support import covers
from tests.sygon.support import (
    GAME,
    at,
    cubes,
    gold,
    new,
    offered,
    offers,
    pass_turn,
    play,
    player,
    score,
    seat,
    wizard,
)

TEAM = "game 4 teams {options}; board r4; wizard p1.w1 c4; {more}; turn p1 {phase}"


def team(more, phase="move", options=""):
    return at(TEAM.format(more=more, phase=phase, options=options))


@covers("SYG-TEAM-1", "SYG-GEN-1")
def test_teams_are_for_four():
    assert GAME.options({"mode": "teams"})["players"] == 4
    with pytest.raises(BadOption, match="teams"):
        GAME.options({"mode": "teams", "players": 3})


@covers("SYG-TEAM-4", "SYG-RULING-90")
def test_steal_is_short_range_in_teams():
    assert offered(team("wizard p3.w1 d3", "cast"), "steal")
    assert not offered(team("wizard p3.w1 c4; wizard p4.w1 c4", "cast"), "steal")


@covers("SYG-TEAM-5", "SYG-RULING-90")
def test_teammates_do_not_steal_from_each_other_but_through_each_others_walls():
    assert not offered(team("wizard p2.w1 d3; town p2 c5", "cast"), "steal")
    match = team("wizard p3.w1 d3; wizard p2.w1 d3; wall p2 c4 sw; gold p2 3; gold p3 3", "cast")
    play(match, "steal w1")
    assert gold(match) == [1, 3, 2, 0]
    assert wizard(match, 2, 1) == "d3"
    assert not offered(team("wizard p3.w1 d3; wall p4 c4 sw", "cast"), "steal")


@covers("SYG-TEAM-6", "SYG-TEAM-7", "SYG-TEAM-8")
def test_friends_are_no_obstacle_but_take_room():
    match = team("wizard p2.w1 c5; wall p2 c4 e; wall p2 c5 w")
    play(match, "walk w1 c5")
    assert gold(match) == [0, 0, 0, 0]
    full = team("wizard p2.w1 c5; wizard p2.w2 c5; wizard p2.w3 c5")
    assert not offers(full, "walk w1 c5")


@covers("SYG-TEAM-10", "SYG-RULING-89")
def test_evocations_work_for_both_teammates():
    match = team("evocation p2 spore-step winter-passage; wizard p3.w1 c5", options="spells")
    play(match, "teleport w1 c5")
    assert gold(match) == [0, 0, 0, 0]
    match = team("evocation p2 caravan alembic; gold p1 7; cubes p1 snow=1", "build", "spells")
    play(match, "transform snow spice, buy snow")
    assert gold(match)[0] == 0
    match = team("evocation p2 evergreen; town p1 c4; forage c4 red", "cast", "spells")
    assert offers(match, "forage w1")
    match = team("evocation p2 evergreen; town p2 c4; forage c4 red", "cast", "spells")
    assert not offers(match, "forage w1")  # each for own Towns


@covers("SYG-RULING-71", "SYG-RULING-89")
def test_a_ward_spares_the_teammate():
    assert gold(play(team("evocation p2 ward; gold p1 3", options="spells"), "purchase sunder"))[0] == 0
    assert not offers(team("evocation p3 ward; gold p1 3", options="spells"), "purchase sunder")


@covers("SYG-RULING-89")
def test_cards_choose_among_own_pieces_and_opponents_walls():
    match = team("wizard p2.w1 a4; hand p1 vanish; gold p1 9", options="spells")
    assert play(match, "play vanish").legal() == ["vanish w1"]
    assert not offered(team("wall p2 c4 e; hand p1 sunder", options="spells"), "play")


@covers("SYG-TEAM-11", "SYG-RULING-82", "SYG-RULING-83")
def test_teammates_take_their_turns_together():
    match = at("""game 4 teams; board r4; wizard p1.w1 a4; wizard p2.w1 a6 down; town p2 g3; down g3; wizard p3.w1 g1
        begin p1""")
    assert wizard(match, 2, 1) == "a6"  # both stand up when the team turn begins
    assert player(match, 2)["towns"] == {"g3": []}
    play(match, "walk w1 a5, end move, hand over")
    assert match.to_act == seat(2)
    play(match, "hand over")
    assert not offers(match, "hand over")  # two in a row are enough
    play(match, "end build")
    assert offers(match, "hand over")
    play(match, "hand over")
    assert offered(match, "walk w1") == ["walk w1 a5", "walk w1 b5", "walk w1 b6"]
    play(match, "end move, end build, end cast")
    assert match.to_act == seat(1)
    assert match.legal() == ["forage w1", "protect w1", "end cast"]  # the teammate has finished
    play(match, "end cast")
    assert match.to_act == seat(3)


@covers("SYG-RULING-82")
def test_no_handing_over_while_a_choice_is_open():
    match = team("cubes p1 snow=15; gold p1 7", "build")
    play(match, "buy snow")
    assert match.legal() == ["discard snow"]


@covers("SYG-RULING-83", "SYG-LIMIT-5")
def test_each_collects_at_the_end_of_the_own_turn():
    match = team("town p1 a4; town p2 a6", "cast")
    play(match, "end cast")
    assert (cubes(match, 1), cubes(match, 2)) == ({"elixir": 1}, {})
    assert player(match, 1).get("pending") is None


@covers("SYG-TEAM-12")
def test_teammates_share_no_goods():
    match = team("gold p2 30; cubes p2 snow=9; town p2 c4", "build")
    assert match.legal() == ["end build", "hand over"]


@covers("SYG-RULING-85")
def test_only_walls_are_built_in_the_hex_of_a_teammates_town():
    match = team("town p2 c4; gold p1 20; cubes p1 flower=2 snow=3 mushroom=3 spice=2 elixir=2 crystal=2", "build")
    assert {t.split()[1] for t in offered(match, "build")} == {"wall"}


@covers("SYG-RULING-91")
def test_once_a_turn_is_per_player():
    match = team("wizard p2.w1 a4; cubes p1 snow=1; cubes p2 snow=1; phase p2 cast", "cast", "spells")
    play(match, "purchase lull snow, play lull, lull red, forage w1, hand over")
    assert offers(match, "forage w1")
    assert offers(match, "purchase lull snow")


@covers("SYG-RULING-84")
def test_the_teammates_walls_encircle_only_with_the_option():
    more = "town p1 a4; wall p1 a4 e; wall p2 a4 sw"  # the green Volcano and the frame close the rest
    assert score(team(more), 1) == 3
    assert score(team(more, options="team_encirclement=team"), 1) == 4


BURNT = "b5 b6 c3 c4 c5 c6 d2 d3 d4 d6 e3 e4 e5 f2 f3"
ASH = "; ".join(f"ash {c} eruption" for c in BURNT.split())


def verdict(towns, more="", roll=1):
    return play(at(f"game 4 teams; board r4; {ASH}; {towns}; {more} eruptions"), f"roll {roll}")


@covers("SYG-TEAM-13", "SYG-RULING-88")
def test_the_better_sum_wins_whoever_reached_the_mark():
    match = verdict("town p1 a4 a5 a6 b3; town p3 c2 d1 e1; town p4 f1 g1")
    assert match.result == [0, 0, 0.5, 0.5]
    assert not verdict("town p1 a4 a5; town p3 c2 d1 e1; town p4 f1 g1").over


TIED = "town p1 a4 a5 a6 b3; town p3 c2 d1; town p4 e1 f1"


@covers("SYG-TEAM-14", "SYG-RULING-88")
def test_equal_sums_lead_to_a_final_round_and_then_to_goods():
    match = verdict(TIED)
    assert score(match, 3) + score(match, 4) == score(match, 1)
    assert match.position()["final"]
    assert verdict(TIED, "final; gold p2 1; ").result == [0.5, 0.5, 0, 0]
    assert verdict(TIED, "final; ").result == [0.25] * 4


@covers("SYG-RULING-87", "SYG-FORT-1")
def test_fortune_gold_is_per_player():
    match = play(at("game 4 teams; board r4; town p1 a4 a5; town p2 g1; town p3 a6; eruptions"), "roll 6")
    assert gold(match) == [0, 3, 3, 6]


@covers("SYG-RULING-82")
def test_the_first_of_a_team_holds_the_decision_at_the_start():
    match = at("game 4 teams; board r4; begin p2")
    assert match.to_act == seat(1)
    pass_turn(match)
    assert match.to_act == seat(2)
    pass_turn(match)
    assert match.to_act == seat(3)


@covers("SYG-RULING-67")
def test_a_team_is_known_by_its_seats_however_the_lot_fell():
    match = play(new(players=4, mode="teams", seats="random"), "seats 1 3 2 4")
    assert words.sides(match.box, match.state) == [0, 1, 0, 1]
