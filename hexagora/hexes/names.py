"""Names of cells, as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hexagora.hexes.coordinates import Hex, reading_order


def row_letters(row: int) -> str:
    """The letters of a row counted from 0 at the top.

    >>> [row_letters(row) for row in (0, 25, 26, 27, 52)]
    ['a', 'z', 'aa', 'ab', 'ba']
    """
    above, letter = divmod(row, 26)
    return (row_letters(above - 1) if above else "") + chr(ord("a") + letter)


def place_names(cells: Sequence[Hex]) -> list[str]:
    """A name for each cell: the letters of its row and its place in the row, from the left.

    >>> " ".join(place_names(hexagon(2)))
    'a1 a2 b1 b2 b3 c1 c2'
    """
    top = min(cell.r for cell in cells)
    names: dict[Hex, str] = {}
    filled: dict[int, int] = {}
    for cell in sorted(cells, key=reading_order):
        filled[cell.r] = filled.get(cell.r, 0) + 1
        names[cell] = f"{row_letters(cell.r - top)}{filled[cell.r]}"
    return [names[cell] for cell in cells]


def slanted_names(cells: Sequence[Hex]) -> list[str]:
    r"""A name for each cell: the letters of its row and the number of its slanted line, which runs like this: \.

    >>> " ".join(slanted_names(hexagon(2)))
    'a2 a3 b1 b2 b3 c1 c2'
    """
    top, left = min(cell.r for cell in cells), min(cell.q for cell in cells)
    return [f"{row_letters(cell.r - top)}{cell.q - left + 1}" for cell in cells]


def column_names(cells: Sequence[Hex]) -> list[str]:
    r"""A name for each cell: the letters of its slanted line, which runs like this: \, and the number of its row.

    >>> " ".join(column_names(parallelogram(2, 3)))
    'a1 b1 c1 a2 b2 c2'
    """
    top, left = min(cell.r for cell in cells), min(cell.q for cell in cells)
    return [f"{row_letters(cell.q - left)}{cell.r - top + 1}" for cell in cells]


def parse(name: str, names: Sequence[str]) -> int:
    """The number of the cell with this name, among the names of all cells.

    >>> parse("b3", slanted_names(hexagon(2)))
    4
    >>> parse("a1", slanted_names(hexagon(2)))
    Traceback (most recent call last):
    ValueError: there is no cell a1: row a runs from a2 to a3
    >>> parse("d1", slanted_names(hexagon(2)))
    Traceback (most recent call last):
    ValueError: there is no cell d1: the rows run from a to c
    >>> parse("B 3", slanted_names(hexagon(2)))
    Traceback (most recent call last):
    ValueError: 'B 3' is not a cell name: write the row in small letters, then the number, like a2
    """
    if name in names:
        return names.index(name)
    if not re.fullmatch("[a-z]+[0-9]+", name):
        raise ValueError(
            f"{name!r} is not a cell name: write the row in small letters, then the number, like {names[0]}"
        )
    row = [other for other in names if _row_of(other) == _row_of(name)]
    if row:
        first, last = min(row, key=_short_first), max(row, key=_short_first)
        raise ValueError(f"there is no cell {name}: row {_row_of(name)} runs from {first} to {last}")
    rows = sorted({_row_of(other) for other in names}, key=_short_first)
    raise ValueError(f"there is no cell {name}: the rows run from {rows[0]} to {rows[-1]}")


def _row_of(name: str) -> str:
    return name.rstrip("0123456789")


def _short_first(text: str) -> tuple[int, str]:
    """Sorts z before aa and c9 before c10."""
    return len(text), text
