"""The worked examples of the rulebook, with the values of the content and the corrections of the rules."""

import pytest

from hexagora.games.hexemonia import rules_city
from hexagora.games.hexemonia.content import cell_names
from tests.hexemonia.helpers import at, city, legal, node, part, sole
from tests.support import covers

CITIES = ("athens", "sparta", "olympia")


def three(*texts):
    """Andrea, Barbara and Corrado."""
    return [{"acropolis": name, "city": text} for name, text in zip(CITIES, texts, strict=True)]


def temple_example():
    return at("ACTION", *three("o", "o", "o 0/0/0; a1 temple* 1/0/1; a2 spring 0/0/0"), turn="p3")


@covers("HXM-ACRO-3", "HXM-ACRO-4", "HXM-PLAY-9")
def test_example_1_revealing_for_the_temple():
    match = temple_example().play_all(["special", "activate a1"])
    assert city(match, "p3")["a1"] == "temple 1/0/2"
    assert match.legal() == ["activate a2", "reveal acropolis", "end special"]
    match = temple_example().play_all(["special", "reveal acropolis", "activate a1"])
    assert city(match, "p3")["a1"] == "temple 1/0/3"
    assert part(match, "p3", "open")
    assert match.legal() == ["activate a2", "end special"]


@covers("HXM-HEX-4", "HXM-HEX-5")
def test_example_2_active_or_not():
    match = at("ACTION", "o; a1 palaestra 1/1/1; a2 pasture 1/1/1; a3 fleet 1/1/1; a4 spring 0/0/0")
    live = [rules_city.is_active(match.state, 0, c) for c in (1, 2, 3, 4)]
    assert live == [True, True, False, True]


@covers("HXM-WAR-3", "HXM-WAR-4", "HXM-WAR-5")
def test_example_3_what_can_be_attacked():
    barbara = ("o; a1 walls; a2 pasture; a4 asty; a5 village; a6 tavern; b1 quarry; b2 harbour; b7 spring; "
               "b12 labyrinth")
    match = at("WAR", *three("o 20/0/0", barbara, "o"))
    targets = ["a2", "a5", "a6", "b1", "b2", "b7", "b12"]
    assert legal(match, "attack") == [f"attack p2 {c}" for c in sorted(targets, key=cell_names(3).index)]


def war_example():
    """The position of example 4."""
    return at("WAR", *three(
        "o 0/3/0; a1 amphitheatre 2/0/1; a3 labyrinth 2/1/2; a4 tavern 1/0/1; a5 palaestra 1/2/1; a6 phalanx 0/2/1",
        "o 0/0/0; a1 quarry 3/0/2; a2 walls 1/0/0; a6 phalanx 0/2/4",
        "o 1/0/0; a1 amphitheatre 1/0/0; a2 asty 3/1/4; oracle@a1"), philosopher="p3", supply="45/19/34")


def first_attack():
    return war_example().play_all(["attack p2 a1", "muster 3 hoplite o", "muster 1 hoplite a5", "end muster"])


@covers("HXM-WAR-9", "HXM-WAR-12", "HXM-WAR-14", "HXM-RULING-84")
def test_example_4_conquest_with_shield_and_change():
    match = war_example().play_all(["attack p2 a1", "muster 2 hoplite o", "muster 1 citizen a1"])
    assert match.state.defence == 5
    assert "end muster" not in match.legal()
    match.play("muster 1 citizen a1")
    assert "end muster" in match.legal()
    match = first_attack()
    assert sole(match) == "lose 3"
    match.play("lose 3")
    assert sole(match) == "settle a2"
    match.play("settle a2")
    assert city(match, "p1") == {
        "o": "0/0/0", "a1": "amphitheatre 2/0/1", "a2": "quarry 1/1/2", "a3": "labyrinth 2/1/2", "a4": "tavern 1/0/1",
        "a5": "palaestra 1/1/1", "a6": "phalanx 0/2/1"}
    assert "a1" not in city(match, "p2")
    assert match.position()["supply"] == "47/22/34"


