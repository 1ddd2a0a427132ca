"""Spells of later packs."""

import pytest

from hexagora.engine.errors import BadOption
from tests.sigil.board import L1, SIGIL, decision, end, legal, locks, nodes, play, score, stones, swap, table, told
from tests.support import covers

FIVE, THREE = "a2 a3 a4 a5 a6", "a8 a9 a10"  # slots s1 and s4
ENOUGH = "b1 b2 b3 b4 b5"


def packs(red, blue, to_move="red", red_cast="", blue_cast="", turn=None, **spells):
    """A position with spells of later packs on some slots of the starter layout."""
    return table(red, blue, to_move, swap(L1, **spells), red_cast, blue_cast, turn, pool="all", win="deathmatch")


def test_the_pool_is_an_option():
    assert SIGIL.options({"pool": "flood+core"})["pool"] == "core+flood"
    with pytest.raises(BadOption, match="a deal needs 3"):
        SIGIL.options({"pool": "flood"})
    with pytest.raises(BadOption, match="not in the pool"):
        SIGIL.match(layout=swap(L1, s1="tsunami"))
    m = SIGIL.match(pool="inferno+flood+gloom", chance="ask")
    assert legal(m) == ["deal s1 erupt", "deal s1 tsunami", "deal s1 corrupt"]


@covers("SIG-PACK-1")
def test_blossom_blinks_into_every_other_big_slot():
    m = packs(f"c1 {FIVE}", "b1 b8 b9 b10", s1="blossom")
    play(m, "move a1,cast blossom,keep a2,keep a3")
    assert not any(text in legal(m) for text in ("move a4", "move a7", "move b8"))
    play(m, "move b2,move c2,move a8,move c8")
    assert decision(m) == "menu"  # s5 has no empty node


@covers("SIG-PACK-2")
def test_scatter_blinks_into_two_different_slots():
    m = packs(f"a1 {THREE}", "b1 b2", s4="scatter")
    play(m, "move a2,cast scatter,keep a8,move c7")
    assert "move c8" in legal(m)
    assert "move c7" not in legal(m)
    play(m, "move b7")
    assert stones(m, "red") == "a1 a2 a8 b7 c7"


@covers("SIG-PACK-3")
def test_seal_of_spring_allows_one_more_cast_of_the_locked_spell():
    m = table(f"a1 {THREE} b7 a4", "b1 b2 b3 b4 b5 b6", layout=swap(L1, s8="seal_of_spring"), pool="all",
              red_cast="grow 1")
    play(m, "move a2,cast grow,keep a9,move a8,move a10,end turn")
    assert (locks(m)[2], m.position()["spring"]["red"]) == (2, True)
    play(m, "move b11,end turn,move a3")
    assert "cast grow" not in legal(m)


@covers("SIG-PACK-4")
def test_syzygy_blinks_into_the_next_zone():
    m = packs(f"c1 {FIVE}", "b1 b2", s1="syzygy")
    play(m, "move a1,cast syzygy,keep a2,keep a3")
    assert nodes(m) == "b7"
    play(m, "move b7")
    assert legal(m) == ["move b8", "move b9", "move b10", "skip"]
    play(m, "move b9,skip")
    assert decision(m) == "menu"


@covers("SIG-PACK-5")
def test_eclipse_moves_twice_into_a_slot_that_lacks_two():
    m = packs(f"a1 {THREE} a4 a5 a6 c9", "b1 b2", s4="eclipse")
    play(m, "move a12,cast eclipse,keep a8")
    assert nodes(m) == "a2 a3 a9 a10 c8 c10"
    play(m, "move a2")
    assert nodes(m) == "a3"


@covers("SIG-PACK-6")
def test_azimuth_moves_into_a_slot_that_lacks_one():
    m = packs("a1 a2 a3 a4 a5 a7 c8 c9 c2", "b1 b2 c10", s7="azimuth")
    play(m, "move a11,cast azimuth")
    assert nodes(m) == "a6 a7 c7 c10"


