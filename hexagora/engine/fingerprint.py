"""What a piece of compiled code is made from, so that it can be named after it and found stale.

It goes by what the functions really use, not by what their modules import: the text of every module whose functions go
into the code, and the value of every name that these functions look up outside themselves, wherever it came from. So a
constant counts when it reaches the code by a relative import, through another module or from another package, and what
is imported but not used does not.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from hexagora.engine import binding, record

TYPE_FUNCTIONS = ("signatures", "argument_types")  # of kernels: what the compiler must know of their arguments


def digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def ingredients(modules: Iterable[ModuleType], records: Iterable[type[record.Record]] = ()) -> list[str]:
    """Everything that goes into the compiled functions of some modules, in a fixed order. It depends on the sources
    alone: not on the machine, not on the version of Python, not on where the sources lie."""
    found = _Ingredients()
    for module in modules:
        found.add_module(module)
    for kind in records:
        found.add(f"{kind.__module__}.{kind.__qualname__}", kind)
    return [f"{name}\0{value}" for name, value in sorted(found.parts.items())]


class _Ingredients:
    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self._followed: set[FunctionType] = set()

    def add_module(self, module: ModuleType) -> None:
        self.parts[module.__name__] = _text(module)
        kinds = (vars(module).get(name) for name in TYPE_FUNCTIONS)
        for f in [*binding.functions_of(module), *(f for f in kinds if isinstance(f, FunctionType))]:
            self._follow(f)

    def _follow(self, f: FunctionType) -> None:
        """A function counts with the text of its module and with all that it names."""
        if f in self._followed:
            return
        self._followed.add(f)
        home = f"{f.__module__}.{f.__qualname__}"
        if f.__module__ not in self.parts:
            self.parts[f.__module__] = Path(f.__code__.co_filename).read_text("utf8")
        names = set(_names(f.__code__))
        for name in names & f.__globals__.keys():
            self.add(f"{home}: {name}", f.__globals__[name], names)

    def add(self, label: str, value: Any, names: Iterable[str] = ()) -> None:
        """A value that a function names; of a module, whatever in it, or in a module inside it, may be meant by one of
        `names`."""
        if isinstance(value, FunctionType):
            self.parts[label] = f"{value.__module__}.{value.__qualname__}"
            self._follow(value)
        elif isinstance(value, ModuleType):
            self.parts[label] = value.__name__
            for name in set(names) & vars(value).keys():
                inner = vars(value)[name]
                if not isinstance(inner, ModuleType) or inner.__name__ == f"{value.__name__}.{name}":
                    self.add(f"{label}.{name}", inner, names)
        else:
            self.parts[label] = _told(value)


def _names(code: CodeType) -> Iterator[str]:
    """All names that a function looks up outside itself, those of functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _text(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text("utf8")


def _told(value: Any) -> str:
    """A value as a text that is the same in every process."""
    if isinstance(value, type) and issubclass(value, record.Record):
        return repr([(name, f.kind, f.shape) for name, f in value.layout()])
    if isinstance(value, tuple | list | set | frozenset):
        told = [_told(v) for v in value]
        return f"{type(value).__name__}{told if isinstance(value, tuple | list) else sorted(told)}"
    if isinstance(value, dict):
        return f"dict{[(_told(k), _told(v)) for k, v in value.items()]}"
    if hasattr(value, "tobytes"):  # an array
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    if value is None or isinstance(value, int | float | str | bytes):
        return repr(value)
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"
