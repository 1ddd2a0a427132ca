"""Data written as TOML, so that reading it gives the same data back."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

LONG = 60  # characters of a list that still stands on one line


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
