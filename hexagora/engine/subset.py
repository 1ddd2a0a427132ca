"""The linter of the rules subset: what rules may be made of, so that they run on every back end.

Each problem names file, line and function. It also finds misspelt fields, for which a compiler gives no useful message.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

from hexagora.engine import binding, chance, hooks, observing, rng

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MAX_LINES = 60
LIKE_RULES = ("features", "heuristics", "figures", "sorts")  # what a game writes like rules beside its rules
BUILTINS = {"min", "max", "abs", "range", "int"}
ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.If,
    ast.Expr, ast.Pass, ast.Break, ast.Continue, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call,
    ast.Constant, ast.Attribute, ast.Subscript, ast.Name, ast.Load, ast.Store, ast.boolop, ast.operator, ast.unaryop,
    ast.cmpop,
)  # fmt: skip
FORBIDDEN_OPERATORS = (ast.Div, ast.MatMult, ast.Is, ast.IsNot, ast.In, ast.NotIn)


class Problem(NamedTuple):
    file: str
    line: int
    function: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: in {self.function}(): {self.text}"


def lint(game: "Game") -> list[Problem]:
    """All problems of a game's rules."""
    fields = {"s": set(game.State.fields), "box": set(game.Box.fields)}
    beside = [own for own in map(game.module_if_any, LIKE_RULES) if own]
    helpers = [module for own in beside for module in hooks.HELPERS.within(own) or ()]
    return lint_modules([*game.rules_modules, *beside, chance, rng], fields, helpers)


def lint_modules(modules: Iterable[ModuleType], fields: dict[str, set[str]],
                 helpers: Iterable[ModuleType] = ()) -> list[Problem]:
    """All problems of some modules, which may call functions of `helpers`; `seats_away` belongs to the features."""
    problems: list[Problem] = []
    calls: dict[str, set[str]] = {}
    linted = list(modules)
    known = {module.__name__ for module in (*linted, *binding.ENGINE_RULES, observing, *helpers)}
    for module in linted:
        for f in binding.functions_of(module):
            try:
                function = _Function(module, f, fields, known)
            except (OSError, SyntaxError):
                problems.append(_made_elsewhere(module, f))
            else:
                problems += function.problems(calls)
    return [p for p in problems if p] + list(_recursions(calls))


def _made_elsewhere(module: ModuleType, f: FunctionType) -> Problem:
    """Of a function that does not stand as such in its module: one inside another, or made from a text."""
    return Problem(Path(str(module.__file__)).name, f.__code__.co_firstlineno, f.__name__,
                   "rules stand in their module as plain functions (def), neither inside others nor made from a text")


