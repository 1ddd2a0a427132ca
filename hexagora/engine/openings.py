"""The opening book of a game: how its first decisions went, in the file `openings.jsonl` of its folder.

    book = openings.of(match.game, match.options)
    for step in openings.followed(match):
        print(step.text, step.played, step.rate)      # "e5", 1240, 0.54

A game that has books says in its module `openings` at which tables (`TABLES`: some options each) and what a position
looks like after every motion of the board and exchange of seats that changes nothing (`images(box, s)`: bytes). A
position goes by the least of these, a decision by the position that it leads to; so decisions that mean the same are
one, and a position is known again however it was reached and however the board lies.

The file has for each table a line about it and then one for each position: the way to it as notation, and for each
decision where it leads, its notation on that way, its worth by a search and the looks behind it (0: proven), how many
matches went that way and how many of them whoever decided has won.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from hexagora.engine import hooks
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.match import Match

FILE = "openings.jsonl"
KEY_BYTES = 6
LEAST_PLAYED = 10  # matches behind a decision of which something is told
NEVER_MATTERS = (hooks.TURN_TIMER,)  # options that change no decision


@dataclass
class Known:
    """A decision of the book. `looks` are those behind its value; 0 where it is proven."""

    to: str
    text: str
    value: float
    looks: int
    played: int = 0
    won: float = 0.0

    @property
    def rate(self) -> float:
        """The part of the matches that whoever decided so has won."""
        return self.won / self.played if self.played else 0.0


@dataclass
class Position:
    """A position of the book: a way to it, and its decisions, best by the search first."""

    at: str
    line: list[str]
    moves: list[Known]

    def led_to(self, key: str) -> Known | None:
        return next((move for move in self.moves if move.to == key), None)

    def text(self) -> str:
        """Its line of the file."""
        moves = [[m.to, m.text, round(m.value, 3), m.looks, m.played, round(m.won, 2)] for m in self.moves]
        return _compact({"at": self.at, "line": self.line, "moves": moves})


@dataclass
class Book:
    """The openings of one table."""

    table: dict[str, Any]
    content: str  # digest of the content that it was made with
    about: dict[str, Any]  # how it was made
    positions: dict[str, Position] = field(default_factory=dict)

    def text(self) -> str:
        """Its lines of the file."""
        head = _compact({"table": self.table, "content": self.content, **self.about})
        return "\n".join([head, *(one.text() for one in self.positions.values())]) + "\n"


def _compact(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# reading


def of_lines(text: str, source: str) -> list[Book]:
    """The books of a file; an error names the line."""
    books: list[Book] = []
    for n, line in enumerate(text.splitlines(), 1):
        try:
            data = json.loads(line)
            if "table" in data:
                about = {name: value for name, value in data.items() if name not in ("table", "content")}
                books.append(Book(data["table"], data["content"], about))
            else:
                books[-1].positions[data["at"]] = Position(data["at"], data["line"], [Known(*m) for m in data["moves"]])
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as e:
            raise HexagoraError(f"line {n} of {source} is no line of an opening book: {e!r}") from None
    return books


@cache
def books(game: "Game") -> list[Book]:
    """The books that come with a game; none where it has none."""
    path = game.folder / FILE
    return of_lines(path.read_text("utf8"), path.name) if path.is_file() else []


def unreadable(game: "Game") -> Iterator[str]:
    """Why the books that come with a game cannot be read, if they cannot."""
    try:
        books(game)
    except HexagoraError as e:
        yield str(e)


def of(game: "Game", options: dict[str, Any]) -> Book | None:
    """The book for a table with these options and the content that it was made with."""
    if hooks.IMAGES.of(game) is None:
        return None
    wanted = _that_matter(options)
    for book in books(game):
        if book.content == game.content_digest and _that_matter(game.options(book.table)) == wanted:
            return book
    return None


def _that_matter(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in NEVER_MATTERS}


# positions


def key(game: "Game", box: Any, s: Any) -> str:
    """What a position is called, however the board lies and whoever sits where."""
    images = hooks.IMAGES.of(game)
    assert images is not None, f"{game.id} has no {hooks.IMAGES}"
    return blake2b(min(images(box, s)), digest_size=KEY_BYTES).hexdigest()


def key_after(game: "Game", box: Any, s: Any, action: int) -> str:
    """What the position behind a decision is called."""
    then = s.clone()
    game.rules.apply(box, then, action)
    return key(game, box, then)


def ways(game: "Game", box: Any, s: Any) -> dict[str, list[int]]:
    """The legal decisions of a position by where they lead; those of one list mean the same."""
    out = [0] * game.max_legal
    found: dict[str, list[int]] = {}
    for action in out[: game.rules.legal(box, s, out)]:
        found.setdefault(key_after(game, box, s, action), []).append(action)
    return found


def is_decision(game: "Game", box: Any, s: Any) -> bool:
    """Whether there are decisions that do not mean the same."""
    return len(ways(game, box, s)) > 1


# a match and its opening


@dataclass(frozen=True)
class Step:
    """A decision of a match that the book knows: how often it was played there, which part of those matches whoever
    decided has won, and in how many something else was played."""

    ply: int
    seat: int
    text: str
    label: str
    played: int
    rate: float
    others: int

    def told(self) -> str:
        return (f"decision {self.ply + 1}, seat {self.seat}: {self.text} was played {self.played:,} times here and won "
                f"{self.rate:.0%}")


def followed(match: "Match") -> list[Step]:
    """The decisions of a match as far as the book knows them and they were played often enough to tell."""
    book = of(match.game, match.options) if match.start is None and not match.game.other_content else None
    return list(_steps(match, book)) if book else []


def _steps(match: "Match", book: Book) -> Iterator[Step]:
    game, box = match.game, match.box
    for ply, (before, after) in enumerate(match.steps()):
        actor = match.actor_in(before)
        here = book.positions.get(key(game, box, before)) if actor >= 0 else None
        if here is None and (actor < 0 or not is_decision(game, box, before)):
            continue
        move = here.led_to(key(game, box, after)) if here else None
        if here is None or move is None or move.played < LEAST_PLAYED:
            return
        action, total = match.log[ply], sum(one.played for one in here.moves)
        yield Step(ply, actor + 1, str(game.words.text(box, before, action)),
                   str(game.scene.choice(box, before, action).label), move.played, move.rate, total - move.played)


def problems(game: "Game", book: Book) -> Iterator[str]:
    """What is wrong with a book as far as the rules tell: each way must lead to its position, each decision to where it
    is said to."""
    where = f"the book of {game.id} for {book.table or 'the usual table'}"
    if hooks.IMAGES.of(game) is None:
        yield f"{game.id} has a file {FILE} and no {hooks.IMAGES}"
        return
    if book.content != game.content_digest:
        yield f"{where} was made with another content; make it again with `hexagora book {game.id}`"
    for one in book.positions.values():
        try:
            match = game.match(chance="ask", **book.table).play_all(one.line)
            led_to = [key_after(game, match.box, match.state, match.understood(move.text)) for move in one.moves]
        except HexagoraError as e:
            yield f"{where}, position {one.at}: {e}"
            continue
        if key(game, match.box, match.state) != one.at or led_to != [move.to for move in one.moves]:
            yield f"{where}: {' '.join(one.line) or 'the start'} leads elsewhere; make it again"
