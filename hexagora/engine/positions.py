"""Positions as something to be edited: the document of a position, laid out in fields, with brushes for its pieces.

Every game's positions can be edited by their fields and as text. A game that declares `Positions` with marks of its own
can be painted as well: a mark says where in the document a piece or tile on a cell is written.
"""

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hexagora.engine import assets, hooks
from hexagora.engine.editing import (
    CHOICE,
    FAULTS,
    FLAG,
    LINES,
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
    named_places,
    path_in,
    put,
)
from hexagora.engine.errors import BadPosition, HexagoraError
from hexagora.engine.match import Match

if TYPE_CHECKING:
    from hexagora.engine.game import Game, Option
    from hexagora.engine.scene import Scene

MOMENTS = {"start": ("The first decision", 0.0), "middle": ("A match in progress", 0.4),
           "late": ("Late in a match", 0.8)}
SAMPLE_SEED = 5
CALM_WITHIN = 30  # decisions among which the simplest position is taken
LONGEST_SAMPLE = 300  # decisions of the matches that samples are taken from
SAMPLES_KEPT = 32
MOST_FIELDS = 400
OPTIONS = "options"
HEADS = ("game", OPTIONS)  # keys of a position that are no part of what lies on the table
ALLOWED = re.compile(r"^([\w.]+) = .*; allowed: ([^;.]+)$", re.S)
SEAT = re.compile(r"p(\d)")  # a player, where the key is no colour
MOST_MENDS = 8
ERASER = Brush("erase", "Take away", glyph="✕")


@dataclass(frozen=True)
class Listed:
    """A brush whose cells stand in a list of the document; a cell stands in one of these lists at most."""

    brush: Brush
    path: str

    def lay(self, data: Data, cell: str) -> None:
        listed = _inner(data, self.path, list)
        if cell not in listed:
            listed.append(cell)

    def lift(self, data: Data, cell: str) -> None:
        listed = _inner(data, self.path, list)
        if cell in listed:
            listed.remove(cell)


@dataclass(frozen=True)
class Single:
    """A brush for the one cell that is written at a path, such as that of a pawn."""

    brush: Brush
    path: str

    def lay(self, data: Data, cell: str) -> None:
        put(data, self.path, cell)

    def lift(self, data: Data, cell: str) -> None:
        """A pawn is always somewhere: it leaves a cell only by being laid elsewhere."""


@dataclass(frozen=True)
class Valued:
    """A brush that writes a value for a cell into a table of the document."""

    brush: Brush
    path: str
    value: Any

    def lay(self, data: Data, cell: str) -> None:
        _inner(data, self.path, dict)[cell] = self.value

    def lift(self, data: Data, cell: str) -> None:
        _inner(data, self.path, dict).pop(cell, None)


Mark = Listed | Single | Valued


def _inner(data: Data, path: str, kind: type) -> Any:
    here: Any = data
    *way, last = path.split(".")
    for step in way:
        here = here.setdefault(step, {})
    found = here.setdefault(last, kind())
    if not isinstance(found, kind):
        raise BadPosition(f"{path} = {found!r}: must be {'a list' if kind is list else 'an object'}")
    return found


