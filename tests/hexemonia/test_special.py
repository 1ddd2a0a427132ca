"""The special action and its twelve gears."""

import pytest

from tests.hexemonia.helpers import GAME, at, city, legal, node, part, sole
from tests.support import covers


@covers("HXM-SPEC-1")
def test_active_hexes_with_a_gear():
    match = at("SPECIAL", "o 0/0/1; a1 spring; a2 agora 0/0/0; a3 quarry 2/0/0")
    assert legal(match, "activate") == ["activate a1"]


@covers("HXM-SPEC-3")
def test_one_after_the_other_in_any_order():
    match = at("SPECIAL", "o; a1 spring; a2 spring")
    match.play("activate a2")
    assert node(match) == "SPRING"
    match.play("gain gold")
    assert match.legal() == ["activate a1", "reveal acropolis", "end special"]


@covers("HXM-RULING-39")
def test_each_gear_once_but_two_springs_are_two():
    match = at("SPECIAL", "o; a1 spring; a2 spring").play_all(["activate a1", "gain gold", "activate a2", "gain gold"])
    assert match.legal() == ["reveal acropolis", "end special"]
    assert city(match, "p1")["o"] == "0/0/2"


@covers("HXM-RULING-40")
def test_activity_is_checked_at_the_moment_of_use():
    match = at("SPECIAL", "o 1/0/1; a1 agora 1/0/1; a2 temple 1/0/0; a3 spring")
    assert legal(match, "activate") == ["activate a1", "activate a3"]
    match.play_all(["activate a1", "lift 1 gold o", "drop a2", "end agora"])
    assert "activate a2" in match.legal()


@covers("HXM-RULING-40")
def test_a_hex_that_fell_asleep_cannot_be_used():
    match = at("SPECIAL", "o 1/0/1; a1 agora 1/0/1; a2 temple 1/0/1; a3 spring")
    match.play_all(["activate a1", "lift 1 gold a2", "drop o", "end agora"])
    assert "activate a2" not in match.legal()


@covers("HXM-RULING-41")
@pytest.mark.parametrize(("city_of_p1", "useless", "useful"), [
    ("a1 spring", {"p2": "o 60/30/50"}, {"p2": "o 60/30/49"}),
    ("a1 spring", {"p2": "o 60/30/50"}, {"p2": "o 59/29/50"}),
    ("a1 temple 1/0/1; a2 labyrinth", {"p2": "o 0/0/49"}, {"p2": "o 0/0/48"}),
    ("a1 temple 1/0/1; a2 walls", {"p2": "o 1/1/1"}, {"p1": "o; a1 temple 1/0/1; a2 labyrinth"}),
    ("a1 harbour 1/0/1; a2 pasture 1/0/0", {"p2": "o 0/0/49"}, {"p2": "o 0/0/48"}),
    ("a1 harbour 1/0/1; a2 walls", {"p2": "o 1/1/1"}, {"p1": "o; a1 harbour 1/0/1; a2 pasture 1/0/0"}),
    ("a1 necropolis 1/0/0", {"p2": "o 1/1/1"}, {"p1": "o 1/0/0; a1 necropolis 1/0/0"}),
    ("a1 lighthouse 1/0/1", {"p2": "o 1/1/0"}, {"p3": "o 0/0/1"}),
    ("a1 tavern 1/0/1", {"p2": "o 0/1/1"}, {"p3": "o 1/0/0"}),
    ("a1 labyrinth 1/0/1", {"p2": "o 1/0/1"}, {"p3": "o 0/1/0"}),
    ("a1 walls 1/1/0; hades@a1", {"p2": "o 9/0/0; a1 pasture 1/0/0"}, {"p2": "o; a1 pasture 2/0/0"}),
    ("a1 walls 1/1/0; a2 pasture 6/0/0; hades@a1", {"p2": "o 9/0/0"}, {"p2": "o; a1 village 2/0/0"}),
    ("a1 village 1/0/1; oracle@a1", {"fate": [], "last_round": True}, {"fate": ["asty"]}),
    ("a1 necropolis 1/0/0; fates@a1", {"fate": [], "last_round": True}, {"fate": ["asty"]}),
    ("a1 pasture 1/0/0; pandora@a1", {"p2": "o 1/1/1"}, {"p2": {"hand": ["walls"]}}),
])
def test_no_gear_is_used_for_nothing(city_of_p1, useless, useful):
    for position, offered in ((useless, False), (useful, True)):
        document = {"p1": f"o; {city_of_p1}", **position}
        assert ("special" in at("ACTION", **document).legal()) == offered


