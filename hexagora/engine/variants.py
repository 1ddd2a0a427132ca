"""Content that names only what differs: numbers and names of a game by their paths, and files that change some of them.

A path leads through the content file: keys with dots between them, the entries of a list by their `id` (or by their
place, from 0): `game.hand_limit`, `hex.town.cost.gold`. A file that begins with `extends` is such a variant:

    extends = "toy"                      # the game whose content it changes
    title = "Dearer towns"

    [provenance]                         # where it comes from, for people
    made_by = "hexagora lab toy --search …"

    [change]
    "hex.town.cost.gold" = 3
    "hex.tower" = { name = "Tower", cost = { gold = 5 } }      # an id that is not there yet: one more entry

    [remove]
    entries = ["hex.ruin"]
"""

import copy
import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from hexagora.engine import toml
from hexagora.engine.content import parse_toml
from hexagora.engine.errors import BadContent

Data = dict[str, Any]
EXTENDS, TITLE, PROVENANCE, CHANGE, REMOVE, ENTRIES = "extends", "title", "provenance", "change", "remove", "entries"
KNOWN = (EXTENDS, TITLE, PROVENANCE, CHANGE, REMOVE)
ABOUT = "provenance"  # keys of this name tell where numbers come from; they are none themselves
NEAR, SHOWN = 3, 12  # paths that a message offers
LONGEST_PATH = 200  # letters; all that lead somewhere are far shorter


