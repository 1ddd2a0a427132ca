"""The geometry keeps its promises on shapes and coordinates nobody picked by hand."""

import inspect
import math
import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexagora import hexes
from hexagora.hexes import (
    Border,
    Compass,
    Corner,
    Direction,
    Flat,
    Grid,
    Hex,
    Layout,
    Point,
    column_names,
    hexagon,
    parallelogram,
    parse,
    place_names,
    rectangle,
    row_letters,
    slanted_names,
    stretched,
    triangle,
)

PUBLIC = {
    "column_names", "Border", "Box", "Compass", "Corner", "Direction", "Flat", "Grid", "Hex", "Layout", "Point",
    "groups", "hexagon", "motions", "moved", "parallelogram", "parse", "place_names", "rectangle", "row_letters",
    "slanted_names", "stretched", "triangle",
}  # fmt: skip

COORDINATES = st.integers(-50, 50)
CELLS = st.builds(Hex, COORDINATES, COORDINATES)
DIRECTIONS = st.sampled_from([*Direction, *Flat])
SIZES = st.integers(1, 5)
SHAPES = st.one_of(
    st.builds(hexagon, st.integers(1, 4)),
    st.builds(rectangle, SIZES, SIZES),
    st.builds(parallelogram, SIZES, SIZES),
    st.builds(triangle, SIZES),
    st.sampled_from([stretched(4, 3, 3, 4, 3, 3), stretched(3, 4, 4, 3, 4, 4), stretched(2, 4, 3, 3, 3, 4)]),
)
LAYOUTS = st.builds(
    Layout,
    st.sampled_from(["pointy", "flat"]),
    st.floats(0.5, 100),
    st.builds(Point, st.floats(-500, 500), st.floats(-500, 500)),
)


def row_lengths(cells):
    return [count for _, count in sorted(Counter(cell.r for cell in cells).items())]


def near(a, b):
    return math.dist(a, b) < 1e-6


# --- documentation ------------------------------------------------------------------------------


def own_classes_and_functions():
    for name, thing in vars(hexes).items():
        if getattr(thing, "__module__", "").startswith(hexes.__name__) and not name.startswith("_"):
            yield name, thing


def test_the_public_names_are_all_there_is():
    assert {name for name, _ in own_classes_and_functions()} == PUBLIC


def test_every_public_function_has_an_example():
    documented = dict(own_classes_and_functions())
    for name, thing in own_classes_and_functions():
        for part, value in vars(thing).items():
            if not part.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                documented[f"{name}.{part}"] = value
    functions = [name for name, thing in documented.items() if not inspect.isclass(thing)]
    assert len(functions) > 30
    assert [name for name in functions if ">>>" not in (documented[name].__doc__ or "")] == []


# --- directions and coordinates -----------------------------------------------------------------


def test_directions_run_clockwise_from_the_east():
    assert [(d.name, d.delta) for d in Direction] == [
        ("E", (1, 0)), ("SE", (0, 1)), ("SW", (-1, 1)), ("W", (-1, 0)), ("NW", (0, -1)), ("NE", (1, -1)),
    ]  # fmt: skip


def test_flat_names_are_the_same_steps():
    assert {d.name: d.delta for d in Flat} == {
        "N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0),
    }  # fmt: skip


@given(DIRECTIONS)
def test_opposite_leads_back(direction: Compass):
    assert direction.delta + direction.opposite.delta == Hex(0, 0)
    assert direction.opposite.opposite is direction
    assert direction.turn(6) is direction


@given(CELLS, CELLS, st.integers(-5, 5))
def test_arithmetic_is_that_of_vectors(a, b, factor):
    assert a + b - b == a
    assert a + -a == Hex(0, 0)
    assert a * factor == factor * a
    assert (a + b) * factor == a * factor + b * factor
    assert a.q + a.r + a.s == 0


@given(CELLS, CELLS, CELLS)
def test_distance_is_a_metric(a, b, c):
    assert a.distance(b) == b.distance(a)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)


