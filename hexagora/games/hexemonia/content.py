"""From the content file and the options to the box."""

import re
from collections import Counter
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from hexagora.engine.content import Part
from hexagora.engine.errors import BadOption
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.state import Box
from hexagora.hexes import Flat, Grid, Hex

RESOURCE_NAMES = ("citizen", "hoplite", "gold")
COLOURS = ("chora", "fortification", "polis", "myth")
NATURES = ("political", "military", "economic", "sacred")
GEARS = ("spring", "temple", "harbour", "necropolis", "agora", "lighthouse", "tavern", "labyrinth", "hades", "oracle",
         "fates", "pandora")
DIRECTIONS = (Flat.N, Flat.NE, Flat.SE, Flat.S, Flat.SW, Flat.NW)
RING_LETTERS = "oabcd"
PLAYER_COUNTS = (2, 3, 4)
TAKEN_WORDS = {"hidden", "acropolis", *RESOURCE_NAMES}

Nature = Literal["political", "military", "economic", "sacred"]
Colour = Literal["chora", "fortification", "polis", "myth"]
Gear = Literal["spring", "temple", "harbour", "necropolis", "agora", "lighthouse", "tavern", "labyrinth", "hades",
               "oracle", "fates", "pandora"]
PlayerCount = Annotated[int, Field(ge=2, le=S.MAX_PLAYERS)]
Resource = Literal["citizen", "hoplite", "gold"]
Few = Annotated[int, Field(ge=0, le=9)]
Some = Annotated[int, Field(ge=1, le=9)]
Cubes = Annotated[int, Field(ge=0, le=S.MAX_BATCH)]
Points = Annotated[int, Field(ge=0, le=20)]


def _id(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z_]{2,15}", value) or value in TAKEN_WORDS:
        taken = ", ".join(sorted(TAKEN_WORDS))
        raise ValueError(f"an id is 3 to 16 small letters and underscores, and none of {taken}")
    return value


def _name(value: str) -> str:
    if not 1 <= len(value.encode()) <= S.NAME_BYTES or not value.isprintable():
        raise ValueError(f"a name has 1 to {S.NAME_BYTES} bytes of printable text")
    return value


Id = Annotated[str, AfterValidator(_id)]
Name = Annotated[str, AfterValidator(_name)]


class Triple(Part):
    """A number of each resource."""

    citizen: Cubes = 0
    hoplite: Cubes = 0
    gold: Cubes = 0

    def numbers(self) -> tuple[int, int, int]:
        return self.citizen, self.hoplite, self.gold


class Numbers(Part):
    hand_limit: Annotated[int, Field(ge=1, le=20)]
    myth_limit: Annotated[int, Field(ge=1, le=S.TYPES)]
    display: Annotated[int, Field(ge=3, le=8)]
    start_hand: Annotated[int, Field(ge=0, le=8)]
    start_cubes: Triple
    supply: Triple
    hoplite_value: Annotated[int, Field(ge=1, le=4)]
    hidden_cities_from: Annotated[int, Field(ge=2, le=S.MAX_PLAYERS + 1)]
    acropolises: dict[PlayerCount, list[Id]]


class Effects(Part):
    oracle_hexes: Annotated[int, Field(ge=1, le=S.MAX_LOOK)]
    hades_citizens: Annotated[int, Field(ge=1, le=S.MAX_STRIKE)]
    agora_cubes: Annotated[int, Field(ge=1, le=9)]
    necropolis_citizens: Annotated[int, Field(ge=1, le=9)]


class PointsTable(Part):
    chora: Points
    fortification: Points
    polis: Points
    trio: Points
    gold: Points
    philosopher: Points


class Bonus(Part):
    colour: Colour
    points: Points


class Acropolis(Part):
    id: Id
    name: Name
    name_it: Name
    nature: Nature
    bonus: Bonus
    provenance: dict[str, str] = Field(default_factory=dict)


class HexType(Part):
    id: Id
    name: Name
    name_it: Name
    colour: Colour
    nature: Nature
    cost: Triple | None = None
    produces: Annotated[dict[Resource, Some], Field(min_length=1, max_length=1)] | None = None
    gear: Gear | None = None
    shield: Some | None = None
    copies: dict[PlayerCount, Few]
    provenance: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits_its_colour(self) -> Self:
        if sum(x is not None for x in (self.produces, self.gear, self.shield)) > 1:
            raise ValueError("a hex has at most one of produces, gear and shield")
        if self.colour == "myth" and (self.cost is not None or self.shield is not None):
            raise ValueError("a Myth has neither cost nor shield")
        if self.colour == "myth" and sum(self.copies.values()) != 1:
            raise ValueError("there is one hex of each Myth: its copies must add up to 1")
        if self.colour != "myth" and (self.cost is None or max(self.cost.numbers()) > 9):
            raise ValueError("a hex that is no Myth needs a cost of at most 9 cubes of each kind")
        if self.shield is not None and self.colour != "fortification":
            raise ValueError("only a Fortification has a shield")
        return self

    def in_use(self, players: int) -> int:
        """Hexes whose player icon is the number of players or less."""
        return sum(n for icon, n in self.copies.items() if icon <= players)


