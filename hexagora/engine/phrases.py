"""Texts in another language, read as the browser reads them: `web/js/phrases.js` explains the templates and is this
module's twin; a test translates texts of all games with both.

>>> book = Book({"{who} walks to {cell}": "{who} va in {cell}", "Red": "Rosso", "{n} steps": "{n} {n|passo|passi}"})
>>> book.find("Red walks to c4").text, book.find("1 steps").text
('Rosso va in c4', '1 passo')
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

NUMBERS = ("n", "m", "k", "j")  # names of values that are numbers
PLACE = re.compile(r"\{(\w+)\}")
SLOT = re.compile(r"\{(\w+)(?:\|([^{}|]*))?(?:\|([^{}|]*))?\}")  # a place in a translation, with forms
AS_IT_IS = "="
SENTENCE_WEIGHT = 8
STOPS = (("; ", 4), (": ", 2), (", ", 1))  # what divides a sentence, and how strongly
WORD = re.compile(r"(?:[^\W_]|['’])+")
NOTATION = re.compile(r"([a-z]{0,2}\d+|\d+[a-z]?|[a-z])", re.IGNORECASE)  # cells, numbers, single letters


@dataclass(frozen=True)
class Translation:
    """How a text was translated: by which entry, from which parts, and how many letters found no translation."""

    text: str
    missing: int
    entry: str | None = None
    parts: Sequence["Translation"] = ()


class _Template:
    """A template as a pattern that finds its values again."""

    def __init__(self, entry: str, to: str):
        self.entry, self.to = entry, to
        self.marks = [mark for mark in re.split(r"\{\w+\}", entry) if mark]
        self.length = sum(map(len, self.marks))  # templates with more letters of their own go first
        names: list[str] = []
        source = ""
        for part in re.split(r"(\{\w+\})", entry):
            place = PLACE.fullmatch(part)
            if not place:
                source += re.escape(part)
            elif place[1] in names:
                source += f"(?P={place[1]})"
            else:
                names.append(place[1])
                source += rf"(?P<{place[1]}>{r'[-+]?[0-9]+' if place[1] in NUMBERS else '.+?'})"
        self.pattern = re.compile(source, re.DOTALL)
        free = sum(name not in NUMBERS for name in names)
        self.telling = bool("".join(self.marks).strip()) or free < 2  # "{what} {then}" would be any two words

    def values(self, text: str) -> dict[str, str] | None:
        found = self.pattern.fullmatch(text) if all(mark in text for mark in self.marks) else None
        return found.groupdict() if found else None


class Book:
    """Catalogues made ready to be searched; later ones go before earlier ones."""

    def __init__(self, *catalogues: Mapping[str, str]):
        self.phrases = {entry: to for catalogue in catalogues for entry, to in catalogue.items()}
        made = [_Template(entry, to) for entry, to in self.phrases.items() if PLACE.search(entry) and "|" not in entry]
        self.templates = sorted((one for one in made if one.telling), key=lambda one: -one.length)
        self.known: dict[str, Translation] = {}

    def find(self, text: str) -> Translation:
        """A text translated as far as the catalogues go."""
        found = self.known.get(text)
        if found is None:
            found = self.known[text] = self._search(text)
        return found

    def said(self, template: str, values: Mapping[str, object]) -> Translation | None:
        """A text of which one knows how it was put together; none where the catalogues lack the template."""
        to = self.phrases.get(template)
        return None if to is None else self._filled_by(template, to, values)

    def form(self, value: str, form: str) -> str | None:
        """Another form of a value: its own, or the one that all values take."""
        own, every = self.phrases.get(f"{value}|{form}"), self.phrases.get(f"{{x}}|{form}")
        return own if own is not None or every is None else every.replace("{x}", self.find(value).text)

    def _search(self, text: str) -> Translation:
        bare = text.strip()
        if bare != text:
            return _around(text, bare, self.find(bare)) if bare else _plain(text)
        if text in self.phrases:
            return Translation(self.phrases[text], 0, text)
        if "\n" in text:  # a list of problems
            return _joined([self.find(line) for line in text.split("\n")], "\n")
        best, cost = _plain(text), math.inf
        if not best.missing and " " not in text:
            return best
        for values, found in self._readings(text):
            dear = sum(map(_breadth, values))
            if (found.missing, dear) < (best.missing, cost):
                best, cost = found, dear
            if not best.missing and not cost:
                break
        return best

    def _readings(self, text: str) -> Iterator[tuple[Iterable[str], Translation]]:
        """All ways to read a text, as several sentences and by each template that fits, with the parts of each."""
        sentences = _sentences(text)
        if len(sentences) > 1:
            yield sentences, _joined([self.find(one) for one in sentences])
        for template in self.templates:
            values = template.values(text)
            if values is not None:
                yield values.values(), self._filled_by(template.entry, template.to, values)

    def _filled_by(self, entry: str, to: str, values: Mapping[str, object]) -> Translation:
        """A template with its values, each translated."""
        parts = {name: _kept(str(value)) if f"{{{name}|{AS_IT_IS}}}" in to else self.find(str(value))
                 for name, value in values.items()}

        def fill(place: re.Match[str]) -> str:
            name, first, second = place.groups()
            if name not in parts:
                return place[0]
            if second is not None:
                return first if _is_one(parts[name].text) else second
            return (first is not None and self.form(str(values[name]), first)) or parts[name].text

        return Translation(SLOT.sub(fill, to), _missing(parts.values()), entry, tuple(parts.values()))


def _is_one(text: str) -> bool:
    try:
        return float(text) == 1
    except ValueError:
        return False


def _sentences(text: str) -> list[str]:
    """A text cut where a sentence ends and another begins.

    >>> _sentences("Well done. Red wins. e.g. so")
    ['Well done.', 'Red wins. e.g. so']
    """
    cuts = [k for k in range(1, len(text) - 1) if text[k] == " " and text[k - 1] in ".!?" and text[k + 1].isupper()]
    return [text[start:end] for start, end in zip([0, *(k + 1 for k in cuts)], [*cuts, len(text)], strict=True)]


def _breadth(part: str) -> int:
    """How much punctuation a part of a text spans; a list of places is one thing."""
    if not _unknown(part):
        return 0
    return (len(_sentences(part)) - 1) * SENTENCE_WEIGHT + sum(part.count(stop) * weight for stop, weight in STOPS)


def _unknown(text: str) -> int:
    """Letters of a text that are neither notation nor numbers."""
    return sum(len(word) for word in WORD.findall(text) if not NOTATION.fullmatch(word))


def _missing(parts: Iterable[Translation]) -> int:
    return sum(part.missing for part in parts)


def _plain(text: str) -> Translation:
    """A text that stays as it is."""
    return Translation(text, _unknown(text))


def _kept(value: str) -> Translation:
    """A value that nobody translates."""
    return Translation(value, 0)


def _around(text: str, bare: str, inner: Translation) -> Translation:
    """With the blanks around it."""
    return Translation(text.replace(bare, inner.text, 1), inner.missing, None, (inner,))


def _joined(parts: Sequence[Translation], by: str = " ") -> Translation:
    return Translation(by.join(part.text for part in parts), _missing(parts), None, tuple(parts))