@given(CELLS, CELLS, CELLS, st.integers(-12, 12))
def test_rotation_keeps_distances_and_comes_round_after_six(a, b, centre, steps):
    assert a.rotate(6) == a
    assert a.rotate(steps).rotate(-steps) == a
    assert a.rotate(3) == -a
    assert centre.rotate(steps, centre) == centre
    assert a.rotate(steps, centre).distance(b.rotate(steps, centre)) == a.distance(b)


@given(DIRECTIONS, st.integers(-6, 6))
def test_rotating_a_step_turns_its_direction(direction, steps):
    assert direction.delta.rotate(steps) == direction.turn(steps).delta


@given(CELLS, CELLS, DIRECTIONS)
def test_reflection_fixes_its_axis_and_undoes_itself(a, b, axis):
    assert a.reflect(axis).reflect(axis) == a
    assert axis.delta.reflect(axis) == axis.delta
    assert axis.turn(1).delta.reflect(axis) == axis.turn(-1).delta
    assert a.reflect(axis).distance(b.reflect(axis)) == a.distance(b)


@given(CELLS, CELLS, CELLS)
def test_lines_are_unbroken_shortest_and_the_same_both_ways(a, b, shift):
    line = a.line_to(b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == a.distance(b) + 1
    assert all(one.distance(two) == 1 for one, two in pairwise(line))
    assert b.line_to(a) == line[::-1]
    assert (a + shift).line_to(b + shift) == [cell + shift for cell in line]


@given(CELLS, st.integers(0, 8))
def test_rings_fill_the_disk(centre, radius):
    rings = [centre.ring(k) for k in range(radius + 1)]
    assert [len(ring) for ring in rings] == [6 * k or 1 for k in range(radius + 1)]
    assert all(cell.distance(centre) == k for k, ring in enumerate(rings) for cell in ring)
    disk = centre.disk(radius)
    assert len(disk) == 3 * radius * (radius + 1) + 1
    assert set(disk) == {cell for ring in rings for cell in ring}
    assert disk == sorted(disk, key=lambda cell: (cell.r, cell.q))


@given(CELLS, st.integers(1, 8))
def test_a_ring_runs_clockwise_from_the_east(centre, radius):
    ring = centre.ring(radius)
    assert ring[::radius] == [centre + d.delta * radius for d in Direction]
    assert all(one.distance(two) == 1 for one, two in zip(ring, ring[1:] + ring[:1], strict=True))


# --- borders and corners ------------------------------------------------------------------------


@given(CELLS, DIRECTIONS)
def test_a_border_is_shared_by_exactly_two_hexes(cell, direction):
    border = cell.border(direction)
    neighbour = cell.neighbour(direction)
    assert border == neighbour.border(direction.opposite) == Border(neighbour, cell)
    assert hash(border) == hash(neighbour.border(direction.opposite))
    assert set(border.hexes) == {cell, neighbour}
    assert [h for h in cell.disk(3) if border in {h.border(d) for d in Direction}] == list(border.hexes)


@given(CELLS, DIRECTIONS)
def test_a_corner_is_shared_by_exactly_three_hexes(cell, direction):
    corner = cell.corner(direction)
    assert [h for h in cell.disk(3) if corner in {h.corner(d) for d in Direction}] == list(corner.hexes)
    assert corner == Corner(*reversed(corner.hexes))


@given(CELLS, DIRECTIONS)
def test_borders_and_corners_know_each_other(cell, direction):
    border, corner = cell.border(direction), cell.corner(direction)
    assert set(border.corners()) == {corner, cell.corner(direction.turn(-1))}
    assert all(border in end.borders() for end in border.corners())
    assert len(set(corner.borders())) == 3
    assert all(corner in side.corners() for side in corner.borders())


def test_hexes_that_do_not_touch_share_nothing():
    with pytest.raises(ValueError, match="must be neighbours"):
        Border(Hex(0, 0), Hex(2, 0))
    with pytest.raises(ValueError, match="share no corner"):
        Corner(Hex(0, 0), Hex(1, 0), Hex(2, 0))


# --- shapes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "rows", "rim"),
    [
        ((3, 3, 3, 3, 3, 3), ["a3-a5", "b2-b5", "c1-c5", "d1-d4", "e1-e3"], 12),
        ((4, 3, 3, 4, 3, 3), ["a3-a6", "b2-b6", "c1-c6", "d1-d5", "e1-e4"], 14),
        ((3, 4, 4, 3, 4, 4), ["a4-a6", "b3-b6", "c2-c6", "d1-d6", "e1-e5", "f1-f4", "g1-g3"], 16),
    ],
)
def test_stretched_hexagons_have_these_rows(sides, rows, rim):
    cells = stretched(*sides)
    names = slanted_names(cells)
    by_row = [[name for name in names if name[0] == row[0]] for row in rows]
    assert [f"{row[0]}-{row[-1]}" for row in by_row] == rows
    assert [name for row in by_row for name in row] == names
    assert len(Grid(cells).rim()) == rim