@covers("HXM-FX-1", "HXM-RULING-43")
def test_lighthouse_takes_a_gold_from_every_opponent_clockwise():
    match = at("SPECIAL", "o; a1 spring", "o; a1 lighthouse 1/0/1", "o 0/0/1", "o 0/0/2; a1 quarry 0/0/1", turn="p2",
               players=4)
    match.play("activate a1")
    assert (match.to_act, sole(match)) == ("seat 3", "give gold o")
    match.play("give gold o")
    assert (match.to_act, match.legal()) == ("seat 4", ["give gold o", "give gold a1"])
    match.play("give gold a1")
    assert (match.to_act, node(match)) == ("seat 2", "SPECIAL")
    assert city(match, "p2")["a1"] == "lighthouse 1/0/3"
    assert city(match, "p4") == {"o": "0/0/2", "a1": "quarry 0/0/0"}


@covers("HXM-FX-2")
def test_labyrinth_takes_a_hoplite_of_one_opponent():
    match = at("SPECIAL", "o; a1 labyrinth 1/0/1", "o 0/1/0", "o 3/0/0").play("activate a1")
    assert match.legal() == ["demand p2"]
    match.play_all(["demand p2", "give hoplite o"])
    assert city(match, "p1")["a1"] == "labyrinth 1/1/1"
    assert city(match, "p2")["o"] == "0/0/0"


@covers("HXM-FX-3")
def test_tavern_takes_a_citizen_of_one_opponent():
    match = at("SPECIAL", "o; a1 tavern 1/0/1", "o 1/0/0", "o 3/0/0").play("activate a1")
    assert match.legal() == ["demand p2", "demand p3"]
    match.play_all(["demand p3", "give citizen o"])
    assert city(match, "p1")["a1"] == "tavern 2/0/1"
    assert city(match, "p3")["o"] == "2/0/0"


@covers("HXM-RULING-42")
def test_the_giver_chooses_and_must_give():
    match = at("SPECIAL", "o; a1 tavern 1/0/1", "o 1/0/0; a1 pasture 1/0/0").play_all(["activate a1", "demand p2"])
    assert match.to_act == "seat 2"
    assert match.legal() == ["give citizen o", "give citizen a1"]
    match.play("give citizen a1")
    assert city(match, "p2")["a1"] == "pasture 0/0/0"


@covers("HXM-FX-4", "HXM-RULING-44")
def test_hades_takes_up_to_three_excess_citizens_of_one_hex():
    match = at("SPECIAL", "o; a1 walls 1/1/0; hades@a1", "o 9/0/0; a1 pasture 6/0/0; a2 quarry 3/0/0",
               "o; a1 village 1/0/0").play("activate hades")
    assert match.legal() == ["strike p2 a1 1", "strike p2 a1 2", "strike p2 a1 3", "strike p2 a2 1"]
    match.play("strike p2 a1 3")
    assert city(match, "p2")["a1"] == "pasture 3/0/0"
    assert match.position()["supply"] == "43/29/50"


ORACLE = "o; a1 agora 1/0/1; oracle@a1"


@covers("HXM-FX-5")
def test_oracle_orders_the_top_four():
    match = at("SPECIAL", ORACLE, chance="ask").play("activate oracle")
    match.play_all(["draw walls", "draw fleet", "draw walls", "draw hades"])
    assert match.legal() == ["stack walls", "stack fleet", "stack hades"]
    match.play_all(["stack hades", "stack walls", "stack fleet", "stack walls"])
    assert match.position()["top"] == ["hades", "walls", "fleet", "walls"]
    assert node(match) == "SPECIAL"
    match.play("end special")
    match.play(legal(match, "take")[0])
    assert match.legal() == ["draw hades"]


@covers("HXM-RULING-46")
def test_oracle_sees_what_is_left_and_keeps_it_secret():
    match = at("SPECIAL", ORACLE, fate=["walls", "fleet"], chance="ask").play("activate oracle")
    match.play_all(["draw walls", "draw fleet", "stack fleet", "stack walls"])
    assert node(match) == "SPECIAL"
    assert match.position(viewer=1)["top"] == ["fleet", "walls"]
    assert match.position(viewer=2)["top"] == ["hidden", "hidden"]
    assert match.texts(viewer=2)[-4:] == ["draw hidden", "draw hidden", "stack hidden", "stack hidden"]
    assert not match.position()["last_round"]


@covers("HXM-FX-6")
def test_fates_draw_the_top_hex():
    match = at("SPECIAL", "o; a1 spring; fates@a1", chance="ask").play("activate fates")
    assert match.to_act == "chance"
    match.play("draw fleet")
    assert part(match, "p1", "hand") == ["fleet"]
    assert match.position(viewer=2)["p1"]["hand"] == ["hidden"]


@covers("HXM-RULING-47")
def test_fates_with_a_full_hand():
    match = at("SPECIAL", {"city": "o; a1 spring; fates@a1", "hand": ["walls", "walls", "asty", "fleet"]}, chance="ask")
    match.play_all(["activate fates", "draw hades", "end special"])
    assert node(match) == "DISCARD"
    assert "discard hades" in match.legal()


PANDORA = "o; a1 tavern 1/0/1; pandora@a1"


