"""What is kept of tables, as it goes to whatever keeps it and comes back: a database, or a browser."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from hexagora.server.ratings import NOTHING, Known


@dataclass(frozen=True)
class Record:
    """What is kept of a table."""

    table: Mapping[str, Any]
    seats: Sequence[Any]
    holders: Sequence[Any]
    events: Sequence[Any]
    known: Known = NOTHING


@dataclass(frozen=True)
class Installed:
    """A game as it is here: the version of its rules, its content and the digest of that."""

    game: str
    version: int
    digest: str
    content: str


class AlreadyWritten(Exception):
    """Somebody else wrote this event first."""


@dataclass
class Job:
    """Rows that are written together or not at all."""

    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, statement: str, **values: Any) -> "Job":
        self.rows.setdefault(statement, []).append(values)
        return self


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(value: Any) -> str:
    return _ENCODER.encode(value)


def listed(texts: list[str]) -> str:
    """As `to_json`, of what is written with every action."""
    return orjson.dumps(texts).decode()


def from_json(text: str | None) -> Any:
    return None if text is None else json.loads(text)