def test_counts_of_cells():
    assert len(stretched(3, 3, 3, 3, 3, 3)) == 19
    assert len(stretched(4, 3, 3, 4, 3, 3)) == 24
    assert len(stretched(3, 4, 4, 3, 4, 4)) == 30
    assert len(hexagon(4)) == 37
    assert len(hexagon(5)) == 61
    assert len(parallelogram(11, 11)) == 121
    assert row_lengths(hexagon(5)) == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert row_lengths(triangle(4)) == [1, 2, 3, 4]
    assert row_lengths(rectangle(3, 5)) == [5, 5, 5]


@given(SIZES, SIZES, SIZES, SIZES)
def test_a_stretched_hexagon_has_its_six_sides(top, upper_right, lower_right, bottom):
    lower_left = top + upper_right - bottom
    upper_left = upper_right + lower_right - lower_left
    sides = (top, upper_right, lower_right, bottom, lower_left, upper_left)
    if min(sides) < 1:
        with pytest.raises(ValueError, match="at least 1"):
            stretched(*sides)
        return
    cells = stretched(*sides)
    walk = [cells[0]]
    for side, direction in zip(sides, Direction, strict=True):
        walk += [walk[-1] + direction.delta * i for i in range(1, side)]
    assert walk[-1] == cells[0]
    assert set(walk) <= set(cells)
    assert {cells[number] for number in Grid(cells).rim()} == set(walk)


@pytest.mark.parametrize("sides", [(3, 3, 3, 4, 3, 3), (3, 3, 3, 3, 3, 4), (4, 3, 3, 3, 3, 3)])
def test_sides_that_do_not_close_are_refused(sides):
    with pytest.raises(ValueError, match="do not close"):
        stretched(*sides)


@pytest.mark.parametrize("make", [lambda: hexagon(0), lambda: rectangle(0, 3), lambda: parallelogram(2, -1)])
def test_empty_shapes_are_refused(make):
    with pytest.raises(ValueError, match="must be at least 1"):
        make()


@given(SHAPES)
def test_shapes_are_connected_and_in_reading_order(cells):
    assert cells == sorted(set(cells), key=lambda cell: (cell.r, cell.q))
    assert Grid(cells).components(lambda _: True) == [list(range(len(cells)))]


def test_second_row_of_a_rectangle_is_shifted_right():
    pointy = Layout("pointy")
    cells = rectangle(4, 3)
    firsts = [pointy.centre(cells[3 * row]).x for row in range(4)]
    assert firsts == pytest.approx([0, math.sqrt(3) / 2, 0, math.sqrt(3) / 2])


# --- names --------------------------------------------------------------------------------------


@given(SHAPES, st.sampled_from([place_names, slanted_names]), st.randoms())
def test_names_come_back_as_their_cells_in_any_order(cells, naming, random):
    shuffled = random.sample(cells, len(cells))
    names = naming(shuffled)
    assert [parse(name, names) for name in names] == list(range(len(cells)))
    assert dict(zip(shuffled, names, strict=True)) == dict(zip(cells, naming(cells), strict=True))


def test_row_letters_go_on_after_z():
    letters = [row_letters(row) for row in range(26 * 27 + 1)]
    assert len(set(letters)) == len(letters)
    assert letters == sorted(letters, key=lambda text: (len(text), text))
    assert letters[-2:] == ["zz", "aaa"]


