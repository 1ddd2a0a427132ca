"""A pretended GPU: the kernels of the `cuda` back end compiled for this machine, its memory that of this process."""

import ctypes

import numba
import numpy as np

from hexagora.engine import dlpack, gpu
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

    def __init__(self, game, driver, wide=False):
        self.game = game

    def each(self, kernel, count, block, *arguments):
        given = [as_numpy(a) for a in arguments]
        if kernel == "widen":
            given[1][:] = given[0]
            return
        f = bound(self.game)[f"{kernel}_in"]
        for i in range(count):
            f(i, *given)

    def rows(self, kernel, count, *arguments):
        given = [as_numpy(a) for a in arguments]
        given[0][:count] = given[0][given[1]]

    def tiles(self, kernel, count, *arguments):
        seen, *scales, table = (as_numpy(a) for a in arguments)
        table[:] = seen.T * scales[0] if scales else seen.T