@dataclass(frozen=True)
class Positions(Editable):
    """`choices` names the values of some keys; `stale` are keys that a stroke makes out of date; `titles` are words
    for keys that say too little to people, `says` for values."""

    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    stale: Sequence[str] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)

    id = "positions"
    title = "Positions"
    help = "Set pieces, counters, hands and whose turn it is, and play on from there."
    folder = "positions"
    ending = "json"
    fixes_players = True
    from_the_beginning = False

    # to be said by games

    def marks(self, game: "Game", data: Data) -> list[Mark]:
        return []

    def exclusive(self, one: Mark, other: Mark) -> bool:
        """Whether laying one takes the other from the cell; by default cells in lists stand in one of them."""
        return isinstance(one, Listed) and isinstance(other, Listed)

    # what every game has

    def samples(self, game: "Game") -> Mapping[str, str]:
        several = len(game.facts.players) > 1
        return {f"{moment}-{players}": f"{title}, {players} players" if several else title
                for players in game.facts.players for moment, (title, _) in MOMENTS.items()}

    def sample(self, game: "Game", name: str) -> Data:
        moment, _, players = name.rpartition("-")
        return json.loads(_moment(game, int(players), MOMENTS[moment][1]))  # type: ignore[no-any-return]

    def read(self, game: "Game", text: str) -> Data:
        """A position in JSON, or in a notation of the game's own."""
        reader = hooks.READ.of(game)
        if not text.lstrip().startswith("{") and reader is not None:
            return dict(reader(text).match.position())
        try:
            data = json.loads(text)
        except ValueError as e:
            raise BadPosition(f"the text is not JSON: {e}") from None
        if not isinstance(data, dict):
            raise BadPosition("a position is a JSON object")
        return data

    def write(self, game: "Game", data: Data) -> str:
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def name(self, data: Data) -> str:
        return ""

    def scene(self, game: "Game", data: Data) -> "Scene | None":
        """What lies on the table; of a document that is not right, as far as it was understood."""
        box, state, _ = _placed(game, data)
        players = _checked(game, data)["players"]
        scene: Scene = game.scene.scene(box, state, [f"Player {k + 1}" for k in range(players)])
        return scene

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        marks = self.marks(game, data)
        return [*(mark.brush for mark in marks), ERASER] if marks else []

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        cell, marks = place.partition("/")[2], self.marks(game, data)
        chosen = next((mark for mark in marks if mark.brush.id == brush), None)
        if chosen is None and brush != ERASER.id:
            return data
        for mark in marks:
            if chosen is None or (mark is not chosen and self.exclusive(chosen, mark)):
                mark.lift(data, cell)
        if chosen is not None:
            chosen.lay(data, cell)
        for key in self.stale:
            data.pop(key, None)
        return data

    def turned(self, game: "Game", data: Data, motion: Motion, name: str) -> Data:
        """Every cell that is named goes where the motion takes it."""
        return {key: value if key in HEADS else _renamed(value, motion) for key, value in data.items()
                if key not in self.stale}

    def fields(self, game: "Game", data: Data) -> list[Field]:
        own = [self._field(path, value) for key, inner in data.items() if key not in HEADS
               for path, value in _leaves(key, inner)]
        known = {option.name: option for option in game.facts.options}
        given = data.get(OPTIONS, {})
        options = [_option_field(known[name], value) for name, value in given.items()
                   if name in known and not isinstance(value, dict | list)] if isinstance(given, dict) else []
        return (own + options)[:MOST_FIELDS]

    def _field(self, path: str, value: Any) -> Field:
        *way, title = [self._titled(step) for step in path.split(".")]
        group, inner = way[:1], way[1:]
        values = self.choices.get(path) or self.choices.get(path.rpartition(".")[2], ())
        kind = CHOICE if values and not isinstance(value, list) else _kind(value)
        shown = "\n".join(map(str, value)) if kind == LINES else value
        return Field(path, ", ".join([*inner, title]), kind, shown, group="".join(group), values=list(values),
                     says=[_titled(str(v), self.says) for v in values])

    def _titled(self, key: str) -> str:
        return _titled(key, self.titles)

    def with_value(self, game: "Game", data: Data, path: str, value: Any) -> Data:
        before = _found(data, path)
        if isinstance(before, list):
            value = [int(line) if re.fullmatch(r"-?\d{1,9}", line) else line
                     for line in map(str.strip, str(value).splitlines()) if line]
        elif before is None and value == "":
            return data
        return put(data, path, value)

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        try:
            problem = _placed(game, data)[2]
        except HexagoraError as e:
            return [self._remark(game, data, str(e))]
        if problem:
            return [self._remark(game, data, problem)]
        if Match(game, _checked(game, data), chance="ask", start=_expanded(game, data)).over:
            return [Remark("The match is over in this position: nothing is left to play.", WARNING)]
        return []

    def _remark(self, game: "Game", data: Data, text: str) -> Remark:
        try:
            scene = self.scene(game, data)
        except (HexagoraError, *FAULTS):
            scene = None
        cells = [at(c.id, b.id) for b in scene.boards for c in b.cells] if scene else []
        where = path_in(text, [f.path for f in self.fields(game, data)])
        return Remark(text, places=named_places(text, cells)[:MOST_MENDS], field=where, mends=_mends(text, where))

    def start(self, game: "Game", data: Data) -> Start:
        match = Match(game, _checked(game, data), chance="ask", start=_expanded(game, data))
        if match.over:
            raise BadPosition("The match is over in this position: nothing is left to play.")
        return Start(dict(match.options), _expanded(game, data))


