"""What can be edited of Hexes of Sygon: the first boards with their values, Towns and Walls, and positions."""

import copy
from typing import TYPE_CHECKING, Any

from hexagora.engine.editing import Brush, Data, Motion, Remark, Start, at, named_places
from hexagora.engine.errors import HexagoraError
from hexagora.engine.numbers import Numbers, base_of, whole
from hexagora.engine.positions import Listed, Mark, Positions, Single, Valued
from hexagora.engine.scene import POINTY, Badge, Board, Border, Cell, Panel, Piece, Scene
from hexagora.games.sygon import content
from hexagora.games.sygon.names import COLOUR_NAMES, KIND_NAMES, SIDE_NAMES, TILE_NAMES
from hexagora.games.sygon.positions import STAGES
from hexagora.games.sygon.scene import KIND_GLYPHS, PIECE_GLYPHS, VOLCANO_GLYPHS, centre, ends
from hexagora.games.sygon.state import TOWN
from hexagora.hexes import Hex

if TYPE_CHECKING:
    from hexagora.engine.game import Game

PLAYERS = (2, 3, 4)
PAINTED = ("tiles.", "values.", "towns", "walls")  # parts of a plan
VALUE_BRUSHES = range(6)
NEW_VALUE = 1  # of a hex that was a Volcano


class FirstBoards(Numbers):
    """The first board for a number of players, as the content names it."""

    folder = "content"
    fixes_players = True

    def __init__(self, players: int):
        self.players = players
        self.id = f"board{players}"
        self.title = f"Board for {players} players"
        self.help = ("Lay out the first board: Landscapes and Volcanoes, Gold Values, Towns and Walls. As many tiles "
                     "and values as the game has must lie there.")
        self.below = (self._key, f"tiles.{players - content.LEAST_PLAYERS}.counts")

    @property
    def _key(self) -> str:
        return f"recommended.r{self.players}"

    def _plan(self, now: Data) -> Data:
        plan: Data = now["recommended"][f"r{self.players}"]
        return plan

    def shown(self, path: str) -> bool:
        """What is painted has no field of its own."""
        painted = any(f".{one}" in path for one in PAINTED)
        return path.startswith(self.below[1]) or (super().shown(path) and not painted)

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        rows = whole(game, data)["board"][self.players - content.LEAST_PLAYERS]["rows"]
        found = content.Board(players=self.players, rows=rows, provenance="designed").hexes()  # type: ignore[arg-type]
        return dict(zip(content.cell_names(found), found, strict=True))

    def scene(self, game: "Game", data: Data) -> Scene:
        now = whole(game, data)
        plan, hexes = self._plan(now), self.hexes(game, data)
        cells = [_cell(name, h, plan) for name, h in hexes.items()]
        colours = now["start"]["colours"][str(self.players)]
        walls = {wall: p for p, player in enumerate(plan["player"]) for wall in player["walls"]}
        inside = set(hexes.values())
        borders = [_border(f"{name} {side}", h, k, walls.get(f"{name} {side}"), colours) for name, h in hexes.items()
                   for k, side in enumerate(SIDE_NAMES) if h.neighbours()[k] in inside]
        towns = [Piece(f"town-{town}", "town", town, p, glyph=PIECE_GLYPHS[TOWN],
                       note=f"Town of {colours[p]} on {town}")
                 for p, player in enumerate(plan["player"]) for town in player["towns"]]
        panels = [Panel(p, f"seat {p + 1}", colour) for p, colour in enumerate(colours)]
        return Scene(game.base or game.id, "", [Board("board", POINTY, cells, borders=borders)], towns, panels, "")

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        colours = whole(game, data)["start"]["colours"][str(self.players)]
        return [*tile_brushes(), *(Brush(f"value-{v}", f"Gold Value {v}", "values", badge="gold", badge_text=str(v))
                                   for v in VALUE_BRUSHES),
                *(Brush(f"town-{p}", f"Town of {c}, or none", "players", piece="town", owner=p, glyph="⌂")
                  for p, c in enumerate(colours)),
                *(Brush(f"wall-{p}", f"Wall of {c}, or none", "players", glyph="▬", on_borders=True)
                  for p, c in enumerate(colours))]

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        now = copy.deepcopy(whole(game, data))
        plan, spot = self._plan(now), place.partition("/")[2]
        kind, _, value = brush.partition("-")
        if kind == "tile" and spot in plan["tiles"] and value in TILE_NAMES:
            plan["tiles"][spot] = value
            if value in COLOUR_NAMES:
                plan["values"].pop(spot, None)
            else:
                plan["values"].setdefault(spot, NEW_VALUE)
        elif kind == "value" and spot in plan["values"]:
            plan["values"][spot] = int(value)
        elif kind in ("town", "wall") and int(value) < len(plan["player"]):
            _toggle(plan["player"], f"{kind}s", int(value), spot)
        return self.with_changes(data, base_of(game), now)

    def turned(self, game: "Game", data: Data, motion: Motion, name: str) -> Data:
        now = copy.deepcopy(whole(game, data))
        plan, hexes = self._plan(now), self.hexes(game, data)
        for table in ("tiles", "values"):
            plan[table] = {motion[cell]: value for cell, value in plan[table].items()}
        for player in plan["player"]:
            player["towns"] = [motion[town] for town in player["towns"]]
            player["walls"] = [_moved_wall(wall, motion, hexes) for wall in player["walls"]]
        return self.with_changes(data, base_of(game), now)

    def start(self, game: "Game", data: Data) -> Start:
        return Start({"players": self.players, "board": "recommended"}, content=super().start(game, data).content)

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        cells = [at(cell) for cell in self.hexes(game, data)]
        return [Remark(r.text, r.level, r.code, named_places(r.text, cells), r.field, r.mends)
                for r in super().remarks(game, data)]