def second_attack():
    return first_attack().play_all(
        ["lose 3", "settle a2", "attack p3 a1", "muster 1 hoplite a3", "end muster", "lose 1"])


@covers("HXM-WAR-16", "HXM-WAR-18")
def test_example_5_duplicate_polis_and_myth():
    match = second_attack()
    assert node(match) == "WAR"
    assert match.position()["underworld"] == ["amphitheatre"]
    assert city(match, "p1")["a1"] == "amphitheatre 3/0/1"
    assert part(match, "p1", "myths") == ["oracle@a1"]
    assert match.position()["supply"] == "47/23/34"
    assert match.legal() == ["reveal acropolis", "end war"]


@covers("HXM-POL-2", "HXM-POL-5", "HXM-REV-2", "HXM-REV-3", "HXM-REV-4")
def test_example_6_philosopher_and_revolts():
    match = second_attack().play("end war")
    assert match.position()["philosopher"] == "p1"
    assert city(match, "p2") == {"o": "0/0/0", "a2": "walls 1/0/0", "a6": "phalanx 0/2/2"}
    assert city(match, "p3") == {"o": "1/0/0", "a2": "asty 3/1/2"}
    assert (city(match, "p1")["a2"], city(match, "p1")["a3"]) == ("quarry 1/1/2", "labyrinth 2/0/2")
    assert match.position()["supply"] == "47/23/38"
    assert (match.to_act, node(match)) == ("seat 2", "TAKE1")


@covers("HXM-SCORE-1", "HXM-SCORE-2", "HXM-SCORE-6", "HXM-TIE-1", "HXM-RULING-85")
def test_example_7_scoring():
    match = at("OVER", *three(
        "o 0/0/4; a1 amphitheatre 2/0/1; a2 quarry 1/1/2; a3 labyrinth 1/0/1; a4 tavern 1/0/1; a5 palaestra 1/1/1; "
        "a6 phalanx 0/2/1; b12 agora 1/0/1; oracle@a1",
        "o 0/0/3; a1 walls 1/1/0; a2 phalanx 0/2/1; a3 temple 1/0/1; a4 palaestra 1/1/1; a5 tavern 1/0/1; "
        "a6 spring 0/0/0; b2 walls 0/0/0; b4 village 1/0/1; b6 harbour 1/0/1; b8 pasture 1/0/0; b10 pasture 1/0/0; "
        "hades@a2; fates@a6", "o"), philosopher="p1")
    assert match.scores[:2] == [22, 22]
    assert match.result == [0.0, 1.0, 0.0]


@covers("HXM-WAR-6", "HXM-WAR-7")
@pytest.mark.parametrize(("units", "garrison", "beats"), [
    ("1/1/0", "2/0/0", True), ("3/0/0", "0/1/0", True), ("2/0/0", "0/1/0", False)])
def test_value_of_units(units, garrison, beats):
    match = at("ACTION", f"o {units}", f"o; a1 quarry {garrison}")
    assert ("war" in match.legal()) == beats


@covers("HXM-REV-3", "HXM-REV-4")
@pytest.mark.parametrize(("excess", "kept"), [("5/0/0", "2/0/0"), ("3/1/2", "1/1/1")])
def test_sums_of_a_revolt(excess, kept):
    match = at("ACTION", "o; a1 village", f"o; a1 spring {excess}").play("pass")
    assert city(match, "p2")["a1"] == f"spring {kept}"


@covers("HXM-WAR-1")
def test_number_of_attacks_with_four_players():
    match = at("WAR", "o 9/0/0", "o; a1 walls; a2 walls", "o; a1 fleet", "o; a1 asty", players=4)
    for player, cell in (("p2", "a1"), ("p3", "a2"), ("p4", "a3")):
        match.play_all([f"attack {player} a1", "muster 1 citizen o", "end muster", "lose 0", f"settle {cell}"])
    assert match.legal() == ["reveal acropolis", "end war"]
