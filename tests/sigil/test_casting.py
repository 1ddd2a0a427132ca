"""Casting: full slots, paying, effects, locks, seals."""

from tests.sigil.board import L1, L2, L3, decision, legal, locks, nodes, play, score, stones, swap, table, told
from tests.support import covers

GROWN = "a1 a8 a9 a10"  # Grow full, one mana


@covers("SIG-CAST-1")
def test_casting_comes_after_the_regular_move():
    m = table(GROWN, "b1 b2 b3")
    assert "cast grow" not in legal(m)
    play(m, "move a2")
    assert "cast grow" in legal(m)


@covers("SIG-CAST-2")
def test_one_cast_a_turn_1_node_spells_included():
    m = table("a1 a7 a8 a9 a10", "b1 b2 b3 b4")
    play(m, "move a2,cast sprout,move a7")
    assert legal(m) == ["end turn"]


@covers("SIG-CAST-3")
def test_only_full_slots_can_be_cast():
    m = table("a1 a8 a9", "b1 b2")
    assert "cast grow" not in legal(play(m.fork(), "move a2"))
    assert "cast grow" in legal(play(m, "move a10"))


@covers("SIG-CAST-4")
def test_a_slot_of_two_colours_is_nobodys():
    m = table("a1 a8 a9", "a10 b1 b2")
    assert legal(play(m, "move a2")) == ["dash", "end turn"]
    m = table("a1 a8 a9 a2", "a10 b1 b2", "blue")
    assert legal(play(m, "move b3")) == ["dash", "end turn"]


@covers("SIG-CAST-5")
def test_pay_then_effect_then_lock():
    m = table(GROWN, "b1 b2 b3")
    play(m, "move a2,cast grow,keep a9,move a13,move a3")
    assert told(m, 4) == ["cast grow", "paid grow a8 a10", "placed a13", "placed a3", "locked grow 1"]


@covers("SIG-CAST-6")
def test_a_spell_may_be_kept_for_later():
    m = table("a1 a8 a9", "b1 b2")
    play(m, "move a10,end turn,move b3,end turn,move a2")
    assert "cast grow" in legal(m)


@covers("SIG-PAY-1", "SIG-PAY-2")
def test_the_price_is_the_slot_less_one_stone_for_each_mana_node():
    for mana, kept in (("", 0), ("a1", 1), ("a1 c1", 2)):
        m = table(f"{mana} a8 a9 a10", "b1 b2 b3")
        play(m, f"move a7,cast grow{''.join(f',keep a{8 + k}' for k in range(kept))}")
        assert stones(m, "red").split() == sorted(f"{mana} a7".split() + [f"a{8 + k}" for k in range(kept)],
                                                  key=lambda n: (n[0], int(n[1:])))


@covers("SIG-PAY-3")
def test_the_caster_chooses_which_stones_stay():
    m = table(GROWN, "b1 b2 b3")
    play(m, "move a2,cast grow")
    assert nodes(m) == "a8 a9 a10"


@covers("SIG-PAY-4")
def test_mana_belongs_to_whoever_stands_on_it():
    m = table("b1 c1 a8 a9 a10", "a1 b2 b3 b4")
    play(m, "move a7,cast grow,keep a8")
    assert decision(m) == "keep"  # two mana: b1 and c1


@covers("SIG-PAY-5")
def test_a_1_node_spell_always_costs_its_stone():
    m = table("a1 b1 c1 a7", "b2 b3 b4")
    play(m, "move a2,cast sprout")
    assert "paid sprout a7" in told(m)


@covers("SIG-PAY-6")
def test_with_three_mana_a_3_node_spell_is_free():
    m = table("a1 b1 c1 a8 a9 a10", "b3 b4 b5 b8")
    play(m, "move a2,cast grow")
    assert (decision(m), told(m)) == ("spell_move", ["cast grow"])
    play(m, "move a3,move a4")
    assert score(m) == "red +4"


@covers("SIG-EFF-1")
def test_the_effect_sees_the_board_after_payment():
    m = table("a1 b8 b9 b10", "b3 b13 b7 b1")
    play(m, "move a2,cast fireblast,keep b10")
    assert stones(m, "blue") == "b1 b3 b7 b13"  # only b10 is left, nothing touches it


@covers("SIG-EFF-2")
def test_effects_place_stones_or_remove_enemy_ones():
    m = table("a1 b8 b9 b10", "b3 b13 b7 b1")
    play(m, "move a2,cast fireblast,keep b9")
    assert "destroyed b13" in told(m)


