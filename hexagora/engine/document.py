"""Values of position documents, read with errors that say what would be right."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hexagora.engine.errors import BadPosition

LONGEST_SHOWN = 60
ALWAYS = ("game", "options")  # keys that every position may have


def shown(value: Any) -> str:
    """A value as an error shows it, cut off if it is very long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def number(key: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(f"{key} = {shown(value)}; allowed: {low if low == high else f'{low} to {high}'}")
    return value


def flag(key: str, value: Any) -> int:
    """1 for true, 0 for false."""
    if not isinstance(value, bool):
        raise BadPosition(f"{key} = {shown(value)}; allowed: true, false")
    return int(value)


def one_of(key: str, value: Any, allowed: Iterable[str]) -> str:
    """One of some names."""
    known = list(allowed)
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"{key} = {shown(value)}; allowed: {', '.join(known)}")
    return value


def known_keys(document: Any, allowed: Iterable[str], where: str = "") -> dict[str, Any]:
    """An object all of whose keys are allowed."""
    if not isinstance(document, dict):
        raise BadPosition(f"{where or 'the position'} = {shown(document)}: must be an object")
    known = list(allowed)
    for key in document:
        if key not in known:
            raise BadPosition(f"{where}{': ' if where else ''}unknown key {key!r}; allowed: {', '.join(known)}")
    return document


def a_list(key: str, value: Any, of: str = "") -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(f"{key} = {shown(value)}: must be a list" + (f" of {of}" if of else ""))
    return value


def by_name(key: str, value: Any, names: Mapping[str, int], what: str) -> dict[int, Any]:
    """An object with names as keys, by the numbers of these: `what` says what is named."""
    if not isinstance(value, dict):
        raise BadPosition(f"{key} = {shown(value)}: must be an object with {what}s as keys")
    for name in value:
        if name not in names:
            raise BadPosition(f"{key}: unknown {what} {name!r}; allowed: {', '.join(names) or 'none yet'}")
    return {names[name]: inner for name, inner in value.items()}


def cells(key: str, value: Any, names: Mapping[str, int], what: str = "cell") -> list[int]:
    """The numbers of the cells in a list of names."""
    for name in a_list(key, value, f"{what}s"):
        if not isinstance(name, str) or name not in names:
            first, *_, last = names
            raise BadPosition(f"{key}: there is no {what} {shown(name)}; {what}s are {first} to {last}")
    return [names[name] for name in value]


# by declaration


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`."""

    low: int
    high: int
    default: int = 0

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int:
        return number(key, value, self.low, self.high)


@dataclass(frozen=True)
class Flag:
    default: bool = False

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int:
        return flag(key, value)


@dataclass(frozen=True)
class Word:
    """One of some words, read as its number; None where it may be left out."""

    allowed: tuple[str, ...]
    default: str | None = None

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int | None:
        return None if value is None else self.allowed.index(one_of(key, value, self.allowed))


@dataclass(frozen=True)
class Cells:
    """A list of cells by name, read as their numbers."""

    default: tuple[str, ...] = ()

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[int]:
        return cells(key, list(value) if isinstance(value, tuple) else value, names)


Kind = Number | Flag | Word | Cells


class Shape:
    """What a position document may hold, declared key by key; `read` gives all values, completed with defaults.

    >>> shape = Shape(red=Cells(), round=Number(1, 99, default=1), to_move=Word(("red", "blue"), "red"))
    >>> shape.read({"red": ["a2"], "to_move": "blue"}, {"a1": 0, "a2": 1})
    {'red': [1], 'round': 1, 'to_move': 1}
    >>> shape.read({"green": []}, {})
    Traceback (most recent call last):
    hexagora.engine.errors.BadPosition: unknown key 'green'; allowed: game, options, red, round, to_move
    """

    def __init__(self, **keys: Kind):
        self.keys = keys

    def read(self, document: Any, names: Mapping[str, int]) -> dict[str, Any]:
        """The values of a document; `names` are the cells of the board with their numbers."""
        given = known_keys(document, (*ALWAYS, *self.keys))
        return {key: kind.read(key, given.get(key, kind.default), names) for key, kind in self.keys.items()}
