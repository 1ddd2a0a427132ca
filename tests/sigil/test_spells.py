"""The fifteen spells and the rulings about single ones."""

from tests.sigil.board import L1, L2, L3, decision, legal, nodes, play, stones, swap, table, told
from tests.support import covers


@covers("SIG-SPELL-1")
def test_flourish_makes_four_soft_moves():
    m = table("a1 a2 a3 a4 a5 a6", "b1 b2 b3 b4")
    play(m, "move a11,cast flourish,keep a4,move a3,move a5,move a7")
    assert decision(m) == "spell_move"
    play(m, "move a8")
    assert (decision(m), stones(m, "red")) == ("menu", "a1 a3 a4 a5 a7 a8 a11")


@covers("SIG-SPELL-2")
def test_carnage_makes_four_hard_moves():
    m = table("a1 b2 b3 b4 b5 b6", "b7 b1 b11 b12 b13")
    play(m, "move a2,cast carnage,keep b4,move b7,push b8")
    assert all(text.split()[1] in stones(m, "blue").split() for text in legal(m))


@covers("SIG-SPELL-3")
def test_bewitch_converts_two_touching_enemy_stones():
    m = table("a1 c2 c3 c4 c5 c6", "b1 b2 b8 a13")
    play(m, "move a2,cast bewitch,keep c4")
    assert nodes(m) == "b1 b2"
    play(m, "convert b2,convert b1")
    assert (stones(m, "red"), stones(m, "blue")) == ("a1 a2 b1 b2 c4", "a13 b8")
    assert "converted b1 b2" in told(m)


@covers("SIG-SPELL-4")
def test_starfall_sets_a_pair_and_destroys_around_it():
    m = table("a1 b2 b3 b4 b5 b6", "c7 c9 c1 b1", layout=L2)
    play(m, "move a2,cast starfall,keep b4,move c8,move c10")
    assert "destroyed c7 c9" in told(m)
    assert stones(m, "blue") == "b1 c1"


@covers("SIG-SPELL-5")
def test_seal_of_lightning_makes_the_dash_cost_one():
    m = table("a2 a3 a4 a5 a6", "b1 b2 b3", layout=L2)
    play(m, "move a1,dash,sacrifice a1")
    assert decision(m) == "dash_move"


@covers("SIG-SPELL-6")
def test_grow_makes_two_soft_moves():
    m = table("a1 a8 a9 a10", "b1 b2 b3")
    play(m, "move a2,cast grow,keep a9,move a13,move a3")
    assert stones(m, "red") == "a1 a2 a3 a9 a13"


@covers("SIG-SPELL-7")
def test_fireblast_destroys_every_enemy_stone_that_touches():
    m = table("a1 b8 b9 b10", "a2 b13 b7 b1 c1")
    play(m, "move a11,cast fireblast,keep b9")
    assert (told(m)[1], stones(m, "blue")) == ("destroyed a2 b13", "b1 b7 c1")


@covers("SIG-SPELL-8")
def test_hail_storm_destroys_one_stone_in_each_big_slot():
    m = table("a1 c8 c9 c10", "a3 a4 a7 b2 b7 b9 b10 c1")
    play(m, "move a2,cast hail_storm,keep c9")
    assert nodes(m) == "a3 a4"
    play(m, "destroy a4")
    assert nodes(m) == "b9 b10"  # b2 was alone in its slot
    play(m, "destroy b9")
    assert stones(m, "blue") == "a3 a7 b7 b10 c1"


@covers("SIG-SPELL-9")
def test_meteor_blinks_and_destroys_a_neighbour():
    m = table("a1 b8 b9 b10", "c2 c3 b1", layout=L2)
    play(m, "move a2,cast meteor,keep b9,move c6")
    assert "destroyed c2" in told(m)


@covers("SIG-SPELL-10")
def test_seal_of_wind_lets_the_regular_move_blink():
    m = table("a8 a9 a10", "b1 c1", layout=L2)
    play(m, "move c1")
    assert stones(m, "red") == "a8 a9 a10 c1"


@covers("SIG-SPELL-11")
def test_sprout_makes_one_soft_move():
    m = table("a1 a7", "b1 b2")
    play(m, "move a2,cast sprout,move a3")
    assert (decision(m), stones(m, "red")) == ("menu", "a1 a2 a3")


@covers("SIG-SPELL-12")
def test_slash_makes_one_hard_move():
    m = table("a1 b4 b7", "b3 b1")
    play(m, "move a2,cast slash,move b3,push b2")
    assert (decision(m), stones(m, "red")) == ("menu", "a1 a2 b3 b4")


@covers("SIG-SPELL-13")
def test_surge_makes_one_move_after_a_dash():
    m = table("a1 a2 a3 a11 c7", "c10 b1 b2")
    play(m, "move a4,dash,sacrifice a1,sacrifice a2,move a5,cast surge")
    assert nodes(m) == "a1 a2 a6 a7 a12 a13 c10"
    play(m, "move c10")
    assert "c10" in stones(m, "red")


@covers("SIG-SPELL-14")
def test_comet_blinks_and_takes_a_stone():
    m = table("a1 a7", "b1 b2", layout=L2)
    play(m, "move a2,cast comet,move c1")
    assert (decision(m), nodes(m)) == ("spell_pay", "a1 a2 c1")
    play(m, "sacrifice a2")
    assert stones(m, "red") == "a1 c1"