@covers("SIG-PACK-7")
def test_erupt_moves_twice_into_each_slot_held():
    m = packs(f"c1 {FIVE} a8 c9", "b1 b2", s1="erupt")
    play(m, "move a1,cast erupt,keep a2,keep a3")
    assert legal(m) == ["move a9", "move a10", "move c8", "move c10", "skip"]
    play(m, "move a9,move a10")
    assert legal(m) == ["move c8", "move c10", "skip"]
    play(m, "skip")
    assert decision(m) == "menu"
    m = packs(f"c1 {FIVE} b4", "b1 c9", s1="erupt")
    play(m, "move a1,cast erupt,keep a2,keep a3,move b3")
    assert legal(m) == ["move b2", "move b5", "skip"]
    play(m, "move b2")
    assert decision(m) == "menu"  # b5 and b6 are empty, but two moves went into their slot


@covers("SIG-PACK-8")
def test_fury_takes_a_stone_and_makes_hard_moves():
    m = packs(f"a1 {THREE}", "a2 a11 b11 b1", s4="fury")
    play(m, "move a7,cast fury,keep a10")
    assert (decision(m), nodes(m)) == ("spell_pay", "a1 a7 a10")
    play(m, "sacrifice a7")
    assert nodes(m) == "a2 a11 b11"


@covers("SIG-PACK-9")
def test_charge_moves_into_a_big_slot():
    m = packs("a1 a7", "b1", s7="charge")
    play(m, "move a11,cast charge")
    assert nodes(m) == "a2 a6 c10"


@covers("SIG-PACK-10")
def test_hurricane_destroys_the_smallest_group():
    m = packs(f"a1 {FIVE}", "b1 b2 c9", s1="hurricane")
    play(m, "move a11,cast hurricane,keep a2")
    assert stones(m, "blue") == "b1 b2"
    m = packs(f"a1 {FIVE}", "b1 b2 c8 c9", s1="hurricane")
    play(m, "move a11,cast hurricane,keep a2")
    assert nodes(m) == "b1 b2 c8 c9"
    play(m, "destroy c9")
    assert stones(m, "blue") == "b1 b2"
    m = packs(f"b1 {FIVE}", "a1 a11 c9", s1="hurricane")
    play(m, "move b2,cast hurricane,keep a2")
    assert stones(m, "blue") == "a1 a11"  # a group counts whole from its first node on


@covers("SIG-PACK-11")
def test_storm_front_destroys_any_two():
    m = packs(f"a1 {THREE}", "b1 b5 c9", s4="storm_front")
    play(m, "move a2,cast storm_front,keep a8,destroy b5,destroy c9")
    assert (stones(m, "blue"), decision(m)) == ("b1", "menu")


@covers("SIG-PACK-12")
def test_gust_lifts_and_puts_down():
    m = packs("a1 a7", "a2 a11 b1", s7="gust")
    play(m, "move a8,cast gust")
    assert told(m) == ["cast gust", "paid gust a7", "lifted a2 a11"]
    assert (decision(m), m.scores[1]) == ("spell_push", 4)
    play(m, "push c1,push a11")
    assert stones(m, "blue") == "a11 b1 c1"


@covers("SIG-PACK-13")
def test_tsunami_makes_two_soft_then_two_hard_moves():
    m = packs(f"a1 {FIVE}", "c10 b1 b2", s1="tsunami")
    play(m, "move a11,cast tsunami,keep a2,move a3,move a4")
    assert nodes(m) == "c10"


@covers("SIG-PACK-14")
def test_torrent_makes_a_soft_then_a_hard_move():
    m = packs(f"a1 {THREE}", "b11 b1 b2", s4="torrent")
    play(m, "move a2,cast torrent,keep a10,move a11")
    assert nodes(m) == "b11"


