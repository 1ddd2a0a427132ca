"""From the content file, the maps of the table and the options to the box."""

import json
import os
import warnings
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from hexagora.engine import assets
from hexagora.engine.content import Part
from hexagora.engine.errors import BadContent, BadOption
from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.mapfile import Check, check_data, check_file, refused, to_data, usable
from hexagora.games.hexcape.maps import DICE, MOST_COST, HexMap
from hexagora.games.hexcape.state import Box

GAME_ID, MAP_KIND = "hexcape", "maps"
VOTE = "vote"
BY_MAP = "map"  # die or thaw_round: what the map says
KINDS = {"secret": S.SECRET, "at-once": S.AT_ONCE, "keep": S.KEEP}
ORDERS = {"dice": S.BY_DICE, "random": S.BY_CHANCE, "seat": S.BY_SEAT}
SECRET_CARDS = ("sprint", "second-throw", "rope", "leap", "shove", "long-swap", "trailblazer", "barricade", "surveyor",
                "eraser")  # fmt: skip
CARD_KINDS = {
    **dict.fromkeys(SECRET_CARDS, "secret"),
    **dict.fromkeys(("windfall", "landslide", "spring-melt", "stumble"), "at-once"),
    **dict.fromkeys(("heavy-boots", "light-pack"), "keep"),
}  # in the order of the constants in state.py
CARD_IDS = tuple(CARD_KINDS)

Colour = Annotated[str, Field(pattern="^[a-z]+$", max_length=S.WORD_LENGTH)]
Points = Annotated[int, Field(ge=0, le=20)]


class Costs(Part):
    """The limits of movement costs."""

    lowest: Literal[1]
    highest: Annotated[int, Field(ge=MOST_COST, le=99)]


class Prices(Part):
    """Action points that things cost."""

    swap_surcharge: Points
    change: Annotated[int, Field(ge=1, le=12)]


class Dice(Part):
    """Dice that no map names."""

    order: int

    @field_validator("order")
    @classmethod
    def _known(cls, value: int) -> int:
        if value not in DICE:
            raise ValueError(f"must be one of {', '.join(map(str, DICE))}")
        return value


class Card(Part):
    """A sort of special card."""

    id: str
    name: Annotated[str, Field(min_length=1)]
    copies: Annotated[int, Field(ge=0, le=9)]
    kind: str
    amount: Points = 0
    reach: Annotated[int, Field(ge=0, le=80)] = 0
    effect: Annotated[str, Field(min_length=1)]

    @field_validator("name")
    @classmethod
    def _short(cls, value: str) -> str:
        if len(value.encode()) > S.WORD_LENGTH:
            raise ValueError(f"at most {S.WORD_LENGTH} bytes")
        return value

    @field_validator("id")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in CARD_KINDS:
            raise ValueError(f"must be one of {', '.join(CARD_IDS)}")
        return value

    @model_validator(mode="after")
    def _kept_as_it_works(self) -> "Card":
        if self.kind != CARD_KINDS[self.id]:
            raise ValueError(f"kind = '{self.kind}': '{self.id}' must be '{CARD_KINDS[self.id]}'")
        return self


