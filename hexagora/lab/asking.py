"""Questions to the lab whose answers grow while somebody looks: what the matches show, what a change does, how figures
go with a number, which change would help.

A question says which matches it wants and is given what came of them, in their order, so that whoever plays them (the
background of a server, on as many processors as it has) need not know which question it is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

from hexagora.engine import variants
from hexagora.engine.errors import HexagoraError
from hexagora.lab import comparing, laddering, report, searching, sweeping
from hexagora.lab.comparing import Comparison
from hexagora.lab.figures import Figure, figures, spoken, summary, written
from hexagora.lab.job import Outcome, Part, Run, columns_of, parts
from hexagora.lab.laddering import Rung
from hexagora.lab.searching import Candidate, Found
from hexagora.lab.setting import Setting
from hexagora.lab.speech import Speech
from hexagora.lab.sweeping import Span

LARGEST_PART = 512  # matches after which somebody who looks hears something
Group = dict[str, Any]  # a heading, where all would be equal, and rows


@dataclass(frozen=True)
class Task:
    """Matches that are to be played, and who is given what came of them."""

    setting: Setting
    part: Part
    accept: Callable[[Outcome], None]


Work = Iterator[list[Task]]


class Question(Protocol):
    """What all of them have in common."""

    @property
    def setting(self) -> Setting: ...

    @property
    def played(self) -> int:
        """Matches so far; of all arms together."""

    @property
    def matches(self) -> int: ...

    @property
    def width(self) -> float | None:
        """To what the seats' shares are known, where that is one number."""

    @property
    def enough(self) -> bool:
        """Whether all that was asked for is known."""

    def work(self) -> Work:
        """What to play: lists of tasks, of which the next is made when all of the last were accepted. The tasks of a
        list may be played all at once and are accepted in their order."""

    def lines(self, say: Speech) -> list[str]: ...

    def groups(self, say: Speech) -> list[Group]: ...

    def report(self, language: str) -> str: ...

    def content(self) -> str:
        """The content file that answers it; empty where there is none."""


def _small_parts(asked: Setting, matches: int, tell: bool = True) -> list[Part]:
    cut: list[Part] = []
    for part in parts(asked, matches, tell):
        for first in range(part.first, part.first + part.count, LARGEST_PART):
            cut.append(Part(len(cut), first, min(LARGEST_PART, part.first + part.count - first), tell))
    return cut


def _filling(run: Run, tell: bool) -> list[Task]:
    return [Task(run.setting, part, partial(run.add, part)) for part in _small_parts(run.setting, run.matches, tell)]


# what the matches show


@dataclass
class Measure:
    run: Run

    @property
    def setting(self) -> Setting:
        return self.run.setting

    @property
    def played(self) -> int:
        return self.run.played

    @property
    def matches(self) -> int:
        return self.run.matches

    @property
    def width(self) -> float | None:
        return self.run.width

    @property
    def enough(self) -> bool:
        return self.run.done

    def work(self) -> Work:
        yield _filling(self.run, tell=True)

    def lines(self, say: Speech) -> list[str]:
        return summary(self.run, say)

    def groups(self, say: Speech) -> list[Group]:
        return _grouped(self.run, {}, say)

    def report(self, language: str) -> str:
        return report.report(self.run, language)

    def content(self) -> str:
        return _content(self.setting)


# what a change does