def tile_brushes() -> list[Brush]:
    kinds = [Brush(f"tile-{kind}", kind.capitalize(), "tiles", terrain=kind, glyph=KIND_GLYPHS[k])
             for k, kind in enumerate(KIND_NAMES)]
    return [*kinds, *(Brush(f"tile-{colour}", f"{colour} Volcano", "tiles", terrain=f"volcano-{colour}",
                            glyph=VOLCANO_GLYPHS[k]) for k, colour in enumerate(COLOUR_NAMES))]


def _cell(name: str, h: Hex, plan: Data) -> Cell:
    tile = plan["tiles"].get(name, "")
    x, y = centre(h.r, h.q)
    if tile in COLOUR_NAMES:
        glyph = VOLCANO_GLYPHS[COLOUR_NAMES.index(tile)]
        return Cell(name, x, y, f"volcano-{tile}", glyph, note=f"{name}: {tile} Volcano")
    value = plan["values"].get(name)
    badges = [] if value is None else [Badge("gold", str(value))]
    glyph = KIND_GLYPHS[KIND_NAMES.index(tile)] if tile in KIND_NAMES else "?"
    return Cell(name, x, y, tile or "empty", glyph, badges=badges, note=f"{name}: {tile}, Gold Value {value}")


def _border(name: str, h: Hex, side: int, owner: int | None, colours: list[str]) -> Border:
    note = f"{name}: free" if owner is None else f"{name}: Wall of {colours[owner]}"
    return Border(name, *ends(h.r, h.q, side), "wall-place" if owner is None else "wall", owner, note)


def _toggle(players: list[Data], key: str, p: int, spot: str) -> None:
    """A Town or Wall comes, goes, or changes hands."""
    had = spot in players[p][key]
    for player in players:
        player[key] = [one for one in player[key] if one != spot]
    if not had:
        players[p][key].append(spot)


def _moved_wall(wall: str, motion: Motion, hexes: dict[str, Hex]) -> str:
    """A wall stands between the same two hexes after a motion; one at the frame keeps its side."""
    cell, _, side = wall.partition(" ")
    names = {h: name for name, h in hexes.items()}
    beyond = names.get(hexes[cell].neighbours()[SIDE_NAMES.index(side)])
    if beyond is None:
        return f"{motion[cell]} {side}"
    return f"{motion[cell]} {SIDE_NAMES[hexes[motion[cell]].neighbours().index(hexes[motion[beyond]])]}"


class Table(Positions):
    def marks(self, game: "Game", data: Data) -> list[Mark]:
        given = data.get("players", {})
        names = list(given) if isinstance(given, dict) else []
        tiles: list[Mark] = [Valued(brush, "tiles", brush.id.removeprefix("tile-")) for brush in tile_brushes()]
        values: list[Mark] = [Valued(Brush(f"value-{v}", f"Gold Value {v}", "values", badge="gold", badge_text=str(v)),
                                     "values", v) for v in VALUE_BRUSHES]
        wizards: list[Mark] = [Single(Brush(f"wizard-{name}-{w}", f"Wizard {w} of {name}", "players", piece="wizard",
                                            owner=p, glyph=w[1:]), f"players.{name}.wizards.{w}")
                               for p, name in enumerate(names) for w in given[name].get("wizards", {})]
        towns: list[Mark] = [Valued(Brush(f"town-{name}", f"Town of {name}", "players", piece="town", owner=p,
                                          glyph="⌂"), f"players.{name}.towns", []) for p, name in enumerate(names)]
        walls: list[Mark] = [Listed(Brush(f"wall-{name}", f"Wall of {name}", "players", glyph="▬", on_borders=True),
                                    f"players.{name}.walls") for name in names]
        return [*tiles, *values, *wizards, *towns, *walls]

    def exclusive(self, one: Mark, other: Mark) -> bool:
        """A place has one owner; a Wall is laid again to take it away."""
        towns = one.brush.id.startswith("town-") and other.brush.id.startswith("town-")
        return towns or (isinstance(one, Listed) and isinstance(other, Listed))

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        wall = next((m for m in self.marks(game, data) if isinstance(m, Listed) and m.brush.id == brush), None)
        spot = place.partition("/")[2]
        if wall is not None and spot in data["players"][brush.removeprefix("wall-")].get("walls", []):
            wall.lift(data, spot)
            return data
        return super().paint(game, data, brush, place)

    def scene(self, game: "Game", data: Data) -> "Scene | None":
        """With all places for Walls, so that they can be painted."""
        found = super().scene(game, data)
        if found is None:
            return None
        board = found.boards[0]
        known = {border.id for border in board.borders}
        try:
            rows = game.content.board[game.options(data.get("options", {}))["players"] - content.LEAST_PLAYERS]
        except (HexagoraError, KeyError, TypeError):
            return found
        hexes = dict(zip(content.cell_names(rows.hexes()), rows.hexes(), strict=True))
        inside = set(hexes.values())
        board.borders += [_border(f"{name} {side}", h, k, None, []) for name, h in hexes.items()
                          for k, side in enumerate(SIDE_NAMES)
                          if h.neighbours()[k] in inside and f"{name} {side}" not in known]
        return found


EDITABLES: tuple[Any, ...] = (*(FirstBoards(players) for players in PLAYERS), Table(
    choices={"stage": STAGES},
    titles={"face": "face of the die", "done": "done this turn", "moves": "moves left", "w1": "Wizard 1",
            "w2": "Wizard 2", "w3": "Wizard 3"}))
