"""The `cuda` back end: the rules unchanged, one match a thread of an NVIDIA GPU.

Kernels are made by Numba (extra `cuda`) as assembler text, which needs no GPU, and are kept on disk like other compiled
code; running them needs NVIDIA's driver alone.

    results = gpu.playouts(hexagora.game("hex"), 1_000_000, seed=7)
    vector = hexagora.game("hex").vector(1_000_000, device="cuda")        # see gpu_vector.py
"""

import contextlib
import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hexagora.engine import (
    compiled,
    features,
    gpu_kernel,
    gpu_sorting,
    gpu_states,
    hooks,
    kernels,
    looking,
    observing,
    sorting,
    stepping,
)
from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    import numpy as np

    from hexagora.engine.batch import Playouts
    from hexagora.engine.game import Game

HOPPER = (9, 0)  # compute capability of the H100 and H200
ENTRIES = Path(__file__).with_name("gpu_entries.py")
WARPS = Path(__file__).with_name("gpu_warps.py")
CLOSE = Path(__file__).with_name("gpu_near.py")
WARP = 32  # threads that go the same way or wait for each other
NUMBER = 4  # bytes of each number that a warp agrees by
NEAR = 110 << 10  # bytes that a block's rows may take of the memory that its threads share; two such blocks fit


@dataclass(frozen=True)
class Launch:
    """How a game is spread over a GPU, measured once and kept with it (`gpu.py` of its folder): matches that soon go
    different ways like small blocks, those with long stretches in common full warps."""

    play: int = 32  # threads of a block that plays matches to their end
    places: int = 1 << 17  # matches that are played side by side; the others follow where one has ended
    step: int = 32  # threads of a block that makes single decisions
    near: int = 0  # 1 if a block's states stand in the memory that it shares while its threads decide
    rows: int = 32  # rows of observations that a block writes at once, at most
    registers: int = 0  # of a thread that plays to the end, at most; 0: as many as it likes
    pool: int = 0  # places of a warp whose threads make the same sort of decision together (`sorts.py`); else 0

    @property
    def kernel(self) -> str:
        """What plays to the end."""
        return "play_sorted" if self.pool else "play_shared" if self.near else "play"


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
    sorts = [game.module("sorts")] if hooks.SORT_OF.of(game) else []
    return [kernels, stepping, looking, *own, gpu_kernel, sorting, gpu_sorting, *sorts]


def overrides(game: "Game") -> list[tuple[Any, Any]]:
    found = [(sorting, game.module("sorts"))] if hooks.SORT_OF.of(game) else []
    if not hooks.OBSERVE.of(game):
        return found
    return [*found, *features.overrides(game), (looking, game.module("features"))]


@cache
def _entries(game: "Game") -> dict[str, Any]:
    """The undecorated entries, their rules bound as device functions: inlined, for matches do not call together."""
    cuda = numba_cuda()
    from hexagora.engine import gpu_entries, gpu_near, gpu_warps
    from hexagora.engine.binding import Bound

    def decorate(f: Any) -> Any:
        return f if f.__name__.endswith("_on_gpu") else cuda.jit(device=True, forceinline=True)(f)

    return Bound(game.rules_modules, [*modules(game), gpu_entries, gpu_near, gpu_warps], decorate,
                 [*overrides(game), (gpu_kernel, gpu_entries), (gpu_sorting, gpu_warps)]).functions


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


@dataclass(frozen=True)
class Kinds:
    """The types that kernels are made for: of states, and whether observations need more than bytes."""

    state: Any  # of NumPy
    wide: bool = False

    def label(self, game: "Game") -> str:
        """What sets kernels for these types apart from others of the game."""
        own = zlib.crc32(repr(self.state).encode())
        return ("_wide" if self.wide else "") + (f"_{own:08x}" if self.state != game.State.dtype() else "")


def argument_types(game: "Game", kinds: Kinds) -> dict[str, Any]:
    """The types of the arguments of entries by their names. Observations are bytes, or `wide` if one needs more."""
    from numba import types as t

    numbers, table, unit = t.int64[::1], t.int64[:, ::1], unit_type(kinds)
    return {
        "boxes": record_type(game.Box.dtype())[::1], "states": record_type(kinds.state)[::1],
        "words": unit[:, ::1], "dealt": unit[::1], "rngs": table, "rooms": t.int32[:, ::1],
        "results": t.float32[:, ::1], "ended": t.int8[::1], "masks": t.int8[:, ::1],
        "seen": (t.int16 if kinds.wide else t.uint8)[:, ::1], "scales": t.float32[::1], "table": t.float32[:, ::1],
        "narrow": t.int32[::1],
        **dict.fromkeys(("source", "ends", "place", "way", "known"), t.int64),
        **dict.fromkeys(("which", "seats", "actions", "counts", "movers", "wrong", "lengths", "counter", "long",
                         "matches", "made"),
                        numbers),
    }


