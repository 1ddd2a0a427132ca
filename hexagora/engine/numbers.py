"""The numbers and names of a game's content as something to be edited: a form made from the content file and its model.

What is edited is a variant (`engine.variants`): a content file that names only what differs from the supplied one.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from hexagora.engine import content, variants
from hexagora.engine.editing import (
    CHOICE,
    FLAG,
    LINES,
    NUMBER,
    TEXT,
    Data,
    Editable,
    Field,
    Mend,
    Remark,
    Start,
    form_remarks,
    path_in,
)
from hexagora.engine.errors import BadContent
from hexagora.engine.variants import ABOUT, CHANGE, EXTENDS, KNOWN, PROVENANCE, TITLE

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MADE_BY = {"made_by": "an editor"}
SOURCES = ("text", "web", "derived", "designed", "ruling", "owner")  # words for where a number comes from
COMMENT = re.compile(rf"^(?:({'|'.join(SOURCES)})\b(?: \(([^)]*)\))?:? ?)?(.*)$")
MOST_FIELDS = 1500
MOST_ENTRIES = 12  # of a list that is one field
IDS = ("id",)  # keys that name an entry and cannot change


class Numbers(Editable):
    """Numbers and names by their paths: all of them, or those below some."""

    id = "numbers"
    title = "Numbers"
    help = "Change what the game has in numbers and names; the file names only what differs from the supplied ones."
    folder = "content"
    takes_content = True
    below: tuple[str, ...] = ()

    def samples(self, game: "Game") -> Mapping[str, str]:
        return {"supplied": "The supplied values"}

    def sample(self, game: "Game", name: str) -> Data:
        return {EXTENDS: base_id(game), TITLE: "My values", PROVENANCE: dict(MADE_BY), CHANGE: {}}

    def name(self, data: Data) -> str:
        return str(data.get(TITLE, ""))

    def read(self, game: "Game", text: str) -> Data:
        """A variant; of a whole content file, what differs."""
        data = content.parse_toml(text, "the content")
        if variants.is_variant(data):
            return data
        if not data.keys() & base_of(game).keys():
            raise BadContent("the content", [f"nothing in it is of {game.id}; a file that names only what differs "
                                             f'begins with extends = "{game.id}"'])
        changes, removed = variants.differences(base_of(game), data)
        made = {**self.sample(game, ""), CHANGE: changes}
        return {**made, variants.REMOVE: {variants.ENTRIES: removed}} if removed else made

    def write(self, game: "Game", data: Data) -> str:
        removed = data.get(variants.REMOVE, {}).get(variants.ENTRIES)
        text = variants.text(data.get(EXTENDS, ""), data.get(CHANGE, {}), data.get(PROVENANCE, {}), data.get(TITLE, ""),
                             removed)
        return str(text)

    def fields(self, game: "Game", data: Data) -> list[Field]:
        title = Field(TITLE, "title", TEXT, data.get(TITLE, ""), "What people call it.")
        return [title, *self.content_fields(game, data)][:MOST_FIELDS]

    def content_fields(self, game: "Game", data: Data) -> list[Field]:
        now, supplied = whole(game, data), dict(values(base_of(game)))
        schema, said = _schema(game), comments(game)
        known = list(islice(values(now), MOST_FIELDS + 1))
        if len(known) > MOST_FIELDS:
            raise BadContent("the content", [f"it has more than {MOST_FIELDS} numbers and names"])
        return [_field(path, value, supplied.get(path), now, schema, said) for path, value in known
                if self.shown(path) and path.rpartition(".")[2] not in IDS]

    def shown(self, path: str) -> bool:
        return not self.below or any(path == one or path.startswith(f"{one}.") for one in self.below)

    def with_value(self, game: "Game", data: Data, path: str, value: Any) -> Data:
        if path == TITLE:
            return {key: inner for key, inner in {**data, TITLE: value}.items() if inner or key != TITLE}
        now, base = whole(game, data), base_of(game)
        if value is None:  # an emptied field: as it was supplied
            value = variants.value_at(base, path)
        before = variants.value_at(now, path)
        if isinstance(before, list) and isinstance(value, str):
            lines = [line.rstrip() for line in value.splitlines() if line.strip()]
            value = [variants.read_value(one) if before and not isinstance(before[0], str) else one for one in lines]
        return self.with_changes(data, base, variants.changed(now, {path: value}))

    def with_changes(self, data: Data, base: Data, now: Data) -> Data:
        """The variant that makes of the supplied content what it is to be now."""
        changes, removed = variants.differences(base, now)
        made = {key: value for key, value in data.items() if key != variants.REMOVE} | {CHANGE: changes}
        return {**made, variants.REMOVE: {variants.ENTRIES: removed}} if removed else made

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        try:
            now = whole(game, data)
        except BadContent as e:
            return [Remark(problem, field=problem.split(" ")[0].rstrip(":")) for problem in e.problems]
        paths = [path for path, _ in values(now)]
        found = []
        for remark in form_remarks(game.module("content").Content, now):
            where = named_path(now, remark.field) if remark.field else path_in(remark.text, paths)
            supplied = dict(values(base_of(game))).get(where)
            mends = [Mend(f"{where} = {supplied}", {"set": where, "value": supplied})] if supplied is not None else []
            simple = isinstance(supplied, str | int | float)
            found.append(Remark(remark.text, field=where, mends=mends if simple else []))
        return found

    def start(self, game: "Game", data: Data) -> Start:
        now = whole(game, data)
        if not isinstance(data.get(TITLE, ""), str):
            raise BadContent("the content", [f"{TITLE}: must be a text"])
        content.validate(game.module("content").Content, now, "the content")
        return Start(content=now)


def base_id(game: "Game") -> str:
    """The game whose supplied content is changed; a pack is a game over that of another."""
    return game.base or game.id


def base_of(game: "Game") -> Data:
    return game.supplied_data


def whole(game: "Game", data: Data) -> Data:
    """The content that a variant stands for."""
    if not isinstance(data.get(EXTENDS), str):
        raise BadContent("the content", [f"{EXTENDS} = {data.get(EXTENDS)!r}: must be '{base_id(game)}'"])
    wrong = [f"{key}: unknown key; allowed: {', '.join(KNOWN)}" for key in data if key not in KNOWN]
    if wrong:
        raise BadContent("the content", wrong)
    return variants.resolve(data, base_id(game), base_of(game), "the content")


def values(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What can be a field of its own: single values, and short lists of them."""
    for name, inner in _inside(data):
        if name == ABOUT:
            continue
        here = f"{path}.{name}" if path else name
        if isinstance(inner, list) and not any(isinstance(v, dict | list) for v in inner):
            yield here, inner
        elif isinstance(inner, dict | list):
            yield from values(inner, here)
        else:
            yield here, inner