@covers("SIG-EFF-3")
def test_soft_moves_go_to_empty_touching_nodes():
    m = table("a1 a4 a7", "a3 b1 b2")
    play(m, "move a2,cast sprout")
    assert nodes(m) == "a5 a6 a7 a11"


@covers("SIG-EFF-4")
def test_hard_moves_go_onto_touching_enemy_stones():
    m = table("a1 b4 b7", "b3 b2 c5 b1")
    play(m, "move a2,cast slash")
    assert nodes(m) == "b3"


@covers("SIG-EFF-5")
def test_blinks_go_anywhere_soft_or_hard():
    m = table("a1 a7", "b1 b2", layout=L2)
    play(m, "move a2,cast comet")
    assert len(legal(m)) == 39 - 2
    assert {"move b1", "move c9"} <= set(legal(m))


@covers("SIG-EFF-6")
def test_kept_and_new_stones_are_anchors_and_paid_nodes_are_empty():
    m = table(GROWN, "b1 b2 b3")
    play(m, "move a2,cast grow,keep a8")
    assert {"move a9", "move a10", "move a7"} <= set(legal(m))
    play(m, "move a7")
    assert "move b12" in legal(m)  # touches the stone just placed


@covers("SIG-LOCK-1")
def test_the_die_lies_on_the_big_spell_just_cast():
    m = table(GROWN, "b1 b2 b3")
    play(m, "move a2,cast grow,keep a9,move a13,move a3")
    assert locks(m) == ("grow", None, 1, 0)


@covers("SIG-LOCK-2")
def test_the_die_counts():
    m = table(GROWN, "b1 b2 b3", red_cast="fireblast 4")
    play(m, "move a2,cast grow,keep a9,move a13,move a3")
    assert locks(m) == ("grow", None, 5, 0)
    assert next(p.label for p in m.scene().pieces if p.id == "die-red") == "5"


@covers("SIG-LOCK-3")
def test_the_die_leaves_the_spell_cast_before():
    m = table("a1 b8 b9 b10 a8 a9 a10", "b1 b2 b3 b4 b5 b6", red_cast="fireblast 1")
    play(m, "move a2,cast grow,keep a9,move a13,move a3,end turn,move b11,end turn,move a4")
    assert "cast fireblast" in legal(m)


@covers("SIG-LOCK-4")
def test_the_own_die_bars_its_spell():
    m = table(GROWN, "b1 b2 b3", red_cast="grow 1")
    assert "cast grow" not in legal(play(m, "move a2"))


@covers("SIG-LOCK-5")
def test_the_enemys_die_does_not_bar():
    m = table(GROWN, "b1 b2 b3", blue_cast="grow 2")
    play(m, "move a2,cast grow,keep a9,move a13,move a3")
    assert locks(m) == ("grow", "grow", 1, 2)


@covers("SIG-LOCK-6")
def test_1_node_spells_neither_lock_nor_count():
    m = table("a1 a7", "b1 b2", red_cast="grow 1")
    play(m, "move a2,cast sprout,move a3")
    assert locks(m) == ("grow", None, 1, 0)


@covers("SIG-STATIC-1")
def test_three_of_the_fifteen_are_seals():
    from tests.sigil.board import SIGIL

    seals = [spell.id for spell in SIGIL.content.spell if spell.pack == "core" and spell.passive]
    assert seals == ["seal_of_lightning", "seal_of_wind", "seal_of_summer"]


@covers("SIG-STATIC-2")
def test_a_seal_works_only_while_full_of_one_colour():
    assert len(legal(table("a8 a9 a10", "b1", layout=L2))) == 36
    assert nodes(table("a8 a9", "b1 a10", layout=L2)) == "a7 a10 a13"


@covers("SIG-STATIC-3")
def test_seals_are_never_cast():
    m = table("a1 a8 a9 a10", "b1 b2", layout=L2)
    assert legal(play(m, "move a2")) == ["dash", "end turn"]


@covers("SIG-STATIC-4")
def test_a_seal_is_lost_in_mid_turn():
    m = table("a2 a3 a4 a5 a6 a8 a9", "b1 b2 b3 b4", layout=swap(L2, s8="sprout"))
    play(m, "move a10,dash,sacrifice a2")
    assert "seal lost seal_of_lightning red" in told(m)
    m = table("b7 a7 a8", "b1 b2 b3", layout=L2)
    play(m, "move a9,dash,sacrifice b7,sacrifice a8,move a8,cast comet,move c1,sacrifice c1")
    assert legal(m) == ["end turn"]  # Seal of Summer went with the dash


