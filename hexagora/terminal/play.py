"""Playing in a terminal: a drawn board, numbered actions, typed notation, bots at the other seats."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.words import tidy
from hexagora.terminal.draw import draw

SHOWN_ACTIONS = 60
RECENT = 4
HELP = """Type the number of an action or its text. Also:
  undo          take back your last decision          log        what has happened so far
  save FILE     write a match file                    hint       ask the bot
  all           list all actions                      quit       leave; `hexagora play --resume` goes on"""


def autosave_path() -> Path:
    """Where an interrupted match waits; HEXAGORA_DATA names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_DATA") or platformdirs.user_data_dir("hexagora")) / "last.match.json"


class Table:
    """A match at a terminal: `people` are the seats of people at it, `level` is the level of the bots elsewhere."""

    def __init__(self, match: Match, people: Sequence[int], level: str, console: Console,
                 ask: Callable[[str], str] = input):
        self.match, self.people, self.level, self.console, self.ask = match, people, level, console, ask
        self.told = len(match.log)
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo, "save": self._save, "log": self._log, "hint": self._hint, "all": self._all,
            "help": self._help, "?": self._help,
        }  # fmt: skip

    def run(self) -> None:
        """Plays until the match is over or the player leaves; what was played is kept either way."""
        try:
            while not self.match.over:
                if self.match.actor + 1 in self.people:
                    self._show()
                    if not self._person():
                        self.console.print("The match is kept: [bold]hexagora play --resume[/] goes on.")
                        return
                else:
                    self._bot()
                self._keep()
            self._show()
            self._finish()
        except (EOFError, KeyboardInterrupt):
            self._keep()
            self.console.print("\nThe match is kept: [bold]hexagora play --resume[/] goes on.")

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen shows: the person to act; without people everything is open."""
        if not self.people:
            return None
        return self.match.actor + 1 if self.match.actor + 1 in self.people else self.people[0]

    def _show(self) -> None:
        viewer = self.viewer
        self.console.print()
        fresh = self.match.sentences(viewer, first=min(self.told, len(self.match.log)))
        for sentence in fresh[-3 * RECENT:]:
            self.console.print(Text(f"  {sentence}", "grey70"))
        self.told = len(self.match.log)
        self.console.print(draw(self.match.scene(viewer)))

    def _list(self, most: int) -> None:
        choices = self.match.choices(self.viewer)
        rows = []
        for k, c in enumerate(choices[:most]):
            extra = f"  {c.forecast}" if c.forecast and len(choices) < 20 else ""
            rows.append(Text.assemble((f"{k + 1:>3} ", "cyan"), c.text, (extra, "grey62"),
                                      (f"  ! {c.warning}" if c.warning else "", "yellow")))
        self.console.print(Columns(rows, padding=(0, 3)))
        if len(choices) > most:
            self.console.print(Text(f"    … and {len(choices) - most} more: type 'all'", "grey62"))

    def _person(self) -> bool:
        """One decision of a person; False if they leave."""
        before = len(self.match.log)
        self._list(SHOWN_ACTIONS)
        while len(self.match.log) == before:
            answer = tidy(self.ask(f"{self.match.to_act}> "))
            word, _, rest = answer.partition(" ")
            if word in ("quit", "exit", "q"):
                return False
            try:
                if word in self.commands:
                    self.commands[word](rest)
                    if word == "undo":
                        return True
                elif answer:
                    self._play(answer)
            except HexagoraError as e:
                self.console.print(Text(str(e), "red"))
        return True

    def _play(self, answer: str) -> None:
        legal = self.match.actions()
        if answer.isdigit() and 1 <= int(answer) <= len(legal):
            self.match.play(legal[int(answer) - 1])
        else:
            self.match.play(answer)

    def _bot(self) -> None:
        from hexagora.bots import decide

        if self.match.actor == CHANCE:
            self.match.play(self.match.outcome())
            return
        with self.console.status(f"{self.match.to_act} thinks …"):
            decision = decide(self._request())
        self.match.play(decision.action)

    def _request(self) -> Any:
        from hexagora.bots import Request

        seat = self.match.actor + 1
        hidden = self.match.game.State.to_bytes(self.match.hidden(seat))
        return Request(self.match.game.id, self.match.options, hidden, seat, self.level, len(self.match.log), None)

    def _keep(self) -> None:
        path = autosave_path()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(path)
        except (OSError, HexagoraError):
            pass  # playing goes on where nothing can be written

    def _finish(self) -> None:
        result = self.match.result or []
        winners = [self.match.seats[p] for p, share in enumerate(result) if share == max(result)]
        self.console.print(f"\n[bold]{' and '.join(winners)} won.[/] Scores: {self.match.scores}")
        autosave_path().unlink(missing_ok=True)

    # commands

    def _undo(self, rest: str) -> None:
        """Back to the last decision of a person at this terminal."""
        if len(self.people) < 2:
            self._undo_alone()
        else:
            self.match.undo()
        self.told = len(self.match.log)

    def _undo_alone(self) -> None:
        seen = len(self.match.log)
        fork = self.match.fork()
        while fork.log:
            fork.undo()
            if fork.actor + 1 in self.people:
                while len(self.match.log) > len(fork.log):
                    self.match.undo()
                return
        raise HexagoraError(f"nothing of yours to take back in {seen} decisions")

    def _save(self, rest: str) -> None:
        if not rest:
            raise HexagoraError("save needs a file name: save my.match.json")
        self.match.save(rest)
        self.console.print(f"Written to {rest}")

    def _log(self, rest: str) -> None:
        for k, sentence in enumerate(self.match.sentences(self.viewer)):
            self.console.print(Text(f"{k + 1:>4}  {sentence}"))

    def _hint(self, rest: str) -> None:
        from hexagora.bots import hints

        for decision in hints(self._request()):
            self.console.print(Text(f"  {decision.text}: {decision.reason}", "cyan"))

    def _all(self, rest: str) -> None:
        self._list(len(self.match.actions()))

    def _help(self, rest: str) -> None:
        self.console.print(HELP)
