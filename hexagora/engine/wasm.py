"""The `wasm` back end: the rules and the search of a game as one WebAssembly module that lies ready in its folder.

It needs no compiler: `wasmtime` runs it. A module says from which sources it was made; one that is older than its
sources is not used. `wasm_build` makes it.

    machine = wasm.machine(game)
    boxes, states = machine.records(game.Box, 1), machine.records(game.State, 1)
    boxes[0] = game.Box.to_bytes(box)
    machine.functions["deal_at"](boxes, states, 0)
"""

import atexit
import contextlib
import hashlib
import json
import logging
import struct
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from hexagora.engine import compiled, files, fingerprint
from hexagora.engine.errors import HexagoraError
from hexagora.engine.record import Record

if TYPE_CHECKING:
    from hexagora.engine.game import Game

MODULE, MANIFEST = "game.wasm", "game.wasm.json"
ABI = 1  # grows when modules are called in another way
PAGE = 1 << 16
ALIGN = 16
WORD = 8

log = logging.getLogger(__name__)


# what lies in a game's folder


def sources_hash(game: "Game", extra: Iterable[ModuleType]) -> str:
    """A name for everything that a game's module is made from; the same on every machine."""
    modules = compiled.modules_of(game, extra)
    return fingerprint.digest([str(ABI), *fingerprint.ingredients(modules, [game.State, game.Box])])


