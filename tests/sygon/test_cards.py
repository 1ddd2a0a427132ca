"""Spell Cards: buying, playing, every effect."""

import pytest

from hexagora.games.sygon.names import CARD_IDS, KIND_NAMES
from hexagora.games.sygon.state import WALL
from tests.support import covers
from tests.sygon.support import (
    GAME,
    at,
    cubes,
    gold,
    offered,
    offers,
    pass_round,
    pass_turn,
    pending,
    play,
    player,
    seat,
    value,
    wizard,
)

BASE = "game 4 ffa spells; board r4; wizard p1.w1 c4; wizard p2.w1 g3; {more}; turn p1 {phase}"


def base(more="gold p1 0", phase="move"):
    return at(BASE.format(more=more, phase=phase))


@covers("SYG-CARD-1", "SYG-CARD-9")
def test_seventeen_cards_in_three_classes_two_copies_each():
    classes = [c.class_ for c in GAME.content.card]
    assert len(CARD_IDS) == len(GAME.content.card) == 17
    assert [classes.count(c) for c in ("instant", "golden", "eternal")] == [6, 5, 6]
    assert all(c.copies == 2 for c in GAME.content.card)
    assert not offered(at("game 4 ffa; board r4; gold p1 30; turn p1 move"), "purchase")


@covers("SYG-CARD-1")
def test_a_card_is_sold_out_after_two_copies():
    assert offers(base("gold p1 9; stock echo 1; cubes p1 snow=1"), "purchase echo snow")
    assert not offered(base("gold p1 9; stock echo 0; cubes p1 snow=1"), "purchase echo")
    match = play(base("gold p1 9; stock sunder 1"), "purchase sunder")
    assert match.position()["stock"]["sunder"] == 0


@covers("SYG-CARD-2", "SYG-CARD-3", "SYG-RULING-68")
def test_one_purchase_and_one_play_in_any_menu_of_the_turn():
    for phase in ("move", "build", "cast"):
        match = base("gold p1 9; hand p1 blizzard foresight; cubes p1 snow=2", phase)
        assert offered(match, "purchase")
        play(match, "play blizzard")
        assert not offered(match, "play")
        play(match, "purchase lull snow")
        assert not offered(match, "purchase")
        assert not offered(match, "play")
        match = play(match, f"end {phase}")
        assert not offered(match, "play")


@covers("SYG-RULING-68")
def test_no_cards_while_a_choice_is_open_or_wizards_are_placed():
    match = play(base("gold p1 9; hand p1 vanish; cubes p1 snow=2"), "play vanish")
    assert match.legal() == ["vanish w1"]
    match = at("game 4 ffa spells; board r4; town p1 a4; wizard p1.w1 off; gold p1 9; begin p1")
    assert match.legal() == ["place w1 a4"]


@covers("SYG-CARD-4", "SYG-RULING-80")
def test_a_card_is_played_at_once_or_kept():
    match = play(base("gold p1 9"), "purchase foresight, play foresight")
    assert player(match, 1).get("hand") is None
    match = play(base("gold p1 9; hand p1 echo echo lull sunder vanish"), "purchase foresight")
    assert sum(player(match, 1)["hand"].values()) == 6


@covers("SYG-CARD-5")
def test_prices():
    match = base("gold p1 9; cubes p1 snow=1 spice=1")
    assert offered(match, "purchase echo") == ["purchase echo spice", "purchase echo snow"]
    play(match, "purchase echo spice")
    assert (gold(match)[0], cubes(match, 1)) == (9, {"snow": 1})
    for card, price in (("power-trip", 5), ("foresight", 4), ("replicate", 4), ("sunder", 3), ("builders-writ", 2)):
        assert gold(play(base("gold p1 9"), f"purchase {card}"))[0] == 9 - price
        assert not offered(base(f"gold p1 {price - 1}"), f"purchase {card}")
    match = play(base("hand p1 blizzard; gold p1 3"), "play blizzard")
    assert gold(match)[0] == 3  # playing is free


