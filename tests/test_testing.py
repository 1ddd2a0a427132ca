"""The kit for tests of games, as a package of somebody else uses it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexagora.testing import check_game, covers
from tests import outside
from tests.outside import changed

__all__ = ["changed"]
ROOT = Path(__file__).parent.parent

TESTS = """
from other_hex import GAME
from hexagora.testing import check_game, covers

{marks}
def test_rules():
    check_game(GAME, only=[{{"players": 2, "size": 3}}])
"""


@pytest.fixture
def run(tmp_path):
    outside.copy_to(tmp_path)
    facts = tmp_path / "other_hex-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: other-hex\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[hexagora.games]\nother_hex = other_hex:GAME\n")

    def call(*ids):
        marks = f"@covers{ids!r}" if ids else ""
        (tmp_path / "test_other.py").write_text(TESTS.format(marks=marks))
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "hexagora.testing.plugin", "-p",
             "no:cacheprovider", "--rules-of", "other_hex", "test_other.py"],
            cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"})

    return call


def test_rules_without_a_test_are_told_and_fail(run):
    done = run("CLX-START-1", "CLX-NONSENSE-7")
    assert done.returncode == 1
    assert "no test covers CLX-MOVE-1" in done.stdout
    assert "no test covers CLX-START-1" not in done.stdout
    assert "a test covers CLX-NONSENSE-7, which is not in rules.md" in done.stdout


def test_when_every_rule_has_a_test_all_is_well(run):
    done = run("CLX-START-1", "CLX-MOVE-1", "CLX-SWAP-1", "CLX-SWAP-2", "CLX-WIN-1", "CLX-WIN-2")
    assert "every rule is covered by a test" in done.stdout, done.stdout
    assert done.returncode == 0


def test_what_is_wrong_raises_with_the_report(changed):
    with pytest.raises(AssertionError, match=r"there is no rules.md"):
        check_game(changed({"rules.md": None}), only=[{"size": 3}])


def test_covering_nothing_is_a_mistake():
    with pytest.raises(TypeError, match="at least one rule"):
        covers()