@covers("HXM-FX-7", "HXM-RULING-48")
def test_pandora_hits_each_hex_of_a_hand_alike():
    match = at("SPECIAL", PANDORA, {"hand": ["walls", "walls", "fleet"]}, chance="ask").play("activate pandora")
    assert match.legal() == ["curse p2"]
    match.play("curse p2")
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {"hit walls": 2, "hit fleet": 1}
    match.play("hit walls")
    assert match.position()["underworld"] == ["walls"]
    assert part(match, "p2", "hand") == ["walls", "fleet"]
    assert node(match) == "SPECIAL"


@covers("HXM-FX-7", "HXM-RULING-48")
def test_of_a_hand_that_is_not_known_pandora_may_hit_whatever_may_be_there():
    match = at("SPECIAL", PANDORA, {"hand": ["walls", "fleet"], "shown": ["walls"]}, chance="ask")
    match.play_all(["activate pandora", "curse p2"])
    known, out = match.hidden(1), [0] * GAME.max_legal
    weights = out[:GAME.rules.chances(match.box, known, out)]
    assert len(weights) == GAME.rules.legal(match.box, known, [0] * GAME.max_legal) > 2
    unseen = sum(known.pile)
    assert (min(weights) > 0, sum(weights), max(weights) >= unseen) == (True, 2 * unseen, True)


@covers("HXM-FX-8", "HXM-RULING-49")
def test_agora_moves_one_or_two_cubes():
    match = at("SPECIAL", "o 1/0/0; a1 agora 1/0/1; a2 spring 0/1/0").play("activate a1")
    assert match.legal() == ["lift 1 citizen o", "lift 1 citizen a1", "lift 1 gold a1", "lift 1 hoplite a2"]
    match.play("lift 1 citizen o")
    assert match.legal() == ["drop a1", "drop a2"]
    match.play("drop a2")
    assert "end agora" in match.legal()
    match.play_all(["lift 1 hoplite a2", "drop o"])
    assert node(match) == "SPECIAL"
    assert city(match, "p1") == {"o": "0/1/0", "a1": "agora 1/0/1", "a2": "spring 1/0/0"}


@covers("HXM-FX-9", "HXM-RULING-50")
def test_temple_gets_gold_for_sacred_neighbours():
    match = at("SPECIAL", "o; a1 necropolis 0/0/0; a2 temple 1/0/1; a3 spring; a4 walls; a5 labyrinth")
    match.play("activate a2")
    assert city(match, "p1")["a2"] == "temple 1/0/3"


@covers("HXM-FX-10")
def test_harbour_gets_gold_for_economic_neighbours():
    match = at("SPECIAL", "o; a1 quarry 0/0/0; a2 harbour 1/0/1; a3 tavern 0/0/0; a4 pasture").play("activate a2")
    assert city(match, "p1")["a2"] == "harbour 1/0/3"


@covers("HXM-RULING-35")
def test_temple_and_harbour_get_what_is_there():
    match = at("SPECIAL", "o 0/0/48; a1 quarry; a2 harbour 1/0/1; a3 tavern").play("activate a2")
    assert city(match, "p1")["a2"] == "harbour 1/0/2"


@covers("HXM-FX-11", "HXM-RULING-51")
def test_necropolis_turns_pairs_of_citizens_into_gold():
    match = at("SPECIAL", "o 3/0/0; a1 necropolis 1/0/0").play("activate a1")
    assert match.legal() == ["bury o", "bury a1"]
    match.play("bury o")
    assert match.legal() == ["bury o", "bury a1"]
    match.play("bury o")
    assert city(match, "p1") == {"o": "1/0/0", "a1": "necropolis 1/0/1"}
    assert match.legal() == ["bury o", "bury a1", "end bury"]
    match.play_all(["bury o", "bury a1"])
    assert sole(match) == "end bury"
    assert city(match, "p1") == {"o": "0/0/0", "a1": "necropolis 0/0/2"}


@covers("HXM-RULING-51")
def test_no_further_pair_without_gold_in_supply():
    match = at("SPECIAL", "o 6/0/49; a1 necropolis 1/0/0").play_all(["activate a1", "bury o", "bury o"])
    assert sole(match) == "end bury"


@covers("HXM-FX-12")
def test_spring_gives_any_cube_for_the_acropolis():
    match = at("SPECIAL", "o; a1 spring").play("activate a1")
    assert match.legal() == ["gain citizen", "gain hoplite", "gain gold"]
    match.play("gain hoplite")
    assert city(match, "p1")["o"] == "0/1/0"


@covers("HXM-FX-2")
def test_the_first_player_can_be_chosen_by_another():
    asked = at("SPECIAL", "o 1/0/0; a1 pasture 1/0/0", "o; a1 tavern 1/0/1", turn="p2").play("activate a1")
    assert asked.legal() == ["demand p1"]
    assert asked.play("demand p1").to_act == "seat 1"
