"""The door for texts: everything that comes in from outside is looked at here, once, before anybody else sees it.

What cannot be stored or shown is refused: half a surrogate pair, control characters, signs that turn the direction of
what others wrote, and names that show nothing.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

HALF = "half a surrogate pair, which is no character"
CONTROL = "a control character"
NUMBER = "a number that is too large or no number at all"
LARGEST = 2**63 - 1
DEEPEST = 100  # lists and objects in each other
MOST_PARTS = 20_000  # of a document, at all depths together; the longest match that is read has 5,000 actions
LOOKED_AT = 1000  # characters in search of one that shows; what shows none in so many shows nothing
PLACE_TOLD = 100  # characters of the place of something wrong

CONTAINERS = (dict, list, tuple)
Place = tuple[Any, Any]  # where something lies: the place around it, none if that is all, and the key or number there

_HALVES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and ends of lines
_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
# drawn as nothing: letters, and what is set aside for more of their kind
_BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U0001d159").union(
    map(chr, range(0xFFF0, 0xFFF9)), map(chr, range(0xE0000, 0xE1000)))
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Mc", "Me"))  # marks show only with a letter


def wrong(text: str) -> str | None:
    """What is wrong with a text of several lines; nothing if it can be kept.

    >>> wrong("two\\nlines"), wrong("a\\ud800")
    (None, 'half a surrogate pair, which is no character')
    """
    if text.isascii() and text.isprintable():
        return None
    return HALF if _HALVES.search(text) else CONTROL if _CONTROLS.search(text) else None


def shows(text: str) -> bool:
    """Whether anybody would see something.

    >>> shows("Ann"), shows("\\u200b"), shows("\\u202e "), shows("\\u3164")
    (True, False, False, False)
    """
    return any(unicodedata.category(c) not in _INVISIBLE and c not in _BLANK for c in text[:LOOKED_AT])


def is_line(text: str) -> bool:
    """Whether a text can stand on one line: nothing in it breaks, turns or steers what stands around it."""
    return not (_HALVES.search(text) or _IN_A_LINE.search(text))


def check(document: Any) -> Any:
    """Looks through a document: keys, texts and numbers at any depth. Raises ValueError with place and reason.

    >>> check({"rows": [1, {"name": "a\\ud800"}]})
    Traceback (most recent call last):
        ...
    ValueError: rows[1].name holds half a surrogate pair, which is no character
    """
    _must_be_sound(document, None)
    waiting: list[tuple[Any, Place | None, int]] = [(document, None, 0)]
    count = 0
    while waiting:
        value, place, depth = waiting.pop()
        if not isinstance(value, CONTAINERS):
            continue
        count += len(value)
        if count > MOST_PARTS or depth > DEEPEST:
            raise ValueError(f"lists and objects lie deeper than {DEEPEST} in each other" if depth > DEEPEST else
                             f"the document has more than {MOST_PARTS:,} parts")
        for key, inner in _parts(value, place):
            if isinstance(inner, CONTAINERS):
                waiting.append((inner, (place, key), depth + 1))
            elif not _harmless(inner):
                _must_be_sound(inner, (place, key))
    return document


def _parts(value: Any, place: Place | None) -> Iterable[tuple[Any, Any]]:
    """The keys, which must be sound, or numbers of what lies in something, and that."""
    if not isinstance(value, dict):
        return enumerate(value)
    if not all(map(_harmless, value)) and any(wrong(str(key)) for key in value):
        raise ValueError(f"{_written(place) or 'the document'} has a key with {HALF} or {CONTROL}")
    return value.items()


def _must_be_sound(value: Any, place: Place | None) -> None:
    problem = _problem(value)
    if problem:
        raise ValueError(f"{_written(place) or 'the text'} holds {problem}")


def _written(place: Place | None) -> str:
    """Where something lies, as it is told to people: of long ways and names the end. Written only when it is told: to
    write down where each of many things lies takes more memory than any document has."""
    text = ""
    while place and len(text) < PLACE_TOLD:
        place, key = place
        part = f"[{key}]" if isinstance(key, int) else f".{str(key)[-PLACE_TOLD:]}" if place else str(key)[-PLACE_TOLD:]
        text = part + text
    return text if len(text) <= PLACE_TOLD else f"…{text[-PLACE_TOLD:]}"


def _harmless(value: Any) -> bool:
    """Whether nothing is wrong, seen at a glance: what most messages are made of."""
    if type(value) is str:
        return value.isascii() and value.isprintable()
    return type(value) is int and -LARGEST <= value <= LARGEST


def _problem(value: Any) -> str | None:
    if isinstance(value, str):
        return wrong(value)
    if isinstance(value, float):
        return None if abs(value) < float("inf") else NUMBER
    return NUMBER if isinstance(value, int) and abs(value) > LARGEST else None


def _one_line(text: str) -> str:
    if text.isascii() and text.isprintable() and not text.isspace():
        return text
    if not is_line(text):
        raise ValueError("control characters and signs that turn the direction of writing are not allowed here")
    if not shows(text):
        raise ValueError("nothing of it can be seen; write at least one visible character")
    return text


def _lines(text: str) -> str:
    problem = wrong(text)
    if problem:
        raise ValueError(f"the text holds {problem}")
    return text


def sized(most: int, least: int = 0) -> AfterValidator:
    """Limits the characters of a line or lines. Constraints of pydantic's own, put on what was looked at already, would
    tell of items."""
    def check_size(text: str) -> str:
        if len(text) > most:
            raise ValueError(f"string should have at most {most} character{'s' * (most != 1)}")
        if len(text) < least:
            raise ValueError(f"string should have at least {least} character{'s' * (least != 1)}")
        return text

    return AfterValidator(check_size)


Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(_one_line)]
Lines = Annotated[str, AfterValidator(_lines)]


def printable(text: str) -> str:
    """A text that can be sent and written to a log, whatever it quotes."""
    return text.encode("utf8", "backslashreplace").decode()
