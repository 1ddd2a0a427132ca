"""Which parts of a scene people read, and a scene in another language."""

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from hexagora.engine.scene import Scene

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Part = TypeVar("Part", bound=DataclassInstance)

# Fields of scenes by whether people read them. A field that is in neither set holds further parts.
READ = {
    "Badge": {"text"}, "Cell": {"label", "note"}, "Border": {"note"}, "Board": {"title"}, "Piece": {"label", "note"},
    "Meter": {"label", "value", "note"}, "Panel": {"note"}, "Threat": {"text", "note"},
    "Face": {"name", "text", "note", "sort"},
    "Pile": {"title", "shown", "note"}, "Choice": {"label", "forecast", "warning"},
    "Shortcut": {"label", "forecast", "warning"},
    "Offer": {"label", "price", "missing"}, "Gauge": {"label"},
    "Line": {"label", "values", "note"}, "Chart": {"title", "steps", "marks"}, "Ending": set(), "Target": set(),
    "Die": {"note"},
    "Scene": {"title", "prompt", "steps", "notes", "closed"},
}  # fmt: skip
CODED = {
    "Badge": {"kind", "owner"}, "Cell": {"id", "x", "y", "terrain", "glyph"},
    "Border": {"id", "x1", "y1", "x2", "y2", "kind", "owner"}, "Board": {"id", "shape", "links", "owner"},
    "Piece": {"id", "kind", "at", "owner", "board", "glyph", "tags"},
    "Meter": {"limit", "icon", "cells", "missed", "row", "score", "goods"},
    "Panel": {"player", "name", "colour", "active"}, "Threat": {"icon", "against", "grave", "cells"},
    "Face": {"terrain"}, "Pile": {"id", "count", "owner", "cells"},
    "Target": {"kind", "id", "board"}, "Die": {"id", "faces", "value", "text", "thrown"},
    "Choice": {"action", "text", "group", "cells", "final", "mark", "tone", "left", "lays", "usual", "onto"},
    "Shortcut": {"texts", "way", "mark", "left", "tone", "final", "usual"}, "Offer": {"id", "goods"},
    "Gauge": {"lead", "limit"},
    "Line": set(), "Chart": {"series"}, "Ending": {"way"},
    "Scene": {"game", "step", "rule"},
}  # fmt: skip


def reworded(scene: Scene, say: Callable[[str], str], but: Iterable[str] = ()) -> Scene:
    """The scene with every text that people read said anew; `but` names fields of the scene that stay as they are."""
    kept: dict[str, Any] = {name: getattr(scene, name) for name in but}
    bare: dict[str, Any] = {name: [] for name in kept}
    return replace(_reworded(replace(scene, **bare), say), **kept)


def _reworded(part: "Part", say: Callable[[str], str]) -> "Part":
    kind = type(part).__name__
    read, coded = READ[kind], CODED[kind]
    return replace(part, **{
        field.name: _texts(value, say) if field.name in read else _parts(value, say)
        for field in fields(part) if field.name not in coded and (value := getattr(part, field.name))})


def _texts(value: Any, say: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, dict):
        return {_texts(key, say): _texts(one, say) for key, one in value.items()}
    return type(value)(_texts(one, say) for one in value) if isinstance(value, list | tuple) else value


def _parts(value: Any, say: Callable[[str], str]) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_parts(one, say) for one in value)
    return _reworded(value, say) if is_dataclass(value) and not isinstance(value, type) else value
