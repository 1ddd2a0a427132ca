"""Phase B: playing hexes, paying, Myths."""

import pytest

from hexagora.engine.errors import BadPosition
from tests.hexemonia.helpers import GAME, at, city, legal, node, part
from tests.support import covers

RING = "a1 pasture 1/0/0; a2 pasture; a3 walls; a4 walls; a5 village; a6 village"


def playing(text, *hand, **more):
    return at("PLAY", {"city": text, "hand": list(hand)}, **more)


def cells(match, kind):
    return [text.split()[2] for text in legal(match, f"play {kind} ")]


@covers("HXM-PLAY-1")
def test_any_number_of_hexes_in_any_order():
    match = playing("o 9/0/9", "spring", "pasture", "village")
    assert "end play" in match.legal()
    match.play_all(["play spring a1", "play pasture a2", "pay citizen o"])
    assert "end play" in match.legal()
    assert legal(match, "play village")


@covers("HXM-PLAY-2")
def test_two_sides_must_touch_the_city():
    assert cells(playing("o 9/0/9; a1 walls", "spring"), "spring") == ["a2", "a6"]
    assert cells(playing("o 9/0/9; a1 walls; a3 walls", "spring"), "spring") == ["a2", "a4", "a6"]


@covers("HXM-PLAY-3", "HXM-RULING-14")
def test_next_to_a_lone_acropolis_one_side_is_enough():
    assert cells(playing("o 9/0/9", "spring"), "spring") == ["a1", "a2", "a3", "a4", "a5", "a6"]


@covers("HXM-PLAY-4")
def test_a_polis_touches_the_acropolis_or_a_polis():
    ring = RING.replace("a2 pasture", "a2 agora 1/0/1")
    match = playing(f"o 9/0/9; {ring}", "temple", "spring")
    assert cells(match, "spring") == ["b2", "b4", "b6", "b8", "b10", "b12"]
    assert cells(match, "temple") == ["b2", "b4"]


@covers("HXM-PLAY-5")
def test_a_polis_name_of_the_city_cannot_be_played():
    assert cells(playing("o 9/0/9; a1 agora", "agora"), "agora") == []


@covers("HXM-PLAY-6")
def test_the_first_ring_comes_first():
    almost = RING.replace("; a6 village", "")
    assert cells(playing(f"o 9/0/9; {almost}", "spring"), "spring") == ["a6"]


@covers("HXM-RULING-12")
def test_the_second_ring_comes_before_the_third():
    second = "; ".join(f"b{k} {t}" for k, t in enumerate(
        ["quarry", "quarry", "phalanx", "phalanx", "phalanx", "walls", "fleet", "lighthouse", "lighthouse",
         "labyrinth", "necropolis"], 1))
    match = playing(f"o 9/0/9; {RING}; {second}", "spring")
    assert cells(match, "spring") == ["b12"]
    match = playing(f"o 9/0/9; {RING}; {second}; b12 harbour", "spring")
    assert set(cells(match, "spring")) <= {f"c{k}" for k in range(1, 19)}
    assert "c2" in cells(match, "spring")
    assert "c1" not in cells(match, "spring")


@covers("HXM-RULING-12")
def test_or_only_the_first_ring_comes_first():
    literal = {"options": {"rings": "first"}}
    assert cells(playing(f"o 9/0/9; {RING.replace('a3 walls; ', '')}; b1 quarry; b2 quarry", "spring", **literal),
                 "spring") == ["a3"]
    match = playing(f"o 9/0/9; {RING}; b1 quarry; b2 quarry", "spring", **literal)
    assert {"b12", "b3", "c2"} <= set(cells(match, "spring"))
    assert "c4" not in cells(match, "spring")  # one side in contact
    assert {"b3", "c2"} <= {cell.id for cell in match.scene().boards[0].cells}


@covers("HXM-RULING-13")
def test_a_hole_in_an_inner_ring_is_filled_first():
    holed = RING.replace("a3 walls; ", "")
    assert cells(playing(f"o 9/0/9; {holed}; b1 quarry; b2 quarry", "spring"), "spring") == ["a3"]


