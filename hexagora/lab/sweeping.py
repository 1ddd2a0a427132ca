"""A number of the content, all the way from one value to another: how every figure goes with it. All values are played
with the same seeds."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from hexagora.engine import toml, variants
from hexagora.engine.errors import HexagoraError
from hexagora.lab import charts, sums
from hexagora.lab.charts import Point
from hexagora.lab.figures import Figure, figures, spoken, written
from hexagora.lab.intervals import CONFIDENCE
from hexagora.lab.job import Run, play
from hexagora.lab.report import about, page, section, short
from hexagora.lab.setting import OPTION, Setting
from hexagora.lab.speech import Speech

MOST_VALUES = 50
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?::([0-9]{1,9}))?")


@dataclass(frozen=True)
class Span:
    """A number of the content and the values that it is given."""

    path: str
    values: tuple[Any, ...]


def span(text: str) -> Span:
    """What is typed: a path, and a range with its step or a list of values.

    >>> span("game.goal=3..9:2").values, span("game.kind=a,b").values
    ((3, 5, 7, 9), ('a', 'b'))
    >>> span('first.towns=["e3", "g1"],["c2", "g1"]').values
    (['e3', 'g1'], ['c2', 'g1'])
    """
    path, equals, wanted = text.partition("=")
    if not equals or not path or not wanted:
        raise HexagoraError(f"'{text}' must be a path and its values, as in building.town.gold=2..5")
    found = _RANGE.fullmatch(wanted)
    if found:
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if first > last:
            raise HexagoraError(f"{path}={wanted} goes from the greater to the lesser; write {last}..{first}")
        values: Sequence[Any] = range(first, last + 1, step) if step else ()
    else:
        values = _listed(wanted)
    if not 2 <= len(values) <= MOST_VALUES:
        raise HexagoraError(f"{path}: {len(values)} values; a sweep has 2 to {MOST_VALUES} of them")
    return Span(path, tuple(values))


def _listed(text: str) -> list[Any]:
    """Values with commas between them; those that are lists themselves in brackets, as the file writes them.

    >>> _listed("a,4"), _listed('["e3", "g1"],["c2", "g1"]')
    (['a', 4], [['e3', 'g1'], ['c2', 'g1']])
    """
    try:
        return list(toml.read(f"values = [{text}]")["values"])
    except ValueError:
        return [variants.read_value(value) for value in text.split(",")]


def sweep(setting: Setting, over: Span, matches: int, until: float | None = None, folder: Path | None = None,
          workers: int = 1, watch: Callable[[Any, Run], bool | None] = lambda value, run: True
          ) -> list[tuple[Any, Run]]:
    """A run for each value; the values are checked before the first is played."""
    found = []
    for value, arm in arms(setting, over):
        place = folder / f"{over.path}={value}".replace("/", "_") if folder else None
        found.append((value, play(arm, matches, until, place, workers, partial(watch, value), tell=False)))
    return found


def arms(setting: Setting, over: Span) -> list[tuple[Any, Setting]]:
    """The setting with each of the values; all can be played."""
    made = [(value, setting.changed({over.path: value})) for value in over.values]
    for _, arm in made:
        arm.game_itself().box(arm.options)
    return made


def curves(found: list[tuple[Any, Run]], say: Speech) -> list[tuple[str, list[tuple[Any, Figure]]]]:
    """Each figure that is known at all values: what it is, and how it stands at each."""
    known = [(value, {f.key: f for f in figures(run)}) for value, run in found]
    keys = [f.key for f in figures(found[0][1]) if all(f.key in by_key for _, by_key in known)]
    return [(_title(known[0][1][key], say), [(value, by_key[key]) for value, by_key in known]) for key in keys]


def line(value: Any, run: Run, say: Speech) -> str:
    """The seats' shares at a value, in short."""
    known = figures(run)
    told = ", ".join(f"{spoken(f, say)} {say.percent(f.interval.middle)}" for f in known if f.group == sums.SEAT)
    turns = next(f for f in known if f.key == sums.TURNS)
    return say("{value}: {seats}; {turns} turns", value=value, seats=told, turns=say.number(turns.interval.middle))


def verdicts(found: list[tuple[Any, Run]], over: Span, say: Speech) -> list[str]:
    """What surely goes with the number, for all figures and values together."""
    if len(found) < 2:
        return []
    told = 1 - CONFIDENCE
    known = [(value, {f.key: f for f in figures(run, 1 - told / (len(found) * len(run.sums)))}) for value, run in found]
    sure = []
    for key in known[0][1]:
        points = [(value, by_key[key]) for value, by_key in known if key in by_key]
        least = min(points, key=lambda point: point[1].interval.high)
        most = max(points, key=lambda point: point[1].interval.low)
        if most[1].interval.low > least[1].interval.high:
            sure.append(say("{what}: surely more at {most} ({more}) than at {least} ({less}).",
                            what=_title(most[1], say), most=most[0], more=_middle(most[1], say), least=least[0],
                            less=_middle(least[1], say)))
    return sure or [say("No figure is shown to go with {path}.", path=over.path)]


def _middle(figure: Figure, say: Speech) -> str:
    return written(figure.interval.middle, figure.unit, say)


def report(found: list[tuple[Any, Run]], over: Span, language: str = "en", command: str = "") -> str:
    """A curve for every figure."""
    setting = found[0][1].setting
    game = setting.game_itself()
    say = Speech(language, game)
    title = say("Lab: {game}, {path} from {first} to {last}", game=game.facts.title, path=over.path,
                first=over.values[0], last=over.values[-1])
    drawn = [section(name, _curve(name, points, over, say)) for name, points in curves(found, say)]
    lines = [*verdicts(found, over, say), *(line(value, run, say) for value, run in found)]
    tail = f"<p class='muted'>{escape(command)}</p>" if command else ""
    return page(title, language, [section(say("In short"), short(lines)), *drawn, tail],
                escape(about(_without(setting, over.path), game, say)))


def _without(setting: Setting, path: str) -> Setting:
    """What all values have in common."""
    return replace(setting, changes={k: v for k, v in setting.changes.items() if k != path},
                   options={k: v for k, v in setting.options.items() if f"{OPTION}{k}" != path or k == "players"})


def _title(figure: Figure, say: Speech) -> str:
    if figure.group == sums.ENDING:
        return say("How matches end") + f": {spoken(figure, say)}"
    if figure.equal is None:
        return spoken(figure, say)
    return say("Wins by {what}", what=say.group(figure.group)) + f": {spoken(figure, say)}"


def _curve(title: str, found: list[tuple[Any, Figure]], over: Span, say: Speech) -> str:
    points = [Point(str(value), f.interval.low, f.interval.middle, f.interval.high) for value, f in found]
    figure = found[0][1]
    return charts.curve(points, title, over.path, figure.equal, lambda value: written(value, figure.unit, say))
