"""The part of the checker that looks at one scene: everything that it names is on the table, everything that it shows
is drawn, and the end is told for everybody."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from hexagora.engine import folder
from hexagora.engine.scene import PLAYER_COLOURS, Choice, Ending, Scene, place

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Finding = tuple[str, bool, str]  # the check, whether it is fine, and what is wrong if it is not
COLOUR = re.compile(rf"|{'|'.join(PLAYER_COLOURS)}|seat \d+")  # of a panel
OF_PLAYERS = ("owner", "player", "against")  # fields that hold the number of a player


class Looker:
    """Looks at scenes of one game, and knows its rules and drawings."""

    def __init__(self, game: "Game"):
        own = game.folder / "symbols.svg"
        self.rule_ids = folder.rule_ids(game)
        self.drawn = folder.drawings(own, folder.COMMON_DRAWINGS)
        self.draws_itself = own.is_file()

    def look_at(self, scene: Scene, players: int) -> Iterator[Finding]:
        wrong = [*_of_wrong_sort(scene, "Scene"), *_of_nobody(scene, players)]
        yield "scene", not wrong, "; ".join(wrong[:3])
        if wrong:
            return  # nothing else can be looked at
        there = {place(cell.id, board.id) for board in scene.boards for cell in board.cells}
        there |= {place(border.id, board.id) for board in scene.boards for border in board.borders}
        yield from _named(scene, there)
        yield from _stands(scene, there)
        yield from _ways(scene)
        yield from _piles(scene)
        strange = [panel.colour for panel in scene.panels if not COLOUR.fullmatch(panel.colour)]
        yield "scene", not strange, (f"a panel has the colour {strange[:1]}; players are {', '.join(PLAYER_COLOURS)}, "
                                     "or get that of their seat where none is given")
        yield from _told_of_the_end(scene.ending, players)
        known = not scene.rule or scene.rule in self.rule_ids
        yield "rules", known, f"the scene points to the rule {scene.rule}, which is not in rules.md"
        missing = sorted(_invisible(scene, self.drawn) | (self._undrawn(scene) if self.draws_itself else set()))
        yield "drawn", not missing, f"neither symbols.svg nor the common drawings have {missing[:8]}"

    def shown_by_glyph(self, scene: Scene) -> set[str]:
        """What a game without drawings shows by glyphs; a game that brings drawings draws everything."""
        return set() if self.draws_itself else self._undrawn(scene)

    def _undrawn(self, scene: Scene) -> set[str]:
        """What no drawing is there for."""
        found = {f"p-{piece.kind}" for piece in scene.pieces if piece.glyph.strip()}
        found |= {f"i-{meter.icon}" for panel in scene.panels for meter in panel.meters if meter.icon}
        for cell in (cell for board in scene.boards for cell in board.cells if cell.glyph.strip(" ·")):
            looks = {f"t-{_slug(cell.label or '-')}", f"t-{cell.terrain}", f"tex-{cell.terrain}"}
            if not looks & self.drawn:
                found.add(f"t-{cell.terrain}")
        return found - self.drawn


def _parts(thing: Any, called: str) -> Iterator[tuple[Any, str]]:
    """A scene and all that it is made of, each with what it is called."""
    yield thing, called
    kind: Any = type(thing)
    for name in _sorts(kind):
        value = getattr(thing, name)
        for part in value if isinstance(value, list | tuple) else (value,):
            if is_dataclass(part):
                yield from _parts(part, f"{type(part).__name__} {getattr(part, 'id', '')}".strip())


@cache
def _sorts(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _of_wrong_sort(scene: Scene, called: str) -> Iterator[str]:
    """Fields that hold something else than their type says."""
    for part, whose in _parts(scene, called):
        kind: Any = type(part)
        for name, sort in _sorts(kind).items():
            value = getattr(part, name)
            if not _fits(sort, value):
                yield f"{whose} has {name} = {str(value)!r:.40} ({type(value).__name__}), which must be {_spoken(sort)}"


def _fits(sort: Any, value: Any) -> bool:
    origin = get_origin(sort)
    if origin in (None, UnionType):
        return isinstance(value, sort)
    items = get_args(sort) if issubclass(origin, Sequence) and len(get_args(sort)) == 1 else ()
    return isinstance(value, origin) and not isinstance(value, str) and not any(
        isinstance(item, type) and not all(isinstance(one, item) for one in value) for item in items)


def _spoken(sort: Any) -> str:
    return sort.__name__ if type(sort) is type else str(sort).replace("hexagora.engine.scene.", "")


def _of_nobody(scene: Scene, players: int) -> Iterator[str]:
    """Numbers of players who are not at the table."""
    for part, whose in _parts(scene, "Scene"):
        for name in OF_PLAYERS:
            number = getattr(part, name, None)
            if isinstance(number, int) and not 0 <= number < players:
                yield f"{whose} has {name} = {number}, but the players are 0 to {players - 1}"


def _invisible(scene: Scene, drawn: set[str]) -> set[str]:
    """Pieces with neither a drawing nor a glyph."""
    return {f"p-{piece.kind}" for piece in scene.pieces if not piece.glyph.strip()} - drawn


def _named(scene: Scene, there: set[str]) -> Iterator[Finding]:
    """Places that a scene speaks of are there."""
    named = [one for panel in scene.panels for meter in panel.meters for one in (*meter.cells, *meter.missed)]
    named += [one for choice in scene.choices for one in choice.cells]
    named += scene.ending.way if scene.ending else ()
    missing = sorted(set(named) - there)
    yield "scene", not missing, (f"places that are not on the table: {missing[:5]}; they are named as "
                                 "place(cell, board) writes them")


def _stands(scene: Scene, there: set[str]) -> Iterator[Finding]:
    """Pieces stand on places that are there, and nothing is there twice."""
    nowhere = [f"'{one.id}' on {place(one.at, one.board)}" for one in scene.pieces
               if one.board and place(one.at, one.board) not in there]
    yield "scene", not nowhere, f"pieces on places that are not on the table: {', '.join(nowhere[:5])}"
    things = [*(f"the cell {place(one.id, board.id)}" for board in scene.boards for one in board.cells),
              *(f"the piece '{one.id}'" for one in scene.pieces)]
    twice = [name for name, times in Counter(things).items() if times > 1]
    yield "scene", not twice, f"there twice: {', '.join(twice[:5])}"


def _ways(scene: Scene) -> Iterator[Finding]:
    """Every choice is reached by clicks on what is there."""
    there = _things(scene)
    ends: dict[str, Choice] = {}
    for choice in scene.choices:
        other = ends.setdefault(str(choice.path), choice)
        yield "scene", other is choice, (f"the ways to '{other.text}' and '{choice.text}' are the same, so that nobody "
                                         "can choose between them")
        missing = [f"the {t.kind} '{t.id}' of '{t.board}', which is not there" for t in choice.path
                   if t.kind != "button" and (t.kind, t.board, t.id) not in there]
        told = f"the way to '{choice.text}' " + (f"leads over {missing[0]}" if missing else "is empty")
        yield "scene", bool(choice.path) and not missing, told


def _things(scene: Scene) -> set[tuple[str, str, str]]:
    """Everything on the table that a path of clicks can lead to."""
    found = set()
    for board in scene.boards:
        found.add(("board", "board", board.id))
        found |= {("cell", board.id, c.id) for c in board.cells} | {("border", board.id, b.id) for b in board.borders}
    for piece in scene.pieces:
        found |= {("piece", piece.board or "board", piece.id), ("piece", "board", piece.id)}
    found |= {("player", "board", str(p.player)) for p in scene.panels}
    for pile in scene.piles:
        found |= {("card", board, card) for card in pile.shown for board in ("board", pile.id)}
        found.add(("card", "board", pile.id))
    return found


def _piles(scene: Scene) -> Iterator[Finding]:
    for pile in scene.piles:
        fine = len(pile.faces) in (0, len(pile.shown))
        yield "scene", fine, f"the pile {pile.id} shows {len(pile.shown)} cards and {len(pile.faces)} faces"
    for what, titles in (("piles", [pile.title for pile in scene.piles]),
                         ("boards", [board.title for board in scene.boards if board.title])):
        alike = [title for title, count in Counter(titles).items() if count > 1]
        yield "scene", not alike, f"several {what} have the title '{''.join(alike[:1])}': nobody can tell them apart"


def _told_of_the_end(ending: Ending | None, players: int) -> Iterator[Finding]:
    """A value in every line and a row in every chart for each player."""
    for line in ending.lines if ending else ():
        yield "scene", len(line.values) == players, (f"the end tells '{line.label}' with {len(line.values)} values for "
                                                     f"{players} players")
    for chart in ending.charts if ending else ():
        lengths = {len(row) for row in chart.series}
        fits = len(chart.series) == players and len(lengths) == 1
        fits = fits and all(0 <= step < max(lengths) for step, _ in chart.marks)
        yield "scene", fits, (f"the chart '{chart.title}' of the end: a row of the same length for each player, "
                              "and marks within it")


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower())
