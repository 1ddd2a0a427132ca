"""The worked examples. Unless said otherwise: first-steps, red then blue, printed costs."""

import pytest

from tests.hexcape.support import active, at, cost, having, started, step, tokens
from tests.support import covers


@covers("HEX-EX-1")
def test_example_1():
    match = at().play("roll 1")
    assert match.legal() == ["move b1", "move d1", "stop moving"]
    match.play("move b1")
    assert (match.state.ap, active(match), step(match)) == (0, "blue", "roll")


@covers("HEX-EX-2")
def test_example_2():
    match = at(tokens={"red": "b2", "blue": "b1"}, active="blue", ap=5).play("swap b2")
    assert (tokens(match), match.state.ap) == ({"red": "b1", "blue": "b2"}, 3)
    assert "swap b2" not in at(tokens={"red": "b2", "blue": "b1"}, active="blue", ap=1).legal()


@covers("HEX-EX-3")
def test_example_3():
    match = at(ap=2).play_all(["stop moving", "lower b3", "lower b3"])
    assert (cost(match, "b3"), active(match)) == (1, "blue")
    match = at(ap=3).play_all(["stop moving", "lower b3", "lower b3"])
    assert "lower b3" not in match.legal()
    for name in ("c3", "c1", "c9"):
        assert name not in having(match, "raise") | having(match, "lower")


@covers("HEX-EX-4")
def test_example_4():
    place = {"tokens": {"red": "b2"}, "costs": {"b3": 2}}
    match = at("whirlpools", **place).play_all(["roll 6", "move b3"])
    assert (match.state.ap, step(match)) == (4, "teleport roll")
    assert having(match.play("roll 5"), "teleport") == set()
    match = at("whirlpools", **place).play_all(["roll 6", "move b3", "roll 3"])
    assert having(match, "teleport") == {"c5"}
    assert active(match.play("teleport c5")) == "blue"


@covers("HEX-EX-5")
def test_example_5():
    match = at("letter-office", tokens={"red": "d5"}, ap=5).play("move d6")
    assert match.state.ap == 3
    assert having(match, "teleport") == {"a4", "b5"}
    assert having(match, "move")
    assert "stop moving" in match.legal()


@covers("HEX-EX-6")
def test_example_6():
    match = started("red", "blue", "green", "yellow").play_all(["roll 3", "roll 6", "roll 2", "roll 5"])
    assert match.position()["order"] == ["blue", "red", "yellow", "green"]
    match.play_all(["wish fork"] * 3)
    assert (match.to_act, step(match)) == ("seat 3", "map")


GAME_7 = {
    "roll 4, move b1, move b2, stop moving, lower b3, lower b3": ({"red": "b2", "blue": "c1"}, {"b3": 1}),
    "roll 6, move b1, swap b2, move b3, draw, card windfall, move b4, stop moving, raise a4, end turn":
        ({"red": "b1", "blue": "b4"}, {"b3": 1, "a4": 2}),
    "roll 5, move b2, move b3, draw, card leap, swap b4": ({"red": "b4", "blue": "b3"}, {"b3": 1, "a4": 2}),
    "roll 3, move c4, move c5": ({"red": "b4", "blue": "c5"}, {"b3": 1, "a4": 2}),
    "roll 6, move b5, play leap b7, move b8, move c9": ({"red": "c9", "blue": "c5"}, {"b3": 1, "a4": 2}),
}  # fmt: skip


@covers("HEX-EX-7")
def test_example_7_a_whole_game():
    match = at()
    for number, (line, (where, costs)) in enumerate(GAME_7.items()):
        actions = line.split(", ")
        match.play(actions[0])
        if number == 3:
            assert match.legal() == ["move a3", "move a4", "move b2", "swap b4", "move c4", "stop moving"]
        match.play_all(actions[1:])
        assert (tokens(match), match.position()["costs"]) == (where, costs)
    assert (match.over, match.result, match.state.ap) == (True, [1.0, 0.0], 2)


@covers("HEX-EX-7")
def test_example_7_points_on_the_way():
    match = at().play_all([a for line in list(GAME_7)[:1] for a in line.split(", ")])
    points = {}
    for action in list(GAME_7)[1].split(", "):
        points[action] = match.play(action).state.ap
    assert (points["move b1"], points["swap b2"], points["move b3"]) == (5, 3, 2)
    assert (points["card windfall"], points["move b4"], points["raise a4"]) == (4, 2, 1)
    assert match.position()["tallies"]["blue"]["unspent"] == 1


@pytest.mark.parametrize("viewer", [0, 2])
def test_example_7_keeps_the_leap_hidden(viewer):
    match = at().play_all([a for line in list(GAME_7)[:3] for a in line.split(", ")])
    assert "card leap" not in match.texts(viewer)
    assert "card hidden" in match.texts(viewer)
