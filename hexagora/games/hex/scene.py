"""What people see of classic Hex."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import getitem

from hexagora.engine.hooks import Tale
from hexagora.engine.scene import (
    POINTY,
    Board,
    Border,
    Cell,
    Choice,
    Ending,
    Meter,
    Panel,
    Piece,
    Scene,
    button,
    cell,
    place,
)
from hexagora.games.hex import rules, words
from hexagora.games.hex.state import NO_CELL, SIDE_ONE, SIDE_TWO, SWAP, Box, State
from hexagora.hexes import Direction, Grid, Hex, Layout, Point, parallelogram

GOALS = ("top to bottom", "left to right")
METERS = [[Meter("joins", goal)] for goal in GOALS]  # shared by all panels
GLYPHS = ("●", "◆")  # a shape for each colour
NAMES_KEPT = 1024  # panels that are kept
FRAME = 1.05  # how far from the middle of its cells the frame lies, in radii


@dataclass(frozen=True)
class Drawn:
    """All that can ever lie on a board of one size, drawn once and shared by all scenes of it: the frame in the colours
    of its sides, the cells and stones by cell and what lies there (0 nothing, else 1 + the owner), and the choices by
    action."""

    frame: list[Border]
    cells: list[list[Cell]]
    stones: list[list[Piece]]
    choices: list[Choice]


_DRAWN: dict[int, Drawn] = {}


def drawn(box: Box) -> Drawn:
    size = box.size
    if size not in _DRAWN:
        _DRAWN[size] = _draw(box)
    return _DRAWN[size]


def _draw(box: Box) -> Drawn:
    names, holders = words.cell_names(box.size), range(len(GLYPHS) + 1)
    centres = Grid(parallelogram(box.size, box.size)).centres()
    cells = [[Cell(name, x, y, note=_note(name, holder)) for holder in holders]
             for name, (x, y) in zip(names, centres, strict=True)]
    stones = [[Piece(f"stone-{name}", "stone", name, owner=holder - 1, glyph=GLYPHS[holder - 1],
                     note=_note(name, holder)) for holder in holders] for name in names]
    choices = [Choice(c, name, f"Lay a stone on {name}", "stone", [cell(name)], lays="stone")
               for c, name in enumerate(names)]
    return Drawn(_frame(box.size), cells, stones, choices)


# the sides of a cell at the rim, by player: at two corners of the board players meet in the middle of one
TOP, LEFT, RIGHT, BOTTOM = ((Direction.NW, Direction.NE), (Direction.W, Direction.SW), (Direction.NE, Direction.E),
                            (Direction.SE, Direction.SW))  # fmt: skip


def _frame(size: int) -> list[Border]:
    """The four sides of the board, each in the colour of the player who joins it."""
    last, found = size - 1, []
    for k in range(size):
        for player, at, sides in ((0, Hex(k, 0), TOP), (0, Hex(k, last), BOTTOM),
                                  (1, Hex(0, k), LEFT), (1, Hex(last, k), RIGHT)):  # fmt: skip
            found += [_side(player, at, side, size) for side in sides]
    return found


def _side(player: int, at: Hex, side: Direction, size: int) -> Border:
    middle, layout = Layout().centre(at), Layout()
    ends = [_apart(middle, layout.corner(at.corner(turn))) for turn in (side.turn(-1), side)]
    if (at, side) in ((Hex(size - 1, 0), Direction.NE), (Hex(0, size - 1), Direction.SW)):
        half = Point(*((a + b) / 2 for a, b in zip(*ends, strict=True)))
        ends = [half, ends[1]] if player else [ends[0], half]
    (x1, y1), (x2, y2) = [(round(end.x, 3), round(end.y, 3)) for end in ends]
    colour = words.COLOURS[player]
    return Border(f"{colour} {at.q},{at.r} {side.name}", x1, y1, x2, y2, "frame", player, f"{colour} side")


def _apart(middle: Point, corner: Point) -> Point:
    return Point(middle.x + (corner.x - middle.x) * FRAME, middle.y + (corner.y - middle.y) * FRAME)


def scene(box: Box, s: State, seats: list[str]) -> Scene:
    known = drawn(box)
    cells = list(map(getitem, known.cells, s.stone))
    pieces = list(map(getitem, compress(known.stones, s.stone), filter(None, s.stone)))
    panels = [_panel(p, seats[p], not s.winner and s.mover == p) for p in range(2)]
    return Scene("hex", "Hex", [Board("board", POINTY, cells, borders=known.frame)], pieces, panels, _prompt(box, s))


@lru_cache(NAMES_KEPT)
def _panel(player: int, name: str, active: bool) -> Panel:
    return Panel(player, name, words.COLOURS[player], METERS[player], active=active)


def _note(name: str, holder: int) -> str:
    return f"{name}: {words.COLOURS[holder - 1]} stone" if holder else f"{name}: empty"


def _prompt(box: Box, s: State) -> str:
    if s.winner:
        return f"{words.COLOURS[s.winner - 1].capitalize()} has joined both sides and wins."
    swap = ", or take over the first one" if rules.may_swap(box, s) else ""
    return f"{words.COLOURS[s.mover].capitalize()}: lay a stone{swap}; join {GOALS[s.mover]}."


def choice(box: Box, s: State, a: int) -> Choice:
    if a == SWAP:
        return Choice(a, words.text(box, s, a), "Take over the first stone", "swap", [button("swap")])
    return drawn(box).choices[a]


def choices(box: Box, s: State, actions: Sequence[int]) -> list[Choice]:
    if SWAP in actions:
        return [choice(box, s, a) for a in actions]
    return list(map(drawn(box).choices.__getitem__, actions))


def ending(box: Box, s: State, tale: Tale) -> Ending:
    """The chain that joined the sides, as short as it can be walked."""
    return Ending(way=[place(words.cell_names(box.size)[c]) for c in winning_chain(box, s)])


def winning_chain(box: Box, s: State) -> list[int]:
    """The cells of the shortest way over the winner's stones from side to side."""
    winner = s.winner - 1
    starts = [c for c in range(box.cells) if s.stone[c] == s.winner and box.sides[winner][c] & SIDE_ONE]
    before: dict[int, int] = dict.fromkeys(starts, NO_CELL)
    waiting = deque(starts)
    while waiting:
        c = waiting.popleft()
        if box.sides[winner][c] & SIDE_TWO:
            return _back_from(before, c)
        for near in box.neighbour[c]:
            if near != NO_CELL and near not in before and s.stone[near] == s.winner:
                before[near] = c
                waiting.append(near)
    return []


def _back_from(before: dict[int, int], last: int) -> list[int]:
    way = [last]
    while before[way[-1]] != NO_CELL:
        way.append(before[way[-1]])
    return way[::-1]
