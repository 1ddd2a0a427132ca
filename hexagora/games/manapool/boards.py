"""Boards of Mana Pool: reading, the reasons to refuse one (E1 to E10) and the warnings about one (W1 to W10)."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from hexagora.engine.content import Part
from hexagora.games.manapool.state import GATES, MAX_CORNERS
from hexagora.hexes import Grid, Hex, hexagon, place_names, row_letters

PLAIN, PLUS_ATTACK, PLUS_DEFENCE, POOL, NO_HEX = ".", "A", "D", "O", "#"
SPECIAL = "LT"
LOCKING = SPECIAL + POOL
LEAST_CORNERS = 3
SAFE_SIEGE = 2  # siege tiles below which a table is warned
SAFE_FORTRESS = 6
MOST_NOTES = 2000  # characters
FAR = 99  # steps to what cannot be reached


class BoardFile(Part):
    """A board as it stands in a file."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{2,24}$")]
    name: Annotated[str, Field(min_length=1, max_length=40)]
    side: Annotated[int, Field(ge=4, le=8, strict=True)]
    rows: list[str]
    corners: list[str] | None = None
    provenance: Annotated[str, Field(pattern="^(text|web|designed|owner)$")] = "designed"
    notes: Annotated[str, Field(max_length=MOST_NOTES)] = ""


@dataclass(frozen=True)
class Problem:
    """A reason or warning with the cells where it is, or else the key."""

    code: str
    text: str
    cells: tuple[str, ...] = ()
    key: str = "rows"

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


def row_length(side: int, row: int) -> int:
    return side + min(row, 2 * side - 2 - row)


def default_corners(side: int) -> list[str]:
    """The six corners of the hexagon, clockwise from the top left."""
    widest, last = row_letters(side - 1), row_letters(2 * side - 2)
    return ["a1", f"a{side}", f"{widest}{2 * side - 1}", f"{last}{side}", f"{last}1", f"{widest}1"]


def centre_name(side: int) -> str:
    return f"{row_letters(side - 1)}{side}"


def around_centre(side: int) -> list[str]:
    """The six hexes next to the middle."""
    hexes = hexagon(side)
    return [name for name, h in zip(place_names(hexes), hexes, strict=True) if h.length == 1]


def angle(place: Hex) -> float:
    """Where a hex lies as seen from the middle, growing clockwise."""
    return math.atan2(place.r * math.sqrt(3) / 2, place.q + place.r / 2) % (2 * math.pi)


class Board:
    """A board laid out: glyphs by cell, geometry, corners and gates. Only made of rows that have the right form."""

    def __init__(self, file: BoardFile):
        self.file = file
        self.glyphs = "".join("".join(row.split()) for row in file.rows)
        hexes = hexagon(file.side)
        self.names = place_names(hexes)
        self.grid = Grid(hexes)
        present = [glyph != NO_HEX for glyph in self.glyphs]
        self.neighbour = [
            [n if n >= 0 and present[n] and present[c] else -1 for n in around]
            for c, around in enumerate(self.grid.neighbour_table())
        ]
        self.centre = len(hexes) // 2

    def cell(self, name: str) -> int:
        return self.names.index(name)

    def near(self, cell: int) -> list[int]:
        return [n for n in self.neighbour[cell] if n >= 0]

    def named(self, cells: Iterable[int]) -> str:
        return " ".join(self.names[c] for c in sorted(cells))

    def cells_with(self, glyphs: str) -> list[int]:
        return [c for c, g in enumerate(self.glyphs) if g in glyphs]

    @cached_property
    def corner_names(self) -> list[str]:
        return default_corners(self.file.side) if self.file.corners is None else self.file.corners

    @cached_property
    def corners(self) -> list[int]:
        """The cells of the corners that are on the board, each once."""
        known = [name for name in dict.fromkeys(self.corner_names) if name in self.names]
        return [c for c in map(self.cell, known) if self.glyphs[c] != NO_HEX]

    def gates(self, corner: int) -> list[int]:
        return sorted(self.near(corner))

    @cached_property
    def siege(self) -> list[int]:
        """The +1 Attack tiles that touch the Pool."""
        return [c for c in self.near(self.centre) if self.glyphs[c] == PLUS_ATTACK]

    def walk(self, start: int) -> dict[int, int]:
        """Steps from a hex to all that can be walked to: special tiles, Pool and corners end a walk or block it."""
        steps, todo = {start: 0}, [start]
        for c in todo:
            if c != start and self.glyphs[c] in LOCKING:
                continue
            for n in self.near(c):
                if n not in steps and n not in self.corners:
                    steps[n] = steps[c] + 1
                    todo.append(n)
        return steps