def test_places_in_the_row_start_at_one_in_every_row():
    names = place_names(hexagon(5))
    grid = Grid(hexagon(5))
    assert names[grid.index[Hex(0, 0)]] == "e5"
    assert [names[number] for number in grid.neighbour_table()[parse("a1", names)] if number >= 0] == ["a2", "b2", "b1"]
    assert [names[grid.index[d.delta * 4]] for d in Direction] == ["e9", "i5", "i1", "e1", "a1", "a5"]


def test_slanted_numbers_follow_the_neighbours():
    grid = Grid(stretched(3, 4, 4, 3, 4, 4))
    names = slanted_names(grid.cells)
    around = grid.neighbour_table()[parse("d4", names)]
    assert {d.name: names[around[d]] for d in Direction} == {
        "E": "d5", "SE": "e4", "SW": "e3", "W": "d3", "NW": "c4", "NE": "c5",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a1", "there is no cell a1: row a runs from a3 to a5"),
        ("c05", "there is no cell c05: row c runs from c1 to c5"),
        ("f1", "there is no cell f1: the rows run from a to e"),
        ("C3", "'C3' is not a cell name: write the row in small letters, then the number, like a3"),
        ("", "'' is not a cell name: write the row in small letters, then the number, like a3"),
    ],
)
def test_a_wrong_name_is_told_what_would_be_right(name, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse(name, slanted_names(hexagon(3)))


def test_a_wrong_number_in_a_long_row_is_told_its_real_ends():
    with pytest.raises(ValueError, match="row b runs from b1 to b12"):
        parse("b13", place_names(rectangle(28, 12)))


# --- pixels -------------------------------------------------------------------------------------


@given(LAYOUTS, CELLS)
def test_the_centre_of_a_hex_is_in_it(layout, cell):
    assert layout.hex_at(layout.centre(cell)) == cell


@given(LAYOUTS, CELLS, st.integers(0, 5), st.floats(0, 0.99))
def test_points_towards_a_corner_are_in_the_hex(layout, cell, number, share):
    centre, corner = layout.centre(cell), layout.polygon(cell)[number]
    inside = Point(*(c + share * (k - c) for c, k in zip(centre, corner, strict=True)))
    assert layout.hex_at(inside) == cell


@given(LAYOUTS, CELLS)
def test_polygons_are_regular_clockwise_and_fit_together(layout, cell):
    points = layout.polygon(cell)
    assert [math.dist(layout.centre(cell), p) for p in points] == pytest.approx([layout.size] * 6)
    for d in Direction:
        end, start = points[d], points[d.turn(-1)]
        assert math.dist(start, end) == pytest.approx(layout.size)
        assert set(layout.border(cell.border(d))) == {start, end}
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        there = layout.centre(cell.neighbour(d))
        assert near(middle, [(a + b) / 2 for a, b in zip(layout.centre(cell), there, strict=True)])
    area = sum(p.x * q.y - q.x * p.y for p, q in zip(points, points[1:] + points[:1], strict=True)) / 2
    assert area == pytest.approx(1.5 * math.sqrt(3) * layout.size**2, rel=1e-3)  # positive: clockwise with y downward


def test_compass_names_point_where_they_say():
    def points(layout, directions):
        for d in directions:
            x, y = layout.centre(d.delta)
            vertical = "N" if y < -1e-9 else "S" if y > 1e-9 else ""
            yield vertical + ("W" if x < -1e-9 else "E" if x > 1e-9 else "")

    assert list(points(Layout("pointy"), Direction)) == [d.name for d in Direction]
    assert list(points(Layout("flat"), Flat)) == [d.name for d in Flat]


@given(LAYOUTS, SHAPES)
def test_bounds_hold_every_corner_tightly(layout, cells):
    box = layout.bounds(cells)
    points = [point for cell in cells for point in layout.polygon(cell)]
    assert min(p.x for p in points) == box.x
    assert min(p.y for p in points) == box.y
    assert max(p.x for p in points) == pytest.approx(box.x + box.width)
    assert max(p.y for p in points) == pytest.approx(box.y + box.height)


@pytest.mark.parametrize(("orientation", "size"), [("round", 1), ("Flat", 1), ("flat", 0)])
def test_impossible_layouts_are_refused(orientation, size):
    with pytest.raises(ValueError, match="must be"):
        Layout(orientation, size)


# --- dense tables -------------------------------------------------------------------------------


@given(SHAPES)
def test_the_neighbour_table_is_symmetric_through_opposite_directions(cells):
    table = Grid(cells).neighbour_table()
    for cell, around in enumerate(table):
        for d in Direction:
            if around[d] >= 0:
                assert table[around[d]][d.opposite] == cell


@given(SHAPES)
def test_every_border_and_corner_has_one_number(cells):
    grid = Grid(cells)
    for parts, table, shared in (
        (grid.borders(), grid.border_table(), 2),
        (grid.corners(), grid.corner_table(), 3),
    ):
        seen = Counter(number for row in table for number in row)
        assert sorted(seen) == list(range(len(parts)))
        assert max(seen.values()) <= shared
        for number, part in enumerate(parts):
            assert seen[number] == sum(cell in grid.index for cell in part.hexes)


@given(SHAPES)
def test_cells_borders_and_corners_obey_euler(cells):
    grid = Grid(cells)
    assert len(grid.corners()) - len(grid.borders()) + len(cells) == 1


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        (hexagon(3), 12),
        (triangle(4), 6),
        (stretched(4, 3, 3, 4, 3, 3), 4),
        (stretched(3, 4, 4, 3, 4, 4), 4),
        (stretched(2, 3, 2, 3, 2, 3), 6),
        (parallelogram(4, 4), 4),
        (parallelogram(3, 4), 2),
        (rectangle(3, 4), 2),
        (rectangle(4, 3), 2),
    ],
)
def test_shapes_have_this_many_symmetries(cells, count):
    assert len(Grid(cells).symmetries()) == count


