"""Draws any scene as coloured text: each cell two lines high, what is there above, its name below."""

import math
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.panel import Panel as Frame
from rich.table import Table
from rich.text import Text

from hexagora.engine.scene import FLAT, NODE, Board, Cell, Panel, Piece, Scene

NARROW, WIDEST = 4, 10  # columns of a cell; even, so that every second row is shifted by half
NODE_SCALE = (38.0, 19.0)  # columns and lines for half the width of a graph


Standing = dict[str, list[Piece]]  # cell → the pieces on it


def standing_on(scene: Scene, board: Board) -> Standing:
    found: Standing = {}
    for piece in scene.pieces:
        if piece.board == board.id:
            found.setdefault(piece.at, []).append(piece)
    return found


def written(piece: Piece) -> str:
    """A piece in a cell: its sign and what is written on it."""
    return piece.glyph[:1] + piece.label


def cell_width(board: Board, standing: Standing) -> int:
    words = [text for c in board.cells for text in (c.id, c.label)]
    pieces = ["".join(map(written, there)) for there in standing.values()]
    longest = max(map(len, [*words, *pieces]), default=0)
    return min(max(NARROW, longest // 2 * 2 + 2), WIDEST)


def scale(board: Board, width: int) -> tuple[float, float]:
    """Columns and lines for a length of one."""
    if board.shape == NODE:
        return NODE_SCALE
    if board.shape == FLAT:
        return width / 1.5, 2 / math.sqrt(3)
    return width / math.sqrt(3), 2 / 1.5


PLAYER_STYLES = ("bright_red", "bright_green", "bright_blue", "bright_yellow", "bright_magenta", "bright_cyan")
COLOUR_STYLES = {
    "red": "bright_red", "green": "bright_green", "blue": "bright_blue", "yellow": "bright_yellow",
    "orange": "orange1", "purple": "bright_magenta", "black": "grey70", "white": "bright_white",
}  # fmt: skip
TERRAIN_STYLES = ("white", "khaki1", "dark_sea_green", "light_salmon1", "plum2", "sky_blue1", "wheat1", "pale_green1")


def player_style(scene: Scene, player: int | None) -> str:
    if player is None:
        return "bold white"
    colours = {p.player: p.colour for p in scene.panels}
    named = COLOUR_STYLES.get(colours.get(player, ""))
    return f"bold {named or PLAYER_STYLES[player % len(PLAYER_STYLES)]}"


def terrain_styles(board: Board) -> dict[str, str]:
    """A muted colour for each kind of terrain, in the order in which they first appear."""
    kinds = dict.fromkeys(c.terrain for c in board.cells)
    return {kind: TERRAIN_STYLES[k % len(TERRAIN_STYLES)] for k, kind in enumerate(kinds)}


class _Canvas:
    """Characters with styles on a grid that grows."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, line: int, column: int, text: str, style: str) -> None:
        for k, character in enumerate(text):
            self.marks[line, column + k] = (character, style)

    def lines(self) -> list[Text]:
        if not self.marks:
            return []
        rows, columns = [r for r, _ in self.marks], [c for _, c in self.marks]
        result = []
        for row in range(min(rows), max(rows) + 1):
            line = Text()
            for column in range(min(columns), max(columns) + 1):
                character, style = self.marks.get((row, column), (" ", ""))
                line.append(character, style)
            result.append(line)
        return result


def draw_board(scene: Scene, board: Board) -> list[Text]:
    canvas = _Canvas()
    standing = standing_on(scene, board)
    width = cell_width(board, standing)
    across, down = scale(board, width)
    styles = terrain_styles(board)
    for cell in board.cells:
        column, line = round(cell.x * across), round(cell.y * down)
        _draw_cell(canvas, scene, cell, standing.get(cell.id, []), (line, column, width), styles[cell.terrain])
    return canvas.lines()


def _draw_cell(
    canvas: _Canvas, scene: Scene, cell: Cell, pieces: list[Piece], place: tuple[int, int, int], terrain: str
) -> None:
    line, column, width = place
    texts = [written(piece) for piece in pieces]
    if sum(map(len, texts)) >= width:  # too many words for the cell: the signs alone
        texts = [text[:1] for text in texts[: width - 2]]
    at = column
    for piece, text in zip(pieces, texts, strict=False):
        canvas.write(line, at, text, player_style(scene, piece.owner))
        at += len(text)
    glyph = cell.label or cell.glyph
    if not pieces or glyph != "·":
        canvas.write(line, at, glyph[: max(1, width - 1 - (at - column))], terrain)
    canvas.write(line + 1, column, cell.id[: width - 1], "grey42")


def draw_panel(scene: Scene, panel: Panel) -> Frame:
    table = Table.grid(padding=(0, 1))
    for meter in panel.meters:
        limit = f"/{meter.limit}" if meter.limit is not None else ""
        table.add_row(Text(meter.label, "grey62"), Text(f"{meter.value}{limit}"))
    style = player_style(scene, panel.player)
    name = f"{'▶ ' if panel.active else ''}{panel.name}" + (f" ({panel.colour})" if panel.colour else "")
    return Frame(table, title=Text(name, style), border_style=style if panel.active else "grey42", padding=(0, 1))


def draw(scene: Scene) -> RenderableType:
    """The whole table: boards, panels beside them, piles, prompt."""
    grid = Table.grid(padding=(0, 3))
    boards: list[Text] = []
    for board in scene.boards:
        if len(scene.boards) > 1:
            boards.append(Text(board.title or board.id, "bold underline"))
        boards += [*draw_board(scene, board), Text()]
    grid.add_row(Group(*boards), Group(*_side(scene)))
    return Group(grid, Text(scene.prompt, "bold"))


def _side(scene: Scene) -> Iterable[RenderableType]:
    for panel in scene.panels:
        yield draw_panel(scene, panel)
    for pile in scene.piles:
        shown = f": {', '.join(pile.shown)}" if pile.shown else ""
        yield Text(f"{pile.title} ({pile.count}){shown}", "grey74")
    if scene.step is not None:
        yield Text(" · ").join(
            Text(step, "reverse bold" if k == scene.step else "grey50") for k, step in enumerate(scene.steps)
        )
    for note in scene.notes:
        yield Text(note, "italic grey62")
