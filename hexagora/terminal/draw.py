"""Draws any scene as coloured text, in as many columns as there are.

A cell has two or three lines: its pieces, what it is (name, or sign with its numbers), its id. Where both fit, pieces
and sign share a line. Things on borders, such as walls, get a line of their own between the rows.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hexagora.engine.scene import FLAT, NODE, Badge, Board, Border, Cell, Panel, Piece, Scene
from hexagora.terminal.speech import Speech

WIDTH = 100  # columns of a table when nobody says otherwise
NARROW, WIDEST = 4, 14  # columns of a cell; even, so that every second row is shifted by half
NODE_LINES = 27  # of a graph
SIDE_LEAST = 30  # columns that panels beside a board need
GAP = 3  # columns between boards and panels
LONGEST_BADGE = 3  # letters of a badge that is shown in its cell
MARKS = {"card": "♦"}  # badges without words
STRAIGHT, RISING, FALLING, LEVEL = "│", "╱", "╲", "─"
LINK = "∙"
MORE = "…"  # where something did not fit; `look` tells all of it
BORDERS = STRAIGHT + RISING + FALLING + LEVEL
TWICE = {True: "║", False: "╳"}  # things of two owners on one border

Standing = dict[str, list[Piece]]  # cell → the pieces on it

PLAYER_STYLES = ("bright_red", "bright_green", "bright_blue", "bright_yellow", "bright_magenta", "bright_cyan")
COLOUR_STYLES = {
    "red": "bright_red", "green": "bright_green", "blue": "bright_blue", "yellow": "bright_yellow",
    "orange": "orange1", "purple": "bright_magenta", "black": "grey70", "white": "bright_white", "pink": "pink1",
}  # fmt: skip
TERRAIN_STYLES = ("white", "khaki1", "dark_sea_green", "light_salmon1", "plum2", "sky_blue1", "wheat1", "pale_green1")


def standing_on(scene: Scene, board: Board) -> Standing:
    found: Standing = {}
    for piece in scene.pieces:
        if piece.board == board.id:
            found.setdefault(piece.at, []).append(piece)
    return found


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


def things_between(scene: Scene, board: Board) -> list[Border]:
    """The borders with something on them; those where something may be put are places to choose."""
    offered = {target.id for choice in scene.choices for target in choice.path if target.kind == "border"}
    return [b for b in board.borders if b.owner is not None or b.id not in offered]


# what is written in a cell


def signs_of(pieces: list[Piece]) -> list[str]:
    """Pieces as they are written: the sign, and what stands on the piece where that is a number or short; a name that
    holds the sign stands for both, and a sign for the word that it begins."""
    return [_sign_of_piece(p.glyph[:1], p.label) for p in pieces]


def _sign_of_piece(sign: str, label: str) -> str:
    if len(label) > LONGEST_BADGE or (label.isalpha() and label[:1].lower() == sign.lower()):
        return sign
    return label if len(label) > 1 and sign in label else sign + label


def badges_of(cell: Cell) -> list[Badge]:
    """The badges of a cell that are short or have a mark, besides the one that is its sign."""
    return [b for b in cell.badges if b.text != cell.glyph and (
        0 < len(b.text) <= LONGEST_BADGE or (not b.text and b.kind in MARKS))]


def badge_sign(cell: Cell, badge: Badge) -> str:
    """What a badge says, after the sign of its cell; between two numbers stands a mark."""
    if not badge.text:
        return MARKS[badge.kind]
    return f"~{badge.text}" if cell.glyph[-1:].isdigit() and badge.text[:1].isdigit() else badge.text


def has_name(cell: Cell) -> bool:
    return bool(cell.label) and cell.label != cell.id


def sign_of(cell: Cell) -> str:
    """What a cell is: its name where it has one besides its id, else its sign with what its badges say."""
    if has_name(cell):
        return cell.label
    return cell.glyph.strip() + "".join(badge_sign(cell, badge) for badge in badges_of(cell))


@dataclass
class _Size:
    """How the cells of a board are drawn."""

    width: int
    lines: int  # of a cell
    pitch: int  # lines from one row to the next


def _size(board: Board, standing: Standing, room: int) -> _Size:
    rows = [("".join(signs_of(standing.get(c.id, []))), sign_of(c), c.id) for c in board.cells]
    together = max((len(pieces) + len(sign) + bool(pieces) for pieces, sign, _ in rows), default=0)
    longest = max((max(map(len, row)) for row in rows), default=0)
    xs = [c.x for c in board.cells] or [0.0]
    columns = (max(xs) - min(xs)) / (1.5 if board.shape == FLAT else math.sqrt(3)) + 1
    most = max(NARROW, min(WIDEST, int(room / columns) // 2 * 2))
    wanted = together // 2 * 2 + 2
    if wanted <= most:
        return _Size(max(NARROW, wanted), 2, 2 + bool(board.borders))
    return _Size(min(most, longest // 2 * 2 + 2), 3, 3 + bool(board.borders))


class _Canvas:
    """Characters with styles on a grid that grows."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, line: int, column: int, text: str, style: str, over: bool = True) -> None:
        for k, character in enumerate(text):
            if over or (line, column + k) not in self.marks:
                self.marks[line, column + k] = (character, style)

    def lines(self) -> list[Text]:
        if not self.marks:
            return []
        rows, columns = [r for r, _ in self.marks], [c for _, c in self.marks]
        result = []
        for row in range(min(rows), max(rows) + 1):
            line = Text(no_wrap=True)
            for column in range(min(columns), max((c for r, c in self.marks if r == row), default=min(columns)) + 1):
                character, style = self.marks.get((row, column), (" ", ""))
                line.append(character, style)
            result.append(line)
        return result