@covers("HXM-RULING-15")
def test_contact_counts_inactive_hexes_and_the_acropolis():
    assert cells(playing("o 0/0/0; a1 fleet 0/0/0", "spring"), "spring") == ["a2", "a6"]


@covers("HXM-RULING-16")
def test_placement_is_not_checked_again():
    polis_outside = RING.replace("a1 pasture 1/0/0", "a1 agora") + "; b2 temple"
    match = at("WAR", "o 9/0/0; a1 spring", f"o; {polis_outside}")
    match.play_all(["attack p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a2"])
    assert city(match, "p2")["b2"] == "temple 0/0/0"


@covers("HXM-RULING-17")
def test_a_polis_without_a_cell_stays_in_hand():
    full = playing(f"o 9/0/9; {RING}", "temple")
    assert legal(full) == ["reveal acropolis", "end play"]
    holed = playing(f"o 9/0/9; {RING.replace('a3 walls; ', '')}", "temple")
    assert cells(holed, "temple") == ["a3"]


@covers("HXM-RULING-18")
def test_three_rings_suffice_for_the_printed_box():
    assert [GAME.box(GAME.options({"players": n})).cells for n in (2, 3, 4)] == [37, 37, 37]
    assert GAME.content.largest_city(4) == 33


@covers("HXM-RULING-19")
def test_own_hexes_are_never_moved():
    verbs = {text.split()[0] for text in at("MOVES", "o 2/0/1; a1 spring").legal()}
    assert verbs == {"lift", "end"}


@covers("HXM-PLAY-7", "HXM-RULING-10")
def test_exactly_the_cost_is_moved_cube_by_cube():
    match = playing("o 9/1/9", "palaestra")
    match.play_all(["play palaestra a1", "pay citizen o"])
    assert match.legal() == ["pay hoplite o"]
    match.play_all(["pay hoplite o", "pay gold o"])
    assert city(match, "p1") == {"o": "8/0/8", "a1": "palaestra 1/1/1"}
    assert node(match) == "PLAY"
    assert not legal(playing("o 9/0/9", "palaestra"), "play")


@covers("HXM-PLAY-8")
def test_no_payment_from_hexes_played_this_turn():
    assert not legal(playing("o 0/0/0; a1 pasture* 1/0/0", "necropolis"), "play")
    match = playing("o 1/0/0; a1 pasture* 1/0/0; a2 quarry 2/0/0", "necropolis").play("play necropolis a3")
    assert match.legal() == ["pay citizen o", "pay citizen a2"]


@covers("HXM-PLAY-9", "HXM-RULING-52")
def test_a_new_hex_counts_at_once():
    match = playing("o 2/0/2; a1 spring", "temple")
    match.play_all(["play temple a2", "pay citizen o", "pay gold o", "end play", "special", "activate a2"])
    assert city(match, "p1")["a2"] == "temple 1/0/2"


@covers("HXM-RULING-8")
def test_a_payment_may_come_from_several_hexes():
    match = playing("o 1/0/0; a1 pasture 1/0/0", "quarry")
    match.play_all(["play quarry a2", "pay citizen o", "pay citizen a1"])
    assert city(match, "p1") == {"o": "0/0/0", "a1": "pasture 0/0/0", "a2": "quarry 2/0/0"}


@covers("HXM-RULING-9")
def test_a_payment_may_strip_other_hexes():
    match = playing("o 0/0/0; a1 pasture 1/0/0", "necropolis").play("play necropolis a2")
    assert match.legal() == ["pay citizen a1"]
    assert "Pasture a1 becomes inactive" in match.choices()[0].warning


@covers("HXM-RULING-11")
def test_cubes_of_new_hexes_are_free_in_phase_c():
    match = playing("o 1/0/0", "pasture")
    match.play_all(["play pasture a1", "pay citizen o", "end play", "strategic"])
    assert "lift 1 citizen a1" in match.legal()


# Myths


