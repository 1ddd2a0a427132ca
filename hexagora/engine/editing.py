"""What can be edited of a game: boards, maps, positions, numbers. The editors of browsers are made from this.

A thing that is edited is a document, the same that its text file holds. An `Editable` knows how to draw a document,
even one that is not right yet, how a stroke of a brush changes it, what its fields are and what is wrong where. Whoever
edits sends the document with a deed (a stroke, a turn, a new value) and gets a sheet back; nothing is kept in between.
"""

import copy
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from hexagora.engine import hooks, toml
from hexagora.engine.content import parse_toml, problem_at
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.hexes import Hex, groups, motions

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Scene

Data = dict[str, Any]
Motion = Mapping[str, str]  # for each cell the one that it goes to
FAULTS = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError,
          StopIteration, ZeroDivisionError)
ERROR, WARNING = "error", "warning"
TEXT, LONG_TEXT, NUMBER, CHOICE, FLAG, LINES = "text", "long", "number", "choice", "flag", "lines"  # kinds of fields
BOARD = "board"
NO_SYMMETRY = ""
MOST_PLACES = 500  # of one stroke
MOST_DEEDS = 20  # in a mend
MOST_REMARKS = 200
CELL = re.compile(r"(?<![A-Za-z])[A-Za-z]+[0-9]+")  # looked for from the beginnings of words alone: texts may be long
SYMMETRIES = {
    "half": "Half a turn", "thirds": "Three times around", "sixths": "Six times around", "upright": "Left and right",
    "level": "Up and down", "cross": "Left, right, up and down", "slanted": "Along the diagonal",
}  # fmt: skip
TURNS = {
    "turn-1": "Turn to the right", "turn-5": "Turn to the left", "turn-3": "Turn by half",
    "upright": "Mirror left and right", "level": "Mirror up and down",
}  # fmt: skip
SLANTED = "Mirror along the diagonal"


@dataclass(frozen=True)
class Brush:
    """What a stroke lays: shown as the tile or piece that it brings; on cells, or on the sides between them."""

    id: str
    title: str
    group: str = ""
    terrain: str = ""
    glyph: str = ""
    badge: str = ""
    badge_text: str = ""
    piece: str = ""
    owner: int | None = None
    on_borders: bool = False


@dataclass(frozen=True)
class Field:
    """One value beside the drawing. `path` leads to it; `supplied` is the value that comes with the game."""

    path: str
    title: str
    kind: str
    value: Any
    help: str = ""
    group: str = ""
    values: Sequence[Any] = ()
    low: int | float | None = None
    high: int | float | None = None
    provenance: str = ""
    supplied: Any = None
    changed: bool = False
    says: Sequence[str] = ()  # what the values are called, in their order
    as_written: bool = False  # the title stands so in a file and is not translated


@dataclass(frozen=True)
class Mend:
    """A deed that would put something right, and what it is called."""

    title: str
    deed: Data


@dataclass(frozen=True)
class Remark:
    """Something wrong, or something people should know, with the places (`board/cell`) or the field where it is."""

    text: str
    level: str = ERROR
    code: str = ""
    places: Sequence[str] = ()
    field: str = ""
    mends: Sequence[Mend] = ()


@dataclass(frozen=True)
class Start:
    """What a table needs to be played on what was drawn: options, a position, or changed content."""

    options: Data = field(default_factory=dict)
    start: Data | None = None
    content: Data | None = None


def at(cell: str, board: str = BOARD) -> str:
    return f"{board}/{cell}"


