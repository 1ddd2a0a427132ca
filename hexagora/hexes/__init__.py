"""Pure geometry of hexagonal boards: coordinates, directions, borders, corners, shapes, names, pixels, grids.

Everything is in axial coordinates with y growing downward, as on a screen:

>>> Hex(0, 0).neighbour(Direction.E) + Hex(0, 1)
Hex(q=1, r=1)
>>> board = Grid(hexagon(3))
>>> board.names()[board.index[Hex(0, 0)]]
'c3'
"""

from hexagora.hexes.coordinates import Border, Compass, Corner, Direction, Flat, Hex
from hexagora.hexes.grid import Grid
from hexagora.hexes.layout import Box, Layout, Point
from hexagora.hexes.motions import groups, motions, moved
from hexagora.hexes.names import column_names, parse, place_names, row_letters, slanted_names
from hexagora.hexes.shapes import hexagon, parallelogram, rectangle, stretched, triangle

__all__ = [
    "Border", "Box", "Compass", "Corner", "Direction", "Flat", "Grid", "Hex", "Layout", "Point",
    "column_names", "groups", "hexagon", "motions", "moved", "parallelogram", "parse", "place_names", "rectangle",
    "row_letters", "slanted_names", "stretched", "triangle",
]  # fmt: skip
