"""Move: walks, teleports, limits and fees."""

from tests.support import covers
from tests.sygon.support import at, gold, offered, offers, play, wizard


@covers("SYG-MOVE-2", "SYG-MOVE-6")
def test_walks_lead_to_adjacent_landscapes():
    match = at("game 2 ffa; board r2; ash c5 eruption; wizard p1.w1 d4; turn p1 move")
    assert match.legal() == ["walk w1 d3", "walk w1 e3", "end move"]  # c4 is a Volcano, c5 Ash
    play(match, "walk w1 d3")
    assert gold(match) == [0, 0]


@covers("SYG-MOVE-3", "SYG-RULING-24")
def test_opponents_walls_on_either_side_stop_a_walk():
    start = "game 3 ffa; board r3; wizard p1.w1 d3; {walls} turn p1 move"
    assert offers(at(start.format(walls="")), "walk w1 d4")
    assert offers(at(start.format(walls="wall p1 d3 e; wall p1 d4 w;")), "walk w1 d4")
    assert not offers(at(start.format(walls="wall p2 d3 e;")), "walk w1 d4")
    assert not offers(at(start.format(walls="wall p3 d4 w;")), "walk w1 d4")
    assert not offers(at(start.format(walls="wall p1 d3 e; wall p3 d4 w;")), "walk w1 d4")  # the own one is no help


@covers("SYG-MOVE-4", "SYG-RULING-19", "SYG-RULING-20")
def test_a_teleport_reaches_two_hexes_far_for_one_gold():
    match = at("game 2 ffa; board r2; wizard p1.w1 a3; gold p1 1; turn p1 move")
    assert {t.split()[2] for t in offered(match, "teleport w1")} == {"a4", "a5", "b2", "b4", "c1", "c2", "c3"}
    assert offers(match, "walk w1 a4")
    assert offers(match, "teleport w1 a4")
    assert not offers(match, "teleport w1 a3")
    play(match, "teleport w1 c3")
    assert gold(match) == [0, 0]
    assert not offered(at("game 2 ffa; board r2; wizard p1.w1 a3; turn p1 move"), "teleport")


@covers("SYG-MOVE-5")
def test_a_teleport_passes_over_everything():
    match = at("""game 2 ffa; board r2; ash a4 eruption; ash b2 eruption; ash c2 scorch; wall p2 a3 e sw se
        wizard p1.w1 a3; gold p1 1; turn p1 move""")
    assert offers(match, "teleport w1 a5")
    assert offers(match, "teleport w1 c3")
    assert not offered(match, "walk")


@covers("SYG-MOVE-6")
def test_nobody_teleports_into_volcanoes_or_ash():
    match = at("game 2 ffa; board r2; ash a4 eruption; wizard p1.w1 a3; gold p1 5; turn p1 move")
    assert not offers(match, "teleport w1 a4")
    assert not offers(match, "teleport w1 b3")


@covers("SYG-MOVE-7")
def test_a_hex_with_three_wizards_is_full():
    start = "game 3 ffa; board r3; wizard p1.w1 e1; wizard p2.w1 e2; wizard p2.w2 e2; {third} gold p1 9; turn p1 move"
    assert offers(at(start.format(third="")), "walk w1 e2")
    full = at(start.format(third="wizard p1.w2 e2 down;"))
    assert not offers(full, "walk w1 e2")
    assert not offers(full, "teleport w1 e2")


@covers("SYG-MOVE-8", "SYG-RULING-25", "SYG-GEN-7")
def test_every_owner_gets_a_fee_for_each_wizard():
    match = at("""game 4 ffa; board r4; wizard p1.w1 a4; wizard p2.w1 a5; wizard p3.w1 a5; gold p1 3; turn p1 move""")
    play(match, "teleport w1 a5")
    assert gold(match) == [0, 1, 1, 0]
    match = at("game 4 ffa; board r4; wizard p1.w1 a4; wizard p1.w2 a5; turn p1 move")
    play(match, "walk w1 a5")
    assert gold(match) == [0, 0, 0, 0]
    assert wizard(match, 1, 1) == "a5"


@covers("SYG-RULING-21", "SYG-LIMIT-5")
def test_a_move_that_cannot_be_paid_is_not_offered():
    start = """game 4 ffa; board r4; wizard p1.w1 a4; wizard p2.w1 a5; wizard p2.w2 a5; gold p1 {gold}; {more}
        turn p1 move"""
    assert not offers(at(start.format(gold=1, more="")), "walk w1 a5")
    assert offers(at(start.format(gold=2, more="")), "walk w1 a5")
    assert not offers(at(start.format(gold=2, more="")), "teleport w1 a5")
    assert offers(at(start.format(gold=3, more="")), "teleport w1 a5")
    assert not offers(at(start.format(gold=3, more="pending p1 gold=2;")), "walk w1 a5")


@covers("SYG-RULING-21", "SYG-LIMIT-2")
def test_a_payee_at_the_limit_gets_nothing_but_the_payer_pays():
    match = at("game 4 ffa; board r4; wizard p1.w1 a4; wizard p2.w1 a5; gold p1 3; gold p2 30; turn p1 move")
    play(match, "walk w1 a5")
    assert gold(match)[:2] == [2, 30]


@covers("SYG-RULING-22")
def test_towns_staying_leaving_and_passing_cost_nothing():
    match = at("""game 4 ffa; board r4; wizard p1.w1 a4; wizard p2.w1 a4; wizard p2.w2 a5; town p2 a6; gold p1 1
        turn p1 move""")
    play(match, "teleport w1 a6")
    assert gold(match)[:2] == [0, 0]


@covers("SYG-RULING-23", "SYG-MOVE-1")
def test_the_wizards_move_in_any_order_one_by_one():
    match = at("""game 4 ffa; board r4; wizard p1.w1 a4; wizard p1.w2 a5; wizard p1.w3 a5; wizard p2.w1 a5; gold p1 9
        turn p1 move""")
    assert not offers(match, "walk w1 a5")
    play(match, "walk w3 a6")
    assert offers(match, "walk w1 a5")
    play(match, "walk w1 a5")
    assert not offered(match, "walk w1")
    assert offered(match, "walk w2")
