"""Compiles the search of a game in a process of its own: `python -m hexagora.bots.compiling hex`."""

import os
import sys
from pathlib import Path

from hexagora.bots.search import compiled
from hexagora.registry import game

NICE = 10  # people at the table come first


def main(name: str, lock: str | None = None) -> None:
    """Compiles, then removes the lock file that kept others from doing the same."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        compiled(game(name))
    finally:
        if lock:
            Path(lock).unlink(missing_ok=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
