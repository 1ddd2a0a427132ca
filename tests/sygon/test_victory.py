"""Score, victory, ties, Fortune Gold, the end."""

from tests.support import covers
from tests.sygon.support import at, gold, mark, offered, pass_round, play, score, seat

SIX = "town p1 a3 a5 b2 c1 c5 d4"  # 18 points on r2, 19 once Ash has closed in a5


def burnt(cells):
    return "; ".join(f"ash {c} eruption" for c in cells.split())


def finished(script, roll=4):
    return play(at(f"game 2 ffa; board r2; {script}; eruptions"), f"roll {roll}")


@covers("SYG-SCORE-2")
def test_points_do_not_add_up_from_round_to_round():
    match = at("game 2 ffa; board r2; town p1 e1; begin p1")
    for _ in range(2):
        play(pass_round(match), "roll 1")
        assert score(match, 1) == 3


@covers("SYG-SCORE-3", "SYG-RULING-2")
def test_frame_volcano_ash_and_own_walls_close_a_town():
    start = "game 2 ffa; board r2; town p1 d4; {more} turn p1 move"
    assert score(at(start.format(more="wall p1 d4 ne w; wall p1 d4 sw;")), 1) == 4  # nw is green, e and se the frame
    assert score(at(start.format(more="wall p1 d4 ne w;")), 1) == 3
    assert score(at(start.format(more="wall p1 d4 ne w; ash e3 scorch;")), 1) == 4


@covers("SYG-SCORE-4", "SYG-SCORE-5")
def test_walls_close_from_either_side_and_only_for_their_owner():
    start = "game 2 ffa; board r2; town p1 d4; wall p1 d4 ne w; {more} turn p1 move"
    assert score(at(start.format(more="wall p1 e3 ne;")), 1) == 4
    assert score(at(start.format(more="wall p2 e3 ne; wall p2 d4 sw;")), 1) == 3


@covers("SYG-WIN-1", "SYG-WIN-2", "SYG-WIN-3")
def test_the_mark_sinks_with_ash_and_is_checked_after_the_aftermath():
    match = at(f"game 2 ffa; board r2; {SIX}; {burnt('c2 d1 d3 e1 a4 b4 b5 c3')}; turn p2 cast")
    assert (score(match, 1), mark(match)) == (19, 27 - 8)
    play(match, "end cast")
    assert match.to_act == "chance"  # nobody has won before the die
    play(match, "roll 6")
    assert match.over
    assert match.result == [1, 0]
    assert not finished(f"{SIX}; {burnt('d1 d3 e1 a4 b4 b5 c3')}", 6).over


@covers("SYG-WIN-2", "SYG-AFTER-7")
def test_an_eruption_of_the_same_round_lowers_the_mark():
    start = f"{SIX}; {burnt('c2 d1 d3 e1 a4 b4 c3')}"
    assert not finished(start, 4).over
    assert finished(start, 6).result == [1, 0]  # b5 burns: one less needed, and a5 is closed in


@covers("SYG-RULING-56")
def test_a_single_leader_above_the_mark_wins_although_others_are_above_it_too():
    ash = burnt("b5 b6 c3 c4 c5 c6 d2 d3 d4 d6 e3 e4 e5 f2 f3 f4 g2 g3")
    match = at(f"game 4 ffa; board r4; {ash}; town p1 a4 a5 a6 b3; town p2 c2 d1 e1; eruptions")
    assert (mark(match), score(match, 2) >= 9, score(match, 1) > score(match, 2)) == (9, True, True)
    assert play(match, "roll 1").result == [1, 0, 0, 0]


@covers("SYG-RULING-56")
def test_ties_below_the_mark_or_below_the_top_change_nothing():
    below = finished("town p1 a3; town p2 c5", 1)
    assert "final" not in below.position()
    match = at(tie(4) + "; town p3 g1 g2; market a4; eruptions")
    assert play(match, "roll 1").result == [1, 0, 0, 0]


def tie(players=2):
    """Both at 12 points with 15 Ash hexes on a board whose other hexes are safe."""
    towns = {1: "a4 a5 a6 b3", 2: "c2 d1 e1 f1"}
    ash = "b5 b6 c3 c4 c5 c6 d2 d3 d4 d6 e3 e4 e5 f2 f3"
    return (f"game {players} ffa; board r4; " + "; ".join(f"town p{p} {t}" for p, t in towns.items()) + "; "
            + burnt(ash))


@covers("SYG-TIE-1", "SYG-TIE-2", "SYG-RULING-58", "SYG-RULING-59", "SYG-WIN-4")
def test_a_shared_first_place_at_the_mark_leads_to_one_final_round():
    match = at(tie(4) + "; wizard p1.w1 g1; gold p1 1; cubes p1 spice=1 elixir=1; gold p3 1; eruptions")
    assert score(match, 1) == score(match, 2)
    assert score(match, 1) >= mark(match)
    play(match, "roll 1")
    assert match.position()["final"]
    assert gold(match)[2] == 1 + score(match, 1)  # Fortune Gold before the final round
    before = gold(match)[0]
    pass_round(match)
    assert gold(match)[0] > before  # Collect as usual
    assert match.to_act == "chance"  # and a Volcano step
    third = gold(match)[2]
    play(match, "roll 2")
    assert match.over
    assert gold(match)[2] == third  # no Fortune Gold after it


@covers("SYG-RULING-57")
def test_the_final_round_is_won_by_the_highest_score_whoever_has_it():
    match = play(at("game 2 ffa; board r2; final; town p1 e1; town p2 c5; market c5; eruptions"), "roll 4")
    assert match.result == [0, 1]  # far below the mark


@covers("SYG-RULING-60")
def test_the_last_round_allowed():
    start = "game 2 ffa max_rounds={cap}; board r2; round 5; town p1 e1; town p2 c5; {more} eruptions"
    assert play(at(start.format(cap=5, more="market c5;")), "roll 4").result == [0, 1]
    assert play(at(start.format(cap=5, more="gold p1 1;")), "roll 4").result == [1, 0]
    assert play(at(start.format(cap=5, more="")), "roll 4").result == [0.5, 0.5]
    assert not play(at(start.format(cap=6, more="")), "roll 4").over
    assert not play(at(start.format(cap=0, more="")), "roll 4").over


@covers("SYG-RULING-60")
def test_a_tie_in_the_last_round_allowed_ends_the_match():
    match = at(tie(4).replace("ffa", "ffa max_rounds=2") + "; gold p2 3; eruptions")
    play(match, "roll 1")
    assert match.result == [0, 1, 0, 0]


@covers("SYG-FORT-1", "SYG-FORT-2", "SYG-WIN-4")
def test_fortune_gold_is_the_distance_to_the_leader():
    match = play(at("game 3 ffa; board r3; town p1 a3 a6; town p2 e1; gold p3 1; eruptions"), "roll 6")
    assert gold(match) == [0, 3, 7]
    assert match.to_act == seat(1)
    assert not offered(match, "roll")
