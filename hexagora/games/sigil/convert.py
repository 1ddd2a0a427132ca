"""From one notation to another: SFN, SGN, the native log, match files and position documents."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexagora.engine import matchfile
from hexagora.engine.errors import BadMatchFile, HexagoraError
from hexagora.engine.files import Unreadable, read_text
from hexagora.engine.match import Match
from hexagora.games.sigil import GAME, native, sfn, sgn, sgn_read

FORMATS = ("sfn", "sgn", "classic", "native", "match", "position")
NOTATIONS = {"sfn": "SFN (position)", "sgn": "SGN (match)"}  # those in public use, with their names
MOST_BYTES = 16 * 1024 * 1024


@dataclass
class Source:
    """A game or position that was read, with what its reader had to say."""

    match: Match
    kind: str
    warnings: list[str] = field(default_factory=list)
    comments: dict[str, str] = field(default_factory=dict)
    date: str = ""


def load_text(source: str) -> str:
    """The text of a file, or the argument itself if it is an SFN string."""
    path = Path(source)
    try:
        if path.is_file():
            return read_text(path, MOST_BYTES)
    except (OSError, ValueError, Unreadable) as e:
        if sfn.begins(source):
            return source
        raise BadMatchFile(f"{source[:80]}: cannot be read: {e}") from None
    if sfn.begins(source):
        return source
    raise BadMatchFile(f"{source[:80]!r} is neither a file nor an SFN string")


def read(text: str, style: str = sfn.TO_MOVE, strict: bool = False, **options: Any) -> Source:
    """Understands any of the notations by its look."""
    start = text.lstrip()
    if start.startswith("{"):
        return _document(start, options)
    if start.startswith(native.TITLE):
        return Source(native.read(text), "native")
    if sgn_read.begins(start):
        reading = sgn_read.read(text, strict, **options)
        warnings = reading.warnings + ([f"reading stopped at {reading.stopped}"] if reading.stopped else [])
        return Source(reading.match, "sgn", warnings, reading.comments, reading.headers.get("Date", ""))
    if not sfn.begins(start):
        raise BadMatchFile("Sigil reads positions in SFN, which begin with stones, a stroke and spells, matches in "
                           "SGN, which begin with a header in brackets, and positions and match files in JSON, which "
                           "begin with a brace.")
    match, warnings = sfn.read(start, style, **options)
    return Source(match, "sfn", warnings)


def _document(text: str, options: dict[str, Any]) -> Source:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise BadMatchFile(f"not valid JSON: {e}") from None
    if document.get("format") == matchfile.FORMAT:
        return Source(matchfile.from_document(document, GAME), "match")
    if options:
        document = {**document, "options": {**document.get("options", {}), **options}}
    return Source(GAME.from_position(document), "position")


def write(source: Source, to: str, style: str = sfn.TO_MOVE, date: str = "") -> tuple[str, list[str]]:
    """The text in another notation, and notes about what it cannot say."""
    match = source.match
    if to == "sfn":
        state, earlier = sfn.turn_start(match)
        notes = ["the position is that of the start of the turn: SFN has no others"] if earlier else []
        return sfn.write(match.box, state, style) + "\n", notes
    if to in ("sgn", "classic"):
        notes = sgn.notes(match)
        if to == "classic":
            notes.append("classic files leave choices out: for display only")
        return sgn.write(match, date or source.date or sgn.NO_DATE, to == "classic", source.comments), notes
    if to == "native":
        return native.write(match), []
    if to == "match":
        return json.dumps(matchfile.to_document(match), indent=1, ensure_ascii=False) + "\n", []
    if to == "position":
        return json.dumps(match.position(), indent=1, ensure_ascii=False) + "\n", []
    raise HexagoraError(f"cannot convert to {to!r}; allowed: {', '.join(FORMATS)}")
