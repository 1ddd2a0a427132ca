"""Hexagora: a home for hex board games."""

from pathlib import Path
from typing import TYPE_CHECKING

from hexagora.registry import game, names

if TYPE_CHECKING:
    from hexagora.engine.match import Match

__all__ = ["game", "load", "names"]
__version__ = "0.1.0"


def load(path: str | Path) -> "Match":
    """The match of a match file."""
    from hexagora.matches import load as load_match

    return load_match(path)