@covers("SYG-CARD-7", "SYG-RULING-79")
def test_a_card_is_used_up():
    match = play(base("hand p1 lull; stock lull 1"), "play lull, lull blue")
    assert player(match, 1).get("hand") is None
    assert match.position()["stock"]["lull"] == 1


@pytest.mark.parametrize(("card", "kind"), [("ward", "crystal"), ("evergreen", "flower"), ("winter-passage", "snow"),
                                            ("spore-step", "mushroom"), ("caravan", "spice"), ("alembic", "elixir")])
@covers("SYG-CARD-8", "SYG-RULING-69", "SYG-RULING-78")
def test_evocations_cost_their_cube_and_are_played_at_once(card, kind):
    match = play(base(f"cubes p1 {kind}=1; hand p1 blizzard"), f"purchase {card}")
    assert player(match, 1)["evocations"] == [card]
    assert not offered(match, "play")
    other = next(k for k in KIND_NAMES if k != kind)
    assert not offers(base(f"cubes p1 {other}=15"), f"purchase {card}")
    assert not offers(base(f"cubes p1 {kind}=1; played p1"), f"purchase {card}")
    assert offers(base(f"cubes p1 {kind}=1; evocation p1 {card}"), f"purchase {card}")
    play(match, "end move, end build, end cast")
    assert player(match, 1)["evocations"] == [card]


@covers("SYG-RULING-70")
def test_no_card_is_played_without_effect():
    nothing = at("game 4 ffa spells; board r4; hand p1 vanish echo second-wind fissure sunder replicate; turn p1 move")
    assert not offered(nothing, "play")
    for card in ("second-wind", "builders-writ"):
        assert offered(base(f"hand p1 {card}"), "play") == [f"play {card}"]
        assert not offered(base(f"hand p1 {card}", "cast"), "play")
    assert offered(base("hand p1 builders-writ", "build"), "play")
    assert not offered(base("hand p1 lull; lull blue red green"), "play")
    assert play(base("hand p1 lull; lull blue"), "play lull").legal() == ["lull red", "lull green"]
    assert play(base("hand p1 lull; lull red"), "play lull").legal() == ["lull blue", "lull green"]
    assert not offered(base("hand p1 foresight; foresight p2"), "play")
    assert offered(at("game 4 ffa spells; board r4; cubes p1 snow=1; turn p1 move"), "purchase vanish")


# ward

WARD = "evocation p2 ward; gold p1 {gold}; cubes p1 flower=1; hand p1 blizzard"


@covers("SYG-CARD-14", "SYG-RULING-71")
def test_ward_raises_every_purchase_and_play_of_others():
    match = play(base(WARD.format(gold=5)), "purchase sunder, play blizzard")
    assert gold(match)[0] == 5 - 4 - 1
    assert not offered(base(WARD.format(gold=0)), "purchase")
    assert not offered(base(WARD.format(gold=0)), "play")
    assert offered(base(WARD.format(gold=1)), "purchase") == [
        f"purchase {c} flower" for c in ("blizzard", "fissure", "vanish", "second-wind", "echo", "lull")]


@covers("SYG-RULING-71")
def test_wards_do_not_add_up_and_spare_only_their_owner():
    match = play(base("evocation p2 ward; evocation p3 ward; gold p1 5"), "purchase sunder")
    assert gold(match)[0] == 1
    match = play(base("evocation p1 ward; gold p1 5"), "purchase sunder")
    assert gold(match)[0] == 2
    match = play(base("evocation p1 ward; evocation p2 ward; gold p1 5"), "purchase sunder")
    assert gold(match)[0] == 1


# the other evocations


@covers("SYG-CARD-8")
def test_evergreen_forages_on_red_in_an_own_town():
    start = "game 4 ffa spells; board r4; wizard p1.w1 a4; wizard p1.w2 a5; town p1 a4; forage a4 red; forage a5 red"
    assert not offered(at(start + "; turn p1 cast"), "forage")
    match = at(start + "; evocation p1 evergreen; turn p1 cast")
    assert offered(match, "forage") == ["forage w1"]
    play(match, "forage w1")
    assert cubes(match, 1) == pending(match, 1) == {"elixir": 1}
    assert match.position()["forage"]["a4"] == "red"


