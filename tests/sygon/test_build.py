"""Build and exchange."""

import pytest

from tests.support import covers
from tests.sygon.support import at, cubes, give, gold, offered, offers, play, player, score

RICH = "gold p1 30; cubes p1 flower=3 elixir=3 spice=2 crystal=2 mushroom=2 snow=3"


@covers("SYG-BUILD-1", "SYG-BUILD-2")
def test_one_builds_where_an_own_wizard_stands_and_only_towns_and_walls_on_empty_land():
    match = at(f"game 4 ffa; board r4; town p1 g1; wizard p1.w1 c4; wizard p2.w1 d3; {RICH}; turn p1 build")
    assert {t.split()[2] for t in offered(match, "build")} == {"c4"}
    assert {t.split()[1] for t in offered(match, "build")} == {"town", "wall"}
    assert len(offered(match, "build wall")) == 6


@covers("SYG-BUILD-3")
def test_nothing_is_built_in_the_hex_of_an_opponents_town():
    match = at(f"game 4 ffa; board r4; town p2 c4; wizard p1.w1 c4; wizard p1.w2 c4; {RICH}; turn p1 build")
    assert not offered(match, "build")


@covers("SYG-BUILD-4", "SYG-RULING-26")
def test_an_opponent_beside_an_own_town_hinders_too_even_lying():
    match = at(f"game 4 ffa; board r4; town p1 c4; wizard p1.w1 c4; wizard p2.w1 c4 down; {RICH}; turn p1 build")
    assert {t.split()[1] for t in offered(match, "build")} == {"wall"}


@covers("SYG-BUILD-8", "SYG-BUILD-10", "SYG-BUILD-12", "SYG-BUILD-14")
@pytest.mark.parametrize(("piece", "price", "paid"), [
    ("town", "cubes p1 flower=2 snow=1 mushroom=1 spice=1 elixir=1", 3),
    ("workshop", "cubes p1 crystal=2 snow=1 mushroom=1", 2),
    ("market", "cubes p1 spice=1 elixir=1", 1),
])
def test_prices(piece, price, paid):
    own = "" if piece == "town" else "town p1 c4;"
    start = "game 4 ffa; board r4; {own} wizard p1.w1 c4; gold p1 {gold}; {price}; turn p1 build"
    match = play(at(start.format(own=own, gold=paid, price=price)), f"build {piece} c4")
    assert (gold(match)[0], cubes(match, 1)) == (0, {})
    assert not offered(at(start.format(own=own, gold=paid - 1, price=price)), f"build {piece}")
    kind = price.split()[-1].split("=")[0]
    match = at(start.format(own=own, gold=9, price=price))
    give(match, 1, **{kind: 0})
    assert not offered(match, f"build {piece}")


@covers("SYG-BUILD-10", "SYG-BUILD-12")
def test_workshops_and_markets_need_an_own_town():
    match = at(f"game 4 ffa; board r4; wizard p1.w1 c4; {RICH}; turn p1 build")
    assert not offered(match, "build workshop")
    assert not offered(match, "build market")


@covers("SYG-BUILD-9", "SYG-BUILD-11", "SYG-BUILD-13", "SYG-SCORE-1", "SYG-GEN-2")
def test_points_of_buildings():
    match = at(f"game 4 ffa; board r4; wizard p1.w1 c4; {RICH}; turn p1 build")
    for action, points in (("build town c4", 3), ("build workshop c4", 5), ("build market c4", 6),
                           ("build wall c4 e", 6)):
        play(match, action)
        assert score(match, 1) == points


@covers("SYG-BUILD-14")
def test_a_wall_costs_two_gold():
    match = at("game 4 ffa; board r4; wizard p1.w1 c4; gold p1 3; turn p1 build")
    play(match, "build wall c4 e")
    assert gold(match)[0] == 1
    assert not offered(match, "build wall")


@covers("SYG-BUILD-17")
def test_a_town_may_be_founded_among_foreign_walls():
    match = at(f"game 4 ffa; board r4; wall p2 c4 e w; wizard p1.w1 c4; {RICH}; turn p1 build")
    play(match, "build town c4")
    assert not offers(match, "build wall c4 e")
    assert offers(match, "build wall c4 sw")


@covers("SYG-BUILD-18")
def test_building_and_exchanging_in_any_order_and_casting_afterwards():
    match = at("game 4 ffa; board r4; town p1 c4; wizard p1.w1 c4; cubes p1 spice=3; gold p1 3; turn p1 build")
    play(match, "transform spice elixir, sell spice, build market c4, build wall c4 e, end build, forage w1")
    assert gold(match)[0] == 0


@covers("SYG-LIMIT-3", "SYG-RULING-27")
def test_a_piece_must_be_left_in_the_supply():
    towns = "a4 a5 a6 b3 b5 b6"
    start = f"game 4 ffa; board r4; town p1 {{towns}}; wizard p1.w1 c4; {RICH}; turn p1 build"
    assert offers(at(start.format(towns=towns[:14])), "build town c4")
    assert not offered(at(start.format(towns=towns)), "build town")
    walls = "; ".join(f"wall p1 {c} e se sw w ne nw" for c in ("d2", "d3", "e3", "e4"))
    assert not offered(at(start.format(towns="a4") + "; " + walls), "build wall")
    assert offered(at(start.format(towns="a4") + "; " + walls.replace("e4 e ", "e4 ")), "build wall")


