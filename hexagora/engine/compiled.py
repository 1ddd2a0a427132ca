"""The `cpu` back end: rules compiled by Numba over records, kept on disk between runs.

Numba does not see changes in other files, so the cache folder is named after a hash of everything that goes into the
code. It is made in a folder of the process's own and gets its name when it is whole. Only one process at a time
compiles the same; others wait and load what it made. A folder that cannot be written to is replaced by a temporary one;
files that do not match their checksums are thrown away and made again.
"""

import contextlib
import dis
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from hexagora.engine import binding, files, fingerprint, kernels, record
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Progress = Callable[[str, int, int], None]
MANIFEST = "manifest.json"
MAKING = ".making-"  # in the name of a folder that is not whole yet, before the number of the process
LOCK = ".lock"  # in the name of the file that whoever compiles holds
LOCK_LOOKS = 0.2  # seconds between two looks whether it is free
STALE_AFTER = 30 * 86400  # seconds before the compiled code of an older version is removed
COMPILERS = ("numba", "llvmlite", "numpy")  # packages that have a part in the code
UNFINISHED_AFTER = 86400  # and before what an interrupted build left behind is
SHORT = 400  # bytes of Python's own code below which a function is always inlined


@dataclass(frozen=True)
class Manner:
    """How some functions are compiled otherwise than rules are."""

    label: str  # what tells the code that is kept from that made in other manners
    signatures: Callable[["Game"], dict[str, Any]]  # further entries, with the types of their arguments
    types: Callable[["Game"], dict[str, dict[str, Any]]]  # of arguments by name, in a module or in one function
    swift: Callable[["Game"], frozenset[str]]  # modules whose loops run over whole rows: places are not checked there


def cache_root() -> Path:
    """Where compiled code is kept."""
    return files.cache_root() / "compiled"


def code_hash(modules: Iterable[ModuleType], records: Iterable[type[record.Record]],
              manner: Manner | None = None) -> str:
    """A name for everything that the compiled code depends on, also for how it is compiled; boxes are data and do not
    count. Where the sources lie counts too: Numba would not find for one copy of the program what it has kept for
    another, and would compile anew in the middle of a decision."""
    import platform
    from importlib.metadata import version

    modules = list(modules)
    here = [platform.python_version(), platform.machine(), *map(version, COMPILERS),
            os.environ.get("NUMBA_CPU_NAME", "")]
    how = [__file__, manner.types.__code__.co_filename] if manner else [__file__]
    return fingerprint.digest([*here, *(Path(file).read_text("utf8") for file in how),
                               *(str(m.__file__) for m in modules), *fingerprint.ingredients(modules, records)])


def modules_of(game: "Game", extra: Iterable[ModuleType] = ()) -> list[ModuleType]:
    """Everything whose functions are compiled for a game."""
    return [*game.rules_modules, binding, *binding.ENGINE_RULES, kernels, *extra]


def cache_folder(game: "Game", extra: Iterable[ModuleType] = (), manner: Manner | None = None) -> Path:
    label = f"{manner.label}-" if manner else ""
    return cache_root() / f"{game.id}-{label}{code_hash(modules_of(game, extra), [game.State, game.Box], manner)}"


def can_compile() -> bool:
    """Whether rules can be compiled for this machine."""
    return find_spec("numba") is not None


def is_ready(game: "Game", extra: Iterable[ModuleType] = ()) -> bool:
    """Whether the compiled code of this very version lies on disk, whole, and can be run; does not load Numba."""
    return can_compile() and _intact(cache_folder(game, extra))


@contextlib.contextmanager
def alone_with(folder: Path, wait: bool = True) -> Iterator[bool]:
    """Only one process at a time makes what belongs into a folder. Others wait for it, or are told so (False) if they
    do not want to. Whoever dies lets go. Where no lock can be made nobody else can make anything either."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        file = open(folder.with_name(folder.name + LOCK), "w")  # noqa: SIM115
    except OSError:
        yield True
        return
    with file:
        got = _lock(file.fileno())
        while wait and not got:
            time.sleep(LOCK_LOOKS)
            got = _lock(file.fileno())
        yield got


def _lock(file: int) -> bool:
    """Takes the lock of an open file if nobody has it. It goes when the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _checksums(folder: Path) -> dict[str, str]:
    kept = sorted(p for p in folder.rglob("*") if p.suffix in (".nbi", ".nbc"))
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in kept}