def record_type(kind: "np.dtype[Any]") -> Any:
    """A record as Numba names it."""
    import numba

    return numba.from_dtype(gpu_states.aligned(kind))


def unit_type(kinds: Kinds) -> Any:
    """The words that states are copied by, as Numba names them."""
    import numba

    return numba.from_dtype(gpu_states.unit_of(kinds.state))


def ptx(game: "Game", kernel: str = "play", capability: tuple[int, int] = HOPPER, kinds: Kinds | None = None) -> str:
    """The assembler text of a kernel for GPUs of that capability; no GPU is needed."""
    cuda = numba_cuda()
    from numba import types as t

    kinds = kinds or Kinds(game.State.dtype())
    entry = _entries(game)[f"{kernel}_on_gpu"]
    unit = unit_type(kinds)
    entry.__globals__.update(STATE=gpu_states.aligned(kinds.state), UNIT=unit, LEGAL=game.max_legal,
                             WORDS=kinds.state.itemsize * 8 // unit.bitwidth)
    known = argument_types(game, kinds)
    names = entry.__code__.co_varnames[: entry.__code__.co_argcount]
    with pretended_device(capability):
        text, _ = cuda.compile_ptx(entry, t.void(*(known[n] for n in names)), device=False, cc=capability)
    most = registers(game, kernel)
    return limited(str(text), most) if most else str(text)


def registers(game: "Game", kernel: str) -> int:
    """How many registers a thread of a kernel may take; 0 for as many as it likes."""
    return launch_of(game).registers if kernel in ("play", "play_sorted") else 0


def limited(text: str, registers: int) -> str:
    """Assembler text whose threads take no more registers, so that more of them are at work at a time."""
    return text.replace("\n)\n{", f"\n)\n.maxnreg {registers}\n{{", 1)


# keeping them


def folder(game: "Game", capability: tuple[int, int]) -> Path:
    """Where the kernels of this very version are kept."""
    from hexagora.engine import fingerprint

    parts = fingerprint.ingredients(compiled.modules_of(game, modules(game)), [game.State, game.Box])
    version = fingerprint.digest([*parts, *(module.read_text("utf8") for module in (ENTRIES, WARPS, CLOSE))])
    return compiled.cache_root() / f"{game.id}-cuda-{capability[0]}{capability[1]}-{version}"


def code(game: "Game", kernel: str, capability: tuple[int, int], kinds: Kinds | None = None) -> bytes:
    """A kernel as it is kept: machine code where somebody has assembled it (`python -m bench.gpu --export`), else
    assembler text, which the driver assembles; made if it is not there."""
    kinds = kinds or Kinds(game.State.dtype())
    path = folder(game, capability) / file_name(game, kernel, kinds)
    return kept(path, lambda: ptx(game, kernel, capability, kinds))


def file_name(game: "Game", kernel: str, kinds: Kinds) -> str:
    """What the text of a kernel is kept as."""
    most = registers(game, kernel)
    return f"{kernel}{kinds.label(game)}{f'_{most}' if most else ''}.ptx"


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

    def __init__(self, game: "Game", driver: Any, kinds: Kinds):
        self.game, self.driver, self.kinds = game, driver, kinds
        self.capability: tuple[int, int] = min(driver.capability, HOPPER)  # newer ones assemble older text
        self._loaded: dict[str, Any] = {}

    def _function(self, kernel: str) -> Any:
        if kernel not in self._loaded:
            found = code(self.game, kernel, self.capability, self.kinds)
            self._loaded[kernel] = self.driver.load(found, entry_name(found, kernel))
        return self._loaded[kernel]

    def each(self, kernel: str, count: int, block: int, *arguments: Any, shared: int = 0) -> None:
        """A thread for each of `count` matches; its block shares so many bytes."""
        self.driver.launch(self._function(kernel), -(-count // block), block, *arguments, shared=shared)

    def rows(self, kernel: str, table: Any, most: int, *arguments: Any) -> None:
        """A thread for each row of a table, written in the memory that its block shares; at most so many a block."""
        row = table.shape[1] * table.dtype.itemsize
        block = most
        while block > 1 and block * row > NEAR:
            block //= 2
        self.each(kernel, len(table), block, *arguments, shared=-(-block * row // 8) * 8)


@cache
def kernels_of(game: "Game", driver: Any, kinds: Kinds) -> Kernels:
    return Kernels(game, driver, kinds)


# playing


def words_of(game: "Game") -> int:
    """Words of 64 bits that a state takes."""
    return int(game.State.dtype().itemsize) // 8


def dealt_words(game: "Game", box: Any, kind: "np.dtype[Any]") -> "np.ndarray[Any, Any]":
    """A match as it is dealt, in the words that it is copied by."""
    dealt = game.State.new(False)
    game.rules.deal(box, dealt)
    return gpu_states.packed(game.State.to_array(dealt), kind).view(gpu_states.unit_of(kind))


def prepare(game: "Game", count: int, launch: Launch | None = None, **options: Any) -> Callable[[int], "Playouts"]:
    """A function that plays `count` matches from the deal to the end at random, given a seed; compiled once."""
    from hexagora.engine import cuda_driver

    return Player(game, cuda_driver.driver(), count, launch or launch_of(game), game.options(options)).play


def spread(count: int, launch: Launch) -> tuple[int, int]:
    """Threads that begin with the first of `count` matches, and places of matches side by side; whole blocks of them
    where warps have places together."""
    places = min(count, launch.places)
    if not launch.pool:
        return places, places
    of_block = launch.play // WARP * launch.pool
    blocks = -(-places // of_block)
    return blocks * launch.play, blocks * of_block


class Player:
    """Plays `count` matches at random, as many side by side as there are places. Where warps have no places together,
    kernels keep the states themselves."""

    def __init__(self, game: "Game", driver: Any, count: int, launch: Launch, options: dict[str, Any]):
        import numpy as np

        from hexagora.engine.cuda_driver import DeviceArray

        self.game, self.driver, self.count, self.launch = game, driver, count, launch
        self.players: int = options["players"]
        self.threads, self.places = spread(count, launch)
        box = game.box(options)
        self.kinds = Kinds(gpu_states.state_type(game, box))
        self.kernels = kernels_of(game, driver, self.kinds)
        dealt = dealt_words(game, box, self.kinds.state)
        self.boxes = DeviceArray(driver, (1,), game.Box.dtype()).fill(game.Box.to_array(box))
        self.which = DeviceArray(driver, (self.places,), np.int64).clear()
        self.dealt = DeviceArray(driver, dealt.shape, dealt.dtype).fill(dealt)
        self.rngs = DeviceArray(driver, (count, 1), np.int64)
        self.results = DeviceArray(driver, (count, game.max_players), np.float32)
        self.lengths = DeviceArray(driver, (count,), np.int64)
        self.counter = DeviceArray(driver, (1,), np.int64)
        self.own: list[Any] = []  # what a kernel gets beside all that
        self.states: list[Any] = []
        if launch.pool:
            words = DeviceArray(driver, (self.places, len(dealt)), dealt.dtype)
            self.states = [words.viewed(self.kinds.state, self.places), words]
            self.own = [launch.pool, *(DeviceArray(driver, (self.places,), np.int64) for _ in ("matches", "made"))]

    def start(self, seed: int) -> None:
        """Makes everything ready to play from a seed."""
        import numpy as np

        from hexagora.engine.vector import seeds

        self.rngs.fill(seeds(self.count, seed))
        self.results.clear()
        self.counter.fill(np.array([self.places]))
        self.driver.wait()

    def run(self) -> None:
        """Plays all matches."""
        self.kernels.each(self.launch.kernel, self.threads, self.launch.play, self.boxes, self.which, *self.states,
                          self.dealt, self.rngs, self.results, self.lengths, self.counter, *self.own,
                          shared=self._shared())
        self.driver.wait()

    def _shared(self) -> int:
        """Bytes that a block shares."""
        launch = self.launch
        if launch.pool:
            return (WARP + launch.play // WARP * (gpu_sorting.SORTS + WARP + launch.pool)) * NUMBER
        return launch.play * int(self.kinds.state.itemsize) * launch.near

    def play(self, seed: int) -> "Playouts":
        from hexagora.engine.batch import Playouts

        self.start(seed)
        self.run()
        return Playouts(self.lengths.numpy(), self.results.numpy()[:, : self.players])


def playouts(game: "Game", count: int, seed: int = 1, **options: Any) -> "Playouts":
    """Plays `count` matches from the deal to the end at random on the GPU."""
    return prepare(game, count, **options)(seed)