@covers("SYG-CARD-8")
def test_winter_passage_pays_no_fees():
    match = base("evocation p1 winter-passage; wizard p3.w1 c5; wizard p3.w2 c5")
    play(match, "walk w1 c5")
    assert gold(match) == [0, 0, 0, 0]


@covers("SYG-CARD-8")
def test_spore_step_makes_the_first_teleport_of_a_turn_free():
    match = base("evocation p1 spore-step; wizard p1.w2 a4; wizard p3.w1 a6; gold p1 2")
    play(match, "teleport w2 a6")
    assert gold(match) == [1, 0, 1, 0]  # the fee stays
    play(match, "teleport w1 a5")
    assert gold(match)[0] == 0
    assert offered(base("evocation p1 spore-step"), "teleport")


@covers("SYG-CARD-8")
def test_caravan_makes_the_first_buy_of_a_turn_cheaper():
    match = base("evocation p1 caravan; gold p1 13", "build")
    play(match, "buy snow, buy snow")
    assert gold(match)[0] == 13 - 5 - 7


@covers("SYG-CARD-8", "SYG-EXCH-6")
def test_alembic_makes_every_transform_cheap_but_not_cheaper():
    match = base("evocation p1 alembic; gold p1 5; cubes p1 snow=1 flower=1; town p1 a6 d2", "build")
    play(match, "transform snow spice, transform flower spice")
    assert gold(match)[0] == 1


# instants


@covers("SYG-CARD-15", "SYG-RULING-76")
def test_blizzard_lasts_one_turn_of_each_other_player():
    match = at("""game 3 ffa spells; board r3; hand p1 blizzard; wizard p1.w1 a3; wizard p2.w1 a6; wizard p3.w1 e1
        gold p1 9; gold p2 9; gold p3 9; turn p1 move""")
    play(match, "play blizzard")
    assert offered(match, "teleport")
    pass_turn(match)
    for p in (2, 3):
        assert match.to_act == seat(p)
        assert not offered(match, "teleport")
        assert offered(match, "walk")
        play(match, "end move, end build")
        assert not offered(match, "forage")
        play(match, "end cast")
    play(match, "roll 6")
    for _ in range(3):
        assert offered(match, "teleport")
        pass_turn(match)
    assert not offered(at("""game 3 ffa spells; board r3; wizard p1.w1 a3; gold p1 5; blizzard p1
        turn p1 move"""), "teleport")


@covers("SYG-CARD-11", "SYG-RULING-77")
def test_fissure_turns_tokens_and_gives_a_wall_but_no_cube():
    match = base("hand p1 fissure; wizard p1.w2 a4; forage c4 black; forage a4 red; forage a5 black", "cast")
    play(match, "play fissure")
    assert match.legal() == ["flip a4", "flip c4", "flip done"]
    play(match, "flip c4")
    assert match.legal() == ["flip a4", "flip done"]
    play(match, "flip done")
    assert "flipped" not in match.position()
    assert match.position()["forage"] == {"a4": "red", "a5": "black", "c4": "red"}
    assert len(offered(match, "free wall")) == 6 + 3
    play(match, "free wall c4 e")
    assert (player(match, 1)["walls"], gold(match)[0], cubes(match, 1)) == (["c4 e"], 0, {})
    assert offers(match, "forage w2") is False
    match = play(base("hand p1 fissure"), "play fissure, flip done, no wall")
    assert player(match, 1)["walls"] == []
    match = play(base("hand p1 fissure; town p2 c4; forage c4 red"), "play fissure, flip c4, flip done")
    assert match.legal() == ["no wall"]  # not in an opponent's Town


@covers("SYG-CARD-11", "SYG-RULING-77")
@pytest.mark.parametrize(("walls", "playable"), [(0, False), (1, True), (2, True)])
def test_fissure_without_tokens_is_played_for_the_last_wall_but_not_without_one(walls, playable):
    match = base("hand p1 fissure")
    match.state.left[0][WALL] = walls
    assert offers(match, "play fissure") == playable