def _intact(folder: Path) -> bool:
    try:
        listed = json.loads((folder / MANIFEST).read_text("utf8"))
        return bool(listed) and listed == _checksums(folder)
    except (OSError, ValueError):
        return False


def _workshop(folder: Path) -> tuple[Path, bool]:
    """An empty folder to make the code in, beside the place where it is to lie, or a temporary one where nothing can be
    written (second value: whether what is made will be there next time)."""
    making = folder.with_name(f"{folder.name}{MAKING}{os.getpid()}")
    try:
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        return making, True
    except OSError:
        return Path(tempfile.mkdtemp(prefix="hexagora-")), False


def _put_in_place(making: Path, folder: Path) -> None:
    """Gives what was made its name, unless somebody else was faster."""
    if not _intact(folder):
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            making.rename(folder)
    shutil.rmtree(making, ignore_errors=True)


def _sweep(folder: Path, game_id: str) -> None:
    """Removes compiled code of versions that nobody has used for long, and what interrupted builds left behind."""
    for other in folder.parent.glob(f"{game_id}-*"):
        limit = UNFINISHED_AFTER if MAKING in other.name else STALE_AFTER
        with contextlib.suppress(OSError):
            if other != folder and time.time() - other.stat().st_mtime > limit:
                shutil.rmtree(other) if other.is_dir() else other.unlink()


class Compiled:
    """A game's rules and the kernels, compiled. `functions` are called with `(boxes, states, i, …)`, never with a
    record: passing a record from Python costs four times as much.

    Every rule is compiled once, for arguments of one type each: `box` and `s` are records, `out` and `rng` arrays of
    64-bit integers, everything else is a 64-bit integer. (Left to itself Numba would compile a rule again for every
    width of field that it is called with.)
    """

    def __init__(
        self,
        game: "Game",
        progress: Progress | None = None,
        extra: Iterable[ModuleType] = (),
        overrides: Iterable[tuple[ModuleType, ModuleType]] = (),
        manner: Manner | None = None,
    ):
        if not can_compile():
            raise HexagoraError("rules are compiled for this machine by Numba, which is not installed: "
                                "pip install hexagora[native]")
        self.game = game
        self.extra = list(extra)
        self.overrides = list(overrides)
        self.manner = manner
        self._swift = manner.swift(game) if manner else frozenset()
        self.entries = entries(game, self.extra) | (manner.signatures(game) if manner else {})
        self.folder, self.lasting = self._place(), True
        self.was_ready = _intact(self.folder)
        if self.was_ready:
            self._open()
        else:
            with alone_with(self.folder):
                self._open_or_make(progress)

    def _place(self) -> Path:
        return cache_folder(self.game, self.extra, self.manner)

    def _open(self) -> None:
        self.bound = self._bind()
        self.functions = self.bound.functions
        self._load()

    def _open_or_make(self, progress: Progress | None) -> None:
        """Compiles, unless somebody else did while we waited for it."""
        if _intact(self.folder):
            self._open()
            return
        self.folder, self.lasting = _workshop(self.folder)
        self.bound = self._bind()
        self.functions = self.bound.functions
        self._compile(progress)

    def _load(self) -> None:
        """Loads all entries now, not in the middle of the first call."""
        for name, signature in self.entries.items():
            compile_one(self.functions[name], signature)

    def _bind(self) -> binding.Bound:
        from numba.core import config

        settings: Any = config
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(self.folder)
        try:
            return binding.Bound(self.game.rules_modules, [kernels, *self.extra], self._decorate, self.overrides)
        finally:
            settings.CACHE_DIR = before

    def _decorate(self, f: FunctionType) -> Any:
        import numba

        entry = f.__name__ in self.entries
        short = not entry and is_short(f)
        if self.manner is None:
            return numba.njit(nogil=True, boundscheck=True, cache=entry, forceinline=short)(f)
        njit: Any = numba.njit  # without counting references: rows of tables are borrowed, nothing is made
        swift = f.__module__ in self._swift
        return njit(nogil=True, boundscheck=not swift, cache=entry, forceinline=short, _nrt=False)(f)

    def _compile(self, progress: Progress | None) -> None:
        """Compiles everything, callees first."""
        own = self.manner.types(self.game) if self.manner else {}
        todo = typed(self.game, self.bound, self.extra, self.entries, own)
        for k, (f, signature) in enumerate(todo):
            if progress:
                progress(f.__name__, k, len(todo))
            compile_one(self.bound.twins[f], signature)
        if progress:
            progress("done", len(todo), len(todo))
        self._seal()

    def _seal(self) -> None:
        """Notes the checksums and puts the folder in its place."""
        if not self.lasting:
            return
        (self.folder / MANIFEST).write_text(json.dumps(_checksums(self.folder), indent=1), "utf8")
        making, self.folder = self.folder, self._place()
        _put_in_place(making, self.folder)
        _sweep(self.folder, self.game.id)


