"""War: targets, muster, losses, placement, Myths."""

import pytest

from tests.hexemonia.helpers import at, city, legal, node, part, sole
from tests.support import covers

RING = "a1 pasture; a2 pasture; a3 walls; a4 walls; a5 village; a6 village"


def attack(match, target, *steps):
    return match.play_all([f"attack {target}", *steps])


@covers("HXM-WAR-1", "HXM-WAR-2")
def test_one_attack_on_each_opponent():
    match = at("WAR", "o 9/0/0", "o; a1 walls; a2 quarry", "o; a1 fleet", "o; a1 asty", players=4)
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a1")
    assert legal(match) == ["attack p3 a1", "attack p4 a1", "reveal acropolis", "end war"]


@covers("HXM-WAR-3", "HXM-RULING-53")
def test_a_surrounded_hex_is_safe_until_a_side_is_free():
    around = "a1 walls; a2 pasture; a6 tavern; b1 quarry; b2 harbour; b12 labyrinth; a3 spring; a4 spring; a5 village"
    assert "attack p2 a1" not in at("WAR", "o 9/0/0", f"o; {around}").legal()
    holed = around.replace("b1 quarry; ", "")
    assert "attack p2 a1" in at("WAR", "o 9/0/0", f"o; {holed}").legal()


@covers("HXM-WAR-4", "HXM-RULING-54")
def test_no_attack_that_would_split_the_city():
    match = at("WAR", "o 9/0/0", "o; a1 walls; a2 pasture; b1 quarry; b2 harbour; c2 spring")
    assert legal(match, "attack") == ["attack p2 a1", "attack p2 a2", "attack p2 b1", "attack p2 b2", "attack p2 c2"]
    match = at("WAR", "o 9/0/0", "o; a1 walls; b1 quarry")
    assert legal(match, "attack") == ["attack p2 b1"]


@covers("HXM-WAR-4", "HXM-RULING-54")
def test_a_city_around_a_hole_holds_together_without_any_of_its_hexes():
    match = at("WAR", "o 9/0/0", "o; a2 pasture; b2 harbour; b1 quarry; b12 spring; a6 walls")
    assert legal(match, "attack") == [f"attack p2 {cell}" for cell in ("a2", "a6", "b1", "b2", "b12")]


@covers("HXM-WAR-6", "HXM-RULING-59")
def test_units_from_any_own_hexes():
    match = at("WAR", "o 1/0/0; a1 walls 0/1/1; a2 spring* 1/0/0", "o; a1 quarry 3/0/0")
    attack(match, "p2 a1")
    assert match.legal() == ["muster 1 citizen o", "muster 1 hoplite a1", "muster 1 citizen a2"]
    match.play_all(["muster 1 hoplite a1", "muster 1 citizen o"])
    assert "end muster" not in match.legal()
    match.play("muster 1 citizen a2")
    assert sole(match) == "end muster"


@covers("HXM-WAR-7", "HXM-RULING-57")
def test_the_whole_city_must_be_stronger():
    assert not legal(at("WAR", "o 2/0/0; a1 spring", "o; a1 quarry 2/0/0", "o; a1 walls"), "attack p2")
    assert legal(at("WAR", "o 1/1/0", "o; a1 quarry 2/0/0"), "attack p2")


@covers("HXM-WAR-8")
def test_only_the_highest_active_shield_counts():
    match = at("WAR", "o 20/0/0", "o; a1 quarry 1/0/0; a2 phalanx 0/2/1; a6 fleet 1/1/2")
    match.play("attack p2 a1")
    assert match.scene().prompt.endswith("Muster more than 7. Now: 0.")
    turned = at("WAR", "o 20/0/0", "o; a1 quarry 1/0/0; a2 fleet 1/1/2; a6 phalanx 0/2/1").play("attack p2 a1")
    assert turned.state.defence == 7


@covers("HXM-WAR-9")
def test_an_inactive_fortification_adds_nothing():
    match = at("WAR", "o 20/0/0", "o; a1 quarry 1/0/0; a2 phalanx 0/2/1; a6 fleet 1/0/2")
    match.play("attack p2 a1")
    assert match.state.defence == 3


