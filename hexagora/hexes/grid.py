"""Boards of numbered cells, and the tables and searches over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush

from hexagora.hexes.coordinates import Border, Compass, Corner, Direction, Hex
from hexagora.hexes.layout import Layout
from hexagora.hexes.names import place_names


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

    # names and places

    def names(self, style: Callable[[Sequence[Hex]], list[str]] = place_names) -> list[str]:
        """The name of each cell, by default its row and its place in the row.

        >>> Grid(triangle(2)).names(), Grid(triangle(2)).names(slanted_names)
        (['a1', 'b1', 'b2'], ['a2', 'b1', 'b2'])
        """
        return style(self.cells)

    def centres(self, layout: Layout | None = None, digits: int = 3) -> list[tuple[float, float]]:
        """Where the middle of each cell lies, rounded so that it can be sent.

        >>> Grid(triangle(2)).centres()
        [(1.732, 0.0), (0.866, 1.5), (2.598, 1.5)]
        """
        points = map((layout or Layout()).centre, self.cells)
        return [(round(x, digits), round(y, digits)) for x, y in points]

    # lines

    def ray(self, start: int, direction: Compass) -> list[int]:
        """The cells in a straight line from a cell, which is not among them, to the rim.

              0   1             from 2 to the east: 3, 4
            2 > 3 > 4
              5   6

        >>> Grid(hexagon(2)).ray(2, Direction.E)
        [3, 4]
        """
        found, cell = [], self.cells[start] + direction.delta
        while cell in self.index:
            found.append(self.index[cell])
            cell = cell + direction.delta
        return found

    def rays(self, start: int) -> list[list[int]]:
        """The rays in all six directions, in their order.

        >>> Grid(hexagon(2)).rays(2)
        [[3, 4], [5], [], [], [], [0]]
        """
        return [self.ray(start, direction) for direction in Direction]

    def line(self, start: int, end: int, side: int = 1) -> list[int]:
        """The cells on the straight line between two cells, both included; -1 where it leaves the board.

              0   1             from 0 to 6 straight through the middle
            2   3   4
              5   6

        >>> Grid(hexagon(2)).line(0, 6)
        [0, 3, 6]
        """
        return [self.index.get(cell, -1) for cell in self.cells[start].line_to(self.cells[end], side)]

    def sees(self, start: int, end: int, blocks: Callable[[int], bool]) -> bool:
        """Whether nothing that blocks lies on the straight line between two cells; these themselves do not count, nor
        does what is outside. Where the line runs along borders it is enough that one side is free.

              .   .             a sees b past the block x, but not c behind it
            a   x   c
              b   .

        >>> grid, block = Grid(hexagon(2)), {3}.__contains__
        >>> grid.sees(2, 5, block), grid.sees(2, 4, block)
        (True, False)
        """
        ways = (self.line(start, end, side)[1:-1] for side in (1, -1))
        return any(not any(cell >= 0 and blocks(cell) for cell in way) for way in ways)

    def view(self, start: int, blocks: Callable[[int], bool], radius: int | None = None) -> list[int]:
        """The field of view: all other cells that are seen from a cell, at most so far away.

              v   v             from a, the block x itself is seen, c behind it is not
            a   x   c
              v   v

        >>> Grid(hexagon(2)).view(2, {3}.__contains__)
        [0, 1, 3, 5, 6]
        """
        here = self.cells[start]
        return [cell for cell, there in enumerate(self.cells)
                if cell != start and (radius is None or here.distance(there) <= radius)
                and self.sees(start, cell, blocks)]

    # surroundings

    def ring(self, centre: int, radius: int) -> list[int]:
        """The cells of the board at exactly this distance, clockwise from the east.

              0   1             around 3 all others; around 0 only 1, 3, 2
            2   3   4
              5   6

        >>> Grid(hexagon(2)).ring(3, 1), Grid(hexagon(2)).ring(0, 1)
        ([4, 6, 5, 2, 0, 1], [1, 3, 2])
        """
        return [self.index[cell] for cell in self.cells[centre].ring(radius) if cell in self.index]

    def disk(self, centre: int, radius: int) -> list[int]:
        """The cells of the board at this distance or nearer, in reading order.

        >>> Grid(hexagon(2)).disk(0, 1)
        [0, 1, 2, 3]
        """
        return [self.index[cell] for cell in self.cells[centre].disk(radius) if cell in self.index]

    def region(self, start: int, passable: Callable[[int], bool]) -> list[int]:
        """The passable cells that hang together with a cell, this one included, in ascending order; none where it is
        not passable itself.

        >>> Grid(parallelogram(1, 4)).region(2, lambda cell: cell != 1)
        [2, 3]
        """
        return next((group for group in self.components(passable) if start in group), [])

    # tables

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

    def corner_cells(self) -> list[int]:
        """The cells where the outline of the board turns: those at the corners of a string pulled tight around the
        middles of all cells.

              c   c             all around 3 are corners, and the acute and obtuse ends of a parallelogram
            c   3   c
              c   c

        >>> Grid(hexagon(2)).corner_cells(), Grid(parallelogram(3, 4)).corner_cells()
        ([0, 1, 2, 4, 5, 6], [0, 3, 8, 11])

        What lies between them at the rim are the sides:

        >>> grid = Grid(hexagon(3))
        >>> between = set(grid.rim()) - set(grid.corner_cells())
        >>> grid.components(between.__contains__)
        [[1], [3], [6], [12], [15], [17]]
        """
        ordered = sorted(self.cells)
        return sorted(self.index[cell] for cell in {*_half_turn(ordered), *_half_turn(ordered[::-1])})

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


def _half_turn(cells: Sequence[Hex]) -> list[Hex]:
    """The corners on one side of the outline of cells, which are in ascending or in descending order."""
    found: list[Hex] = []
    for cell in cells:
        while len(found) > 1 and not _turns(found[-2], found[-1], cell):
            found.pop()
        found.append(cell)
    return found


def _turns(a: Hex, b: Hex, c: Hex) -> bool:
    """Whether the way from a over b to c bends at b to the one side that leads around."""
    return (b.q - a.q) * (c.r - b.r) > (b.r - a.r) * (c.q - b.q)