class Editable:
    """One sort of thing that can be edited. Documents come from outside and may be anything: what cannot be drawn at
    all is refused with a `HexagoraError` or one of the `FAULTS`."""

    id: str
    title: str
    help: str = ""
    folder: str  # below the user's folder of the game
    ending = "toml"
    plays = True  # whether matches can be played on it
    content_key = ""  # of a list in the content that packs add their files to
    option = ""  # of a table that takes it
    fixes_players = False  # whether it says for how many players it is
    takes_content = False  # whether its documents are content files
    from_the_beginning = True  # whether matches on it begin as usual, as those of the lab do

    def samples(self, game: "Game") -> Mapping[str, str]:
        """What one can begin with: ids and names."""
        raise NotImplementedError

    def sample(self, game: "Game", name: str) -> Data:
        raise NotImplementedError

    def read(self, game: "Game", text: str) -> Data:
        return parse_toml(text, f"the {self.title.lower()}")

    def write(self, game: "Game", data: Data) -> str:
        return toml.written(data)

    def name(self, data: Data) -> str:
        """What it is called on the shelf."""
        return str(data.get("name") or data.get("id") or "")

    def scene(self, game: "Game", data: Data) -> "Scene | None":
        """The drawing; None where there is nothing but fields."""
        return None

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        return []

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        """The document after one stroke; strokes that mean nothing there change nothing, as without a palette all."""
        return data

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        """The cells that motions move, with their coordinates."""
        return {}

    def motions(self, game: "Game", data: Data) -> dict[str, Motion]:
        """The turns and mirrorings that carry the board onto itself, by the names of `hexes.motions`."""
        hexes = self.hexes(game, data)
        names = list(hexes)
        found = motions(list(hexes.values())) if hexes else {}
        return {name: {names[k]: names[image] for k, image in enumerate(images)} for name, images in found.items()}

    def turned(self, game: "Game", data: Data, motion: Motion, name: str) -> Data:
        """The document after a motion, which says for each cell where it goes."""
        raise NotImplementedError

    def fields(self, game: "Game", data: Data) -> list[Field]:
        return []

    def with_value(self, game: "Game", data: Data, path: str, value: Any) -> Data:
        return put(data, path, value)

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        raise NotImplementedError

    def start(self, game: "Game", data: Data) -> Start:
        """How a table begins with it; raises where it cannot be used."""
        raise NotImplementedError


# deeds


def of_game(game: "Game") -> dict[str, Editable]:
    """Everything that can be edited of a game: what it declares, its positions, its numbers."""
    from hexagora.engine.numbers import Numbers
    from hexagora.engine.positions import Positions

    declared = list(hooks.EDITABLES.of(game) or ())
    if not any(isinstance(one, Positions) for one in declared):
        declared.append(Positions())
    declared.append(Numbers())
    return {one.id: one for one in declared}


def find(game: "Game", kind: str) -> Editable:
    known = of_game(game)
    if kind not in known:
        raise UnknownName("editor", kind, known)
    return known[kind]


