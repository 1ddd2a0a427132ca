"""The part of the checker that reads what a match says: every text has its translation in each language that the game
speaks."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from hexagora.engine import locales
from hexagora.engine.errors import HexagoraError
from hexagora.engine.phrases import Book, Translation
from hexagora.engine.reading import reworded
from hexagora.engine.scene import Scene
from hexagora.engine.scene_checks import Finding
from hexagora.engine.words import Sentence

if TYPE_CHECKING:
    from hexagora.engine.game import Game

WORD = re.compile(r"(?<!\d)[^\W\d_]{2,}(?!\d)")  # neither notation nor a number
TWICE = re.compile(r"\b([^\W\d_]{2,}(?: \d+)?) \1\b", re.IGNORECASE)  # "of of", "Player 2 Player 2"
SAMPLE = "#"  # stands for any number: what differs in numbers alone is told once


class Reader:
    """Reads scenes and sentences of one game in all its languages; each text once."""

    def __init__(self, game: "Game"):
        self.books = {} if game.base else dict(_books(game))  # a pack may leave its words untranslated
        self.names = names(game)
        self.known: set[str] = set()

    def of_scene(self, scene: Scene) -> Iterator[Finding]:
        texts: list[str] = []

        def read(text: str) -> str:
            texts.append(text)
            return text

        if self.books:
            reworded(scene, read)
        for text in texts:
            yield from self._gaps(text)

    def of_sentence(self, told: str) -> Iterator[Finding]:
        yield from self._gaps(told)

    def _gaps(self, text: str) -> Iterator[Finding]:
        if text in self.known:
            return
        self.known.add(text)
        yield from _twice(locales.SOURCE, str(text))
        for language, book in self.books.items():
            said = book.said(text.template, text.values) if isinstance(text, Sentence) else None
            found = said or book.find(str(text))
            yield from _twice(language, found.text)
            for part in untranslated(found):
                shown = re.sub(r"\d+", SAMPLE, part)
                gap = f"{language} {shown}"
                if is_unknown(part, self.names) and gap not in self.known:
                    self.known.add(gap)
                    within = "" if part == text else f", in {str(text)!r}"
                    yield "languages", False, f"{locales.FOLDER}/{language}.json lacks {shown!r}{within}"


def _twice(language: str, text: str) -> Iterator[Finding]:
    found = TWICE.search(text)
    if found:
        yield "languages", False, f"{language}: {text!r} says {found[1]!r} twice"


def names(game: "Game") -> set[str]:
    """Words that stay as they are: the game's name, and what its content calls things in other languages."""
    found = set(game.facts.title.split())
    for part in game.content.model_dump().values():
        for entry in [one for one in part if isinstance(one, dict)] if isinstance(part, list) else []:
            found |= {word for key, name in entry.items() if key.startswith("name_") for word in name.split()}
    return found


def is_unknown(part: str, known: set[str]) -> bool:
    """Whether a part of a text that no catalogue has wants to be translated."""
    return any(word not in known for word in WORD.findall(part))


def untranslated(found: Translation) -> Iterator[str]:
    """The parts of a text that no catalogue has."""
    for part in found.parts:
        yield from untranslated(part)
    if not found.parts and found.entry is None and found.missing:
        yield found.text


def _books(game: "Game") -> Iterator[tuple[str, Book]]:
    """By language, of those that the house speaks too, in the order in which a browser lays catalogues on top of each
    other; one that cannot be read is told where the folder is looked at."""
    for language in filter(locales.shared, locales.languages(game)):
        with suppress(HexagoraError):
            own = locales.catalogue(game, language)
            yield language, Book(locales.shared(language), own.tutorial, own.phrases)
