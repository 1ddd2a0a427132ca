"""Hexes: colours, natures, cost, activity, excess; the Acropolis."""

import pytest

from hexagora.games.hexemonia import rules_city
from hexagora.games.hexemonia.content import cell_names
from hexagora.games.hexemonia.invariants import broken
from tests.hexemonia.helpers import GAME, at, city, end_turn, legal, part
from tests.support import covers

CELLS = cell_names(3)


def active(match, cell, player=0):
    return rules_city.is_active(match.state, player, CELLS.index(cell))


def excess(match, cell, player=0):
    return [rules_city.excess(match.box, match.state, player, CELLS.index(cell), r) for r in range(3)]


@covers("HXM-HEX-1")
def test_each_hex_has_one_of_four_colours():
    count = {c: sum(h.in_use(4) for h in GAME.content.hex if h.colour == c) for c in
             ("chora", "fortification", "polis", "myth")}
    assert count == {"chora": 15, "fortification": 12, "polis": 18, "myth": 6}
    assert {c.terrain for c in at("ACTION", "o; a1 walls 1/1/0").scene().boards[0].cells} >= {
        "acropolis", "fortification"}


@covers("HXM-HEX-2")
def test_each_hex_and_each_city_has_a_nature():
    natures = {h.id: h.nature for h in GAME.content.hex} | {a.id: a.nature for a in GAME.content.acropolis}
    assert (natures["amphitheatre"], natures["walls"], natures["tavern"], natures["spring"]) == (
        "political", "military", "economic", "sacred")
    assert (natures["athens"], natures["sparta"], natures["olympia"], natures["delphi"], natures["delos"]) == (
        "economic", "military", "sacred", "political", "sacred")


@covers("HXM-HEX-3", "HXM-HEX-10")
def test_hexes_have_a_cost_and_at_most_one_icon():
    for h in GAME.content.hex:
        assert (h.cost is None) == (h.colour == "myth")
        assert sum(x is not None for x in (h.produces, h.gear, h.shield)) == 1


@covers("HXM-HEX-4")
@pytest.mark.parametrize(("cubes", "is_active"), [("1/1/1", True), ("3/1/2", True), ("0/1/1", False), ("5/5/0", False)])
def test_active_with_at_least_the_cost_of_each_kind(cubes, is_active):
    assert active(at("ACTION", f"o; a1 palaestra {cubes}"), "a1") == is_active


@covers("HXM-HEX-5")
def test_a_free_hex_is_always_active():
    assert active(at("ACTION", "o; a1 spring 0/0/0"), "a1")


@covers("HXM-HEX-6", "HXM-AID-1")
def test_activity_follows_the_cubes():
    match = at("MOVES", "o 0/0/0; a1 pasture 1/0/0")
    terrain = {c.id: c.terrain for c in match.scene().boards[0].cells}
    assert terrain["a1"] == "chora"
    match.play_all(["lift 1 citizen a1", "drop o"])
    assert not active(match, "a1")
    terrain = {c.id: c.terrain for c in match.scene().boards[0].cells}
    assert terrain["a1"] == "chora-inactive"
    match = at("MOVES", "o 1/0/0; a1 pasture 0/0/0").play_all(["lift 1 citizen o", "drop a1"])
    assert active(match, "a1")


@covers("HXM-HEX-7")
def test_a_shield_works_for_neighbours_while_active():
    awake = at("WAR", "o 9/0/0", "o; a1 quarry 1/0/0; a2 walls 1/1/0")
    asleep = at("WAR", "o 9/0/0", "o; a1 quarry 1/0/0; a2 walls 1/0/0")
    far = at("WAR", "o 9/0/0", "o; a1 quarry 1/0/0; a2 pasture; a3 walls 1/1/0")
    assert [rules_city.defence_of(m.box, m.state, 1, 1) for m in (awake, asleep, far)] == [5, 1, 1]


@covers("HXM-HEX-8")
def test_polis_names_are_unique_but_different_ones_are_fine():
    match = at("PLAY", {"city": "o 9/0/9; a1 agora 1/0/1", "hand": ["agora", "temple"]})
    assert legal(match, "play temple")
    assert not legal(match, "play agora")


@covers("HXM-HEX-9")
def test_chora_and_fortifications_repeat_freely():
    match = at("PLAY", {"city": "o 9/9/9; a1 walls 1/1/0", "hand": ["walls", "walls"]})
    for cell in ("a2", "a6"):
        match.play_all([f"play walls {cell}", "pay citizen o", "pay hoplite o"])
    assert city(match, "p1")["a2"] == city(match, "p1")["a6"] == "walls 1/1/0"


