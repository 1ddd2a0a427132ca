"""The log of a match as each viewer saw it happen, kept up to date action by action. Entries are kept as JSON: they are
made once and sent often."""

from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

import orjson

from hexagora.engine.contract import CHANCE
from hexagora.engine.match import Match
from hexagora.engine.words import Sentence

_begun: WeakKeyDictionary[Match, int] = WeakKeyDictionary()  # the first decision that is known to be of a turn
EVERYBODY = -1  # the viewpoint of all in a game that hides nothing


class Story:
    """One list of entries for each viewpoint that somebody has asked for."""

    def __init__(self, match: Match):
        self.match = match
        self.told: dict[int, list[str]] = {}

    def viewpoint(self, seat: int) -> int:
        return seat if self.match.game.facts.hidden else EVERYBODY

    def entries(self, seat: int) -> list[str]:
        """The whole log for a seat (0 is a spectator)."""
        viewpoint = self.viewpoint(seat)
        if viewpoint not in self.told:
            self.told[viewpoint] = []
            self._go_on(viewpoint)
        return self.told[viewpoint]

    def missing(self, seat: int) -> int:
        """How many entries have never been told to a seat."""
        return len(self.match.log) - len(self.told.get(self.viewpoint(seat), ()))

    def adopt(self, seat: int, match: Match, entries: list[str]) -> None:
        """Takes over entries that were made elsewhere, of a match that may be a little behind."""
        viewpoint = self.viewpoint(seat)
        if viewpoint not in self.told and self.match.log[: len(entries)] == match.log:
            self.told[viewpoint] = entries
            self._go_on(viewpoint)

    def catch_up(self) -> None:
        """Tells the actions that came since."""
        for viewpoint in self.told:
            self._go_on(viewpoint)

    def _go_on(self, viewpoint: int) -> None:
        told, match = self.told[viewpoint], self.match
        if len(told) < len(match.log):
            for before, after in match.steps(len(told)):
                told.append(self._entry(viewpoint, len(told), before, after))

    def tell(self, before: Any) -> None:
        """Tells the newest action alone: `before` is the state that it was made in."""
        ply = len(self.match.log) - 1
        for viewpoint, told in self.told.items():
            told.append(self._entry(viewpoint, ply, before, self.match.state))

    def back_to(self, match: Match, ply: int) -> None:
        """Forgets what was taken back; `match` is the match as it stands now."""
        self.match = match
        _begun.pop(match, None)
        for entries in self.told.values():
            del entries[ply:]

    def _entry(self, viewpoint: int, ply: int, before: Any, after: Any) -> str:
        return _entry(self.match, None if viewpoint == EVERYBODY else viewpoint, ply, before, after)


def page(match: Match, viewer: int | None, first: int, last: int) -> list[str]:
    """Some entries of the log, made anew; without a viewer with nothing hidden."""
    seen = viewer if match.game.facts.hidden else None
    return [_entry(match, seen, first + k, before, after)
            for k, (before, after) in enumerate(islice(match.steps(first), last - first))]


def _entry(match: Match, viewer: int | None, ply: int, before: Any, after: Any) -> str:
    """What a viewer saw of the action between two states."""
    words, a = match.game.words, match.log[ply]
    actor = match.actor_in(before)
    if viewer is not None:
        a = match.seen(viewer, before, a)
        before, after = match.hidden(viewer, before), match.hidden(viewer, after)
    text = words.text(match.box, before, a)
    set_up = _is_set_up(match, ply, before)
    return _encoded(ply, actor, text, words.sentence(match.box, before, a, after), set_up)


def _is_set_up(match: Match, ply: int, before: Any) -> bool:
    """Whether no turn has begun: the game has steps of a turn, and none of them is on."""
    if ply >= _begun.get(match, len(match.log)):
        return False
    scene = match.game.scene.scene(match.box, before, match.seats)
    if scene.steps and scene.step is None:
        return True
    _begun[match] = ply
    return False


def _encoded(ply: int, actor: int, text: str, sentence: str, set_up: bool) -> str:
    entry: dict[str, Any] = {"ply": ply, "seat": 0 if actor == CHANCE else actor + 1, "text": text,
                             "sentence": str(sentence)}
    if set_up:
        entry["set_up"] = True
    if isinstance(sentence, Sentence):
        entry["template"] = sentence.template
        entry["values"] = {k: v if isinstance(v, int | float | str) else str(v) for k, v in sentence.values.items()}
    return orjson.dumps(entry).decode()  # a copy of just its size: it stays in memory for long


def as_list(entries: list[str]) -> orjson.Fragment:
    """Entries as one JSON list, ready to be put into a message."""
    return orjson.Fragment(f"[{','.join(entries)}]")
