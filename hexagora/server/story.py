"""The log of a match as each viewer saw it happen, kept up to date action by action. Entries are kept as JSON: they are
made once and sent often."""

from typing import Any

import orjson

from hexagora.engine.contract import CHANCE, SPECTATOR
from hexagora.engine.match import Match
from hexagora.engine.words import Sentence

EVERYBODY = -1  # the viewpoint of all in a game that hides nothing


class Story:
    """One list of entries for each viewpoint that somebody has asked for."""

    def __init__(self, match: Match):
        self.match = match
        self.told: dict[int, list[str]] = {}
        self._state = match.state_at(0)
        self._ply = 0

    def viewpoint(self, seat: int) -> int:
        return seat if self.match.game.facts.hidden else EVERYBODY

    def entries(self, seat: int) -> list[str]:
        """The whole log for a seat (0 is a spectator)."""
        viewpoint = self.viewpoint(seat)
        if viewpoint not in self.told:
            entries: list[str] = []
            state = self.match.state_at(0)
            for ply in range(self._ply):
                entries.append(self._tell(state, ply, [viewpoint])[0])
            self.told[viewpoint] = entries
        return self.told[viewpoint]

    def catch_up(self) -> None:
        """Tells the actions that came since."""
        viewpoints = list(self.told)
        while self._ply < len(self.match.log):
            for viewpoint, entry in zip(viewpoints, self._tell(self._state, self._ply, viewpoints), strict=True):
                self.told[viewpoint].append(entry)
            self._ply += 1

    def back_to(self, match: Match, ply: int) -> None:
        """Forgets what was taken back; `match` is the match as it stands now."""
        self.match = match
        for entries in self.told.values():
            del entries[ply:]
        if ply < self._ply:
            self._ply = ply
            self._state = match.state_at(ply)

    def _tell(self, state: Any, ply: int, viewpoints: list[int]) -> list[str]:
        """Applies one action to the state and says what each viewpoint saw of it."""
        match, rules, words = self.match, self.match.game.rules, self.match.game.words
        a = match.log[ply]
        actor = int(rules.to_act(match.box, state))
        views = [(v, match.hidden(_viewer(v), state), self._seen(state, a, v)) for v in viewpoints]
        rules.apply(match.box, state, a)
        entries = []
        for viewpoint, before, shown in views:
            after = match.hidden(_viewer(viewpoint), state)
            sentence = words.sentence(match.box, before, shown, after)
            entries.append(_entry(ply, actor, words.text(match.box, before, shown), sentence))
        return entries

    def _seen(self, state: Any, a: int, viewpoint: int) -> int:
        if viewpoint == EVERYBODY:
            return a
        player = viewpoint - 1 if viewpoint else SPECTATOR
        return int(self.match.game.rules.seen(self.match.box, state, a, player))


def _viewer(viewpoint: int) -> int | None:
    return None if viewpoint == EVERYBODY else viewpoint


def _entry(ply: int, actor: int, text: str, sentence: str) -> str:
    entry: dict[str, Any] = {"ply": ply, "seat": 0 if actor == CHANCE else actor + 1, "text": text,
                             "sentence": str(sentence)}
    if isinstance(sentence, Sentence):
        entry["template"] = sentence.template
        entry["values"] = {k: v if isinstance(v, int | float | str) else str(v) for k, v in sentence.values.items()}
    return orjson.dumps(entry).decode()  # a copy of just its size: it stays in memory for long


def as_list(entries: list[str]) -> orjson.Fragment:
    """Entries as one JSON list, ready to be put into a message."""
    return orjson.Fragment(f"[{','.join(entries)}]")
