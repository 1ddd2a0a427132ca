"""The pytest plugin: knows the mark of `covers`, and with `--rules-of GAME` says which rules no test covers."""

from typing import Any

import pytest

from hexagora import registry
from hexagora.engine import folder
from hexagora.testing.covering import MARK

FOUND = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-of", metavar="GAME", help="say which rules of this game no collected test covers")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(*ids): the ids of the rules that this test protects")


def pytest_collection_finish(session: pytest.Session) -> None:
    name = session.config.getoption("--rules-of")
    if not name:
        return
    game = registry.game(name)
    known, prefix = folder.rule_ids(game), f"{game.facts.rule_prefix}-"
    covered = {i for item in session.items for mark in item.iter_markers(MARK) for i in mark.args}
    session.config.stash[FOUND] = [
        *(f"no test covers {i}" for i in sorted(known - covered)),
        *(f"a test covers {i}, which is not in rules.md" for i in sorted(covered - known) if i.startswith(prefix)),
    ]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if session.config.stash.get(FOUND, []) and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    name = config.getoption("--rules-of")
    if name:
        found = config.stash.get(FOUND, [])
        terminalreporter.section(f"rules of {name}")
        for line in found or ["every rule is covered by a test"]:
            terminalreporter.line(line)
