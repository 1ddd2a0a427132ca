"""One choice and what came of it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from hexagora.engine.match import Match
from hexagora.engine.scene import Choice

Check = Callable[["Step", "re.Match[str]"], bool]
Checks = list[tuple[str, Check]]
Promise = tuple[str, Any, Check]
Held = Iterator[tuple[str, bool, str]]  # the kind of a figure beside the choices, whether it is right, what is told


class Step:
    """A choice, or all decisions of a shortcut."""

    def __init__(self, match: Any, choice: Any):
        self.match, self.choice, self.box, self.before = match, choice, match.box, match.state
        self.texts = [choice.text] if isinstance(choice, Choice) else choice.texts
        self.text = self.texts[-1]
        if isinstance(choice, Choice):
            self.after = match.state.clone()
            match.game.rules.apply(match.box, self.after, choice.action)
        else:
            self.after = self.then.state

    @property
    def last(self) -> "Step":
        """The last decision of a shortcut, with what is promised of all of it."""
        before = self.match.fork().play_all(self.texts[:-1]) if len(self.texts) > 1 else self.match
        return Step(before, replace(self.choice, texts=self.texts[-1:]))

    def cell(self, name: str) -> int:
        finder = self.match.game.words.cell_name
        return next(c for c in range(self.box.cells) if finder(self.box, c) == name)

    @cached_property
    def then(self) -> Match:
        """The match after the choice, with chance as wished."""
        forked: Match = self.match.fork()
        forked.chance = "ask"
        return forked.play_all(self.texts)

    @cached_property
    def follows(self) -> list[str]:
        """What can be decided then."""
        return self.then.legal()

    @property
    def now(self) -> list[str]:
        """What could be decided instead."""
        legal: list[str] = self.match.legal()
        return legal


def describes(step: Step, m: Any) -> bool:
    """A sentence that says what something is, and promises nothing of this position: whatever has a number or names a
    place wants a check of its own."""
    return not re.search(r"\d", m[0])


def unknown(step: Step, m: Any) -> bool:
    """A text that nobody checks."""
    return False


def found(parts: Iterable[str], checks: Checks) -> Iterator[Promise]:
    """The parts of a text with the checks that know them."""
    for part in filter(None, parts):
        matched = ((part, m, check) for pattern, check in checks if (m := re.fullmatch(pattern, part)))
        yield next(matched, (part, re.fullmatch(".*", part), unknown))


def broken(step: Step, told: list[Promise]) -> list[str]:
    """The parts that did not come true, or that nobody checks."""
    return [f"{part!r} {check.__name__}: not so ({step.text}, ply {len(step.match.log)})"
            for part, m, check in told if not check(step, m)]