@covers("HXM-MYTH-1", "HXM-MYTH-2")
def test_a_myth_costs_nothing_and_takes_no_cell():
    match = playing("o 0/0/0; a1 walls", "hades").play("myth hades a1")
    assert part(match, "p1", "myths") == ["hades@a1"]
    assert city(match, "p1") == {"o": "0/0/0", "a1": "walls 0/0/0"}
    assert part(match, "p1", "hand") == []


@covers("HXM-MYTH-3")
def test_without_a_host_of_its_nature_a_myth_cannot_be_played():
    assert not legal(playing("o 9/9/9; a1 spring", "hades"), "myth")


@covers("HXM-MYTH-4")
def test_an_acropolis_is_no_host():
    match = at("PLAY", {"acropolis": "sparta", "open": True, "city": "o", "hand": ["hades"]})
    assert not legal(match, "myth")


@covers("HXM-MYTH-5", "HXM-SPEC-2")
def test_a_myth_is_active_with_its_host():
    asleep = at("ACTION", {"city": "o; a1 walls 0/0/0; hades@a1"}, "o; a1 spring 2/0/0")
    awake = at("ACTION", {"city": "o; a1 walls 1/1/0; hades@a1"}, "o; a1 spring 2/0/0")
    assert "special" not in asleep.legal()
    assert awake.play("special").legal()[0] == "activate hades"


@covers("HXM-MYTH-6")
def test_no_more_than_three_myths():
    hosts = "o; a1 walls; a2 spring; a3 tavern; a4 agora; hades@a1; fates@a2"
    assert legal(playing(hosts, "oracle"), "myth") == ["myth oracle a4"]
    assert legal(playing(hosts + "; pandora@a3", "oracle"), "myth") == []


@covers("HXM-MYTH-7", "HXM-STRAT-3")
def test_cubes_are_never_put_on_myths():
    match = at("MOVES", "o 1/0/0; a1 walls; hades@a1").play("lift 1 citizen o")
    assert match.legal() == ["drop a1"]


@covers("HXM-RULING-20")
def test_hosts_may_be_shared_inactive_and_new():
    match = playing("o; a1 walls* 0/0/0; amazons@a1", "hades")
    assert legal(match, "myth") == ["myth hades a1"]


@covers("HXM-RULING-21")
def test_the_limit_at_once_or_per_game():
    three_played = {"city": "o; a1 walls", "hand": ["hades"], "myths_played": 3}
    assert legal(at("PLAY", three_played), "myth") == ["myth hades a1"]
    assert legal(at("PLAY", three_played, options={"myth_limit": "per_game"}), "myth") == []
    assert part(at("PLAY", three_played).play("myth hades a1"), "p1", "myths_played") == 4


@covers("HXM-RULING-22")
def test_tokens_do_not_move_by_themselves():
    match = at("MOVES", "o 2/0/1; a1 walls 1/1/0; a2 walls; hades@a1")
    match.play_all(["lift 1 citizen a1", "drop a2", "end moves", "end exchange"])
    assert part(match, "p1", "myths") == ["hades@a1"]


@covers("HXM-RULING-23")
def test_a_discarded_myth_is_out_of_the_game():
    four = "o 1/0/0; a1 walls; a2 spring; a3 tavern; amazons@a1; fates@a2; pandora@a3"
    match = at("WAR", four, "o; a1 phalanx; hades@a1")
    match.play_all(["attack p2 a1", "muster 1 citizen o", "end muster", "lose 0", "settle a4", "discard hades"])
    assert match.position()["underworld"] == ["hades"]
    assert "hades" not in " ".join(part(match, "p1", "myths") + part(match, "p2", "myths"))


@covers("HXM-RULING-24")
def test_myths_in_hand_or_display_do_nothing():
    match = at("ACTION", {"city": "o; a1 walls 1/1/0", "hand": ["hades"]}, "o; a1 spring 3/0/0",
               display=["fates", "oracle", "pandora", "quarry"])
    assert "special" not in match.legal()
    assert match.play("produce").position()["supply"] == "56/29/50"


def test_a_token_needs_a_hex_of_its_nature():
    with pytest.raises(BadPosition, match="hades: its token"):
        at("PLAY", "o; a1 spring; hades@a1")
