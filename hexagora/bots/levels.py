"""The levels of bots: how long each may think, how far it looks, and how softly it chooses among good moves."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from hexagora.engine import hooks
from hexagora.engine.errors import UnknownName

if TYPE_CHECKING:
    from hexagora.engine.game import Game

NO_LIMIT = 1 << 40
OF_AN_EVALUATION = 20_000  # looks of a search behind a hint or a review


@dataclass(frozen=True)
class Level:
    """`seconds` bounds a whole turn on one core. `looks` bounds the searched continuations of one decision, so that a
    level plays alike on a fast and on a slow machine. `softness` is the loss of winning chance by which a move becomes
    e times as rare as the best one: small mistakes are common, large ones are not. Only moves are drawn that were
    looked at at least `known` times as often as the best one, for of others too little is known. Where every turn that
    was found in that time lets the next player win at once, `rescue` more seconds may go into finding another one.
    With a `book` it plays known openings without thinking."""

    id: str
    title: str
    help: str
    seconds: float
    looks: int
    softness: float
    known: float = 0.0
    rescue: float = 0.0
    book: bool = False


BEGINNER = Level("beginner", "Beginner", "knows the rules and sees what is in front of it", 0.1, 24, 0.10, 0.1)
CASUAL = Level("casual", "Casual", "plays sensibly and misses plans", 0.3, 120, 0.04, 0.1)
CLUB = Level("club", "Club", "plays soundly and sees what comes next", 1.0, 600, 0.015, 0.1, 4.0)
EXPERT = Level("expert", "Expert", "looks far ahead and rarely errs", 3.0, 6000, 0.003, 0.1, 4.0)
MASTER = Level("master", "Master", "the best play this machine can find in ten seconds a turn", 10.0, NO_LIMIT, 0.0,
               book=True)
ALL = (BEGINNER, CASUAL, CLUB, EXPERT, MASTER)
DEFAULT_LEVEL = CLUB.id

LEVELS: list[dict[str, Any]] = [{"id": x.id, "title": x.title, "help": x.help} for x in ALL]


def level(name: str) -> Level:
    """The level with that id."""
    for one in ALL:
        if one.id == name.lower():
            return one
    raise UnknownName("level", name, [one.id for one in ALL])


def problems(game: "Game") -> Iterator[tuple[str, str]]:
    """What a game's module `levels` says that no level understands."""
    known, ids = {field.name for field in fields(Level)} - {"id", "title", "help", "book"}, [one.id for one in ALL]
    tables = [hooks.LEVELS.of(game) or {}, *(hooks.AT_TABLES_OF.of(game) or {}).values()]
    for name, values in ((name, values) for table in tables for name, values in table.items()):
        if name not in ids:
            yield "levels", f"levels.py sets the level '{name}'; allowed: {', '.join(ids)}"
        wrong = sorted(set(values) - known)
        if wrong:
            yield "levels", f"levels.py sets {wrong} of the level '{name}'; allowed: {', '.join(sorted(known))}"
        for key in sorted(set(values) & known):
            if isinstance(values[key], bool) or not isinstance(values[key], int | float) or values[key] < 0:
                yield "levels", f"levels.py sets {key} = {values[key]!r} of the level '{name}'; allowed: numbers from 0"
    for players in set(hooks.AT_TABLES_OF.of(game) or {}) - set(game.facts.players):
        yield "levels", f"levels.py speaks of tables of {players}, which the game does not allow"


def level_in(game: "Game", name: str, players: int) -> Level:
    """The level as it plays a game at a table of so many: the game's module `levels` may set in `LEVELS` how many looks
    a level takes and how softly it chooses among what it knows, so that the steps between the levels are alike in all
    games, and in `AT_TABLES_OF` what is different for some numbers of players."""
    general, own = level(name), game.module_if_any("levels")
    if own is None:
        return general
    others = hooks.AT_TABLES_OF.within(own) or {}
    at_this_table = {**own.LEVELS, **others.get(players, {})}
    return replace(general, **at_this_table.get(general.id, {}))