@covers("HXM-HEX-11")
def test_excess_is_what_goes_beyond_the_cost():
    match = at("ACTION", "o 5/5/5; a1 asty 3/1/4; a2 phalanx 0/1/0")
    assert excess(match, "a1") == [1, 0, 3]
    assert excess(match, "a2") == [0, 0, 0]


@covers("HXM-RULING-45")
def test_excess_on_an_inactive_hex():
    fleet = "o; a1 fleet 3/0/0"
    assert excess(at("ACTION", fleet), "a1") == [2, 0, 0]
    assert excess(at("ACTION", fleet, options={"excess": "active_only"}), "a1") == [0, 0, 0]
    awake = at("ACTION", "o; a1 fleet 3/1/2", options={"excess": "active_only"})
    assert excess(awake, "a1") == [2, 0, 0]


@covers("HXM-ACRO-1", "HXM-WAR-5")
def test_an_acropolis_is_never_attacked():
    match = at("WAR", "o 9/0/0", "o 0/0/0; a1 walls")
    assert legal(match, "attack p2") == ["attack p2 a1"]


@covers("HXM-ACRO-2")
def test_nothing_on_an_acropolis_is_in_excess():
    assert excess(at("ACTION", "o 9/9/9"), "o") == [0, 0, 0]


@covers("HXM-ACRO-3", "HXM-RULING-4")
@pytest.mark.parametrize("menu", ["PLAY", "ACTION", "SPECIAL", "WAR"])
def test_the_owner_may_open_the_city_at_four_menus(menu):
    match = at(menu, "o 9/0/0; a1 spring", "o; a1 walls")
    match.play("reveal acropolis")
    assert part(match, "p1", "open")
    assert not part(match, "p2", "open")
    assert not legal(match, "reveal")
    assert not match.may_undo(1)


@covers("HXM-RULING-4")
def test_no_reveal_at_other_nodes_nor_with_two_players():
    for menu in ("TAKE1", "TAKE2", "MOVES", "EXCHANGE"):
        assert not legal(at(menu), "reveal")
    assert not legal(at("PLAY", players=2), "reveal")


@covers("HXM-ACRO-4")
def test_an_open_city_counts_as_a_neighbour():
    hidden = at("ACTION", {"acropolis": "olympia", "city": "o; a1 temple 1/0/1; a2 spring"})
    shown = at("ACTION", {"acropolis": "olympia", "open": True, "city": "o; a1 temple 1/0/1; a2 spring"})
    assert city(hidden.play_all(["special", "activate a1"]), "p1")["a1"] == "temple 1/0/2"
    assert city(shown.play_all(["special", "activate a1"]), "p1")["a1"] == "temple 1/0/3"


@covers("HXM-ACRO-5")
def test_hidden_cities_are_opened_for_the_scoring():
    match = at("ACTION", turn="p3", last_round=True)
    end_turn(match)
    assert match.over
    assert [part(match, p, "open") for p in ("p1", "p2", "p3")] == [True, True, True]
    assert match.texts(viewer=0)[-3:] == ["open athens", "open sparta", "open olympia"]
    assert broken(match.box, match.state) == []


@covers("HXM-RULING-5")
def test_a_hidden_city_has_no_nature_for_anybody():
    lone = at("ACTION", {"acropolis": "olympia", "city": "o; a1 temple 1/0/1"})
    assert "special" not in lone.legal()
    lone.play("reveal acropolis")
    assert "special" in lone.legal()
    two = at("ACTION", {"acropolis": "athens", "city": "o; a1 harbour 1/0/1"}, players=2)
    assert city(two.play_all(["special", "activate a1"]), "p1")["a1"] == "harbour 1/0/2"


@covers("HXM-RULING-6")
def test_the_acropolis_is_active_but_scores_nothing_itself():
    match = at("OVER", "o 3/0/0")
    assert active(match, "o")
    assert match.scores[0] == 0


@covers("HXM-RULING-7")
def test_bonuses_of_the_cities():
    bonus = {a.id: (a.bonus.colour, a.bonus.points) for a in GAME.content.acropolis}
    assert bonus == {"athens": ("polis", 2), "sparta": ("fortification", 3), "olympia": ("chora", 1),
                     "delphi": ("myth", 3), "delos": ("chora", 1)}
