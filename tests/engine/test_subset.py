"""The linter finds what would not run on every back end, and says where."""

import importlib.util
import textwrap

import pytest

import hexagora
from hexagora.engine.subset import lint, lint_modules

FIELDS = {"s": {"gold", "row"}, "box": {"cells"}}


@pytest.fixture
def problems(tmp_path):
    def find(source):
        path = tmp_path / "sample_rules.py"
        path.write_text(textwrap.dedent(source))
        spec = importlib.util.spec_from_file_location("sample_rules", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return [str(p) for p in lint_modules([module], FIELDS)]

    return find


@pytest.mark.parametrize("game", hexagora.names())
def test_the_games_keep_to_the_subset(game):
    assert lint(hexagora.game(game)) == []


def test_rules_like_those_of_the_games_pass(problems):
    assert problems("""
        from hexagora.engine import contract as C
        LIMIT = 3
        def toll(box, s, cell):
            '''Gold for a cell.'''
            total = 0
            for k in range(box.cells):
                if s.row[k] == cell and k < LIMIT or not k:
                    total += min(s.gold, k)
            return total if total > 0 else C.OVER
        def pay(box, s, cell):
            s.gold -= toll(box, s, cell)
        """) == []


@pytest.mark.parametrize(("body", "problem"), [
    ("return s.golld", "s has no field 'golld'"),
    ("return 'text'", "only integers"),
    ("return 1 / 2", "operator Div"),
    ("return 1.5", "only integers"),
    ("return [1, 2]", "List is outside"),
    ("return [k for k in range(3)]", "ListComp is outside"),
    ("for k in s.row:\n        return k", "for loops run over range"),
    ("return s.row[0:1]", "Slice is outside"),
    ("raise ValueError", "Raise is outside"),
    ("return s.gold in (1, 2)", "operator In"),
    ("return len(s.row)", "len is not a rule"),
    ("return lambda: 0", "Lambda is outside"),
    ("return unknown", "unknown is not known here"),
    ("return NAME", "NAME is neither an integer nor a rule"),
    ("return f(box, s)", "calls itself"),
    ("a, b = 1, 2\n    return a", "Tuple is outside"),
    ("with s:\n        return 1", "With is outside"),
    ("return C.OVERR", "hexagora.engine.contract has no constant 'OVERR'"),
    ("return C.legal(box, s, 0)", "only functions called by their own name"),
    ("return C.legal", ".legal: of a module only integers"),
    ("C.OVER = 1\n    return 1", "constants do not change"),
    ("return C", "C is neither an integer nor a rule"),
])  # fmt: skip
def test_what_is_outside_the_subset_is_found(problems, body, problem):
    found = problems(f"from hexagora.engine import contract as C\nNAME = 'x'\ndef f(box, s):\n    {body}\n")
    assert any(problem in p for p in found), found


def test_a_problem_names_file_line_and_function(problems):
    assert problems("def f(box, s):\n    x = 1\n    return s.gould\n") == [
        "sample_rules.py:3: in f(): s has no field 'gould'"
    ]


def test_long_functions_defaults_and_decorators_are_found(problems):
    long = "def f(box, s):\n" + "    s.gold += 1\n" * 70
    assert "71 lines; at most 60" in problems(long)[0]
    assert "without defaults" in problems("def f(box, s, k=1):\n    return k\n")[0]
    assert "no decorators" in problems("def same(f):\n    return f\n@same\ndef f(box, s):\n    return 1\n")[0]


def test_recursion_through_others_is_found(problems):
    found = problems("def f(box, s):\n    return g(box, s)\ndef g(box, s):\n    return f(box, s)\n")
    assert len(found) == 2