def draw_board(scene: Scene, board: Board, room: int = WIDTH) -> list[Text]:
    return _draw_graph(scene, board, room) if board.shape == NODE else _draw_hexes(scene, board, room)


# hexes


def _draw_hexes(scene: Scene, board: Board, room: int) -> list[Text]:
    canvas, standing = _Canvas(), standing_on(scene, board)
    size, styles = _size(board, standing, room), terrain_styles(board)
    across = size.width / (1.5 if board.shape == FLAT else math.sqrt(3))
    down = (2 * size.pitch / math.sqrt(3) if board.shape == FLAT else size.pitch / 1.5)
    for cell in board.cells:
        place = round(cell.y * down), round(cell.x * across)
        _draw_cell(canvas, scene, cell, standing.get(cell.id, []), place, size, styles[cell.terrain])
    for border in things_between(scene, board):
        _draw_border(canvas, scene, border, across, down, size)
    return canvas.lines()


def _draw_cell(canvas: _Canvas, scene: Scene, cell: Cell, pieces: list[Piece], place: tuple[int, int], size: _Size,
               terrain: str) -> None:
    line, column = place
    room = size.width - 1
    texts, sign = signs_of(pieces), sign_of(cell)
    if sum(map(len, texts)) > room:  # too many words for the cell: the signs alone
        texts = [text[:1] for text in texts]
        texts[room - 1 :] = [MORE] if len(texts) > room else texts[room - 1 :]
    at = column
    for piece, text in zip(pieces, texts, strict=False):
        canvas.write(line, at, text, player_style(scene, piece.owner))
        at += len(text)
    at += bool(pieces)
    if size.lines == 3 and (pieces or len(sign) > room):
        sign, rest = _over_two_lines(cell, sign, room)
        canvas.write(line, at, _cut(rest, room - (at - column)), terrain)
        line, at = line + 1, column
    if sign != "·" or not pieces:
        canvas.write(line, at, _cut(sign, room - (at - column)), terrain)
    canvas.write(place[0] + size.lines - 1, column, _cut(cell.id, room), "grey50")


def _over_two_lines(cell: Cell, sign: str, room: int) -> tuple[str, str]:
    """What a cell is, and the badges for which that line has no room."""
    rest = ""
    for badge in () if has_name(cell) else reversed(badges_of(cell)):
        if len(sign) > room:
            last = badge_sign(cell, badge)
            sign, rest = sign.removesuffix(last), last + rest
    return sign, rest


def _cut(text: str, room: int) -> str:
    """A text, or as much of it as there is room for; what is left out is not passed over in silence.

    >>> _cut("Amphitheatre", 12), _cut("Amphitheatre", 7)
    ('Amphitheatre', 'Amphit…')
    """
    return text if len(text) <= room else text[: max(0, room - 1)] + MORE


def _draw_border(canvas: _Canvas, scene: Scene, border: Border, across: float, down: float, size: _Size) -> None:
    """A sign between two cells, on the line between their rows or between them on their line."""
    x, y = (border.x1 + border.x2) / 2, (border.y1 + border.y2) / 2
    rise = (border.y2 - border.y1) * (border.x2 - border.x1)
    upright = abs(border.x2 - border.x1) < 0.1
    sign = STRAIGHT if upright else LEVEL if abs(border.y2 - border.y1) < 0.1 else FALLING if rise > 0 else RISING
    half = size.width / 2
    line = round(y * down) if upright else math.ceil(y * down - 0.01)
    column = round(round(x * across / half) * half + half - 1) if upright else round(x * across + half / 2)
    if canvas.marks.get((line, column), (" ", ""))[0] in BORDERS:
        sign = TWICE[upright]
    canvas.write(line, column, sign, player_style(scene, border.owner))