class Content(Part):
    game: Numbers
    effects: Effects
    points: PointsTable
    acropolis: Annotated[list[Acropolis], Field(min_length=2, max_length=S.CITIES)]
    hex: Annotated[list[HexType], Field(min_length=1, max_length=S.TYPES)]

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        _refuse_twins("acropolis", [a.id for a in self.acropolis])
        _refuse_twins("hex", [h.id for h in self.hex])
        _refuse_twins("hex", [h.name for h in self.hex])
        _refuse_twins("hex", [h.name_it for h in self.hex])
        for players in PLAYER_COUNTS:
            self._check_cities(players)
            self._check_hexes(players)
        for kind, each, box in zip(RESOURCE_NAMES, self.game.start_cubes.numbers(), self.game.supply.numbers(),
                                   strict=True):
            if each * S.MAX_PLAYERS > box:
                raise ValueError(f"game.supply.{kind} = {box}: {S.MAX_PLAYERS} players start with {each} each")
        return self

    def _check_cities(self, players: int) -> None:
        wanted = self.game.acropolises.get(players, [])
        known = [a.id for a in self.acropolis]
        where = f"game.acropolises.{players} = {wanted}"
        if len(wanted) != players or len(set(wanted)) != players:
            raise ValueError(f"{where}: needs {players} different cities")
        for city in wanted:
            if city not in known:
                raise ValueError(f"{where}: there is no acropolis '{city}'; there are {', '.join(known)}")

    def _check_hexes(self, players: int) -> None:
        hexes = sum(h.in_use(players) for h in self.hex)
        dealt = self.game.display + players * self.game.start_hand
        if not dealt < hexes <= 120:
            raise ValueError(f"{hexes} hexes with {players} players: at least {dealt + 1} are needed, at most 120 fit")
        radius_for(self.largest_city(players))

    def largest_city(self, players: int) -> int:
        """Hexes that one city could hold at most: of every Polis one, of everything else all (HXM-RULING-18)."""
        return sum(min(h.in_use(players), 1) if h.colour == "polis" else h.in_use(players)
                   for h in self.hex if h.colour != "myth")


def _refuse_twins(what: str, ids: list[str]) -> None:
    for name, times in Counter(ids).items():
        if times > 1:
            raise ValueError(f"{what}: '{name}' is there {times} times")


def radius_for(hexes: int) -> int:
    """The rings that a plane needs for so many hexes besides the Acropolis."""
    for radius in range(1, S.MAX_RADIUS + 1):
        if 3 * radius * (radius + 1) >= hexes:
            return radius
    most = 3 * S.MAX_RADIUS * (S.MAX_RADIUS + 1)
    raise ValueError(f"a city could grow to {hexes} hexes; at most {most} fit on a plane")


