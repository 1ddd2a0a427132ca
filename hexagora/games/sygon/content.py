"""From the content file and the options to the box."""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from hexagora.engine.content import Part
from hexagora.engine.errors import BadOption
from hexagora.games.sygon import state as S
from hexagora.games.sygon.names import (
    CARD_IDS,
    CLASS_NAMES,
    COLOUR_NAMES,
    FIRST_ETERNAL,
    KIND_NAMES,
    PIECE_NAMES,
    SIDE_NAMES,
    TILE_NAMES,
    ZONE_NAMES,
    write_name,
)
from hexagora.games.sygon.state import Box
from hexagora.hexes import Grid, Hex, row_letters

Provenance = Literal["text", "derived", "web", "designed"]
Kind = Literal["flower", "elixir", "spice", "crystal", "mushroom", "snow"]
Colour = Literal["blue", "red", "green"]
Tile = Kind | Colour
Count = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
Name = Annotated[str, Field(min_length=1, max_length=S.NAME)]
PlayerCount = Literal[2, 3, 4]
LEAST_PLAYERS, MOST_PLAYERS = 2, 4


class Sourced(Part):
    provenance: Provenance


class Limits(Sourced):
    max_cubes: Positive
    max_gold: Annotated[int, Field(ge=1, le=999)]
    wizards: Annotated[int, Field(ge=1, le=S.WIZARDS)]
    wizards_per_hex: Annotated[int, Field(ge=1, le=12)]


class Move(Sourced):
    teleport_range: Annotated[int, Field(ge=1, le=6)]
    teleport_price: Count
    entry_fee: Count


class Build(Sourced):
    outnumber: Positive
    discount_towns: Positive


class Building(Sourced):
    cubes: dict[Kind, Positive]
    gold: Count
    sp: Count
    yield_cubes: Annotated[int, Field(ge=0, le=4)]
    yield_gold: Count
    pieces: Annotated[int, Field(ge=2, le=99)]


class Buildings(Part):
    town: Building
    workshop: Building
    market: Building
    wall: Building


class Exchange(Sourced):
    transform_gold: Count
    transform_cheap: Count
    sell_gold: Count
    buy_gold: Positive

    @model_validator(mode="after")
    def _no_gain(self) -> "Exchange":
        if self.transform_cheap > self.transform_gold:
            raise ValueError("transform_cheap must not exceed transform_gold")
        if self.transform_cheap < 1:
            raise ValueError("transform_cheap must be at least 1, or a turn could go on for ever")
        if self.buy_gold <= self.sell_gold:
            raise ValueError("buy_gold must exceed sell_gold, or a turn could go on for ever")
        return self


class Cast(Sourced):
    forages: Annotated[int, Field(ge=1, le=2)]
    steal_hexes: Annotated[int, Field(ge=1, le=7)]
    steal_hexes_short: Annotated[int, Field(ge=1, le=6)]


class Score(Sourced):
    encirclement: Count
    win: Positive
    competitive: Positive
    tie_gold: Count
    tie_cube: Count


class Timer(Sourced):
    turn: Annotated[int, Field(ge=1, le=3600)]
    choice: Annotated[int, Field(ge=1, le=3600)]


class StartGold(Part):
    two: Annotated[list[Count], Field(alias="2", min_length=2, max_length=2)]
    three: Annotated[list[Count], Field(alias="3", min_length=3, max_length=3)]
    four: Annotated[list[Count], Field(alias="4", min_length=4, max_length=4)]
    teams: Annotated[list[Count], Field(min_length=4, max_length=4)]


class Colours(Part):
    two: Annotated[list[Name], Field(alias="2", min_length=2, max_length=2)]
    three: Annotated[list[Name], Field(alias="3", min_length=3, max_length=3)]
    four: Annotated[list[Name], Field(alias="4", min_length=4, max_length=4)]


class Start(Sourced):
    gold: StartGold
    free_walls_rim: Annotated[int, Field(ge=0, le=S.SIDES)]
    free_walls_inner: Annotated[int, Field(ge=0, le=S.SIDES)]
    colours: Colours


class Landscapes(Sourced):
    flower: Name
    elixir: Name
    spice: Name
    crystal: Name
    mushroom: Name
    snow: Name


