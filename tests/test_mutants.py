"""The mutation check changes what it says, and notices what the tests do not."""

import builtins
import subprocess
import sys

import pytest

from hexagora import registry
from tests import mutant, mutate

SOURCE = '''
LIMIT = 3

def may(box, s):
    """Not 7."""
    if s.asleep:
        return 0
    return s.count + 1 < LIMIT and not s.done
'''
LAST = "return s.count + 1 < LIMIT and (not s.done) -> return "


def _state(**fields):
    return type("S", (), {"count": 3, "done": 0, "asleep": 0, **fields})


def _function(code):
    return type(_state)(code["may"], {"LIMIT": 3, "__builtins__": builtins})


def test_every_operator_and_constant_of_a_function_is_changed_once():
    changes = mutant.changes_of("m", SOURCE)
    assert sorted(c.what for c in changes) == sorted([
        "return 0 -> return 1", LAST + "s.count + 2 < LIMIT and (not s.done)", LAST + "s.count + 1 < LIMIT and s.done",
        LAST + "s.count - 1 < LIMIT and (not s.done)", LAST + "s.count + 1 <= LIMIT and (not s.done)",
        LAST + "s.count + 1 < LIMIT or not s.done"])
    assert {c.place for c in changes} == {"m.may"}


def test_equal_changes_of_equal_statements_have_names_of_their_own():
    changes = mutant.changes_of("m", "def f(s):\n    s.n += 1\n    s.n += 1\n")
    assert [c.what for c in changes] == ["s.n += 1 -> s.n -= 1", "s.n += 1 -> s.n += 2",
                                         "s.n += 1 -> s.n -= 1 (2)", "s.n += 1 -> s.n += 2 (2)"]


def test_a_change_is_made_at_its_place_and_nowhere_else():
    less = next(c for c in mutant.changes_of("m", SOURCE) if "s.count - 1" in c.what)
    may = _function(mutant.changed_code(SOURCE, "m.py", less.number))
    assert may(None, _state()) is True  # 3 - 1 < 3; as it was written, 3 + 1 is not
    assert may(None, _state(asleep=1)) == 0


def test_probed_rules_mark_the_statements_they_come_to(monkeypatch):
    seen = bytearray(10)
    monkeypatch.setattr(builtins, mutant.SEEN, seen, raising=False)
    code, count = mutant.probed_code(SOURCE, "m.py", 5)
    nap, last = (next(c.statement for c in mutant.changes_of("m", SOURCE) if c.what.startswith(what))
                 for what in ("return 0", "return s.count"))
    assert _function(code)(None, _state(asleep=1)) == 0
    assert count == 4
    assert seen[5 + nap]
    assert not seen[5 + last]


def test_docstrings_are_left_alone():
    assert not [c for c in mutate.all_changes("hex") if '"' in c.what]


def test_broken_rules_are_caught(tmp_path):
    command = [sys.executable, "-m", "tests.mutate", "hex", "--count", "3", "--keep", str(tmp_path)]
    run = subprocess.run(command, cwd=mutate.ROOT, capture_output=True, text=True, check=False)
    assert "hex: 3 of 3 changes caught (100.0%)" in run.stdout, run.stderr
    kept = mutate.Kept("hex", tmp_path)
    assert len(kept.tried) == 3
    assert not kept.survivors


def test_what_was_tried_is_kept_until_rules_or_tests_change_and_survivors_are_told(tmp_path, monkeypatch):
    check = mutate.Check("hex", 4, 1, tmp_path)
    for change, noticed in zip(check.drawn, ("a test", "a test", None, "a test"), strict=True):
        check.kept.add(change, noticed)
    later = mutate.Check("hex", 4, 1, tmp_path)
    assert later.share == 0.75
    assert later.survivors == [check.drawn[2]]
    assert f"not caught: {check.drawn[2]}" in str(later)
    monkeypatch.setattr(mutate, "_print", lambda game: "another")
    assert not mutate.Check("hex", 4, 1, tmp_path).kept.tried
    assert mutate.Check("hex", 4, 1, tmp_path, survivors=True).drawn == [check.drawn[2]]


def test_changes_that_make_no_difference_do_not_count(tmp_path, monkeypatch):
    first = mutate.Check("hex", 4, 1, tmp_path).drawn[0]
    monkeypatch.setattr(mutate, "equal_changes", lambda: {first.place: {first.what: "a reason"}})
    check = mutate.Check("hex", 4, 1, tmp_path)
    assert len(check.drawn) == 3
    assert check.equal == 1


@pytest.mark.parametrize("game", registry.names())
def test_every_change_that_is_said_to_make_no_difference_exists_and_has_a_reason(game):
    package = registry.game(game).package
    possible = {(c.place, c.what) for c in mutate.all_changes(game)}
    listed = {(place, what): why for place, known in mutate.equal_changes().items() if place.startswith(package + ".")
              for what, why in known.items()}
    assert listed.keys() <= possible
    assert all(listed.values())
