"""Binds rules to a back end: the same source, its names pointing at interpreted, compiled or GPU functions.

Rules carry no decorator. To bind them, every function is made anew over a copy of its module's names, in which each
rule is replaced by its decorated twin. So one process can hold several back ends of one game at the same time.
"""

from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any

from hexagora.engine import chance, contract

Functions = dict[str, Any]


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions that a module defines itself."""
    return [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == module.__name__]


def contract_functions(rules: ModuleType) -> dict[FunctionType, FunctionType]:
    """Which function stands for each one of the contract: the game's own, or the contract's default."""
    return {f: getattr(rules, f.__name__, f) for f in functions_of(contract)}


def bind(
    modules: Iterable[ModuleType],
    kernels: Iterable[ModuleType],
    decorate: Callable[[FunctionType], Any],
) -> Functions:
    """The functions of all modules by name, bound together. `modules[0]` is the game's main rules module.

    `kernels` are modules written against the contract alone (play-outs, search); where they name a function of the
    contract they get the game's.
    """
    rules = list(modules)
    chosen = contract_functions(rules[0])
    bound: dict[FunctionType, Any] = {}
    scopes: list[dict[str, Any]] = []
    for module in [*rules, contract, chance, *kernels]:
        scope = dict(vars(module))
        scopes.append(scope)
        for f in functions_of(module):
            bound[f] = decorate(_twin(f, scope))
    for stub, own in chosen.items():
        bound[stub] = bound[own]
    for scope in scopes:
        for name, value in scope.items():
            if isinstance(value, FunctionType) and value in bound:
                scope[name] = bound[value]
    result = {f.__name__: twin for f, twin in bound.items()}
    return result | {stub.__name__: bound[own] for stub, own in chosen.items()}


def _twin(f: FunctionType, scope: dict[str, Any]) -> FunctionType:
    twin = FunctionType(f.__code__, scope, f.__name__, f.__defaults__)
    twin.__module__, twin.__qualname__, twin.__doc__ = f.__module__, f.__qualname__, f.__doc__
    return twin
