"""Values of position documents: what is wrong is named, with what would be right."""

import pytest

from hexagora.engine import document
from hexagora.engine.document import flag, number, one_of
from hexagora.engine.errors import BadPosition


@pytest.mark.parametrize(("read", "said"), [
    (lambda: number("round", 11, 1, 10), "round = 11; allowed: 1 to 10"),
    (lambda: number("round", "3", 1, 10), "round = '3'; allowed: 1 to 10"),
    (lambda: number("round", True, 1, 10), "round = True; allowed: 1 to 10"),
    (lambda: number("gold", 1, 0, 0), "gold = 1; allowed: 0"),
    (lambda: flag("final", 1), "final = 1; allowed: true, false"),
    (lambda: one_of("phase", "late", ["move", "build"]), "phase = 'late'; allowed: move, build"),
    (lambda: one_of("phase", ["move"], ["move", "build"]), "phase = ['move']; allowed: move, build"),
    (lambda: flag("final", "x" * 100_000), "final = '" + "x" * 59 + "...; allowed: true, false"),
])
def test_what_is_wrong_is_named_with_what_would_be_right(read, said):
    with pytest.raises(BadPosition) as caught:
        read()
    assert str(caught.value) == said


def test_what_is_right_is_read():
    assert (number("round", 10, 1, 10), flag("final", True), one_of("phase", "move", ["move"])) == (10, 1, "move")


SHAPE = document.Shape(red=document.Cells(), round=document.Number(1, 99, default=1), open=document.Flag(),
                       to_move=document.Word(("red", "blue")))
NAMES = {"a1": 0, "a2": 1, "b1": 2}


def test_what_a_document_leaves_out_is_completed():
    assert SHAPE.read({"game": "any", "options": {}}, NAMES) == {"red": [], "round": 1, "open": 0, "to_move": None}


@pytest.mark.parametrize(("given", "told"), [
    ([], "the position = []: must be an object"),
    ({"green": 1}, "unknown key 'green'; allowed: game, options, red, round, open, to_move"),
    ({"red": "a1"}, "red = 'a1': must be a list of cells"),
    ({"red": ["a1", "z9"]}, "red: there is no cell 'z9'; cells are a1 to b1"),
    ({"round": 0}, "round = 0; allowed: 1 to 99"),
    ({"open": 1}, "open = 1; allowed: true, false"),
    ({"to_move": "green"}, "to_move = 'green'; allowed: red, blue"),
])  # fmt: skip
def test_what_a_document_says_wrongly_is_told(given, told):
    with pytest.raises(BadPosition) as refused:
        SHAPE.read(given, NAMES)
    assert str(refused.value) == told


PARTS = document.Shape(
    at=document.Cell("node"), kept=document.Cells("node"), done=document.Words(("move", "build")),
    step=document.Number(0, 3, None),
    costs=document.Table(document.Number(1, 9)), gold=document.Table(document.Number(0, 30), ("red", "blue"), "colour"),
    past=document.Several(document.Flag()), free=document.Anything(), sure=document.Flag(None),
    pending=document.Part(document.Shape(left=document.Number(0, 5)), None))  # fmt: skip


def test_parts_of_a_document_are_read_by_what_was_declared():
    nothing = {"at": None, "kept": [], "done": [], "step": None, "costs": {}, "gold": {}, "past": [], "free": None,
               "sure": None, "pending": None}
    assert PARTS.read({}, NAMES) == nothing
    given = {"at": "a2", "kept": ["b1"], "done": ["build"], "step": 3, "costs": {"b1": 4}, "gold": {"blue": 7},
             "past": [True, False], "free": [1], "sure": True, "pending": {}}
    assert PARTS.read(given, NAMES) == {"at": 1, "kept": [2], "done": [1], "step": 3, "costs": {2: 4}, "gold": {1: 7},
                                        "past": [1, 0], "free": [1], "sure": 1, "pending": {"left": 0}}
    assert PARTS.read({"later": 1}, NAMES, others=["later"]) == nothing


@pytest.mark.parametrize(("given", "told"), [
    ({"at": "z9"}, "at: there is no node 'z9'; nodes are a1 to b1"),
    ({"at": []}, "at: there is no node []; nodes are a1 to b1"),
    ({"kept": "a1"}, "kept = 'a1': must be a list of nodes"),
    ({"done": ["sleep"]}, "done = 'sleep'; allowed: move, build"),
    ({"done": None}, "done = None: must be a list"),
    ({"costs": {"z9": 1}}, "costs: there is no cell 'z9'; cells are a1 to b1"),
    ({"costs": ["b1"]}, "costs = ['b1']: must be an object with cells as keys"),
    ({"costs": {"b1": 0}}, "costs.b1 = 0; allowed: 1 to 9"),
    ({"gold": {"pink": 0}}, "gold: unknown colour 'pink'; allowed: red, blue"),
    ({"past": [True, 2]}, "past.1 = 2; allowed: true, false"),
    ({"pending": {"left": 6}}, "pending.left = 6; allowed: 0 to 5"),
    ({"pending": {"right": 6}}, "pending: unknown key 'right'; allowed: left"),
    ({"pending": 3}, "pending = 3: must be an object"),
])  # fmt: skip
def test_what_is_wrong_in_a_part_is_told_with_the_way_to_it(given, told):
    with pytest.raises(BadPosition) as refused:
        PARTS.read(given, NAMES)
    assert str(refused.value) == told


def test_an_object_by_names_tells_which_there_are():
    assert document.by_name("mana", {"red": 3}, {"red": 0, "blue": 1}, "colour") == {0: 3}
    with pytest.raises(BadPosition, match="mana: unknown colour 'pink'; allowed: red, blue"):
        document.by_name("mana", {"pink": 3}, {"red": 0, "blue": 1}, "colour")