@given(SHAPES)
def test_symmetries_keep_distances_and_start_with_standing_still(cells):
    grid = Grid(cells)
    distance = grid.distance_table()
    symmetries = grid.symmetries()
    assert symmetries[0] == list(range(len(cells)))
    for moved in symmetries:
        assert sorted(moved) == list(range(len(cells)))
        assert [[distance[a][b] for b in moved] for a in moved] == distance


@given(SHAPES, st.data())
def test_components_part_the_passable_cells(cells, data):
    grid = Grid(cells)
    blocked = data.draw(st.sets(st.integers(0, len(cells) - 1)))
    groups = grid.components(lambda cell: cell not in blocked)
    assert sorted(cell for group in groups for cell in group) == sorted(set(range(len(cells))) - blocked)
    assert groups == sorted(groups)
    for group in groups:
        reach, _ = grid.shortest(group[0], lambda _, near: math.inf if near in blocked else 1)
        assert [cell for cell, cost in enumerate(reach) if cost < math.inf] == group


@given(SHAPES, st.data())
def test_cheapest_ways_cannot_be_improved_and_can_be_walked(cells, data):
    grid = Grid(cells)
    last = len(cells) - 1
    price = data.draw(st.lists(st.integers(0, 9), min_size=len(cells), max_size=len(cells)))
    start = data.draw(st.integers(0, last))
    best, before = grid.shortest(start, lambda _, near: price[near])
    assert best[start] == 0
    assert before[start] == -1
    for cell, around in enumerate(grid.neighbour_table()):
        assert all(best[n] <= best[cell] + price[n] for n in around if n >= 0)
        if cell != start:
            assert best[cell] == best[before[cell]] + price[cell]


def test_steps_that_cost_one_cost_the_distance():
    grid = Grid(hexagon(4))
    assert [grid.shortest(cell, lambda *_: 1)[0] for cell in range(37)] == grid.distance_table()


def test_negative_costs_are_refused():
    with pytest.raises(ValueError, match="must not be negative"):
        Grid(hexagon(2)).shortest(0, lambda *_: -1)


def test_a_grid_refuses_no_cells_and_cells_twice():
    with pytest.raises(ValueError, match="at least one"):
        Grid([])
    with pytest.raises(ValueError, match=r"Hex\(q=1, r=0\) is in the list more than once"):
        Grid([Hex(0, 0), Hex(1, 0), Hex(1, 0)])


# --- lines, views and surroundings of grids -------------------------------------------------------

BOARDS = SHAPES.map(Grid)