class Board(Sourced):
    players: PlayerCount
    rows: list[Annotated[str, Field(pattern=r"^[a-z][0-9]{1,2}-[a-z][0-9]{1,2}$")]]

    @field_validator("rows")
    @classmethod
    def _rows(cls, rows: list[str]) -> list[str]:
        for k, row in enumerate(rows):
            first, last = row.split("-")
            if first[0] != last[0] or first[0] != row_letters(k) or int(first[1:]) > int(last[1:]):
                raise ValueError(f"row {k + 1} is {row!r}; it must run like '{row_letters(k)}2-{row_letters(k)}5'")
        return rows

    def hexes(self) -> list[Hex]:
        """The hexes in reading order; q is the number in the name."""
        spans = [[int(end[1:]) for end in row.split("-")] for row in self.rows]
        return [Hex(q, r) for r, (first, last) in enumerate(spans) for q in range(first, last + 1)]


class TileCounts(Sourced):
    players: PlayerCount
    counts: dict[Tile, Positive]

    @field_validator("counts")
    @classmethod
    def _each_once(cls, counts: dict[str, int]) -> dict[str, int]:
        for name in TILE_NAMES:
            if name not in counts:
                raise ValueError(f"{name} is missing")
            if name in COLOUR_NAMES and counts[name] != 1:
                raise ValueError(f"{name} = {counts[name]}; there is one Volcano of each colour")
        return counts


class Face(Sourced):
    face: Annotated[int, Field(ge=1, le=S.FACES)]
    colours: Annotated[list[Colour], Field(min_length=1, max_length=2)]


class Token(Sourced):
    zone: Literal["exterior", "interior"]
    label: PlayerCount
    value: Annotated[int, Field(ge=0, le=S.VALUES - 1)]
    count: Annotated[int, Field(ge=1, le=30)]


class Card(Sourced):
    id: Literal[CARD_IDS]  # type: ignore[valid-type]
    name: Name
    class_: Annotated[Literal["instant", "golden", "eternal"], Field(alias="class")]
    price: dict[Literal["any", "gold"] | Kind, Annotated[int, Field(ge=1, le=15)]]
    copies: Annotated[int, Field(ge=1, le=9)]

    @model_validator(mode="after")
    def _price_of_class(self) -> "Card":
        wanted = {"instant": ("any",), "golden": ("gold",), "eternal": KIND_NAMES}[self.class_]
        if len(self.price) != 1 or not set(self.price) <= set(wanted):
            raise ValueError(f"the price of an {self.class_} card is a number of: {', '.join(wanted)}")
        if (self.class_ == "eternal") != (CARD_IDS.index(self.id) >= FIRST_ETERNAL):
            raise ValueError(f"the effect of '{self.id}' {'does not last' if self.class_ == 'eternal' else 'lasts'}")
        return self


class CardNumbers(Sourced):
    ward_gold: Count
    caravan_gold: Count


class PlayerPlan(Sourced):
    colour: Name
    towns: Annotated[list[str], Field(min_length=2, max_length=2)]
    walls: list[str]
    chosen_cube: Kind


class Plan(Sourced):
    clouds: list[Colour]
    tiles: dict[str, Tile]
    values: dict[str, Annotated[int, Field(ge=0, le=S.VALUES - 1)]]
    player: list[PlayerPlan]


class Plans(Part):
    r2: Plan
    r3: Plan
    r4: Plan