def _titled(key: str, words: Mapping[str, str]) -> str:
    """A key or value in words: of the game, or a player, or as it is written."""
    seat = SEAT.fullmatch(key)
    return f"player {seat[1]}" if seat else words.get(key, key.replace("_", " "))


@lru_cache(SAMPLES_KEPT)
def _moment(game: "Game", players: int, part: float) -> str:
    """The position of a random match after some part of it."""
    rng = random.Random(SAMPLE_SEED)
    match = game.match(seed=SAMPLE_SEED, players=players)
    while not match.over and len(match.log) < LONGEST_SAMPLE:
        match.make(rng.choice(match.actions()))
    first = int(len(match.log) * part)
    found = [there.position() for there in map(match.fork, range(first, min(first + CALM_WITHIN, len(match.log))))
             if there.actor >= 0]
    return json.dumps(min(found, key=_keys, default=match.fork(0).position()))


def _keys(value: Any) -> int:
    """How much a document tells: between two turns nothing is pending."""
    return len(value) + sum(map(_keys, value.values())) if isinstance(value, dict) else 0


def _expanded(game: "Game", data: Data) -> Data:
    expand = hooks.EXPAND.of(game)
    return expand(data) if expand else data


def _checked(game: "Game", data: Data) -> Data:
    """The options of a position, completed. They may come from anywhere and must not name files."""
    given = _expanded(game, data).get(OPTIONS, {})
    if not isinstance(given, dict):
        raise BadPosition("options: must be an object of option names and values")
    for option in game.facts.options:
        if option.asset and assets.names_a_file(given.get(option.name)):
            raise BadPosition(f"options.{option.name} names a file; write the data itself, or the id of a supplied one")
    return game.options(given)


def _placed(game: "Game", data: Data) -> tuple[Any, Any, str]:
    """Box and state of a position, and what is wrong with it; the state then holds what came before that."""
    if data.get("game", game.id) != game.id:
        raise BadPosition(f"game = {data['game']!r}: this position is not of '{game.id}'")
    box, state = game.box(_checked(game, data)), game.State.new()
    try:
        game.words.place(box, state, _expanded(game, data))
    except HexagoraError as e:
        return box, state, str(e)
    except FAULTS as e:
        return box, state, f"the position cannot be set up: {e}"
    return box, state, ""


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _leaves(path: str, value: Any) -> list[tuple[str, Any]]:
    """What can be a field: single values and lists of them."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() if "." not in key for leaf in _leaves(f"{path}.{key}", inner)]
    if isinstance(value, list) and any(isinstance(v, dict | list) for v in value):
        return []
    return [(path, value)]


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return FLAG
    return NUMBER if isinstance(value, int) else LINES if isinstance(value, list) else TEXT


def _option_field(option: "Option", value: Any) -> Field:
    path, title = f"{OPTIONS}.{option.name}", option.name.replace("_", " ")
    ranges = [v for v in option.values if isinstance(v, range)]
    plain = [v for v in option.values if not isinstance(v, range)]
    if ranges and not any(isinstance(v, str) for v in plain):
        low, high = min(r.start for r in ranges), max(r[-1] for r in ranges)
        return Field(path, title, NUMBER, value, option.help, OPTIONS, low=min([low, *plain]), high=max([high, *plain]))
    if set(plain) == {True, False}:
        return Field(path, title, FLAG, value, option.help, OPTIONS)
    return Field(path, title, CHOICE if plain and not ranges else TEXT, value, option.help, OPTIONS, values=plain)


def _found(data: Any, path: str) -> Any:
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data.get(step)
        if data is None:
            return None
    return data


def _mends(text: str, path: str) -> list[Mend]:
    """What the message says would be right, where it says so."""
    found = ALLOWED.match(text)
    if not found or found[1] != path:
        return []
    values = [one.strip() for one in found[2].split(",")][:MOST_MENDS]
    if len(values) == 1 and (span := re.fullmatch(r"(-?\d+) to (-?\d+)", values[0])):
        return [Mend(f"{path} = {bound}", {"set": path, "value": int(bound)}) for bound in span.groups()]
    typed = [{"true": True, "false": False}.get(one, int(one) if re.fullmatch(r"-?\d+", one) else one)
             for one in values]
    return [Mend(f"{path} = {one}", {"set": path, "value": value}) for one, value in zip(values, typed, strict=True)
            if " " not in one]
