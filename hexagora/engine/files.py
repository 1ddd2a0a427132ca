"""Texts that people wrote; files that are written whole or not at all: beside their place first, so that an
interruption leaves the old one; and where those lie that can be made again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexagora.engine.errors import HexagoraError


def cache_root() -> Path:
    """Where is kept what can be made again; HEXAGORA_CACHE names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_CACHE") or platformdirs.user_cache_dir("hexagora"))


class Unreadable(HexagoraError):
    """A file that is no text, or not to be had; its text is the reason alone."""


def read_text(path: Path, most: int | None = None) -> str:
    """A text as people's editors write it: in UTF-8, also with the mark in front of it that some put there; of so many
    bytes at most."""
    try:
        if most is not None and path.stat().st_size > most:
            raise Unreadable(f"it is larger than {most} bytes")
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise Unreadable("there is no such file") from None
    except UnicodeDecodeError:
        raise Unreadable("it is no text in UTF-8") from None
    except (OSError, ValueError) as e:  # the latter for names that no file can have
        raise Unreadable(getattr(e, "strerror", None) or str(e)) from None


def make_folder(path: Path) -> None:
    """A folder to write into, with those above it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise HexagoraError(f"cannot write into {path}: {'it is a file' if path.is_file() else e.strerror}") from None


@contextmanager
def whole(path: str | Path) -> Iterator[Path]:
    """A temporary place to write to, which becomes the file when all went well."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as e:
        raise HexagoraError(f"cannot write {target}: {e.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path: str | Path, text: str) -> None:
    """Writes a text."""
    with whole(path) as temporary:
        temporary.write_text(text, "utf8")
