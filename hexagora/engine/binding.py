"""Binds rules to a back end: the same source, its names pointing at interpreted, compiled or GPU functions.

Rules carry no decorator. To bind them, every function is made anew over a copy of its module's names, in which each
rule is replaced by its decorated twin. So one process can hold several back ends of one game at the same time.
"""

import dis
from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any

from hexagora.engine import chance, contract, rng

ENGINE_RULES = (rng, contract, chance)  # the engine's own functions that are written like rules


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions that a module defines itself."""
    return [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == module.__name__]


class Bound:
    """The functions of a game and of kernels, bound together.

    `modules[0]` is the game's main rules module. `kernels` are modules written against the contract alone (play-outs,
    search); where they name a function of the contract they get the game's. `overrides` are pairs of modules: where a
    kernel names a function of the first, it gets the one of that name in the second if there is one.
    """

    def __init__(
        self,
        modules: Iterable[ModuleType],
        kernels: Iterable[ModuleType],
        decorate: Callable[[FunctionType], Any],
        overrides: Iterable[tuple[ModuleType, ModuleType]] = (),
    ):
        rules = list(modules)
        self.chosen = {stub: getattr(rules[0], stub.__name__, stub) for stub in functions_of(contract)}
        for defaults, own in overrides:
            self.chosen |= {stub: getattr(own, stub.__name__, stub) for stub in functions_of(defaults)}
        unused = {stub for stub, own in self.chosen.items() if stub is not own}
        self.twins: dict[FunctionType, Any] = {}
        scopes: list[dict[str, Any]] = []
        for module in [*rules, *ENGINE_RULES, *kernels]:
            scope = dict(vars(module))
            scopes.append(scope)
            for f in functions_of(module):
                if f not in unused:
                    self.twins[f] = decorate(_twin(f, scope))
        for scope in scopes:
            for name, value in scope.items():
                if isinstance(value, FunctionType) and self.own(value) in self.twins:
                    scope[name] = self.twins[self.own(value)]

    def own(self, f: FunctionType) -> FunctionType:
        """The function that stands for one of the contract: the game's, or the contract's default."""
        return self.chosen.get(f, f)

    @property
    def functions(self) -> dict[str, Any]:
        """All bound functions by name; those of the contract always under their names there."""
        named = {f.__name__: twin for f, twin in self.twins.items()}
        return named | {stub.__name__: self.twins[own] for stub, own in self.chosen.items()}

    def callees(self, f: FunctionType) -> list[FunctionType]:
        """The bound functions that a function calls."""
        loads = (i.argval for i in dis.get_instructions(f) if i.opname == "LOAD_GLOBAL")
        found = (f.__globals__.get(name) for name in loads)
        return [self.own(g) for g in found if isinstance(g, FunctionType) and self.own(g) in self.twins]

    def callees_first(self) -> list[FunctionType]:
        """All bound functions in an order in which each comes after those that it calls."""
        order: dict[FunctionType, None] = {}

        def visit(f: FunctionType) -> None:
            if f not in order:
                for g in self.callees(f):
                    visit(g)
                order[f] = None

        for f in self.twins:
            visit(f)
        return list(order)


def _twin(f: FunctionType, scope: dict[str, Any]) -> FunctionType:
    twin = FunctionType(f.__code__, scope, f.__name__, f.__defaults__)
    twin.__module__, twin.__qualname__, twin.__doc__ = f.__module__, f.__qualname__, f.__doc__
    return twin
