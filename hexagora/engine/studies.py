"""Studies of a game: match files with side lines and words in its folder `studies`, which teach by example."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.engine import lines, matchfile
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import BadMatchFile
from hexagora.engine.match import Match
from hexagora.engine.scene import ARROW, place

if TYPE_CHECKING:
    from hexagora.engine.game import Game

FOLDER = "studies"


@dataclass(frozen=True)
class Study:
    id: str
    title: str
    match: Match  # at its first position
    line: lines.Line

    def laid(self) -> int:
        """How many actions of the main line are made by chance before anybody decides."""
        match = self.match.fork()
        for k, text in enumerate(self.line.actions):
            if match.actor != CHANCE:
                return k
            match.play(text)
        return len(self.line.actions)

    def document(self) -> dict[str, Any]:
        """A board to begin with, for those who step through it."""
        return {"root": root_of(self.match), "title": self.title, "line": self.line.document(), "laid": self.laid()}

    def texts(self) -> list[str]:
        """Everything in it that people read."""
        return [self.title, *(text for line in self.line.all() for text in line.comments.values())]


def paths(game: "Game") -> list[Path]:
    """The files of a game's studies, by name."""
    return sorted((game.folder / FOLDER).glob("*.json"))


def read(game: "Game", path: Path) -> Study:
    """A study, played through; an error says what is wrong and where."""
    study = of_document(game, matchfile.read(path), path.name, path.stem)
    if not study.title or not any(line.comments for line in study.line.all()):
        raise BadMatchFile(f"{path.name}: a study needs a title and comments")
    return study


def of_document(game: "Game", document: Any, source: str = "the document", name: str = "") -> Study:
    """A match file with its side lines, all of them played once."""
    matchfile.check_shape(document, source)
    line = lines.read(document, source)
    start = matchfile.from_document({**document, "actions": []}, game, source)
    start.chance = "ask"
    for match, where, k in lines.walk(start, line, source):
        _check_marks(match, where.marks.get(k, []), source)
    return Study(name, document.get("title", ""), start, line)


def _check_marks(match: Match, marks: list[str], source: str) -> None:
    if not marks:
        return
    boards = match.scene().boards
    known = {place(cell.id, board.id) for board in boards for cell in board.cells}
    known |= {place(border.id, board.id) for board in boards for border in board.borders}
    for mark in marks:
        for spot in mark.split(ARROW):
            if spot not in known:
                raise BadMatchFile(f"{source}: the mark {mark!r}: there is no place {spot!r}; for example: "
                                   f"{', '.join(sorted(known)[:4])}")


def root_of(match: Match) -> dict[str, Any]:
    """A match file of the position that a match starts from, with everything open and chance to be asked."""
    document = matchfile.to_document(match.fork(0))
    return {**{key: value for key, value in document.items() if key not in ("seed", "result")},
            "actions": [], "chance": "ask"}
