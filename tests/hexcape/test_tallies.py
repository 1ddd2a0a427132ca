"""What the panels count: where a player's action points went."""

from tests.hexcape.support import at, card


def counted(match):
    return match.position()["tallies"]["red"]


def test_points_are_counted_where_they_went():
    match = at(ap=4, tokens={"red": "b3"}).play_all(["move b2", "stop moving", "raise b4", "lower a2", "end turn"])
    assert counted(match) == {"for_moving": 1, "for_raising": 1, "for_lowering": 1, "unspent": 1, "entered": 1}


def test_a_swap_and_its_price():
    match = at(tokens={"red": "b4", "blue": "b5"}, ap=6).play("swap b5")
    assert counted(match) == {"for_swapping": 2, "entered": 1, "swaps": 1}


def test_a_teleport():
    match = at("letter-office", tokens={"red": "d5"}, ap=6).play_all(["move d6", "teleport a4"])
    assert counted(match) == {"for_moving": 5, "entered": 2, "teleports": 1}


def test_points_left_when_the_match_is_won():
    assert counted(at(tokens={"red": "b8"}, ap=3).play("move c9"))["unspent"] == 2


def test_the_higher_of_two_throws_counts():
    for second, rolled in ((5, 5), (1, 3)):
        match = at(cards={"red": card("second-throw")}).play_all(["roll 3", "play second-throw", f"roll {second}"])
        assert counted(match) == {"rolled": rolled}