@covers("SIG-SPELL-15")
def test_seal_of_summer_allows_two_casts():
    m = table("a4 a7 b7 c7", "b1 b2 b3", layout=L3)
    play(m, "move a3,cast sprout,move a7")
    assert legal(m) == ["cast sprout", "cast comet", "end turn"]


@covers("SIG-RULING-1")
def test_the_texts_of_fireblast_and_hail_storm_are_options():
    m = table("a1 b8 b9 b10", "a2 b1 b2 c1", fireblast_sacrifice=True)
    play(m, "move a11,cast fireblast,keep b9")
    assert (decision(m), nodes(m)) == ("spell_pay", "a1 a11 b9")
    m = table("a1 c8 c9 c10", "a7 b7 b1 c1", hail_slots="all")
    play(m, "move a2,cast hail_storm,keep c9")
    assert stones(m, "blue") == "b1 c1"


def test_the_sacrifice_of_fireblast_is_skipped_without_stones():
    m = table("b8 b9 b10", "b7 b13 b1 b2", fireblast_sacrifice=True, layout=L1)
    play(m, "move c11,dash,sacrifice c11,sacrifice b8,move b8,cast fireblast")
    assert decision(m) == "menu"
    assert stones(m, "red") == ""


@covers("SIG-RULING-14")
def test_hail_storm_goes_by_slots_and_skips_none():
    m = table("a1 c8 c9 c10", "a3 a4 b2 b3 c2 b1")
    play(m, "move a2,cast hail_storm,keep c9,destroy a3,destroy b3")
    assert told(m) == ["destroyed b3", "destroyed c2", "locked hail_storm 1"]


@covers("SIG-RULING-15")
def test_bewitch_without_a_pair_does_nothing():
    m = table("a1 c2 c3 c4 c5 c6", "b1 b3 b8")
    play(m, "move a2,cast bewitch,keep c4")
    assert (decision(m), stones(m, "blue")) == ("menu", "b1 b3 b8")
    m = table("a1 c2 c3 c4 c5 c6", "b1 b2 b3 a13")
    play(m, "move a2,cast bewitch,keep c4,convert b1")
    assert (nodes(m), stones(m, "blue")) == ("b2", "a13 b1 b2 b3")


@covers("SIG-RULING-16")
def test_seal_of_wind_covers_the_regular_move_only():
    m = table("a8 a9 a10", "b1 b2", layout=L2)
    play(m, "move a13,dash,sacrifice a13,sacrifice a9")
    assert nodes(m) == "a7 a9 b11"
    m = table("a8 a9 a10 b7", "b1 b2", layout=swap(L2, s8="sprout"))
    play(m, "move a7,cast sprout")
    assert nodes(m) == "a4 a13 b11 b12"


@covers("SIG-RULING-17")
def test_meteor_may_take_the_stone_just_pushed():
    m = table("a1 b8 b9 b10", "c2 c3 b1", layout=L2)
    play(m, "move a2,cast meteor,keep b9,move c2,push c6")
    assert (decision(m), nodes(m)) == ("spell_destroy", "c3 c6")
    play(m, "destroy c6")
    assert stones(m, "blue") == "b1 c3"
    m = table("a1 b8 b9 b10", "c2 b1", layout=L2)
    play(m, "move a2,cast meteor,keep b9,move c9")
    assert (decision(m), stones(m, "blue")) == ("menu", "b1 c2")


@covers("SIG-RULING-18")
def test_comet_may_land_on_its_own_node_and_take_the_last_stone():
    m = table("a7", "b1 b12 b5", layout=L2)
    play(m, "move a8,cast comet,move a7,sacrifice a8")
    assert stones(m, "red") == "a7"
    m = table("a4", "b1", layout=swap(L2, s2="carnage", s3="starfall"))
    play(m, "move a7,cast comet")
    assert "move a7" in legal(m)
    assert nodes(play(m, "move a7")) == "a4 a7"


@covers("SIG-RULING-19")
def test_fireblast_is_determined_once():
    m = table("a1 b8 b9 b10", "b13 b3 b1 c1")
    play(m, "move a2,cast fireblast,keep b9")
    assert stones(m, "blue") == "b1 b3 c1"  # b3 touched only b13
    assert stones(m, "red") == "a1 a2 b9"


@covers("SIG-RULING-22")
def test_starfall_needs_two_touching_empty_nodes():
    m = table("a1 b2 b3 b4 b5 b6", "c1 c3 c7 b1", layout=L2)
    play(m, "move a2,cast starfall,keep b4,move c2")
    assert nodes(m) == "c6"
    everything = [f"{z}{k}" for z in "abc" for k in range(1, 14)]
    red = ["a1", "b2", "b3", "b4", "b5", "b6", "b1", "c1"]
    blue = [n for n in everything if n not in red and n not in ("a2", "a11")]
    m = table(" ".join(red), " ".join(blue), layout=L2, win="deathmatch")
    play(m, "move a11,cast starfall,keep b2,keep b4,keep b6")
    assert (decision(m), len(stones(m, "blue").split())) == ("menu", len(blue))  # a2, b3, b5 do not touch


@covers("SIG-RULING-30")
def test_seals_never_restrict_the_other_player():
    m = table("a8 a9 a10 b1", "b2 c1", "blue", L2)
    assert nodes(m) == "b1 b3 b6 c2 c11"

