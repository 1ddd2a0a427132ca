"""A pretended GPU: the kernels of the `cuda` back end compiled for this machine, its memory that of this process."""

import ctypes

import numba
import numpy as np

from hexagora.engine import dlpack, gpu, gpu_sorting, gpu_states
from hexagora.engine.binding import Bound
from hexagora.engine.cuda_driver import DeviceArray

BOUND = {}


def bound(game):
    if game.id not in BOUND:
        rules = Bound(game.rules_modules, gpu.modules(game), numba.njit, gpu.overrides(game))
        BOUND[game.id] = rules.functions
    return BOUND[game.id]


class HostDriver:
    """Does what a GPU would, thread by thread."""

    kind, name, capability = dlpack.CPU, "this machine", (9, 0)

    def __init__(self):
        self.held = {}

    def take(self, size):
        memory = np.full(max(size, 1), 0xAA, np.uint8)
        self.held[memory.ctypes.data] = memory
        return memory.ctypes.data

    def give_back(self, pointer):
        del self.held[pointer]

    def read(self, pointer, into):
        ctypes.memmove(into.ctypes.data, pointer, into.nbytes)

    def write(self, pointer, data):
        ctypes.memmove(pointer, data.ctypes.data, data.nbytes)

    def clear(self, pointer, size):
        ctypes.memset(pointer, 0, size)

    def copy(self, target, source, size):
        ctypes.memmove(target, source, size)

    def wait(self):
        pass

    def let_wait(self, stream):
        pass


def as_numpy(argument):
    """The memory of an array where it is."""
    if not isinstance(argument, DeviceArray):
        return argument
    raw = (ctypes.c_uint8 * argument.size).from_address(argument.pointer)
    return np.frombuffer(raw, argument.dtype).reshape(argument.shape)


class HostKernels:
    """In place of `gpu.Kernels`."""

    def __init__(self, game, driver, kinds):
        self.game, self.kinds = game, kinds

    def each(self, kernel, count, block, *arguments, shared=0):
        given = [as_numpy(a) for a in arguments]
        if kernel == "widen":
            given[1][:] = given[0]
            return
        if kernel == "play_sorted":
            self.play_sorted(count, block, *given)
            return
        if kernel.startswith("play"):
            self.play(count, shared // block, *given)
            return
        if kernel == "step_near":
            assert shared == (block + 1) * self.kinds.state.itemsize
            kernel, given = "step", [*given[:5], 0, *given[5:]]
        f = bound(self.game)[f"{kernel}_in"]
        for i in range(count):
            f(i, *given)

    def play(self, count, near, boxes, which, dealt, *more):
        """A block of one thread; `near` are the bytes of its state if it lies in shared memory."""
        state = self.kinds.state
        assert near in (0, state.itemsize)
        states = np.full(state.itemsize, 0xAA, np.uint8).view(state)
        words = states.view(gpu_states.unit_of(state))
        room, rng = np.zeros(self.game.max_legal, np.int32), np.zeros(1, np.int64)
        for i in range(count):
            bound(self.game)["play_in"](i, 0, boxes, which, states, words, dealt, room, rng, *more)

    def play_sorted(self, count, block, boxes, which, states, words, dealt, rngs, results, lengths, counter, places,
                    *noted):
        """Each warp is one thread."""
        assert len(which) == len(states) == count // gpu.WARP * places
        room = np.zeros(self.game.max_legal, np.int32)
        flat, latest = words.reshape(-1), np.zeros(1, np.int32)
        tally, sorts = np.zeros(gpu_sorting.SORTS, np.int32), np.zeros(places, np.int32)
        for first in range(0, len(states), places):
            bound(self.game)["play_sorted_in"](0, 1, first, boxes, which, states, flat, dealt, room, latest, tally,
                                               sorts, sorts, places, *noted, rngs, results, lengths, counter)

    def rows(self, kernel, table, most, *arguments):
        *given, last, beside = [as_numpy(a) for a in arguments]
        numbers = np.zeros(table.shape, table.dtype)
        f = bound(self.game)["mark_in" if kernel == "mark" else "look_in"]
        for i in range(len(numbers)):
            f(i, *given[: 3 if kernel == "mark" else 5], numbers[i])
        if kernel == "observe":
            beside[:] = numbers * last
        else:
            last[:] = numbers
