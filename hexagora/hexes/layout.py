"""Where hexes lie on a screen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hexagora.hexes.coordinates import Border, Corner, Direction, Hex, rounded

_SQRT3 = math.sqrt(3)


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
        return rounded(*self._mirrored(x / _SQRT3 - y / 3, y / 1.5))

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
