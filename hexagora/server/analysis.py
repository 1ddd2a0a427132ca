"""The analysis board: positions that somebody moves about in freely, with side lines and the engine's opinion.

Requests and answers are plain documents, and nothing is kept but a few positions to go on from: the tree is the
visitor's. A position is the match file of its start (`root`) and the actions from there.
"""

import json
from collections import OrderedDict
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from hexagora.engine import matchfile, studies
from hexagora.engine.contract import CHANCE
from hexagora.engine.errors import HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.lines import Line
from hexagora.engine.match import Match
from hexagora.server import catalogue, notation
from hexagora.server.errors import Refusal
from hexagora.server.naming import nameless
from hexagora.server.settings import Limits
from hexagora.server.story import page

if TYPE_CHECKING:
    from hexagora.engine.scene import Scene

KEPT = 256  # positions, so that a step forward or back does not play everything again
HEAVIEST = 64 * 1024 * 1024  # bytes that all of them may take together, roughly: long matches on large boards are heavy
ACTION_BYTES = 512  # that a match takes for each of its actions, roughly
Document = dict[str, Any]
Key = tuple[str, str, tuple[str, ...]]  # a game, the match file of the start, the actions


class Analysis:
    """Positions of one process. Asked from one thread at a time."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self._kept: OrderedDict[Key, Match] = OrderedDict()
        self._weight = 0  # of all of them

    def open(self, game: Game, text: str, options: Document) -> Document:
        """A board to begin with: a new match with these options, or what a text says: a match file with or without
        side lines, a position, or one of the game's own notations."""
        study = self._read(game, text) if text.strip() else self._empty(game, options)
        return study.document()

    def _empty(self, game: Game, options: Document) -> studies.Study:
        match = catalogue.new_match(game, catalogue.chosen_options(game, options, self.limits), None, None)
        match.seats[:] = [nameless(seat + 1) for seat in range(match.players)]
        return studies.Study("", "", match, Line([]))

    def _read(self, game: Game, text: str) -> studies.Study:
        try:
            if notation.is_document(text):
                document = notation.document_of(text)
                if document.get("format") == matchfile.FORMAT:
                    return studies.of_document(game, self._checked(game, document))
            match, _ = notation.read(game, text, self.limits)
            actions = match.texts()
            return studies.Study("", "", match.fork(0), Line(actions))
        except Refusal:
            raise
        except HexagoraError as e:
            raise Refusal("bad-position", str(e), 422) from None
        except notation.FAULTS as e:
            raise Refusal("bad-position", f"The text is not understood: {e}", 422) from None

    def _checked(self, game: Game, root: Document) -> Document:
        """A match file from outside, of that game and with options that name no file of the server."""
        given = root.get("options", {})
        if root.get("game") != game.id or not isinstance(given, dict):
            raise Refusal("bad-position", f"This is no match file of {game.facts.title}.", 422)
        return {**root, "options": catalogue.chosen_options(game, given, self.limits)}

    def reached(self, game: Game, root: Document, actions: list[str]) -> Match:
        """The match after these actions."""
        key = (game.id, json.dumps(root, sort_keys=True), tuple(actions))
        before = self._kept.get((*key[:2], key[2][:-1]))
        if key not in self._kept:
            self._kept[key] = self._played(game, root, actions, before)
            self._weight += _weight(key)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT or (self._weight > HEAVIEST and len(self._kept) > 1):
            oldest, _ = self._kept.popitem(last=False)
            self._weight -= _weight(oldest)
        return self._kept[key]

    def _played(self, game: Game, root: Document, actions: list[str], before: Match | None) -> Match:
        try:
            if before is not None and actions:
                return before.fork().play(actions[-1])
            match = matchfile.from_document({**self._checked(game, root), "actions": actions}, game, "the board")
        except HexagoraError as e:
            raise Refusal("bad-position", str(e), 422) from None
        except notation.FAULTS as e:
            raise Refusal("bad-position", f"The board is not understood: {e}", 422) from None
        match.chance = "ask"
        return match

    def moment(self, game: Game, root: Document, actions: list[str]) -> bytes:
        """What is seen after these actions: everything, with the choices of whoever decides, chance included."""
        match = self.reached(game, root, actions)
        plies = len(match.log)
        told = page(match, None, plies - 1, plies) if plies else ["null"]
        weights = match.weights() if match.actor == CHANCE else []
        return orjson.dumps({"scene": seen(match), "told": orjson.Fragment(told[0]), "weights": weights,
                             "seat": match.actor + 1 if match.actor >= 0 else None, "scores": match.scores,
                             "result": match.result})

    def asked(self, game: Game, root: Document, actions: list[str]) -> str:
        """The match after these actions as the text of a file, for the engine."""
        return json.dumps(matchfile.to_document(self.reached(game, root, actions)))


def _weight(key: Key) -> int:
    return len(key[1]) + ACTION_BYTES * len(key[2])


def seen(match: Match, seat: int | None = None) -> "Scene":
    """Everything there is to see, or what a seat sees. Those who have no name are called as the game calls them, in
    sentences and comments: by their colour, and before they have one by their seat."""
    scene = match.scene(seat)
    called = {panel.player: panel.colour.capitalize() or f"Seat {panel.player + 1}" for panel in scene.panels}
    named = copy(match)
    named.seats = [called[p] if name in (nameless(p + 1), f"seat {p + 1}") else name
                   for p, name in enumerate(match.seats)]
    return scene if named.seats == match.seats else named.scene(seat)


@cache
def _studies(game: Game) -> dict[str, Document]:
    """The studies that come with a game, as boards to begin with."""
    found = [studies.read(game, path) for path in studies.paths(game)]
    return {one.id: one.document() for one in found}


def listed(game: Game) -> list[Document]:
    """What they are called."""
    return [{"id": name, "title": board["title"]} for name, board in _studies(game).items()]


def study(game: Game, name: str) -> Document:
    if name in _studies(game):
        return _studies(game)[name]
    raise Refusal("no-study", f"{game.facts.title} has no study '{name}'.", 404)
