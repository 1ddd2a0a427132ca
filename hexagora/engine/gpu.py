"""The `cuda` back end: the rules unchanged, one match a GPU thread.

Compiling needs no GPU, so that every game can be checked to fit one: `ptx(game)` gives the assembler text. Running
needs an NVIDIA GPU and the extra `cuda` of the package:

    results = gpu.playouts(hexagora.game("hex"), 1_000_000, seed=7)
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hexagora.engine.errors import HexagoraError

if TYPE_CHECKING:
    from hexagora.engine.batch import Playouts
    from hexagora.engine.game import Game

HOPPER = (9, 0)  # compute capability of the H100 and H200
BLOCK = 8  # threads of a block: matches soon go different ways, and the threads of a fuller warp wait for each other
NO_LIMIT = 1 << 40


def _cuda() -> Any:
    try:
        from numba import cuda
    except ImportError as e:
        raise HexagoraError(f"the GPU back end needs the package numba-cuda (extra 'cuda'): {e}") from e
    return cuda


def _kernel(game: "Game") -> Any:
    """The undecorated entry, its rules bound as device functions; inlined, for matches do not call them together."""
    cuda = _cuda()
    from hexagora.engine import gpu_kernel, kernels
    from hexagora.engine.binding import Bound

    def decorate(f: Any) -> Any:
        return f if f.__name__ == "play_on_gpu" else cuda.jit(device=True, forceinline=True)(f)

    return Bound(game.rules_modules, [kernels, gpu_kernel], decorate).functions["play_on_gpu"]


@contextmanager
def _pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Numba asks the driver for its device even when it only compiles; this answers in its place."""
    from numba.cuda import dispatcher

    module: Any = dispatcher
    before = module.get_current_device
    module.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        module.get_current_device = before


def _signature(game: "Game") -> Any:
    """The types that the entry is compiled for."""
    import numba
    from numba import types as t

    box = numba.from_dtype(game.Box.dtype())[::1]
    state = numba.from_dtype(game.State.dtype())[::1]
    return t.void(box, state, t.int64[:, ::1], t.int64[:, ::1], t.int64[:, ::1], t.int64[::1], t.int64)


def ptx(game: "Game", capability: tuple[int, int] = HOPPER) -> str:
    """The assembler text of random play on a GPU of that capability; no GPU is needed."""
    cuda = _cuda()
    with _pretended_device(capability):
        text, _ = cuda.compile_ptx(_kernel(game), _signature(game), device=False, cc=capability)
    return str(text)


def prepare(game: "Game", count: int, **options: Any) -> Callable[[int], "Playouts"]:
    """A function that plays `count` matches from the deal to the end at random, given a seed; compiled once."""
    cuda = _cuda()
    import numpy as np

    from hexagora.engine.batch import Playouts
    from hexagora.engine.contract import WIN
    from hexagora.engine.vector import seeds

    if not cuda.is_available():
        raise HexagoraError("there is no NVIDIA GPU here that numba-cuda can use")
    match = game.match(chance="ask", **options)
    dealt = game.State.to_array(match.state, count)
    boxes = cuda.to_device(game.Box.to_array(match.box))
    rooms = cuda.device_array((count, game.max_legal), np.int64)
    kernel = cuda.jit(_signature(game))(_kernel(game))

    def play(seed: int) -> "Playouts":
        states = cuda.to_device(dealt)
        results = cuda.to_device(np.zeros((count, game.max_players), np.int64))
        lengths = cuda.to_device(np.zeros(count, np.int64))
        kernel[-(-count // BLOCK), BLOCK](
            boxes, states, rooms, cuda.to_device(seeds(count, seed)), results, lengths, NO_LIMIT)
        return Playouts(lengths.copy_to_host(), results.copy_to_host()[:, : match.players] / WIN)

    return play


def playouts(game: "Game", count: int, seed: int = 1, **options: Any) -> "Playouts":
    """Plays `count` matches from the deal to the end at random on the GPU."""
    return prepare(game, count, **options)(seed)
