"""Pure geometry of hexagonal boards: coordinates, directions, borders, corners, shapes, names, pixels, tables.

Everything is in axial coordinates with y growing downward, as on a screen:

>>> Hex(0, 0).neighbour(Direction.E) + Hex(0, 1)
Hex(q=1, r=1)
>>> board = Grid(hexagon(3))
>>> place_names(board.cells)[board.index[Hex(0, 0)]]
'c3'
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from typing import Literal, NamedTuple, Self

_SQRT3 = math.sqrt(3)


# --- directions ---------------------------------------------------------------------------------


class Compass(IntEnum):
    """What the two sets of direction names share: a number 0..5, clockwise."""

    @property
    def delta(self) -> Hex:
        """The step to the neighbour in this direction.

        >>> Direction.NE.delta
        Hex(q=1, r=-1)
        """
        return _DELTAS[self]

    @property
    def opposite(self) -> Self:
        """The direction that leads back.

        >>> Direction.NE.opposite.name, Flat.N.opposite.name
        ('SW', 'S')
        """
        return self.turn(3)

    def turn(self, steps: int) -> Self:
        """Turned clockwise by steps of 60 degrees.

        >>> Direction.E.turn(1).name, Direction.E.turn(-1).name
        ('SE', 'NE')
        """
        return type(self)((self + steps) % 6)


#       / \ / \
#      |NW |NE |            NW ( 0,-1)   NE (+1,-1)
#     / \ / \ / \
#    | W | * | E |       W (-1, 0)    *     E (+1, 0)
#     \ / \ / \ /
#      |SW |SE |            SW (-1,+1)   SE ( 0,+1)
#       \ / \ /
class Direction(Compass):
    """The six neighbours of a hex drawn with a point at the top.

    >>> [d.name for d in Direction]
    ['E', 'SE', 'SW', 'W', 'NW', 'NE']
    """

    E = 0
    SE = 1
    SW = 2
    W = 3
    NW = 4
    NE = 5


#          ____
#     ____/ N  \____                    N ( 0,-1)
#    / NW \____/ NE \        NW (-1, 0)           NE (+1,-1)
#    \____/ *  \____/                   *
#    / SW \____/ SE \        SW (-1,+1)           SE (+1, 0)
#    \____/ S  \____/                   S ( 0,+1)
#         \____/
class Flat(Compass):
    """The same six steps, named for a hex drawn with a side at the top: a turn of the drawing, not of the numbers.

    >>> Flat.SE == Direction.E, Flat.N == Direction.NW
    (True, True)
    """

    SE = 0
    S = 1
    SW = 2
    NW = 3
    N = 4
    NE = 5


# --- coordinates --------------------------------------------------------------------------------


class Hex(NamedTuple):
    """A hex, or the step from one hex to another, in axial coordinates.

    >>> Hex(2, -1) + Hex(1, 1), Hex(2, -1) - Hex(1, 1), -Hex(2, -1), 3 * Hex(2, -1)
    (Hex(q=3, r=0), Hex(q=1, r=-2), Hex(q=-2, r=1), Hex(q=6, r=-3))
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s = 0.

        >>> Hex(2, -1).s
        -1
        """
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __neg__(self) -> Hex:
        return Hex(-self.q, -self.r)

    def __mul__(self, factor: int) -> Hex:  # type: ignore[override]
        return Hex(self.q * factor, self.r * factor)

    def __rmul__(self, factor: int) -> Hex:  # type: ignore[override]
        return self * factor

    @property
    def length(self) -> int:
        """Steps from the origin.

        >>> Hex(2, -1).length
        2
        """
        return max(abs(self.q), abs(self.r), abs(self.s))

    def distance(self, other: Hex) -> int:
        """Steps from here to the other hex.

        >>> Hex(1, 1).distance(Hex(-1, 1))
        2
        """
        return (other - self).length

    def neighbour(self, direction: Compass) -> Hex:
        """The hex one step away.

        >>> Hex(1, 1).neighbour(Direction.SW), Hex(1, 1).neighbour(Flat.N)
        (Hex(q=0, r=2), Hex(q=1, r=0))
        """
        return self + direction.delta

    def neighbours(self) -> list[Hex]:
        """All six neighbours in the order of the directions.

        >>> Hex(0, 0).neighbours()[:2]
        [Hex(q=1, r=0), Hex(q=0, r=1)]
        """
        return [self + delta for delta in _DELTAS]

    def rotate(self, steps: int, centre: Hex | None = None) -> Hex:
        """Turned clockwise by steps of 60 degrees about the centre, or about the origin.

        >>> Direction.E.delta.rotate(1) == Direction.SE.delta
        True
        >>> Hex(2, 0).rotate(3, centre=Hex(1, 0))
        Hex(q=0, r=0)
        """
        if centre is not None:
            return centre + (self - centre).rotate(steps)
        turned = self
        for _ in range(steps % 6):
            turned = Hex(-turned.r, -turned.s)
        return turned

    def reflect(self, axis: Compass) -> Hex:
        """Mirrored in the line through the origin along the axis; negate the result for the line at right angles to it.

        >>> Direction.SE.delta.reflect(Direction.E) == Direction.NE.delta
        True
        """
        level = self.rotate(-axis)
        return Hex(-level.s, -level.r).rotate(axis)

    def line_to(self, other: Hex) -> list[Hex]:
        """A straight line of hexes, both ends included; the line back is the same hexes in reverse.

        >>> Hex(0, 0).line_to(Hex(2, 1))
        [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=1, r=1), Hex(q=2, r=1)]
        """
        way = other - self
        steps = way.length
        shares = [i / max(steps, 1) for i in range(steps + 1)]
        # The nudge decides ties, where the line runs along a border, always to the same side.
        return [self + _round(way.q * share + 1e-6, way.r * share + 2e-6) for share in shares]

    def ring(self, radius: int) -> list[Hex]:
        """The hexes at exactly this distance, clockwise from the one straight to the east.

        >>> Hex(0, 0).ring(1) == Hex(0, 0).neighbours(), len(Hex(0, 0).ring(3))
        (True, 18)
        """
        if radius == 0:
            return [self]
        return [self + d.delta * radius + d.turn(2).delta * i for d in Direction for i in range(radius)]

    def disk(self, radius: int) -> list[Hex]:
        """The hexes at this distance or nearer, in reading order.

        >>> len(Hex(5, 5).disk(2))
        19
        """
        return [
            self + Hex(q, r)
            for r in range(-radius, radius + 1)
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
        ]

    def border(self, direction: Compass) -> Border:
        """The side of this hex towards a neighbour.

        >>> Hex(0, 0).border(Direction.E) == Hex(1, 0).border(Direction.W)
        True
        """
        return Border(self, self.neighbour(direction))

    def corner(self, direction: Compass) -> Corner:
        """The clockwise end of the side in this direction.

        >>> Hex(0, 0).corner(Direction.E) == Hex(1, 0).corner(Direction.SW) == Hex(0, 1).corner(Direction.NW)
        True
        """
        return Corner(self, self.neighbour(direction), self.neighbour(direction.turn(1)))


_DELTAS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))


def _reading_order(cell: Hex) -> tuple[int, int]:
    return cell.r, cell.q


def _round(q: float, r: float) -> Hex:
    """The hex that holds a point given in fractional coordinates."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-near_r - near_s, near_r)
    if off_r > off_s:
        return Hex(near_q, -near_q - near_s)
    return Hex(near_q, near_r)