@covers("HXM-RULING-55")
def test_a_shield_protects_itself_only_by_option():
    def defence(**options):
        return at("WAR", "o 20/0/0", "o; a1 walls 1/1/0", options=options).play("attack p2 a1").state.defence

    assert (defence(), defence(shield_self=True)) == (3, 7)
    protected = at("WAR", "o 20/0/0", "o; a1 walls 1/1/0; a2 phalanx 0/2/1").play("attack p2 a1")
    assert protected.state.defence == 5


@covers("HXM-RULING-56")
def test_the_defender_decides_nothing():
    match = at("WAR", "o 9/0/0", "o; a1 quarry 1/0/0")
    for step in ("attack p2 a1", "muster 3 citizen o", "end muster", "lose 0", "settle a1"):
        assert match.to_act == "seat 1"
        match.play(step)


@covers("HXM-WAR-10", "HXM-WAR-11", "HXM-WAR-13")
def test_both_sides_lose_alike_and_the_rest_garrisons():
    match = at("WAR", "o 5/0/0", "o; a1 quarry 2/0/3")
    attack(match, "p2 a1", "muster 4 citizen o", "end muster", "lose 0", "settle a3")
    assert city(match, "p1") == {"o": "1/0/0", "a3": "quarry 2/0/3"}
    assert city(match, "p2") == {"o": "0/0/0"}
    assert match.position()["supply"] == "57/30/47"


@covers("HXM-WAR-11")
def test_the_shield_is_lost_too():
    match = at("WAR", "o 0/4/0", "o; a1 quarry 0/1/0; a2 walls 1/1/0")
    attack(match, "p2 a1", "muster 4 hoplite o", "end muster", "lose 3", "settle a1")
    assert city(match, "p1")["a1"] == "quarry 0/1/0"


@covers("HXM-WAR-12")
def test_change_for_a_hoplite():
    match = at("WAR", "o 0/1/0", "o; a1 quarry 1/0/0")
    attack(match, "p2 a1", "muster 1 hoplite o", "end muster", "lose 1", "settle a1")
    assert city(match, "p1")["a1"] == "quarry 1/0/0"
    assert match.position()["supply"] == "59/30/50"


@covers("HXM-WAR-14")
def test_surplus_survives():
    match = at("WAR", "o 9/0/0", "o; a1 quarry 1/0/0")
    attack(match, "p2 a1", "muster 2 citizen o")
    assert "end muster" in match.legal()
    match.play_all(["muster 5 citizen o", "end muster", "lose 0", "settle a1"])
    assert city(match, "p1")["a1"] == "quarry 6/0/0"


@covers("HXM-RULING-58")
def test_an_empty_hex_needs_one_unit_and_costs_none():
    match = at("WAR", "o 1/0/0", "o; a1 quarry 0/0/2")
    attack(match, "p2 a1")
    assert "end muster" not in match.legal()
    match.play_all(["muster 1 citizen o", "end muster"])
    assert sole(match) == "lose 0"
    assert city(match.play_all(["lose 0", "settle a1"]), "p1")["a1"] == "quarry 1/0/2"


@covers("HXM-RULING-60")
@pytest.mark.parametrize(("units", "garrison", "losses"), [
    ("4/2/0", "4/0/0", ["lose 0", "lose 1", "lose 2"]),
    ("4/2/0", "3/0/0", ["lose 0", "lose 1", "lose 2"]),
    ("1/3/0", "0/2/0", ["lose 2"]),
    ("0/3/0", "1/1/0", ["lose 2"]),
])
def test_the_attacker_splits_the_loss(units, garrison, losses):
    match = at("WAR", f"o {units}", f"o; a1 quarry {garrison}").play("attack p2 a1")
    while legal(match, "muster"):
        match.play(legal(match, "muster")[-1])
    assert match.play("end muster").legal() == losses


@covers("HXM-RULING-61")
def test_change_is_there_even_if_the_supply_was_empty():
    match = at("WAR", "o 59/1/0", "o; a1 quarry 1/0/0")
    assert match.position()["supply"] == "0/29/50"
    attack(match, "p2 a1", "muster 1 hoplite o", "end muster", "lose 1", "settle a1")
    assert city(match, "p1")["a1"] == "quarry 1/0/0"
    assert match.position()["supply"] == "0/30/50"


