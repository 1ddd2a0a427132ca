"""What people see of classic Hex."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hexagora.engine.scene import POINTY, Board, Cell, Choice, Meter, Panel, Piece, Scene, button, cell
from hexagora.games.hex import rules, words
from hexagora.games.hex.state import SWAP
from hexagora.hexes import Layout, parallelogram

GOALS = ("top to bottom", "left to right")
GLYPHS = ("●", "◆")  # a shape for each colour
NAMES_KEPT = 1024  # panels that are kept


@dataclass(frozen=True)
class Drawn:
    """All that can ever lie on a board of one size, drawn once and shared by all scenes of it: the cells and stones by
    cell and what lies there (0 nothing, else 1 + the owner), and the choices by action."""

    cells: list[list[Cell]]
    stones: list[list[Piece]]
    choices: list[Choice]


_DRAWN: dict[int, Drawn] = {}


def drawn(box: Any) -> Drawn:
    if box.size not in _DRAWN:
        _DRAWN[box.size] = _draw(box)
    return _DRAWN[box.size]


def _draw(box: Any) -> Drawn:
    names, holders = words.cell_names(box.size), range(len(GLYPHS) + 1)
    centres = [(round(x, 3), round(y, 3)) for x, y in map(Layout().centre, parallelogram(box.size, box.size))]
    cells = [[Cell(names[c], x, y, terrain=_terrain(box, c), note=_note(names[c], holder)) for holder in holders]
             for c, (x, y) in enumerate(centres)]
    stones = [[Piece(f"stone-{name}", "stone", name, owner=holder - 1, glyph=GLYPHS[holder - 1],
                     note=_note(name, holder)) for holder in holders] for name in names]
    choices = [Choice(c, name, f"Lay a stone on {name}", "stone", [cell(name)]) for c, name in enumerate(names)]
    return Drawn(cells, stones, choices)


def scene(box: Any, s: Any, seats: list[str]) -> Scene:
    known = drawn(box)
    cells = [looks[holder] for looks, holder in zip(known.cells, s.stone, strict=False)]
    pieces = [looks[holder] for looks, holder in zip(known.stones, s.stone, strict=False) if holder]
    panels = [_panel(p, seats[p], not s.winner and s.mover == p) for p in range(2)]
    return Scene("hex", "Hex", [Board("board", POINTY, cells)], pieces, panels, _prompt(box, s))


@lru_cache(NAMES_KEPT)
def _panel(player: int, name: str, active: bool) -> Panel:
    return Panel(player, name, words.COLOURS[player], [Meter("joins", GOALS[player])], active=active)


def _terrain(box: Any, c: int) -> str:
    red, blue = box.sides[0][c], box.sides[1][c]
    return "corner" if red and blue else "red-side" if red else "blue-side" if blue else "plain"


def _note(name: str, holder: int) -> str:
    return f"{name}: {words.COLOURS[holder - 1]} stone" if holder else f"{name}: empty"


def _prompt(box: Any, s: Any) -> str:
    if s.winner:
        return f"{words.COLOURS[s.winner - 1].capitalize()} has joined both sides and wins."
    swap = ", or take over the first one" if rules.may_swap(box, s) else ""
    return f"{words.COLOURS[s.mover].capitalize()}: lay a stone{swap}; join {GOALS[s.mover]}."


def choice(box: Any, s: Any, a: int) -> Choice:
    if a == SWAP:
        return Choice(a, words.text(box, s, a), "Take over the first stone", "swap", [button("swap")])
    return drawn(box).choices[a]
