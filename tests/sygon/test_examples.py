"""The worked examples of the rulebook."""

import pytest

from hexagora.games.sygon.content import pool
from tests.support import covers
from tests.sygon.support import (
    GAME,
    ash,
    at,
    cubes,
    give,
    gold,
    lay_out,
    mark,
    new,
    offered,
    offers,
    pass_round,
    pending_gold,
    play,
    player,
    score,
    seat,
    value,
    wizard,
)

EX_3 = """game 4 ffa; board r4; tile c3 crystal
wizard p4.w1 c4; wizard p3.w1 c3; wizard p3.w2 c3; wizard p1.w1 e3
wall p4 c4 sw; wall p2 b5 sw; wall p2 c4 nw; wall p1 a5 sw
gold p4 5; gold p3 1; gold p1 0; turn p4 move"""

EX_5 = """game 4 ffa; board r4; town p2 b5; wizard p2.w1 b5; wizard p3.w1 b5; wizard p2.w2 {second}
gold p2 10; cubes p2 crystal=2 snow=1 mushroom=1 spice=1 elixir=1; turn p2 build"""

EX_12 = """game 4 ffa; board r4; town p1 a4 a5 b3 b5; workshop b5; market b5
wall p1 a5 e se; turn p1 cast"""


@covers("SYG-EX-1", "SYG-SETUP-5", "SYG-RULING-5")
def test_tokens_labelled_for_more_players_are_left_out():
    exterior, interior = pool(GAME.content, 3)
    assert exterior[:4] == [3, 6, 4, 1]
    assert interior[:4] == [1, 3, 4, 2]
    box = GAME.box(GAME.options({"players": 3}))
    assert sum(exterior) + sum(interior) - (box.cells - 3) == 3  # three are always left over
    for players in (2, 4):
        board = GAME.box(GAME.options({"players": players}))
        assert [sum(zone) for zone in pool(GAME.content, players)] == [
            list(board.zone[: board.cells]).count(zone) for zone in (0, 1)]


@pytest.mark.parametrize(("players", "order"), [(4, "1234" + "4321"), (3, "123321"), (2, "1221")])
@covers("SYG-EX-2", "SYG-SETUP-10", "SYG-SETUP-11")
def test_the_draft_is_a_snake_with_one_or_two_walls(players, order):
    match = lay_out(new(players=players))
    names = []
    for _ in order:
        assert offered(match, "town ")
        names.append(match.to_act[-1])
        town = match.legal()[0].split()[1]
        match.play(f"town {town}")
        inner = match.box.zone[match.state.cursor] == 1
        walls = 0
        while offered(match, "wall "):
            assert match.to_act == f"seat {names[-1]}"
            match.play(match.legal()[0])
            walls += 1
        assert walls == (2 if inner else 1)
    assert "".join(names) == order
    assert offered(match, "take ")


@covers("SYG-EX-3", "SYG-MOVE-2", "SYG-MOVE-8", "SYG-BUILD-15")
def test_walking():
    match = at(EX_3)
    assert offers(match, "walk w1 d3")
    assert not offers(match, "walk w1 b5")
    play(match, "walk w1 c3")
    assert gold(match) == [0, 0, 3, 3]
    match = play(at(EX_3), "walk w1 d3")
    assert gold(match) == [0, 0, 1, 5]


@covers("SYG-EX-4", "SYG-MOVE-4", "SYG-MOVE-5")
def test_teleporting():
    for hex_, expected in (("b5", [0, 0, 1, 4]), ("a5", [0, 0, 1, 4]), ("e3", [1, 0, 1, 3])):
        match = play(at(EX_3), f"teleport w1 {hex_}")
        assert gold(match) == expected
        assert wizard(match, 4, 1) == hex_
    assert not offers(at(EX_3), "teleport w1 b4")


@covers("SYG-EX-5", "SYG-BUILD-4", "SYG-BUILD-5", "SYG-RULING-26")
def test_building_beside_an_opponent_takes_two():
    match = at(EX_5.format(second="b6"))
    assert not offered(match, "build workshop")
    assert not offered(match, "build market")
    assert offers(match, "build wall b5 e")
    match = at(EX_5.format(second="b5"))
    for action in ("build workshop b5", "build market b5", "build wall b5 e"):
        assert offers(match, action)


