"""What the program works out from its own files, remembered from one start to the next."""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import cache_root, write_whole

PROGRAM = Path(__file__).parent.parent
NOT_READ = ("__pycache__", "web")  # folders of which nothing is remembered
FOLDER = "remembered"


def remembered(name: str, make: Callable[[], Any]) -> Any:
    """What `make` says of the program's own files, as plain data: from the file in which an earlier start of the very
    same files left it, else made now and left there. What cannot be made is not remembered."""
    path = cache_root() / FOLDER / f"{name}-{_digest(str(PROGRAM))}.json"
    try:
        kept = json.loads(path.read_bytes())
        if kept["of"] == _state():
            return kept["value"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    text = json.dumps({"of": _state(), "value": make()})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except (OSError, HexagoraError):
        pass  # where nothing can be written it is made at every start
    return json.loads(text)["value"]


@cache
def _state() -> str:
    """Changes when any file of the program does, and with what runs it."""
    import pydantic

    return _digest(repr([sys.version, pydantic.VERSION, *_files(str(PROGRAM))]))


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name not in NOT_READ:
                yield from _files(entry.path)
        else:
            found = entry.stat()
            yield entry.path, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]