def manifest(game: "Game", folder: Path | None = None) -> dict[str, Any] | None:
    """What is written about a game's module; None where there is none."""
    try:
        found = json.loads(((folder or game.folder) / MANIFEST).read_text("utf8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def is_made_from(about: dict[str, Any], game: "Game", extra: Iterable[ModuleType] | None = None) -> bool:
    """Whether a module was made from the present sources of a game, with these kernels beside the engine's own (or
    those that it says it was made with)."""
    try:
        kernels = list(extra) if extra is not None else [import_module(name) for name in about["kernels"]]
        same = about["kernels"] == [m.__name__ for m in kernels]
        return same and bool(about["sources"] == sources_hash(game, kernels))
    except (KeyError, ImportError):
        return False


def damaged(about: dict[str, Any], folder: Path) -> str:
    """Why the module in a folder is not the one that was made; empty if it is."""
    try:
        code = (folder / MODULE).read_bytes()
    except OSError as e:
        return f"it cannot be read: {e}"
    same = hashlib.sha256(code).hexdigest() == about.get("sha256")
    return "" if same else "it is damaged: its bytes are not those that were made"


def trouble(game: "Game", extra: Iterable[ModuleType] | None = None) -> str:
    """Why a game's module cannot be used; empty if it can."""
    about = manifest(game)
    if about is None:
        return "there is none"
    if not is_made_from(about, game, extra):
        return "it is older than the rules or the search that it was made from (`make artifacts` renews it)"
    if damage := damaged(about, game.folder):
        return damage
    return "" if _host() else "nothing here can run WebAssembly (pip install wasmtime)"


def write(game: "Game", code: bytes, entries: list[str], extra: Iterable[ModuleType], folder: Path) -> None:
    """Puts a module and what is to be known about it into a folder."""
    kernels = list(extra)
    about = {"game": game.id, "sources": sources_hash(game, kernels), "kernels": [m.__name__ for m in kernels],
             "abi": ABI, "size": len(code), "sha256": hashlib.sha256(code).hexdigest(), "entries": entries}
    files.make_folder(folder)
    with files.whole(folder / MODULE) as temporary:
        temporary.write_bytes(code)
    files.write_whole(folder / MANIFEST, json.dumps(about, indent=1) + "\n")


# running it


class Host(Protocol):
    """Whatever runs a module: one instance with its memory."""

    def read(self, start: int, size: int) -> bytes: ...
    def write(self, start: int, data: bytes) -> None: ...
    def grow(self, pages: int) -> None: ...
    def size(self) -> int: ...
    def heap(self) -> int: ...
    def call(self, name: str, block: int) -> int: ...


class _Wasmtime:
    """An instance in this process. Calls let other threads run."""

    def __init__(self, program: Any):
        import wasmtime

        from hexagora.engine.wasm_memory import Memory

        engine, module = program
        self._store = wasmtime.Store(engine)
        _opened.add(self._store)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._exports: Any = exports
        self._memory = Memory(self._store, exports["memory"])
        self.read, self.write = self._memory.read, self._memory.write
        self.grow, self.size = self._memory.grow, self._memory.size
        self._base: Any = exports["__heap_base"]
        self._functions: dict[str, Any] = {}

    @staticmethod
    def program(code: bytes) -> Any:
        import wasmtime

        engine = _engine()
        module = wasmtime.Module(engine, code)
        _opened.add(module)
        return engine, module

    def heap(self) -> int:
        return int(self._base.value(self._store))

    def call(self, name: str, block: int) -> int:
        self._memory.may_move()
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._exports[name]
        return int(function(self._store, block))


_opened: "WeakSet[Any]" = WeakSet()  # what wasmtime could not close any more when Python takes itself apart


@atexit.register
def _let_go() -> None:
    """At the end of the process; not closed here, for a thread may still be at work in it."""
    for one in list(_opened):
        with contextlib.suppress(ValueError):  # closed already
            one._consume()


@cache
def _engine() -> Any:
    """What translates modules for this machine."""
    found = _make_engine()
    _opened.add(found)
    return found


def _make_engine() -> Any:
    """One that keeps on the disk what it made, where it may."""
    import wasmtime

    folder = files.cache_root() / "wasmtime"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        settings = folder / "settings.toml"
        text = f"[cache]\ndirectory = {json.dumps(str(folder.resolve()))}\n"
        if not settings.exists() or settings.read_text("utf8") != text:
            settings.write_text(text, "utf8")
        config = wasmtime.Config()
        config.cache = str(settings)
        return wasmtime.Engine(config)
    except (OSError, wasmtime.WasmtimeError):
        return wasmtime.Engine()


_given: list[Any] = []


def use(host: Any) -> None:
    """Lets another kind of host run modules, as in a browser: a class whose `program` makes of the bytes of a module
    what its instances are made from."""
    _given[:] = [host]
    _host.cache_clear()


@cache
def _host() -> Any:
    """What runs modules here; None where nothing does."""
    if _given:
        return _given[0]
    try:
        import wasmtime  # noqa: F401
    except ImportError:
        return None
    return _Wasmtime


@cache
def _program(path: Path) -> Any:
    return _host().program(path.read_bytes())


def machine(game: "Game", folder: Path | None = None) -> "Machine":
    """A fresh instance of a game's module, with memory of its own; of the one in another folder if that is given."""
    about = manifest(game, folder)
    if about is None or _host() is None:
        raise HexagoraError(f"the WebAssembly of {game.id} cannot be run: {trouble(game)}")
    return Machine(_host()(_program((folder or game.folder) / MODULE)), about["entries"])


class Machine:
    """An instance of a module. What its functions work on is taken from its memory and stays until it goes."""

    def __init__(self, host: Host, entries: Iterable[str]):
        self.host = host
        self._free = host.heap()
        self._block = self._take(WORD * 256)
        # they know the host and not this object, which so goes, with its memory, when nobody needs it any more
        self.functions: dict[str, Callable[..., int]] = {name: partial(_call, host, self._block, name)
                                                         for name in entries}

    def _take(self, size: int) -> int:
        """The address of so many bytes, all zero."""
        start = -(-self._free // ALIGN) * ALIGN
        self._free = start + size
        missing = self._free - self.host.size()
        if missing > 0:
            self.host.grow(-(-missing // PAGE))
        return start

    def numbers(self, *lengths: int) -> "Array":
        """Room for 64-bit integers."""
        count = 1
        for n in lengths:
            count *= n
        return Array(self, self._take(WORD * count), lengths)

    def records(self, kind: type[Record], count: int) -> "Records":
        return Records(self, self._take(kind.itemsize() * count), kind, count)


def _call(host: Host, block: int, name: str, *arguments: Any) -> int:
    """Lays the arguments into the block of a machine and calls one of its functions."""
    words = [0]
    for argument in arguments:
        words += argument.words if isinstance(argument, Array) else [int(argument)]
    host.write(block, struct.pack(f"<{len(words)}q", *words))
    status = host.call(name, block)
    if status > 0:
        raise HexagoraError(f"{name} failed with status {status}")
    return int(struct.unpack("<q", host.read(block, WORD))[0])


class Array:
    """Integers in the memory of a machine."""

    def __init__(self, on: Machine, address: int, lengths: tuple[int, ...]):
        self.on, self.address, self.shape = on, address, lengths
        self.words = [address, *lengths]

    def __len__(self) -> int:
        return self.shape[0]

    def _place(self, index: int | tuple[int, ...]) -> int:
        place = 0
        for i, n in zip(index if isinstance(index, tuple) else (index,), self.shape, strict=True):
            if not 0 <= i < n:
                raise IndexError(f"{index} in an array of {self.shape}")
            place = place * n + i
        return self.address + WORD * place

    def __getitem__(self, index: int | tuple[int, ...]) -> int:
        return int(struct.unpack("<q", self.on.host.read(self._place(index), WORD))[0])

    def __setitem__(self, index: int | tuple[int, ...], value: int) -> None:
        self.on.host.write(self._place(index), struct.pack("<q", value))

    def first(self, count: int) -> list[int]:
        """The numbers at the beginning."""
        return list(struct.unpack(f"<{count}q", self.on.host.read(self.address, WORD * count)))

    def clear(self) -> None:
        count = 1
        for n in self.shape:
            count *= n
        self.on.host.write(self.address, bytes(WORD * count))


class Records(Array):
    """Records in the memory of a machine."""

    def __init__(self, on: Machine, address: int, kind: type[Record], count: int):
        super().__init__(on, address, (count,))
        self.kind: Any = kind
        self.itemsize = kind.itemsize()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):  # as they are now, read at once
            first, last, _ = index.indices(len(self))
            data = self.on.host.read(self.address + self.itemsize * first, self.itemsize * max(0, last - first))
            return [self.kind.from_bytes(data[k : k + self.itemsize]) for k in range(0, len(data), self.itemsize)]
        return _live(self.kind)(self.on.host, self.address + self.itemsize * int(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        self.on.host.write(self.address + self.itemsize * int(index), value)

    def get_bytes(self, i: int) -> bytes:
        return self.on.host.read(self.address + self.itemsize * i, self.itemsize)

    def as_words(self) -> Array:
        """The same memory as rows of 64-bit integers."""
        return Array(self.on, self.address, (len(self), self.itemsize // WORD))


@cache
def _live(kind: Any) -> Any:
    """A class of views of one record: its fields are read from the memory and written into it."""
    fields: dict[str, Any] = {"__slots__": ("host", "address"), "__init__": _set_live}
    at = 0
    for name, f in kind.layout():
        fields[name] = _field(struct.Struct(f"<{f.count}{_CODES[f.kind]}"), at, bool(f.shape))
        at += f.width * f.count
    return type(f"Live{kind.__name__}", (), fields)


def _set_live(self: Any, host: Host, address: int) -> None:
    self.host, self.address = host, address


_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H"}


def _field(packer: struct.Struct, at: int, many: bool) -> property:
    def get(self: Any) -> Any:
        values = packer.unpack(self.host.read(self.address + at, packer.size))
        return values if many else values[0]

    def put(self: Any, value: Any) -> None:
        self.host.write(self.address + at, packer.pack(*value) if many else packer.pack(value))

    return property(get, put)
