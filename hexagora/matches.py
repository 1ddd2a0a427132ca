"""Matches from files and documents of any game: the game is found by its id."""

from pathlib import Path
from typing import Any

from hexagora.engine import matchfile
from hexagora.engine.errors import BadMatchFile, HexagoraError
from hexagora.engine.match import Match
from hexagora.registry import as_played
from hexagora.registry import game as find_game


def load(path: str | Path) -> Match:
    """A match file, replayed."""
    return from_document(matchfile.read(path), str(path))


def load_any(path: str | Path, chance: str = "seed") -> Match:
    """A match file; or a position, as a match that starts there with chance decided as said."""
    document = matchfile.read(path)
    is_match = not isinstance(document, dict) or document.get("format") == matchfile.FORMAT
    if is_match or not isinstance(document.get("game"), str):
        return from_document(document, str(path))
    return find_game(document["game"]).from_position(document, chance=chance)


def from_document(document: Any, source: str = "the document") -> Match:
    """Replays a match file; an error names the first action that does not fit."""
    matchfile.check_shape(document, source)
    try:
        find = as_played if "content_data" in document else find_game
        game = find(document["game"])
    except HexagoraError as e:
        raise BadMatchFile(f"{source}: {e}") from None
    return matchfile.from_document(document, game, source)
