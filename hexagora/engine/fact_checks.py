"""The part of the checker that reads the facts of a game, which are written before anything of it is loaded."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexagora.engine.game import Game, Option

ID = re.compile(r"[a-z][a-z0-9_]*")
PREFIX = re.compile(r"[A-Z]{2,4}")  # as `folder.RULE_ID` finds it
CHOSEN_FOR_ALL = "players"  # an option that every game has


def problems(game: "Game") -> Iterator[str]:
    facts = game.facts
    if not game.base and not (isinstance(facts.id, str) and ID.fullmatch(facts.id)):
        yield f"id = {facts.id!r}: small letters, digits and _, as in `hexagora play tower_race`"
    if not _ascending(facts.players) or facts.players[0] < 1:
        yield f"players = {facts.players!r}: the numbers of players, ascending, such as (2,) or (2, 3, 4)"
    if not _ascending((*facts.minutes, 1 << 20) if _is_pair(facts.minutes) else facts.minutes, strictly=False):
        yield f"minutes = {facts.minutes!r}: how long a match takes, from and to, such as (10, 40)"
    if facts.rule_prefix and not PREFIX.fullmatch(facts.rule_prefix):
        yield f"rule_prefix = {facts.rule_prefix!r}: two to four capitals, with which the ids in rules.md begin"
    if not isinstance(facts.rules, tuple) or not facts.rules:
        yield f"rules = {facts.rules!r}: the names of the rules modules, such as (\"rules\",)"
    yield from _options(facts.options)


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
        if option.name == CHOSEN_FOR_ALL:
            yield f"the option '{option.name}' is one that every game has: it takes what the facts say of players"
        if not isinstance(option.values, tuple):
            yield f"the option '{option.name}' has values = {option.values!r}: a tuple of single values and ranges"
        elif not option.values and not option.asset:
            yield f"the option '{option.name}' has no values"
        elif option.says and len(option.says) != len(option.values):
            yield (f"the option '{option.name}' has {len(option.values)} values and {len(option.says)} sentences about "
                   "them")
