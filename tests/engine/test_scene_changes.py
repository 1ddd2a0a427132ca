"""What changed from one scene to the next, told and applied, makes the next one."""

import random
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexagora import registry
from hexagora.engine.changes import choice_edits, difference, edited, edits, patched
from hexagora.engine.scene import POINTY, Board, Cell, Scene

DECISIONS = 40


@given(st.lists(st.integers(0, 9), max_size=60), st.lists(st.integers(0, 9), max_size=60))
def test_edits_make_one_list_of_another(old: list[int], new: list[int]):
    """Whatever the lists: things may come twice, and the same thing may look different (here: odd numbers)."""
    assert edited(old, edits(old, new, lambda thing: thing // 2)) == new


def test_a_thing_that_went_or_came_or_changed_is_one_edit():
    things = [Cell(str(k), k, 0) for k in range(50)]
    other = Cell("7", 7, 0, note="taken")

    def told(new: list[Cell]) -> Any:
        return edits(things, new, lambda thing: thing.id)

    assert told(things[:7] + things[8:]) == [(7, 1, [])]
    assert told([*things[:7], other, *things[8:]]) == [(7, 1, [other])]
    assert told([*things[:7], other, *things[7:]]) == [(7, 0, [other])]
    assert told([Cell(str(k), k, 0) for k in range(50)]) == []


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_a_scene_and_what_changed_make_the_next_scene(name: str):
    match, rng = registry.game(name).match(seed=1), random.Random(name)
    seats = range(match.players + 1)
    known = {seat: match.scene(seat) for seat in seats}
    documents, told = {seat: known[seat].document() for seat in seats}, 0
    for _ in range(DECISIONS):
        if match.over:
            break
        match.play(rng.choice(match.actions()))
        for seat in seats:
            new = match.scene(seat)
            change = difference(known[seat], new)
            told += change is not None
            after = new.document() if change is None else patched(documents[seat], _plain(change))
            documents[seat] = after | {"choices": new.document()["choices"]}
            known[seat] = new
            assert documents[seat] == new.document()
    assert told > DECISIONS
    assert all(scene.document() == asdict(scene) for scene in known.values())


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_plain(v) for v in value)
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value


def test_choices_are_told_by_those_before():
    match = registry.game("hex").match(seed=1)
    shelf = match.choices(1)
    match.play("b2").play("c3")
    assert choice_edits(shelf, match.choices(1)) == [(12, 1, []), (24, 1, [])]
    assert choice_edits(shelf, []) is None


def test_other_boards_are_not_told_as_a_change():
    def scene(*boards: str) -> Scene:
        return Scene("g", "G", [Board(b, POINTY, []) for b in boards], [], [], "")

    assert difference(scene("a", "b"), scene("a", "b")) == {}
    assert difference(scene("a", "b"), scene("a")) is None
    assert difference(scene("a"), scene("b")) is None


def test_matches_with_the_same_options_share_their_box():
    game = registry.game("hex")
    one, other = game.match(size=7), game.match(size=7)
    assert one.box is other.box
    assert game.match(size=8).box is not one.box
    assert game.match(size=7, debug=True).box is not one.box
