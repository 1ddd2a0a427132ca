"""The worked examples of the rules, in their own data."""

from tests.sigil.board import L2, L3, decision, end, legal, locks, play, score, stones, table, told, written
from tests.support import covers

NAMES = "Flourish,Carnage,Bewitch,Grow,Fireblast,Hail_Storm,Sprout,Slash,Surge"
SEALS = "Seal_of_Lightning,Starfall,Carnage,Seal_of_Wind,Meteor,Fireblast,Comet,Seal_of_Summer,Surge"
THIRD = "Bewitch,Flourish,Starfall,Meteor,Hail_Storm,Grow,Sprout,Seal_of_Summer,Comet"


@covers("SIG-EX-1")
def test_push_with_one_way_out():
    m = table("a1 a12", "a5 b1", "blue")
    assert written(m) == f"r...b......r.b........................./{NAMES} b 2 0:0 -:- -:- b1"
    assert legal(m) == ["move a4", "move a6", "move a12", "move b2", "move b11"]
    play(m, "move a12")
    assert decision(m) == "menu"
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 c7", "a5 a12 b1", "blue +2")
    assert legal(m) == ["dash", "end turn"]


@covers("SIG-EX-2")
def test_push_with_two_ways_out():
    m = table("a1 b2", "b1 b6")
    assert written(m) == f"r............br...b..................../{NAMES} r 1 0:0 -:- -:- b1"
    play(m, "move b6")
    assert decision(m) == "push"
    assert legal(m) == ["push b5", "push b11"]
    play(m, "push b11")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 b2 b6", "b1 b11", "tied")


@covers("SIG-EX-3")
def test_crush():
    m = table("a3 a9", "a13 b1")
    assert written(m) == f"..r.....r...bb........................./{NAMES} r 1 0:0 -:- -:- b1"
    play(m, "move a13")
    assert "crush a13" in told(m)
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a3 a9 a13", "b1", "red +1")


@covers("SIG-EX-4")
def test_pushed_through_its_own_colour_not_crushed():
    m = table("a1 a3", "a9 a13 b1")
    assert written(m) == f"r.r.....b...bb........................./{NAMES} r 1 0:0 -:- -:- b2"
    play(m, "move a13")
    assert legal(m) == ["push a8", "push a10"]
    play(m, "push a10")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 a3 a13", "a9 a10 b1", "blue +1")


@covers("SIG-EX-5")
def test_a_plain_dash():
    m = table("a1 a2 a3", "b1 b2")
    assert written(m) == f"rrr..........bb......................../{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a13")
    assert "dash" in legal(m)
    play(m, "dash")
    assert legal(m) == ["sacrifice a1", "sacrifice a2", "sacrifice a3", "sacrifice a13"]
    play(m, "sacrifice a1,sacrifice a2")
    assert legal(m) == ["move a2", "move a4", "move a9"]
    play(m, "move a4")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a3 a4 a13", "b1 b2", "tied")
    assert legal(m) == ["end turn"]


@covers("SIG-EX-6")
def test_a_dash_that_crushes_pays_for_itself():
    m = table("a1 a2 a3 a10", "a9 a13 b1 b2")
    assert written(m) == f"rrr.....br..bbb......................../{NAMES} r 1 0:0 -:- -:- b1"
    assert score(m) == "blue +1"
    play(m, "move a8,dash,sacrifice a1,sacrifice a2")
    assert "move a9" in legal(m)
    play(m, "move a9")
    assert "crush a9" in told(m)
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a3 a8 a9 a10", "a13 b1 b2", "tied")


@covers("SIG-EX-7")
def test_which_spells_may_be_cast():
    m = table("a8 a9 b8 b9 b10 c8 c9", "a10 b1 b2 b3 b11 c1")
    assert written(m) == f".......rrb...bbb....rrrb..b......rr..../{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a7")
    assert legal(m) == ["dash", "cast fireblast", "cast sprout", "end turn"]


@covers("SIG-EX-8")
def test_two_mana_make_a_5_node_spell_cost_three():
    m = table("a1 a2 a3 a4 a5 a6 c1", "b1 b2 b3 b4 b5")
    assert written(m) == f"rrrrrr.......bbbbb........r............/{NAMES} r 1 0:0 -:- -:- r1"
    play(m, "move a11,cast flourish")
    assert decision(m) == "keep"
    assert legal(m) == ["keep a2", "keep a3", "keep a4", "keep a5", "keep a6"]
    play(m, "keep a4")
    assert legal(m) == ["keep a2", "keep a3", "keep a5", "keep a6"]
    play(m, "keep a2")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 a2 a4 a11 c1", "b1 b2 b3 b4 b5", "blue +1")
    assert decision(m) == "spell_move"