@covers("SYG-RULING-77")
def test_fissure_without_walls_turns_tokens_and_gives_none():
    match = base("hand p1 fissure; forage c4 red")
    match.state.left[0][WALL] = 0
    assert play(match, "play fissure, flip c4, flip done").legal() == ["no wall"]


@covers("SYG-CARD-13", "SYG-RULING-75")
def test_vanish_and_reappear():
    match = base("hand p1 vanish; wizard p1.w2 a4 down; wizard p1.w3 a5; wizard p3.w1 a6; wizard p3.w2 a6; town p3 a6")
    play(match, "play vanish, vanish w2")
    assert match.legal() == ["vanish w1", "vanish w3", "vanish done"]
    play(match, "vanish w3, vanish done")
    assert "vanished" not in match.position()
    assert [wizard(match, 1, w) for w in (1, 2, 3)] == ["c4", "vanished", "vanished"]
    play(pass_round(match), "roll 6")
    assert offers(match, "reappear w2 a6")  # beside opponents, in their Town
    before = gold(match)
    play(match, "reappear w2 a6")
    assert not offers(match, "reappear w3 a6")  # full now
    play(match, "reappear w3 a4")
    assert gold(match) == before
    assert wizard(match, 1, 2) == "a6"  # upright
    assert offered(match, "walk w2")


@covers("SYG-RULING-75")
def test_vanish_ends_by_itself_and_waits_for_room():
    match = play(base("hand p1 vanish"), "play vanish, vanish w1")
    assert match.legal() == ["end move"]
    burnt = ("a3", "a4", "a5", "b2", "b5", "c3", "c5", "d1", "d3", "d4", "e2", "e3", "b4", "c1", "e1")
    ash = "; ".join(f"ash {c} scorch" for c in burnt)
    match = at(f"""game 2 ffa spells; board r2; {ash}; wizard p1.w1 vanished; wizard p2.w1 c2; wizard p2.w2 c2
        wizard p2.w3 c2; begin p1""")
    assert match.legal() == ["end move"]
    assert wizard(match, 1, 1) == "vanished"


@covers("SYG-RULING-70")
def test_second_wind_gives_another_move():
    match = base("hand p1 second-wind; wizard p1.w2 a4; gold p1 1")
    play(match, "walk w1 c5, play second-wind")
    assert match.legal() == ["extra move w1", "extra move w2"]
    play(match, "extra move w1, teleport w1 c4")
    assert not offered(match, "walk w1")
    assert offered(match, "walk w2")


@covers("SYG-CAST-1", "SYG-CAST-2", "SYG-RULING-70")
def test_echo_lifts_the_limits_of_casting_once():
    match = base("hand p1 echo; wizard p1.w2 a4", "cast")
    play(match, "play echo")
    assert not offered(match, "echo")  # while the plain spell is legal
    play(match, "forage w1")
    assert offered(match, "echo") == ["echo forage w1", "echo forage w2", "echo protect w1"]
    assert offered(match, "protect") == ["protect w2"]
    play(match, "echo forage w2")
    assert cubes(match, 1) == {"flower": 1, "elixir": 1}
    assert match.legal() == ["end cast"]


@covers("SYG-VOLC-2")
def test_lull_keeps_a_volcano_quiet_for_the_round():
    match = at("game 2 ffa spells; board r2; hand p1 lull; wizard p1.w1 a3; value c3 9; cloud red; begin p1")
    play(match, "play lull")
    assert match.legal() == ["lull blue", "lull red", "lull green"]
    play(match, "lull blue")
    play(pass_round(match), "roll 7")
    assert match.position()["clouds"] == []  # red loses its Cloud, blue gets none
    assert value(match, "c3") == 9
    assert "lulled" not in match.position()
    play(pass_round(match), "roll 1")
    assert match.position()["clouds"] == ["blue"]


# golden powers

TRIP = """game 4 ffa spells; board r4; hand p1 power-trip; wizard p1.w1 c4; wizard p1.w2 a4; town p1 a4; gold p1 1
    cubes p1 spice=1 elixir=1; wizard p2.w1 g3; turn p1 {phase}"""


