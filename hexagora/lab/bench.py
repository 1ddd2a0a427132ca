"""A question to the lab from beginning to end: played with progress, interrupted without loss, told in a few lines, and
kept in a folder as report, result and data."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import write_whole
from hexagora.lab import comparing, data, laddering, searching, sums, sweeping
from hexagora.lab import report as reports
from hexagora.lab.comparing import Comparison
from hexagora.lab.counting import PROCESSORS
from hexagora.lab.figures import between, figures, spoken, summary, written
from hexagora.lab.job import Run, play, workers_here
from hexagora.lab.setting import Setting
from hexagora.lab.speech import Speech, languages

REPORT, RESULT, CONTENT = "report.html", "result.json", "content.toml"


@dataclass
class Result:
    lines: list[str] = field(default_factory=list)
    document: dict[str, Any] = field(default_factory=dict)


class Bench:
    """Where questions of one call are worked on."""

    def __init__(self, folder: Path, resume: bool, matches: int, until: float | None, workers: int | None,
                 language: str = "en", command: str = "", ray: str | None = None, device: str = PROCESSORS):
        if language not in languages():
            raise HexagoraError(f"the lab does not speak '{language}'; it speaks {', '.join(languages())}")
        if folder.exists() and not folder.is_dir():
            raise HexagoraError(f"{folder} is a file; --out names a folder")
        if not resume and folder.exists() and any(folder.iterdir()):
            raise HexagoraError(f"{folder} is not empty: --resume goes on with what lies there, --out names another")
        self.folder, self.matches, self.until = folder, matches, until
        self.workers = workers or workers_here()
        self.language, self.command, self.ray, self.device = language, command, ray, device
        self.interrupted = False

    # the questions

    def measure(self, setting: Setting) -> Result:
        """What a game does."""
        seen: list[Run] = []
        with self._progress(setting.game) as tell:
            def watch(run: Run) -> bool:
                seen[:] = [run]
                tell(run.played, _line(run))
                return True

            with self._interruptible():
                play(setting, self.matches, self.until, self.folder, self.workers, watch, self.ray,
                     device=self.device)
        if not seen:
            return Result([self._stopped()])
        run, say = seen[0], Speech(self.language, setting.game_itself())
        lines = [f"{spoken(f, say):44} {written(f.interval.middle, f.unit, say):>9}   {between(f, say)}"
                 for f in figures(run)]
        document = {"setting": setting.document(), "matches": run.played,
                    "figures": [f.document() for f in figures(run)]}
        self._write(reports.report(run, self.language, self.command), document)
        data.write(run, self.folder)
        return self._result([*lines, "", *summary(run, say)], document)

    def compare(self, before: Setting, after: Setting, earlier: Path | None = None) -> Result:
        """What a change does. The first arm may have been played by an earlier run."""
        seen: list[Comparison] = []
        with self._progress(before.game) as tell:
            def watch(found: Comparison) -> bool:
                seen[:] = [found]
                tell(found.after.played, f"± {100 * found.width:.1f}")
                return True

            with self._interruptible():
                comparing.compare(before, after, self.matches, self.until, self.folder, self.workers, watch, earlier)
        if not seen:
            return Result([self._stopped()])
        found, say = seen[0], Speech(self.language, after.game_itself())
        document = {"before": before.document(), "after": after.document(), "matches": found.after.played,
                    "differences": [{"key": d.figure.key, "difference": d.interval.middle, "low": d.interval.low,
                                     "high": d.interval.high, "sure": d.sure} for d in found.differences()]}
        self._write(comparing.report(found, self.language, self.command), document)
        return self._result(comparing.verdicts(found, say), document)

    def ladder(self, setting: Setting, asked: str, matches: Callable[[Setting], int]) -> Result:
        """How deep the game is."""
        names = laddering.rungs(asked)
        with self._progress(setting.game) as tell:
            def watch(name: str, run: Run) -> bool:
                tell(run.played, name)
                return True

            with self._interruptible():
                found = laddering.climb(setting, names, matches, self.until, self.folder, self.workers, watch)
        if self.interrupted:
            return Result([self._stopped()])
        document = {"setting": setting.document(), "rungs": [rung.document() for rung in found]}
        self._write(laddering.report(found, setting, self.language, self.command), document)
        say = Speech(self.language, setting.game_itself())
        return self._result([rung.told(say) for rung in found], document)

    def sweep(self, setting: Setting, asked: str) -> Result:
        """How figures go with a number."""
        over = sweeping.span(asked)
        setting.value_at(over.path)
        with self._progress(setting.game) as tell:
            def watch(value: Any, run: Run) -> bool:
                tell(run.played, f"{over.path} = {value}: {_line(run)}")
                return True

            with self._interruptible():
                found = sweeping.sweep(setting, over, self.matches, self.until, self.folder, self.workers, watch)
        if self.interrupted:
            return Result([self._stopped()])
        document = {"setting": setting.document(), "path": over.path,
                    "values": [{"value": value, "figures": [f.document() for f in figures(run)]}
                               for value, run in found]}
        self._write(sweeping.report(found, over, self.language, self.command), document)
        say = Speech(self.language, setting.game_itself())
        lines = [f"{over.path} = {sweeping.line(value, run, say)}" for value, run in found]
        return self._result([*lines, "", *sweeping.verdicts(found, over, say)], document)

    def search(self, setting: Setting, asked: list[str], within: float, keep: list[str]) -> Result:
        """Which change would help."""
        spans, wishes = [sweeping.span(a) for a in asked], [searching.wish(k) for k in keep]
        for span in spans:
            setting.value_at(span.path)
        say = Speech(self.language, setting.game_itself())
        with self._progress(setting.game) as tell:
            def watch(played: int, planned: int, one: searching.Candidate) -> bool:
                tell(played, f"{searching.named(one.changes, say)}: {say.number(100 * one.imbalance)}", planned)
                return True

            with self._interruptible():
                found = searching.search(setting, spans, within, wishes, self.matches, self.folder, self.workers, watch)
        if self.interrupted:
            return Result([self._stopped()])
        return self._told_search(found)

    def _told_search(self, found: searching.Found) -> Result:
        made = searching.content(found, self.command)
        file = str(self.folder / CONTENT) if made else ""
        if made:
            write_whole(file, made)
        document = {"setting": found.setting.document(), "changes": found.best.changes,
                    "kept_to_all_wishes": found.kept_to,
                    "front": [{"changes": c.changes, "distance": c.distance, "imbalance": c.imbalance}
                              for c in found.front()]}
        self._write(searching.report(found, self.language, self.command, CONTENT if made else ""), document)
        say = Speech(self.language, found.setting.game_itself())
        lines = [f"{searching.named(c.changes, say)}: "
                 f"{say('{points} points from equal at most', points=say.number(100 * c.imbalance))}"
                 for c in found.front()]
        where = [say("It lies in {file}.", file=file)] if file else []
        return self._result([*lines, "", searching.verdict(found, say), *where], document)

    # what all of them need

    def _write(self, page: str, document: dict[str, Any]) -> None:
        write_whole(self.folder / REPORT, page)
        write_whole(self.folder / RESULT, json.dumps(document, indent=1))

    def _result(self, lines: list[str], document: dict[str, Any]) -> Result:
        tail = [self._stopped()] if self.interrupted else []
        say = Speech(self.language)
        return Result([*lines, "", say("report: {file}", file=self.folder / REPORT), *tail], document)

    def _stopped(self) -> str:
        say = Speech(self.language)
        return say("stopped; the same command with --resume goes on from here (--out {folder})", folder=self.folder)

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self.interrupted = True
        except OSError as e:
            why = e.strerror or e
            raise HexagoraError(f"{self.folder} cannot be written: {why}; --out names another folder") from e

    @contextlib.contextmanager
    def _progress(self, title: str) -> "Iterator[Any]":
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(title, total=self.matches)
            yield lambda played, line, total=self.matches: bar.update(task, completed=played, total=total,
                                                                      description=f"{title}: {line}")


def _line(run: Run) -> str:
    """The seats' shares in short."""
    seats = [f for f in figures(run) if f.group == sums.SEAT]
    told = " ".join(f"{100 * f.interval.middle:.1f}" for f in seats)
    return f"{run.played} matches, seats {told} ± {100 * run.width:.1f}"