@dataclass
class Compare:
    found: Comparison

    @property
    def setting(self) -> Setting:
        return self.found.after.setting

    @property
    def played(self) -> int:
        return self.found.after.played

    @property
    def matches(self) -> int:
        return self.found.after.matches

    @property
    def width(self) -> float | None:
        return self.found.width

    @property
    def enough(self) -> bool:
        until = self.found.after.until
        return self.played >= self.matches or (until is not None and self.found.width <= until)

    def work(self) -> Work:
        arms = [self.found.before.setting, self.found.after.setting]
        columns = [columns_of(s.game_itself(), s) for s in arms]
        tasks = []
        for part in _small_parts(arms[1], self.matches):
            both: list[Outcome] = []

            def accept(outcome: Outcome, part: Part = part, both: list[Outcome] = both) -> None:
                both.append(outcome)
                if len(both) == len(arms):
                    self.found.add(part, both[0], both[1], columns)
                    both.clear()

            tasks += [Task(arm, part, accept) for arm in arms]
        yield tasks

    def lines(self, say: Speech) -> list[str]:
        return [*comparing.verdicts(self.found, say), *summary(self.found.after, say)]

    def groups(self, say: Speech) -> list[Group]:
        return _grouped(self.found.after, {f.key: f for f in figures(self.found.before)}, say)

    def report(self, language: str) -> str:
        return comparing.report(self.found, language)

    def content(self) -> str:
        return _content(self.setting)


# how figures go with a number


@dataclass
class Sweep:
    over: Span
    runs: list[Run]

    @property
    def setting(self) -> Setting:
        return self.runs[0].setting

    @property
    def played(self) -> int:
        return sum(run.played for run in self.runs)

    @property
    def matches(self) -> int:
        return sum(run.matches for run in self.runs)

    @property
    def width(self) -> float | None:
        return None

    @property
    def known(self) -> list[tuple[Any, Run]]:
        return [(value, run) for value, run in zip(self.over.values, self.runs, strict=True) if run.played]

    @property
    def enough(self) -> bool:
        return self.played >= self.matches

    def work(self) -> Work:
        yield [task for run in self.runs for task in _filling(run, tell=False)]

    def lines(self, say: Speech) -> list[str]:
        told = sweeping.verdicts(self.known, self.over, say)
        return [*told, *(sweeping.line(value, run, say) for value, run in self.known)]

    def groups(self, say: Speech) -> list[Group]:
        """For every figure, how it stands at each value."""
        made = []
        for title, points in sweeping.curves(self.known, say):
            rows = [_row(f, None, say) | {"name": f"{self.over.path} = {value}"} for value, f in points]
            made.append({"title": title, "shares": points[0][1].equal, "rows": rows})
        return made

    def report(self, language: str) -> str:
        return sweeping.report(self.known, self.over, language)

    def content(self) -> str:
        return ""


# which change would help


@dataclass
class Search:
    found: Found
    each: int  # matches of the last round

    @property
    def setting(self) -> Setting:
        return self.found.setting

    @property
    def played(self) -> int:
        return self.found.played

    @property
    def matches(self) -> int:
        return searching.planned(self.found, self.each)

    @property
    def width(self) -> float | None:
        return None

    @property
    def enough(self) -> bool:
        return self.played >= self.matches

    def work(self) -> Work:
        for alive, size in searching.rounds(self.found, self.each):
            yield [task for one in alive for task in self._trial(one, size)]

    def _trial(self, one: Candidate, size: int) -> list[Task]:
        """A candidate is known by its last round that it has played to the end; in the first by what it has played."""
        run = Run(one.setting, size)

        def accept(part: Part, outcome: Outcome) -> None:
            run.add(part, outcome)
            self.found.played += part.count
            if run.done or one.run is None:
                one.run = run

        return [replace(task, accept=partial(accept, task.part)) for task in _filling(run, tell=False)]

    def lines(self, say: Speech) -> list[str]:
        return [searching.verdict(self.found, say)]

    def groups(self, say: Speech) -> list[Group]:
        front = [{"name": searching.named(one.changes, say), "percent": False, "uneven": False, "value": one.imbalance,
                  "low": None, "high": None, "before": None,
                  "text": say("{points} points from equal at most", points=say.number(100 * one.imbalance)),
                  "range": say("{matches} matches", matches=say.number(one.run.played if one.run else 0, 0))}
                 for one in self.found.front()]
        return [{"title": say("The front: as even as possible, as little changed as possible"), "shares": None,
                 "rows": front}]

    def report(self, language: str) -> str:
        return searching.report(self.found, language)

    def content(self) -> str:
        return searching.content(self.found)


