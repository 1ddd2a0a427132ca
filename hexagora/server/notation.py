"""Positions and matches as text: what a table can be written as, and what a table can start from."""

import json
from typing import Any

from hexagora.engine import matchfile
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.server.catalogue import POSITION, chosen_options, notations
from hexagora.server.errors import Refusal
from hexagora.server.settings import Limits
from hexagora.server.texts import check

FAULTS = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


def written(match: Match, notation: str) -> tuple[str, list[str]]:
    """The match or its position in a notation, and notes about what that cannot say."""
    known = notations(match.game)
    if notation not in known:
        raise Refusal("no-notation", f"{match.game.facts.title} cannot be written as '{notation}' here; allowed: "
                      f"{', '.join(known) or 'none'}", 404)
    if notation == POSITION:
        return json.dumps(match.position(), indent=1, ensure_ascii=False) + "\n", []
    converter = match.game.module("convert")
    text, notes = converter.write(converter.Source(match, "match"), notation)
    return text, notes


def start_of(game: Game, text: str, limits: Limits) -> dict[str, Any]:
    """What a table needs to go on from a position or match that somebody wrote down."""
    try:
        match, warnings = read(game, text, limits)
        if match.over:
            raise Refusal("bad-position", "That match is over: there is nothing left to play.", 422)
        position = match.position()
    except Refusal:
        raise
    except HexagoraError as e:
        raise Refusal("bad-position", str(e), 422) from None
    except FAULTS as e:
        raise Refusal("bad-position", f"The text is not understood: {e}", 422) from None
    return {"start": position, "options": match.options, "warnings": warnings}


def is_document(text: str) -> bool:
    """Whether it looks like JSON; everything else is one of the game's own notations or nothing that is read."""
    return text.lstrip().startswith("{")


def document_of(text: str) -> dict[str, Any]:
    """What stands in a text that looks like JSON."""
    try:
        document: dict[str, Any] = check(json.loads(text))
    except json.JSONDecodeError as e:
        raise Refusal("bad-position", f"The text begins with a brace, as JSON does, and is not understood at line "
                      f"{e.lineno}, letter {e.colno}.", 422) from None
    return document


def read(game: Game, text: str, limits: Limits) -> tuple[Match, list[str]]:
    """A document in JSON, or one of the game's own notations."""
    converter = game.module_if_any("convert")
    if is_document(text):
        return _from_document(game, document_of(text), limits), []
    if converter is None:
        raise Refusal("bad-position", f"{game.facts.title} reads positions and match files in JSON, which begin with "
                      "a brace.", 422)
    found = converter.read(text)
    return found.match, list(found.warnings)


def _from_document(game: Game, document: dict[str, Any], limits: Limits) -> Match:
    """Options from outside are checked like all others: they must not name files of the server."""
    if document.get("game", game.id) != game.id:
        raise Refusal("bad-position", f"This is of the game '{document['game']}', not of '{game.id}'.", 422)
    given = document.get("options", {})
    if not isinstance(given, dict):
        raise Refusal("bad-position", "The options must be an object of names and values.", 422)
    checked = {**document, "options": chosen_options(game, given, limits)}
    if document.get("format") == matchfile.FORMAT:
        return matchfile.from_document(checked, game)
    return game.from_position(checked)
