"""Making many puzzles: match after match, kept as they are found, so that the same command goes on where it stopped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hexagora.bots.puzzling import Judge, from_match
from hexagora.bots.search import Backend, backend
from hexagora.engine import puzzles
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder, write_whole
from hexagora.engine.puzzles import Puzzle

if TYPE_CHECKING:
    from hexagora.engine.game import Game

PROGRESS = "progress.json"


class Making:
    """The puzzles of a game that were found so far, in a folder."""

    def __init__(self, game: "Game", folder: Path, seed: int):
        self.game, self.folder, self.seed = game, folder, seed
        self.next = 0
        self.found: list[Puzzle] = []
        if (folder / PROGRESS).exists():
            self._go_on(json.loads((folder / PROGRESS).read_text("utf8")))

    def _go_on(self, kept: dict[str, object]) -> None:
        for name, value in (("game", self.game.id), ("seed", self.seed)):
            if kept.get(name) != value:
                raise HexagoraError(f"{self.folder} holds puzzles made with {name} = {kept.get(name)}, not {value}; "
                                    "give another --folder")
        self.next = int(str(kept["next"]))
        self.found = puzzles.of_lines((self.folder / puzzles.FILE).read_text("utf8"), puzzles.FILE)

    def run(self, count: int, tell: Callable[["Making"], None], on: Backend | None = None) -> None:
        """Looks through matches until there are so many."""
        make_folder(self.folder)
        judge, players = Judge(on or backend(self.game.id)), Judge(on or backend(self.game.id))
        tell(self)
        while len(self.found) < count:
            known = {json.dumps(one.position) for one in self.found}
            self.found += [one for one in from_match(judge, players, self.game, self.next, self.seed)
                           if json.dumps(one.position) not in known]
            self.next += 1
            self.keep()
            tell(self)

    def keep(self) -> None:
        """Writes what was found; the next match is noted last."""
        write_whole(self.folder / puzzles.FILE, "".join(one.text() + "\n" for one in self.found))
        write_whole(self.folder / PROGRESS, json.dumps({"game": self.game.id, "seed": self.seed, "next": self.next}))

    def install(self) -> Path:
        """Puts the puzzles into the game's folder, easiest first."""
        ordered = sorted(self.found, key=lambda one: (one.rating, one.id))
        target = self.game.folder / puzzles.FILE
        write_whole(target, "".join(one.text() + "\n" for one in ordered))
        return target