# how deep the game is


@dataclass
class Ladder:
    """Does each level beat the one below?"""

    rungs: list[Rung]

    @property
    def setting(self) -> Setting:
        return self.rungs[-1].run.setting

    @property
    def played(self) -> int:
        return sum(rung.run.played for rung in self.rungs)

    @property
    def matches(self) -> int:
        return sum(rung.run.matches for rung in self.rungs)

    @property
    def width(self) -> float | None:
        return None

    @property
    def known(self) -> list[Rung]:
        return [rung for rung in self.rungs if rung.run.played]

    @property
    def enough(self) -> bool:
        return self.played >= self.matches

    def work(self) -> Work:
        yield [task for rung in self.rungs for task in _filling(rung.run, tell=False)]

    def lines(self, say: Speech) -> list[str]:
        return [rung.told(say) for rung in self.known]

    def groups(self, say: Speech) -> list[Group]:
        rows = [_row(rung.figure(say), None, say) for rung in self.known]
        return [{"title": say("Depth of skill"), "shares": laddering.EVEN, "rows": rows}] if rows else []

    def report(self, language: str) -> str:
        return laddering.report(self.known, self.setting, language)

    def content(self) -> str:
        return _content(self.setting)


def _content(asked: Setting) -> str:
    return variants.text(asked.game, asked.changes, {}) if asked.changes else ""


# rows for a page


def _grouped(run: Run, before: dict[str, Figure], say: Speech) -> list[Group]:
    found, made = figures(run), []
    for group in dict.fromkeys(f.group for f in found):
        members = [f for f in found if f.group == group]
        equal = next((f.equal for f in members), None)
        title = say.group(group) if equal is None else say("Wins by {what}", what=say.group(group))
        made.append({"title": title[:1].upper() + title[1:], "shares": equal,
                     "rows": [_row(f, before.get(f.key), say) for f in members]})
    return made


def _row(figure: Figure, before: Figure | None, say: Speech) -> dict[str, Any]:
    i = figure.interval
    known = i.low != float("-inf")
    return {"name": spoken(figure, say), "value": i.middle, "low": i.low if known else None,
            "high": i.high if known else None, "uneven": figure.uneven, "text": written(i.middle, figure.unit, say),
            "percent": figure.unit == "%",
            "range": f"{written(i.low, figure.unit, say)} – {written(i.high, figure.unit, say)}" if known else "",
            "before": written(before.interval.middle, before.unit, say) if before else None}


# asking


def ladder(base: Setting, names: list[str], matches: Callable[[Setting], int]) -> Ladder:
    """Of bots, the least first."""
    arms = [(lesser, better, laddering.arm(base, lesser, better)) for lesser, better in pairwise(names)]
    if not arms:
        raise HexagoraError("how deep a game is, is told by two bots or more, the least first")
    return Ladder([Rung(lesser, better, Run(asked, matches(asked))) for lesser, better, asked in arms])


def sweep(base: Setting, asked: str, matches: int) -> Sweep:
    """Of a number through its values, as `building.town.gold=2..6`; matches for each value."""
    over = sweeping.span(asked)
    base.value_at(over.path)
    return Sweep(over, [Run(arm, matches) for _, arm in sweeping.arms(base, over)])


def search(base: Setting, asked: list[str], within: float, keep: list[str], matches: int) -> Search:
    """Over numbers that may change, until seats are within so much of equal and figures stay in their ranges."""
    if not asked:
        raise HexagoraError("a search needs numbers that may change, as in building.town.gold=2..6")
    spans = [sweeping.span(one) for one in asked]
    for one in spans:
        base.value_at(one.path)
    return Search(searching.begin(base, spans, within, [searching.wish(one) for one in keep]), matches)
