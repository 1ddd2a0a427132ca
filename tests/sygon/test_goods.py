"""Collect, limits, pending goods."""

from hexagora.games.sygon.state import TOWN, WORKSHOP
from tests.support import covers
from tests.sygon.support import at, cubes, gold, offered, pass_round, pending, pending_gold, play, player, seat


@covers("SYG-COLLECT-1", "SYG-COLLECT-3")
def test_collecting_leaves_the_values_alone():
    match = at("game 4 ffa; board r4; town p1 e3 g1; market g1; workshop e3; turn p1 cast")
    play(match, "end cast")
    assert (gold(match)[0], cubes(match, 1)) == (3 + 1 + 2, {"flower": 2, "crystal": 1})
    assert match.position()["values"]["e3"] == 3


@covers("SYG-COLLECT-1")
def test_every_building_may_yield_gold_by_its_content():
    match = at("game 4 ffa; board r4; town p1 e3; workshop e3; turn p1 cast")
    match.box = match.box.clone()
    match.box.yield_gold[TOWN], match.box.yield_gold[WORKSHOP] = 1, 3
    assert gold(play(match, "end cast"))[0] == 3 + 1 + 3


@covers("SYG-COLLECT-4", "SYG-AFTER-7")
def test_income_falls_with_an_eruption():
    match = at("game 2 ffa; board r2; town p1 c2; market c2; turn p2 cast; wizard p2.w1 a3")
    play(match, "end cast, roll 1")  # the value of c2 drops from 3 to 2
    play(pass_round(match), "roll 6")
    assert gold(match)[0] == 2 + 2


@covers("SYG-LIMIT-1", "SYG-RULING-44", "SYG-RULING-46")
def test_too_many_cubes_are_discarded_one_by_one_after_collecting():
    match = at("game 4 ffa; board r4; town p1 e3 g1; workshop e3; cubes p1 snow=14; gold p1 29; turn p1 cast")
    play(match, "end cast")
    assert match.to_act == seat(1)
    assert match.legal() == ["discard flower", "discard crystal", "discard snow"]
    play(match, "discard flower")
    assert match.to_act == seat(1)
    play(match, "discard snow")
    assert cubes(match, 1) == {"flower": 1, "crystal": 1, "snow": 13}
    assert gold(match)[0] == 30
    assert match.to_act == seat(2)


@covers("SYG-LIMIT-2", "SYG-FORT-1")
def test_fortune_gold_stops_at_the_limit():
    match = play(at("game 2 ffa; board r2; town p1 e1 e2; gold p2 28; eruptions"), "roll 4")
    assert gold(match) == [0, 30]


@covers("SYG-LIMIT-4", "SYG-ROUND-6")
def test_income_is_no_goods():
    match = at("game 4 ffa; board r4; town p1 e3 g1 a4 a5 a6 b5; workshop e3 g1 a4 a5; cubes p1 snow=15; turn p1 move")
    assert match.legal() == ["end move"]  # an income of ten cubes does not count as held


@covers("SYG-LIMIT-5", "SYG-RULING-45")
def test_what_is_pending_and_what_is_not():
    match = at("""game 2 ffa; board r2; wizard p1.w1 c3; wizard p1.w2 c5; town p2 b4; gold p2 5; gold p1 10
        cubes p1 snow=2; turn p1 build""")
    play(match, "sell snow, transform snow flower, buy spice, end build")
    assert (pending_gold(match, 1), pending(match, 1)) == (0, {})
    play(match, "steal w1, forage w2")
    assert (pending_gold(match, 1), pending(match, 1)) == (1, {"crystal": 1})
    play(match, "end cast")
    assert (pending_gold(match, 1), pending(match, 1)) == (0, {})


@covers("SYG-RULING-45")
def test_the_banks_share_of_a_steal_is_pending_and_fees_are_not():
    match = play(at("game 2 ffa; board r2; wizard p1.w1 c3; town p2 b4; turn p1 cast"), "steal w1")
    assert pending_gold(match, 1) == 1
    match = at("game 2 ffa; board r2; wizard p1.w1 c3; wizard p2.w1 c2; gold p2 2; turn p2 move")
    play(match, "walk w1 c3")
    assert (gold(match)[0], pending_gold(match, 1)) == (1, 0)


@covers("SYG-LIMIT-6", "SYG-CARD-10")
def test_only_power_trip_makes_pending_goods_spendable():
    match = at("""game 2 ffa spells; board r2; wizard p1.w1 c3; town p2 b4; gold p1 1; gold p2 1; hand p1 power-trip
        turn p1 cast""")
    play(match, "steal w1")
    assert pending_gold(match, 1) == 1
    assert not offered(match, "build")
    play(match, "play power-trip")
    assert pending_gold(match, 1) == 0
    assert offered(match, "build wall")


@covers("SYG-GEN-6")
def test_everything_lies_open():
    match = at("game 2 ffa spells; board r2; gold p2 7; cubes p2 snow=3; hand p2 echo; turn p1 move")
    for viewer in (0, 1, 2):
        seen = match.position(viewer)["players"]["p2"]
        assert (seen["gold"], seen["cubes"], seen["hand"]) == (7, {"snow": 3}, {"echo": 1})
    assert player(match, 2)["gold"] == 7
