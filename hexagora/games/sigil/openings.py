"""Openings of Sigil: where the spells lie as they always do. A deal at random hardly ever comes again."""

from collections.abc import Iterator
from typing import Any

from hexagora.games.sigil.heuristics import sameness

TABLES = [{"layout": "starter"}, {"layout": "seals"}]


def images(box: Any, s: Any) -> Iterator[bytes]:
    """The position as it is: nine different spells leave no motion of the board, and Blue has the score stone."""
    yield bytes(s.spell) + sameness(box, s).to_bytes(8, "big")