def compile_one(twin: Any, signature: Any) -> None:
    """Compiles a bound function for these types of arguments and no others."""
    twin.compile(signature)
    twin.disable_compile()


def is_short(f: FunctionType) -> bool:
    """Whether a call costs more than what it saves to keep the function apart. How a constant is reached does not
    count: `S.NAME` is no longer than `NAME`."""
    size = len(f.__code__.co_code)
    return size < SHORT or size - _spent_on_namespaces(f) < SHORT


def _spent_on_namespaces(f: FunctionType) -> int:
    """Bytes of a function that only look up names in modules."""
    steps = list(dis.get_instructions(f))
    return sum(after.offset - step.offset for before, step, after in zip(steps, steps[1:], steps[2:], strict=False)
               if (before.opname, step.opname) == ("LOAD_GLOBAL", "LOAD_ATTR")
               and isinstance(f.__globals__.get(before.argval), ModuleType))


def entries(game: "Game", extra: Iterable[ModuleType]) -> dict[str, Any]:
    """The functions that are called from outside with the types of their arguments, those of further kernels too."""
    found = signatures(game)
    for module in extra:
        found |= module.signatures(game) if hasattr(module, "signatures") else {}
    return found


def typed(game: "Game", bound: binding.Bound, extra: Iterable[ModuleType], known_entries: dict[str, Any],
          special: dict[str, dict[str, Any]] | None = None) -> list[tuple[FunctionType, Any]]:
    """All bound functions with the types of their arguments, callees first; `special` are those of a manner."""
    types = _argument_types(game)
    own = {m.__name__: m.argument_types(game) for m in extra if hasattr(m, "argument_types")} | (special or {})
    found = []
    for f in bound.callees_first():
        names = f.__code__.co_varnames[: f.__code__.co_argcount]
        known = own.get(f"{f.__module__}.{f.__name__}") or own.get(f.__module__, {})
        signature = tuple(known[n] if n in known else types(n) for n in names)
        found.append((f, known_entries.get(f.__name__) or signature))
    return found


def _argument_types(game: "Game") -> Callable[[str], Any]:
    """The type of an argument by its name. A kernel module may have names of its own: `argument_types(game)`."""
    import numba
    from numba import types as t

    known = {
        "box": numba.from_dtype(game.Box.dtype()),
        "s": numba.from_dtype(game.State.dtype()),
        "out": t.int64[::1],
        "notes": t.int64[::1],
        "rng": t.int64[::1],
        "words": t.int64[:, ::1],
    }
    return lambda name: known.get(name, t.int64)


def signatures(game: "Game") -> dict[str, Any]:
    """The argument types of each entry, so that everything is compiled before it is wanted."""
    import numba
    from numba import types as t

    box = numba.from_dtype(game.Box.dtype())[::1]
    state = numba.from_dtype(game.State.dtype())[::1]
    n, out, table = t.int64, t.int64[::1], t.int64[:, ::1]
    return {
        "deal_at": (box, state, n),
        "to_act_at": (box, state, n),
        "legal_at": (box, state, n, out),
        "chances_at": (box, state, n, out),
        "apply_at": (box, state, n, n),
        "hide_at": (box, state, n, n),
        "resample_at": (box, state, n, n, out),
        "seen_at": (box, state, n, n, n),
        "copy_state": (table, n, n),
        "playouts": (box, state, table, n, n, n, out, out, n, table, out),
        "step_many": (box, state, n, n, out, out, out, out),
        "legal_many": (box, state, n, n, table, out),
        "random_many": (box, state, n, n, out, out, out),
        "returns_many": (box, state, n, n, table),
        "scores_many": (box, state, n, n, table),
    }
