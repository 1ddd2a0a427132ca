"""A scene: everything that one viewer sees, as data. Terminals and browsers draw it and know no rules.

A game's `scene` module makes it from the viewer's hidden state: `scene(box, s, seats)` for what is on the table and
`choice(box, s, a)` for each legal action. Lengths are in units of the radius of a hex; y grows downwards. Pieces keep
their identity from scene to scene, so that a client finds what moved by comparing two scenes; where the rules tell
pieces of a kind apart by nothing but their place, one that goes while one of the same kind and owner comes has moved.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any

ATOMS = frozenset((str, int, float, bool, type(None)))
POINTY, FLAT, NODE = "pointy", "flat", "node"  # shapes of cells: hexes by their top, or round places of a graph


@dataclass
class Badge:
    """A small mark on a cell: a number, an index, a card."""

    kind: str
    text: str = ""
    owner: int | None = None


@dataclass
class Cell:
    """A place on a board. `note` describes it in words, for hovering and for people who listen."""

    id: str
    x: float
    y: float
    terrain: str = "plain"
    glyph: str = "·"
    label: str = ""
    badges: list[Badge] = field(default_factory=list)
    note: str = ""


@dataclass
class Border:
    """Something on the side between two cells, such as a wall."""

    id: str
    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "border"
    owner: int | None = None
    note: str = ""


@dataclass
class Board:
    id: str
    shape: str
    cells: list[Cell]
    title: str = ""
    borders: list[Border] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    owner: int | None = None


@dataclass
class Piece:
    """A piece at a cell (`at`) of a board, or off the board in an owner's keeping (`board` is None)."""

    id: str
    kind: str
    at: str
    owner: int | None = None
    board: str | None = "board"
    glyph: str = "●"
    tags: list[str] = field(default_factory=list)
    label: str = ""
    note: str = ""


@dataclass
class Good:
    """One kind of thing in a sum: its icon, how many there are, and how many of them the buyer lacks in a price."""

    icon: str
    count: int
    lacks: int = 0


@dataclass
class Meter:
    """One line of a panel: a name and a number, with its limit and where it comes from. `cells` are the places that it
    counts and `missed` those that it would count but for something they lack, each as `place` writes it. Those of one
    `row` share a line, side by side in every panel; where there are many they are told by their icons. The one that is
    the `score` is told beside the name of the player, and not again below it. `goods` is the value thing by thing, for
    those who see it."""

    label: str
    value: int | str
    limit: int | None = None
    icon: str = ""
    note: str = ""
    cells: Sequence[str] = ()
    missed: Sequence[str] = ()
    row: str = ""
    score: bool = False
    goods: Sequence[Good] = ()


@dataclass
class Threat:
    """How a player stands against another one in something: `text` are its numbers, `grave` if the player could do
    harm now or next turn. `cells` are the places of the other one that it is about, as `place` writes them."""

    icon: str
    against: int
    text: str
    grave: bool = False
    note: str = ""
    cells: Sequence[str] = ()


PLAYER_COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "black", "white", "gold")


@dataclass
class Panel:
    """What a player has, as far as the viewer may know, and whom the player threatens."""

    player: int
    name: str
    colour: str
    meters: list[Meter] = field(default_factory=list)
    active: bool = False
    note: str = ""
    threats: Sequence[Threat] = ()


@dataclass
class Face:
    """What is on a card or tile: drawn like a cell where it has a terrain. `sort` is what it is, `text` what it costs
    and does, `note` says why it cannot be used now."""

    name: str
    text: str = ""
    terrain: str = ""
    badges: list[Badge] = field(default_factory=list)
    note: str = ""
    sort: str = ""


@dataclass
class Pile:
    """Cards or tiles that lie together; `shown` are those that the viewer sees, `faces` what is on each of these.
    `cells` are the places of the board that the pile belongs to, as `place` writes them: both are lit together."""

    id: str
    title: str
    count: int
    shown: list[str] = field(default_factory=list)
    owner: int | None = None
    note: str = ""
    faces: Sequence[Face] = ()
    cells: Sequence[str] = ()


@dataclass
class Die:
    """A die that lies beside the board: the face that it shows (0 before the first throw), by its number or by words
    that the game draws (`text`). `thrown` is another number after every throw, so that a second six is seen as well."""

    id: str
    faces: int
    value: int = 0
    text: str = ""
    thrown: int = 0
    note: str = ""


@dataclass
class Target:
    """Something to click: a cell, piece, border, card, player, whole board or button. A card may name its pile as its
    board; the id of a player is that of the panel."""

    kind: str
    id: str
    board: str = "board"


