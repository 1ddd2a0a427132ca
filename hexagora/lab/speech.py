"""What the lab says, in the languages it knows: texts are English templates; `locales/<language>.json` has them in
another."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from hexagora.engine.game import Game
from hexagora.engine.locales import SOURCE, catalogue

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
        self.names = dict(catalogue(game, language).phrases) if game and language != SOURCE else {}

    def __call__(self, template: str, **values: object) -> str:
        return self.phrases.get(template, template).format(**values)

    def name(self, word: str) -> str:
        """A name of the game's or of the lab's."""
        return self.names.get(word) or self.phrases.get(word) or word

    def group(self, word: str) -> str:
        """What figures are about. A game may use the same word in a sentence of its own."""
        return self.phrases.get(word) or self.names.get(word) or word

    def number(self, value: float, digits: int = 1) -> str:
        """A number as it is written there.

        >>> Speech("it").number(1234.5), Speech().number(1234.5)
        ('1.234,5', '1,234.5')
        """
        text = f"{value:,.{digits}f}"
        return text.translate(str.maketrans(",.", ".,")) if self.language == "it" else text

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.number(100 * value, digits)} %"

    def listed(self, words: Iterable[str]) -> str:
        return ", ".join(words)
