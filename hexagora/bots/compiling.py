"""Compiles the search of a game in a process of its own: `python -m hexagora.bots.compiling hex`."""

import os
import sys
import time
from pathlib import Path

from hexagora.bots.search import COMPILE_PATIENCE, compiled, is_ready, lock_file
from hexagora.registry import game

NICE = 10  # people at the table come first


def main(name: str, lock: str | None = None) -> None:
    """Compiles, then removes the lock file that kept others from doing the same. How far it is stands beside that."""
    if hasattr(os, "nice"):
        os.nice(NICE)

    def note(function: str, done: int, of: int) -> None:
        if lock:
            progress_file(Path(lock)).write_text(f"{done} {of}", "utf8")

    try:
        compiled(game(name), note)
    finally:
        if lock:
            Path(lock).unlink(missing_ok=True)
            progress_file(Path(lock)).unlink(missing_ok=True)


def progress_file(lock: Path) -> Path:
    return lock.with_suffix(".progress")


def expected(name: str) -> Path | None:
    """The lock file of a game whose search is not compiled yet; None when there is nothing to wait for."""
    return None if is_ready(game(name)) else lock_file(game(name))


def progress(lock: Path) -> tuple[int, int] | None:
    """How many functions of a search are compiled, of how many; None while nobody compiles it."""
    try:
        if time.time() - lock.stat().st_mtime > COMPILE_PATIENCE:
            return None
        done, of = progress_file(lock).read_text("utf8").split()
        return int(done), int(of)
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    main(*sys.argv[1:])
