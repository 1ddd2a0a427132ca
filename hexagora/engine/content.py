"""Content files: everything that the printed game has in numbers, in TOML, checked before it is used."""

import hashlib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from hexagora.engine import files, toml
from hexagora.engine.errors import BadContent


class Part(BaseModel):
    """Base of the models of content files: an unknown key is an error, not a silent nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)


M = TypeVar("M", bound=BaseModel)
PLAIN_PROBLEMS = {"missing": "missing", "extra_forbidden": "unknown key"}
LONGEST_VALUE = 60  # letters of a wrong value that a message repeats; tables and lists are not repeated


def read_toml(path: Path) -> dict[str, Any]:
    try:
        text = files.read_text(path)
    except files.Unreadable as e:
        raise BadContent(str(path), [str(e)]) from None
    return parse_toml(text, str(path))


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """What a text in TOML says."""
    try:
        return toml.read(text)
    except ValueError as e:
        raise BadContent(source, [f"not valid TOML: {e}"]) from None


def validate(model: type[M], data: Any, source: str, kept: bool = False) -> M:
    """The data as a model, or an error that names every wrong key, its value and what is allowed. What was kept with a
    match (`written`) has the names of the model's fields, not those of the file's keys."""
    try:
        return model.model_validate(data, by_alias=not kept, by_name=kept)
    except ValidationError as e:
        raise BadContent(source, [_problem(p) for p in e.errors()]) from None


def _problem(problem: Any) -> str:
    where, text = problem_at(problem)
    value = f" = {problem['input']!r}" if isinstance(problem["input"], str | int | float) else ""
    shown = "" if problem["type"] in PLAIN_PROBLEMS else value[:LONGEST_VALUE]
    return f"{where or 'the file'}{shown}: {text}"


def problem_at(problem: Any) -> tuple[str, str]:
    """Where something is wrong, as a path, and what."""
    where = ".".join(str(p) for p in problem["loc"] if not str(p).startswith("literal["))
    message = PLAIN_PROBLEMS.get(problem["type"]) or problem["msg"].removeprefix("Value error, ")
    return where, message[:1].lower() + message[1:]


def load(model: type[M], path: Path) -> M:
    return validate(model, read_toml(path), str(path))


def written(model: BaseModel) -> str:
    """Content as it is kept with matches."""
    return model.model_dump_json()


def digest(written: str) -> str:
    """A short name for exactly this content."""
    return hashlib.sha256(written.encode()).hexdigest()[:16]
