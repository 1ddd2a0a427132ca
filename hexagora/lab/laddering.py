"""How deep a game is: does each sort of player beat the one below? One seat of the better plays with the others of the
lesser, every seat in turn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from hexagora.engine.errors import HexagoraError
from hexagora.lab import charts, sums
from hexagora.lab.charts import Bar
from hexagora.lab.figures import Figure, interval_of
from hexagora.lab.intervals import Interval
from hexagora.lab.job import Run, play
from hexagora.lab.report import about, page, section, short
from hexagora.lab.setting import Setting, check_bot
from hexagora.lab.speech import Speech

EVEN = 0.5


@dataclass(frozen=True)
class Rung:
    """One step: how a seat of the better fares against a seat of the lesser, as between two."""

    lesser: str
    better: str
    run: Run

    @property
    def interval(self) -> Interval:
        found = interval_of(f"{sums.BOT}/{self.better}", self.run.sums[f"{sums.BOT}/{self.better}"])
        others = self.run.setting.players - 1
        return Interval(*(as_duel(share, others) for share in (found.middle, found.low, found.high)))

    def figure(self, say: Speech) -> Figure:
        name = f"{say.name(self.better.capitalize())} – {say.name(self.lesser.capitalize())}"
        return Figure(f"rung/{self.better}", "rung", name, self.interval, self.run.played, "%", EVEN)

    def told(self, say: Speech) -> str:
        i = self.interval
        return say("{better} beats {lesser} in {rate} of duels ({low} to {high}).",
                   better=say.name(self.better.capitalize()), lesser=say.name(self.lesser.capitalize()),
                   rate=say.percent(i.middle), low=say.percent(i.low), high=say.percent(i.high))

    def document(self) -> dict[str, Any]:
        i = self.interval
        return {"lesser": self.lesser, "better": self.better, "matches": self.run.played, "rate": i.middle,
                "low": i.low, "high": i.high}


def as_duel(share: float, others: int) -> float:
    """A share of the wins against so many others, as the chance against one of them.

    >>> as_duel(0.5, 1), as_duel(0.25, 3), round(as_duel(0.5, 3), 2)
    (0.5, 0.5, 0.75)
    """
    return share * others / (1 - share + share * others) if share < 1 else 1.0


def rungs(text: str) -> list[str]:
    """Who is compared, the least first."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check_bot(name)
    if len(names) < 2 or len(set(names)) < len(names):
        raise HexagoraError(f"--ladder {text}: name two or more different bots, the least first, as in random,quick")
    return names


def arm(setting: Setting, lesser: str, better: str) -> Setting:
    """One seat of the better among seats of the lesser."""
    return replace(setting, bots=(better, *[lesser] * (setting.players - 1)))


def climb(setting: Setting, names: list[str], matches: Callable[[Setting], int], until: float | None = None,
          folder: Path | None = None, workers: int = 1,
          watch: Callable[[str, Run], bool | None] = lambda name, run: True) -> list[Rung]:
    """Each against the one below."""
    found = []
    for lesser, better in pairwise(names):
        asked = arm(setting, lesser, better)
        place = folder / f"{better}-{lesser}" if folder else None

        def tell(run: Run, name: str = f"{better} – {lesser}") -> bool | None:
            return watch(name, run)

        found.append(Rung(lesser, better, play(asked, matches(asked), until, place, workers, tell)))
    return found


def report(found: list[Rung], setting: Setting, language: str = "en", command: str = "") -> str:
    game = setting.game_itself()
    say = Speech(language, game)
    title = say("Lab: {game}, depth of skill", game=game.facts.title)
    rows, lines = [], []
    for rung in found:
        i = rung.interval
        rows.append(Bar(rung.figure(say).name, i.low, i.middle, i.high, say.percent(i.middle), i.low > EVEN))
        lines.append(rung.told(say))
    note = say("One seat of the better among seats of the lesser, every seat in turn, told as between two. The dashed "
               "line is no difference.")
    tail = [section(say("How it was measured"), f"<p class='muted'>{escape(command)}</p>")] if command else []
    return page(title, language, [section(say("In short"), short(lines)),
                                  section(say("Depth of skill"), charts.bars(rows, title, EVEN, 1.0), note), *tail],
                escape(about(replace(setting, bots=_everybody(found)), game, say)))


def _everybody(found: list[Rung]) -> tuple[str, ...]:
    """Who was asked about, the least first."""
    return (*(rung.lesser for rung in found[:1]), *(rung.better for rung in found))
