"""One small change of a game's rules, and the plugin that lets tests run with it (`pytest -p tests.mutant`).

Which change it is stands in the environment as `HEXAGORA_MUTANT=module:number`. Tests then see interpreted rules only:
compiled ones would be those without the change, and any comparison with them would notice it for the wrong reason.
"""

import ast
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

VARIABLE = "HEXAGORA_MUTANT"
NO_CHANGE = "none"  # the tests as they are run with changes, without one
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
              ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift}
LOGIC = {ast.And: ast.Or, ast.Or: ast.And}


@dataclass(frozen=True)
class Change:
    """A place in the rules and what becomes of it."""

    module: str
    number: int  # among all changes of the module
    line: int
    function: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} in {self.function}(): {self.before} -> {self.after}"


def changes_of(module: str, source: str) -> list[Change]:
    """Every change of one operator or constant that a module's functions allow."""
    found = []
    tree = ast.parse(source)
    for function in [f for f in tree.body if isinstance(f, ast.FunctionDef)]:
        for node, before in _places(function):
            old = ast.unparse(before)
            after = ast.unparse(_changed(before))
            found.append(Change(module, len(found), node.lineno, function.name, old, after))
    return found


def _places(function: ast.FunctionDef) -> Iterator[tuple[Any, Any]]:
    """The nodes of a function that can be changed, in a fixed order, with the expression that shows the change."""
    for statement in function.body:
        for node in ast.walk(statement):
            if _changed(node) is not None:
                yield node, node


def _changed(node: Any) -> Any:
    """The node with its operator or value changed; None if it has none."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other: Any = ast.Compare(node.left, [COMPARISONS[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        other = ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        other = ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    elif isinstance(node, ast.BoolOp):
        other = ast.BoolOp(LOGIC[type(node.op)](), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        other = node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        other = ast.Constant(node.value + 1)
    else:
        return None
    return ast.copy_location(other, node)


class _Apply(ast.NodeTransformer):
    def __init__(self, target: Any):
        self.target = target

    def visit(self, node: Any) -> Any:
        return _changed(node) if node is self.target else self.generic_visit(node)


def changed_code(source: str, path: str, number: int) -> Any:
    """The code of a module with one change made."""
    tree = ast.parse(source)
    places = [(f, node) for f in tree.body if isinstance(f, ast.FunctionDef) for node, _ in _places(f)]
    _Apply(places[number][1]).visit(tree)
    return compile(ast.fix_missing_locations(tree), path, "exec")


class _Loader(SourceFileLoader):
    number = 0

    def get_code(self, name: str) -> Any:
        return changed_code(Path(self.path).read_text("utf8"), self.path, self.number)


class _Finder(PathFinder):
    module, number = "", 0

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> Any:
        if name != cls.module:
            return None
        spec = super().find_spec(name, path, target)
        assert spec is not None
        spec.loader = _Loader(name, str(spec.origin))
        spec.loader.number = cls.number
        return spec


def _make(change: str) -> None:
    module, _, number = change.partition(":")
    assert module not in sys.modules, f"{module} is loaded already"
    _Finder.module, _Finder.number = module, int(number)
    sys.meta_path.insert(0, _Finder)


def _interpreted_only() -> None:
    import pytest

    from hexagora.engine import conformance
    from hexagora.engine.game import Game

    check = conformance.check

    def interpreted(*given: Any, **more: Any) -> Any:
        return check(*given[:3], **{**more, "compiled": False})

    def compiled(*_: Any) -> Any:
        pytest.skip("changed rules are tested interpreted")

    conformance.check, Game.compiled = interpreted, compiled  # type: ignore[assignment,method-assign]


if VARIABLE in os.environ:
    if os.environ[VARIABLE] != NO_CHANGE:
        _make(os.environ[VARIABLE])
    _interpreted_only()
