"""Directions, hexes, and what lies between them: borders and corners."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Self


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

    def line_to(self, other: Hex, side: int = 1) -> list[Hex]:
        """A straight line of hexes, both ends included; the line back is the same hexes in reverse. Where it runs along
        a border it keeps to one side, with `side=-1` to the other.

        >>> Hex(0, 0).line_to(Hex(1, 1)), Hex(0, 0).line_to(Hex(1, 1), side=-1)
        ([Hex(q=0, r=0), Hex(q=0, r=1), Hex(q=1, r=1)], [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=1, r=1)])
        """
        way = other - self
        steps = way.length
        shares = [i / max(steps, 1) for i in range(steps + 1)]
        # The nudge decides ties, where the line runs along a border, always to the same side.
        return [self + rounded(way.q * share + 1e-6 * side, way.r * share + 2e-6 * side) for share in shares]

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


def reading_order(cell: Hex) -> tuple[int, int]:
    return cell.r, cell.q


def rounded(q: float, r: float) -> Hex:
    """The hex that holds a point given in fractional coordinates."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-near_r - near_s, near_r)
    if off_r > off_s:
        return Hex(near_q, -near_q - near_s)
    return Hex(near_q, near_r)

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
        for field, cell in zip("ab", sorted(self.hexes, key=reading_order), strict=True):
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
        for field, cell in zip("abc", sorted(self.hexes, key=reading_order), strict=True):
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
