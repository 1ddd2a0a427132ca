"""Content files: everything that the printed game has in numbers, in TOML, checked before it is used."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from hexagora.engine.errors import BadContent


class Part(BaseModel):
    """Base of the models of content files: an unknown key is an error, not a silent nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)


M = TypeVar("M", bound=BaseModel)
LONGEST_VALUE = 60  # letters of a wrong value that a message repeats; tables and lists are not repeated


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf8"))
    except FileNotFoundError:
        raise BadContent(str(path), ["there is no such file"]) from None
    except tomllib.TOMLDecodeError as e:
        raise BadContent(str(path), [f"not valid TOML: {e}"]) from None
    except (OSError, ValueError) as e:
        raise BadContent(str(path), [f"cannot be read as text: {e}"]) from None


def validate(model: type[M], data: Any, source: str) -> M:
    """The data as a model, or an error that names every wrong key, its value and what is allowed."""
    try:
        return model.model_validate(data)
    except ValidationError as e:
        raise BadContent(source, [_problem(p) for p in e.errors()]) from None


def _problem(problem: Any) -> str:
    where = ".".join(str(p) for p in problem["loc"] if not str(p).startswith("literal[")) or "the file"
    if problem["type"] == "missing":
        return f"{where}: missing"
    if problem["type"] == "extra_forbidden":
        return f"{where}: unknown key"
    message = problem["msg"].removeprefix("Value error, ")
    value = f" = {problem['input']!r}" if isinstance(problem["input"], str | int | float) else ""
    return f"{where}{value[:LONGEST_VALUE]}: {message[:1].lower()}{message[1:]}"


def load(model: type[M], path: Path) -> M:
    return validate(model, read_toml(path), str(path))


def digest(model: BaseModel) -> str:
    """A short name for exactly this content; stored in match files."""
    return hashlib.sha256(model.model_dump_json().encode()).hexdigest()[:16]