def _inside(data: Any) -> list[tuple[str, Any]]:
    if isinstance(data, dict):
        return [(str(key), value) for key, value in data.items()]
    return [(variants.entry_name(entry, k), entry) for k, entry in enumerate(data)]


def _step(data: Any, step: str) -> Any:
    """What lies one step further; nothing where that leads nowhere."""
    if isinstance(data, dict):
        return data.get(step)
    if not isinstance(data, list):
        return None
    if step.isdecimal() and int(step) < len(data) and variants.entry_name(data[int(step)], step) == step:
        return data[int(step)]
    return dict(_inside(data)).get(step)


def named_path(data: Any, path: str) -> str:
    """A path of the model, which counts the entries of lists, as one that calls them by their ids."""
    here, steps = data, []
    for step in path.split("."):
        if isinstance(here, list) and step.isdigit() and int(step) < len(here):
            steps.append(variants.entry_name(here[int(step)], int(step)))
            here = here[int(step)]
        elif isinstance(here, dict) and step in here:
            steps.append(step)
            here = here[step]
    return ".".join(steps)


def _field(path: str, value: Any, supplied: Any, data: Data, schema: Data,
           said: Mapping[str, tuple[str, str]]) -> Field:
    group, _, rest = path.partition(".")
    kind, allowed = _kind(value), _rule(schema, data, path)
    options = allowed.get("enum") or ([allowed["const"]] if "const" in allowed else [])
    source, meaning = said.get(path, ("", ""))
    return Field(
        path, label(data, path) if rest else _plain(group), CHOICE if options and kind != LINES else kind,
        "\n".join(map(str, value)) if kind == LINES else value, meaning, _plain(group) if rest else "",
        values=options, low=allowed.get("minimum"), high=allowed.get("maximum"),
        provenance=_provenance(data, path) or source,
        supplied="\n".join(map(str, supplied)) if isinstance(supplied, list) else supplied, changed=value != supplied,
        as_written=True)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def label(data: Data, path: str) -> str:
    """A path within its group in words. An entry of a list without ids is called by what tells it apart."""
    group, *steps = path.split(".")
    here: Any = data.get(group)
    words = []
    for step in steps:
        if not isinstance(here, list):
            words.append(_plain(step))
        elif len(here) > 1:
            words.append(_entry_words(here, step))
        here = _step(here, step)
    return " · ".join(words)


