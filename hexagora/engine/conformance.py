"""The checker of games: does a game keep the contract? Importable, and behind `hexagora check`.

    report = conformance.check(hexagora.game("hex"), matches=20)
    print(report); report.raise_for_problems()

Random matches are played with every number of players and every option; at every decision everything that the
contract promises is looked at, on the interpreted rules with range-checked states and on the compiled ones.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hexagora.engine import (
    editor_checks,
    folder,
    hooks,
    learning_checks,
    locales,
    looks,
    openings,
    subset,
    translation_checks,
)
from hexagora.engine.check_report import MOST_PROBLEMS, Report
from hexagora.engine.contract import CHANCE, OVER
from hexagora.engine.endless import Guard
from hexagora.engine.errors import BadOption
from hexagora.engine.mirrors import mirrors
from hexagora.engine.scene_checks import Looker
from hexagora.engine.translation_checks import Reader
from hexagora.engine.walk_checks import LONGEST, Walk

if TYPE_CHECKING:
    from hexagora.engine.game import Game

BARE_SHARE = 5  # one part in so many of the time is for matches of which nothing but the end is looked at


def variants(game: "Game") -> Iterator[dict[str, Any]]:
    """Every number of players with default options, then each option at each of its notable values."""
    for players in game.facts.players:
        yield {"players": players}
    for option in game.facts.options:
        for value in _notable(game, option):
            for players in game.facts.players:
                yield {"players": players, option.name: value}


def _notable(game: "Game", option: Any) -> list[Any]:
    if option.asset:
        supplied = hooks.SUPPLIED.of(game)
        return [v for v in supplied(game.content, option.name) if v != option.default] if supplied else []
    values = []
    for v in option.values:
        values += [v.start, v[len(v) // 2], v[-1]] if isinstance(v, range) else [v]
    return [v for v in dict.fromkeys(values) if v != option.default and v not in option.unchecked]


def check(
    game: "Game",
    matches: int = 1,
    seed: int = 1,
    compiled: bool = True,
    only: list[dict[str, Any]] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    seconds: float | None = None,
    beside: Iterable[folder.Problem] = (),
    compiling: bool = True,
) -> Report:
    """Plays `matches` random matches of every variant (or of those in `only`) and looks at everything. With `seconds`
    matches are broken off so that all variants have their turn within that time, as far as it goes; the report says
    what was left out. `beside` are problems that others have found. `compiled` compares with all back ends that are
    there; rules are compiled for it where they are not yet, unless `compiling` is denied."""
    report = Report(game.id)
    if not _readable(game, report):
        return report
    for name, problem in beside:
        report.note(name, False, problem)
    if beside:
        report.checked["levels"] += hooks.LEVELS.of(game) is not None
        report.checked["training"] += (game.folder / "training.toml").is_file()
        report.checked["openings"] += (game.folder / openings.FILE).is_file()
        report.checked["heuristics"] += game.module_if_any("heuristics") is not None
    todo = list(variants(game)) if only is None else only
    back_ends, missing = mirrors(game, compiling) if compiled else ([], [])
    report.left_out += missing
    if game.facts.hidden and hooks.BROKEN.of(game) is None:
        report.left_out.append(f"whether resampled states can come up at all, which {hooks.BROKEN} would say")
    looker, reader = Looker(game), Reader(game)
    if seconds is not None and not report.full:
        _bare_matches(game, report, seed, seconds / BARE_SHARE)
    hourglass, skipped = Hourglass(seconds, len(game.facts.players), len(todo) * matches), 0
    for k, options in enumerate(todo):
        if progress:
            progress(" ".join(f"{name}={str(v)[:20]}" for name, v in options.items()), k, len(todo))
        try:
            game.options(options)
        except BadOption:
            continue  # the game refuses this combination
        if hourglass.run_out():
            skipped += 1
            continue
        for m in range(0 if report.full else matches):
            try:
                walk = Walk(game, options, f"{seed}-{k}-{m}", report, back_ends, looker, reader)
            except Exception as e:
                report.note("crash", False, f"a match with {options} cannot begin: {folder.what_went_wrong(e, game)}")
                break
            walk.time_is_up = hourglass.turn()
            walk.run()
            report.matches += 1
            hourglass.broken_off += walk.broken_off
            if walk.endless:
                report.left_out.append("all matches after the one that hangs")
                return report
    if progress:
        progress("done", len(todo), len(todo))
    if report.full:
        report.left_out.append(f"all that comes after the first {MOST_PROBLEMS} problems")
    if skipped:
        report.left_out.append(f"{skipped} of {len(todo)} combinations of options, for want of time")
    if hourglass.broken_off:
        report.left_out.append(f"the ends of {hourglass.broken_off} of {report.matches} matches, for want of time")
    return report


def _readable(game: "Game", report: Report) -> bool:
    """What can be seen without a match; whether one can be played at all."""
    for name, problem in folder.problems(game):
        report.note(name, False, problem)
    brings = {"languages": bool(locales.languages(game)), "looks": looks.brought(game.folder),
              **learning_checks.brought(game)}
    for name in ("folder", "facts", "hooks", "rules", "options", *(name for name, any_ in brings.items() if any_)):
        report.checked[name] += 1
    if any(name in ("folder", "facts") for name, _ in report.problems):
        report.left_out.append("all matches, until this is put right")
        return False
    with Guard() as guard:
        for name, problem in learning_checks.problems(game):
            report.note(name, False, problem)
            if guard.times:
                report.left_out.append(f"all that comes after the {name}, which hangs")
                return False
        guard.beat()
        for told in () if game.base else editor_checks.problems(game):  # a pack has most of this of its game
            report.note("editor", False, told)
            if guard.times:
                report.left_out.append("all that comes after the editor, which hangs")
                return False
    if not game.base:
        for told in translation_checks.of_files(game):
            report.note("languages", False, told)
        report.checked["editor"] += 1
    for outside in subset.lint(game):
        report.note("subset", False, str(outside))
    report.checked["subset"] += 1
    return True


def _bare_matches(game: "Game", report: Report, seed: int, seconds: float) -> None:
    """Where matches are broken off when time is up, one is played on the rules alone for each number of players: does
    it end, and as soon as the game says?"""
    for players in game.facts.players:
        try:
            decisions, over, most = _bare_match(game, players, seed, seconds / len(game.facts.players))
        except Exception:
            return  # a walk tells it, and where it happens
        if over or decisions >= most:
            report.note("ends", over, f"with {players} players not over after {decisions} random decisions")
        else:
            report.left_out.append(f"whether random matches of {players} players end: not after {decisions} decisions, "
                                   "for want of time")


def _bare_match(game: "Game", players: int, seed: int, seconds: float) -> tuple[int, bool, int]:
    """The decisions of a random match, whether they ended it, and how many there may be."""
    rules, box, s = game.rules, game.box(game.options({"players": players})), game.State.new()
    rng, out = random.Random(f"{seed}-{players}"), [0] * game.max_legal
    longest = hooks.LONGEST.of(game)
    most = longest(box) if longest else LONGEST
    rules.deal(box, s)
    decisions, end = 0, time.process_time() + seconds
    with Guard() as guard:
        while rules.to_act(box, s) != OVER and decisions < most and time.process_time() < end:
            weights = out[:rules.chances(box, s, out)] if rules.to_act(box, s) == CHANCE else None
            rules.apply(box, s, rng.choices(out[:rules.legal(box, s, out)], weights)[0])
            decisions += 1
            guard.beat()
    return decisions, rules.to_act(box, s) == OVER, most


class Hourglass:
    """Shares out the time: half of it among the matches with default options, the rest among the others."""

    def __init__(self, seconds: float | None, first: int, count: int):
        self.end = None if seconds is None else time.monotonic() + seconds
        self.first, self.count, self.begun, self.broken_off = first, count, 0, 0

    def run_out(self) -> bool:
        """Whether no time is left, and each number of players has had its turn."""
        return self.end is not None and self.begun >= self.first and time.monotonic() > self.end

    def turn(self) -> "Callable[[], bool]":
        """Says for the match that begins now when its time is up."""
        if self.end is None:
            return lambda: False
        left = max(0.0, self.end - time.monotonic())
        self.begun += 1
        share = left / 2 / (self.first - self.begun + 1) if self.begun <= self.first else (
            left / max(1, self.count - self.begun + 1))
        over = time.monotonic() + share
        return lambda: time.monotonic() > over
