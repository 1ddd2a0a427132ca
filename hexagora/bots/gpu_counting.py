"""Matches of random and quick players on a GPU: the kernel of the census is made without one, kept on disk, and run by
NVIDIA's driver. Rows are those of the other back ends."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexagora.bots import census, census_threads, figures, guide, memory, search
from hexagora.engine import compiled, gpu, hooks, kernels

if TYPE_CHECKING:
    from hexagora.engine.game import Game

KERNEL = "census"
ENTRIES = Path(__file__).with_name("gpu_census.py")
BLOCK = 32  # threads of a block: matches soon go different ways


def modules(game: "Game") -> list[Any]:
    """Everything that is bound with a game's rules to count matches, beside the entry."""
    own, counted = search.heuristics(game), game.module_if_any("figures")
    thumbs = [own, *(hooks.HELPERS.within(own) or [])] if own else []
    return [kernels, guide, figures, memory, census, *thumbs, *([counted] if counted else []), census_threads]


def overrides(game: "Game") -> list[tuple[Any, Any]]:
    found = ((guide, search.heuristics(game)), (figures, game.module_if_any("figures")))
    return [(default, own) for default, own in found if own]


def ptx(game: "Game", capability: tuple[int, int] = gpu.HOPPER) -> str:
    """The assembler text for GPUs of that capability; no GPU is needed. Short functions are inlined; the others are
    called, for all of them together would be too much for one."""
    cuda = gpu.numba_cuda()
    import numba
    from numba import types as t

    from hexagora.bots import gpu_census
    from hexagora.engine.binding import Bound

    entry = gpu_census.census_on_gpu.__name__

    def decorate(f: Any) -> Any:
        return f if f.__name__ == entry else cuda.jit(device=True, forceinline=compiled.is_short(f))(f)

    bound = Bound(game.rules_modules, [*modules(game), gpu_census], decorate,
                  [*overrides(game), (census_threads, gpu_census)]).functions
    table = t.int64[:, ::1]
    kinds = {"boxes": numba.from_dtype(game.Box.dtype())[::1], "states": numba.from_dtype(game.State.dtype())[::1],
             "which": t.int64[::1]}
    names = gpu_census.census_on_gpu.__code__.co_varnames[: gpu_census.census_on_gpu.__code__.co_argcount]
    with gpu.pretended_device(capability):
        text, _ = cuda.compile_ptx(bound[entry], t.void(*(kinds.get(name, table) for name in names)), device=False,
                                   cc=capability)
    return str(text)


def path(game: "Game", capability: tuple[int, int]) -> Path:
    """Where the kernel of this very version is kept."""
    from hexagora.engine import fingerprint

    parts = fingerprint.ingredients(compiled.modules_of(game, modules(game)), [game.State, game.Box])
    entries = "".join(module.read_text("utf8") for module in (ENTRIES, gpu.ENTRIES))
    folder = f"{game.id}-cuda-{KERNEL}-{capability[0]}{capability[1]}-{fingerprint.digest([*parts, entries])}"
    return compiled.cache_root() / folder / f"{KERNEL}.ptx"


def code(game: "Game", capability: tuple[int, int]) -> bytes:
    """The kernel as it is kept; made if it is not there."""
    return gpu.kept(path(game, capability), lambda: ptx(game, capability))


class OnGpu:
    """Counts matches, as many at once as there are places, one a thread."""

    name = "cuda"

    def __init__(self, game: "Game", options: dict[str, Any], sizes: dict[str, int], columns: int, places: int,
                 driver: Any = None, launch: Any = None):
        import numpy as np

        from hexagora.engine import cuda_driver
        from hexagora.engine.cuda_driver import DeviceArray

        self._np, self.places = np, places
        self.driver = driver or cuda_driver.driver()
        self._launch = launch or self._on_device(game)
        box, dealt = game.box(options), game.State.new(False)
        game.rules.deal(box, dealt)
        self.boxes = DeviceArray(self.driver, (1,), game.Box.dtype()).fill(game.Box.to_array(box))
        self.which = DeviceArray(self.driver, (places,), np.int64).clear()
        states = game.State.to_array(dealt, census.SLOTS * places)
        self.words = DeviceArray(self.driver, (len(states), gpu.words_of(game)), np.int64)
        self.words.fill(states.view(np.int64).reshape(self.words.shape))
        self.states = self.words.viewed(game.State.dtype(), len(states))
        shapes: dict[str, tuple[int, ...]] = {
            **{name: (1, sizes[name]) for name in ("asked", "uses")},
            **{name: (places, sizes[name] // places) for name in ("seeds", "seats")},
            **{name: (places, sizes[name]) for name in ("out", "rng", "dice", "made", "trace")},
            "rows": (places, columns),
        }
        self.numbers = {name: DeviceArray(self.driver, shape, np.int64).clear() for name, shape in shapes.items()}

    def _on_device(self, game: "Game") -> Any:
        function = _loaded(game, self.driver)
        return lambda count, *given: self.driver.launch(function, -(-count // BLOCK), BLOCK, *given)

    def set(self, name: str, values: list[int]) -> None:
        self.driver.write(self.numbers[name].pointer, self._np.array(values, self._np.int64))

    def get(self, name: str, count: int) -> list[int]:
        found = self._np.empty(count, self._np.int64)
        self.driver.read(self.numbers[name].pointer, found)
        numbers: list[int] = found.tolist()
        return numbers

    def census(self, first: int, last: int) -> None:
        """Plays the matches of these numbers; they begin with 0. Threads without a match have no place."""
        which = self.which.viewed(self._np.int64, last - first)
        numbers = (self.numbers[name] for name in ("asked", "seeds", "seats", "out", "rng", "dice", "made", "trace",
                                                   "rows", "uses"))
        self._launch(last - first, self.boxes, which, self.states, self.words, *numbers)
        self.driver.wait()


@cache
def _loaded(game: "Game", driver: Any) -> Any:
    kernel = code(game, min(driver.capability, gpu.HOPPER))  # newer ones assemble older text
    return driver.load(kernel, gpu.entry_name(kernel, KERNEL))