@covers("HXM-RULING-62")
def test_each_attack_is_completed_and_the_next_may_use_it():
    match = at("WAR", "o 2/0/0", "o; a1 quarry 0/0/1", "o; a1 walls")
    attack(match, "p2 a1", "muster 2 citizen o", "end muster", "lose 0", "settle a1")
    assert "end war" in match.legal()
    match.play("attack p3 a1")
    assert match.legal() == ["muster 1 citizen a1", "muster 2 citizen a1"]


@covers("HXM-WAR-15")
def test_a_conquered_hex_follows_the_rules_of_placement():
    match = at("WAR", "o 9/0/0; a1 spring", "o; a1 quarry")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0")
    assert match.legal() == ["settle a2", "settle a6"]


@covers("HXM-WAR-15", "HXM-PLAY-4")
def test_a_conquered_polis_stands_next_to_the_acropolis_or_a_polis():
    full = "a1 spring; a2 pasture; a3 walls; a4 village; a5 fleet; a6 tavern"
    match = at("WAR", f"o 9/0/0; {full}", "o; a1 agora")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0")
    assert match.legal() == ["settle b10", "settle b12"]


@covers("HXM-RULING-63")
def test_no_attack_on_a_polis_without_a_place():
    match = at("WAR", f"o 9/0/0; {RING}", "o; a1 temple; a2 quarry")
    assert legal(match, "attack") == ["attack p2 a2"]
    own = at("WAR", f"o 9/0/0; {RING.replace('a1 pasture', 'a1 temple')}", "o; a1 temple; a2 quarry")
    assert legal(own, "attack") == ["attack p2 a1", "attack p2 a2"]


@covers("HXM-RULING-64")
def test_a_conquered_hex_need_not_be_active():
    match = at("WAR", "o 1/0/0", "o; a1 asty 0/0/0")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a1")
    assert city(match, "p1")["a1"] == "asty 1/0/0"


@covers("HXM-WAR-16")
def test_a_myth_follows_its_token():
    match = at("WAR", "o 1/0/0", "o; a1 walls; hades@a1")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a4")
    assert part(match, "p1", "myths") == ["hades@a4"]
    assert part(match, "p2", "myths") == []


THREE_MYTHS = "o 9/0/0; a1 agora; a2 spring; a3 tavern; oracle@a1; fates@a2; pandora@a3"


@covers("HXM-WAR-17")
def test_a_fourth_myth_makes_one_go():
    match = at("WAR", THREE_MYTHS, "o; a1 walls; hades@a1")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a4")
    assert match.legal() == ["discard hades", "discard oracle", "discard fates", "discard pandora"]
    match.play("discard fates")
    assert node(match) == "WAR"
    assert part(match, "p1", "myths") == ["hades@a4", "oracle@a1", "pandora@a3"]
    assert match.position()["underworld"] == ["fates"]


@covers("HXM-RULING-65")
def test_all_tokens_of_the_hex_come_along_and_go_one_at_a_time():
    match = at("WAR", THREE_MYTHS, "o; a1 walls; hades@a1; amazons@a1")
    attack(match, "p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a4", "discard hades")
    assert node(match) == "MYTHOUT"
    match.play("discard oracle")
    assert part(match, "p1", "myths") == ["fates@a2", "pandora@a3", "amazons@a4"]


@covers("HXM-WAR-18")
def test_a_second_polis_of_a_name_is_merged():
    match = at("WAR", "o 2/0/0; a1 temple 1/0/1", "o; a3 temple 0/0/2; fates@a3")
    attack(match, "p2 a3", "muster 2 citizen o", "end muster", "lose 0")
    assert node(match) == "WAR"
    assert city(match, "p1") == {"o": "0/0/0", "a1": "temple 3/0/3"}
    assert part(match, "p1", "myths") == ["fates@a1"]
    assert match.position()["underworld"] == ["temple"]


@covers("HXM-RULING-66")
def test_a_lone_acropolis_is_safe():
    assert "war" not in at("ACTION", "o 9/9/0", "o 0/0/0", "o 1/0/0").legal()