@dataclass
class Choice:
    """A legal action with the way to it: each click on the path narrows what is left. `cells` are the places that it
    would change, as `place` writes them; a `final` one ends the player's turn.

    For eyes and hands before the last click: `mark` is written beside what is clicked last (a price, the numbers of a
    fight) in the `tone` "good" or "bad"; `left` is what the player would have left of what is being spent, by which
    places in reach are shaded; `lays` is the kind of piece of the player's that would come there. Of several choices
    that only buttons tell apart, the `usual` one is taken unless the player asks for the others. `onto` are the places,
    as `place` writes them, of which the next decision names one: that click or drop makes both decisions.

    An outcome of chance gets its label from the match: what the log would tell."""

    action: int
    text: str
    label: str
    group: str
    path: list[Target]
    forecast: str = ""
    warning: str = ""
    cells: Sequence[str] = ()
    final: bool = False
    mark: str = ""
    tone: str = ""
    left: int | None = None
    lays: str = ""
    usual: bool = False
    onto: Sequence[str] = ()


@dataclass
class Shortcut:
    """Several decisions of one player in a row, by their texts. It is for whoever may choose the first of them now. A
    button calls it; with a `path` the clicks of that path do, and `way` (cells as `place` writes them) is shown before
    the last of them. The rest is as in a choice."""

    label: str
    texts: list[str]
    forecast: str = ""
    path: Sequence[Target] = ()
    way: Sequence[str] = ()
    mark: str = ""
    left: int | None = None
    warning: str = ""
    tone: str = ""
    final: bool = False
    usual: bool = False


@dataclass
class Offer:
    """Something for sale: `id` is the button on the way to it, with which that way can also begin; `missing` says what
    the buyer lacks. `goods` is the price thing by thing, for those who see it."""

    id: str
    label: str
    price: str
    missing: str = ""
    goods: Sequence[Good] = ()


@dataclass
class Gauge:
    """How far the first of two players is ahead of the second (below zero: behind), of what would win."""

    label: str
    lead: int
    limit: int


@dataclass
class Line:
    """A row of the table at the end of a match, with a value for each player."""

    label: str
    values: Sequence[int | str]
    note: str = ""


@dataclass
class Chart:
    """How a number of each player went from turn to turn (or what `steps` says); `marks` are words at some of these."""

    title: str
    series: list[list[int | None]]
    steps: str = "turn"
    marks: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class Ending:
    """What is told of a match when it is over, beside the panels: how it went, and a way to be shown on the board."""

    lines: list[Line] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    way: Sequence[str] = ()


@dataclass
class Scene:
    game: str
    title: str
    boards: list[Board]
    pieces: list[Piece]
    panels: list[Panel]
    prompt: str
    piles: list[Pile] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    step: int | None = None
    notes: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    rule: str = ""  # the id of the rule that the present decision is about
    closed: dict[str, str] = field(default_factory=dict)  # steps of the turn that are not possible, and why
    shortcuts: Sequence[Shortcut] = ()
    dice: Sequence[Die] = ()
    offers: Sequence[Offer] = ()
    gauge: Gauge | None = None
    ending: Ending | None = None

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = _plain(self)
        return found


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()


def _plain(value: Any) -> Any:
    """What `dataclasses.asdict` makes of it; that copies every text and number deeply, which takes most of its time."""
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    names = _fields_of(kind)
    if names:
        return {name: _plain(getattr(value, name)) for name in names}
    if issubclass(kind, list | tuple):
        return kind(map(_plain, value))
    return {key: _plain(one) for key, one in value.items()} if issubclass(kind, dict) else value


def button(id: str) -> Target:
    return Target("button", id)


def cell(id: str, board: str = "board") -> Target:
    return Target("cell", id, board)


def player(number: int) -> Target:
    return Target("player", str(number))


ARROW = ">"  # between the places of an arrow


def place(id: str, board: str = "board") -> str:
    """A cell or border as meters and choices name it."""
    return f"{board}/{id}"


def marks_of(scene: Scene, choice: Choice) -> list[str]:
    """What to draw of a choice on the boards, as a study writes marks: the way of its clicks, an arrow where it has
    several places; where none of them is on a board, each place that it would change by itself."""
    standing = {piece.id: place(piece.at, piece.board) for piece in scene.pieces if piece.board}
    on_way = [standing.get(target.id, "") if target.kind == "piece" else place(target.id, target.board)
              for target in choice.path if target.kind in ("cell", "piece", "border")]
    way = list(dict.fromkeys(name for name in on_way if name))
    return [ARROW.join(way)] if way else list(choice.cells)
