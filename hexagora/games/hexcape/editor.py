"""What can be edited of Hexcape: maps, and positions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexagora.engine.editing import (
    CHOICE,
    ERROR,
    LONG_TEXT,
    NUMBER,
    TEXT,
    WARNING,
    Brush,
    Data,
    Editable,
    Field,
    Mend,
    Motion,
    Remark,
    Start,
    at,
)
from hexagora.engine.errors import BadContent
from hexagora.engine.positions import Mark, Positions, Single, Valued
from hexagora.engine.scene import POINTY, Badge, Board, Cell, Scene
from hexagora.games.hexcape.mapfile import DIFFICULTIES, MIN_ROWS, Problem, check_data, to_data, usable
from hexagora.games.hexcape.maps import (
    DICE,
    END,
    LEAST_COST,
    MOST_COST,
    NO_HEX,
    PLAIN,
    ROCK,
    START,
    Token,
    axial,
    cell_name,
    read_token,
    token_text,
)
from hexagora.games.hexcape.positions import STEPS
from hexagora.games.hexcape.state import ID_LENGTH, MAX_COLUMNS, MAX_DIE, MAX_ROWS, TITLE_LENGTH
from hexagora.hexes import Hex, Layout, moved

if TYPE_CHECKING:
    from hexagora.engine.game import Game

BLANK, MADE = "blank", "made"
BLANK_SIZE = (7, 9)
MADE_SEED = "editor"
LETTERS = "ABCDEFGH"
SIZE = {"rows": MAX_ROWS, "columns": MAX_COLUMNS}
TITLES = {START: "Start", END: "End", ROCK: "rock", NO_HEX: "no hex"}
TERRAINS = {START: "start", END: "end", ROCK: "rock", NO_HEX: "gap"}
EVENED = Token(PLAIN, LEAST_COST)
Grid = list[list[str]]  # tokens as they are written


class Maps(Editable):
    """Maps: a token for each hex, and a few numbers."""

    id = "maps"
    title = "Maps"
    help = "Draw a map: what hexes cost, rocks, cards, teleports, Start and End."
    folder = "maps"
    option = "map"
    content_key = "maps"

    def samples(self, game: "Game") -> Mapping[str, str]:
        return {BLANK: "An empty map", **{data["id"]: data["name"] for data in game.content.maps},
                MADE: "A map made by chance"}

    def sample(self, game: "Game", name: str) -> Data:
        if name == BLANK:
            return _blank(*BLANK_SIZE)
        if name == MADE:
            from hexagora.games.hexcape.generator import generate

            return {**to_data(generate("small", 4, MADE_SEED).map), "id": "my-map", "name": "My map"}
        found = next(data for data in game.content.maps if data["id"] == name)
        return {**found, "id": f"my-{name}"[:ID_LENGTH].rstrip("-"), "name": f"My {found['name']}"[:TITLE_LENGTH],
                "rows": _written(_grid(found))}

    def scene(self, game: "Game", data: Data) -> Scene:
        layout = Layout()
        cells = []
        for r, row in enumerate(_grid(data)):
            for c, text in enumerate(row):
                token, flaws = read_token(text)
                x, y = layout.centre(axial(r, c))
                cells.append(_cell(cell_name(r, c), round(x, 3), round(y, 3), text, token, bool(flaws)))
        return Scene(game.id, str(data.get("name", "")), [Board("board", POINTY, cells)], [], [], "")

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        ground = [Brush(f"cost-{k}", f"cost {k}", "ground", terrain="road" if k == LEAST_COST else "land", badge="cost",
                        badge_text=str(k)) for k in range(LEAST_COST, MOST_COST + 1)]
        special = [Brush(kind, TITLES[kind], "special", terrain=TERRAINS[kind], glyph=kind.replace(NO_HEX, " "))
                   for kind in (START, END, ROCK, NO_HEX)]
        card = Brush("card", "card, or none", "special", terrain="land", badge="card")
        numbers = [Brush(f"number-{n}", f"number {n}, or not", "teleports", terrain="teleport", badge="swirl",
                         badge_text=str(n)) for n in range(1, MAX_DIE + 1)]
        letters = [Brush(f"letter-{x}", f"letter {x}, or not", "teleports", terrain="teleport", badge="swirl",
                         badge_text=x) for x in LETTERS]
        return [*special, card, *ground, *letters, *numbers]

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        grid, spot = _grid(data), _spots(data).get(place.partition("/")[2])
        if spot is None:
            return data
        r, c = spot
        if brush in (START, END):
            grid = [[token_text(EVENED) if text == brush else text for text in row] for row in grid]
        grid[r][c] = token_text(_painted(read_token(grid[r][c])[0], brush))
        return {**data, "rows": _written(grid)}

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        return {name: axial(*spot) for name, spot in _spots(data).items()}

    def motions(self, game: "Game", data: Data) -> dict[str, Motion]:
        """Rows are shifted, so that few motions carry a map onto itself: half turns and mirrorings go as far as there
        are hexes."""
        hexes = self.hexes(game, data)
        by_hex = {h: name for name, h in hexes.items()}
        rows, columns = len(data["rows"]), max(len(row) for row in _grid(data))
        corners = axial(0, 0), axial(0, columns - 1), axial(rows - 1, 0), axial(rows - 1, columns - 1)
        goes = {"turn-3": corners[3], "upright": corners[1], "level": corners[2]}
        found: dict[str, Motion] = {"turn-1": {}, "turn-5": {}}  # which make another shape of it
        for motion, goal in goes.items():
            images = {name: moved(h, motion) + (goal - moved(corners[0], motion)) for name, h in hexes.items()}
            found[motion] = {name: by_hex[image] for name, image in images.items() if image in by_hex}
        return found

    def turned(self, game: "Game", data: Data, motion: Motion, name: str) -> Data:
        """The hexes that are there are turned about the origin and laid into rows anew, so that none is lost."""
        there = {axial(r, c): text for r, row in enumerate(_grid(data)) for c, text in enumerate(row) if text != NO_HEX}
        turned = {moved(h, name): text for h, text in there.items()}
        top = min((h.r for h in turned), default=0)
        places = {(h.r - top, h.q + top + (h.r - top) // 2): text for h, text in turned.items()}
        left = min((c for _, c in places), default=0)
        rows, columns = max((r for r, _ in places), default=0) + 1, max((c for _, c in places), default=0) - left + 1
        grid = [[places.get((r, c + left), NO_HEX) for c in range(columns)] for r in range(rows)]
        return {**data, "rows": _written(grid)}

    def fields(self, game: "Game", data: Data) -> list[Field]:
        grid = _grid(data)
        return [
            Field("name", "name", TEXT, data.get("name", ""), "What people call it."),
            Field("id", "id", TEXT, data.get("id", ""), "Small letters, digits and single hyphens."),
            Field("difficulty", "difficulty", NUMBER, data.get("difficulty"), low=DIFFICULTIES[0],
                  high=DIFFICULTIES[-1]),
            Field("die", "die", CHOICE, data.get("die", DICE[0]), "Faces of the die.", values=list(DICE)),
            Field("thaw", "thaw", NUMBER, data.get("thaw"), "The round from which nothing can be raised; 0 for none, "
                  "empty to have it worked out.", low=0, high=1000),
            Field("size.rows", "rows", NUMBER, len(grid), low=MIN_ROWS, high=MAX_ROWS),
            Field("size.columns", "columns", NUMBER, max(map(len, grid), default=0), low=1, high=MAX_COLUMNS),
            Field("notes", "notes", LONG_TEXT, data.get("notes", "")),
        ]  # fmt: skip

    def with_value(self, game: "Game", data: Data, path: str, value: Any) -> Data:
        if not path.startswith("size."):
            return {key: inner for key, inner in {**data, path: value}.items() if inner is not None}
        grid, name = _grid(data), path.removeprefix("size.")
        wanted = min(max(int(value), 1), SIZE[name])
        if name == "rows":
            width = max(map(len, grid), default=1)
            grid = [*grid, *([NO_HEX] * width for _ in range(wanted))][:wanted]
        else:
            grid = [[*row, *[NO_HEX] * wanted][:wanted] for row in grid]
        return {**data, "rows": _written(grid)}

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        return [_remark(data, problem) for problem in check_data(data).problems]

    def start(self, game: "Game", data: Data) -> Start:
        return Start({"map": to_data(usable(check_data(data), "the map"))})


def _grid(data: Data) -> Grid:
    """The tokens as they are written, all rows of the same length."""
    rows = data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadContent("the map", ["rows: must be a list of texts, one for each row"])
    tokens = [row.split()[:MAX_COLUMNS + 1] for row in rows[:MAX_ROWS + 1]]
    width = max(map(len, tokens), default=0)
    return [row + [NO_HEX] * (width - len(row)) for row in tokens]


def _spots(data: Data) -> dict[str, tuple[int, int]]:
    return {cell_name(r, c): (r, c) for r, row in enumerate(_grid(data)) for c in range(len(row))}


def _written(grid: Grid) -> list[str]:
    """Rows as people write them: aligned, every second one shifted."""
    width = max((len(text) for row in grid for text in row), default=1)
    indent = " " * ((width + 1) // 2)
    return [(indent * (r % 2) + " ".join(text.ljust(width) for text in row)).rstrip() for r, row in enumerate(grid)]


def _blank(rows: int, columns: int) -> Data:
    grid = [[token_text(EVENED)] * columns for _ in range(rows)]
    grid[rows // 2][0], grid[rows // 2][-1] = START, END
    return {"id": "my-map", "name": "My map", "difficulty": 1, "die": DICE[0], "rows": _written(grid)}


def _painted(token: Token, brush: str) -> Token:
    """A hex after a stroke. A hex has a card or an index; an index is numbers or letters."""
    if brush in (START, END, ROCK, NO_HEX):
        return Token(brush)
    kind, _, value = brush.partition("-")
    ground = token if token.kind == PLAIN else EVENED
    if kind == "cost" and value.isdigit():
        return ground._replace(cost=min(max(int(value), LEAST_COST), MOST_COST))
    if token.kind != PLAIN:
        return token
    if kind == "card":
        return ground._replace(card=not ground.card, numbers=(), letters=())
    if kind == "number" and value.isdigit() and 1 <= int(value) <= MAX_DIE:
        return ground._replace(card=False, letters=(), numbers=tuple(sorted({*ground.numbers} ^ {int(value)})))
    if kind == "letter" and value in LETTERS:
        return ground._replace(card=False, numbers=(), letters=tuple(sorted({*ground.letters} ^ {value})))
    return token


def _cell(name: str, x: float, y: float, text: str, token: Token, wrong: bool) -> Cell:
    if wrong:
        return Cell(name, x, y, "unknown", text, note=f"{name}: unknown token {text}")
    if token.kind != PLAIN:
        glyph = token.kind.replace(NO_HEX, " ")
        return Cell(name, x, y, TERRAINS[token.kind], glyph, note=f"{name}: {TITLES[token.kind]}")
    index = "+".join(map(str, token.numbers or token.letters))
    badges = [Badge("cost", str(token.cost)), *([Badge("swirl", index)] if index else []),
              *([Badge("card")] if token.card else [])]
    terrain = "teleport" if index else "road" if token.cost == LEAST_COST else "land"
    more = [f"index {index}"] if index else ["card"] if token.card else []
    note = ", ".join([f"{name}: cost {token.cost}", *more])
    return Cell(name, x, y, terrain, str(token.cost), badges=badges, note=note)


def _remark(data: Data, problem: Problem) -> Remark:
    level = WARNING if problem.is_warning else ERROR
    key = problem.text.split(" ")[0].rstrip(":") if problem.code in ("KEY", "E11", "E12") else ""
    places = [at(problem.cell)] if problem.cell else []
    field = "" if places else key if key in data or key in ("difficulty", "id", "name") else "size.rows"
    return Remark(problem.text, level, problem.code, places, field, _mends(data, problem))


def _mends(data: Data, problem: Problem) -> list[Mend]:
    def paint(title: str, brush: str) -> Mend:
        return Mend(title, {"brush": brush, "places": [at(problem.cell)]})

    again = Mend(f"Make {problem.cell} cost 1", {"all": [paint("", NO_HEX).deed, paint("", "cost-1").deed]})
    if problem.code in ("E1", "E10", "E7", "E5", "E4", "E6", "W1") and problem.cell:
        return [again]
    if problem.code == "E2" and not problem.cell:
        free = [name for name, (r, c) in _spots(data).items() if read_token(_grid(data)[r][c])[0].kind == PLAIN]
        spot = free[0] if "Start" in problem.text else free[-1] if free else ""
        kind = START if "Start" in problem.text else END
        return [Mend(f"Put {TITLES[kind]} on {spot}", {"brush": kind, "places": [at(spot)]})] if free else []
    if problem.code == "E2":
        return [Mend(f"Make {problem.cell} cost 1", paint("", "cost-1").deed)]
    if problem.code == "W2":
        return [Mend(f"Take {problem.cell} away", paint("", NO_HEX).deed)]
    return []


class Race(Positions):
    def marks(self, game: "Game", data: Data) -> list[Mark]:
        players = [name for name in data.get("players", []) if isinstance(name, str)]
        tokens: list[Mark] = [Single(Brush(f"token-{name}", f"{name} token", "tokens", piece="token",
                                           owner=k), f"tokens.{name}") for k, name in enumerate(players)]
        costs: list[Mark] = [Valued(Brush(f"cost-{k}", f"cost {k}", "ground", terrain="land", badge="cost",
                                          badge_text=str(k)), "costs", k) for k in range(LEAST_COST, MOST_COST + 1)]
        return [*tokens, *costs] if "tokens" in data else []


EDITABLES = (Maps(), Race(choices={"step": tuple(STEPS.values())}, titles={
    "ap": "action points", "active": "whose turn it is", "state": "state of the card"}))