def settle(options: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Revolts are a choice with 2 players only; the starter must have a seat."""
    players = options["players"]
    if players > 2:
        if given.get("revolts") is not None and not options["revolts"]:
            raise BadOption(f"option 'revolts' cannot be false with {players} players; allowed: true")
        options["revolts"] = True
    starter = options["first_player"]
    if starter != "random" and int(starter[1:]) > players:
        seats = ", ".join(f"p{i + 1}" for i in range(players))
        raise BadOption(f"option 'first_player' cannot be '{starter}' with {players} players; allowed: random, {seats}")
    return options


def plane(radius: int) -> list[Hex]:
    """The cells of a plane in their order: the Acropolis, then ring by ring, each clockwise from the north."""
    cells = [Hex(0, 0)]
    for ring in range(1, radius + 1):
        here = Flat.N.delta * ring
        for side in (Flat.SE, Flat.S, Flat.SW, Flat.NW, Flat.N, Flat.NE):
            for _ in range(ring):
                cells.append(here)
                here = here + side.delta
    return cells


def cell_names(radius: int) -> list[str]:
    """The names of these cells.

    >>> cell_names(2)[5:9]
    ['a5', 'a6', 'b1', 'b2']
    """
    return ["o"] + [f"{RING_LETTERS[ring]}{k + 1}" for ring in range(1, radius + 1) for k in range(S.SIDES * ring)]


def build(content: Content, options: dict[str, Any], box: Box) -> Any:
    box.players = options["players"]
    _build_plane(content, box)
    _build_types(content, box, options)
    _build_cities(content, box, options)
    _build_numbers(content, box)
    _build_options(options, box)
    return box


def _build_plane(content: Content, box: Box) -> None:
    box.radius = radius_for(content.largest_city(box.players))
    grid = Grid(plane(box.radius))
    box.cells = len(grid.cells)
    for c, cell in enumerate(grid.cells):
        box.ring[cell.length] |= 1 << c
        for d, direction in enumerate(DIRECTIONS):
            near = grid.index.get(cell.neighbour(direction), S.OUTSIDE)
            box.neighbour[c][d] = near
            if near != S.OUTSIDE:
                box.near[c] |= 1 << near
    for pattern in range(S.PATTERNS):
        sides = [pattern >> d & 1 for d in range(S.SIDES)]
        box.groups[pattern] = sum(1 for d in range(S.SIDES) if sides[d] and not sides[d - 1]) or int(all(sides))


def _build_types(content: Content, box: Box, options: dict[str, Any]) -> None:
    """Myths come after all others."""
    ordered = sorted(content.hex, key=lambda h: h.colour == "myth")
    box.types = len(ordered)
    box.first_myth = sum(h.colour != "myth" for h in ordered)
    for t, h in enumerate(ordered):
        box.colour[t] = COLOURS.index(h.colour) + 1
        box.nature[t] = NATURES.index(h.nature) + 1
        for r in range(S.RESOURCES):
            box.cost[t][r] = h.cost.numbers()[r] if h.cost else 0
        for kind, amount in (h.produces or {}).items():
            box.produces[t], box.amount[t] = RESOURCE_NAMES.index(kind) + 1, amount
        box.gear[t] = GEARS.index(h.gear) + 1 if h.gear else 0
        box.shield[t] = h.shield or 0
        box.copies[t] = h.in_use(box.players)
        box.hexes += box.copies[t]
        _write(box.type_id[t], h.id)
        _write(box.type_name[t], h.name_it if options["names"] == "italian" else h.name)


def _build_cities(content: Content, box: Box, options: dict[str, Any]) -> None:
    ids = [a.id for a in content.acropolis]
    box.cities = len(ids)
    for c, a in enumerate(content.acropolis):
        box.city_nature[c] = NATURES.index(a.nature) + 1
        box.bonus_colour[c] = COLOURS.index(a.bonus.colour) + 1
        box.bonus[c] = a.bonus.points
        _write(box.city_id[c], a.id)
        _write(box.city_name[c], a.name_it if options["names"] == "italian" else a.name)
    for p, city in enumerate(content.game.acropolises[box.players]):
        box.city[p] = ids.index(city)
    box.hidden_cities = int(box.players >= content.game.hidden_cities_from)


def _build_numbers(content: Content, box: Box) -> None:
    game, effects, points = content.game, content.effects, content.points
    for r in range(S.RESOURCES):
        box.start_cubes[r] = game.start_cubes.numbers()[r]
        box.supply[r] = game.supply.numbers()[r]
    for name in ("hand_limit", "myth_limit", "display", "start_hand", "hoplite_value"):
        setattr(box, name, getattr(game, name))
    for name in ("chora", "fortification", "polis", "trio", "gold", "philosopher"):
        setattr(box, f"points_{name}", getattr(points, name))
    box.look, box.strike = effects.oracle_hexes, effects.hades_citizens
    box.agora, box.bury = effects.agora_cubes, effects.necropolis_citizens


def _build_options(options: dict[str, Any], box: Box) -> None:
    starter = options["first_player"]
    box.first_player = 0 if starter == "random" else int(starter[1:])
    box.revolts = int(options["revolts"])
    box.no_refill = int(options["end_trigger"] == "no_refill")
    box.unlimited_supply = int(options["supply"] == "unlimited")
    box.unlimited_exchange = int(options["exchange"] == "unlimited")
    box.myths_per_game = int(options["myth_limit"] == "per_game")
    box.excess_active_only = int(options["excess"] == "active_only")
    box.shield_self = int(options["shield_self"])
    box.first_ring_only = int(options["rings"] == "first")
    box.political_myths = int(options["philosopher_counts"] == "city_and_myths")
    box.trio_active = int(options["tris_needs_active"])
    box.myth_city_counts_itself = int(options["delphi_counts_itself"])


def _write(place: Any, text: str) -> None:
    for i, byte in enumerate(text.encode()):
        place[i] = byte


def read(place: Any) -> str:
    """A text that the box carries."""
    return bytes(place).rstrip(b"\0").decode()
