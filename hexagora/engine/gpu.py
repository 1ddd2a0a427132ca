"""The `cuda` back end: the rules unchanged, one match a thread of an NVIDIA GPU.

Kernels are made by Numba (extra `cuda`) as assembler text, which needs no GPU, and are kept on disk like other compiled
code; running them needs NVIDIA's driver alone.

    results = gpu.playouts(hexagora.game("hex"), 1_000_000, seed=7)
    vector = hexagora.game("hex").vector(1_000_000, device="cuda")        # see gpu_vector.py
"""

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hexagora.engine import compiled, features, gpu_kernel, hooks, kernels, observing, stepping
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.batch import Playouts
    from hexagora.engine.game import Game

HOPPER = (9, 0)  # compute capability of the H100 and H200
ROW = 128  # threads of a block that writes a row
TILE, TURNERS = 32, 256  # side of the squares that observations are turned round in, and threads of a block for one


@dataclass(frozen=True)
class Launch:
    """How a game is spread over a GPU, measured once and kept with it (`gpu.py` of its folder): matches that soon go
    different ways like small blocks, those with long stretches in common full warps."""

    play: int = 32  # threads of a block that plays matches to their end
    places: int = 1 << 17  # matches that are played side by side; the others follow where one has ended
    step: int = 32  # threads of a block that makes single decisions


def launch_of(game: "Game") -> Launch:
    return Launch(**(hooks.LAUNCH.of(game) or {}))


# making kernels


def numba_cuda() -> Any:
    try:
        from numba import cuda
    except ImportError as e:
        raise HexagoraError(f"the GPU back end needs the package numba-cuda (extra 'cuda'): {e}") from e
    return cuda


def modules(game: "Game") -> list[Any]:
    """What is bound with a game's rules for a GPU, beside the entries."""
    own = features.modules(game) if hooks.OBSERVE.of(game) else [observing]
    return [kernels, stepping, *own, gpu_kernel]


def overrides(game: "Game") -> list[tuple[Any, Any]]:
    return features.overrides(game) if hooks.OBSERVE.of(game) else []


@cache
def _entries(game: "Game") -> dict[str, Any]:
    """The undecorated entries, their rules bound as device functions: inlined, for matches do not call together."""
    cuda = numba_cuda()
    from hexagora.engine import gpu_entries
    from hexagora.engine.binding import Bound

    def decorate(f: Any) -> Any:
        return f if f.__name__.endswith("_on_gpu") else cuda.jit(device=True, forceinline=True)(f)

    return Bound(game.rules_modules, [*modules(game), gpu_entries], decorate,
                 [*overrides(game), (gpu_kernel, gpu_entries)]).functions


