"""Files that are written whole or not at all: beside their place first, so that an interruption leaves the old one; and
where those lie that can be made again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexagora.engine.errors import HexagoraError


def cache_root() -> Path:
    """Where is kept what can be made again; HEXAGORA_CACHE names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_CACHE") or platformdirs.user_cache_dir("hexagora"))


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