def _entry_words(entries: list[Any], step: str) -> str:
    """An entry in words, such as "players 3" where each is for another number of them."""
    if not step.isdigit():
        return _plain(step)
    entry = entries[int(step)]
    if isinstance(entry, dict):
        first, value = next(iter(entry.items()))
        if sum(isinstance(other, dict) and other.get(first) == value for other in entries) == 1:
            return f"{_plain(first)} {value}"
    return str(int(step) + 1)


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return FLAG
    return NUMBER if isinstance(value, int | float) else LINES if isinstance(value, list) else TEXT


def _provenance(data: Data, path: str) -> str:
    """Where a value comes from, as the entry that it belongs to says."""
    steps, found = path.split("."), ""
    here: Any = data
    for k, step in enumerate(steps):
        about = here.get(ABOUT) if isinstance(here, dict) else None
        if isinstance(about, str):
            found = about
        elif isinstance(about, dict):
            found = str(about.get(step, about.get("effect", ""))) if k < len(steps) else found
        here = _step(here, step)
    return found


# what the model says


@lru_cache(16)
def _schema(game: "Game") -> Data:
    found: Data = game.module("content").Content.model_json_schema()
    return found


def _rule(schema: Data, data: Any, path: str) -> Data:
    """What the model allows at a path: smallest and largest number, or the values."""
    here, at = _meant(schema, schema), data
    for step in path.split("."):
        if isinstance(at, list):
            here = _meant(schema, here.get("items", {}))
        else:
            inner = here.get("properties", {}).get(step) or here.get("additionalProperties") or {}
            here = _meant(schema, inner if isinstance(inner, dict) else {})
        at = _step(at, step)
    return here


def _meant(schema: Data, part: Data) -> Data:
    """A part of a schema without references and without the choice of nothing."""
    while "$ref" in part:
        part = schema["$defs"][part["$ref"].rpartition("/")[2]]
    some = [one for one in part.get("anyOf", []) if one.get("type") != "null"]
    return _meant(schema, some[0]) if len(some) == 1 else part


# what the file says


@lru_cache(16)
def comments(game: "Game") -> dict[str, tuple[str, str]]:
    """The comment behind each key of the supplied file, as its source and its meaning."""
    found: dict[str, tuple[str, str]] = {}
    table, entry = "", ""
    for line in (game.folder / "content.toml").read_text("utf8").splitlines():
        head = re.match(r"\s*\[\[?([\w.\"-]+)\]\]?", line)
        pair = re.match(r"\s*([\w-]+)\s*=\s*(.*)", line)
        if head:
            table, entry = head[1].replace('"', ""), ""
        elif pair:
            name = pair[1]
            if name == "id":
                entry = pair[2].split('"')[1] if '"' in pair[2] else ""
            told = _comment(pair[2])
            if told:
                source = COMMENT.match(told)
                assert source is not None
                where = ".".join(part for part in (table, entry, name) if part)
                found[where] = (source[1] or "", source[3].lstrip(";, "))
    return found


def _comment(text: str) -> str:
    """What stands behind a value after a hash that is in no quotes."""
    return re.sub(r'"(?:\\.|[^"\\])*"', "", text).partition("#")[2].strip()