# graphs


def _draw_graph(scene: Scene, board: Board, room: int) -> list[Text]:
    canvas, standing, styles = _Canvas(), standing_on(scene, board), terrain_styles(board)
    xs, ys = [c.x for c in board.cells], [c.y for c in board.cells]
    across = (room - WIDEST) / (max(xs) - min(xs) or 1)
    down = min(across / 2, NODE_LINES / (max(ys) - min(ys) or 1))
    places = {c.id: (round((c.y - min(ys)) * down), round((c.x - min(xs)) * across)) for c in board.cells}
    for first, second in board.links:
        _draw_link(canvas, places[first], places[second])
    for cell in sorted(board.cells, key=has_name):
        line, column = places[cell.id]
        there = standing.get(cell.id, [])
        if has_name(cell):
            text = "".join(signs_of(there)) + cell.label
            canvas.write(*_free_place(canvas, line, column - len(text) // 2, text), text, styles[cell.terrain])
            continue
        sign = there[0].glyph[:1] if there else cell.glyph
        style = player_style(scene, there[0].owner) if there else styles[cell.terrain]
        canvas.write(line, column - 1, sign, style)
        canvas.write(line, column, cell.id, style if there else "grey50")
    return canvas.lines()


def _free_place(canvas: _Canvas, line: int, column: int, text: str) -> tuple[int, int]:
    """The place nearest to one where a text covers no node and no other text."""
    around = sorted(((down, across) for down in range(-2, 3) for across in range(-12, 13)),
                    key=lambda step: 4 * abs(step[0]) + abs(step[1]))
    for down, across in around:
        covered = {canvas.marks.get((line + down, column + across + k), (" ", ""))[0] for k in range(-1, len(text) + 1)}
        if covered <= {" ", LINK}:
            return line + down, column + across
    return line, column


def _draw_link(canvas: _Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]) // 2, 1)
    for k in range(1, steps):
        line = round(start[0] + (end[0] - start[0]) * k / steps)
        column = round(start[1] + (end[1] - start[1]) * k / steps)
        canvas.write(line, column, LINK, "grey35", over=False)


# what lies beside the boards


def draw_panel(scene: Scene, panel: Panel, told: Speech) -> Text:
    """A player's name, then all meters in one paragraph."""
    style = player_style(scene, panel.player)
    colour = f" ({told.text(panel.colour)})" if panel.colour not in ("", panel.name) else ""
    text = Text(f"{'▶ ' if panel.active else '  '}{told.text(panel.name)}{colour}", style)
    text.append("\n")
    meters = [m for m in panel.meters if m.value != 0 or m.limit is not None]  # nothing of a kind need not be said
    for k, meter in enumerate(meters):
        limit = f"/{meter.limit}" if meter.limit is not None else ""
        text.append(" · " if k else "  ", "grey42")
        text.append(f"{meter.label} ", "grey62")
        text.append(f"{meter.value}{limit}")
    return text


def _side(scene: Scene, told: Speech) -> Iterable[RenderableType]:
    for panel in scene.panels:
        yield draw_panel(scene, panel, told)
    if scene.piles:
        yield Text(" ".join(f"{p.title} ({p.count})" + (f": {', '.join(p.shown)}." if p.shown else ".")
                            for p in scene.piles if p.count or p.owner is None), "grey74")
    if scene.step is not None:
        yield Text(" · ").join(
            Text(step, "reverse bold" if k == scene.step else "grey50") for k, step in enumerate(scene.steps)
        )
    for note in scene.notes:
        yield Text(note, "italic grey62")


def draw(scene: Scene, width: int = WIDTH, speech: Speech | None = None) -> RenderableType:
    """The whole table: boards, what players have beside them or below, the prompt."""
    blocks = [_titled(scene, board, width) for board in scene.boards]
    widest = max((line.cell_len for block in blocks for line in block), default=0)
    side = Group(*_side(scene, speech or Speech()))
    if len(blocks) == 1 and widest + GAP + SIDE_LEAST <= width:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_column(width=widest, no_wrap=True)
        grid.add_column(width=width - widest - GAP)
        grid.add_row(Group(*blocks[0]), side)
        return Group(grid, Text(), Text(scene.prompt, "bold"))
    return Group(*_in_rows(blocks, width), side, Text(), Text(scene.prompt, "bold"))


def _titled(scene: Scene, board: Board, width: int) -> list[Text]:
    whole = min(width, WIDTH)
    room = whole if len(scene.boards) == 1 else width // 2 - GAP
    room = room - SIDE_LEAST - GAP if board.shape == NODE else room
    lines = draw_board(scene, board, room)
    if room < whole and any(MORE in line.plain for line in lines):  # half of the width leaves no room for its names
        lines = draw_board(scene, board, whole)
    return [Text(board.title or board.id, "bold underline"), *lines] if len(scene.boards) > 1 else lines


def _in_rows(blocks: list[list[Text]], width: int) -> Iterable[RenderableType]:
    """Boards beside each other as far as they fit."""
    row: list[list[Text]] = []
    for block in [*blocks, None]:
        used = sum(max(line.cell_len for line in b) + GAP for b in row)
        if row and (block is None or used + max(line.cell_len for line in block) > width):
            grid = Table.grid(padding=(0, GAP, 0, 0))
            for b in row:
                grid.add_column(width=max(line.cell_len for line in b), no_wrap=True)
            grid.add_row(*(Group(*b) for b in row))
            yield Padding(grid, (0, 0, 1, 0))
            row = []
        if block is not None:
            row.append(block)


# the legend


def legend(scene: Scene, speech: Speech | None = None) -> Text:
    """What the signs on the table mean: cells, numbers in them, borders, pieces."""
    told = speech or Speech()
    found: dict[str, dict[str, str]] = {}  # sign → meaning → style
    for board in scene.boards:
        styles = terrain_styles(board)
        for cell in board.cells:
            for sign, meaning in _signs(cell, told, board.shape != NODE):
                found.setdefault(sign, {}).setdefault(meaning, styles[cell.terrain])
        for border in things_between(scene, board):
            kind = told.sign(spoken(border.kind))
            found.setdefault(f"{STRAIGHT}{RISING}{FALLING}", {})[kind] = player_style(scene, border.owner)
    owners = _sole_owners(scene)
    for piece in scene.pieces:
        if piece.board is not None:
            sign = _sign_in_legend(piece)
            kind, colour = told.sign(spoken(piece.kind)), owners.get((piece.kind, sign), "")
            meaning = f"{kind} ({told.text(colour)})" if colour else kind
            found.setdefault(sign, {}).setdefault(meaning, player_style(scene, piece.owner))
    return Text(f"{told('Signs')}:  ", "bold").append_text(Text("   ").join(
        Text(f"{sign} {_in_common(list(styles))}", next(iter(styles.values()))) for sign, styles in found.items()))


def _in_common(meanings: list[str]) -> str:
    """What several meanings of one sign begin with; all of them where they have nothing in common.

    >>> _in_common(["track blue", "track red"])
    'track'
    >>> _in_common(["wizard", "town"])
    'wizard, town'
    """
    begun = takewhile(lambda words: len(set(words)) == 1, zip(*(text.split() for text in meanings), strict=False))
    return " ".join(words[0] for words in begun) or ", ".join(meanings)


def _sign_in_legend(piece: Piece) -> str:
    return _any_number(signs_of([piece])[0])


def _sole_owners(scene: Scene) -> dict[tuple[str, str], str]:
    """The colour of the one owner of all pieces of a kind with a sign, where pieces of the kind have several signs."""
    colours: dict[int | None, str] = {panel.player: panel.colour for panel in scene.panels}
    found: dict[str, dict[str, set[int | None]]] = {}  # kind → sign → owners
    for piece in scene.pieces:
        if piece.board is not None:
            found.setdefault(piece.kind, {}).setdefault(_sign_in_legend(piece), set()).add(piece.owner)
    return {(kind, sign): colours.get(next(iter(owners)), "") for kind, signs in found.items() if len(signs) > 1
            for sign, owners in signs.items() if len(owners) == 1}


def _signs(cell: Cell, told: Speech, badges: bool) -> Iterable[tuple[str, str]]:
    """The signs in a cell with their meanings; a name speaks for itself. Places of a graph have no room for badges."""
    terrain = told.sign(spoken(cell.terrain))
    if has_name(cell):
        if not cell.label.replace(" ", "").isalpha():  # "A+1" does not speak for itself
            yield "n" if cell.label.isdigit() else cell.label, terrain
        return
    numbered = next((b.kind for b in cell.badges if b.text == cell.glyph), "")
    if cell.glyph.strip():
        yield ("n", told.sign(spoken(numbered))) if numbered else (_any_number(cell.glyph), terrain)
    for badge in badges_of(cell) if badges else ():
        sign = _any_number(badge_sign(cell, badge))
        yield "A" if sign.isupper() else sign, told.sign(spoken(badge.kind))


def _any_number(sign: str) -> str:
    """A sign with n for its numbers.

    >>> _any_number("↓12")
    '↓n'
    """
    return re.sub(r"\d+", "n", sign)


def spoken(kind: str) -> str:
    """A kind in words; sizes of one kind are not told apart.

    >>> spoken("extra-action"), spoken("slot5")
    ('extra action', 'slot')
    """
    return kind.replace("-", " ").rstrip("0123456789")
