"""What can be edited of Mana Pool: boards, and positions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexagora.engine.editing import (
    CHOICE,
    LONG_TEXT,
    TEXT,
    WARNING,
    Brush,
    Data,
    Editable,
    Field,
    Mend,
    Remark,
    Start,
    at,
    form_remarks,
)
from hexagora.engine.errors import BadContent
from hexagora.engine.positions import Listed, Mark, Positions
from hexagora.engine.scene import POINTY, Board, Cell, Piece, Scene
from hexagora.games.manapool import boards
from hexagora.games.manapool.boards import NO_HEX, PLAIN, PLUS_ATTACK, POOL, BoardFile, Problem, row_length
from hexagora.games.manapool.content import read_board
from hexagora.games.manapool.scene import centres
from hexagora.games.manapool.words import NAMES, PHASES, cell_names
from hexagora.hexes import Hex, hexagon

if TYPE_CHECKING:
    from hexagora.engine.game import Game

SIDES = range(4, 9)
CORNER = "corner"
BLANK = "blank"
GLYPHS = {"pool": "◎", "extra-action": "ϟ", "extra-spawn": "+", "plus-defence": "D", "plus-attack": "A",
          "minus-attack": "a", "plain": "·"}


class Boards(Editable):
    """Boards: a glyph for each hex, and the corners where players may start."""

    id = "boards"
    title = "Boards"
    help = "Draw a board: the pool in the middle, tiles around it, corners to start from."
    folder = "boards"
    option = "board"
    content_key = "board"

    def samples(self, game: "Game") -> Mapping[str, str]:
        return {BLANK: "An empty board", **{b.id: b.name for b in game.content.board}}

    def sample(self, game: "Game", name: str) -> Data:
        if name == BLANK:
            return _blank(SIDES[1])
        supplied = next(b for b in game.content.board if b.id == name)
        return {**supplied.model_dump(exclude_none=True), "id": f"my-{supplied.id}"[:24],
                "name": f"My {supplied.name}"[:40], "provenance": "owner",
                "rows": [" ".join("".join(row.split())) for row in supplied.rows]}

    def scene(self, game: "Game", data: Data) -> Scene:
        tiles = _tiles(data)
        kinds = {t.glyph: t for t in game.content.tile}
        cells = []
        for (name, glyph), (x, y) in zip(tiles.items(), centres(data["side"]), strict=True):
            kind = kinds.get(glyph)
            terrain = kind.id if kind else "gap" if glyph == NO_HEX else "unknown"
            title = kind.name if kind else "no hex" if glyph == NO_HEX else f"unknown glyph {glyph}"
            sign = GLYPHS.get(terrain, " " if glyph == NO_HEX else glyph)
            cells.append(Cell(name, x, y, terrain, sign, note=f"{name}: {title}"))
        corners = [Piece(f"corner-{c}", "spawner", c, glyph="♜", note=f"{c}: corner") for c in _corners(data)
                   if c in tiles]
        return Scene(game.id, str(data.get("name", "")), [Board("board", POINTY, cells)], corners, [], "")

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        tiles = [Brush(t.glyph, t.name, terrain=t.id, glyph=GLYPHS.get(t.id, t.glyph)) for t in game.content.tile]
        corner = Brush(CORNER, "corner, or none", piece="spawner", glyph="♜")
        return [*tiles, Brush(NO_HEX, "no hex", terrain="gap"), corner]

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        cell, tiles = place.partition("/")[2], _tiles(data)
        if cell not in tiles:
            return data
        if brush == CORNER:
            chosen = [c for c in _corners(data) if c != cell] + ([] if cell in _corners(data) else [cell])
            return {**data, "corners": _clockwise(data["side"], chosen)}
        if brush in game.content.glyphs:
            tiles[cell] = brush
        return {**data, "rows": _rows(data["side"], tiles)}

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        return dict(zip(_tiles(data), hexagon(data["side"]), strict=True))

    def turned(self, game: "Game", data: Data, motion: Mapping[str, str], name: str) -> Data:
        tiles = _tiles(data)
        turned = {motion[cell]: glyph for cell, glyph in tiles.items()}
        corners = [motion.get(c, c) for c in _corners(data)]
        return {**data, "rows": _rows(data["side"], {cell: turned[cell] for cell in tiles}),
                "corners": _clockwise(data["side"], corners)}

    def fields(self, game: "Game", data: Data) -> list[Field]:
        return [
            Field("name", "name", TEXT, data.get("name", ""), "What people call it."),
            Field("id", "id", TEXT, data.get("id", ""), "2 to 24 small letters, digits and hyphens."),
            Field("side", "side", CHOICE, data.get("side"),
                  "Hexes along a side; what lies there keeps its place around the middle.", values=list(SIDES)),
            Field("notes", "notes", LONG_TEXT, data.get("notes", "")),
        ]  # fmt: skip

    def with_value(self, game: "Game", data: Data, path: str, value: Any) -> Data:
        if path != "side":
            return {key: inner for key, inner in {**data, path: value}.items() if inner is not None}
        old, new = data["side"], int(value)
        if new not in SIDES:
            return {**data, "side": value}
        before = dict(zip(hexagon(old), _tiles(data).values(), strict=True))
        names = _names(new)
        tiles = {name: before.get(h, PLAIN) for name, h in zip(names, hexagon(new), strict=True)}
        return {**{k: v for k, v in data.items() if k != "corners"}, "side": new, "rows": _rows(new, tiles)}

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        wrong = form_remarks(BoardFile, data)
        if any(r.field.split(".")[0] in ("side", "rows", "corners") for r in wrong):
            return wrong
        try:
            read_board(game.content, {**data, "id": data.get("id") or "-"}, "the board")
        except BadContent as e:
            wrong += [Remark(p, field="id") for p in e.problems if p.startswith("id = ") and not wrong]
        filled = BoardFile.model_construct(**{"corners": None, **data})
        found = boards.errors(filled, game.content.glyphs)
        worries = [] if found else boards.warnings(boards.Board(filled))
        return [*wrong, *(_remark(data, p, "error") for p in found), *(_remark(data, p, WARNING) for p in worries)]

    def start(self, game: "Game", data: Data) -> Start:
        return Start({"board": read_board(game.content, data, "the board").model_dump(exclude_none=True)})


def _names(side: int) -> list[str]:
    return list(cell_names(side))


def _tiles(data: Data) -> dict[str, str]:
    """The glyphs by cell, whatever the rows hold: those that are too short are filled up with plain ground."""
    side = data.get("side")
    if not isinstance(side, int) or side not in SIDES:
        raise BadContent("the board", [f"side = {side!r}: must be {SIDES[0]} to {SIDES[-1]}"])
    rows = data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadContent("the board", ["rows: must be a list of texts, one for each row"])
    glyphs = []
    for r in range(2 * side - 1):
        given = "".join(rows[r].split()) if r < len(rows) else ""
        glyphs += list(given[: row_length(side, r)].ljust(row_length(side, r), PLAIN))
    return dict(zip(_names(side), glyphs, strict=True))


def _rows(side: int, tiles: Mapping[str, str]) -> list[str]:
    glyphs, rows = list(tiles.values()), []
    for r in range(2 * side - 1):
        rows.append(" ".join(glyphs[: row_length(side, r)]))
        del glyphs[: row_length(side, r)]
    return rows


def _blank(side: int) -> Data:
    names = _names(side)
    middle = hexagon(side).index(Hex(0, 0))
    near = {k for k, h in enumerate(hexagon(side)) if h.length == 1}
    tiles = {name: POOL if k == middle else PLUS_ATTACK if k in near else PLAIN for k, name in enumerate(names)}
    return {"id": "my-board", "name": "My board", "side": side, "rows": _rows(side, tiles), "provenance": "owner"}


def _corners(data: Data) -> list[str]:
    given = data.get("corners")
    if isinstance(given, list):
        return [str(name) for name in given]
    return boards.default_corners(data["side"])


def _clockwise(side: int, names: list[str]) -> list[str]:
    """Corners in the order in which they lie around the middle."""
    places = dict(zip(_names(side), hexagon(side), strict=True))
    known = [name for name in dict.fromkeys(names) if name in places]
    return sorted(known, key=lambda name: boards.angle(places[name]))


def _remark(data: Data, problem: Problem, level: str) -> Remark:
    places = [at(cell) for cell in problem.cells]
    return Remark(problem.text, level, problem.code, places, "" if places else problem.key, _mends(data, problem))


def _mends(data: Data, problem: Problem) -> list[Mend]:
    """What would put it right, where one stroke does."""
    def paint(title: str, glyph: str, *cells: str) -> Mend:
        return Mend(title, {"brush": glyph, "places": [at(cell) for cell in cells]})

    middle = boards.centre_name(data["side"])
    if problem.code == "E1":
        return [Mend("Fill the rows up", {"set": "side", "value": data["side"]})]
    if problem.code == "E3":
        others = [paint(f"Make {cell} plain", PLAIN, cell) for cell in problem.cells if cell != middle]
        return [Mend("Put the Mana Pool in the middle",
                     {"all": [paint("", POOL, middle).deed, *(m.deed for m in others)]})]
    if problem.code in ("E5", "E8", "W1", "W5", "W6", "E2"):
        return [paint(f"Make {cell} plain", PLAIN, cell) for cell in problem.cells[:1]]
    if problem.code in ("E9", "W4"):
        free = [name for name in boards.around_centre(data["side"]) if name not in problem.cells]
        return [paint(f"Put +1 Attack on {cell}", PLUS_ATTACK, cell) for cell in free[:2]]
    if problem.code == "E4" and data.get("corners"):
        known = set(_tiles(data))
        sorted_out = Mend("Put the corners in order",
                          {"set": "corners", "value": _clockwise(data["side"], data["corners"])})
        default = Mend("Use the six corners of the board", {"set": "corners", "value": None})
        return [sorted_out] if set(data["corners"]) <= known else [sorted_out, default]
    return []


class Troops(Positions):
    def marks(self, game: "Game", data: Data) -> list[Mark]:
        seats = data.get("colours") or NAMES
        return [Listed(Brush(colour, f"{colour} troop", piece="troop",
                             owner=seats.index(colour) if colour in seats else None), f"tokens.{colour}")
                for colour in NAMES]

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        side = game.box(game.options(data.get("options", {}))).side
        return dict(zip(cell_names(side), hexagon(side), strict=True))


EDITABLES = (Boards(), Troops(choices={"to_move": NAMES, "first": NAMES, "phase": tuple(PHASES.values())},
                              titles={"first": "who began", "picks": "order of choosing", "tokens": "troops"}))