@covers("SIG-PACK-15")
def test_splash_needs_a_turn_without_a_dash():
    m = packs("a1 a2 a3 a7", "b1", s7="splash")
    play(m, "move a4")
    assert "cast splash" in legal(m)
    assert "cast splash" not in legal(play(m, "dash,sacrifice a1,sacrifice a2,move a2"))


@covers("SIG-PACK-16")
def test_harvest_moves_into_the_slot_under_the_die_or_its_own():
    m = packs(f"a1 c1 {FIVE}", "b1 b2", s1="harvest", red_cast="grow 1")
    play(m, "move a7,cast harvest,keep a4,keep a5")
    assert nodes(m) == "a2 a3 a6 a8"


@covers("SIG-PACK-17")
def test_gather_moves_three_times_likewise():
    m = packs(f"a1 {THREE}", "b1 b2", s4="gather")
    play(m, "move a2,cast gather,keep a9,move a8,move a10")
    assert decision(m) == "menu"  # nothing of its slot is left to take


@covers("SIG-PACK-18")
def test_seal_of_autumn_spares_stones_on_slots():
    m = packs("a1 a11 a2 a3 a13", "b1 a7", s7="seal_of_autumn")
    play(m, "move a4,dash")
    assert nodes(m) == "a1 a11 a13"
    assert "dash" not in legal(play(packs("a2 a3 a13", "b1 a7", s7="seal_of_autumn"), "move a4"))


@covers("SIG-PACK-19")
def test_corrupt_converts_up_to_three_that_touched_at_the_start():
    m = packs(f"a1 {FIVE}", "a11 c10 b1 b2", s1="corrupt")
    play(m, "move a7,cast corrupt,keep a2")
    assert legal(m) == ["convert a11", "skip"]
    play(m, "convert a11")
    assert decision(m) == "spell_pay"  # c10 touches only now


@covers("SIG-PACK-20")
def test_decay_destroys_stones_with_two_empty_neighbours():
    m = packs(f"a1 {THREE}", "b1 b2 a12 c8 c9 c10", s4="decay")
    play(m, "move a2,cast decay,keep a8")
    assert stones(m, "blue") == "b1 c8 c9 c10"


@covers("SIG-PACK-21")
def test_lurk_stays_out_of_the_big_slots():
    m = packs("a1 a7 a4", "b1", s7="lurk")
    play(m, "move a5,cast lurk")
    assert nodes(m) == "a7 a11 a12"


@covers("SIG-PACK-22")
def test_seal_of_destruction_strikes_at_the_end_and_kills_at_the_start():
    m = packs("a1 a2 a3 a4 a5", "a11 b1 b2", s1="seal_of_destruction")
    play(m, "move a6,end turn")
    assert (stones(m, "blue"), end(m)) == ("b1 b2", None)
    play(m, "move b3,end turn")
    assert end(m) == ("blue", "seal")


@covers("SIG-PACK-23")
def test_seal_of_stone_makes_the_enemys_regular_move_soft():
    m = packs("a1", f"a2 b1 {THREE}", s4="seal_of_stone")
    assert nodes(m) == "a11"
    m = packs("a1", f"a2 a11 b1 {THREE}", s4="seal_of_stone")
    assert legal(m) == ["end turn"]


@covers("SIG-PACK-24")
def test_seal_of_winter_bars_1_node_spells():
    m = packs("a1 a7", "b1 b7", s8="seal_of_winter")
    assert "cast sprout" not in legal(play(m, "move a2"))


@covers("SIG-PACK-25")
def test_fissure_makes_a_wall():
    m = packs(f"a1 {FIVE}", "b7 b8 b12 b1", s1="fissure")
    play(m, "move a11,cast fissure,keep a2,destroy b7")
    assert told(m)[:2] == ["wall b7", "destroyed b7 b8"]
    assert (m.position()["walls"], stones(m, "blue")) == (["b7"], "b1 b12")
    assert "destroy b7" not in legal(m)


