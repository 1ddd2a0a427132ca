"""The part of the checker that reads what a match says: every text has its translation in each language that the game
speaks."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from hexagora.engine import locales
from hexagora.engine.errors import HexagoraError
from hexagora.engine.folder import rule_ids
from hexagora.engine.phrases import Book, Translation
from hexagora.engine.reading import reworded
from hexagora.engine.scene import Scene
from hexagora.engine.scene_checks import Finding
from hexagora.engine.words import Sentence

if TYPE_CHECKING:
    from hexagora.engine.game import Game

WORD = re.compile(r"(?<!\d)[^\W\d_]{2,}(?!\d)")  # neither notation nor a number
TWICE = re.compile(r"\b([^\W\d_]{2,}(?: \d+)?) \1\b", re.IGNORECASE)  # "of of", "Player 2 Player 2"
VALUE = re.compile(r"\{(\w+)")
FORM = re.compile(r".+\|\w+$")  # an entry for another form of a value: "red|f"
ASKED_FORM = re.compile(r"\{\w+\|(\w+)\}")
SAMPLE = "#"  # stands for any number: what differs in numbers alone is told once


def of_files(game: "Game") -> Iterator[str]:
    """What is wrong with catalogues and rules in other languages as they stand: values that a translation drops or
    does not get, forms that nothing has, rules that are left out."""
    for language in locales.languages(game):
        with suppress(HexagoraError):  # one that cannot be read is told where the folder is looked at
            entries, file = locales.catalogue(game, language).phrases, f"{locales.FOLDER}/{language}.json"
            yield from (f"{file}: {text!r} has other values than {entry!r}" for entry, text in entries.items()
                        if values_differ(entry, text))
            yield from (f"{file} asks for the form '{form}' of a value, which no entry gives"
                        for form in sorted(missing_forms({**locales.shared(language), **entries})))
        for name in ("rules", "guide"):
            there = [(game.folder / f"{name}{ending}").is_file() for ending in (".md", f".{language}.md")]
            if there == [True, False]:
                yield f"there is no {name}.{language}.md: whoever plays in that language reads {name}.md as it is"
        rules = game.folder / f"rules.{language}.md"
        left_out = sorted(rule_ids(game) - rule_ids(game, rules.name)) if rules.is_file() else []
        if left_out:
            yield f"{rules.name} lacks the rules {', '.join(left_out)}"


def values_differ(entry: str, text: str) -> bool:
    return set(VALUE.findall(entry)) != set(VALUE.findall(text))


def missing_forms(entries: Mapping[str, str]) -> set[str]:
    """The forms of values that translations ask for and no entry has."""
    asked = {form for text in entries.values() for form in ASKED_FORM.findall(text)}
    return asked - {entry.rpartition("|")[2] for entry in entries if FORM.fullmatch(entry)}


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