@st.composite
def boards_with_blocks(draw):
    grid = draw(BOARDS)
    cells = st.integers(0, len(grid.cells) - 1)
    return grid, draw(st.sets(cells)), draw(cells), draw(cells)


@given(BOARDS, st.data())
def test_a_ray_is_a_straight_line_of_neighbours_that_ends_at_the_rim(grid, data):
    start, direction = data.draw(st.integers(0, len(grid.cells) - 1)), data.draw(DIRECTIONS)
    way = [start, *grid.ray(start, direction)]
    assert all(grid.cells[b] - grid.cells[a] == direction.delta for a, b in pairwise(way))
    assert grid.cells[way[-1]] + direction.delta not in grid.index


@given(boards_with_blocks())
def test_seeing_is_mutual_and_never_through_a_wall_of_blocks(made):
    grid, blocks, one, other = made
    assert grid.sees(one, other, blocks.__contains__) == grid.sees(other, one, blocks.__contains__)
    if grid.cells[one].distance(grid.cells[other]) <= 1:
        assert grid.sees(one, other, blocks.__contains__)


@given(boards_with_blocks())
def test_along_a_ray_the_first_block_is_the_last_thing_seen(made):
    grid, blocks, one, _ = made
    seen = grid.view(one, blocks.__contains__)
    for ray in grid.rays(one):
        first = next((k for k, cell in enumerate(ray) if cell in blocks), len(ray))
        assert [cell in seen for cell in ray] == [k <= first for k in range(len(ray))]


@given(boards_with_blocks(), st.integers(0, 4))
def test_a_view_is_what_is_seen_and_near_enough(made, radius):
    grid, blocks, one, _ = made
    near_enough = [c for c in grid.disk(one, radius) if c != one and grid.sees(one, c, blocks.__contains__)]
    assert sorted(grid.view(one, blocks.__contains__, radius)) == sorted(near_enough)


@given(BOARDS, st.integers(0, 4))
def test_rings_make_up_a_disk(grid, radius):
    for cell in range(len(grid.cells)):
        rings = [c for r in range(radius + 1) for c in grid.ring(cell, r)]
        assert sorted(rings) == sorted(grid.disk(cell, radius))
        assert all(grid.cells[cell].distance(grid.cells[c]) == radius for c in grid.ring(cell, radius))


@given(SIZES, SIZES, SIZES, SIZES)
def test_the_corner_cells_part_the_rim_into_its_sides(top, upper_right, lower_right, bottom):
    lower_left = top + upper_right - bottom
    sides = (top, upper_right, lower_right, bottom, lower_left, upper_right + lower_right - lower_left)
    if min(sides) < 2:
        return
    grid = Grid(stretched(*sides))
    ends = [grid.cells[0]]
    for side, direction in zip(sides, Direction, strict=True):
        ends.append(ends[-1] + direction.delta * (side - 1))
    corners = grid.corner_cells()
    assert {grid.cells[cell] for cell in corners} == set(ends)
    between = set(grid.rim()) - set(corners)
    if min(sides) > 2:
        assert sorted(map(len, grid.components(between.__contains__))) == sorted(side - 2 for side in sides)


@given(BOARDS)
def test_all_cells_lie_within_the_outline_from_corner_to_corner(grid):
    corners = [grid.cells[cell] for cell in grid.corner_cells()]
    for way in (lambda c: c.q, lambda c: c.r, lambda c: c.s, lambda c: c.q - c.r, lambda c: 2 * c.q + c.r):
        assert max(map(way, grid.cells)) == max(map(way, corners))
        assert min(map(way, grid.cells)) == min(map(way, corners))


@given(boards_with_blocks())
def test_a_region_is_the_group_that_a_cell_belongs_to(made):
    grid, blocks, one, _ = made

    def passable(cell):
        return cell not in blocks

    found = grid.region(one, passable)
    assert (one in found) == passable(one)
    assert found in [*grid.components(passable), []]


@given(BOARDS)
def test_every_cell_has_one_name_and_one_place(grid):
    assert len(set(grid.names())) == len(set(grid.centres())) == len(grid.cells)
    for style in (slanted_names, column_names):
        assert len(set(grid.names(style))) == len(grid.cells)
