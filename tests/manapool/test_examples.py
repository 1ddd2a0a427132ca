"""The worked examples that are whole positions; the combat table is in test_combat."""

from pathlib import Path

import hexagora
from tests.manapool.support import WELL_CORNERS, at, fresh, mana, tokens
from tests.support import covers

GOLDEN = Path(__file__).parents[1] / "golden" / "manapool-opening.match.json"
OPENING = [
    ("red", ["move b2 c3"]),
    ("green", ["move d6 d5"]),
    ("blue", ["move f2 e2"]),
    ("red", ["spawn b2", "move c3 d4"]),
    ("green", ["spawn d6", "end move", "attack d5 d4"]),
    ("blue", ["spawn f2", "move f2 e3", "move e3 d4"]),
    ("red", ["move b2 c3"]),
    ("green", ["end move", "attack d5 d4"]),
    ("blue", ["spawn f2", "move f2 e3", "end move", "end combat"]),
]


def opening_at_its_start():
    return fresh(board="well").play_all(
        ["colour red", "colour green", "colour blue", "corner a1", "corner d7", "corner g1", "first red"])


def check_position_after_the_opening(match):
    position = match.position()
    assert (position["round"], position["to_move"], position["phase"]) == (4, "red", "spawn")
    assert match.legal() == ["spawn b2"]
    assert position["tokens"] == {
        "red": ["a2", "b1", "c3"], "green": ["c6", "d5", "d6", "e6"], "blue": ["e2", "e3", "f1", "g2"]}
    assert position["mana"] == {"red": 1, "green": 0, "blue": 1}


@covers("MAN-EX-1", "MAN-START-6")
def test_the_first_turn():
    match = at("crossing", corners={"red": "a1", "green": "e9", "blue": "i1"}, to_move="red")
    assert match.position()["action_points"] == 1
    assert sorted(match.legal()) == sorted([
        "move a2 a3", "move a2 b3", "move b1 c1", "move b1 c2", "move b2 b3", "move b2 c2", "move b2 c3", "end move"])


@covers("MAN-EX-4")
def test_the_opening_turn_by_turn():
    match = opening_at_its_start()
    for colour, actions in OPENING:
        assert match.position()["to_move"] == colour
        match.play_all(actions)
    check_position_after_the_opening(match)


@covers("MAN-EX-4")
def test_what_the_opening_says_on_the_way():
    match = opening_at_its_start().play_all(["move b2 c3", "move d6 d5"])
    assert match.position()["action_points"] == 1
    match.play("move f2 e2")
    assert match.position()["to_move"] == "red"
    assert match.legal() == ["spawn b2"]
    match.play_all(["spawn b2", "move c3 d4"])
    assert mana(match, "red") == 1
    match.play_all(["spawn d6", "end move", "attack d5 d4"])
    assert "d4" not in tokens(match, "red")
    assert "d5" in tokens(match, "green")
    assert match.position()["action_points"] == 2
    match.play_all(["spawn f2", "move f2 e3", "move e3 d4"])
    assert mana(match, "blue") == 1
    assert match.position()["phase"] == "move"
    match.play_all(["move b2 c3", "end move", "attack d5 d4", "spawn f2", "move f2 e3", "end move"])
    assert match.legal() == ["end combat"]


@covers("MAN-EX-4")
def test_the_golden_match_of_the_opening_replays():
    match = hexagora.load(GOLDEN)
    assert match.position()["corners"] == WELL_CORNERS
    check_position_after_the_opening(match)
    assert match.texts()[7:] == [text for _, actions in OPENING for text in actions]
