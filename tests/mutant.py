"""Small changes of a game's rules: which there are, and how one is made in rules that are loaded already.

A change is known by its function and by the statement before and after, so that a name stays good when lines move.
"""

import ast
import copy
import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
              ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift}
LOGIC = {ast.And: ast.Or, ast.Or: ast.And}
SEEN = "__seen__"  # what probed code calls the bytes in which it marks its statements


@dataclass(frozen=True)
class Change:
    """A place in the rules and what becomes of it."""

    module: str
    number: int  # among all changes of the module
    statement: int  # among all statements of the module
    line: int
    function: str
    what: str  # the statement before and after; of equal ones in a function the later are numbered

    @property
    def place(self) -> str:
        return f"{self.module}.{self.function}"

    def __str__(self) -> str:
        return f"{self.module}:{self.line} in {self.function}(): {self.what}"


def changes_of(module: str, source: str) -> list[Change]:
    """Every change of one operator or constant that a module's functions allow."""
    found: list[Change] = []
    times: Counter[tuple[str, str]] = Counter()
    for number, (function, k, statement, node) in enumerate(_places(ast.parse(source))):
        what = f"{_header(statement)} -> {_header(_with(statement, node))}"
        times[function, what] += 1
        if times[function, what] > 1:
            what += f" ({times[function, what]})"
        found.append(Change(module, number, k, statement.lineno, function, what))
    return found


def _statements(tree: Any) -> Iterator[tuple[str, Any]]:
    """The statements of a module's functions, with the function's name."""
    for function in [f for f in tree.body if isinstance(f, ast.FunctionDef)]:
        for node in ast.walk(function):
            if isinstance(node, ast.stmt) and node is not function:
                yield function.name, node


def _places(tree: Any) -> Iterator[tuple[str, int, Any, Any]]:
    """Function, number and node of a statement, and what can be changed in it, in a fixed order."""
    for k, (function, statement) in enumerate(_statements(tree)):
        for node in _own(statement):
            if _changed(node) is not None:
                yield function, k, statement, node


def _own(node: Any) -> Iterator[Any]:
    """A statement and its expressions without the statements inside."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt):
            yield from _own(child)


def _header(statement: Any) -> str:
    """A statement without the block that belongs to it."""
    alone = copy.copy(statement)
    if hasattr(alone, "body"):
        alone.body, alone.orelse = [ast.Pass()], []
    return ast.unparse(alone).splitlines()[0].removesuffix(":")


def _changed(node: Any) -> Any:
    """The node with its operator or value changed; None if it has none."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other: Any = ast.Compare(node.left, [COMPARISONS[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _is_copy(node):
        other = ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        other = ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    elif isinstance(node, ast.BoolOp):
        other = ast.BoolOp(LOGIC[type(node.op)](), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        other = node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        other = ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)
    else:
        return None
    return ast.copy_location(other, node)


def _is_copy(node: ast.BinOp) -> bool:
    """`x + 0`, which takes a number out of a record: `x - 0` is the same."""
    return isinstance(node.op, ast.Add) and isinstance(node.right, ast.Constant) and node.right.value == 0


class _Apply(ast.NodeTransformer):
    def __init__(self, target: Any):
        self.target = target

    def visit(self, node: Any) -> Any:
        return _changed(node) if node is self.target else self.generic_visit(node)


def _with(statement: Any, node: Any) -> Any:
    """A copy of a statement in which one of its own nodes is changed."""
    position = next(n for n, other in enumerate(_own(statement)) if other is node)
    twin = copy.deepcopy(statement)
    return _Apply(next(other for n, other in enumerate(_own(twin)) if n == position)).visit(twin)


def changed_code(source: str, path: str, number: int) -> dict[str, CodeType]:
    """The code of a module's functions with one change made."""
    tree = ast.parse(source)
    node = next(node for n, (*_, node) in enumerate(_places(tree)) if n == number)
    return _functions(_Apply(node).visit(tree), path)


def probed_code(source: str, path: str, first: int) -> tuple[dict[str, CodeType], int]:
    """The code of a module's functions that marks each statement it comes to, numbered from `first`; their number."""
    tree = ast.parse(source)
    numbers = {id(statement): first + k for k, (_, statement) in enumerate(_statements(tree))}
    for node in list(ast.walk(tree)):
        for block in ("body", "orelse"):
            statements = getattr(node, block, None)
            if isinstance(statements, list) and not isinstance(node, ast.Module):
                setattr(node, block, [new for s in statements for new in (_mark(numbers[id(s)], s), s)])
    return _functions(tree, path), len(numbers)


def _mark(number: int, statement: Any) -> ast.stmt:
    return ast.copy_location(ast.parse(f"{SEEN}[{number}] = 1").body[0], statement)


def _functions(tree: Any, path: str) -> dict[str, CodeType]:
    code = compile(ast.fix_missing_locations(tree), path, "exec")
    return {c.co_name: c for c in code.co_consts if isinstance(c, CodeType)}


def loaded_functions(paths: set[str]) -> dict[tuple[str, str], list[FunctionType]]:
    """All functions in memory that were made from these files, by file and name: a rule and its bound twins."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for f in gc.get_objects():
        if isinstance(f, FunctionType) and f.__code__.co_filename in paths:
            found.setdefault((f.__code__.co_filename, f.__name__), []).append(f)
    return found
