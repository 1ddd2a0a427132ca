"""Values of position documents, read with errors that say what would be right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hexagora.engine.errors import BadPosition

LONGEST_SHOWN = 60
ALWAYS = ("game", "options")  # keys that every position may have


def shown(value: Any) -> str:
    """A value as an error shows it, cut off if it is very long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def many(what: str) -> str:
    """Several of something.

    >>> many("cell"), many("hex"), many("tally")
    ('cells', 'hexes', 'tallies')
    """
    if what.endswith("y"):
        return f"{what[:-1]}ies"
    return f"{what}es" if what.endswith("x") else f"{what}s"


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
            problem = f"unknown key {key!r}; allowed: {', '.join(known)}"
            raise BadPosition(f"{where}: {problem}" if where else problem)
    return document


def a_list(key: str, value: Any, of: str = "") -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(f"{key} = {shown(value)}: must be a list" + (f" of {of}" if of else ""))
    return value


def by_name(key: str, value: Any, names: Mapping[str, int], what: str) -> dict[int, Any]:
    """An object with names as keys, by the numbers of these: `what` says what is named."""
    if not isinstance(value, dict):
        raise BadPosition(f"{key} = {shown(value)}: must be an object with {many(what)} as keys")
    for name in value:
        if name not in names:
            raise BadPosition(f"{key}: unknown {what} {name!r}; allowed: {', '.join(names) or 'none yet'}")
    return {names[name]: inner for name, inner in value.items()}


def cells(key: str, value: Any, names: Mapping[str, int], what: str = "cell") -> list[int]:
    """The numbers of the cells in a list of names."""
    for name in a_list(key, value, many(what)):
        if not isinstance(name, str) or name not in names:
            first, *_, last = names
            raise BadPosition(f"{key}: there is no {what} {shown(name)}; {many(what)} are {first} to {last}")
    return [names[name] for name in value]


def mask(numbers: Iterable[int]) -> int:
    """Numbers as a set of bits.

    >>> mask([0, 2, 2])
    5
    """
    return sum({1 << k for k in numbers})


# by declaration


class Kind(Protocol):
    """How the value of a key is read: `default` stands for it where it is left out, and `names` are the cells of the
    board with their numbers."""

    @property
    def default(self) -> Any: ...

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> Any: ...


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`; None where it may be left out."""

    low: int
    high: int
    default: int | None = 0

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int | None:
        return None if value is None and self.default is None else number(key, value, self.low, self.high)


@dataclass(frozen=True)
class Flag:
    """True or false, read as 1 or 0; None where it may be left out."""

    default: bool | None = False

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int | None:
        return None if value is None and self.default is None else flag(key, value)


@dataclass(frozen=True)
class Word:
    """One of some words, read as its number; None where it may be left out."""

    allowed: Sequence[str]
    default: str | None = None

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int | None:
        return None if value is None and self.default is None else _index(key, value, self.allowed)


@dataclass(frozen=True)
class Words:
    """A list of some words, read as their numbers."""

    allowed: Sequence[str]
    default: tuple[str, ...] = ()

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[int]:
        return [_index(key, word, self.allowed) for word in _as_list(key, value)]


@dataclass(frozen=True)
class Cell:
    """A cell by name, read as its number; None where it may be left out."""

    what: str = "cell"
    default: str | None = None

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> int | None:
        return None if value is None and self.default is None else cells(key, [value], names, self.what)[0]


@dataclass(frozen=True)
class Cells:
    """A list of cells by name, read as their numbers."""

    what: str = "cell"
    default: tuple[str, ...] = ()

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[int]:
        return cells(key, _as_list(key, value, many(self.what)), names, self.what)


@dataclass(frozen=True)
class Table:
    """An object with some names as keys, or with cells where none are given, all of its values of one kind; read as
    these by the numbers of the names."""

    of: Kind
    names: Sequence[str] | Mapping[str, int] | None = None
    what: str = "cell"
    default: Mapping[str, Any] = field(default_factory=dict)

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> dict[int, Any]:
        known = names if self.names is None else _numbered(self.names)
        if self.names is None and isinstance(value, dict):
            cells(key, list(value), names, self.what)  # there are too many to tell them all
        by_name(key, value, known, self.what)
        return {known[name]: self.of.read(f"{key}.{name}", inner, names) for name, inner in value.items()}


@dataclass(frozen=True)
class Several:
    """A list, all of it of one kind; what is wrong is told with its place in the list, from 0 on."""

    of: Kind
    what: str = ""
    default: tuple[Any, ...] = ()

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> list[Any]:
        return [self.of.read(f"{key}.{k}", inner, names) for k, inner in enumerate(_as_list(key, value, self.what))]


@dataclass(frozen=True)
class Anything:
    """A value that the game reads by itself."""

    default: Any = None

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> Any:
        return value


@dataclass(frozen=True)
class Part:
    """An object with a shape of its own; None where it may be left out."""

    shape: "Shape"
    default: Mapping[str, Any] | None = field(default_factory=dict)

    def read(self, key: str, value: Any, names: Mapping[str, int]) -> dict[str, Any] | None:
        return None if value is None and self.default is None else self.shape.part(key, value, names)


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

    def read(self, document: Any, names: Mapping[str, int], others: Iterable[str] = ()) -> dict[str, Any]:
        """The values of a document; `names` are the cells of the board with their numbers, `others` keys that are
        read otherwise."""
        given = known_keys(document, (*ALWAYS, *self.keys, *others))
        return {key: kind.read(key, given.get(key, kind.default), names) for key, kind in self.keys.items()}

    def part(self, where: str, value: Any, names: Mapping[str, int]) -> dict[str, Any]:
        """The values of an object within a document; what is wrong is told with the way to it."""
        given = known_keys(value, self.keys, where)
        return {key: kind.read(f"{where}.{key}", given.get(key, kind.default), names)
                for key, kind in self.keys.items()}


def _index(key: str, value: Any, allowed: Sequence[str]) -> int:
    return list(allowed).index(one_of(key, value, allowed))


def _numbered(names: Sequence[str] | Mapping[str, int]) -> Mapping[str, int]:
    return names if isinstance(names, Mapping) else {name: k for k, name in enumerate(names)}


def _as_list(key: str, value: Any, of: str = "") -> list[Any]:
    """A default may be a tuple, what is given may not."""
    return a_list(key, list(value) if isinstance(value, tuple) else value, of)