class Content(Part):
    """The content file."""

    colours: Annotated[list[Colour], Field(min_length=S.COLOURS, max_length=S.COLOURS)]
    costs: Costs
    prices: Prices
    dice: Dice
    cards: list[Card]
    maps: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=S.MAPS)]

    @field_validator("colours")
    @classmethod
    def _different_colours(cls, value: list[str]) -> list[str]:
        if len(set(value)) < len(value):
            raise ValueError("no two colours may be the same")
        return value

    @field_validator("cards")
    @classmethod
    def _every_card_once(cls, value: list[Card]) -> list[Card]:
        ids = [card.id for card in value]
        if sorted(ids) != sorted(CARD_IDS):
            raise ValueError(f"each of {', '.join(CARD_IDS)} must be there once; give one 0 copies to leave it out")
        if sum(card.copies for card in value) < S.PLAYERS:
            warnings.warn("fewer special cards than players: the deck may run out", stacklevel=2)
        return sorted(value, key=lambda card: CARD_IDS.index(card.id))

    @field_validator("maps")
    @classmethod
    def _usable_maps(cls, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        problems = [f"{data.get('id', f'map {k + 1}')}: {p}" for k, data in enumerate(value)
                    for p in check_data(data).errors]  # fmt: skip
        ids = [data.get("id") for data in value]
        problems += [f"{i}: the id of two maps" for i in dict.fromkeys(ids) if ids.count(i) > 1]
        if problems:
            raise ValueError("; ".join(problems))
        return value

    @property
    def map_ids(self) -> list[str]:
        return [data["id"] for data in self.maps]


@cache
def _map(data: str) -> HexMap:
    return usable(check_data(json.loads(data)), "the map")


def read_map(data: dict[str, Any]) -> HexMap:
    """A map from its data; the same data are read once."""
    try:
        return _map(json.dumps(data))
    except TypeError:  # TOML knows dates, JSON does not; the check names the key
        return usable(check_data(data), "the map")


def supplied_maps(content: Content) -> dict[str, HexMap]:
    """The maps of the content file by their ids."""
    return {data["id"]: read_map(data) for data in content.maps}


def supplied(content: Content, name: str) -> list[str]:
    """What the option `map` can name without a file: the vote and the maps of the content file."""
    return [VOTE, *content.map_ids]


def own_maps(content: Content) -> dict[str, Check]:
    """The checks of the maps in the user's folder, by file name without ending."""
    checks: dict[str, Check] = {}
    for name, path in assets.user_files(GAME_ID, MAP_KIND).items():
        try:
            checks[name] = check_file(path)
        except BadContent as e:
            checks[name] = refused(e.problems[0])
    return checks


# options


def asset(content: Content, name: str, value: Any) -> Any:
    """The option `map`: "vote", one map, or a list of maps to choose from; maps of the user become their data."""
    if value == VOTE:
        return _installed(content)
    if isinstance(value, str) and "," in value:
        value = [part.strip() for part in value.split(",")]
    if isinstance(value, list):
        return _candidates(content, value)
    return _one(content, value)


def _installed(content: Content) -> Any:
    """All valid maps that are installed: just "vote" when the user has none of their own."""
    supplied = supplied_maps(content)
    chosen = dict(supplied)
    for check in own_maps(content).values():
        if check.map is not None and check.map.id not in chosen and _fit([*chosen.values(), check.map]):
            chosen[check.map.id] = check.map
    own = [to_data(m) for i, m in chosen.items() if i not in supplied]
    return [*supplied, *own] if own else VOTE


def _fit(maps: list[HexMap]) -> bool:
    return len(maps) <= S.MAPS and sum(len(m.places) + len(m.rocks) for m in maps) <= S.HEXES


def _candidates(content: Content, values: list[Any]) -> list[Any]:
    if len(values) > S.MAPS:
        raise _too_many()
    chosen = [_one(content, value) for value in values]
    maps = [_found(content, value) for value in chosen]
    ids = [m.id for m in maps]
    if not ids:
        raise BadOption("option 'map' is an empty list; name at least one map to choose from")
    if len(set(ids)) < len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise BadOption(f"option 'map' names '{twice}' more than once")
    if not _fit(maps):
        raise _too_many()
    return chosen


def _too_many() -> BadOption:
    return BadOption(f"option 'map' has too many maps: at most {S.MAPS}, with {S.HEXES} hexes in all")


def _one(content: Content, value: Any) -> Any:
    """The id of a supplied map, or the data of another one."""
    supplied = content.map_ids
    if isinstance(value, str) and value in supplied:
        return value
    own = assets.user_files(GAME_ID, MAP_KIND)
    if isinstance(value, str) and value in own:
        return to_data(usable(check_file(own[value]), str(own[value])))
    if isinstance(value, str) and (value.endswith(".toml") or os.sep in value):
        return to_data(usable(check_file(Path(value)), value))
    found = assets.find(GAME_ID, MAP_KIND, value, supplied)
    return to_data(usable(check_data(found), "the map of option 'map'"))


def _found(content: Content, value: Any) -> HexMap:
    return supplied_maps(content)[value] if isinstance(value, str) else read_map(value)


def candidates(content: Content, value: Any) -> list[HexMap]:
    """The maps that an (already checked) option `map` stands for."""
    if value == VOTE:
        return list(supplied_maps(content).values())
    return [_found(content, v) for v in (value if isinstance(value, list) else [value])]


def advice(content: Content, options: dict[str, Any]) -> list[assets.Advice]:
    """What people should know about the chosen maps before they race on them."""
    die = None if options["die"] == BY_MAP else options["die"]
    return [assets.Advice(w.code, w.text, m.name, w.cell) for m in candidates(content, options["map"])
            for w in check_data(to_data(m), die, options["cards"]).warnings]


# the box


def build(content: Content, options: dict[str, Any], box: Box) -> Any:
    """Fills the box for a match with these options."""
    box.players = options["players"]
    box.order_rule = ORDERS[options["order"]]
    for name in ("order_swaps", "raise_ends", "teleport_swap", "teleport_chain"):
        setattr(box, name, int(options[name]))
    box.cards_on = int(options["cards"])
    box.round_limit = options["round_limit"]
    box.lowest, box.highest = content.costs.lowest, content.costs.highest
    box.surcharge, box.change_price = content.prices.swap_surcharge, content.prices.change
    for k, card in enumerate(content.cards):
        box.copies[k], box.kind[k] = card.copies, KINDS[card.kind]
        box.amount[k], box.reach[k] = card.amount, card.reach
        _write(box.card_name[k], card.name)
    for k, colour in enumerate(content.colours):
        _write(box.colour_name[k], colour)
    box.deck = sum(card.copies for card in content.cards)
    maps = candidates(content, options["map"])
    box.vote = int(options["map"] == VOTE or isinstance(options["map"], list))
    box.maps = len(maps)
    first = 0
    for k, m in enumerate(maps):
        box.die[k] = m.die if options["die"] == BY_MAP else options["die"]
        box.thaw[k] = m.thaw if options["thaw_round"] == BY_MAP else options["thaw_round"]
        first = _lay_in(box, k, m, first)
    box.order_die = _order_die(content, options, maps, bool(box.vote))
    return box


def _order_die(content: Content, options: dict[str, Any], maps: list[HexMap], vote: bool) -> int:
    """The die for the order: the one of the content file while the map is open, else the one chosen or the map's."""
    if vote:
        return content.dice.order
    return maps[0].die if options["die"] == BY_MAP else int(options["die"])


def _write(row: Any, text: str) -> None:
    for i, byte in enumerate(text.encode()):
        row[i] = byte


def _lay_in(box: Box, k: int, m: HexMap, first: int) -> int:
    """Puts map number `k` into the box, from hex `first` on; returns where the next one begins."""
    _write(box.map_id[k], m.id)
    _write(box.map_title[k], m.name)
    box.difficulty[k], box.first[k] = m.difficulty, first
    box.passable[k], box.hexes[k] = len(m.places), len(m.places) + len(m.rocks)
    box.start[k], box.goal[k] = m.start, m.end
    for i, (r, c) in enumerate([*m.places, *m.rocks]):
        box.row[first + i], box.column[first + i] = r, c
    for i, token in enumerate(m.tokens):
        place = first + i
        box.printed[place] = m.costs[i]
        box.card_hex[place] = int(token.card)
        box.numbers[place] = sum(1 << (n - 1) for n in token.numbers)
        box.letters[place] = sum(1 << (ord(letter) - ord("A")) for letter in token.letters)
        for side in range(S.SIDES):
            box.neighbour[place][side] = m.neighbours[i][side] if side < len(m.neighbours[i]) else S.NO_CELL
    return first + int(box.hexes[k])