class Content(Part):
    """The whole file; refuses what contradicts the rules of set-up (SYG-RULING-97)."""

    limits: Limits
    move: Move
    build: Build
    building: Buildings
    exchange: Exchange
    cast: Cast
    score: Score
    timer: Timer
    start: Start
    landscapes: Landscapes
    board: list[Board]
    tiles: list[TileCounts]
    die: list[Face]
    token: list[Token]
    card: Annotated[list[Card], Field(max_length=len(CARD_IDS))]
    card_numbers: CardNumbers
    recommended: Plans

    @field_validator("board", "tiles")
    @classmethod
    def _all_player_counts(cls, entries: list[Any]) -> list[Any]:
        if [e.players for e in entries] != list(range(LEAST_PLAYERS, MOST_PLAYERS + 1)):
            raise ValueError("there must be one entry for 2, one for 3 and one for 4 players, in this order")
        return entries

    @field_validator("die")
    @classmethod
    def _die(cls, die: list[Face]) -> list[Face]:
        if [f.face for f in die] != list(range(1, S.FACES + 1)):
            raise ValueError(f"the die needs its faces 1 to {S.FACES}, in this order")
        blue, red, green = (sum(colour in f.colours for f in die) for colour in COLOUR_NAMES)
        if not blue > red > green:
            raise ValueError(f"blue is on {blue} faces, red on {red}, green on {green}; it must be blue > red > green")
        return die

    @field_validator("card")
    @classmethod
    def _each_card_once(cls, cards: list[Card]) -> list[Card]:
        ids = [c.id for c in cards]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ValueError(f"'{twice[0]}' is there more than once")
        return cards

    @model_validator(mode="after")
    def _boards_fit(self) -> "Content":
        for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1):
            check_board(self, players)
            check_plan(self, players)
        return self

    def of_players(self, players: int) -> tuple[Board, dict[str, int]]:
        """Board and tiles for a number of players."""
        return self.board[players - LEAST_PLAYERS], dict(self.tiles[players - LEAST_PLAYERS].counts)  # type: ignore

    def plan(self, players: int) -> Plan:
        plan: Plan = getattr(self.recommended, f"r{players}")
        return plan


# checks that need several parts of the file


def cell_names(hexes: list[Hex]) -> list[str]:
    return [f"{row_letters(h.r)}{h.q}" for h in hexes]


def zones(hexes: list[Hex]) -> list[int]:
    """EXTERIOR for hexes with a side at the frame (SYG-RULING-2)."""
    inside = set(hexes)
    return [S.INTERIOR if all(n in inside for n in h.neighbours()) else S.EXTERIOR for h in hexes]


def pool(content: Content, players: int) -> list[list[int]]:
    """Tokens by zone and value that a number of players uses (SYG-SETUP-5)."""
    counts = [[0] * S.VALUES for _ in ZONE_NAMES]
    for t in content.token:
        if t.label <= players:
            counts[ZONE_NAMES.index(t.zone)][t.value] += t.count
    return counts


def check_board(content: Content, players: int) -> None:
    board, counts = content.of_players(players)
    hexes = board.hexes()
    where = f"board for {players} players"
    if len(hexes) > S.CELLS:
        raise ValueError(f"{where}: {len(hexes)} hexes; at most {S.CELLS} are possible")
    if sum(counts.values()) != len(hexes):
        raise ValueError(f"{where}: {sum(counts.values())} tiles for {len(hexes)} hexes; they must be as many")
    for zone, name in enumerate(ZONE_NAMES):
        places, tokens = zones(hexes).count(zone), sum(pool(content, players)[zone])
        if tokens < places:
            raise ValueError(f"{where}: {tokens} {name} tokens for {places} places; there must be one for each")
    if max(max(row) for row in pool(content, players)) > 99:
        raise ValueError(f"{where}: more than 99 tokens of one value")


def check_plan(content: Content, players: int) -> None:
    """The recommended board keeps the rules of set-up (SYG-SETUP-16, SYG-RULING-97)."""
    board, counts = content.of_players(players)
    plan, where = content.plan(players), f"recommended.r{players}"
    hexes = board.hexes()
    names, zone = cell_names(hexes), zones(hexes)
    if sorted(plan.tiles) != sorted(names):
        wrong = sorted(set(plan.tiles) ^ set(names))
        raise ValueError(f"{where}.tiles: {wrong[0]} is {'missing' if wrong[0] in names else 'not on the board'}")
    for tile, count in counts.items():
        found = list(plan.tiles.values()).count(tile)  # type: ignore[arg-type]
        if found != count:
            raise ValueError(f"{where}.tiles: {found} {tile} tiles; there must be {count}")
    land = [n for n in names if plan.tiles[n] in KIND_NAMES]
    if sorted(plan.values) != sorted(land):
        wrong = sorted(set(plan.values) ^ set(land))
        raise ValueError(f"{where}.values: {wrong[0]} is {'missing' if wrong[0] in land else 'no Landscape hex'}")
    left = pool(content, players)
    for name in land:
        tokens = left[zone[names.index(name)]]
        tokens[plan.values[name]] -= 1
        if tokens[plan.values[name]] < 0:
            raise ValueError(f"{where}.values: {name} = {plan.values[name]}: not so many tokens of this value")
    check_plan_players(content, plan, players, names, where)


