"""Cast: Forage, Protect, Steal, Scorch, Terraform."""

from tests.support import covers
from tests.sygon.support import (
    ash,
    at,
    cubes,
    gold,
    mark,
    offered,
    offers,
    pending,
    pending_gold,
    play,
    player,
    value,
    wizard,
)

THREE = "game 4 ffa; board r4; wizard p1.w1 a4; wizard p1.w2 a5; wizard p1.w3 a6; {more} turn p1 cast"


@covers("SYG-CAST-1", "SYG-CAST-2", "SYG-RULING-36")
def test_one_spell_a_wizard_and_each_kind_once_in_any_order():
    match = at(THREE.format(more=""))
    play(match, "protect w2")
    assert match.legal() == ["forage w1", "forage w3", "end cast"]
    play(match, "forage w1")
    assert match.legal() == ["end cast"]


@covers("SYG-FORAGE-1", "SYG-FORAGE-2", "SYG-FORAGE-5", "SYG-LIMIT-5")
def test_forage_gives_a_pending_cube_twice_a_hex():
    match = play(at("game 4 ffa; board r4; wizard p1.w1 a4; turn p1 cast"), "forage w1")
    assert cubes(match, 1) == pending(match, 1) == {"elixir": 1}
    assert match.position()["forage"] == {"a4": "black"}
    match = play(at("game 4 ffa; board r4; wizard p1.w1 a4; forage a4 black; turn p1 cast"), "forage w1")
    assert match.position()["forage"] == {"a4": "red"}
    play(match, "end cast")
    assert pending(match, 1) == {}
    assert not offered(at("game 4 ffa; board r4; wizard p1.w1 a4; forage a4 red; turn p1 cast"), "forage")


@covers("SYG-FORAGE-3", "SYG-FORAGE-4")
def test_forage_beside_anybody_in_any_town():
    match = at("game 4 ffa; board r4; town p2 a4; town p1 a5; wizard p2.w1 a4; wizard p1.w1 a4; wizard p1.w2 a5; "
               "turn p1 cast")
    assert offered(match, "forage") == ["forage w1", "forage w2"]


@covers("SYG-FORAGE-6")
def test_a_red_token_does_not_change_production():
    match = play(at("game 4 ffa; board r4; town p1 a4; workshop a4; forage a4 red; turn p1 cast"), "end cast")
    assert cubes(match, 1) == {"elixir": 2}


@covers("SYG-RULING-43", "SYG-RULING-44")
def test_forage_at_the_limit_and_the_pending_cube_goes_first():
    match = at("game 4 ffa; board r4; wizard p1.w1 a4; cubes p1 elixir=1 snow=14; turn p1 cast")
    play(match, "forage w1")
    assert match.legal() == ["discard elixir", "discard snow"]
    play(match, "discard elixir")
    assert cubes(match, 1) == {"elixir": 1, "snow": 14}
    assert pending(match, 1) == {}


@covers("SYG-PROTECT-1", "SYG-PROTECT-2", "SYG-RULING-42")
def test_protect_lays_the_wizard_down_out_of_reach():
    match = at("game 2 ffa; board r2; wizard p1.w1 b4; wizard p1.w2 c2; wizard p2.w1 c3; turn p1 cast")
    play(match, "protect w1")
    assert wizard(match, 1, 1) == "b4 down now"
    play(match, "end cast, end move, end build, steal w1")
    assert wizard(match, 1, 2) == "c2 down now"
    assert gold(match) == [0, 1]
    assert not offered(at("game 2 ffa; board r2; wizard p1.w1 b4 down; turn p1 cast"), "protect")


# steal

STEAL = "game 4 ffa; board r4; wizard p1.w1 c4; {targets} {walls} turn p1 cast"


@covers("SYG-STEAL-1", "SYG-STEAL-2", "SYG-STEAL-7", "SYG-RULING-37", "SYG-RULING-38", "SYG-GEN-7")
def test_everything_upright_in_range_falls_and_pays():
    match = at(STEAL.format(walls="gold p2 5; gold p3 5; gold p4 5;",
                            targets="wizard p2.w1 c4; town p2 b5; wizard p3.w1 d3; wizard p4.w1 d2; town p4 a5;"))
    play(match, "steal w1")
    assert gold(match) == [3, 3, 4, 5]
    assert pending_gold(match, 1) == 3
    assert wizard(match, 2, 1) == "c4 down now"  # the thief's own hex counts
    assert player(match, 2)["towns"] == {"b5": ["down now"]}
    assert wizard(match, 3, 1) == "d3 down now"
    assert wizard(match, 4, 1) == "d2"
    assert player(match, 4)["towns"] == {"a5": []}


@covers("SYG-STEAL-3", "SYG-RULING-38")
def test_a_steal_needs_two_hexes():
    assert not offered(at(STEAL.format(walls="", targets="wizard p2.w1 d3; wizard p3.w1 d3;")), "steal")
    assert offered(at(STEAL.format(walls="", targets="wizard p2.w1 d3; wizard p3.w1 c4;")), "steal")


@covers("SYG-STEAL-4", "SYG-RULING-39", "SYG-BUILD-15")
def test_opponents_walls_stop_a_steal_and_own_ones_do_not():
    targets = "wizard p2.w1 d3; wizard p2.w2 c5;"
    assert offered(at(STEAL.format(targets=targets, walls="wall p1 c4 sw;")), "steal")
    for wall in ("wall p2 d3 ne;", "wall p3 c4 sw;", "wall p4 d3 ne;"):
        assert not offered(at(STEAL.format(targets=targets, walls=wall)), "steal")
    within = at(STEAL.format(targets="wizard p2.w1 c4; wizard p2.w2 c5;", walls="wall p2 c4 sw w nw ne;"))
    assert offered(within, "steal")  # nothing shields what is in the thief's own hex