# --- borders and corners ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Border:
    """The side that two hexes share, whichever of them is named first.

    >>> Border(Hex(1, 0), Hex(0, 0)) == Border(Hex(0, 0), Hex(1, 0))
    True
    """

    a: Hex
    b: Hex

    def __post_init__(self) -> None:
        if self.a.distance(self.b) != 1:
            raise ValueError(f"{self.a} and {self.b} share no border: they must be neighbours")
        for field, cell in zip("ab", sorted(self.hexes, key=_reading_order), strict=True):
            object.__setattr__(self, field, cell)

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that it parts, in reading order.

        >>> Hex(0, 0).border(Direction.W).hexes
        (Hex(q=-1, r=0), Hex(q=0, r=0))
        """
        return self.a, self.b

    def corners(self) -> tuple[Corner, Corner]:
        """Its two ends, clockwise as seen from its first hex.

        >>> Hex(0, 0).border(Direction.E).corners() == (Hex(0, 0).corner(Direction.NE), Hex(0, 0).corner(Direction.E))
        True
        """
        direction = Direction(_DELTAS.index(self.b - self.a))
        return self.a.corner(direction.turn(-1)), self.a.corner(direction)


@dataclass(frozen=True, slots=True)
class Corner:
    """The point that three hexes share, in whatever order they are named.

    >>> Corner(Hex(0, 1), Hex(1, 0), Hex(0, 0)) == Hex(0, 0).corner(Direction.E)
    True
    """

    a: Hex
    b: Hex
    c: Hex

    def __post_init__(self) -> None:
        if not self.a.distance(self.b) == self.b.distance(self.c) == self.c.distance(self.a) == 1:
            raise ValueError(f"{self.a}, {self.b} and {self.c} share no corner: each must touch both others")
        for field, cell in zip("abc", sorted(self.hexes, key=_reading_order), strict=True):
            object.__setattr__(self, field, cell)

    @property
    def hexes(self) -> tuple[Hex, Hex, Hex]:
        """The three hexes that meet here, in reading order.

        >>> Hex(0, 0).corner(Direction.E).hexes
        (Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=0, r=1))
        """
        return self.a, self.b, self.c

    def borders(self) -> tuple[Border, Border, Border]:
        """The three borders that end here.

        >>> Hex(0, 0).border(Direction.E) in Hex(0, 0).corner(Direction.E).borders()
        True
        """
        return Border(self.a, self.b), Border(self.b, self.c), Border(self.c, self.a)


# --- shapes, all in reading order: row by row from the top, left to right -------------------------


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


# --- names of cells -----------------------------------------------------------------------------


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
    for cell in sorted(cells, key=_reading_order):
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


# --- pixels -------------------------------------------------------------------------------------


class Point(NamedTuple):
    """A place on the screen; y grows downward."""

    x: float
    y: float


_ZERO = Point(0.0, 0.0)


class Box(NamedTuple):
    """An upright rectangle, its fields in the order of an SVG viewBox."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """How hexes lie on the screen: size is the length of a side, origin the centre of Hex(0, 0).

    >>> Layout("flat", size=10).centre(Hex(2, -1))
    Point(x=30.0, y=0.0)
    """

    orientation: Literal["pointy", "flat"] = "pointy"
    size: float = 1.0
    origin: Point = _ZERO

    def __post_init__(self) -> None:
        if self.orientation not in ("pointy", "flat"):
            raise ValueError(f"unknown orientation {self.orientation!r}: it must be 'pointy' or 'flat'")
        if self.size <= 0:
            raise ValueError(f"size is {self.size}: it must be positive")

    def centre(self, cell: Hex) -> Point:
        """The middle of a hex.

        >>> Layout("pointy", size=2, origin=Point(5, 5)).centre(Hex(-1, 2))
        Point(x=5.0, y=11.0)
        """
        # A flat drawing is a pointy one mirrored in the diagonal: x and y change places, and so do q and r.
        q, r = self._mirrored(*cell)
        x, y = self._mirrored(_SQRT3 * (q + r / 2), 1.5 * r)
        return Point(self.origin.x + self.size * x, self.origin.y + self.size * y)

    def hex_at(self, point: Point) -> Hex:
        """The hex under a point.

        >>> Layout("pointy", size=10).hex_at(Point(17, 4))
        Hex(q=1, r=0)
        """
        x, y = self._mirrored((point.x - self.origin.x) / self.size, (point.y - self.origin.y) / self.size)
        return _round(*self._mirrored(x / _SQRT3 - y / 3, y / 1.5))

    def corner(self, corner: Corner) -> Point:
        """Where a corner lies: in the middle of its three hexes.

        >>> Layout("flat", size=3).corner(Hex(0, 0).corner(Flat.NE))
        Point(x=3.0, y=0.0)
        """
        centres = [self.centre(cell) for cell in corner.hexes]
        return Point(sum(p.x for p in centres) / 3, sum(p.y for p in centres) / 3)

    def border(self, border: Border) -> tuple[Point, Point]:
        """The two ends of a border.

        >>> upper, lower = Layout("pointy", size=2).border(Hex(0, 0).border(Direction.E))
        >>> round(upper.y, 9), round(lower.y, 9)
        (-1.0, 1.0)
        """
        start, end = border.corners()
        return self.corner(start), self.corner(end)

    def polygon(self, cell: Hex) -> list[Point]:
        """The outline of a hex: its six corners in the order of the directions, clockwise.

        >>> [round(point.y, 9) for point in Layout("pointy", size=2).polygon(Hex(0, 0))]
        [1.0, 2.0, 1.0, -1.0, -2.0, -1.0]
        """
        return [self.corner(cell.corner(direction)) for direction in Direction]

    def bounds(self, cells: Iterable[Hex]) -> Box:
        """The smallest upright box around the hexes.

        >>> box = Layout("pointy", size=1).bounds(hexagon(2))
        >>> round(box.y, 9), round(box.height, 9)
        (-2.5, 5.0)
        """
        points = [point for cell in cells for point in self.polygon(cell)]
        left, top = min(p.x for p in points), min(p.y for p in points)
        return Box(left, top, max(p.x for p in points) - left, max(p.y for p in points) - top)

    def _mirrored(self, first: float, second: float) -> tuple[float, float]:
        return (second, first) if self.orientation == "flat" else (first, second)


# --- dense tables -------------------------------------------------------------------------------


class Grid:
    """The cells of a board, numbered in the order given; the tables speak of cells by number.

    >>> grid = Grid(triangle(2))
    >>> grid.index[Hex(0, 1)], grid.cells[1]
    (1, Hex(q=0, r=1))
    """

    def __init__(self, cells: Iterable[Hex]) -> None:
        self.cells = tuple(cells)
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        if not self.cells:
            raise ValueError("a grid must have at least one cell")
        if len(self.index) < len(self.cells):
            twice = next(cell for number, cell in enumerate(self.cells) if self.index[cell] != number)
            raise ValueError(f"{twice} is in the list more than once: each cell must be there once")

    def neighbour_table(self) -> list[list[int]]:
        """For each cell its six neighbours in the order of the directions, -1 outside.

        >>> Grid(triangle(2)).neighbour_table()[0]
        [-1, 2, 1, -1, -1, -1]
        """
        return [[self.index.get(near, -1) for near in cell.neighbours()] for cell in self.cells]

    def distance_table(self) -> list[list[int]]:
        """For each pair of cells the steps between them, as if nothing stood in the way.

        >>> Grid(parallelogram(1, 3)).distance_table()
        [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
        """
        return [[cell.distance(other) for other in self.cells] for cell in self.cells]

    def borders(self) -> list[Border]:
        """Every border of every cell once, those of the rim included.

        >>> len(Grid(triangle(2)).borders())
        15
        """
        return list(dict.fromkeys(cell.border(d) for cell in self.cells for d in Direction))

    def border_table(self) -> list[list[int]]:
        """For each cell and direction the number of the border among `borders()`.

        >>> Grid(parallelogram(1, 2)).border_table()
        [[0, 1, 2, 3, 4, 5], [6, 7, 8, 0, 9, 10]]
        """
        number = {border: i for i, border in enumerate(self.borders())}
        return [[number[cell.border(d)] for d in Direction] for cell in self.cells]

    def corners(self) -> list[Corner]:
        """Every corner of every cell once, those of the rim included.

        >>> len(Grid(triangle(2)).corners())
        13
        """
        return list(dict.fromkeys(cell.corner(d) for cell in self.cells for d in Direction))

    def corner_table(self) -> list[list[int]]:
        """For each cell and direction the number of the corner among `corners()`.

        >>> Grid(parallelogram(1, 2)).corner_table()
        [[0, 1, 2, 3, 4, 5], [6, 7, 0, 5, 8, 9]]
        """
        number = {corner: i for i, corner in enumerate(self.corners())}
        return [[number[cell.corner(d)] for d in Direction] for cell in self.cells]

    def rim(self) -> list[int]:
        """The cells with a neighbour outside.

        >>> Grid(hexagon(2)).rim()
        [0, 1, 2, 4, 5, 6]
        """
        return [cell for cell, near in enumerate(self.neighbour_table()) if -1 in near]

    def symmetries(self) -> list[list[int]]:
        """The turns, then the mirrorings, that map the shape onto itself: for each cell the cell that it goes to.

        Each permutation is there once, the one that moves nothing first.

        >>> Grid(parallelogram(1, 3)).symmetries()
        [[0, 1, 2], [2, 1, 0]]
        >>> len(Grid(hexagon(2)).symmetries())
        12
        """
        found: list[list[int]] = []
        mirrored = [cell.reflect(Direction.E) for cell in self.cells]
        for cells in (self.cells, mirrored):
            for steps in range(6):
                images = [cell.rotate(steps) for cell in cells]
                shift = min(self.cells) - min(images)
                moved = [self.index.get(image + shift, -1) for image in images]
                if -1 not in moved and moved not in found:
                    found.append(moved)
        return found

    def components(self, passable: Callable[[int], bool]) -> list[list[int]]:
        """The groups of passable cells that hang together, each in ascending order.

        >>> Grid(parallelogram(1, 4)).components(lambda cell: cell != 1)
        [[0], [2, 3]]
        """
        table = self.neighbour_table()
        waiting = {cell for cell in range(len(self.cells)) if passable(cell)}
        groups = []
        while waiting:
            group = [min(waiting)]
            waiting.remove(group[0])
            for cell in group:
                reached = waiting.intersection(table[cell])
                waiting -= reached
                group += reached
            groups.append(sorted(group))
        return groups

    def shortest(self, start: int, cost: Callable[[int, int], float]) -> tuple[list[float], list[int]]:
        """For each cell the cost of the cheapest way from the start and the cell before it on that way.

        `cost(cell, near)` is the cost of a step, infinite where there is none; what cannot be reached costs infinity
        and has -1 before it, and so has the start.

        >>> Grid(parallelogram(1, 4)).shortest(0, lambda cell, near: math.inf if near == 3 else 2)
        ([0, 2, 4, inf], [-1, 0, 1, -1])
        """
        table = self.neighbour_table()
        best: list[float] = [math.inf] * len(self.cells)
        before = [-1] * len(self.cells)
        best[start] = 0
        queue: list[tuple[float, int]] = [(0, start)]
        while queue:
            so_far, cell = heappop(queue)
            if so_far > best[cell]:
                continue
            for near in table[cell]:
                if near < 0:
                    continue
                step = cost(cell, near)
                if step < 0:
                    raise ValueError(f"the step from cell {cell} to {near} costs {step}: it must not be negative")
                if so_far + step < best[near]:
                    best[near], before[near] = so_far + step, cell
                    heappush(queue, (best[near], near))
        return best, before