def check_plan_players(content: Content, plan: Plan, players: int, names: list[str], where: str) -> None:
    if len(plan.player) != players:
        raise ValueError(f"{where}.player: {len(plan.player)} entries; there must be {players}")
    board = content.of_players(players)[0]
    hexes = board.hexes()
    zone = zones(hexes)
    taken: set[str] = set()
    for k, player in enumerate(plan.player):
        at = f"{where}.player {k + 1}"
        due = {}
        for town in player.towns:
            if plan.tiles.get(town) not in KIND_NAMES or town in taken:
                raise ValueError(f"{at}: Town {town}: must be a Landscape hex without another Town")
            taken.add(town)
            rim = zone[names.index(town)] == S.EXTERIOR
            due[town] = content.start.free_walls_rim if rim else content.start.free_walls_inner
        check_plan_walls(player.walls, due, names, hexes, at)


def check_plan_walls(walls: list[str], due: dict[str, int], names: list[str], hexes: list[Hex], at: str) -> None:
    if len(set(walls)) != len(walls):
        raise ValueError(f"{at}: walls: a Wall is there twice")
    for wall in walls:
        cell, _, side = wall.partition(" ")
        if cell not in due or side not in SIDE_NAMES:
            raise ValueError(f"{at}: Wall {wall!r}: write a hex with an own Town and a side ({', '.join(SIDE_NAMES)})")
        if hexes[names.index(cell)].neighbours()[SIDE_NAMES.index(side)] not in hexes:
            raise ValueError(f"{at}: Wall {wall!r}: stands on the frame")
    for town, count in due.items():
        found = sum(wall.startswith(f"{town} ") for wall in walls)
        if found != count:
            raise ValueError(f"{at}: Town {town} has {found} Walls; there must be {count}")


# options


