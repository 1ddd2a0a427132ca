"""Start of turn: placing, standing up, Wizards that come back."""

from hexagora.games.sygon.rules_board import lift_wizard
from hexagora.games.sygon.state import GONE
from tests.support import covers
from tests.sygon.support import GAME, at, new, offered, offers, pass_round, pass_turn, play, player, seat, wizard


@covers("SYG-START-1", "SYG-RULING-17", "SYG-START-4")
def test_wizards_are_placed_one_by_one_in_own_towns():
    match = new(players=2, board="recommended")
    assert match.legal() == ["place w1 c2", "place w1 e1"]
    play(match, "place w1 c2, place w2 c2")
    assert match.legal() == ["place w3 c2", "place w3 e1"]
    play(match, "place w3 e1")
    assert offered(match, "walk w1")  # it may move at once
    play(pass_round(match), "roll 1")
    assert not offered(match, "place")
    assert [wizard(match, 1, w) for w in (1, 2, 3)] == ["c2", "c2", "e1"]


FULL = """game 4 ffa; board r4; round 1; town p4 d4 e5; wizard p4.w1 off
    wizard p1.w1 d4; wizard p1.w2 d4; wizard p1.w3 d4; wizard p2.w1 e5; wizard p2.w2 e5; wizard p2.w3 e5
    town p3 c3; wizard p3.w1 f1; begin p4"""


@covers("SYG-START-2", "SYG-RULING-17")
def test_without_room_at_home_a_wizard_goes_where_no_opponent_is():
    match = at(FULL)
    assert not offers(match, "place w1 d4")
    assert not offers(match, "place w1 c3")  # an opponent's Town
    assert not offers(match, "place w1 f1")  # an opponent's Wizard
    assert not offers(match, "place w1 d5")  # a Volcano
    assert offers(match, "place w1 a4")
    assert len(match.legal()) == 27 - 4


@covers("SYG-RULING-17")
def test_a_wizard_without_any_room_stays_aside():
    names = "a3 a4 a5 b2 b5 c3 c5 d1 d3 d4 e2 e3 b4 c1 e1"
    match = at("game 2 ffa; board r2; round 1; town p1 c2; wizard p1.w1 off; wizard p2.w1 c2; wizard p2.w2 c2; "
               "wizard p2.w3 c2; turn p2 move;" + "; ".join(f"ash {n} scorch" for n in names.split()))
    pass_turn(match)
    play(match, "roll 1")
    assert match.to_act == seat(1)
    assert wizard(match, 1, 1) == "off"
    assert match.legal() == ["end move"]
    lift_wizard(match.state, 1, 0, GONE)  # one leaves: there is room at home again
    play(pass_round(match), "roll 1")
    assert match.legal() == ["place w1 c2"]


@covers("SYG-START-5", "SYG-PROTECT-2")
def test_own_fallen_pieces_stand_up_from_round_two_on():
    match = at("""game 2 ffa; board r2; town p1 c2; down c2; wizard p1.w1 c3 down; town p2 b4; down b4
        wizard p2.w1 b4 down; begin p1""")
    assert player(match, 1)["towns"] == {"c2": []}
    assert wizard(match, 1, 1) == "c3"
    assert player(match, 2)["towns"] == {"b4": ["down"]}
    assert wizard(match, 2, 1) == "b4 down"


@covers("SYG-START-6")
def test_nothing_stands_up_in_round_one():
    match = at("game 2 ffa; board r2; round 1; town p1 c2; down c2; wizard p1.w1 c3 down; begin p1")
    assert player(match, 1)["towns"] == {"c2": ["down"]}
    assert wizard(match, 1, 1) == "c3 down"


