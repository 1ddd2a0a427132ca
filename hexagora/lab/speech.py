"""What the lab says, in the languages it knows: texts are English templates; `locales/<language>.json` has them in
another."""

import json
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

from hexagora.engine.game import Game
from hexagora.engine.locales import SOURCE, Catalogue, catalogue, shared
from hexagora.engine.phrases import Book

FOLDER = Path(__file__).parent / "locales"


def languages() -> list[str]:
    return [SOURCE, *sorted(path.stem for path in FOLDER.glob("*.json"))]


@cache
def _phrases(language: str) -> dict[str, str]:
    path = FOLDER / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text("utf8")) if path.is_file() else {}
    return found


class Speech:
    """Says templates in one language; names that the game has translated too."""

    def __init__(self, language: str = SOURCE, game: Game | None = None):
        self.language = language
        self.phrases = dict(_phrases(language))
        self.theirs = catalogue(game, language) if game and language != SOURCE else Catalogue()
        self.names = self.theirs.phrases

    def __call__(self, template: str, **values: object) -> str:
        return self.phrases.get(template, template).format(**values)

    def name(self, word: str) -> str:
        """A name of the game's or of the lab's."""
        return self.names.get(word) or self.phrases.get(word) or word

    @cached_property
    def book(self) -> Book:
        return Book(shared(self.language), self.theirs.tutorial, self.names)

    def text(self, text: str) -> str:
        """A text of the game's that was put together from parts."""
        return text if self.language == SOURCE else self.book.find(text).text

    def sentence(self, template: str, values: Mapping[str, str]) -> str:
        """A sentence of the game's log."""
        said = None if self.language == SOURCE else self.book.said(template, values)
        return said.text if said else template.format(**values)

    def group(self, word: str) -> str:
        """What figures are about. A game may use the same word in a sentence of its own."""
        return self.phrases.get(word) or self.names.get(word) or word

    def number(self, value: float, digits: int = 1) -> str:
        """A number as it is written there.

        >>> Speech("it").number(1234.5), Speech().number(1234.5), Speech().number(-0.04)
        ('1.234,5', '1,234.5', '0.0')
        """
        text = f"{round(value, digits) + 0.0:,.{digits}f}"  # nought has no sign
        return text.translate(str.maketrans(",.", ".,")) if self.language == "it" else text

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.number(100 * value, digits)} %"

    def listed(self, words: Iterable[str]) -> str:
        return ", ".join(words)
