"""Side lines of a match file: a tree of what might have been played, with comments and marks.

A match file may hold, beside its `actions`, the keys `title`, `comments`, `marks` and `lines`; who does not know them
plays the main line and leaves the rest (docs/match-files.md). `read` checks a tree as a document, `walk` plays it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.engine.errors import BadMatchFile, HexagoraError
from hexagora.engine.scene import ARROW

if TYPE_CHECKING:
    from hexagora.engine.match import Match

MOST_ACTIONS = 5000  # in all lines together
DEEPEST = 40  # lines in lines
LONGEST_TITLE, LONGEST_COMMENT = 120, 2000
MOST_MARKS = 60  # at one moment


@dataclass
class Line:
    """Actions in a row. `at` says after how many actions of the line around it this one leaves it; comments and marks
    stand after so many actions of their own line (0: before the first, in the main line alone). A mark is a place, or
    two places with `ARROW` between them."""

    actions: list[str]
    at: int = 0
    comments: dict[int, str] = field(default_factory=dict)
    marks: dict[int, list[str]] = field(default_factory=dict)
    lines: list["Line"] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """The keys of a match file; what is empty is left out."""
        told = {"comments": {str(k): text for k, text in sorted(self.comments.items())},
                "marks": {str(k): names for k, names in sorted(self.marks.items())},
                "lines": [{"at": line.at, **line.document()} for line in self.lines]}
        return {"actions": self.actions, **{key: value for key, value in told.items() if value}}

    def all(self) -> Iterator["Line"]:
        yield self
        for line in self.lines:
            yield from line.all()


def read(document: dict[str, Any], source: str = "the document") -> Line:
    """The tree of a match file, checked as far as that goes without playing it."""
    title = document.get("title", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE:
        raise BadMatchFile(f"{source}: title must be a text of at most {LONGEST_TITLE} characters")
    line = _read(document, source, "the main line", 0)
    total = sum(len(one.actions) for one in line.all())
    if total > MOST_ACTIONS:
        raise BadMatchFile(f"{source}: {total} actions in all lines; at most {MOST_ACTIONS} are allowed")
    return line


def _read(document: Any, source: str, name: str, depth: int) -> Line:
    where = f"{source}: {name}"
    if not isinstance(document, dict):
        raise BadMatchFile(f"{where}: must be an object with 'at' and 'actions'")
    if depth > DEEPEST:
        raise BadMatchFile(f"{where}: lines lie deeper than {DEEPEST} in each other")
    actions, lines = document.get("actions"), document.get("lines", [])
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise BadMatchFile(f"{where}: 'actions' must be a list of texts")
    if not isinstance(lines, list):
        raise BadMatchFile(f"{where}: 'lines' must be a list")
    line = Line(actions, _at(document, where, depth))
    line.comments = _by_moment(document, "comments", where, len(actions), _comment)
    line.marks = _by_moment(document, "marks", where, len(actions), _marks)
    line.lines = [_read(one, source, f"line {k + 1} of {name}", depth + 1) for k, one in enumerate(lines)]
    for k, one in enumerate(line.lines):
        if one.at > len(actions):
            raise BadMatchFile(f"{where}: its line {k + 1} leaves it after {one.at} actions; it has {len(actions)}")
    return line


def _at(document: dict[str, Any], where: str, depth: int) -> int:
    at = document.get("at", 0) if depth else 0
    if isinstance(at, bool) or not isinstance(at, int) or at < 0:
        raise BadMatchFile(f"{where}: at = {at!r}; it must be a number of actions")
    return at


def _by_moment(document: dict[str, Any], key: str, where: str, last: int, read_one: Callable[[Any], Any]
               ) -> dict[int, Any]:
    given = document.get(key, {})
    if not isinstance(given, dict):
        raise BadMatchFile(f"{where}: '{key}' must be an object: a number of actions, and what is told then")
    found = {}
    for moment, value in given.items():
        if not str(moment).isdecimal() or int(moment) > last:
            raise BadMatchFile(f"{where}: {key}: {moment!r} is no number from 0 to {last}")
        told = read_one(value)
        if told is None:
            raise BadMatchFile(f"{where}: {key} at {moment}: {ALLOWED[key]}")
        found[int(moment)] = told
    return found


ALLOWED = {"comments": f"must be a text of at most {LONGEST_COMMENT} characters",
           "marks": f"must be a list of at most {MOST_MARKS} places like 'board/c4' or arrows like 'board/a1>board/b2'"}


def _comment(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= LONGEST_COMMENT else None


def _marks(value: Any) -> list[str] | None:
    if not isinstance(value, list) or len(value) > MOST_MARKS:
        return None
    return value if all(isinstance(name, str) and _is_mark(name) for name in value) else None


def _is_mark(name: str) -> bool:
    places = name.split(ARROW)
    return len(places) in (1, 2) and all(board and spot for board, _, spot in (one.partition("/") for one in places))


def walk(match: "Match", line: Line, source: str = "the document") -> Iterator[tuple["Match", Line, int]]:
    """Plays all lines from the match's present position. Yields a match at every moment (not to be changed) with the
    line and how many of its actions were made; an error names the first action that does not fit."""
    yield from _walk(match.fork(), line, f"{source}: the main line")


def _walk(match: "Match", line: Line, where: str) -> Iterator[tuple["Match", Line, int]]:
    moments = [match]
    yield match, line, 0
    for k, text in enumerate(line.actions):
        after = moments[-1].fork()
        try:
            after.play(text)
        except HexagoraError as e:
            raise BadMatchFile(f"{where}, action {k + 1}: {e}") from None
        moments.append(after)
        yield after, line, k + 1
    for k, one in enumerate(line.lines):
        for found in _walk(moments[one.at], one, f"{where}, its line {k + 1}"):
            if found[1] is not one or found[2]:
                yield found
