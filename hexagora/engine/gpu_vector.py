"""A vector of matches on an NVIDIA GPU: what `vector.py` does, and the same matches for the same seeds, but a thread
for each match and every array on the GPU, where PyTorch, JAX and CuPy take it without a copy:

    vector = hexagora.game("hex").vector(1_000_000, device="cuda")
    seen, mask = torch.from_dlpack(vector.observe()), torch.from_dlpack(vector.mask())
    vector.step(policy(seen, mask))                     # actions as an array on the GPU, of 64 or 32 bits
    torch.from_dlpack(vector.returns)[torch.from_dlpack(vector.done)]

`movers`, `done` and `returns` are written over by the next step; `observe` and `mask` give new arrays each time.
Faster, observations as the whole numbers of the catalogue, in arrays that the next step writes over:

    seen, mask = vector.look()
    seen, mask = vector.advance(policy(seen, mask))     # without actions: at random
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hexagora.engine import contract, dlpack, features, gpu, gpu_states, stepping
from hexagora.engine.cuda_driver import LEGACY_STREAM, WORD, DeviceArray
from hexagora.engine.errors import BadOption, IllegalAction
from hexagora.engine.vector import CHOOSING, WHOLE, check_numbers, narrowest, own_seats, seeds, way_of

if TYPE_CHECKING:
    from hexagora.engine.game import Game

NO_MATCH = -1


def _on_device(array: Any) -> bool:
    return hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] == dlpack.CUDA


def in_words(table: DeviceArray) -> DeviceArray:
    """The same memory as whole words of 64 bits, as many as there are."""
    return table.viewed(np.int64, table.size // WORD)


class GpuVector:
    """`count` matches of a game with the same options that restart by themselves; see `vector.Vector`."""

    def __init__(self, game: "Game", options: dict[str, Any], count: int, *, seed: int = 1, seats: Any = None,
                 keep_ends: bool = False, driver: Any = None):
        check_numbers(count=count, seed=seed)
        if count < 1:
            raise BadOption(f"a vector takes at least one match, not {count}")
        from hexagora.engine import cuda_driver

        self.driver = driver or cuda_driver.driver()
        self.game, self.options, self.count, self.seed = game, options, count, seed
        self.players: int = options["players"]
        box = game.box(options)
        self.catalogue = features.catalogue(game, box)
        self.dtype = narrowest(self.catalogue)
        self._state = gpu_states.state_type(game, box)
        self._kernels = gpu.kernels_of(game, self.driver, gpu.Kinds(self._state, self.dtype == np.int16))
        launch = gpu.launch_of(game)
        self._block, self._rows, self._near = launch.step, launch.rows, bool(launch.near and not keep_ends)
        self._hides, self._way = game.has_own(contract.hide), way_of(game)
        self._boxes = self._new((1,), game.Box.dtype()).fill(game.Box.to_array(box))
        self._which = self._new((count,)).clear()
        self._scales = self._new((self.catalogue.size,), np.float32).fill(self.catalogue.scales)
        self.seats = self._new((count,)).fill(own_seats(seats, count, self.players))
        self._make_states(box, keep_ends)
        self._rooms = self._new((game.max_legal, count), np.int32)
        self._rngs, self._choosing = self._new((count, 1)), self._new((count, 1))
        self._counts, self.movers = self._new((count,)), self._new((count,))
        self._ended = self._new((count,), np.int8)
        self.done = self._ended.viewed(np.bool_)
        self.returns = self._new((count, self.players), np.float32)
        self._wrong = self._new((1,))
        self._flags = self._new((0, game.actions), np.int8)  # none are kept before somebody asks for them
        self._marked = False
        self.reset()

    def _new(self, shape: tuple[int, ...], dtype: Any = np.int64) -> DeviceArray:
        return DeviceArray(self.driver, shape, dtype)

    def _make_states(self, box: Any, keep_ends: bool) -> None:
        """The matches, where they start, then places for what is hidden from somebody, and for last states."""
        self._source = self.count
        self._aside = self.count + 1
        self._ends = (self._aside + self.count * self._hides) * keep_ends
        places = self._aside + self.count * (self._hides + keep_ends)
        dealt = gpu.dealt_words(self.game, box, self._state)
        self._words = self._new((places, len(dealt)), dealt.dtype)
        self._states = self._words.viewed(self._state, places)
        self.driver.write(self._words.place(self._source), dealt)

    def _each(self, kernel: str, *arguments: Any) -> None:
        self._kernels.each(kernel, self.count, self._block, *arguments)

    def reset(self, seed: int | None = None) -> None:
        """Begins all matches anew, with other chances if a seed is given."""
        self.seed = self.seed if seed is None else seed
        self._rngs.fill(seeds(self.count, self.seed))
        self._choosing.fill(seeds(self.count, self.seed + CHOOSING))
        self._ended.clear()
        self._each("start", self._boxes, self._which, self._states, self._words, self._source, self.seats,
                   self._rooms, self._rngs, self.movers, self.returns, self._ended)
        self._ended.clear()
        self.returns.clear()
        self._flags.clear()
        self._marked = self._way != stepping.MARKED and len(self._flags) > 0
        if self._way != stepping.MARKED:
            self._each("list", self._boxes, self._which, self._states, self._rooms, self._counts, self._flags)

    def _mark(self) -> None:
        """Brings the flags of legal actions up to date; few change in a step."""
        if self._marked:
            return
        if not len(self._flags):
            self._flags = self._new((self.count, self.game.actions), np.int8).clear()
        if self._way == stepping.MARKED:
            self._kernels.rows("mark", self._flags, self._rows, self._boxes, self._which, self._states, self._flags,
                               in_words(self._flags))
        else:
            self._each("flag", self._rooms, self._counts, self._flags)
        self._marked = True

    def step(self, actions: Any) -> None:
        """One legal action for each match: an array on the GPU, or one of NumPy, which is copied."""
        wanted = self._taken(actions)
        self.returns.clear()
        self._wrong.fill(np.array([NO_MATCH]))
        self._decide(wanted)
        self._marked = self._way != stepping.MARKED and len(self._flags) > 0
        wrong = int(self._wrong.numpy()[0])
        if wrong != NO_MATCH:
            raise IllegalAction(f"action {wanted.numpy()[wrong]} is not legal in match {wrong} of the vector; "
                                f"other matches have made their step: reset the vector")

    def _decide(self, wanted: DeviceArray) -> None:
        """Makes the decisions, in memory that is near where states are small; last states are kept from afar."""
        states = (self._boxes, self._which, self._states, self._words, self._source)
        rest = (self.seats, wanted, self._way, int(self._marked), self._rooms, self._counts, self._flags, self._rngs,
                self.movers, self.returns, self._ended, self._wrong)
        if self._near:
            self._kernels.each("step_near", self.count, self._block, *states, *rest,
                               shared=(self._block + 1) * self._state.itemsize)
        else:
            self._each("step", *states, self._ends, *rest)

    def _viewers(self, seats: Any) -> DeviceArray:
        """Who looks on in each match; what lies on the GPU already is taken as it is."""
        if seats is None:
            return self.movers
        there = isinstance(seats, DeviceArray) or _on_device(seats)
        return self._taken(seats if there else own_seats(seats, self.count, self.players))

    def _taken(self, actions: Any) -> DeviceArray:
        """Actions as we use them; those of other libraries are read where they are."""
        if isinstance(actions, DeviceArray):
            return self._checked(actions)
        if not _on_device(actions):
            if np.asarray(actions).dtype.kind not in WHOLE:
                raise IllegalAction(f"actions are whole numbers, not {np.asarray(actions).dtype}")
            given = np.ascontiguousarray(actions, np.int64)
            self._check_shape(given.shape)
            return self._new((self.count,)).fill(given)
        capsule = actions.__dlpack__(stream=LEGACY_STREAM)
        pointer, shape, dtype = dlpack.borrowed(capsule)
        return self._checked(Borrowed(self.driver, shape, dtype, pointer, capsule))

    def _checked(self, wanted: DeviceArray) -> DeviceArray:
        self._check_shape(wanted.shape)
        if wanted.dtype == np.int32:
            wide = self._new((self.count,))
            self._each("widen", wanted, wide)
            return wide
        if wanted.dtype != np.int64:
            raise IllegalAction(f"actions are integers of 64 or 32 bits, not {wanted.dtype}")
        return wanted

    def _check_shape(self, shape: tuple[int, ...]) -> None:
        if shape != (self.count,):
            raise IllegalAction(f"step takes {self.count} actions, not an array of shape {shape}")

    def look(self) -> tuple[DeviceArray, DeviceArray]:
        """What whoever decides sees in each match, as whole numbers, and what is legal, as flags; the next step writes
        over both."""
        self._mark()
        return self._whole(self.movers, self._seen), self._flags

    def advance(self, actions: Any = None) -> tuple[DeviceArray, DeviceArray]:
        """One legal action for each match, or one at random; then what `look` tells."""
        self.step(self.random_actions() if actions is None else actions)
        return self.look()

    @cached_property
    def _seen(self) -> DeviceArray:
        return self._new((self.count, self.catalogue.size), self.dtype)

    def integers(self, seats: Any = None) -> DeviceArray:
        """What the player who decides (or the given one) sees in each match: a row of whole numbers, of type `dtype`;
        a quarter of what `observe` writes."""
        return self._whole(self._viewers(seats), self._new((self.count, self.catalogue.size), self.dtype))

    def _whole(self, viewers: DeviceArray, table: DeviceArray) -> DeviceArray:
        shown = self._hidden(0, viewers)
        self._kernels.rows("look", table, self._rows, self._boxes, self._which, self._states, shown, viewers, table,
                           in_words(table))
        return table

    def observe(self, seats: Any = None) -> DeviceArray:
        """What the player who decides (or the given one) sees in each match: a row of normalised numbers."""
        return self._observed(0, self._viewers(seats))

    def observe_ends(self, seats: Any) -> DeviceArray:
        """What the given player saw at the end of each match that ended in the last step (with `keep_ends`)."""
        if not self._ends:
            raise BadOption("last states are kept by a vector that was made with keep_ends=True")
        viewers = np.where(self.done.numpy(), self._viewers(seats).numpy(), stepping.EVERY_SEAT)
        return self._observed(self._ends, self._new((self.count,)).fill(viewers))

    def _observed(self, place: int, viewers: DeviceArray) -> DeviceArray:
        """Rows for the states from a place on."""
        shown = self._hidden(place, viewers)
        table = self._new((self.count, self.catalogue.size), np.float32)
        kind = table.viewed(self.dtype)
        self._kernels.rows("observe", kind, self._rows, self._boxes, self._which, self._states, shown, viewers, kind,
                           self._scales, table)
        return table

    def _hidden(self, place: int, viewers: DeviceArray) -> int:
        """Where the states from a place on stand as the viewers know them."""
        if not self._hides:
            return place
        size = self._words.place(self.count) - self._words.pointer
        self.driver.copy(self._words.place(self._aside), self._words.place(place), size)
        self._each("hide", self._boxes, self._which, self._states, self._aside, viewers)
        return self._aside

    def mask(self) -> DeviceArray:
        """The legal actions of each match as a row of flags."""
        self._mark()
        masks = self._new(self._flags.shape, np.int8)
        self.driver.copy(masks.pointer, self._flags.pointer, masks.size)
        return masks

    def random_actions(self) -> DeviceArray:
        """A random legal action for each match."""
        actions = self._new((self.count,))
        if self._way != stepping.LISTED:
            self._each("choose", self._boxes, self._which, self._states, actions, self._rooms, self._choosing)
        else:
            self._each("draw", actions, self._rooms, self._counts, self._choosing)
        return actions

    def checksums(self) -> "np.ndarray[Any, Any]":
        """A number for each match that tells its state; equal on all back ends."""
        states = self._states.numpy()[: self.count]
        return gpu_states.checksums(gpu_states.unpacked(states, self.game))


class Borrowed(DeviceArray):
    """Memory of another library, held as long as this is."""

    def __init__(self, driver: Any, shape: tuple[int, ...], dtype: Any, pointer: int, holder: Any):
        super().__init__(driver, shape, dtype, base=self)
        self.pointer, self.holder = pointer, holder