def errors(file: BoardFile, glyphs: str) -> list[Problem]:
    """Everything for which a board is refused. Without the right form nothing else can be looked at."""
    found = list(_form_errors(file, glyphs))
    if found:
        return found
    board = Board(file)
    return [*_pool_errors(board), *_corner_errors(board), *_gate_errors(board), *_route_errors(board)]


def _form_errors(file: BoardFile, glyphs: str) -> Iterator[Problem]:
    wanted = 2 * file.side - 1
    if len(file.rows) != wanted:
        yield Problem("E1", f"{len(file.rows)} rows; side {file.side} needs {wanted}")
    for i, row in enumerate(file.rows):
        tiles, letters = "".join(row.split()), row_letters(i)
        if len(file.rows) == wanted and len(tiles) != row_length(file.side, i):
            yield Problem("E1", f"row {letters} has {len(tiles)} hexes; it needs {row_length(file.side, i)}")
        for k, glyph in enumerate(tiles):
            if glyph not in glyphs:
                yield Problem("E2", f"unknown glyph {glyph!r} on {letters}{k + 1}; known: {' '.join(glyphs)}",
                              (f"{letters}{k + 1}",))


def _pool_errors(board: Board) -> Iterator[Problem]:
    pools = board.cells_with(POOL)
    middle = board.names[board.centre]
    if len(pools) != 1:
        yield Problem("E3", f"{len(pools)} Mana Pools{f' on {board.named(pools)}' if pools else ''}; there must be "
                            f"exactly one, on {middle}",
                      tuple(board.names[c] for c in pools) or (middle,))
    elif pools[0] != board.centre:
        yield Problem("E3", f"the Mana Pool is on {board.named(pools)}; it must be in the centre, {middle}",
                      (board.names[pools[0]],))
    if not board.siege:
        yield Problem("E9", f"no +1 Attack tile next to the Pool ({board.named(board.near(board.centre))}): "
                            "its first holder could never be removed", (middle,))


def _corner_errors(board: Board) -> Iterator[Problem]:
    names = board.corner_names
    if not LEAST_CORNERS <= len(names) <= MAX_CORNERS:
        yield Problem("E4", f"{len(names)} corners; allowed: {LEAST_CORNERS} to {MAX_CORNERS}", key="corners")
    there = {board.names[c] for c in board.corners}
    for name in sorted(set(names) - there):
        yield Problem("E4", f"the corner {name} is not on the board",
                      (name,) if name in board.names else (), "corners")
    for name in sorted({n for n in names if names.count(n) > 1}):
        yield Problem("E4", f"the corner {name} is listed twice", (name,), "corners")
    if len(board.corners) == len(names) >= LEAST_CORNERS and not _clockwise(board):
        yield Problem("E4", f"the corners {' '.join(names)} are not in clockwise order", tuple(names), "corners")


def _clockwise(board: Board) -> bool:
    """Whether the angles seen from the centre rise all the way round once."""
    angles = [angle(board.grid.cells[c]) for c in board.corners]
    first = angles.index(min(angles))
    turned = angles[first:] + angles[:first]
    return all(a < b for a, b in pairwise(turned))


def _gate_errors(board: Board) -> Iterator[Problem]:
    owners: dict[int, str] = {}
    for corner in board.corners:
        name, gates = board.names[corner], board.gates(corner)
        if board.glyphs[corner] != PLAIN:
            yield Problem("E5", f"the corner {name} is {board.glyphs[corner]!r}; a corner must be plain ('{PLAIN}')",
                          (name,))
        if len(gates) != GATES:
            yield Problem("E6", f"the corner {name} has {len(gates)} neighbours ({board.named(gates)}); "
                                f"it needs {GATES}", (name,))
        for gate in gates:
            if gate in board.corners and gate > corner:
                yield Problem("E7", f"the corners {name} and {board.names[gate]} touch", (name, board.names[gate]))
            if gate in owners:
                yield Problem("E7", f"the corners {owners[gate]} and {name} share the gate {board.names[gate]}",
                              (board.names[gate], owners[gate], name))
            owners[gate] = name
            if board.glyphs[gate] in LOCKING:
                yield Problem("E8", f"{board.glyphs[gate]!r} on {board.names[gate]}, a gate of {name}",
                              (board.names[gate],))


