"""From the content file, a board and the options to the box."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from hexagora.engine import assets
from hexagora.engine.content import Part, validate
from hexagora.engine.errors import BadContent, BadOption
from hexagora.games.manapool.boards import NO_HEX, PLAIN, Board, BoardFile, errors, warnings
from hexagora.games.manapool.state import ALTERNATE, ANY, BY_CHANCE, BY_COLOUR, BY_SEAT, CELLS, OUTSIDE, PLAYERS, Box

Small = Annotated[int, Field(ge=0, le=9)]
Modifier = Annotated[int, Field(ge=-9, le=9)]
ALTERNATING = 6  # corners needed for every second one to be enough for three players


class Numbers(Part):
    colours: tuple[Literal["red"], Literal["green"], Literal["blue"]]
    actions: Annotated[int, Field(ge=1, le=9)]
    spawns: Small


class Tile(Part):
    id: str
    glyph: Annotated[str, Field(min_length=1, max_length=1)]
    name: str
    attack: Modifier = 0
    defence: Modifier = 0
    action: Small = 0
    spawn: Small = 0
    mana: Small = 0
    locks: bool = False
    provenance: str


class Content(Part):
    game: Numbers
    tile: list[Tile]
    board: Annotated[list[BoardFile], Field(min_length=1)]

    @property
    def glyphs(self) -> str:
        return "".join(t.glyph for t in self.tile) + NO_HEX

    @model_validator(mode="after")
    def _boards_are_right(self) -> "Content":
        problems = [f"board {b.id}: {p}" for b in self.board for p in errors(b, self.glyphs)]
        if len({b.id for b in self.board}) < len(self.board):
            problems.append("two boards have the same id")
        if len(set(self.glyphs)) < len(self.glyphs):
            problems.append(f"two kinds of tile have the same glyph, or one has '{NO_HEX}': {self.glyphs}")
        if self.glyphs[0] != PLAIN:
            problems.append(f"the first kind of tile must be plain ground, '{PLAIN}', not '{self.glyphs[0]}'")
        if problems:
            raise ValueError("; ".join(problems))
        return self


def supplied(content: Content, name: str) -> list[str]:
    """The boards that come with the game."""
    return [b.id for b in content.board]


def asset(content: Content, name: str, value: Any) -> str | dict[str, Any]:
    """The id of a supplied board, or the data of a user's board, checked."""
    found = assets.find("manapool", "boards", value, supplied(content, name))
    if isinstance(found, str):
        return found
    source = value if isinstance(value, str) else "the board"
    file = read_board(content, found, source)
    return file.id if file in content.board else file.model_dump(exclude_none=True)


def read_board(content: Content, data: Any, source: str) -> BoardFile:
    """A board of the user's, or an error that lists everything that is wrong with it."""
    file = validate(BoardFile, data, source)
    problems = [str(p) for p in errors(file, content.glyphs)]
    if file not in content.board and file.id in {b.id for b in content.board}:
        problems.append(f"id = {file.id!r}: a board that comes with the game has this id; choose another")
    if problems:
        raise BadContent(source, problems)
    return file


def board_of(content: Content, options: dict[str, Any]) -> Board:
    chosen = options["board"]
    if isinstance(chosen, dict):
        return Board(BoardFile.model_validate(chosen))
    return Board(next(b for b in content.board if b.id == chosen))


def advice(content: Content, options: dict[str, Any]) -> list[assets.Advice]:
    """What people should know about the chosen board before they play on it."""
    board = board_of(content, options)
    return [assets.Advice(w.code, w.text, board.file.name, w.cells[0] if len(w.cells) == 1 else "")
            for w in warnings(board)]


def build(content: Content, options: dict[str, Any], box: Box) -> Any:
    board = board_of(content, options)
    box.players = PLAYERS
    box.side = board.file.side
    box.cells = len(board.glyphs)
    box.pool = board.centre
    box.actions, box.spawns = content.game.actions, content.game.spawns
    box.goal = options["mana_goal"]
    box.token_limit = options["token_limit"] or CELLS
    box.round_limit = options["round_limit"]
    box.random_order = int(options["setup_order"] == "random")
    _lay_tiles(content, options, board, box)
    _set_corners(options, board, box)
    _set_starter(content, options, box)
    return box


def _lay_tiles(content: Content, options: dict[str, Any], board: Board, box: Box) -> None:
    kinds = {t.glyph: k for k, t in enumerate(content.tile)}
    for c, glyph in enumerate(board.glyphs):
        box.missing[c] = int(glyph == NO_HEX)
        box.tile[c] = kinds.get(glyph, 0)
        tile = content.tile[box.tile[c]]
        box.attack[c] = options["base_attack"] + tile.attack
        box.defence[c] = options["base_defense"] + tile.defence
        box.locks[c] = int(tile.locks)
        box.extra_action[c], box.extra_spawn[c] = tile.action, tile.spawn
        for d, n in enumerate(board.neighbour[c]):
            box.neighbour[c][d] = n
            box.around[c][d] = n if n >= 0 else OUTSIDE
    box.draw = content.tile[box.tile[board.centre]].mana


def _set_corners(options: dict[str, Any], board: Board, box: Box) -> None:
    box.corners = len(board.corners)
    for k, corner in enumerate(board.corners):
        box.corner[k] = corner
        for g, gate in enumerate(board.gates(corner)):
            box.gate[k][g] = gate
    box.corner_rule = {"any": ANY, "alternate": ALTERNATE}[options["corners"]]
    if box.corner_rule == ALTERNATE and (box.corners < ALTERNATING or box.corners % 2):
        raise BadOption(f"option 'corners' cannot be 'alternate' on the board '{board.file.id}' with {box.corners} "
                        f"corners; it needs an even number of at least {ALTERNATING}")


def _set_starter(content: Content, options: dict[str, Any], box: Box) -> None:
    wanted = options["first_player"]
    if wanted == "random":
        box.starter_rule = BY_CHANCE
    elif wanted == "seat1":
        box.starter_rule = BY_SEAT
    else:
        box.starter_rule, box.starter = BY_COLOUR, content.game.colours.index(wanted)