@covers("SYG-CARD-10", "SYG-RULING-72", "SYG-ROUND-3")
def test_power_trip_opens_one_free_phase():
    match = play(at(TRIP.format(phase="move")), "play power-trip")
    assert {t.split()[0] for t in match.legal()} == {
        "walk", "teleport", "build", "sell", "forage", "protect", "collect", "purchase", "end"}
    assert not offers(match, "end move")
    play(match, "forage w1, build market a4, walk w1 c5")
    assert not offered(match, "walk w1")
    assert not offered(match, "forage")
    play(match, "sell flower, collect")
    assert gold(match)[0] == 3 + 1 + 2
    assert cubes(match, 1) == {"elixir": 1}
    assert pending(match, 1) == {}
    assert not offers(match, "collect")
    play(match, "transform elixir snow, end turn")
    assert (gold(match)[0], cubes(match, 1)) == (3, {"snow": 1})  # collected once
    assert match.to_act == seat(2)


@covers("SYG-RULING-72")
def test_power_trip_late_goes_back_and_collect_comes_at_the_end_if_not_before():
    match = play(at(TRIP.format(phase="cast")), "play power-trip, walk w1 c5, build market a4, end turn")
    assert gold(match)[0] == 3
    assert not offered(base("hand p1 power-trip foresight; played p1"), "play")


@covers("SYG-CARD-12", "SYG-RULING-73")
def test_foresight_names_the_face_after_all_turns():
    match = at("game 2 ffa spells; board r2; hand p1 foresight; hand p2 foresight; wizard p1.w1 a3; value c3 9; "
               "cloud red; begin p1")
    play(match, "play foresight")
    pass_turn(match)
    assert not offered(match, "play foresight")
    pass_turn(match)
    assert match.to_act == seat(1)
    assert match.legal() == [f"foresee {n}" for n in range(1, 13)]
    play(match, "foresee 7")
    assert match.position()["clouds"] == ["blue"]  # the Cloud on red still counts
    assert value(match, "c3") == 8
    assert "foresight" not in match.position()
    pass_turn(match)
    assert offered(match, "play foresight")


REPLICATE = "hand p1 replicate; stock {card} 0; gold p1 {gold}"


@covers("SYG-CARD-16", "SYG-RULING-74")
def test_replicate_is_played_as_a_sold_out_card():
    assert not offered(base("hand p1 replicate"), "play")
    assert not offered(base("hand p1 replicate; stock replicate 0"), "play")
    assert not offered(base(REPLICATE.format(card="second-wind", gold=0), "cast"), "play")
    match = play(base(REPLICATE.format(card="lull", gold=0) + "; stock ward 0"), "play replicate")
    assert match.legal() == ["replicate lull", "replicate ward"]
    play(match, "replicate lull")
    assert match.legal() == ["lull blue", "lull red", "lull green"]
    match = play(base(REPLICATE.format(card="ward", gold=0)), "play replicate, replicate ward")
    assert player(match, 1)["evocations"] == ["ward"]
    match = play(base(REPLICATE.format(card="ward", gold=1) + "; evocation p2 ward"), "play replicate, replicate ward")
    assert gold(match)[0] == 0  # its own play only


@covers("SYG-LIMIT-3")
def test_sunder_removes_an_opponents_wall_at_a_border_of_an_own_wizard():
    match = base("hand p1 sunder; wall p2 c4 e; wall p3 c5 w; wall p1 c4 w; wall p2 a4 e", "cast")
    play(match, "play sunder")
    assert match.legal() == ["sunder c4 e", "sunder c5 w"]
    before = match.state.left[2][3]
    play(match, "sunder c5 w")
    assert player(match, 3)["walls"] == []
    assert match.state.left[2][3] == before + 1
    assert not offered(base("hand p1 sunder; wall p1 c4 e; wall p2 a4 e"), "play")


@covers("SYG-BUILD-4")
def test_builders_writ_builds_beside_an_opponent():
    goods = "town p1 c4; wizard p3.w1 c4; gold p1 1; cubes p1 spice=1 elixir=1; hand p1 builders-writ"
    match = base(goods, "build")
    assert not offered(match, "build market")
    play(match, "play builders-writ, build market c4")
    assert not offered(match, "play")
