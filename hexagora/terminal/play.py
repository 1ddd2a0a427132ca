"""Playing in a terminal: a drawn board, numbered actions, typed notation, bots and engines at the other seats."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from hexagora.engine import hooks
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder
from hexagora.engine.match import Match
from hexagora.engine.scene import Board, Choice, Scene
from hexagora.engine.words import say, tidy
from hexagora.terminal import looking
from hexagora.terminal.draw import draw, legend
from hexagora.terminal.opponents import Opponent, request, seated
from hexagora.terminal.speech import Speech

SHOWN_ACTIONS = 60
MOST_BOARDS = 6  # that are drawn at once: one for each player
INDENT = 4  # columns by which a line that is too long goes on further to the right
ADVISER = "expert"  # the level that is asked for hints, whoever plays
WITH_FORECASTS = 20  # actions up to which each is told with what it brings
KEPT = "The match is kept: hexagora play --resume goes on."
NOT_KEPT = "The match is not kept: {folder} cannot be written."
LEAVE = ("quit", "exit", "q")
HELP = """Type the number of an action, or its text. Also:
  look PLACE    what is there; look PLAYER: what they have     log        what has happened so far
  card NAME     a card, a tile, a price; card: all of them     hint       what a bot would do
  rules WORD    search the rules; rules: what they treat       signs      what the signs mean
  list WORD     actions with that word; all: all of them       board      the table again
  undo          take back, as far as the game allows           save FILE  write a match file
  quit          leave; `hexagora play --resume` goes on"""


def autosave_path() -> Path:
    """Where an interrupted match waits; HEXAGORA_DATA names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_DATA") or platformdirs.user_data_dir("hexagora")) / "last.match.json"