@contextmanager
def pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Numba asks the driver for its device even when it only compiles; this answers in its place."""
    from numba.cuda import dispatcher

    module: Any = dispatcher
    before = module.get_current_device
    module.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        module.get_current_device = before


def argument_types(game: "Game", wide: bool = False) -> dict[str, Any]:
    """The types of the arguments of entries by their names. Observations are bytes, or `wide` if one needs more."""
    import numba
    from numba import types as t

    numbers, table = t.int64[::1], t.int64[:, ::1]
    return {
        "boxes": numba.from_dtype(game.Box.dtype())[::1], "states": numba.from_dtype(game.State.dtype())[::1],
        "words": table, "rngs": table, "rooms": t.int32[:, ::1], "results": t.float32[:, ::1], "ended": t.int8[::1],
        "masks": t.int8[:, ::1], "seen": (t.int16 if wide else t.uint8)[:, ::1], "scales": t.float32[::1],
        "table": t.float32[:, ::1], "whole": (t.int16 if wide else t.uint8)[:, ::1],
        "narrow": t.int32[::1], "source": t.int64, "ends": t.int64, "place": t.int64,
        **dict.fromkeys(("which", "seats", "actions", "counts", "movers", "wrong", "lengths", "counter", "sums"),
                        numbers),
    }


def ptx(game: "Game", kernel: str = "play", capability: tuple[int, int] = HOPPER, wide: bool = False) -> str:
    """The assembler text of a kernel for GPUs of that capability; no GPU is needed."""
    cuda = numba_cuda()
    from numba import types as t

    entry = _entries(game)[f"{kernel}_on_gpu"]
    known = argument_types(game, wide)
    names = entry.__code__.co_varnames[: entry.__code__.co_argcount]
    with pretended_device(capability):
        text, _ = cuda.compile_ptx(entry, t.void(*(known[n] for n in names)), device=False, cc=capability)
    return str(text)


# keeping them


def folder(game: "Game", capability: tuple[int, int]) -> Path:
    """Where the kernels of this very version are kept."""
    from hexagora.engine import fingerprint

    parts = fingerprint.ingredients(compiled.modules_of(game, modules(game)), [game.State, game.Box])
    entries = Path(__file__).with_name("gpu_entries.py").read_text("utf8")
    version = fingerprint.digest([*parts, entries])
    return compiled.cache_root() / f"{game.id}-cuda-{capability[0]}{capability[1]}-{version}"


def code(game: "Game", kernel: str, capability: tuple[int, int], wide: bool = False) -> bytes:
    """A kernel as it is kept: machine code where somebody has assembled it (`python -m bench.gpu --export`), else
    assembler text, which the driver assembles; made if it is not there."""
    path = folder(game, capability) / f"{kernel}{'_wide' if wide else ''}.ptx"
    return kept(path, lambda: ptx(game, kernel, capability, wide))


def kept(path: Path, make: Callable[[], str]) -> bytes:
    """Machine code or assembler text that lies there, or is made and laid there."""
    for there in (path.with_suffix(".cubin"), path):
        if there.is_file():
            return there.read_bytes()
    with compiled.alone_with(path):
        if not path.is_file():
            text = make().encode()
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                making = path.with_name(f"{path.name}{compiled.MAKING}{os.getpid()}")
                making.write_bytes(text)
                making.replace(path)
            return text
    return path.read_bytes()


def entry_name(code: bytes, kernel: str) -> str:
    """The name that the compiler gave an entry, in assembler text or machine code."""
    found = re.search(rb"_Z\w*%s_on_gpu\w*" % kernel.encode(), code)
    if found is None:
        raise HexagoraError(f"the kept kernel {kernel} is damaged: remove it from {compiled.cache_root()}")
    return found.group().decode()


class Kernels:
    """The kernels of a game on a GPU, each loaded when it is first used."""

    def __init__(self, game: "Game", driver: Any, wide: bool = False):
        self.game, self.driver, self.wide = game, driver, wide
        self.capability: tuple[int, int] = min(driver.capability, HOPPER)  # newer ones assemble older text
        self._loaded: dict[str, Any] = {}

    def _function(self, kernel: str) -> Any:
        if kernel not in self._loaded:
            found = code(self.game, kernel, self.capability, self.wide)
            self._loaded[kernel] = self.driver.load(found, entry_name(found, kernel))
        return self._loaded[kernel]

    def each(self, kernel: str, count: int, block: int, *arguments: Any) -> None:
        """A thread for each of `count` matches."""
        self.driver.launch(self._function(kernel), -(-count // block), block, *arguments)

    def rows(self, kernel: str, count: int, *arguments: Any) -> None:
        """A block for each of `count` rows."""
        self.driver.launch(self._function(kernel), count, ROW, *arguments)

    def tiles(self, kernel: str, count: int, *arguments: Any) -> None:
        """A block for each TILE of `count` rows."""
        self.driver.launch(self._function(kernel), -(-count // TILE), TURNERS, *arguments)


@cache
def kernels_of(game: "Game", driver: Any, wide: bool = False) -> Kernels:
    return Kernels(game, driver, wide)


# playing


def words_of(game: "Game") -> int:
    """Words of 64 bits that a state takes."""
    return int(game.State.dtype().itemsize) // 8


def prepare(game: "Game", count: int, launch: Launch | None = None, **options: Any) -> Callable[[int], "Playouts"]:
    """A function that plays `count` matches from the deal to the end at random, given a seed; compiled once."""
    from hexagora.engine import cuda_driver

    return Player(game, cuda_driver.driver(), count, launch or launch_of(game), game.options(options)).play


class Player:
    """Plays `count` matches at random, as many side by side as there are places."""

    def __init__(self, game: "Game", driver: Any, count: int, launch: Launch, options: dict[str, Any]):
        import numpy as np

        from hexagora.engine.cuda_driver import DeviceArray

        self.game, self.driver, self.count, self.launch = game, driver, count, launch
        self.players: int = options["players"]
        self.kernels = kernels_of(game, driver)
        self.places = min(count, launch.places)
        box = game.box(options)
        dealt = game.State.new(False)
        game.rules.deal(box, dealt)
        self.boxes = DeviceArray(driver, (1,), game.Box.dtype()).fill(game.Box.to_array(box))
        self.which = DeviceArray(driver, (self.places,), np.int64).clear()
        self.words = DeviceArray(driver, (self.places + 1, words_of(game)), np.int64)
        self.states = self.words.viewed(game.State.dtype(), self.places + 1)
        driver.write(self.words.place(self.places), game.State.to_array(dealt))
        self.rooms = DeviceArray(driver, (game.max_legal, self.places), np.int32)
        self.rngs = DeviceArray(driver, (count, 1), np.int64)
        self.results = DeviceArray(driver, (count, game.max_players), np.float32)
        self.lengths = DeviceArray(driver, (count,), np.int64)
        self.counter = DeviceArray(driver, (1,), np.int64)

    def start(self, seed: int) -> None:
        """Makes everything ready to play from a seed."""
        import numpy as np

        from hexagora.engine.vector import seeds

        self.rngs.fill(seeds(self.count, seed))
        self.results.clear()
        self.counter.fill(np.array([self.places]))
        self.kernels.rows("fill", self.places, self.words, self.places)
        self.driver.wait()

    def run(self) -> None:
        """Plays all matches."""
        self.kernels.each("play", self.places, self.launch.play, self.boxes, self.which, self.states, self.words,
                          self.places, self.rooms, self.rngs, self.results, self.lengths, self.counter)
        self.driver.wait()

    def play(self, seed: int) -> "Playouts":
        from hexagora.engine.batch import Playouts

        self.start(seed)
        self.run()
        return Playouts(self.lengths.numpy(), self.results.numpy()[:, : self.players])


def playouts(game: "Game", count: int, seed: int = 1, **options: Any) -> "Playouts":
    """Plays `count` matches from the deal to the end at random on the GPU."""
    return prepare(game, count, **options)(seed)
