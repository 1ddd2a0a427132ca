"""The part of the checker that reads the facts of a game, which are written before anything of it is loaded."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Facts, Game, Option

ID = re.compile(r"[a-z][a-z0-9_]*")
PREFIX = re.compile(r"[A-Z]{2,4}")  # as `folder.RULE_ID` finds it
CHOSEN_FOR_ALL = "players"  # an option that every game has
SORTS: dict[Any, str] = {
    str: "a text", bool: "True or False", int: "a whole number",
    tuple[str, ...]: 'texts in brackets, with a comma also behind a single one, such as ("Ada",)',
    Mapping[str, str]: "texts by texts, such as {'none': 'No map'}",
    Mapping[str, tuple[int, ...]]: "numbers of players by values, such as {'teams': (4,)}",
}  # what a field must be, by its type; the others are looked at one by one


def problems(game: "Game") -> Iterator[str]:
    facts = game.facts
    yield from _of_wrong_sort(facts, "")
    if not game.base and not (isinstance(facts.id, str) and ID.fullmatch(facts.id)):
        yield f"id = {facts.id!r}: small letters, digits and _, as in `hexagora play tower_race`"
    yield from (f"{name} = {text!r}: what the lobby tells of the game" for name, text in (
        ("title", facts.title), ("summary", facts.summary)) if isinstance(text, str) and not text.strip())
    if not _ascending(facts.players) or facts.players[0] < 1:
        yield f"players = {facts.players!r}: the numbers of players, ascending, such as (2,) or (2, 3, 4)"
    if not _ascending((*facts.minutes, 1 << 20) if _is_pair(facts.minutes) else facts.minutes, strictly=False):
        yield f"minutes = {facts.minutes!r}: how long a match takes, from and to, such as (10, 40)"
    if isinstance(facts.rule_prefix, str) and facts.rule_prefix and not PREFIX.fullmatch(facts.rule_prefix):
        yield f"rule_prefix = {facts.rule_prefix!r}: two to four capitals, with which the ids in rules.md begin"
    if facts.rules == ():
        yield "rules = (): the names of the rules modules, such as (\"rules\",)"
    if not isinstance(facts.options, tuple):
        yield f"options = {facts.options!r}: options in brackets, with a comma also behind a single one"
    else:
        yield from _options(facts.options)


def _of_wrong_sort(thing: "Facts | Option", whose: str) -> Iterator[str]:
    """Fields that hold something else than their type says."""
    for name, sort in get_type_hints(type(thing)).items():
        value = getattr(thing, name)
        if sort in SORTS and not _fits(sort, value):
            yield f"{whose}{name} = {value!r}: {SORTS[sort]}"


def _fits(sort: Any, value: Any) -> bool:
    try:
        _reader(sort).validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


@cache
def _reader(sort: Any) -> TypeAdapter[Any]:
    return TypeAdapter(sort)


def _ascending(numbers: Any, strictly: bool = True) -> bool:
    if not isinstance(numbers, tuple) or not numbers or not all(type(n) is int for n in numbers):
        return False
    return list(numbers) == sorted(set(numbers) if strictly else numbers)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def _options(options: "tuple[Option, ...]") -> Iterator[str]:
    names = [option.name for option in options]
    yield from (f"the option '{name}' is there twice" for name in dict.fromkeys(names) if names.count(name) > 1)
    for option in options:
        yield from (f"the option '{option.name}' needs '{name}', which is no other option" for name in option.needs
                    if name == option.name or name not in (*names, CHOSEN_FOR_ALL))
        yield from _of_wrong_sort(option, f"the option '{option.name}' has ")
        if option.name == CHOSEN_FOR_ALL:
            yield f"the option '{option.name}' is one that every game has: it takes what the facts say of players"
        if not isinstance(option.values, tuple):
            yield (f"the option '{option.name}' has values = {option.values!r}: a tuple of single values and ranges, "
                   "such as (True, False) or (0, range(2, 9))")
        elif not option.values and not option.asset:
            yield (f"the option '{option.name}' has no values: it lists all that it can take, such as (True, False) "
                   "or (0, range(2, 9))")
        elif option.says and isinstance(option.says, tuple) and len(option.says) != len(option.values):
            yield (f"the option '{option.name}' has {len(option.values)} values and {len(option.says)} sentences about "
                   "them")
        if not option.asset and not _takes_its_default(option):
            yield (f"the option '{option.name}' does not allow its default {option.default!r}; allowed: "
                   f"{option.allowed()}")


def _takes_its_default(option: "Option") -> bool:
    """The default is one of the values as it stands, not only as somebody types it."""
    if not isinstance(option.values, tuple) or not option.values or option.default in option.unchecked:
        return True  # told otherwise
    try:
        value = option.check(option.default)
    except HexagoraError:
        return False
    return type(value) is type(option.default)
