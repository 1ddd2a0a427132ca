"""Boards and maps that users bring: single TOML files, or a folder of theirs that is looked through."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexagora.engine.content import read_toml
from hexagora.engine.errors import UnknownName


@dataclass(frozen=True)
class Advice:
    """What people should know about a board or map that is allowed: `about` is its name, `cell` the place, if one."""

    code: str
    text: str
    about: str
    cell: str = ""


def names_a_file(value: Any) -> bool:
    """Whether somebody means a file by what stands for a board; those who come from outside must not."""
    if isinstance(value, str):
        return "/" in value or "\\" in value or "\0" in value or value.lower().endswith(".toml")
    return isinstance(value, list | tuple) and any(names_a_file(v) for v in value)


def user_folder(game_id: str, kind: str) -> Path:
    """Where a user keeps own boards or maps of a game; HEXAGORA_DATA names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_DATA") or platformdirs.user_data_dir("hexagora")) / game_id / kind


def user_files(game_id: str, kind: str) -> dict[str, Path]:
    """The user's files by their names without ending, which are their ids."""
    folder = user_folder(game_id, kind)
    return {p.stem: p for p in sorted(folder.glob("*.toml"))} if folder.is_dir() else {}


def find(game_id: str, kind: str, value: Any, supplied: Iterable[str]) -> str | dict[str, Any]:
    """What a user means by a board: the id of a supplied one, or the data of a file or of the user's folder."""
    known = list(supplied)
    if isinstance(value, dict):
        return value
    if value in known:
        return str(value)
    text = str(value)
    own = user_files(game_id, kind)
    if text in own:
        return read_toml(own[text])
    if text.endswith(".toml") or os.sep in text:
        return read_toml(Path(text))
    raise UnknownName(kind.removesuffix("s"), text, [*known, *own])
