"""What changed from one scene to the next, for a viewer who has the first: usually a hundredth of the whole.

A change is plain data. A part of a scene that is not in it stayed as it was; of the parts in it

- `pieces`, `panels`, `piles` hold edits of the list: `[start, removed, [added, …]]`, places counted in the old list;
- `boards` holds the changed boards by their place, and of each the changed parts: edits for `cells`, `borders` and
  `links`, the new value for others;
- every other part holds its new value.

Choices come and go with every turn and yet stay nearly the same, so they are told on their own: as edits of the last
ones that the viewer had, or None while there are none.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from operator import attrgetter, eq
from typing import Any

from hexagora.engine.scene import Board, Choice, Scene

Edit = tuple[int, int, Sequence[Any]]
Key = Callable[[Any], Any]

BLOCK = 16  # things that are compared at once
FEW = 6  # things, such as the panels of all players, that mostly change and neither come nor go
_BY_ID = attrgetter("id")
_BY_TEXT = attrgetter("text")
SCENE_LISTS: dict[str, Key] = {"pieces": _BY_ID, "panels": attrgetter("player"), "piles": _BY_ID}
BOARD_LISTS: dict[str, Key] = {"cells": _BY_ID, "borders": _BY_ID, "links": tuple}
_SCENE_VALUES = tuple(f.name for f in fields(Scene) if f.name not in (*SCENE_LISTS, "boards", "choices"))
_BOARD_VALUES = tuple(f.name for f in fields(Board) if f.name not in BOARD_LISTS)


def difference(old: Scene, new: Scene) -> dict[str, Any] | None:
    """The change between two scenes but for their choices; None when the boards are not the same ones."""
    if len(old.boards) != len(new.boards) or any(a.id != b.id for a, b in zip(old.boards, new.boards, strict=True)):
        return None
    change = _parts(old, new, _SCENE_VALUES, SCENE_LISTS)
    pairs = enumerate(zip(old.boards, new.boards, strict=True))
    boards = {str(k): _parts(a, b, _BOARD_VALUES, BOARD_LISTS) for k, (a, b) in pairs if a is not b}
    changed = {k: parts for k, parts in boards.items() if parts}
    return {**change, "boards": changed} if changed else change


def _parts(old: Any, new: Any, values: Sequence[str], lists: dict[str, Key]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    was, now = vars(old), vars(new)
    for name in values:
        if was[name] != now[name]:
            told[name] = now[name]
    for name, key in lists.items():
        before, after = was[name], now[name]
        if before is not after and (before or after) and (changed := edits(before, after, key)):
            told[name] = changed
    return told


def choice_edits(shelf: Sequence[Choice], choices: Sequence[Choice]) -> list[Edit] | None:
    """Choices as edits of the last ones; None for none."""
    return edits(shelf, choices, _BY_TEXT) if choices else None


def edits(old: Sequence[Any], new: Sequence[Any], key: Key) -> list[Edit]:
    """Edits that make one list of another; `key` tells what is the same thing before and after.

    >>> edits("abcd", "abxd", str), edits("abcd", "acde", str)
    ([(2, 1, 'x')], [(1, 1, ''), (4, 0, 'e')])

    Where things come or go, or are many, what changed side by side is one edit.

    >>> edits(["a1", "b1", "c", "d"], ["a2", "b2", "c"], lambda thing: thing[0])
    [(0, 2, ['a2', 'b2']), (3, 1, [])]
    """
    if len(old) == len(new) <= FEW and all(map(eq, map(key, old), map(key, new))):
        pairs = enumerate(zip(old, new, strict=True))
        return [(k, 1, new[k : k + 1]) for k, (a, b) in pairs if a is not b and a != b]
    found: list[Edit] = []
    i = j = 0
    where: dict[Any, int] | None = None
    while True:
        run = _equal_run(old, i, new, j)
        first = i, j = i + run, j + run
        if i == len(old) and j == len(new):
            return found
        while first == (i, j) or _differ(old, i, new, j):
            near = _meets_nearby(old, i, new, j, key)
            if near is None:
                where = where or {key(thing): k for k, thing in enumerate(old)}
                near = _meets_again(old, i, new, j, key, where)
            i, j = near
        found.append((first[0], i - first[0], new[first[1] : j]))
        if old[i:] == new[j:]:  # one change is by far the most frequent
            return found


def _differ(old: Sequence[Any], i: int, new: Sequence[Any], j: int) -> bool:
    return i < len(old) and j < len(new) and old[i] is not new[j] and old[i] != new[j]


def _equal_run(old: Sequence[Any], i: int, new: Sequence[Any], j: int) -> int:
    """How many things are the same from here on. Blocks are compared first: that is fast where things are shared."""
    first = i
    while (block := old[i : i + BLOCK]) == (other := new[j : j + BLOCK]):
        if not block:
            return i - first
        i, j = i + len(block), j + len(block)
    for a, b in zip(block, other, strict=False):  # the shorter one ends it
        if a is not b and a != b:
            break
        i += 1
    return i - first


def _meets_nearby(old: Sequence[Any], i: int, new: Sequence[Any], j: int, key: Key) -> tuple[int, int] | None:
    """One thing was changed, went or came: by far the most frequent, and seen without looking far."""
    more_old, more_new = i + 1 < len(old), j + 1 < len(new)
    if more_old and more_new and old[i + 1] is new[j + 1]:
        return i + 1, j + 1
    if more_old and j < len(new) and old[i + 1] is new[j]:
        return i + 1, j
    if more_new and i < len(old) and old[i] is new[j + 1]:
        return i, j + 1
    if i < len(old) and j < len(new) and key(old[i]) == key(new[j]):
        return i + 1, j + 1
    return None


def _meets_again(old: Sequence[Any], i: int, new: Sequence[Any], j: int, key: Key,
                 where: dict[Any, int]) -> tuple[int, int]:
    """Where both lists have the same thing again, be it changed or not."""
    for k in range(j, len(new)):
        place = where.get(key(new[k]), -1)
        if place == i and k == j:
            return i + 1, j + 1
        if place >= i:
            return place, k
    return len(old), len(new)


# the other end


def patched(scene: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A scene as a document, after a change that `difference` told."""
    parts = {k: v for k, v in change.items() if k != "boards"}
    after = _with(scene, parts, SCENE_LISTS)
    boards = change.get("boards", {})
    after["boards"] = [_with(board, boards.get(str(k), {}), BOARD_LISTS) for k, board in enumerate(scene["boards"])]
    return after


def _with(old: dict[str, Any], parts: dict[str, Any], lists: dict[str, Key]) -> dict[str, Any]:
    return {**old, **{k: edited(old[k], v) if k in lists else v for k, v in parts.items()}}


def edited(things: Sequence[Any], changes: Sequence[Any]) -> list[Any]:
    """A list after its edits.

    >>> edited(["a", "b", "c"], [[0, 1, []], [2, 0, ["x"]]])
    ['b', 'x', 'c']
    """
    after = list(things)
    for start, removed, added in reversed(changes):
        after[start : start + removed] = added
    return after