@covers("SYG-EX-6", "SYG-BUILD-6")
def test_one_building_of_each_kind_in_a_hex():
    match = at(EX_5.format(second="b5"))
    assert not offered(match, "build town")
    play(match, "build market b5")
    give(match, 2, spice=5, elixir=5)
    assert not offered(match, "build market")
    match = play(at(EX_5.format(second="b5")), "build workshop b5")
    give(match, 2, crystal=5, mushroom=5, snow=5)
    assert not offered(match, "build workshop")


@covers("SYG-EX-7", "SYG-BUILD-7", "SYG-RULING-28")
def test_each_side_of_a_border_has_its_own_place():
    match = at("game 4 ffa; board r4; wizard p1.w1 d4; wizard p1.w2 e3; wall p4 d4 sw; gold p1 6; turn p1 build")
    assert not offers(match, "build wall d4 sw")
    assert offers(match, "build wall e3 ne")


@covers("SYG-EX-8", "SYG-COLLECT-1", "SYG-BUILD-9", "SYG-BUILD-11", "SYG-BUILD-13", "SYG-GEN-4", "SYG-GEN-5")
def test_collecting():
    match = play(at("game 4 ffa; board r4; town p2 a6 b5; workshop a6; market b5; turn p2 cast"), "end cast")
    assert cubes(match, 2) == {"flower": 2, "elixir": 1}
    assert gold(match)[1] == 5


@covers("SYG-EX-9", "SYG-EXCH-7", "SYG-EXCH-2")
def test_selling_for_a_wall_against_a_thief():
    start = """game 3 ffa; board r3; town p1 d4; wizard p1.w1 d4; wizard p2.w1 d3; {more}
        cubes p1 spice=1; turn p1 build"""
    match = play(at(start.format(more="")), "sell spice, build wall d4 w")
    assert gold(match)[0] == 1
    thief = "game 3 ffa; board r3; town p1 d4 d5; wizard p2.w1 d3; wizard p1.w1 e3 ; {wall} turn p2 cast"
    assert offers(at(thief.format(wall="")), "steal w1")
    assert not offers(at(thief.format(wall="wall p1 d4 w;")), "steal w1")


@covers("SYG-EX-10", "SYG-TWO-1", "SYG-TWO-2")
def test_stealing_with_two_players():
    match = at("""game 2 ffa; board r2; town p2 b4; wizard p2.w1 b4; wizard p2.w2 c3; wizard p1.w1 c3; gold p2 5
        turn p1 cast""")
    play(match, "steal w1")
    assert player(match, 2)["towns"] == {"b4": ["down now"]}
    assert [wizard(match, 2, w) for w in (1, 2)] == ["b4 down now", "c3"]
    assert gold(match) == [2, 3]
    assert pending_gold(match, 1) == 2


@covers("SYG-EX-11", "SYG-AFTER-5", "SYG-RULING-48", "SYG-RULING-51")
def test_two_volcanoes_at_one_hex():
    match = play(at("game 2 ffa; board r2; value c3 1; eruptions"), "roll 12")
    assert ash(match) == dict.fromkeys(("b4", "b5", "c3", "d3"), "eruption")
    assert mark(match) == 27 - 4


@covers("SYG-EX-12", "SYG-SCORE-1", "SYG-SCORE-3", "SYG-SCORE-4", "SYG-SCORE-5")
def test_encirclements():
    valid = EX_12 + "; wall p1 a4 e sw; wall p1 b3 sw se; wall p1 b5 ne e sw se"
    invalid = EX_12 + "; wall p1 a4 sw; wall p1 b3 se; wall p1 b5 ne sw se; wall p2 b5 e"
    assert score(at(valid), 1) == 19
    assert score(at(invalid), 1) == 15


@covers("SYG-EX-13", "SYG-BUILD-16")
def test_a_wall_that_hinders():
    match = at("""game 4 ffa; board r4; town p1 g1; wall p2 g1 ne; wizard p1.w1 g1; wizard p1.w2 f2; gold p1 8
        turn p1 build""")
    assert not offers(match, "build wall g1 ne")
    before = score(match, 1)
    play(match, "build wall g1 e, build wall g1 nw")
    assert score(match, 1) == before
    play(match, "build wall f2 sw")
    assert score(match, 1) == before + 1