class _Function:
    """The check of one function."""

    def __init__(self, module: ModuleType, f: FunctionType, fields: dict[str, set[str]], known: set[str]):
        self.known = known  # modules whose functions can be called
        lines, self.first = inspect.getsourcelines(f)
        self.length = len(lines)
        self.tree: ast.FunctionDef = ast.parse("".join(lines)).body[0]  # type: ignore[assignment]
        self.module, self.f, self.fields = module, f, fields
        self.file = Path(str(module.__file__)).name
        self.owners = {node.value for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)}  # before a dot

    def problems(self, calls: dict[str, set[str]]) -> list[Problem]:
        key = f"{self.f.__module__}.{self.f.__name__}"
        calls[key] = {f"{g.__module__}.{g.__name__}" for g in self._called()}
        found = list(self._signature())
        body = self.tree.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]  # the docstring
        for statement in body:
            for node in ast.walk(statement):
                found += self._node(node)
        return found

    def _problem(self, node: ast.AST, text: str) -> Problem:
        return Problem(self.file, self.first + getattr(node, "lineno", 1) - 1, self.f.__name__, text)

    def _signature(self) -> Iterator[Problem]:
        a = self.tree.args
        if self.tree.decorator_list:
            yield self._problem(self.tree, "rules carry no decorators")
        if a.defaults or a.kwonlyargs or a.vararg or a.kwarg or a.posonlyargs:
            yield self._problem(self.tree, "rules take plain arguments without defaults")
        if self.tree.returns or any(one.annotation for one in a.args):
            yield self._problem(self.tree, "rules carry no annotations")
        if self.length > MAX_LINES:
            yield self._problem(self.tree, f"{self.length} lines; at most {MAX_LINES}: compile time grows faster")

    def _called(self) -> Iterator[FunctionType]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                target = vars(self.module).get(node.func.id)
                if isinstance(target, FunctionType):
                    yield target

    def _node(self, node: ast.AST) -> Iterator[Problem]:
        if not isinstance(node, ALLOWED):
            yield self._problem(node, f"{type(node).__name__} is outside the rules subset")
        elif isinstance(node, FORBIDDEN_OPERATORS):
            yield self._problem(node, f"the operator {type(node).__name__} is outside the rules subset")
        elif isinstance(node, ast.Constant):
            yield from self._constant(node)
        elif isinstance(node, ast.Assign) and len(node.targets) != 1:
            yield self._problem(node, "one assignment a statement")
        elif isinstance(node, ast.For):
            yield from self._loop(node)
        elif isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Name):
            yield from self._name(node)

    def _constant(self, node: ast.Constant) -> Iterator[Problem]:
        if not isinstance(node.value, int):
            yield self._problem(node, f"{node.value!r}: only integers")

    def _loop(self, node: ast.For) -> Iterator[Problem]:
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            yield self._problem(node, "for loops run over range(…)")
        if node.orelse:
            yield self._problem(node, "no else after a loop")

    def _call(self, node: ast.Call) -> Iterator[Problem]:
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            yield self._problem(node, "calls take plain arguments")
        if not isinstance(node.func, ast.Name):
            yield self._problem(node, "only functions called by their own name")
        elif node.func.id not in BUILTINS:
            yield from self._callee(node, vars(self.module).get(node.func.id))

    def _callee(self, node: ast.Call, rule: object) -> Iterator[Problem]:
        name = ast.unparse(node.func)
        if not isinstance(rule, FunctionType):
            yield self._problem(node, f"{name} is not a rule")
        elif rule.__module__ not in self.known:
            yield self._problem(node, f"{name} is a function of {rule.__module__}, which is not among the rules "
                                      "modules that the game's facts name (rules=…)")

    def _attribute(self, node: ast.Attribute) -> Iterator[Problem]:
        record = node.value.id if isinstance(node.value, ast.Name) else ""
        if isinstance(space := self._global(record), ModuleType):
            yield from self._member(node, space)
        elif record not in self.fields:
            yield self._problem(node, f".{node.attr}: only fields of box and s")
        elif node.attr not in self.fields[record]:
            yield self._problem(node, f"{record} has no field '{node.attr}'")

    def _member(self, node: ast.Attribute, space: ModuleType) -> Iterator[Problem]:
        """`S.NAME`: a module is a namespace of constants."""
        if node.attr not in vars(space):
            yield self._problem(node, f"{space.__name__} has no constant '{node.attr}'")
        elif not isinstance(vars(space)[node.attr], int):
            yield self._problem(node, f".{node.attr}: of a module only integers, by their name")
        elif not isinstance(node.ctx, ast.Load):
            yield self._problem(node, f".{node.attr}: constants do not change")

    def _global(self, name: str) -> object:
        """What a name means outside the function."""
        return None if name in self.f.__code__.co_varnames else vars(self.module).get(name)

    def _name(self, node: ast.Name) -> Iterator[Problem]:
        if node.id in self.f.__code__.co_varnames or node.id in BUILTINS:
            return
        value = self._global(node.id)
        if value is None:
            yield self._problem(node, f"{node.id} is not known here")
        elif not isinstance(value, int | FunctionType) and node not in self.owners:
            yield self._problem(node, f"{node.id} is neither an integer nor a rule")


def _recursions(calls: dict[str, set[str]]) -> Iterator[Problem]:
    """Functions from which a chain of calls leads back to themselves."""
    for start in calls:
        seen: set[str] = set()
        todo = list(calls[start])
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += calls.get(name, set())
        if start in seen:
            module, _, function = start.rpartition(".")
            yield Problem(module.rpartition(".")[2] + ".py", 0, function, "calls itself, perhaps through others")
