"""Shapes of boards, all in reading order: row by row from the top, left to right."""

from __future__ import annotations

from hexagora.hexes.coordinates import Hex


def hexagon(side: int) -> list[Hex]:
    """A regular hexagon about the origin, with so many hexes along each side.

    >>> len(hexagon(4)), len(hexagon(5))
    (37, 61)
    """
    _at_least_one(side=side)
    return Hex(0, 0).disk(side - 1)


def stretched(top: int, upper_right: int, lower_right: int, bottom: int, lower_left: int, upper_left: int) -> list[Hex]:
    """A hexagon with six side lengths, clockwise from the top; its top row is r = 0, its leftmost line q = 0.

    >>> len(stretched(4, 3, 3, 4, 3, 3)), len(stretched(3, 4, 4, 3, 4, 4))
    (24, 30)
    >>> stretched(3, 3, 3, 4, 3, 3)
    Traceback (most recent call last):
    ValueError: sides (3, 3, 3, 4, 3, 3) do not close: top + upper right is 6 and must equal bottom + lower left, 7
    """
    sides = (top, upper_right, lower_right, bottom, lower_left, upper_left)
    if min(sides) < 1:
        raise ValueError(f"sides {sides}: each must be at least 1")
    there, back = top + upper_right, bottom + lower_left
    if there != back:
        raise ValueError(
            f"sides {sides} do not close: top + upper right is {there} and must equal bottom + lower left, {back}"
        )
    there, back = upper_right + lower_right, lower_left + upper_left
    if there != back:
        raise ValueError(
            f"sides {sides} do not close: the right sides add up to {there} and must equal the left sides, {back}"
        )
    right = upper_left + top - 2
    return [
        Hex(q, r)
        for r in range(upper_right + lower_right - 1)
        for q in range(max(0, upper_left - 1 - r), right - max(0, r - upper_right + 1) + 1)
    ]


def rectangle(rows: int, cols: int) -> list[Hex]:
    """Level rows of equal length; the second, fourth, ... are shifted half a hex to the right.

    >>> rectangle(3, 2)
    [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=0, r=1), Hex(q=1, r=1), Hex(q=-1, r=2), Hex(q=0, r=2)]
    """
    _at_least_one(rows=rows, cols=cols)
    return [Hex(col - row // 2, row) for row in range(rows) for col in range(cols)]


def parallelogram(rows: int, cols: int) -> list[Hex]:
    """Level rows of equal length, each shifted half a hex to the right of the one above: the board of classic Hex.

    >>> parallelogram(2, 2)
    [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=0, r=1), Hex(q=1, r=1)]
    """
    _at_least_one(rows=rows, cols=cols)
    return stretched(cols, rows, 1, cols, rows, 1)


def triangle(side: int) -> list[Hex]:
    """A triangle with its point at the top.

    >>> triangle(2)
    [Hex(q=1, r=0), Hex(q=0, r=1), Hex(q=1, r=1)]
    """
    _at_least_one(side=side)
    return stretched(1, side, 1, side, 1, side)


def _at_least_one(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} is {size}: it must be at least 1")
