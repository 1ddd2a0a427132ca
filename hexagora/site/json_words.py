"""The few functions of `orjson` that the server uses, on the standard library: no browser can run that package. The
site has this file under that name."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

MARK = "\ue000{}\ue001"  # stands for a fragment until the whole is written; a text never holds these


class Fragment:
    """A part that is JSON already."""

    def __init__(self, contents: str | bytes):
        self.contents = contents.decode() if isinstance(contents, bytes) else contents


def dumps(value: Any) -> bytes:
    r"""JSON, with records as objects and fragments as they are.

    >>> dumps({"a": Fragment('[1,{"b":2}]'), "c": "è"}).decode()
    '{"a":[1,{"b":2}],"c":"è"}'
    """
    fragments: list[str] = []

    def written(one: Any) -> Any:
        if isinstance(one, Fragment):
            fragments.append(one.contents)
            return MARK.format(len(fragments) - 1)
        if is_dataclass(one) and not isinstance(one, type):
            return {field.name: getattr(one, field.name) for field in fields(one)}
        raise TypeError(f"{type(one).__name__} is no JSON")

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=written)
    for k, contents in enumerate(fragments):
        text = text.replace(f'"{MARK.format(k)}"', contents, 1)
    return text.encode()


loads = json.loads