def _route_errors(board: Board) -> Iterator[Problem]:
    """Ways that are missing, as far as there is a Pool, a siege tile and a free gate to speak of."""
    has_pool = board.glyphs[board.centre] == POOL
    for corner in board.corners:
        for gate in board.gates(corner):
            if gate in board.corners or board.glyphs[gate] in LOCKING:
                continue
            reached, start, home = board.walk(gate), board.names[gate], board.names[corner]
            if has_pool and board.centre not in reached:
                yield Problem("E10", f"no way from {start}, a gate of {home}, to the Pool", (start,))
            if board.siege and not any(c in reached for c in board.siege):
                yield Problem("E10", f"no way from {start}, a gate of {home}, to a siege tile "
                                     f"({board.named(board.siege)})", (start,))


def warnings(board: Board) -> list[Problem]:
    """What a table should know about a board that is allowed."""
    return [*_tile_warnings(board), *_fairness_warnings(board), *_reach_warnings(board), *_fortress_warnings(board)]


def _tile_warnings(board: Board) -> Iterator[Problem]:
    gates = {g for c in board.corners for g in board.gates(c)}
    for c in board.cells_with(PLUS_DEFENCE):
        if c in gates:
            yield Problem("W1", f"+1 Defense on the gate {board.names[c]}: an intruder there can never be removed",
                          (board.names[c],))
    for c in board.cells_with(SPECIAL):
        if not any(board.glyphs[n] == PLUS_ATTACK for n in board.near(c)):
            yield Problem("W2", f"no +1 Attack next to {board.names[c]}: a token there is safe for ever",
                          (board.names[c],))
    for c in board.siege:
        if not any(board.glyphs[n] == PLUS_ATTACK for n in board.near(c)):
            yield Problem("W3", f"the siege tile {board.names[c]} touches no other +1 Attack", (board.names[c],))
    if len(board.siege) < SAFE_SIEGE:
        yield Problem("W4", f"only {len(board.siege)} siege tile ({board.named(board.siege)}); {SAFE_SIEGE} are safer",
                      tuple(board.names[c] for c in board.siege))
    for c in board.near(board.centre):
        if board.glyphs[c] in SPECIAL:
            yield Problem("W5", f"{board.glyphs[c]!r} on {board.names[c]}, next to the Pool", (board.names[c],))
        if board.glyphs[c] == PLUS_DEFENCE:
            yield Problem("W6", f"+1 Defense on {board.names[c]}, next to the Pool: an untouchable waiting place",
                          (board.names[c],))


def fortress(board: Board) -> int:
    """How many +1 Attack tiles a holder of the Pool would need to be safe: all connected with the siege tiles."""
    held = list(board.siege)
    for c in held:
        held += [n for n in board.near(c) if board.glyphs[n] == PLUS_ATTACK and n not in held]
    return len(held)


def _fairness_warnings(board: Board) -> Iterator[Problem]:
    corners = set(board.corners)
    turns = [_turn(board, 1), _turn(board, 2)]
    if not any(
        all(board.glyphs[c] == board.glyphs[t[c]] for c in range(len(t))) and {t[c] for c in corners} == corners
        for t in turns
    ):
        yield Problem("W7", "no turn by 60 or 120 degrees maps the board onto itself")
    if len({distances(board, c) for c in board.corners}) > 1:
        told = ", ".join(f"{board.names[c]} {'/'.join(map(_spoken, distances(board, c)))}" for c in board.corners)
        yield Problem("W8", f"the corners differ in their steps to Pool/siege tile/Extra Action/Extra Spawn: {told}",
                      tuple(board.names[c] for c in board.corners))


def _spoken(steps: int) -> str:
    return "none" if steps == FAR else str(steps)


def _turn(board: Board, sixths: int) -> list[int]:
    return [board.grid.index[h.rotate(sixths)] for h in board.grid.cells]


def distances(board: Board, corner: int) -> tuple[int, int, int, int]:
    """Fewest steps from the gates of a corner to the Pool, a siege tile, an Extra Action and an Extra Spawn."""
    reached = [board.walk(g) for g in board.gates(corner)]

    def nearest(targets: Iterable[int]) -> int:
        return min((r[t] for r in reached for t in targets if t in r), default=FAR)

    return (nearest([board.centre]), nearest(board.siege), nearest(board.cells_with("L")),
            nearest(board.cells_with("T")))


def _reach_warnings(board: Board) -> Iterator[Problem]:
    reached = {c for corner in board.corners for g in board.gates(corner) for c in board.walk(g)}
    for c in board.cells_with(SPECIAL):
        if c not in reached:
            yield Problem("W9", f"no gate can reach {board.names[c]}", (board.names[c],))


def _fortress_warnings(board: Board) -> Iterator[Problem]:
    if fortress(board) < SAFE_FORTRESS:
        yield Problem("W10", f"fortress number {fortress(board)}, below {SAFE_FORTRESS}: the Pool can be sealed off")