@covers("SYG-EX-14", "SYG-TEAM-9", "SYG-RULING-86")
def test_friends_outnumber_an_opponent():
    start = """game 4 teams; board r4; town p1 e3; wizard p1.w1 {own}; wizard p2.w1 {mate}; wizard p3.w1 e3
        gold p1 5; cubes p1 spice=1 elixir=1; turn p1 build"""
    assert offers(at(start.format(own="e3", mate="e3")), "build market e3")
    assert not offers(at(start.format(own="e3", mate="f3")), "build market e3")
    assert not offers(at(start.format(own="f3", mate="e3")), "build market e3")


@covers("SYG-EX-15", "SYG-TEAM-10", "SYG-CARD-15", "SYG-RULING-76")
def test_blizzard_in_teams():
    match = at("""game 4 teams spells; board r4; round 3; hand p1 blizzard; turn p1 move
        wizard p1.w1 a4; wizard p2.w1 a6; wizard p3.w1 g1; wizard p4.w1 g3
        gold p1 5; gold p2 5; gold p3 5; gold p4 5""")

    def snowed_in():
        teleports = bool(offered(match, "teleport"))
        play(match, "end move, end build")
        forages = bool(offered(match, "forage"))
        assert teleports == forages
        play(match, "end cast")
        return not teleports

    play(match, "play blizzard")
    assert not snowed_in()  # p1
    assert match.to_act == seat(2)
    assert not snowed_in()  # still the same team turn
    assert snowed_in()  # p3
    assert snowed_in()  # p4
    play(match, "roll 6")
    assert not snowed_in()  # p1 in round 4
    assert snowed_in()  # p2 in round 4
    assert not snowed_in()  # p3: over


# the frequently asked questions (EX-16)


@covers("SYG-EX-16", "SYG-COLLECT-2")
def test_a_market_yields_in_the_turn_in_which_it_is_built():
    match = at("""game 4 ffa; board r4; town p1 b3; wizard p1.w1 b3; gold p1 1; cubes p1 spice=1 elixir=1
        turn p1 build""")
    play(match, "build market b3, end build, end cast")
    assert gold(match)[0] == 2


@covers("SYG-EX-16", "SYG-CARD-6", "SYG-RULING-81")
def test_stolen_gold_and_foraged_cubes_buy_no_card():
    match = at("""game 2 ffa spells; board r2; town p2 b4; wizard p1.w1 c3; wizard p1.w2 b2; wizard p2.w1 b4
        gold p2 9; gold p1 1; turn p1 cast""")
    play(match, "steal w1, forage w2")
    assert gold(match)[0] == 3
    assert offered(match, "purchase") == []


@covers("SYG-EX-16", "SYG-START-2")
def test_a_full_own_town_is_not_offered_for_placing():
    match = at("""game 4 ffa; board r4; round 1; town p4 d4 e5; wizard p1.w1 d4; wizard p1.w2 d4; wizard p2.w1 d4
        wizard p4.w1 off; begin p4""")
    assert match.legal() == ["place w1 e5"]


@covers("SYG-EX-16", "SYG-START-3")
def test_placing_costs_nothing():
    match = at("""game 4 ffa; board r4; round 1; town p4 d4 e5; wizard p1.w1 d4; wizard p4.w1 off; gold p4 4; gold p1 3
        begin p4""")
    play(match, "place w1 d4")
    assert gold(match) == [3, 0, 0, 4]


@covers("SYG-EX-16", "SYG-MOVE-9")
def test_a_fallen_wizard_is_paid_for():
    match = at("game 4 ffa; board r4; wizard p1.w1 a4; wizard p2.w1 a5 down; gold p1 2; turn p1 move")
    play(match, "walk w1 a5")
    assert gold(match) == [1, 1, 0, 0]


@covers("SYG-EX-16", "SYG-MOVE-1")
def test_a_wizard_moves_once():
    match = at("game 4 ffa; board r4; wizard p1.w1 a4; gold p1 5; turn p1 move")
    play(match, "walk w1 a5")
    assert match.legal() == ["end move"]


@covers("SYG-EX-16", "SYG-EXCH-6")
def test_discounts_do_not_add_up():
    match = at("""game 4 ffa; board r4; town p1 a6 c4 d2; workshop a6 c4; cubes p1 flower=1; gold p1 5
        turn p1 build""")
    play(match, "transform flower snow")
    assert gold(match)[0] == 3


