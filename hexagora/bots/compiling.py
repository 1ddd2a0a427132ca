"""Compiles the search of a game in a process of its own, unless one does already:
`python -m hexagora.bots.compiling hex`."""

import os
import sys

from hexagora.bots.search import compiled, modules
from hexagora.engine.compiled import alone_with, cache_folder
from hexagora.registry import game

NICE = 10  # people at the table come first


def main(name: str) -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    found = game(name)
    with alone_with(cache_folder(found, modules(found)).with_suffix(".behind"), wait=False) as first:
        if first:
            compiled(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