@covers("SIG-PACK-26")
def test_rock_slide_moves_all_at_once():
    def slid(script):
        m = packs("b1 a8 a9 a10 b2", "b3 b6 b4 c1", s4="rock_slide")
        return play(m, f"move a7,cast rock_slide,keep a8,{script}")

    m = packs("b1 a8 a9 a10 b2", "b3 b6 b4 c1", s4="rock_slide")
    play(m, "move a7,cast rock_slide,keep a8")
    assert nodes(m) == "b2 b4 b13"  # of b3; b6 comes next
    assert stones(slid("push b13,push b11"), "blue") == "b4 b11 b13 c1"
    assert stones(slid("push b4,push b11"), "blue") == "b4 b11 c1"  # the stone in the way is gone
    assert stones(slid("push b2,push b2"), "blue") == "b4 c1"  # they meet; red loses b2, too
    assert "b2" not in stones(slid("push b2,push b11"), "red")


def test_sliding_stones_that_swap_are_removed():
    m = packs("b1 a8 a9 a10 b5", "b6 b4 b2 c1", s4="rock_slide")
    play(m, "move a7,cast rock_slide,keep a8")
    assert stones(play(m, "push b6,push b3,push b2"), "blue") == "b3 c1"


def test_a_stone_slides_to_the_first_node_and_is_a_new_one():
    m = packs("a3 a8 a9 a10", "a2 c1 c2 c3", s4="rock_slide")
    play(m, "move a7,cast rock_slide")
    made = m.state.made
    play(m, "push a1")
    assert stones(m, "blue") == "a1 c1 c2 c3"
    assert m.state.token[0] == m.state.made == made + 1


@covers("SIG-PACK-27")
def test_bulwark_shields_the_slot_under_the_die():
    m = packs("a1", f"a7 {THREE} b1", blue_cast="grow 1", s7="bulwark", red_cast="")
    assert m.position()["locks"]["blue"] == "grow"
    m = packs("a13 b11", f"a7 {THREE} b1", blue_cast="grow 1", s7="bulwark")
    assert nodes(m) == "a3 b1 b6"
    m = packs("a13 b11", f"{THREE} b1", blue_cast="grow 1", s7="bulwark")
    assert nodes(m) == "a3 a9 a10 b1 b6"


@covers("SIG-PACK-28")
def test_endowment_fills_the_bank_and_a_later_turn_draws_on_it():
    m = packs(f"a1 {FIVE}", ENOUGH, s1="endowment")
    play(m, "move a11,cast endowment,keep a2")
    assert (told(m)[-2], m.scores[0]) == ("banked 4", 7)
    play(m, "end turn,move b6,end turn,move a3")
    assert "withdraw" in legal(m)
    play(m, "withdraw,move a4")
    assert (m.position()["bank"]["red"], m.scores[0]) == (3, 8)
    assert "withdraw" not in legal(m)


@covers("SIG-PACK-28")
def test_nothing_is_drawn_from_the_bank_after_a_cast():
    m = packs(f"a1 a7 {FIVE}", ENOUGH, s1="endowment")
    play(m, "move a11,cast endowment,keep a2,end turn,move b6,end turn,move a3")
    assert {"withdraw", "cast sprout"} <= {*legal(m)}
    play(m, "cast sprout")
    while decision(m) != "menu":
        m.play(m.actions()[0])
    assert "end turn" in legal(m)
    assert "withdraw" not in legal(m)


@covers("SIG-PACK-29")
def test_annuity_banks_two():
    m = packs(f"a1 {THREE}", "b1 b2", s4="annuity")
    play(m, "move a2,cast annuity,keep a8")
    assert m.position()["bank"] == {"red": 2, "blue": 0}


@covers("SIG-PACK-30")
def test_dividend_banks_one():
    m = packs("a1 a7", "b1 b2", s7="dividend")
    play(m, "move a2,cast dividend")
    assert (m.position()["bank"]["red"], score(m)) == (1, "tied")