class Table:
    """A match at a terminal: `people` are the seats of people at it; `named` says who plays at the others: levels of
    bots, or engines; `speech` is the language of the table."""

    def __init__(self, match: Match, people: Sequence[int], named: Sequence[str], console: Console,
                 ask: Callable[[str], str] = input, speech: Speech | None = None):
        self.match, self.people, self.console, self.ask = match, people, console, ask
        self.say = speech or Speech(game=match.game)
        self.opponents: dict[int, Opponent] = seated(match, people, named)
        self.told = len(match.log)
        self.explained = False
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo, "save": self._save, "log": self._log, "hint": self._hint, "all": self._all,
            "list": self._list_with, "look": self._look, "card": self._card, "rules": self._rules,
            "signs": self._signs, "board": self._board, "help": self._help, "?": self._help,
        }  # fmt: skip

    def run(self) -> None:
        """Plays until the match is over or the player leaves; what was played is kept either way."""
        try:
            while not self.match.over:
                if self.match.actor + 1 in self.people:
                    self._show()
                    if not self._person():
                        return self._leave()
                else:
                    self._other()
                self._keep()
            self._show()
            self._finish()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self._leave()
        finally:
            for opponent in self.opponents.values():
                opponent.close()

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen shows: the person to act; without people everything is open."""
        if not self.people:
            return None
        return self.match.actor + 1 if self.match.actor + 1 in self.people else self.people[0]

    @property
    def scene(self) -> Scene:
        """What the viewer sees, in the language of the table."""
        return self.say.scene(self.match.scene(self.viewer))

    def _tell(self, template: str, style: str = "", **values: object) -> None:
        self.console.print(Text(self.say(template, **values), style))

    def _show(self) -> None:
        """All that has happened since the last look, then the table."""
        viewer = self.viewer
        self.console.print()
        for sentence in self.match.sentences(viewer, first=min(self.told, len(self.match.log))):
            self._hang(Text(f"  {self.say.text(sentence)}", "grey70"), INDENT)
        self.told = len(self.match.log)
        self._board("")
        if not self.explained:
            self._signs("")
            self._tell("Type {help} to see what can be asked.", "grey62", help=self.say.word("help"))
            self.explained = True

    def _list(self, most: int, word: str = "") -> None:
        """The actions with their numbers; many of them sorted by what they are."""
        every = list(enumerate(self.match.choices(self.viewer)))
        found = [(k, c) for k, c in every if word in c.text or (word and word in self.say.text(c.label).lower())]
        if len(found) <= WITH_FORECASTS:
            for k, c in found:
                self._hang(self._row(k, c, told=True), INDENT)
            return
        for group, members in groupby(found[:most], key=lambda item: item[1].group):
            self.console.print(Text(f"  {self.say.sign(group.replace('_', ' '))}:", "grey62"))
            self.console.print(Columns([self._row(k, c, told=False) for k, c in members], padding=(0, 2)))
        if len(found) > most:
            self._tell("    … and {n} more: type {all}, or {list} and a word", "grey62", n=len(found) - most,
                       all=self.say.word("all"), list=self.say.word("list"))

    def _row(self, k: int, c: Choice, told: bool) -> Text:
        """An action as it is typed, with what it means to those who read another language, and what it brings."""
        label = f"  {self.say.text(c.label)}" if told and c.label and not self.say.is_source else ""
        forecast = f"  {self.say.text(c.forecast)}" if told and c.forecast else ""
        warning = f"  ! {self.say.text(c.warning)}" if told and c.warning else " !" if c.warning else ""
        return Text.assemble((f"{k + 1:>3} ", "cyan"), c.text, (label, "grey74"), (forecast, "grey62"),
                             (warning, "yellow"))

    def _person(self) -> bool:
        """One decision of a person; False if they leave. What the game calls an action comes before the commands."""
        before = len(self.match.log)
        self._list(SHOWN_ACTIONS)
        while len(self.match.log) == before:
            answer = tidy(self.ask(f"{self.say.text(self.match.to_act or '')}> "))
            if answer in self.match.legal():
                self.match.play(answer)
                continue
            typed, _, rest = answer.partition(" ")
            word = self.say.command(typed)
            if word in LEAVE:
                return False
            try:
                if word in self.commands:
                    self.commands[word](rest)
                elif answer:
                    self._play(answer)
            except HexagoraError as e:
                self.console.print(Text(self.say.error(e), "red"))
        return True

    def _play(self, answer: str) -> None:
        legal = self.match.actions()
        if answer.isdigit() and 1 <= int(answer) <= len(legal):
            self.match.play(legal[int(answer) - 1])
        else:
            self.match.play(answer)

    def _other(self) -> None:
        """Chance, or the opponent at a seat."""
        if self.match.actor == CHANCE:
            self.match.play(self.match.outcome())
            return
        opponent = self.opponents[self.match.actor + 1]
        with self.console.status(self.say("{who} ({name}) thinks …", who=self.match.to_act, name=opponent.name)):
            action = opponent.decide(self.match)
        self.match.play(action)

    def _keep(self) -> bool:
        """Playing goes on where nothing can be written."""
        path = autosave_path()
        try:
            make_folder(path.parent)
            self.match.save(path)
        except HexagoraError:
            return False
        return True

    def _leave(self) -> None:
        if self._keep():
            self._tell(KEPT)
        else:
            self._tell(NOT_KEPT, folder=autosave_path().parent)

    def _finish(self) -> None:
        result = self.match.result or []
        seats = [self.say.text(seat) for seat in self.match.seats]
        winners = [seats[p] for p, share in enumerate(result) if share == max(result)]
        counted = any(score > 0 for then in self.match.score_history(None)[:-1] for score in then)  # on the way
        scores = ", ".join(f"{seat} {score}" for seat, score in zip(seats, self.match.scores, strict=True))
        told = self.say("Scores: {scores}", scores=scores) if counted else ""
        self.console.print(Text.assemble("\n", (self._verdict(winners), "bold"), f" {told}" if told else ""))
        with contextlib.suppress(OSError):
            autosave_path().unlink()

    def _verdict(self, winners: list[str]) -> str:
        if len(winners) == len(self.match.seats):
            return self.say("A draw.")
        if len(winners) == 1:
            return self.say("{who} won.", who=winners[0])
        return self.say("{names} and {last} won.", names=", ".join(winners[:-1]), last=winners[-1])

    # commands

    def _undo(self, rest: str) -> None:
        """Takes back the last decision if it is a person's here and the rules of the game allow it. That it handed the
        turn to somebody at the same terminal does not matter, unless the game says so."""
        ply = self.match.last_decision()
        if ply is None:
            raise HexagoraError(say("nothing to take back: the match is at its start"))
        seat = self.match.actor_at(ply) + 1
        among_us = ply == len(self.match.log) - 1 and not hooks.IS_BARRIER.of(self.match.game)
        if seat not in self.people or not (among_us or self.match.may_undo(seat)):
            raise HexagoraError(say("the last decision cannot be taken back: it is not yours, or it has shown "
                                    "something new or handed the turn on"))
        self.match.undo()
        self.told = len(self.match.log)

    def _save(self, rest: str) -> None:
        if not rest:
            raise HexagoraError(say("{save} needs a file name: {save} my.match.json", save=self.say.word("save")))
        self.match.save(rest)
        self._tell("Written to {file}", file=rest)

    def _log(self, rest: str) -> None:
        for k, sentence in enumerate(self.match.sentences(self.viewer)):
            self._hang(Text(f"{k + 1:>4}  {self.say.text(sentence)}"), INDENT + 2)
        if not self.match.log:
            self._tell("nothing has happened yet")

    def _hint(self, rest: str) -> None:
        from hexagora.bots import hints

        with self.console.status(self.say("a bot thinks …")):
            found = hints(request(self.match, ADVISER))
        for decision in found:
            self._hang(Text(f"  {decision.text}: {self.say.text(decision.reason)}", "cyan"), INDENT)
        if not found:
            self._tell("  Not sure yet: no hint for this position.")

    def _all(self, rest: str) -> None:
        self._list(len(self.match.actions()))

    def _list_with(self, rest: str) -> None:
        if not rest:
            raise HexagoraError(say("{list} needs a word: {list} {example}", list=self.say.word("list"),
                                    example=self.match.legal()[0].split()[0]))
        self._list(len(self.match.actions()), rest)

    def _look(self, rest: str) -> None:
        self._lines(looking.look(self.scene, rest, self.say))

    def _card(self, rest: str) -> None:
        self._lines(looking.card(self.scene, rest, self.say.rulebook, self.say))

    def _rules(self, rest: str) -> None:
        text = f"{self.say.rulebook}\n\n{self.say.rules}"
        self._lines(looking.rules(text, rest, self.match.scene(self.viewer).rule, self.say))

    def _lines(self, lines: list[Text]) -> None:
        for line in lines:
            self._hang(line, INDENT)

    def _hang(self, line: Text, indent: int) -> None:
        """A line; where it is too long for the terminal, it goes on further to the right."""
        first, *others = line.wrap(self.console, self.console.width) or [line]
        for other in others:
            other.rstrip()
        self.console.print(first)
        rest = Text(" ").join(others)
        if others:
            self.console.print(Padding(rest, (0, 0, 0, indent)))

    def _signs(self, rest: str) -> None:
        self.console.print(legend(self.match.scene(self.viewer), self.say))

    def _board(self, rest: str) -> None:
        """The table; where many boards lie to choose from, those that are asked for by name."""
        scene = self.scene
        if len(scene.boards) > MOST_BOARDS:
            scene = replace(scene, boards=_called(scene, rest), notes=[*scene.notes, self._boards(scene)])
        self.console.print(draw(scene, self.console.width, self.say))

    def _boards(self, scene: Scene) -> str:
        return self.say("{n} boards to choose from; {board} and a name draws one: {titles}", n=len(scene.boards),
                        board=self.say.word("board"), titles="; ".join(board.title for board in scene.boards))

    def _help(self, rest: str) -> None:
        self._tell(HELP)


def _called(scene: Scene, name: str) -> list[Board]:
    """The boards whose title or id holds a name."""
    wanted = tidy(name)
    return [board for board in scene.boards if wanted and wanted in f"{board.title} {board.id}".lower()]
