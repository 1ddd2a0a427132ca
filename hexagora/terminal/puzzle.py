"""The trainer in a terminal: a position, a question, tries until it is solved or given up."""

from collections.abc import Callable, Sequence

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from hexagora.engine import puzzles
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.engine.puzzles import Puzzle
from hexagora.engine.words import tidy
from hexagora.terminal.draw import draw, legend
from hexagora.terminal.speech import Speech

HELP = ("Type a decision or its number; {board}: the position again; {answer}: give up; {next}: another; {quit}: "
        "leave.")
WORDS = ("board", "answer", "next", "quit")
LEAVE = ("quit", "exit", "q")


class Trainer:
    """Puzzles one after the other; counts how many were solved at the first try in a row."""

    def __init__(self, game: Game, todo: Sequence[Puzzle], console: Console, ask: Callable[[str], str] = input,
                 speech: Speech | None = None):
        self.game, self.todo, self.console, self.ask = game, todo, console, ask
        self.say = speech or Speech(game=game)
        self.streak = 0

    def run(self) -> None:
        try:
            for one in self.todo:
                if not self._solve(one):
                    return
            self.console.print(self.say("That was the last one."))
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _solve(self, one: Puzzle) -> bool:
        """One puzzle; False if they leave."""
        match, first = puzzles.opened(self.game, one), True
        self._show(match, one)
        while True:
            answer = self.say.command(tidy(self.ask(f"{self.say.text(match.to_act or '')}> ")))
            if answer in LEAVE:
                return False
            if answer == "next":
                return True
            if answer == "board":
                self._show(match, one)
            elif answer == "answer":
                self._end(match, one, solved=False)
                return True
            elif answer and self._try(match, one, answer):
                self._end(match, one, solved=first)
                return True
            elif answer:
                first = False

    def _show(self, match: Match, one: Puzzle) -> None:
        scene = match.scene(match.actor + 1)
        self.console.print(draw(self.say.scene(scene), self.console.width, self.say), legend(scene, self.say))
        texts = [Text.assemble((f"{k + 1:>3} ", "cyan"), text) for k, text in enumerate(match.legal(match.actor + 1))]
        self.console.print(Columns(texts, padding=(0, 2)))
        about = self.say("Puzzle {id}, rating {rating}.", id=one.id, rating=one.rating)
        self.console.print(Text.assemble(f"{about} ", (self.say(one.question), "bold")))
        self.console.print(Text(self.say(HELP, **{word: self.say.word(word) for word in WORDS}), "grey62"))

    def _try(self, match: Match, one: Puzzle, answer: str) -> bool:
        legal = match.actions()
        try:
            chosen: str | int = answer
            if answer.isdigit() and 1 <= int(answer) <= len(legal):
                chosen = legal[int(answer) - 1]
            right = puzzles.is_right(match, one, chosen)
        except HexagoraError as e:
            self.console.print(Text(self.say.error(e), "red"))
            return False
        if not right:
            self.console.print(Text(self.say("Not this one. Try another."), "yellow"))
        return right

    def _end(self, match: Match, one: Puzzle, solved: bool) -> None:
        self.streak = self.streak + 1 if solved else 0
        verdict = self.say("{answers} is right. In a row: {n}" if solved else "{answers} is the answer. In a row: {n}",
                           answers=" / ".join(one.answers), n=self.streak)
        self.console.print(Text(verdict, "bold"))
        viewer, told = match.actor + 1, len(match.log)
        for sentence in match.play_all(one.line).sentences(viewer, first=told):
            self.console.print(Text(f"  {self.say.text(sentence)}", "grey70"))