@covers("SIG-EX-9")
def test_one_mana_five_for_four_one_for_one():
    m = table("a1 a2 a3 a4 a5 a6", "b1 b2 b3 b4")
    assert written(m) == f"rrrrrr.......bbbb....................../{NAMES} r 1 0:0 -:- -:- r1"
    play(m, "move a7")
    assert legal(m) == ["dash", "cast flourish", "cast sprout", "end turn"]
    branch = play(m.fork(), "cast flourish,keep a4")
    assert "paid flourish a2 a3 a5 a6" in told(branch)
    play(m, "cast sprout")
    assert decision(m) == "spell_move"
    assert (stones(m, "red"), score(m)) == ("a1 a2 a3 a4 a5 a6", "red +1")


@covers("SIG-EX-10")
def test_three_stages_of_a_cast():
    m = table("a1 a8 a9", "b1 b2")
    assert written(m) == f"r......rr....bb......................../{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a10,cast grow,keep a9")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 a9", "b1 b2", "blue +1")
    assert legal(m) == ["move a2", "move a8", "move a10", "move a11", "move a13"]
    play(m, "move a8,move a7")
    assert (stones(m, "red"), stones(m, "blue"), score(m)) == ("a1 a7 a8 a9", "b1 b2", "red +1")
    assert locks(m) == ("grow", None, 1, 0)


@covers("SIG-EX-11")
def test_a_filled_and_an_unfilled_seal():
    m = table("a1 a2 a3 a4 a5", "a8 a9 a10 b1", "blue", L2)
    assert written(m) == f"rrrrr..bbb...b........................./{SEALS} b 2 0:0 -:- -:- tied"
    assert len(legal(m)) == 35
    assert {"move c1", "move a6", "move a4"} <= set(legal(m))
    assert "move a8" not in legal(m)
    play(m, "move c1,end turn")
    assert m.to_act == "seat 1"
    play(m, "move a11,dash,sacrifice a1")
    assert decision(m) == "dash_pay"


@covers("SIG-EX-12")
def test_flourish_fills_seal_of_summer_and_hail_storm():
    m = table("a1 a2 a3 a4 a11 c2 c3 c8", "b1 b2 b3 b4 b5 b9", "blue", L3)
    assert written(m) == f"rrrr......r..bbbbb...b.....rr....r...../{THIRD} b 2 0:0 -:- -:- r1"
    play(m, "move b6,cast flourish,keep b4,move b7,move b8,move b10,move b13")
    assert stones(m, "blue") == "b1 b4 b7 b8 b9 b10 b13"
    assert locks(m) == (None, "flourish", 0, 1)
    assert "cast hail_storm" in legal(m)
    assert "dash" not in legal(m)
    play(m, "cast hail_storm,keep b9")
    assert decision(m) == "spell_destroy"
    assert legal(m) == ["destroy a2", "destroy a3", "destroy a4"]
    play(m, "destroy a3")
    assert legal(m) == ["destroy c2", "destroy c3"]
    play(m, "destroy c2")
    assert (stones(m, "red"), stones(m, "blue")) == ("a1 a2 a4 a11 c3", "b1 b4 b7 b9 b13")
    assert locks(m) == (None, "hail_storm", 0, 2)
    assert legal(m) == ["end turn"]


@covers("SIG-EX-13")
def test_reading_the_score_track():
    m = table("a1 a2 a3", "b1 b2 b3 b4")
    assert written(m) == f"rrr..........bbbb....................../{NAMES} r 1 0:0 -:- -:- b2"
    assert score(m) == "blue +2"


@covers("SIG-EX-14")
def test_eight_against_five_plus_one():
    m = table("a1 a2 a3 a4 a5 a6 a7", "b1 b2 b3 b4 b5")
    assert written(m) == f"rrrrrrr......bbbbb...................../{NAMES} r 1 0:0 -:- -:- r1"
    play(m, "move a11")
    assert score(m) == "red +2"
    play(m, "end turn")
    assert end(m) is None


