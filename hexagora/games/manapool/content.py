"""From the content file, a board and the options to the box."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from hexagora.engine import assets
from hexagora.engine.content import Part, validate
from hexagora.engine.errors import BadContent, BadOption
from hexagora.games.manapool.boards import NO_HEX, Board, BoardFile, errors
from hexagora.games.manapool.state import ALTERNATE, ANY, BY_CHANCE, BY_COLOUR, BY_SEAT, CELLS, MAX_CORNERS, PLAYERS

Small = Annotated[int, Field(ge=0, le=9)]
Modifier = Annotated[int, Field(ge=-9, le=9)]
ALTERNATING = 6  # corners needed for every second one to be enough for three players


class Numbers(Part):
    colours: Annotated[list[str], Field(min_length=PLAYERS, max_length=PLAYERS)]
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
    file = validate(BoardFile, found, source)
    problems = errors(file, content.glyphs)
    if len(file.corners or ()) > MAX_CORNERS:
        raise BadContent(source, [f"corners: {len(file.corners or ())} corners; at most {MAX_CORNERS}"])
    if problems:
        raise BadContent(source, map(str, problems))
    return file.model_dump(exclude_none=True)


def board_of(content: Content, options: dict[str, Any]) -> Board:
    chosen = options["board"]
    if isinstance(chosen, dict):
        return Board(BoardFile.model_validate(chosen))
    return Board(next(b for b in content.board if b.id == chosen))


def build(content: Content, options: dict[str, Any], box: Any) -> Any:
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


def _lay_tiles(content: Content, options: dict[str, Any], board: Board, box: Any) -> None:
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
            if n >= 0 and not tile.locks:
                box.target[c][box.ways[c]] = n
                box.step[c][box.ways[c]] = c * len(board.neighbour[c]) + d
                box.ways[c] += 1
    box.draw = content.tile[box.tile[board.centre]].mana


def _set_corners(options: dict[str, Any], board: Board, box: Any) -> None:
    box.corners = len(board.corners)
    for k, corner in enumerate(board.corners):
        box.corner[k] = corner
        for g, gate in enumerate(board.gates(corner)):
            box.gate[k][g] = gate
    box.corner_rule = {"any": ANY, "alternate": ALTERNATE}[options["corners"]]
    if box.corner_rule == ALTERNATE and (box.corners < ALTERNATING or box.corners % 2):
        raise BadOption(f"option 'corners' cannot be 'alternate' on the board '{board.file.id}' with {box.corners} "
                        f"corners; it needs an even number of at least {ALTERNATING}")


def _set_starter(content: Content, options: dict[str, Any], box: Any) -> None:
    wanted = options["first_player"]
    if wanted == "random":
        box.starter_rule = BY_CHANCE
    elif wanted == "seat1":
        box.starter_rule = BY_SEAT
    else:
        box.starter_rule, box.starter = BY_COLOUR, content.game.colours.index(wanted)
