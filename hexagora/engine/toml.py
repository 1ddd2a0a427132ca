"""Data read from TOML within bounds, and written as TOML, so that reading it gives the same data back."""

import json
import math
import re
import tomllib
from collections.abc import Mapping
from typing import Any

LONG = 60  # characters of a list that still stands on one line
DEEPEST = 50  # tables and lists in each other, by the dots in a key as well
LARGEST = 2**63 - 1
TOO_DEEP = f"tables and lists lie deeper than {DEEPEST} in each other"

# A part of a key: bare, or quoted and no longer than that a text holds many of them. What does not fit is left at once,
# without a second try from the same place.
_PART = r"""(?:(?<![\w-])[\w-]++|"(?:[^"\\\n]|\\.){0,60}+"|'[^'\n]{0,60}+')"""
_LONG_KEY = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST}}}")


def read(text: str) -> dict[str, Any]:
    """What a document says, in texts, numbers, tables and lists; a ValueError says what else there is. The library's
    own reader takes gigabytes for a key with some ten thousand dots.

    >>> read('name = "Ford"'), read(".".join("a" * 60) + " = 1")
    Traceback (most recent call last):
        ...
    ValueError: a key has more than 50 parts
    """
    if _LONG_KEY.search(text):
        raise ValueError(f"a key has more than {DEEPEST} parts")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    _must_be_plain(data)
    return data


def _must_be_plain(data: dict[str, Any]) -> None:
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        given, depth = waiting.pop()
        if isinstance(given, dict | list):
            if depth > DEEPEST:
                raise ValueError(TOO_DEEP)
            waiting += [(inner, depth + 1) for inner in (given.values() if isinstance(given, dict) else given)]
        elif not isinstance(given, str | int | float):
            raise ValueError(f"dates and times such as {given} are written as texts here")
        elif not isinstance(given, str) and not abs(given) <= LARGEST:
            raise ValueError("a number is too large or no number at all")


def written(data: Mapping[str, Any]) -> str:
    """A document: keys one a line, tables and lists of tables below them.

    >>> print(written({"name": "Ford", "rows": ["a", "b"], "tile": [{"id": "x"}]}), end="")
    name = "Ford"
    rows = ["a", "b"]
    <BLANKLINE>
    [[tile]]
    id = "x"
    """
    return "\n".join(_table(data, "")).lstrip("\n") + "\n"


def _table(data: Mapping[str, Any], path: str) -> list[str]:
    lines = [f"{key(k)} = {value(v)}" for k, v in data.items() if not _stands_below(v)]
    for name, inner in data.items():
        at = f"{path}.{key(name)}" if path else key(name)
        if isinstance(inner, Mapping) and _stands_below(inner):
            lines += ["", f"[{at}]", *_table(inner, at)]
        elif _stands_below(inner):
            for entry in inner:
                lines += ["", f"[[{at}]]", *_table(entry, at)]
    return lines


def _stands_below(value: Any) -> bool:
    """Whether a value gets lines of its own: tables, and lists of nothing but tables."""
    return isinstance(value, Mapping) or (isinstance(value, list | tuple) and bool(value)
                                          and all(isinstance(v, Mapping) for v in value))


def key(name: Any) -> str:
    return str(name) if re.fullmatch(r"[A-Za-z0-9_-]+", str(name)) else value(str(name))


def value(given: Any) -> str:
    """One value; a long list has a line for each entry."""
    if isinstance(given, Mapping):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in given.items()) + " }" if given else "{}"
    if isinstance(given, list | tuple):
        parts = [value(v) for v in given]
        short = f"[{', '.join(parts)}]"
        return short if len(short) <= LONG else "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    if given is None or (isinstance(given, float) and not math.isfinite(given)):
        raise ValueError(f"{given} cannot be written")
    return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")
