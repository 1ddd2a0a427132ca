"""What a choice promises is what then happens: forecasts, warnings and marks of all games against the engine, over
random positions.

Each check (tests/forecasts) takes a promise by its words and compares it with what the engine does after the choice, or
after all decisions of a shortcut. A promise that no check knows is told, so that a new one gets its own; sentences that
only describe (a card's text, what a place is) are listed as such and have no figure in them; and every check is met.
"""

import importlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from hexagora import registry
from hexagora.games.sygon import forecasts as sygon_forecasts
from hexagora.games.sygon.names import cell_name
from hexagora.games.sygon.state import AT_LOSE, AT_ROLL
from hexagora.matches import load
from tests.forecasts.step import Check, Promise, Step, broken, found

TABLES: dict[str, list[dict[str, Any]]] = {
    "sygon": [{"players": 3, "spells": True, "scorch": True, "terraform": True}, {"players": 2, "competitive": True}],
    "hexcape": [{"players": 3}, {"players": 2, "map": "letter-office"}],
    "manapool": [{}],
    "sigil": [{}, {"pool": "all"}],
    "hexemonia": [{"players": 3}, {"players": 2}],
}
GOLDEN = Path(__file__).parent / "golden"
EVERY, OFTEN, MOST_STEPS, MOST_CHOICES = 9, 4, 700, 4
RARE = 3  # a promise that was met less often is looked at wherever it is made
SEPARATE = re.compile(r"; |(?<=\.) (?=[A-Z]|s\d )")  # warnings are told as parts or as sentences


def wandering(name: str, every: int = EVERY, seed: int = 11) -> Iterator[Any]:
    """Random matches at moments at which somebody decides."""
    for options in TABLES.get(name, [{}]):
        match, rng = registry.game(name).match(seed=seed, **options), random.Random(7)
        for k in range(MOST_STEPS):
            if match.over:
                break
            if match.actor >= 0 and k % every == 0:
                yield match
            match.play(rng.choice(match.actions()))


def positions(name: str) -> Iterator[Any]:
    """Matches at moments at which somebody decides: random ones, golden ones, and a few laid out for what is rare."""
    yield from wandering(name)
    yield from getattr(importlib.import_module(f"tests.forecasts.{name}"), "rare", list)()
    for path in sorted(GOLDEN.glob(f"{name}-*.match.json")):
        yield from moments(load(path))


def moments(match: Any) -> Iterator[Any]:
    """A match, again from its start, whenever somebody decides."""
    again = match.fork(0)
    again.chance = "ask"
    for a in match.log:
        if again.actor >= 0:
            yield again
        again.make(a)


class Promises:
    """What the choices of one game promise, held against the engine."""

    def __init__(self, name: str):
        self.known = importlib.import_module(f"tests.forecasts.{name}")
        self.met: Counter[Check] = Counter()
        self.wrong: list[str] = []
        self.rng = random.Random(7)

    @property
    def checks(self) -> set[Check]:
        own = (self.known.FORECASTS, self.known.WARNINGS, getattr(self.known, "SHORTCUTS", []))
        return {check for checks in own for _, check in checks}

    def look(self, match: Any) -> None:
        choices = match.choices(match.actor + 1)
        sample = {id(one) for one in self.rng.sample(choices, min(len(choices), MOST_CHOICES))}
        for choice in choices:
            told = [*found(choice.forecast.split("; "), self.known.FORECASTS),
                    *found(SEPARATE.split(choice.warning), self.known.WARNINGS)]  # fmt: skip
            if id(choice) in sample or any(self.met[check] < RARE for _, _, check in told):
                self.hold(Step(match, choice), told)
        for way in getattr(self.known, "shortcuts", lambda match: [])(match)[:MOST_CHOICES]:
            self.follow(Step(match, way))

    def follow(self, step: Step) -> None:
        """What a shortcut says of its whole way is held against that, the rest against its last decision."""
        whole = {check for _, check in self.known.SHORTCUTS}
        told = [*found(step.choice.forecast.split("; "), [*self.known.SHORTCUTS, *self.known.FORECASTS]),
                *found(SEPARATE.split(step.choice.warning), [*self.known.SHORTCUTS, *self.known.WARNINGS])]  # fmt: skip
        self.hold(step, [one for one in told if one[2] in whole])
        if rest := [one for one in told if one[2] not in whole]:
            self.hold(step.last, rest)

    def hold(self, step: Step, told: list[Promise]) -> None:
        self.met.update(check for _, _, check in told)
        self.wrong += broken(step, told)


@pytest.mark.parametrize("name", [name for name in registry.names() if name in TABLES])
def test_no_forecast_and_no_warning_is_wrong(name: str) -> None:
    promises = Promises(name)
    for match in positions(name):
        promises.look(match)
    assert promises.wrong[:10] == []
    unmet = promises.checks - set(promises.met)
    assert [check.__name__ for check in unmet] == [], "nowhere promised"


@pytest.mark.parametrize("name", [name for name in registry.names() if name in TABLES])
def test_what_is_shown_beside_the_choices_is_so(name: str) -> None:
    """Prices, numbers of fights, threats, leads, rounds left: `shown` of each module."""
    known, met, wrong = importlib.import_module(f"tests.forecasts.{name}"), set(), []
    for match in chain(wandering(name, OFTEN), wandering(name, OFTEN, 5)):
        for kind, right, told in known.shown(match, match.scene(match.actor + 1)):
            met.add(kind)
            wrong += [] if right else [f"{len(match.log)}: {kind}, {told}"]
    assert wrong[:10] == []
    assert met >= known.SHOWN, "nowhere shown"


def test_only_hex_promises_nothing() -> None:
    match = registry.game("hex").match(seed=1).play("c3")
    assert {choice.forecast + choice.warning for choice in match.choices(2)} == {""}


def test_what_a_face_of_the_die_would_do_and_who_may_burn() -> None:
    """Sygon: every face of every roll, as foretold, and the chances in the warning at the end of a turn."""
    game = registry.game("sygon")
    seen = 0
    for seed in range(2):
        match, rng = game.match(players=3, seed=seed), random.Random(seed)
        match.chance = "ask"
        while not match.over and len(match.log) < 900:
            if match.state.stage == AT_ROLL:
                seen += faces_come_true(match)
            match.play(rng.choice(match.actions()))
    assert seen > 100


def faces_come_true(match: Any) -> int:
    box, s, seen = match.box, match.state, 0
    for face, action in enumerate(match.actions()):
        then = s.clone()
        match.game.rules.apply(box, then, action)
        if then.stage == AT_LOSE:
            continue
        told = sygon_forecasts.hit_by(box, s, sygon_forecasts.possible_eruptions(box, s)[face])
        for c in range(box.cells):
            lost = [f"value drops by {s.value[c] - then.value[c]}"] if s.value[c] != then.value[c] else []
            if (s.town[c], s.workshop[c], s.market[c]) != (then.town[c], then.workshop[c], then.market[c]):
                lost.append("loses a building")
            real = "turns to Ash" if then.terrain[c] != s.terrain[c] else " and ".join(lost)
            assert told.get(c, "") == real, (cell_name(box, c), face)
            seen += bool(real)
    return seen
