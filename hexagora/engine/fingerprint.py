"""What a piece of compiled code is made from, so that it can be named after it and found stale.

It goes by what the functions really use, not by what their modules import: the text of every module whose functions go
into the code, and the value of every name that these functions look up outside themselves, wherever it came from. So a
constant counts when it reaches the code by a relative import, through another module or from another package, and what
is imported but not used does not. A function that this process has otherwise than its file says now (the file was
changed meanwhile, or Python took an older `.pyc` for the same) counts with the code that it really has.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from hexagora.engine import binding, record

TYPE_FUNCTIONS = ("signatures", "argument_types")  # of kernels: what the compiler must know of their arguments
FILES_KEPT = 128  # whose functions were listed


def digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def ingredients(modules: Iterable[ModuleType], records: Iterable[type[record.Record]] = ()) -> list[str]:
    """Everything that goes into the compiled functions of some modules, in a fixed order. It depends on the sources
    alone: not on the machine, not on the version of Python, not on where the sources lie; unless something else was
    loaded than what they say."""
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
        self.parts[module.__name__] = _text(str(module.__file__))
        kinds = (vars(module).get(name) for name in TYPE_FUNCTIONS)
        for f in [*binding.functions_of(module), *(f for f in kinds if isinstance(f, FunctionType))]:
            self._follow(f)

    def _follow(self, f: FunctionType) -> None:
        """A function counts with the text of its module and with all that it names."""
        if f in self._followed:
            return
        self._followed.add(f)
        home, text = f"{f.__module__}.{f.__qualname__}", _text(f.__code__.co_filename)
        self.parts.setdefault(f.__module__, text)
        if _said(f.__code__) not in _functions_in(text):
            self.parts[f"{home} as it was loaded"] = _said(f.__code__)
        names = set(_names(f.__code__))
        for name in names & f.__globals__.keys():
            self.add(f"{home}: {name}", f.__globals__[name], names)
        for label, value in _kept_in(f):
            self.add(f"{home}: {label}", value, names)

    def add(self, label: str, value: Any, names: Iterable[str] = (), inside: tuple[Any, ...] = ()) -> None:
        """A value that a function names; of a module whatever is reached through it by some of `names`, of a class the
        integers that are. `inside` are those on the way to it."""
        for f in _functions_of(value):
            self._follow(f)
        self.parts[label] = value.__name__ if isinstance(value, ModuleType) else _told(value)
        if not isinstance(value, ModuleType | type) or value in inside:
            return
        for name in sorted(set(names)):
            with suppress(AttributeError):
                inner = getattr(value, name)
                if isinstance(value, ModuleType) or isinstance(inner, int):
                    self.add(f"{label}.{name}", inner, names, (*inside, value))


def _kept_in(f: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function has kept since it was made: defaults of its arguments, and names of a function around it."""
    if f.__defaults__ or f.__kwdefaults__:
        yield "defaults", (f.__defaults__, f.__kwdefaults__)
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        with suppress(ValueError):  # of a name that has no value yet
            yield name, cell.cell_contents


def _functions_of(value: Any) -> Iterator[FunctionType]:
    """The functions that a value is, stands for (once compiled) or holds."""
    value = getattr(value, "py_func", value)
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, tuple | list | set | frozenset | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _functions_of(one)


@lru_cache(FILES_KEPT)
def _functions_in(text: str) -> frozenset[str]:
    """All functions that a file makes, as this Python understands it."""
    found, todo = set(), [compile(text, "", "exec", dont_inherit=True)]
    while todo:
        code = todo.pop()
        found.add(_said(code))
        todo += [one for one in code.co_consts if isinstance(one, CodeType)]
    return frozenset(found)


def _said(code: CodeType) -> str:
    """What a function does, wherever it stands."""
    constants = [_said(one) if isinstance(one, CodeType) else _told(one) for one in code.co_consts]
    return repr((code.co_qualname, code.co_code, code.co_names, code.co_varnames, constants))


def _names(code: CodeType) -> Iterator[str]:
    """All names that a function looks up outside itself, those of functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _text(file: str) -> str:
    """A source; empty where there is none, such as for functions made from a text."""
    try:
        return Path(file).read_text("utf8")
    except OSError:
        return ""


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
    named = getattr(value, "py_func", value)
    if hasattr(named, "__qualname__"):
        return f"{named.__module__}.{named.__qualname__}"
    said = repr(value)
    if " at 0x" not in said:
        return said
    return f"{type(value).__module__}.{type(value).__qualname__}{_told(getattr(value, '__dict__', {}))}"
