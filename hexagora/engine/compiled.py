"""The `cpu` back end: rules compiled by Numba over records, kept on disk between runs.

Numba does not see changes in other files, so the cache folder is named after a hash of everything that goes into the
code. A folder that cannot be written to is replaced by a temporary one; files that do not match their checksums are
thrown away and made again.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from hexagora.engine import binding, chance, contract, kernels, record

if TYPE_CHECKING:
    from hexagora.engine.game import Game

Progress = Callable[[str, int, int], None]
MANIFEST = "manifest.json"
STALE_AFTER = 30 * 86400  # seconds before the compiled code of an older version is removed

ENTRIES = [f.__name__ for f in binding.functions_of(kernels) if f.__code__.co_varnames[:1] in (("boxes",), ("words",))]


def cache_root() -> Path:
    """Where compiled code is kept; HEXAGORA_CACHE names another place."""
    import platformdirs

    return Path(os.environ.get("HEXAGORA_CACHE") or platformdirs.user_cache_dir("hexagora")) / "compiled"


def source_hash(modules: Iterable[ModuleType], records: Iterable[type[record.Record]]) -> str:
    """A name for everything that the compiled code depends on; boxes are data and do not count."""
    import platform
    from importlib.metadata import version

    parts = [platform.python_version(), platform.machine(), version("numba"), os.environ.get("NUMBA_CPU_NAME", "")]
    for module in modules:
        parts.append(Path(str(module.__file__)).read_text("utf8"))
    for r in records:
        parts.append(repr([(n, f.kind, f.shape) for n, f in r.layout()]))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def cache_folder(game: "Game", extra: Iterable[ModuleType] = ()) -> Path:
    modules = [*game.rules_modules, binding, chance, contract, kernels, *extra]
    return cache_root() / f"{game.id}-{source_hash(modules, [game.State, game.Box])}"


def is_ready(game: "Game", extra: Iterable[ModuleType] = ()) -> bool:
    """Whether the compiled code of this very version lies on disk, whole; needs no Numba."""
    return _intact(cache_folder(game, extra))


def _checksums(folder: Path) -> dict[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".nbi", ".nbc"))
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def _intact(folder: Path) -> bool:
    try:
        listed = json.loads((folder / MANIFEST).read_text("utf8"))
        return bool(listed) and listed == _checksums(folder)
    except (OSError, ValueError):
        return False


def _usable_folder(folder: Path) -> tuple[Path, bool]:
    """The folder, or a temporary one where it cannot be written (second value: whether it will be there next time)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        return folder, True
    except OSError:
        return Path(tempfile.mkdtemp(prefix="hexagora-")), False


def _sweep(folder: Path, game_id: str) -> None:
    """Removes compiled code of versions that nobody has used for long."""
    for other in folder.parent.glob(f"{game_id}-*"):
        if other != folder and time.time() - other.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(other, ignore_errors=True)


class Compiled:
    """A game's rules and the kernels, compiled. `functions` are called with `(boxes, states, i, …)`, never with a
    record: passing a record from Python costs four times as much."""

    def __init__(self, game: "Game", progress: Progress | None = None, extra: Iterable[ModuleType] = ()):
        self.game = game
        self.extra = list(extra)
        self.entries = [*ENTRIES, *(name for m in self.extra for name in getattr(m, "ENTRIES", ()))]
        wanted = cache_folder(game, self.extra)
        self.folder, self.lasting = _usable_folder(wanted)
        self.was_ready = _intact(self.folder)
        if not self.was_ready:
            self._clear()
        self.functions = self._bind()
        if not self.was_ready:
            self._compile_all(progress)

    def _clear(self) -> None:
        """Throws away what an interrupted or damaged build left behind."""
        for name in os.listdir(self.folder):
            path = self.folder / name
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    def _bind(self) -> binding.Functions:
        import numba

        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(self.folder)
        try:
            return binding.bind(self.game.rules_modules, [kernels, *self.extra], self._decorate)
        finally:
            numba.config.CACHE_DIR = before

    def _decorate(self, f: FunctionType) -> Any:
        import numba

        return numba.njit(nogil=True, boundscheck=True, cache=f.__name__ in self.entries)(f)

    def _compile_all(self, progress: Progress | None) -> None:
        todo = [*signatures(self.game).items()]
        for m in self.extra:
            todo += [*m.signatures(self.game).items()]
        for k, (name, signature) in enumerate(todo):
            if progress:
                progress(name, k, len(todo))
            self.functions[name].compile(signature)
        if progress:
            progress("done", len(todo), len(todo))
        self._seal()

    def _seal(self) -> None:
        """Notes the checksums, last of all: a folder without them is not whole."""
        if not self.lasting:
            return
        temporary = self.folder / f"{MANIFEST}.{os.getpid()}"
        temporary.write_text(json.dumps(_checksums(self.folder), indent=1), "utf8")
        os.replace(temporary, self.folder / MANIFEST)
        _sweep(self.folder, self.game.id)


def signatures(game: "Game") -> dict[str, Any]:
    """The argument types of each entry, so that everything is compiled before it is wanted."""
    import numba
    from numba import types as t

    box = numba.from_dtype(game.Box.dtype())[::1]
    state = numba.from_dtype(game.State.dtype())[::1]
    n, out, words, table = t.int64, t.int32[::1], t.int64[:, ::1], t.int32[:, ::1]
    rng = t.int64[::1]
    return {
        "deal_at": (box, state, n),
        "to_act_at": (box, state, n),
        "legal_at": (box, state, n, out),
        "chances_at": (box, state, n, out),
        "apply_at": (box, state, n, n),
        "returns_at": (box, state, n, out),
        "scores_at": (box, state, n, out),
        "hide_at": (box, state, n, n),
        "resample_at": (box, state, n, n, rng),
        "seen_at": (box, state, n, n, n),
        "copy_state": (words, n, n),
        "playout_at": (box, state, n, out, rng, n),
        "playouts": (box, state, words, n, n, n, out, rng, n, table, out),
        "step_many": (box, state, n, n, out, out, rng, out),
        "legal_many": (box, state, n, n, table, out),
        "random_many": (box, state, n, n, out, out, rng),
        "returns_many": (box, state, n, n, table),
        "scores_many": (box, state, n, n, table),
    }
