"""The part of the checker that asks a game's rules of thumb during a random match: are the answers what a search can
use, and do questions change nothing?"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from hexagora.bots import search
from hexagora.bots.guide import SURE
from hexagora.engine import folder, hooks
from hexagora.engine.contract import CHANCE, OVER

if TYPE_CHECKING:
    from hexagora.engine.game import Game

SECONDS = 1.0  # of processor time
EVERY = 3  # decisions between two that are looked at
LARGEST = 1 << 62  # of `sameness`


def problems(game: "Game") -> Iterator[str]:
    own = search.heuristics(game)
    if own is None:
        return
    known = {field.name for field in fields(search.Tuning)}
    strange = sorted(set(hooks.TUNING.within(own) or {}) - known)
    if strange:
        yield f"TUNING sets {strange}; allowed: {', '.join(sorted(known))}"
        return
    try:
        yield from _asked(game)
    except Exception as e:
        yield folder.what_went_wrong(e, game)


def _asked(game: "Game") -> Iterator[str]:
    """What is wrong in the first position in which anything is."""
    rules, box = game.rules, game.box(game.options({}))
    known, rng, out = search.plain_functions(game), random.Random(1), [0] * game.max_legal
    s, end, decisions = game.State.new(), time.process_time() + SECONDS, 0
    rules.deal(box, s)
    while rules.to_act(box, s) != OVER and time.process_time() < end:
        legal = out[:rules.legal(box, s, out)]
        if rules.to_act(box, s) != CHANCE and decisions % EVERY == 0:
            found = list(_Questions(game, known, box, s, legal).problems())
            if found:
                yield from found
                return
        weights = out[:rules.chances(box, s, out)] if rules.to_act(box, s) == CHANCE else None
        rules.apply(box, s, rng.choices(legal, weights)[0])
        decisions += 1


@dataclass
class _Questions:
    """Everything that a search asks in one position in which a player decides."""

    game: "Game"
    known: dict[str, Any]
    box: Any
    s: Any
    legal: list[int]

    def problems(self) -> Iterator[str]:
        box, ask = self.box, self.known
        for name, question, fine, wanted in (
            ("appeal", self._appeals, lambda found: min(found) >= 1, "at least 1 for each choice"),
            ("horizon", lambda s: ask["horizon"](box), lambda found: found >= 0, "at least 0"),
            ("evaluate", self._chances, lambda found: min(found) >= 0 and max(found) <= SURE, f"0 to {SURE} each"),
            ("suggest", self._suggested, lambda found: found in self.legal, "a legal action"),
            ("sameness", lambda s: ask["sameness"](box, s), lambda found: 0 <= found <= LARGEST, "0 to 2**62"),
            ("may_win", lambda s: ask["may_win"](box, s), lambda found: found in (0, 1), "yes or no"),
            ("settled", lambda s: ask["settled"](box, s), lambda found: found in (0, 1), "yes or no"),
        ):
            yield from self._asked(name, question, fine, wanted)

    def _asked(self, name: str, question: Callable[[Any], Any], fine: Callable[[Any], bool],
               wanted: str) -> Iterator[str]:
        State, twin = self.game.State, self.s.clone()
        found = question(twin)
        if not fine(found):
            shown = sorted(set(found))[:5] if isinstance(found, list) else found
            yield f"heuristics.{name} says {shown}; it should be {wanted}"
        elif State.to_bytes(twin) != State.to_bytes(self.s):
            yield f"heuristics.{name} changes the state: {State.differences(self.s, twin)[0]}"

    def _appeals(self, s: Any) -> list[int]:
        """As a search asks for them: between `study` and `unstudy`."""
        self.known["study"](self.box, s)
        found = [self.known["appeal"](self.box, s, a) for a in self.legal]
        self.known["unstudy"](self.box, s)
        return found

    def _chances(self, s: Any) -> list[int]:
        out = [0] * self.game.max_legal
        self.known["evaluate"](self.box, s, out)
        return out[:self.box.players]

    def _suggested(self, s: Any) -> int:
        found: int = self.known["suggest"](self.box, s, [0] * self.game.max_legal, [12345])
        return found