@covers("SYG-LIMIT-3")
def test_pieces_that_leave_the_board_can_be_built_again():
    match = at("game 2 ffa; board r2; wall p1 c3 w sw; wizard p1.w1 c3; turn p2 cast; wizard p2.w1 a3")
    before = match.state.left[0][3]
    play(match, "end cast, roll 1")  # blue breaks the Wall at its border
    assert player(match, 1)["walls"] == ["c3 w"]
    assert match.state.left[0][3] == before + 1


@covers("SYG-RULING-29")
def test_the_two_places_of_a_border_are_independent():
    match = at("game 4 ffa; board r4; town p1 c5; wall p1 c5 w; wizard p1.w1 c4; gold p1 2; turn p1 build")
    assert offers(match, "build wall c4 e")


# exchange


@covers("SYG-EXCH-1", "SYG-RULING-31", "SYG-RULING-33")
def test_transform():
    match = at("game 4 ffa; board r4; cubes p1 snow=1; gold p1 3; turn p1 build")
    assert offered(match, "transform") == [f"transform snow {k}" for k in
                                           ("flower", "elixir", "spice", "crystal", "mushroom")]
    play(match, "transform snow flower")
    assert (gold(match)[0], cubes(match, 1)) == (0, {"flower": 1})
    assert not offered(at("game 4 ffa; board r4; cubes p1 snow=1; gold p1 2; turn p1 build"), "transform")


@covers("SYG-EXCH-2", "SYG-EXCH-3")
def test_sell_and_buy():
    match = at("game 4 ffa; board r4; cubes p1 snow=1; gold p1 4; turn p1 build")
    assert not offered(match, "buy")
    play(match, "sell snow, buy spice")
    assert (gold(match)[0], cubes(match, 1)) == (0, {"spice": 1})


@covers("SYG-EXCH-4", "SYG-RULING-32")
def test_two_towns_on_one_kind_make_its_transform_cheap():
    start = "game 4 ffa; board r4; town p1 {towns}; cubes p1 flower=1 snow=1; gold p1 2; turn p1 build"
    assert not offered(at(start.format(towns="a6")), "transform")
    match = at(start.format(towns="a6 c4"))
    assert {t.split()[1] for t in offered(match, "transform")} == {"flower"}
    play(match, "transform flower snow")
    assert gold(match)[0] == 0


@covers("SYG-EXCH-5", "SYG-RULING-32")
def test_a_workshop_makes_its_kind_cheap_while_it_stands():
    start = "game 2 ffa; board r2; town p1 d3; {workshop} cubes p1 flower=1; gold p1 2; {turn}"
    assert offered(at(start.format(workshop="workshop d3;", turn="turn p1 build")), "transform")
    match = at(start.format(workshop="workshop d3;", turn="eruptions"))
    play(match, "roll 6, end move")
    assert not offered(match, "transform")


@covers("SYG-RULING-30")
def test_the_discount_is_for_the_kind_given_unless_either_counts():
    start = "game 4 ffa {option}; board r4; town p1 a6 c4; cubes p1 snow=1; gold p1 2; turn p1 build"
    assert not offered(at(start.format(option="")), "transform")
    assert offered(at(start.format(option="transform_discount=either")), "transform") == ["transform snow flower"]


@covers("SYG-RULING-34", "SYG-LIMIT-2")
def test_a_sell_at_the_limit_brings_only_what_fits():
    match = play(at("game 4 ffa; board r4; cubes p1 snow=1; gold p1 29; turn p1 build"), "sell snow")
    assert (gold(match)[0], cubes(match, 1)) == (30, {})


@covers("SYG-RULING-34", "SYG-LIMIT-1")
def test_a_buy_at_the_limit_is_followed_by_a_discard():
    match = play(at("game 4 ffa; board r4; cubes p1 snow=15; gold p1 7; turn p1 build"), "buy spice")
    assert match.legal() == ["discard spice", "discard snow"]
    play(match, "discard snow")
    assert cubes(match, 1) == {"spice": 1, "snow": 14}
    assert offers(match, "end build")


@covers("SYG-RULING-35")
def test_the_bank_is_unlimited():
    goods = "; ".join(f"gold p{p} 30; cubes p{p} snow=15" for p in (1, 2, 3, 4))
    match = at(f"game 4 ffa; board r4; {goods}; turn p1 build")
    assert offers(match, "buy snow")
    play(match, "buy snow, discard snow, end build, end cast")
    assert sum(gold(match)) > 110


@covers("SYG-LIMIT-5")
def test_pending_goods_pay_for_nothing():
    match = at("""game 4 ffa; board r4; town p1 c4; wizard p1.w1 c4; gold p1 9; cubes p1 spice=1 elixir=1
        pending p1 gold=9 spice=1; turn p1 build""")
    assert match.legal() == ["sell elixir", "end build"]