def settle(options: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Team play is for four: it sets the number of players, and refuses another."""
    if options["mode"] == "teams" and options["players"] != MOST_PLAYERS:
        if "players" in given:
            raise BadOption(f"option 'mode' cannot be 'teams' with {options['players']} players; allowed: 4 players")
        options["players"] = MOST_PLAYERS
    return options


# the box


def build(content: Content, options: dict[str, Any], box: Box) -> Any:
    box.players = options["players"]
    build_players(content, options, box)
    build_board(content, box)
    build_plan(content, box)
    build_numbers(content, options, box)
    build_options(options, box)
    build_cards(content, options, box)
    return box


def build_players(content: Content, options: dict[str, Any], box: Box) -> None:
    teams = options["mode"] == "teams"
    box.teams = int(teams)
    by_number = {2: "two", 3: "three", 4: "four"}[box.players]
    gold = content.start.gold.teams if teams else getattr(content.start.gold, by_number)
    for p, colour in enumerate(getattr(content.start.colours, by_number)):
        box.team[p] = p // 2 if teams else p
        box.mate[p] = p ^ 1 if teams else p
        box.start_gold[p] = gold[p]
        write_name(box.colour[p], colour)
    order = range(1, box.players + 1)
    draft = [int(k) for k in options["team_draft"].split()] if teams else [*order, *reversed(order)]
    for step, k in enumerate(draft):
        box.draft[step] = k - 1


def build_board(content: Content, box: Box) -> None:
    board, counts = content.of_players(box.players)
    hexes = board.hexes()
    grid, zone_of = Grid(hexes), zones(hexes)
    box.cells = len(hexes)
    for i, name in enumerate(("nw", "ne", "w", "e", "sw", "se")):
        box.side_order[i] = SIDE_NAMES.index(name)
    for cell, around in enumerate(grid.neighbour_table()):
        box.row[cell], box.column[cell] = hexes[cell].r, hexes[cell].q
        box.zone[cell] = zone_of[cell]
        for side in range(S.SIDES):
            box.neighbour[cell][side] = around[side] if around[side] >= 0 else S.NO_CELL
    for cell, distances in enumerate(grid.distance_table()):
        near = [other for other, far in enumerate(distances) if 1 <= far <= content.move.teleport_range]
        box.nears[cell] = len(near)
        for i, other in enumerate(near):
            box.near[cell][i] = other
    for tile, name in enumerate(TILE_NAMES):
        box.tiles[tile] = counts[name]
    for zone, tokens in enumerate(pool(content, box.players)):
        for value, count in enumerate(tokens):
            box.tokens[zone][value] = count


def build_plan(content: Content, box: Box) -> None:
    plan = content.plan(box.players)
    names = cell_names(content.of_players(box.players)[0].hexes())
    for name, tile in plan.tiles.items():
        box.plan_terrain[names.index(name)] = TILE_NAMES.index(tile) + S.FIRST_LANDSCAPE
    for name, value in plan.values.items():
        box.plan_value[names.index(name)] = value
    box.plan_clouds = sum(1 << COLOUR_NAMES.index(c) for c in set(plan.clouds))
    for p, player in enumerate(plan.player):
        box.plan_cube[p] = KIND_NAMES.index(player.chosen_cube)
        for town in player.towns:
            box.plan_town[names.index(town)] = p + 1
        for wall in player.walls:
            cell, side = wall.split()
            box.plan_wall[names.index(cell)][SIDE_NAMES.index(side)] = p + 1


def build_numbers(content: Content, options: dict[str, Any], box: Box) -> None:
    for name in ("max_cubes", "max_gold", "wizards", "wizards_per_hex"):
        setattr(box, name, getattr(content.limits, name))
    for name in ("teleport_price", "entry_fee"):
        setattr(box, name, getattr(content.move, name))
    for name in ("transform_gold", "transform_cheap", "sell_gold", "buy_gold"):
        setattr(box, name, getattr(content.exchange, name))
    for i, name in enumerate(PIECE_NAMES):
        building = getattr(content.building, name)
        box.pieces[i], box.cost_gold[i], box.points[i] = building.pieces, building.gold, building.sp
        box.yield_cubes[i], box.yield_gold[i] = building.yield_cubes, building.yield_gold
        for kind, count in building.cubes.items():
            box.cost_cubes[i][KIND_NAMES.index(kind)] = count
    box.outnumber, box.discount_towns = content.build.outnumber, content.build.discount_towns
    box.forages = content.cast.forages
    box.short_range = int(box.players == LEAST_PLAYERS or box.teams == 1)
    box.steal_hexes = content.cast.steal_hexes_short if box.short_range else content.cast.steal_hexes
    box.free_walls[S.EXTERIOR] = content.start.free_walls_rim
    box.free_walls[S.INTERIOR] = content.start.free_walls_inner
    box.encirclement_points, box.win_points = content.score.encirclement, content.score.win
    box.competitive_points = content.score.competitive
    box.tie_gold, box.tie_cube = content.score.tie_gold, content.score.tie_cube
    for f in content.die:
        box.die[f.face - 1] = sum(1 << COLOUR_NAMES.index(c) for c in set(f.colours))
    for k in range(S.KINDS):
        write_name(box.landscape[k], getattr(content.landscapes, KIND_NAMES[k]))
    box.turn_timer = content.timer.turn if options["turn_timer"] else 0
    box.choice_timer = content.timer.choice


def build_options(options: dict[str, Any], box: Box) -> None:
    box.random_board = int(options["board"] == "random")
    box.random_seats = int(options["seats"] == "random")
    box.spells_allowed = 1 << S.FORAGE | 1 << S.STEAL | 1 << S.PROTECT
    box.spells_allowed |= options["scorch"] << S.SCORCH | options["terraform"] << S.TERRAFORM
    box.competitive = int(options["competitive"])
    box.all_ash_counts = int(options["ash_counts"] == "all")
    box.lost_return = int(options["lost_wizards"] == "return")
    box.frame_walls = int(options["frame_walls"])
    box.upright_earlier = int(options["upright"] == "previous_round")
    box.discount_either = int(options["transform_discount"] == "either")
    box.team_walls = int(options["team_encirclement"] == "team" and box.teams == 1)
    box.max_rounds = options["max_rounds"]


def build_cards(content: Content, options: dict[str, Any], box: Box) -> None:
    box.cards = int(options["spells"])
    box.ward_gold, box.caravan_gold = content.card_numbers.ward_gold, content.card_numbers.caravan_gold
    for card in content.card:
        i = CARD_IDS.index(card.id)
        ((what, price),) = card.price.items()
        box.card_class[i] = CLASS_NAMES.index(card.class_)
        box.card_price[i], box.card_copies[i] = price, card.copies
        box.card_kind[i] = KIND_NAMES.index(what) if what in KIND_NAMES else 0
        write_name(box.card_name[i], card.name)


