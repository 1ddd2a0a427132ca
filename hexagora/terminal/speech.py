"""What is said at a terminal, in the languages of the house. Texts are English; `locales/<language>.json` has those of
the terminal in another (`phrases`) and the words that may be typed there beside the English ones (`commands`)."""

import json
import locale
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hexagora.engine.content import Part, validate
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.locales import SOURCE, catalogue, guide_path, rules_path, shared
from hexagora.engine.phrases import Book
from hexagora.engine.reading import reworded
from hexagora.engine.words import Sentence, say

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Scene

OWN = Path(__file__).parent / "locales"
SIGN = "sign"  # the form of a word in a legend: "end|sign"
NAME = re.compile(r"[^{}|.]{1,30}")  # an entry that names something, not a sentence
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # where a system says which language its user reads
LATER = ("choices", "shortcuts")  # parts of a scene of which few are told; each when it is


class Own(Part):
    """A file of `locales`."""

    phrases: dict[str, str]
    commands: dict[str, str]  # the English word of a command → its word in that language


def languages() -> list[str]:
    return [SOURCE, *sorted(path.stem for path in OWN.glob("*.json"))]


def chosen(wanted: str | None) -> str:
    """The language to speak: the one that was asked for, else that of the system where it is spoken here."""
    if wanted:
        if wanted not in languages():
            raise UnknownName("language", wanted[:20], languages())
        return wanted
    told = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), None) or locale.getlocale()[0] or ""
    code = re.split(r"[_.@-]", told)[0].lower()
    return code if code in languages() else SOURCE


@cache
def own(language: str) -> Own:
    path = OWN / f"{language}.json"
    if not path.is_file():
        return Own(phrases={}, commands={})
    return validate(Own, json.loads(path.read_text("utf8")), str(path))


class Speech:
    """Says texts in one language, with the words of a game where one is played."""

    def __init__(self, language: str = SOURCE, game: "Game | None" = None):
        self.language, self.game = language, game

    @property
    def is_source(self) -> bool:
        """Whether everything is said as it was written."""
        return self.language == SOURCE

    @cached_property
    def book(self) -> Book:
        theirs = catalogue(self.game, self.language) if self.game else None
        return Book(shared(self.language), own(self.language).phrases,
                    *([theirs.tutorial, theirs.phrases] if theirs else []))

    def __call__(self, template: str, **values: object) -> str:
        """A text of the terminal's own."""
        return self.text(say(template, **values))

    def text(self, text: str) -> str:
        """Any text; a sentence by its template."""
        if self.is_source:
            return str(text)
        known = self.book.said(text.template, text.values) if isinstance(text, Sentence) else None
        return (known or self.book.find(str(text))).text

    def sign(self, kind: str) -> str:
        """What something is called in a legend."""
        return kind if self.is_source else self.book.form(kind, SIGN) or self.text(kind)

    def scene(self, scene: "Scene") -> "Scene":
        return scene if self.is_source else reworded(scene, self.text, but=LATER)

    def error(self, error: HexagoraError) -> str:
        return self.text(error.args[0] if error.args and isinstance(error.args[0], Sentence) else str(error))

    @contextmanager
    def errors(self) -> Iterator[None]:
        """What goes wrong inside is told in this language."""
        try:
            yield
        except HexagoraError as e:
            raise HexagoraError(self.error(e)) from e

    @cached_property
    def _typed(self) -> dict[str, str]:
        return {word: command for command, word in own(self.language).commands.items()}

    def command(self, word: str) -> str:
        """The English word of a command that was typed."""
        return self._typed.get(word, word)

    def word(self, command: str) -> str:
        """How a command is called here."""
        return own(self.language).commands.get(command, command)

    def senses(self, word: str) -> list[str]:
        """What may be meant by a word that was typed: itself, and what is called so in English, in this language.

        >>> Speech().senses("leap")
        ['leap']
        """
        if self.is_source or not word:
            return [word]
        called = {to.lower() for name, to in self.book.phrases.items()
                  if NAME.fullmatch(name) and name.lower().startswith(word)}
        return [word, *sorted(called)]

    @property
    def rulebook(self) -> str:
        """The rulebook of the game, empty where it has none."""
        path = guide_path(self.game, self.language) if self.game else None
        return path.read_text("utf8") if path else ""

    @property
    def rules(self) -> str:
        """The rules of the game, id by id."""
        return rules_path(self.game, self.language).read_text("utf8") if self.game else ""
