"""Two arms with the same seeds: what a change does to every figure. Each match of the one is set beside the match of
the same number in the other, so that luck that both had falls out of the difference."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from hexagora.lab import charts, sums
from hexagora.lab.charts import Bar
from hexagora.lab.counting import Row
from hexagora.lab.figures import Figure, figures, spoken, written
from hexagora.lab.intervals import CONFIDENCE, Interval, mean
from hexagora.lab.job import ROWS_UNTIL, Outcome, Part, Run, Store, columns_of, outcomes, parts
from hexagora.lab.report import about, page, section, sections, short
from hexagora.lab.setting import Setting
from hexagora.lab.speech import Speech
from hexagora.lab.sums import Sums

BEFORE, AFTER = "before", "after"  # folders of the arms


@dataclass(frozen=True)
class Difference:
    """What a figure gains by the change. `sure` holds for all figures of the comparison at once."""

    figure: Figure
    interval: Interval
    sure: bool


@dataclass
class Comparison:
    before: Run
    after: Run
    pairs: Sums = field(default_factory=dict)

    def add(self, part: Part, one: Outcome, other: Outcome, columns: list[sums.Columns]) -> None:
        """A part of both arms, match by match."""
        self.before.add(part, one)
        self.after.add(part, other)
        for k, rows in enumerate(zip(one.rows, other.rows, strict=True)):
            number = part.first + k
            bots = self.before.setting.at_seats(number), self.after.setting.at_seats(number)
            _add_pair(self.pairs, columns, rows, bots)

    @property
    def width(self) -> float:
        """Half of the widest interval of a seat's difference."""
        found = [self._interval(key).half for key in self.pairs if key.startswith(f"{sums.SEAT}/")]
        return max(found, default=1.0)

    def _interval(self, key: str, confidence: float = CONFIDENCE) -> Interval:
        n, total, squares = self.pairs[key]
        unit = sums.scale(key)
        return mean(n, total / unit, squares / unit / unit, confidence)

    def differences(self) -> list[Difference]:
        """Of every figure that both arms have."""
        shown = [f for f in figures(self.after) if f.key in self.pairs]
        strict = 1 - (1 - CONFIDENCE) / max(1, len(shown))
        return [Difference(f, self._interval(f.key), self._interval(f.key, strict).excludes(0.0)) for f in shown]


def compare(before: Setting, after: Setting, matches: int, until: float | None = None, folder: Path | None = None,
            workers: int = 1, watch: Callable[[Comparison], bool | None] = lambda found: True,
            earlier: Path | None = None) -> Comparison:
    """Plays both arms until there are so many matches, or until the differences of the seats' shares are known to
    `until`. The parts of the first may lie in the folder of an earlier run."""
    found = Comparison(Run(before, matches), Run(after, matches))
    todo = list(parts(before, min(matches, ROWS_UNTIL)))
    columns = [columns_of(s.game_itself(), s) for s in (before, after)]
    places = [earlier or (folder / BEFORE if folder else None), folder / AFTER if folder else None]
    stores = [Store(place, s) if place else None for place, s in zip(places, (before, after), strict=True)]
    each = max(1, workers // 2) if workers > 1 else 1
    arms = [outcomes(s, todo, store, each) for s, store in zip((before, after), stores, strict=True)]
    try:
        for (part, one), (_, other) in zip(*arms, strict=True):
            found.add(part, one, other, columns)
            if watch(found) is False or (until is not None and found.width <= until):
                break
    finally:
        for arm in arms:
            arm.close()
    return found


def _add_pair(pairs: Sums, columns: list[sums.Columns], rows: tuple[Row, Row], bots: tuple[list[str], list[str]]
              ) -> None:
    one, other = (dict(c.values(row, b)) for c, row, b in zip(columns, rows, bots, strict=True))
    for key in one.keys() & other.keys():
        sums.add(pairs, key, other[key] - one[key])


# telling it


def verdicts(found: Comparison, say: Speech) -> list[str]:
    """What is sure, in words."""
    sure = [d for d in found.differences() if d.sure]
    if not sure:
        return [say("Nothing is shown to change; a difference in a seat's share would be seen from about {width} "
                    "points on.", width=say.number(100 * found.width))]
    return [say("{what}: {verdict} by {difference} ({low} to {high}).", what=spoken(d.figure, say),
                verdict=say("up") if d.interval.middle > 0 else say("down"),
                difference=_written(abs(d.interval.middle), d.figure, say),
                low=_written(d.interval.low, d.figure, say), high=_written(d.interval.high, d.figure, say))
            for d in sure]


def _written(value: float, figure: Figure, say: Speech) -> str:
    if figure.unit == "%":
        return say("{number} points", number=say.number(100 * value))
    return written(value, figure.unit, say)


def report(found: Comparison, language: str = "en", command: str = "") -> str:
    """The comparison as a page; the changed arm in full below it."""
    game = found.after.setting.game_itself()
    say = Speech(language, game)
    title = say("Lab: {game}, two arms of {matches} matches", game=game.facts.title,
                matches=say.number(found.after.played, 0))
    arms = [say("Before: {setting}", setting=about(found.before.setting, found.before.setting.game_itself(), say)),
            say("After: {setting}", setting=about(found.after.setting, game, say))]
    made = [section(say("What changes"), short(verdicts(found, say)), say(
                "Both arms have the same seeds. What is told here is sure for all figures together (95 %).")),
            section(say("Every difference"), _table(found, say)), _seats(found, say),
            f"<h2>{escape(say('The changed game'))}</h2>", *sections(found.after, game, say, command)]
    return page(title, language, made, "<br>".join(escape(arm) for arm in arms))


def _table(found: Comparison, say: Speech) -> str:
    before = {f.key: f for f in figures(found.before)}
    rows = []
    for d in found.differences():
        was = before.get(d.figure.key)
        i = d.interval
        rows.append(f"<tr><td>{escape(spoken(d.figure, say))}</td>"
                    f"<td>{written(was.interval.middle, was.unit, say) if was else '–'}</td>"
                    f"<td>{written(d.figure.interval.middle, d.figure.unit, say)}</td>"
                    f"<td{' class=sure' * d.sure}>{escape(_written(i.middle, d.figure, say))}</td>"
                    f"<td>{' … '.join(escape(_written(end, d.figure, say)) for end in (i.low, i.high))}</td></tr>")
    heads = "".join(f"<th>{escape(say(h))}</th>" for h in ("Figure", "Before", "After", "Difference", "95 %"))
    return f"<div class='scroll'><table><tr>{heads}</tr>{''.join(rows)}</table></div>"


def _seats(found: Comparison, say: Speech) -> str:
    title = say("Wins by {what}", what=say.group(sums.SEAT))
    arms = [[(name, f) for f in figures(run) if f.group == sums.SEAT]
            for name, run in ((say("Before"), found.before), (say("After"), found.after))]
    rows = [Bar(f"{spoken(f, say)}, {name}", f.interval.low, f.interval.middle, f.interval.high,
                f"{say.percent(f.interval.middle)} ± {say.number(100 * f.interval.half)}", f.uneven)
            for seat in zip(*arms, strict=True) for name, f in seat]
    return section(title, charts.bars(rows, title, 1 / found.after.setting.players, None))