@covers("SYG-STEAL-5")
def test_fallen_pieces_yield_nothing():
    match = at(STEAL.format(walls="gold p2 5;", targets="wizard p2.w1 d3 down; wizard p2.w2 d3; wizard p2.w3 c5;"))
    play(match, "steal w1")
    assert gold(match)[:2] == [2, 3]


@covers("SYG-RULING-40", "SYG-LIMIT-2")
def test_a_rich_thief_keeps_only_what_fits():
    match = at(STEAL.format(walls="gold p1 29; gold p2 5;", targets="wizard p2.w1 d3; wizard p2.w2 c5;"))
    play(match, "steal w1")
    assert gold(match)[:2] == [30, 3]
    assert pending_gold(match, 1) == 1


@covers("SYG-TWO-1", "SYG-TWO-2", "SYG-TWO-3")
def test_the_short_range_of_two_players():
    assert not offered(at("game 2 ffa; board r2; wizard p2.w1 c3; wizard p1.w1 c3; turn p1 cast"), "steal")
    assert offered(at("game 2 ffa; board r2; wizard p2.w1 c2; wizard p1.w1 c3; turn p1 cast"), "steal")
    assert mark(at("game 2 ffa; board r2; turn p1 cast")) == 27


# optional action spells


@covers("SYG-OPT-1")
def test_scorch_and_terraform_are_options():
    more = "forage a4 black;"
    start = "game 4 ffa {option}; board r4; wizard p1.w1 a4; forage a4 black; turn p1 cast"
    assert not offered(at(THREE.format(more=more)), "scorch")
    assert offered(at(start.format(option="scorch")), "scorch") == ["scorch w1"]
    assert not offered(at(start.format(option="scorch")), "terraform")
    match = at(start.format(option="scorch terraform"))
    assert offers(match, "terraform w1")
    play(match, "scorch w1")
    assert match.legal() == ["end cast"]  # one spell a Wizard


SCORCH = "game 4 {mode} scorch {option}; board r4; wizard p1.w1 f2; {more} turn p1 cast"


@covers("SYG-OPT-2", "SYG-RULING-92")
def test_no_scorch_beside_opponents():
    for more in ("wizard p3.w1 f2;", "value f2 1; town p3 f2;"):
        assert not offered(at(SCORCH.format(mode="ffa", option="", more=more)), "scorch")
    for more in ("wizard p2.w1 f2;", "value f2 1; town p2 f2;"):
        assert offered(at(SCORCH.format(mode="teams", option="", more=more)), "scorch")


@covers("SYG-OPT-3")
def test_scorch_lowers_the_value():
    match = play(at(SCORCH.format(mode="ffa", option="", more="value f2 2;")), "scorch w1")
    assert value(match, "f2") == 1
    assert ash(match) == {}
    assert wizard(match, 1, 1) == "f2"


@covers("SYG-OPT-4", "SYG-RULING-63", "SYG-RULING-52")
def test_scorch_at_zero_turns_the_hex_to_ash():
    match = at(SCORCH.format(mode="teams", option="", more="wizard p2.w1 f2 down; forage f2 black; wall p3 f2 e; "
                                                             "wall p1 f2 w; wall p1 f3 w;"))
    play(match, "scorch w1")
    assert ash(match) == {"f2": "scorch"}
    assert [wizard(match, p, 1) for p in (1, 2)] == ["gone", "gone"]
    assert match.position()["forage"] == {}
    assert [player(match, p)["walls"] for p in (1, 3)] == [["f3 w"], []]


@covers("SYG-RULING-62")
def test_no_scorch_at_zero_under_a_town():
    assert not offered(at(SCORCH.format(mode="ffa", option="", more="town p1 f2;")), "scorch")
    assert not offered(at(SCORCH.format(mode="teams", option="", more="town p2 f2;")), "scorch")
    assert offered(at(SCORCH.format(mode="ffa", option="", more="value f2 1; town p1 f2;")), "scorch")


@covers("SYG-RULING-64", "SYG-RULING-55")
def test_scorched_ash_closes_sides_and_counts_only_with_the_option():
    for option, needed in (("", 27), ("ash_counts=all", 26)):
        match = play(at(SCORCH.format(mode="ffa", option=option, more="wizard p1.w2 f3;")), "scorch w1, end cast")
        assert mark(match) == needed
    assert not offered(play(match, "end move, end build, end cast, end move, end build, end cast, end move, end build, "
                                   "end cast, roll 1"), "walk w2 f2")


@covers("SYG-OPT-5", "SYG-RULING-65")
def test_terraform_turns_the_token_of_the_own_hex():
    start = "game 4 ffa terraform; board r4; wizard p1.w1 a4; {token} wizard p1.w2 a5; turn p1 cast"
    assert not offered(at(start.format(token="")), "terraform")
    for before, after in (("black", "red"), ("red", "black")):
        match = at(start.format(token=f"forage a4 {before};"))
        assert offered(match, "terraform") == ["terraform w1"]
        play(match, "terraform w1")
        assert match.position()["forage"] == {"a4": after}
