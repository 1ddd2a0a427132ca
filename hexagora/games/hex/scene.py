"""What people see of classic Hex."""

from functools import cache
from typing import Any

from hexagora.engine.scene import POINTY, Board, Cell, Choice, Meter, Panel, Piece, Scene, button, cell
from hexagora.games.hex import rules, words
from hexagora.games.hex.state import SWAP
from hexagora.hexes import Layout, parallelogram

GOALS = ("top to bottom", "left to right")
GLYPHS = ("●", "◆")  # a shape for each colour


@cache
def centres(size: int) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in map(Layout().centre, parallelogram(size, size))]


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    cells = [
        Cell(words.cell_name(box, c), x, y, terrain=_terrain(box, c), note=_note(box, s, c))
        for c, (x, y) in enumerate(centres(box.size))
    ]
    pieces = [
        Piece(f"stone-{words.cell_name(box, c)}", "stone", words.cell_name(box, c), owner=s.stone[c] - 1,
              glyph=GLYPHS[s.stone[c] - 1], note=_note(box, s, c))
        for c in range(box.cells)
        if s.stone[c]
    ]
    panels = [
        Panel(p, seats[p], words.COLOURS[p], [Meter("joins", GOALS[p])], active=not s.winner and s.mover == p)
        for p in range(2)
    ]
    return Scene("hex", "Hex", [Board("board", POINTY, cells)], pieces, panels, _prompt(box, s))


def _terrain(box: Any, c: int) -> str:
    red, blue = box.sides[0][c], box.sides[1][c]
    return "corner" if red and blue else "red-side" if red else "blue-side" if blue else "plain"


def _note(box: Any, s: Any, c: int) -> str:
    holder = f"{words.COLOURS[s.stone[c] - 1]} stone" if s.stone[c] else "empty"
    return f"{words.cell_name(box, c)}: {holder}"


def _prompt(box: Any, s: Any) -> str:
    if s.winner:
        return f"{words.COLOURS[s.winner - 1].capitalize()} has joined both sides and wins."
    swap = ", or take over the first one" if rules.may_swap(box, s) else ""
    return f"{words.COLOURS[s.mover].capitalize()}: lay a stone{swap}; join {GOALS[s.mover]}."


def choice(box: Any, s: Any, a: int) -> Choice:
    name = words.text(box, s, a)
    if a == SWAP:
        return Choice(a, name, "Take over the first stone", "swap", [button("swap")])
    return Choice(a, name, f"Lay a stone on {name}", "stone", [cell(name)])