@covers("SYG-RULING-15")
def test_with_the_option_only_what_fell_in_an_earlier_round_stands_up():
    start = """game 2 ffa {option}; board r2; town p2 b4; wizard p2.w1 c1; wizard p2.w2 a3 down; wizard p1.w1 c3
        turn p1 cast"""
    match = play(at(start.format(option="")), "steal w1, end cast")
    assert player(match, 2)["towns"]["b4"] == []
    match = play(at(start.format(option="upright=previous_round")), "steal w1, end cast")
    assert match.to_act == seat(2)
    assert player(match, 2)["towns"]["b4"] == ["down now"]
    assert wizard(match, 2, 2) == "a3"
    play(pass_round(match), "roll 1")
    pass_turn(match)
    assert player(match, 2)["towns"]["b4"] == []


@covers("SYG-RULING-16")
def test_a_fallen_piece_is_not_worse_for_anything_but_steal():
    match = at("""game 2 ffa upright=previous_round; board r2; town p1 c2; down c2; wizard p1.w1 c2 down; gold p1 9
        cubes p1 spice=1 elixir=1; wizard p2.w1 c1; gold p2 3; turn p1 build""")
    play(match, "build market c2, end build")
    assert offers(match, "forage w1")
    assert not offers(match, "protect w1")
    play(match, "end cast, teleport w1 c2")
    assert player(match, 2)["gold"] == 1  # the fallen Wizard is paid for
    assert player(match, 1)["cubes"] == {"mushroom": 1}


LOST = "game 2 ffa {option}; board r2; town p1 e1; wizard p1.w1 d3; wizard p1.w2 e1; wizard p2.w1 e1; eruptions"


@covers("SYG-RULING-18")
def test_wizards_lost_with_a_hex_are_gone():
    match = play(at(LOST.format(option="")), "roll 6")
    assert wizard(match, 1, 1) == "gone"
    assert offered(match, "walk w2")
    assert not offered(match, "walk w1")


@covers("SYG-RULING-18")
def test_or_they_return_at_the_start_of_the_next_turn():
    match = play(at(LOST.format(option="lost_wizards=return")), "roll 6")
    assert match.legal() == ["place w1 e1"]
    play(match, "place w1 e1")
    assert offered(match, "walk w1")


@covers("SYG-RULING-18")
def test_a_teammates_wizard_burnt_in_the_turn_of_the_team_returns_in_the_next_one():
    match = at("game 4 teams scorch lost_wizards=return; board r4; value d1 0; wizard p1.w1 d1; wizard p2.w1 d1; "
               "wizard p2.w2 g3; town p2 g3; begin p1")
    play(match, "end move, end build, scorch w1, end cast")
    assert (match.to_act, wizard(match, 2, 1)) == (seat(2), "returning")
    assert offered(match, "place") == []
    assert offered(match, "walk w2")
    assert GAME.from_position(match.position()).legal() == match.legal()
    play(pass_round(match), "roll 1")
    while match.to_act == "chance":
        match.play(match.legal()[0])
    play(match, "hand over")
    assert match.legal()[0] == "place w1 g3"


@covers("SYG-RULING-96", "SYG-RULING-95")
def test_a_player_without_wizards_still_takes_turns():
    match = at("game 2 ffa; board r2; town p1 c2; wizard p2.w1 a3; gold p1 7; turn p1 move")
    assert match.legal() == ["end move"]
    play(match, "end move")
    assert offered(match, "buy") != []
    play(match, "buy snow, end build")
    assert match.legal() == ["end cast"]
    play(match, "end cast")
    assert player(match, 1)["cubes"] == {"mushroom": 1, "snow": 1}


@covers("SYG-RULING-93", "SYG-ROUND-4")
def test_the_same_player_begins_every_round():
    match = at("game 3 ffa; board r3; begin p1")
    for _ in range(2):
        for p in (1, 2, 3):
            assert match.to_act == seat(p)
            pass_turn(match)
        play(match, "roll 6")


@covers("SYG-MOVE-1")
def test_every_wizard_has_one_move_in_a_turn_and_one_in_the_next():
    match = at("game 2 ffa; board r2; wizard p1.w1 c3; wizard p2.w1 a3; turn p1 move")
    for _ in range(2):
        play(match, offered(match, "walk w1")[0])
        assert not offered(match, "walk w1")
        play(pass_round(match), "roll 6")