@covers("SIG-STATIC-5")
def test_a_seal_is_gained_in_mid_turn_by_whatever_fills_it():
    m = table("a2 a3 a4 a5", "b1 b2", layout=L2)
    play(m, "move a6,dash,sacrifice a2")
    assert decision(m) == "dash_move"  # Seal of Lightning holds since the regular move
    m = table("b4 a7 a4 a5", "b1 b2", layout=swap(L3, s7="sprout"))
    play(m, "move b3,cast sprout,move b7")
    assert "seal gained seal_of_summer red" in told(m)


@covers("SIG-RULING-7")
def test_exactly_as_many_stones_stay_as_mana_allows():
    m = table("a1 c1 a8 a9 a10", "b1 b2 b3")
    play(m, "move a2,cast grow,keep a8")
    assert legal(m) == ["keep a9", "keep a10"]


@covers("SIG-RULING-31")
def test_mana_is_counted_after_the_dash():
    m = table("a1 a8 a9 a10 a2", "b1 b2 b3 b4")
    play(m, "move a3,dash,sacrifice a1,sacrifice a2,move a4,cast grow")
    assert "paid grow a8 a9 a10" in told(m)


@covers("SIG-RULING-32")
def test_nothing_leaves_before_all_stones_to_keep_are_picked():
    m = table("a1 c1 a8 a9 a10", "b1 b2 b3")
    play(m, "move a2,cast grow,keep a8")
    assert stones(m, "red") == "a1 a2 a8 a9 a10 c1"
    play(m, "keep a10")
    assert told(m)[0] == "paid grow a9"


@covers("SIG-RULING-11")
def test_moves_are_mandatory_and_lapse_when_impossible():
    m = table("b4 b7 a1", "b3 b1 b13 b2", layout=L1)
    play(m, "move a2,cast slash")
    assert all(text.startswith("move ") for text in legal(m))
    m = table("a1 c2 c3 c4 c5 c6", "b1 b2 b3", layout=swap(L1, s2="bewitch", s3="carnage"))
    play(m, "move a2,cast carnage,keep c2")
    assert (decision(m), locks(m)) == ("menu", ("carnage", None, 1, 0))  # no hard move exists, none turns soft


@covers("SIG-RULING-12")
def test_a_spell_that_does_nothing_is_paid_and_locked():
    m = table("a1 b8 b9 b10", "b1 b2")
    play(m, "move a2,cast fireblast,keep b8")
    assert told(m, 2) == ["cast fireblast", "paid fireblast b9 b10", "locked fireblast 1"]


@covers("SIG-RULING-13")
def test_surge_needs_a_dash_in_this_turn():
    m = table("a1 a2 a3 c7", "b1 b2")
    play(m, "move a4")
    assert "cast surge" not in legal(m)
    play(m, "dash,sacrifice a1,sacrifice a2,move a5")
    assert "cast surge" in legal(m)
    m = table("a1 a2 a3 c7 b7 a7", "b1 b2 b3 b4", layout=swap(L3, s9="surge"))
    play(m, "move a4,dash,sacrifice a1,sacrifice a2,move a5,cast sprout,move a6")
    assert "cast surge" in legal(m)  # another spell in between does not matter


@covers("SIG-RULING-41")
def test_a_1_node_spell_twice_in_a_turn_but_no_big_one():
    m = table("a4 a7 b7 b8", "b1 b2 b3", layout=L3)
    play(m, "move a3,cast sprout,move a7")
    assert "cast sprout" in legal(m)
    m = table("a1 b7 c8 c9 c10", "b1 b2 b3", layout=L3)
    play(m, "move a2,cast grow,keep c9,move c8,move c10")
    assert legal(m) == ["end turn"]  # full again, but locked


@covers("SIG-RULING-20")
def test_seal_of_summer_is_read_when_the_second_cast_is_chosen():
    m = table("a4 a7 a8 b7", "b1 b2 b3", layout=L3)
    play(m, "move a3,cast sprout,move a7,cast sprout,move a7")
    assert legal(m) == ["end turn"]  # never more than two
    m = table("a4 a7 b7 c7", "b1 b2 b3", layout=L3)
    play(m, "move a3,cast comet,move c7,sacrifice b7")
    assert legal(m) == ["end turn"]  # lost during the first cast


@covers("SIG-RULING-34")
def test_hard_moves_of_spells_push_and_crush():
    m = table("a1 b4 b7", "b3 b1 b8 c8", layout=L1)
    play(m, "move a2,cast slash,move b3")
    assert decision(m) == "push"
    m = table("a3 a9 a7 a4 b7 b3", "a13 b1 b4", layout=L1)
    play(m, "move a2,cast slash,move a13")
    assert "crush a13" in told(m)