# paths


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and name of a content with its path.

    >>> dict(leaves({"game": {"limit": 4}, "hex": [{"id": "town", "cost": {"gold": 2}}], "dice": [1, 2]}))
    {'game.limit': 4, 'hex.town.id': 'town', 'hex.town.cost.gold': 2, 'dice.0': 1, 'dice.1': 2}
    """
    if not isinstance(data, dict | list):
        yield path, data
        return
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        name = entry_name(value, key) if isinstance(data, list) else str(key)
        if name != ABOUT:
            yield from leaves(value, f"{path}.{name}" if path else name)


def entry_name(entry: Any, place: Any) -> str:
    return str(entry["id"]) if isinstance(entry, dict) and "id" in entry else str(place)


def _places(data: list[Any]) -> dict[str, int]:
    return {entry_name(entry, k): k for k, entry in enumerate(data)}


def value_at(data: Any, path: str, source: str = "the content") -> Any:
    """What lies at a path."""
    return _at_end(data, path.split("."), path, source)


def _at_end(data: Any, steps: list[str], path: str, source: str) -> Any:
    here = data
    for step in steps:
        here = _inside(here, step, data, path, source)
    return here


def _inside(here: Any, step: str, data: Any, path: str, source: str) -> Any:
    if isinstance(here, dict) and step in here:
        return here[step]
    if isinstance(here, list) and step in _places(here):
        return here[_places(here)[step]]
    raise BadContent(source, [unknown_path(data, path)])


def unknown_path(data: Any, path: str) -> str:
    """What to say about a path that leads nowhere: those that look like it, or those beside it."""
    if len(path) > LONGEST_PATH:
        return f"{path[:LONGEST_PATH]}…: there is no such number; paths have at most {LONGEST_PATH} letters"
    known = [p for p, _ in leaves(data)]
    last = path.rsplit(".", 1)[-1]
    alike = [p for p in known if p.rsplit(".", 1)[-1] == last]
    near = [*(p for p in alike if p.endswith(f".{path}")), *difflib.get_close_matches(path, known, NEAR, 0.75), *alike]
    offered = list(dict.fromkeys(near))[:SHOWN] or _beside(known, path)
    return f"{path}: there is no such number; {'did you mean' if near else 'there are'} {', '.join(offered)}"


def _beside(known: list[str], path: str) -> list[str]:
    """Paths with the longest common beginning, shortened to where they part."""
    steps = path.split(".")
    for length in range(len(steps), -1, -1):
        start = "".join(f"{s}." for s in steps[:length])
        found = list(dict.fromkeys(start + p[len(start):].split(".")[0] + ("…" if "." in p[len(start):] else "")
                                   for p in known if p.startswith(start)))
        if found:
            return found[:SHOWN]
    return []


def read_value(text: str) -> Any:
    """A value as it is typed at a command line: as in TOML, or else a text.

    >>> read_value("3"), read_value("[1, 2]"), read_value("gold")
    (3, [1, 2], 'gold')
    """
    try:
        return toml.read(f"v = {text}")["v"]
    except ValueError:
        return text


# changing


def changed(data: Data, changes: Mapping[str, Any], source: str = "the content") -> Data:
    """A copy of a content with other values at some paths."""
    made: Data = copy.deepcopy(data)
    for path, value in changes.items():
        _put(made, path, copy.deepcopy(value), source)
    return made


def _put(data: Data, path: str, value: Any, source: str) -> None:
    *way, last = path.split(".")
    here = _at_end(data, way, path, source)
    if isinstance(here, list) and last in _places(here):
        here[_places(here)[last]] = value
    elif isinstance(here, list) and isinstance(value, dict) and all(isinstance(e, dict) for e in here):
        here.append({"id": last, **value})
    elif isinstance(here, dict) and (last in here or _may_come(here)):
        here[last] = value
    else:
        raise BadContent(source, [unknown_path(data, path)])


def _may_come(here: Data) -> bool:
    """Whether a table takes new keys: those named by numbers, such as numbers of players."""
    return bool(here) and all(key.isdigit() for key in here)


def without(data: Data, paths: list[str], source: str = "the content") -> Data:
    """A copy of a content without some entries of its lists."""
    made: Data = copy.deepcopy(data)
    for path in paths:
        *way, last = path.split(".")
        here = _at_end(made, way, path, source)
        if not isinstance(here, list) or last not in _places(here):
            raise BadContent(source, [unknown_path(made, path)])
        del here[_places(here)[last]]
    return made


def differences(base: Data, other: Data) -> tuple[dict[str, Any], list[str]]:
    """What has other values in the second content, by path, and which entries of its lists are gone.

    >>> differences({"hex": [{"id": "town", "gold": 2}, {"id": "ruin"}]}, {"hex": [{"id": "town", "gold": 3}]})
    ({'hex.town.gold': 3}, ['hex.ruin'])
    """
    changes: dict[str, Any] = {}
    removed: list[str] = []
    _compare(base, other, "", changes, removed)
    return changes, removed


def _compare(base: Any, other: Any, path: str, changes: dict[str, Any], removed: list[str]) -> None:
    if base == other:
        return
    tables = isinstance(base, dict) and isinstance(other, dict) and base.keys() == other.keys()
    if not tables and not (_are_entries(base) and _are_entries(other)):
        changes[path] = other
        return
    before = base if tables else {entry_name(e, k): e for k, e in enumerate(base)}
    after = other if tables else {entry_name(e, k): e for k, e in enumerate(other)}
    for name, value in after.items():
        at = f"{path}.{name}" if path else name
        if name in before:
            _compare(before[name], value, at, changes, removed)
        else:
            changes[at] = {k: v for k, v in value.items() if k != "id"}
    removed += [f"{path}.{name}" for name in before if name not in after]


def _are_entries(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(e, dict) and "id" in e for e in value)


# files


def is_variant(data: Data) -> bool:
    """Whether a content file names only what differs."""
    return EXTENDS in data


def resolve(data: Data, game: str, base: Data, source: str) -> Data:
    """The whole content that a variant stands for."""
    _check_variant(data, game, source)
    whole = changed(base, data.get(CHANGE, {}), source)
    return without(whole, list(data.get(REMOVE, {}).get(ENTRIES, [])), source)


def _check_variant(data: Data, game: str, source: str) -> None:
    wrong = [f"{key}: unknown key; allowed: {', '.join(KNOWN)}" for key in data if key not in KNOWN]
    if data[EXTENDS] != game:
        wrong.append(f"{EXTENDS} = {data[EXTENDS]!r}: this is not content of '{game}'")
    for key in (PROVENANCE, CHANGE, REMOVE):
        if not isinstance(data.get(key, {}), dict):
            wrong.append(f"{key}: must be a table")
    if wrong:
        raise BadContent(source, wrong)


def changes_in(written: str, game: str, base: Data) -> dict[str, Any]:
    """What a content file in somebody's hands changes, a variant or a whole one. Files that take entries away are
    refused, for that is no change of a value."""
    source = "the content file"
    data = parse_toml(written, source)
    if is_variant(data):
        _check_variant(data, game, source)
        changes, removed = dict(data.get(CHANGE, {})), list(data.get(REMOVE, {}).get(ENTRIES, []))
    else:
        changes, removed = differences(base, data)
    if removed:
        raise BadContent(source, [f"{removed[0]}: entries cannot be taken away here"])
    return changes


def text(game: str, changes: Mapping[str, Any], provenance: Mapping[str, str], title: str = "",
         removed: list[str] | None = None) -> str:
    """A variant as the text of its file."""
    lines = [f"{EXTENDS} = {toml.value(game)}", *([f"{TITLE} = {toml.value(title)}"] if title else [])]
    lines += ["", f"[{PROVENANCE}]", *(f"{toml.key(k)} = {toml.value(v)}" for k, v in provenance.items())]
    lines += ["", f"[{CHANGE}]", *(f"{toml.value(path)} = {toml.value(value)}" for path, value in changes.items())]
    if removed:
        lines += ["", f"[{REMOVE}]", f"{ENTRIES} = {toml.value(removed)}"]
    return "\n".join(lines) + "\n"
