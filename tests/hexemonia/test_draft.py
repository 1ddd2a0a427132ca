"""Turns and phase A."""

from tests.hexemonia.helpers import GAME, at, city, end_turn, legal, node, part
from tests.support import covers

DISPLAY = ["spring", "pasture", "pasture", "walls"]
NO_CUBES = "o 50/30/50"


@covers("HXM-TURN-1")
def test_phases_follow_in_order():
    match = at("TAKE1", {"hand": ["spring"], "city": "o 2/0/1"}, display=["walls", "quarry", "asty", "fleet"], seed=3)
    nodes = []
    for step in ("take walls", "gain gold", "end play", "pass"):
        nodes.append(node(match))
        match.play(step)
    assert nodes == ["TAKE1", "TAKE2", "PLAY", "ACTION"]
    assert (node(match), match.to_act) == ("TAKE1", "seat 2")


@covers("HXM-TURN-2")
def test_turns_pass_clockwise():
    match = at("TAKE1")
    order = [match.to_act]
    for _ in range(3):
        order.append(end_turn(match).to_act)
    assert order == ["seat 1", "seat 2", "seat 3", "seat 1"]


@covers("HXM-TURN-3", "HXM-HAND-1")
def test_hand_is_cut_to_four_at_the_end_of_the_turn_only():
    hand = ["walls", "walls", "spring", "asty", "fleet", "hades"]
    match = at("PLAY", {"hand": hand}).play_all(["end play", "pass"])
    assert node(match) == "DISCARD"
    assert legal(match) == [f"discard {t}" for t in ("spring", "walls", "fleet", "asty", "hades")]
    match.play_all(["discard walls", "discard hades"])
    assert match.to_act == "seat 2"
    assert part(match, "p1", "hand") == ["spring", "walls", "fleet", "asty"]
    assert match.position()["underworld"] == ["walls", "hades"]


@covers("HXM-RULING-75")
def test_only_the_active_hand_is_limited_and_myths_count():
    match = at("ACTION", {"hand": ["hades", "fates", "oracle", "pandora", "walls"]}).play("pass")
    assert legal(match, "discard hades")
    match.play("discard hades")
    assert match.to_act == "seat 2"


@covers("HXM-DRAFT-1")
def test_first_pick_is_a_display_hex():
    match = at("TAKE1", display=DISPLAY)
    assert match.legal() == ["take spring", "take pasture", "take walls"]


@covers("HXM-DRAFT-2")
def test_display_is_refilled_at_once():
    match = at("TAKE1", display=DISPLAY, chance="ask").play("take walls")
    assert match.to_act == "chance"
    match.play("draw hades")
    assert match.position()["display"] == ["spring", "pasture", "pasture", "hades"]
    assert node(match) == "TAKE2"
    match.play("take hades").play("draw fates")
    assert match.position()["display"] == ["spring", "pasture", "pasture", "fates"]
    assert node(match) == "PLAY"


@covers("HXM-DRAFT-3", "HXM-RULING-25")
def test_second_pick_is_a_hex_or_a_cube_and_must_be_made():
    match = at("TAKE2", display=DISPLAY)
    assert match.legal() == ["take spring", "take pasture", "take walls", "gain citizen", "gain hoplite", "gain gold"]


@covers("HXM-DRAFT-4")
def test_the_cube_goes_on_the_acropolis():
    match = at("TAKE2", "o 2/0/1").play("gain hoplite")
    assert city(match, "p1")["o"] == "2/1/1"
    assert match.position()["supply"] == "58/29/49"


@covers("HXM-DRAFT-5")
def test_drafted_hexes_go_into_the_hand_for_all_to_see():
    match = at("TAKE2", display=DISPLAY).play("take walls")
    assert part(match, "p1", "hand") == part(match, "p1", "shown") == ["walls"]
    assert city(match, "p1") == {"o": "0/0/0"}
    assert match.position(viewer=2)["p1"]["hand"] == ["walls"]


@covers("HXM-DRAFT-6")
def test_phase_a_is_obligatory_until_the_last_round():
    match = GAME.match(players=2, seed=3)
    assert all(text.startswith("take") for text in match.legal())
    match.play(match.legal()[0])
    assert all(text.startswith(("take", "gain")) for text in match.legal())


@covers("HXM-RULING-26")
def test_a_kind_that_is_missing_cannot_be_chosen():
    assert legal(at("TAKE2", "o 60/0/0"), "gain") == ["gain hoplite", "gain gold"]
    assert legal(at("TAKE2", "o 60/30/50"), "gain") == []


@covers("HXM-RULING-27")
def test_an_empty_pile_leaves_the_display_smaller():
    match = at("TAKE2", display=DISPLAY, fate=[], last_round=True).play("take walls")
    assert match.position()["display"] == ["spring", "pasture", "pasture"]
    assert node(match) == "PLAY"


@covers("HXM-RULING-29")
def test_the_second_pick_is_made_when_the_pile_runs_out_at_the_first():
    match = at("TAKE1", display=DISPLAY, fate=["asty"]).play("take walls")
    assert match.position()["last_round"]
    assert "take asty" in match.legal()
    match.play("take asty")
    assert match.position()["display"] == ["spring", "pasture", "pasture"]
