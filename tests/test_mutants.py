"""The mutation check changes what it says, and notices what the tests do not."""

from tests import mutant, mutate

SOURCE = '''
LIMIT = 3

def may(box, s):
    """Not 7."""
    return s.count + 1 < LIMIT and not s.done
'''


def test_every_operator_and_constant_of_a_function_is_changed_once():
    changes = mutant.changes_of("m", SOURCE)
    assert sorted((c.before, c.after) for c in changes) == [
        ("1", "2"), ("not s.done", "s.done"), ("s.count + 1", "s.count - 1"),
        ("s.count + 1 < LIMIT", "s.count + 1 <= LIMIT"),
        ("s.count + 1 < LIMIT and (not s.done)", "s.count + 1 < LIMIT or not s.done")]
    assert {c.function for c in changes} == {"may"}


def test_a_change_is_made_at_its_place_and_nowhere_else():
    changes = mutant.changes_of("m", SOURCE)
    whole = next(c for c in changes if c.after == "s.count - 1")
    names = {}
    exec(mutant.changed_code(SOURCE, "m.py", whole.number), names)
    state = type("S", (), {"count": 3, "done": 0})
    assert names["LIMIT"] == 3
    assert names["may"](None, state) is True  # 3 - 1 < 3; as it was written, 3 + 1 is not


def test_a_broken_rule_is_caught():
    changes = mutate.all_changes("hex")
    broken = next(c for c in changes if c.function == "to_act" and c.before == "s.winner > 0")
    assert mutate.run_tests("hex", broken, None) == 1


def test_docstrings_are_left_alone():
    assert not [c for c in mutate.all_changes("hex") if '"' in c.before]
