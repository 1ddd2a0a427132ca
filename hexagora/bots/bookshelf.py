"""The opening books of a game: making those of several tables one after the other, showing and checking them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.bots import levels
from hexagora.bots.booking import Making, Plan, install
from hexagora.engine import hooks, openings
from hexagora.engine.errors import HexagoraError
from hexagora.engine.openings import Book

if TYPE_CHECKING:
    from hexagora.engine.game import Game

PERCENT = 100


@dataclass(frozen=True)
class Wanted:
    """What is asked of a book."""

    positions: int
    matches: int
    looks: int
    level: str
    seed: int
    jobs: int


def tables(game: "Game", given: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables that are meant: the one with these options, or all that the game keeps books of."""
    known = list(hooks.TABLES.of(game) or [])
    if hooks.IMAGES.of(game) is None:
        raise HexagoraError(f"{game.facts.title} has no openings that come again (docs/bots.md says why)")
    if not given:
        return known
    options = game.options(given)
    return [next((table for table in known if game.options(table) == options), given)]


def make(game: "Game", given: dict[str, Any], wanted: Wanted, folder: Path, put: bool,
         tell: Callable[[str, int, int], None] = lambda what, done, of: None) -> None:
    """Makes the books that are meant, each in a folder of its own, and tells about them."""
    made: list[Book] = []
    for table in tables(game, given):
        plan = Plan(game.id, table, wanted.positions, wanted.looks, levels.level(wanted.level).id, wanted.seed)
        making = Making(plan, folder / name_of(table))
        try:
            making.run(wanted.matches, tell, wanted.jobs)
        except KeyboardInterrupt:
            raise SystemExit(f"stopped; the same command goes on from {making.folder}") from None
        made.append(making.book())
        print(f"{described(table)}: {len(making.positions)} positions, {making.played} matches; in {making.folder}")
    if put:
        print(f"put into {install(game, made)}")


def name_of(table: dict[str, Any]) -> str:
    """The folder of a table.

    >>> name_of({"size": 9, "swap": False}), name_of({})
    ('size-9-swap-false', 'usual')
    """
    return "-".join(f"{name}-{value}".lower() for name, value in table.items()) or "usual"


def described(table: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}".lower() for name, value in table.items()) or "usual table"


def shown(game: "Game") -> Iterator[str]:
    """The books of a game as lines: each way, and how often its decisions were played and won."""
    for book in openings.books(game):
        yield f"{described(book.table)} ({book.about.get('command', '')})"
        for one in sorted(book.positions.values(), key=lambda one: (len(one.line), one.line)):
            told = ", ".join(f"{move.text} {move.played} played, {move.rate:.0%} won ({move.value:.0%})"
                             for move in one.moves)
            yield f"  {' '.join(one.line) or 'start'}: {told}"


def problems(game: "Game") -> Iterator[str]:
    for book in openings.books(game):
        yield from openings.problems(game, book)
