"""What was asked of the lab and all that was played for it, kept in a folder, so that it outlives whoever asked.

A part of a setting comes out the same whenever it is played. So parts are kept by their setting and not by who wanted
them: a question that is asked again, goes on after an interruption, or is compared with an earlier one plays only what
nobody has played yet.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hexagora import __version__
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import write_whole
from hexagora.lab.job import PARTS, Outcome, Part, Store, play_part
from hexagora.lab.setting import Setting

ASKED, PLAYED = "asked", "played"  # folders
MADE_FROM = "game.wasm.json"  # in a game's folder: changes with its rules
Document = dict[str, Any]


class Shelf:
    """A folder of questions, each a document with a name, and of the matches that were played for them."""

    def __init__(self, folder: Path, most: int):
        self.folder, self.most = folder, most

    def keep(self, name: str, document: Document) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(document))

    def find(self, name: str) -> Document | None:
        try:
            found = json.loads(self._path(name).read_text("utf8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def names(self) -> list[str]:
        """The newest first."""
        paths = (self.folder / ASKED).glob("*.json")
        return [path.stem for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)]

    def remove(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Lets go of the oldest questions, and of matches that no question needs any more."""
        names = self.names()
        for name in names[self.most :]:
            self.remove(name)
        needed = {digest for name in names[: self.most] for digest in (self.find(name) or {}).get(PLAYED, [])}
        for place in (self.folder / PLAYED).glob("*"):
            if place.name not in needed:
                shutil.rmtree(place, ignore_errors=True)

    def place(self, asked: Setting) -> Path:
        """Where the parts of a setting lie."""
        return self.folder / PLAYED / digest(asked)

    def _path(self, name: str) -> Path:
        return self.folder / ASKED / f"{name}.json"


def digest(asked: Setting) -> str:
    """Another for other matches: of another setting, other rules, another version."""
    made_from = Path(asked.game_itself().folder) / MADE_FROM
    rules = made_from.read_bytes() if made_from.is_file() else b""
    said = json.dumps([__version__, asked.document(), hashlib.sha256(rules).hexdigest()], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def digests(asked: Iterable[Setting]) -> list[str]:
    return sorted({digest(one) for one in asked})


def kept(place: Path, asked: Setting, part: Part) -> Outcome | None:
    """What came of a part, if it was played before."""
    if not (place / PARTS).is_dir():
        return None
    store = Store(place, asked)
    with suppress(HexagoraError):  # a damaged one is played again
        return store.load(part) if store.has(part) else None
    return None


def ready() -> None:
    """A process that has come this far has imported all that it takes to play."""


def played(place: Path, asked: Setting, part: Part) -> Outcome:
    """What came of a part, played now if need be, and kept."""
    found = kept(place, asked, part)
    if found is None:
        found = play_part(asked, part)
        Store(place, asked).save(part, found)
    return found