@covers("SYG-EX-16", "SYG-STEAL-5")
def test_hexes_with_fallen_pieces_only_do_not_count():
    start = "game 4 ffa; board r4; town p2 b5; wizard p3.w1 c3{down}; wizard p1.w1 c4; turn p1 cast"
    assert offers(at(start.format(down="")), "steal w1")
    assert not offers(at(start.format(down=" down")), "steal w1")


@covers("SYG-EX-16", "SYG-STEAL-6", "SYG-RULING-41")
def test_the_bank_pays_for_a_poor_owner():
    match = at("""game 4 ffa; board r4; town p2 b5; wizard p2.w1 c5; wizard p2.w2 c3; wizard p1.w1 c4; gold p2 1
        turn p1 cast""")
    play(match, "steal w1")
    assert gold(match) == [3, 0, 0, 0]
    assert player(match, 2)["towns"] == {"b5": ["down now"]}
    assert [wizard(match, 2, w) for w in (1, 2)] == ["c5 down now", "c3 down now"]


@covers("SYG-EX-16", "SYG-STEAL-3")
def test_without_targets_there_is_no_steal():
    assert not offered(at("game 4 ffa; board r4; wizard p1.w1 c4; turn p1 cast"), "steal")


@covers("SYG-EX-16", "SYG-PROTECT-3")
def test_protect_does_not_help_against_eruptions():
    match = at("game 2 ffa; board r2; wizard p1.w1 d3; turn p2 cast; round 2; wizard p1.w2 e3; wizard p2.w1 a3")
    match.state.wizard_down[0][0] = 1
    play(match, "end cast, roll 6")
    assert ash(match)["d3"] == "eruption"
    assert wizard(match, 1, 1) == "gone"


@covers("SYG-EX-16", "SYG-ROUND-3", "SYG-ROUND-2")
def test_the_phases_come_in_strict_order():
    match = at("""game 4 ffa; board r4; town p1 a4; wizard p1.w1 a4; gold p1 20; turn p1 move
        cubes p1 spice=2 elixir=2""")
    assert {t.split()[0] for t in match.legal()} == {"walk", "teleport", "end"}
    play(match, "end move")
    assert {t.split()[0] for t in match.legal()} == {"build", "transform", "sell", "buy", "end"}
    play(match, "end build")
    assert {t.split()[0] for t in match.legal()} == {"forage", "protect", "end"}
    play(match, "end cast")
    assert match.to_act == seat(2)


@covers("SYG-EX-16", "SYG-AFTER-6")
def test_ash_and_volcanoes_are_never_changed():
    match = at("game 2 ffa; board r2; ash c3 scorch; eruptions")
    play(match, "roll 7")
    assert ash(match)["c3"] == "scorch"
    assert {n: t for n, t in match.position()["tiles"].items() if t in ("blue", "red", "green")} == {
        "b3": "red", "c4": "green", "d2": "blue"}


@covers("SYG-EX-16", "SYG-CARD-14")
def test_a_ward_makes_an_evocation_dearer_by_two():
    start = "game 4 ffa spells; board r4; evocation p2 ward; cubes p1 flower=1; gold p1 {gold}; turn p1 move"
    assert not offers(at(start.format(gold=1)), "purchase evergreen")
    match = play(at(start.format(gold=3)), "purchase evergreen")
    assert gold(match)[0] == 1
    assert cubes(match, 1) == {}


@covers("SYG-EX-17", "SYG-TIE-3")
def test_goods_decide_after_the_final_round():
    match = at("""game 2 ffa; board r2; final; town p1 e1; town p2 c5; gold p1 7; gold p2 12
        cubes p1 snow=3; cubes p2 snow=2; eruptions""")
    play(match, "roll 4")
    assert match.result == [0, 1]
    match = at("""game 2 ffa; board r2; final; town p1 e1; town p2 c5; gold p1 8; gold p2 12
        cubes p1 snow=3; cubes p2 snow=2; eruptions""")
    play(match, "roll 4")
    assert match.result == [0.5, 0.5]


@covers("SYG-ROUND-1", "SYG-ROUND-5")
def test_the_volcano_step_waits_for_everybody():
    match = at("game 3 ffa; board r3; begin p1")
    for p in (1, 2, 3):
        assert match.to_act == seat(p)
        play(match, "end move, end build, end cast")
    assert match.to_act == "chance"
    play(match, "roll 1")
    assert match.to_act == seat(1)
    assert match.position()["round"] == 3
    assert value(match, "d3") == 1
    pass_round(match)
    assert match.to_act == "chance"
