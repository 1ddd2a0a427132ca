"""Tests with changed rules, all in one process that forks: the tests of a game are imported and collected once, each
change is made in a child, and the child ends with the first test that notices.

A first child runs the unchanged rules and says how long each test takes and which statements it comes to. So a change
is shown only to tests that come to its statement, short ones first, and a test that never returns is known as such.
Time is the processor's: a busy machine changes nothing. Rules are interpreted only: compiled ones would be those
without the change, and any comparison with them would notice it for the wrong reason.
"""

import builtins
import gc
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn, TextIO

import pytest

from hexagora import registry
from hexagora.engine import conformance
from hexagora.engine.game import Game
from tests.mutant import SEEN, Change, changed_code, loaded_functions, probed_code

SLOWER, PATIENCE = 10, 2  # a test hangs after so many times its usual time and so many seconds more
PASSED, FAILED, SKIPPED, TOO_LONG = "passed", "failed", "skipped", "too long"
CRASH = "the process"  # what noticed a change with which the interpreter died


@dataclass
class Reach:
    """How long a test takes with unchanged rules, and the statements that it comes to, by module."""

    seconds: float
    statements: dict[str, set[int]]


def source_files(game: str) -> dict[str, str]:
    """The rules modules of a game and their files."""
    return {m.__name__: str(m.__file__) for m in registry.game(game).rules_modules}


class Runs:
    """A pytest plugin that runs the collected tests once for each change instead of once."""

    def __init__(self, game: str, changes: list[Change], longest: float, jobs: int,
                 told: Callable[[Change, str | None], None]):
        self.files = source_files(game)
        self.changes, self.longest, self.jobs, self.told = changes, longest, jobs, told
        self.failing: list[str] = []  # without any change
        self.done = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _interpreted_only()
        self.functions = loaded_functions(set(self.files.values()))
        gc.collect()
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        reached = self._probe(list(items.values()))
        if not self.failing:
            self._try_all(items, reached)
            self.done = True
        return True

    # the unchanged rules

    def _probe(self, items: list[pytest.Item]) -> dict[str, Reach]:
        """What each test comes to; tests that are skipped come to nothing, one that takes too long ends the child."""
        reached: dict[str, Reach] = {}
        while items:
            told = [json.loads(line) for line in _Child(partial(self._probed, items)).answer().splitlines()]
            for item, (seconds, outcome, statements) in zip(items, told, strict=False):
                if outcome == PASSED:
                    reached[item.nodeid] = Reach(seconds, {m: set(places) for m, places in statements.items()})
                elif outcome == FAILED:
                    self.failing.append(item.nodeid)
            items = items[len(told):]
        return reached

    def _probed(self, items: list[pytest.Item], pipe: TextIO) -> None:
        """A line for each test: its time, what became of it, where it came to."""
        spans = self._set_probes()
        seen = bytearray(max(span.stop for span in spans.values()))
        setattr(builtins, SEEN, seen)
        outcomes = _Outcomes(items[0].config)
        for item, following in zip(items, [*items[1:], None], strict=True):
            seen[:] = bytes(len(seen))
            began = time.process_time()
            with _alarm(self.longest, lambda: print(json.dumps((self.longest, TOO_LONG, {})), file=pipe)):
                outcome = outcomes.run(item, following)
            reached = {module: [k - span.start for k in span if seen[k]] for module, span in spans.items()}
            print(json.dumps((time.process_time() - began, outcome, reached)), file=pipe)

    def _set_probes(self) -> dict[str, range]:
        """Makes the rules mark where they come to; the numbers of each module's statements."""
        first, spans = 0, {}
        for module, path in self.files.items():
            code, count = probed_code(Path(path).read_text("utf8"), path, first)
            self._swap(path, code)
            spans[module] = range(first, first + count)
            first += count
        return spans

    # the changed ones

    def _try_all(self, items: dict[str, pytest.Item], reached: dict[str, Reach]) -> None:
        running: dict[int, tuple[Change, _Child]] = {}
        for change in self.changes:
            names = sorted((n for n in reached if change.statement in reached[n].statements[change.module]),
                           key=lambda n: reached[n].seconds)
            if len(running) == self.jobs:
                self._hear(running)
            child = _Child(partial(self._noticed, change, [(items[n], reached[n].seconds) for n in names]))
            running[child.pid] = change, child
        while running:
            self._hear(running)

    def _hear(self, running: dict[int, tuple[Change, "_Child"]]) -> None:
        pid, status = os.wait()
        change, child = running.pop(pid)
        noticed = child.read().strip() if status == 0 else CRASH
        self.told(change, noticed or None)

    def _noticed(self, change: Change, tests: list[tuple[pytest.Item, float]], pipe: TextIO) -> None:
        """Tells the first test that fails with the change, or that does not return."""
        path = self.files[change.module]
        self._swap(path, changed_code(Path(path).read_text("utf8"), path, change.number))
        outcomes = _Outcomes(tests[0][0].config) if tests else None
        for (item, seconds), following in zip(tests, [*(t for t, _ in tests[1:]), None], strict=True):
            assert outcomes is not None
            with _alarm(PATIENCE + SLOWER * seconds, partial(print, item.nodeid, file=pipe)):
                outcome = outcomes.run(item, following)
            if outcome == FAILED:
                print(item.nodeid, file=pipe)
                return

    def _swap(self, path: str, code: dict[str, CodeType]) -> None:
        for (file, name), functions in self.functions.items():
            for f in functions if file == path else ():
                f.__code__ = code[name]


class _Outcomes:
    """Runs tests one by one and says what became of them."""

    def __init__(self, config: pytest.Config):
        config.pluginmanager.register(self)

    def run(self, item: pytest.Item, following: pytest.Item | None) -> str:
        self.outcome = SKIPPED
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return self.outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.outcome = FAILED
        elif report.when == "call" and report.passed and self.outcome != FAILED:
            self.outcome = PASSED


class _Child:
    """A forked process that writes what it finds."""

    def __init__(self, work: Callable[[TextIO], None]):
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            _work(work, writing)
        os.close(writing)

    def read(self) -> str:
        with os.fdopen(self.reading) as pipe:
            return pipe.read()

    def answer(self) -> str:
        """What it wrote, once it has ended well."""
        text = self.read()
        _, status = os.waitpid(self.pid, 0)
        assert status == 0, "the run without changes broke off"
        return text


def _work(work: Callable[[TextIO], None], writing: int) -> NoReturn:
    code = 1
    try:
        with os.fdopen(writing, "w", buffering=1) as pipe:
            work(pipe)
        code = 0
    finally:
        os._exit(code)  # nothing of the parent is finished a second time


@contextmanager
def _alarm(seconds: float, last_words: Callable[[], None]) -> Iterator[None]:
    """Ends this process after so many seconds of its time: a test that is broken off leaves pytest in no fit state."""
    def ring(*_: Any) -> NoReturn:
        last_words()
        os._exit(0)

    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _interpreted_only() -> None:
    check = conformance.check

    def interpreted(*given: Any, **more: Any) -> Any:
        return check(*given[:3], **{**more, "compiled": False})

    def compiled(*_: Any) -> Any:
        pytest.skip("changed rules are tested interpreted")

    conformance.check, Game.compiled = interpreted, compiled  # type: ignore[assignment,method-assign]