@covers("SIG-EX-15")
def test_the_lock_die_walks():
    m = table("a1 a8 a9 b8 b9 b10", "b1 b2 b3 b4 c1")
    assert written(m) == f"r......rr....bbbb...rrr...b............/{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a10,cast grow,keep a8,move a9,move a10,end turn")
    assert locks(m) == ("grow", None, 1, 0)
    assert m.to_act == "seat 2"
    play(m, "move c2,end turn,move b13")
    assert legal(m) == ["dash", "cast fireblast", "end turn"]
    play(m, "cast fireblast,keep b9")
    assert locks(m) == ("fireblast", None, 2, 0)


@covers("SIG-EX-16")
def test_a_spell_locked_by_the_opponent():
    m = table("a1 a2 a3 a4", "a8 a9 b1 b2", "blue", red_cast="grow 1")
    assert written(m) == f"rrrr...bb....bb......................../{NAMES} b 2 1:0 Grow:- -:- b1"
    play(m, "move a10")
    assert "cast grow" in legal(m)
    play(m, "cast grow,keep a10,move b11,move a9,end turn")
    assert locks(m) == ("grow", "grow", 1, 1)
    assert m.to_act == "seat 1"


@covers("SIG-EX-17")
def test_tie_after_the_sixth_cast():
    m = table("a1 a2 a8 a9 a10", "a3 b1 b2 b3 b4", red_cast="fireblast 5")
    assert written(m) == f"rrb....rrr...bbbb....................../{NAMES} r 1 5:0 Fireblast:- -:- b1"
    play(m, "move a11,cast grow,keep a9,move a13,move a8")
    assert (stones(m, "red"), stones(m, "blue")) == ("a1 a2 a8 a9 a11 a13", "a3 b1 b2 b3 b4")
    assert (score(m), locks(m)[2]) == ("tied", 6)
    play(m, "end turn")
    assert end(m) == ("blue", "sixth")


@covers("SIG-EX-18")
def test_a_loop():
    m = table("a1 a2", "b1 b2")
    assert written(m) == f"rr...........bb......................../{NAMES} r 1 0:0 -:- -:- b1"
    there_and_back = ("move a3,dash,sacrifice a3,sacrifice a2,move a2,end turn,"
                      "move b3,dash,sacrifice b3,sacrifice b2,move b2,end turn")
    play(m, there_and_back)
    assert "loop announced" in told(m)
    assert (stones(m, "red"), stones(m, "blue"), m.to_act) == ("a1 a2", "b1 b2", "seat 1")
    play(m, there_and_back)
    assert end(m) == ("blue", "loop")
    assert "game over blue loop" in told(m)


@covers("SIG-EX-19")
def test_no_dash_after_a_cast():
    m = table("a1 a2 a3 a4", "b1 b2 b3")
    assert written(m) == f"rrrr.........bbb......................./{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a7")
    assert legal(m) == ["dash", "cast sprout", "end turn"]
    play(m, "cast sprout,move a7")
    assert legal(m) == ["end turn"]


@covers("SIG-EX-20")
def test_the_opponents_starting_node_gives_mana():
    m = table("a8 a9 b1", "b2 b3")
    assert written(m) == f".......rr....rbb......................./{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a10,cast grow")
    assert legal(m) == ["keep a8", "keep a9", "keep a10"]


@covers("SIG-EX-21")
def test_the_same_1_node_spell_on_consecutive_turns():
    m = table("a1 a2 a3 a4 a7", "b1 b2 b3 b4")
    assert written(m) == f"rrrr..r......bbbb....................../{NAMES} r 1 0:0 -:- -:- tied"
    play(m, "move a5,cast sprout,move a7,end turn,move b5,end turn,move a6")
    assert "cast sprout" in legal(m)
    assert locks(m) == (None, None, 0, 0)


@covers("SIG-EX-22")
def test_three_ahead_at_the_end_of_the_turn():
    m = table("a1 a2 a3 a4 a5 a6", "b1 b2 b3")
    assert written(m) == f"rrrrrr.......bbb......................./{NAMES} r 1 0:0 -:- -:- r2"
    assert score(m) == "red +2"
    play(m, "move a7")
    assert score(m) == "red +3"
    assert end(m) is None
    play(m, "end turn")
    assert end(m) == ("red", "lead")