def after(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    """The document after a deed."""
    for name, do in DEEDS.items():
        if name in deed:
            return do(editable, game, copy.deepcopy(data), deed)
    return data


def _paint(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    places = list(deed["places"])[:MOST_PLACES]
    same = _images(editable, game, data, str(deed.get("symmetry", NO_SYMMETRY)))
    for place in dict.fromkeys(image for one in places for image in same(str(one))):
        data = editable.paint(game, data, str(deed["brush"]), place)
    return data


def _images(editable: Editable, game: "Game", data: Data, symmetry: str) -> Callable[[str], list[str]]:
    """The places that are painted with one, by the chosen symmetry; borders have none."""
    maps = groups(editable.motions(game, data)).get(symmetry, []) if symmetry else []

    def images(place: str) -> list[str]:
        board, _, cell = place.partition("/")
        return [place, *(at(image[cell], board) for image in maps if cell in image)]

    return images


def _turn(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    name = str(deed["turn"])
    known = editable.motions(game, data)
    if name not in known:
        raise UnknownName("turn", name, known)
    return editable.turned(game, data, known[name], name)


def _set(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    return editable.with_value(game, data, str(deed["set"]), deed.get("value"))


def _read(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    text = str(deed["read"])
    if not text.strip():
        raise HexagoraError("the file is empty; what was exported here can be read again")
    if foreign := _foreign(text, editable):
        raise HexagoraError(f"{foreign}, and is not read here; what this page exports is")
    return editable.read(game, text)


def _foreign(text: str, editable: Editable) -> str:
    """What a file is that cannot be meant for an editor; empty for one that can. Files of other kinds and games are
    dropped by mistake, and what is wrong with their first line helps nobody."""
    is_json, json_is_right = text.lstrip().startswith("{"), editable.ending == "json"
    try:
        found = json.loads(text) if is_json else toml.read(text)
    except (ValueError, RecursionError):
        return ""
    kind = found.get("format")
    if isinstance(kind, str) and kind:
        return f"this is a document of the format {kind[:40]}"
    if is_json and not json_is_right:
        return "this is JSON, as positions are"
    if "extends" in found and not editable.takes_content:
        return "this is a content file, as numbers are"
    return "this is TOML, as boards and numbers are" if found and json_is_right and not is_json else ""


def _sample(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    known = editable.samples(game)
    if deed["sample"] not in known:
        raise UnknownName("sample", deed["sample"], known)
    return editable.sample(game, str(deed["sample"]))


def _all(editable: Editable, game: "Game", data: Data, deed: Mapping[str, Any]) -> Data:
    """Several deeds one after the other, as mends are."""
    for one in list(deed["all"])[:MOST_DEEDS]:
        data = after(editable, game, data, {key: value for key, value in one.items() if key != "all"})
    return data


DEEDS: dict[str, Callable[[Editable, "Game", Data, Mapping[str, Any]], Data]] = {
    "brush": _paint, "turn": _turn, "set": _set, "read": _read, "sample": _sample, "all": _all}


# sheets


def sheet(editable: Editable, game: "Game", data: Data) -> Data:
    """Everything that an editor shows of a document."""
    remarks = list(editable.remarks(game, data))[:MOST_REMARKS]
    scene, untold = _drawn(editable, game, data)
    if untold and not any(r.level == ERROR for r in remarks):
        remarks.insert(0, Remark(untold))
    known = editable.motions(game, data) if scene else {}
    return {
        "data": data, "name": editable.name(data), "text": editable.write(game, data),
        "scene": scene and scene.document(), "palette": [asdict(b) for b in editable.palette(game, data)],
        "fields": [asdict(f) for f in editable.fields(game, data)], "remarks": [asdict(r) for r in remarks],
        "turns": _turns(known), "symmetries": [{"id": one, "title": SYMMETRIES[one]} for one in groups(known)],
        "usable": not any(r.level == ERROR for r in remarks),
    }


def _drawn(editable: Editable, game: "Game", data: Data) -> "tuple[Scene | None, str]":
    """The drawing, or why there is none."""
    try:
        return editable.scene(game, data), ""
    except HexagoraError as e:
        return None, str(e)
    except FAULTS as e:
        return None, f"it cannot be drawn: {e}"


def _turns(known: Mapping[str, Any]) -> list[dict[str, str]]:
    offered = {name: title for name, title in TURNS.items() if name in known}
    if "turn-1" in offered:
        offered.pop("turn-3", None)
    slanted = [name for name in known if name.startswith("slant")]
    if slanted and not {"upright", "level"} & set(known):
        offered[slanted[0]] = SLANTED
    return [{"id": name, "title": title} for name, title in offered.items()]


# tools for games


def steps(path: str) -> list[str]:
    return path.split(".")


def put(data: Data, path: str, value: Any) -> Data:
    """Writes a value at a path (keys and numbers of places, with dots between them); None takes a key away."""
    *way, last = steps(path)
    here: Any = data
    for step in way:
        here = here[int(step)] if isinstance(here, list) else here.setdefault(step, {})
    if isinstance(here, list):
        here[int(last)] = value
    elif value is None:
        here.pop(last, None)
    else:
        here[last] = value
    return data


def form_remarks(model: type[BaseModel], data: Any) -> list[Remark]:
    """What does not fit the model of a document, each at its field."""
    try:
        model.model_validate(data)
    except ValidationError as e:
        return [Remark(text, field=path) for path, text in map(problem_at, e.errors())]
    return []


def path_in(text: str, paths: Iterable[str]) -> str:
    """The field that a message is about: it begins with its path, or with some of it.

    >>> path_in("p1.city: two hexes on a1", ["p1.hand", "p1.city"])
    'p1.city'
    """
    known = list(paths)
    head = re.match(r"[\w.]+(?:: [\w.]+)*", text)
    words = head[0].replace(": ", ".").split(".") if head else []
    for length in range(len(words), 0, -1):
        wanted = ".".join(words[:length])
        found = next((p for p in known if p == wanted or p.startswith(f"{wanted}.")), "")
        if found:
            return found
    return ""


def named_places(text: str, places: Iterable[str]) -> list[str]:
    """The places that a text speaks of: their names stand in it as words.

    >>> named_places("the corner a1 has 2 neighbours", ["board/a1", "board/a2"])
    ['board/a1']
    """
    words = set(CELL.findall(text))
    return [place for place in places if place.rpartition("/")[2] in words]
