"""The few calls of NVIDIA's driver that the `cuda` back end needs, and arrays in the memory of a GPU.

Nothing has to be installed for it but the driver itself. All work is queued in order on the default stream.
"""

import ctypes
import math
import sys
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from hexagora.engine import dlpack
from hexagora.engine.errors import HexagoraError

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
MAJOR, MINOR, POOLS = 75, 76, 115  # numbers of attributes of a device
KEEP_POOL, EVERYTHING = 4, (1 << 64) - 1  # what is given back stays with the process, however much
USUALLY_SHARED, MOST_SHARED = 48 << 10, 8  # bytes that a block may share unasked; the number of that attribute
LEGACY_STREAM = 1
WORD = 8  # bytes
UNORDERED = -1  # a taker that does not want to wait


def _words(numbers: list[int]) -> Any:
    return (ctypes.c_int64 * len(numbers))(*numbers)


class DeviceArray:
    """An array in C order on a GPU. `torch.from_dlpack`, `jax.dlpack.from_dlpack` and `cupy.from_dlpack` take it
    without a copy; `numpy()` copies it here."""

    def __init__(self, driver: "Driver", shape: tuple[int, ...], dtype: Any, base: "DeviceArray | None" = None):
        self.driver, self.shape, self.dtype = driver, shape, np.dtype(dtype)
        self.items = math.prod(shape)
        self.size = self.items * self.dtype.itemsize
        self._base = base  # whose memory this is, if not its own
        self.pointer: int = 0
        self.pointer = driver.take(self.size) if base is None else base.pointer

    def __del__(self, ending: Callable[[], bool] = sys.is_finalizing) -> None:
        if self._base is None and self.pointer and not ending():  # at the end of the process all of it is given back
            self.driver.give_back(self.pointer)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, device={self.driver.name!r})"

    def __len__(self) -> int:
        return self.shape[0]

    def viewed(self, dtype: Any, *shape: int) -> "DeviceArray":
        """The same memory, taken for items of another type, in another shape if one is given."""
        return DeviceArray(self.driver, shape or self.shape, dtype, base=self)

    def place(self, i: int) -> int:
        """The address of a row."""
        return self.pointer + i * int(self.size // self.shape[0])

    def numpy(self) -> "np.ndarray[Any, Any]":
        """A copy in the memory of this process."""
        found: np.ndarray[Any, Any] = np.empty(self.shape, self.dtype)
        self.driver.read(self.pointer, found)
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "np.ndarray[Any, Any]":
        if copy is False:
            raise ValueError("an array on a GPU becomes one of NumPy only by copying")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def fill(self, values: "np.ndarray[Any, Any]") -> "DeviceArray":
        """Takes over an array of the same shape from the memory of this process."""
        self.driver.write(self.pointer, np.ascontiguousarray(values, self.dtype).reshape(self.shape))
        return self

    def clear(self) -> "DeviceArray":
        """All zeros."""
        self.driver.clear(self.pointer, self.size)
        return self

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.pointer, False), "version": 3,
                "strides": None, "stream": LEGACY_STREAM}

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.driver.kind, 0

    def __dlpack__(self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None,
                   copy: bool | None = None) -> Any:
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("arrays are shared where they are; copy them with numpy() or after taking them")
        self.driver.let_wait(stream)
        return dlpack.capsule(self, self.pointer, self.shape, self.dtype, self.driver.kind)

    @cached_property
    def argument(self) -> Any:
        """How a kernel made by Numba gets an array: owner, parent, items, bytes an item, data, shape, strides."""
        strides = [self.dtype.itemsize * math.prod(self.shape[k + 1 :]) for k in range(len(self.shape))]
        return _words([0, 0, self.items, self.dtype.itemsize, self.pointer, *self.shape, *strides])


class Driver:
    """The first GPU of this machine."""

    kind = dlpack.CUDA

    def __init__(self) -> None:
        try:
            self._library: Any = ctypes.CDLL(LIBRARY)
            self._call("cuInit", 0)
        except (OSError, HexagoraError) as e:
            raise HexagoraError(f"there is no NVIDIA GPU here that can be used: {e}") from e
        device, self._context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        name = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()
        self.capability = (self._attribute(MAJOR, device), self._attribute(MINOR, device))
        self._enter()
        self._pooled = bool(self._attribute(POOLS, device))
        if self._pooled:
            pool = ctypes.c_void_p()
            self._call("cuDeviceGetDefaultMemPool", ctypes.byref(pool), device)
            self._call("cuMemPoolSetAttribute", pool, KEEP_POOL, ctypes.byref(ctypes.c_uint64(EVERYTHING)))

    def _call(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self._library.cuGetErrorString(code, ctypes.byref(text))
            raise HexagoraError(f"{name}: {(text.value or b'').decode()}")

    def _attribute(self, number: int, device: Any) -> int:
        value = ctypes.c_int()
        self._call("cuDeviceGetAttribute", ctypes.byref(value), number, device)
        return value.value

    def _enter(self) -> None:
        """Every thread of this process has to be told which GPU it uses."""
        self._call("cuCtxSetCurrent", self._context)

    def take(self, size: int) -> int:
        self._enter()
        pointer = ctypes.c_uint64()
        if self._pooled:
            self._call("cuMemAllocAsync", ctypes.byref(pointer), ctypes.c_size_t(max(size, 1)), None)
        else:
            self._call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(size, 1)))
        return pointer.value

    def give_back(self, pointer: int) -> None:
        self._enter()
        if self._pooled:
            self._call("cuMemFreeAsync", ctypes.c_uint64(pointer), None)
        else:
            self._call("cuMemFree_v2", ctypes.c_uint64(pointer))

    def read(self, pointer: int, into: "np.ndarray[Any, Any]") -> None:
        self._enter()
        self._call("cuMemcpyDtoH_v2", into.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(pointer),
                   ctypes.c_size_t(into.nbytes))

    def write(self, pointer: int, data: "np.ndarray[Any, Any]") -> None:
        self._enter()
        self._call("cuMemcpyHtoD_v2", ctypes.c_uint64(pointer), data.ctypes.data_as(ctypes.c_void_p),
                   ctypes.c_size_t(data.nbytes))

    def clear(self, pointer: int, size: int) -> None:
        self._enter()
        self._call("cuMemsetD8Async", ctypes.c_uint64(pointer), ctypes.c_ubyte(0), ctypes.c_size_t(size), None)

    def copy(self, target: int, source: int, size: int) -> None:
        self._enter()
        self._call("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_uint64(source), ctypes.c_size_t(size),
                   None)

    def wait(self) -> None:
        """Until everything queued is done."""
        self._enter()
        self._call("cuCtxSynchronize")

    def let_wait(self, stream: int | None) -> None:
        """What another library queues on its stream from now on comes after all that is queued here."""
        if stream in (None, 0, LEGACY_STREAM, UNORDERED):
            return
        self._enter()
        event = ctypes.c_void_p()
        self._call("cuEventCreate", ctypes.byref(event), 2)
        self._call("cuEventRecord", event, None)
        self._call("cuStreamWaitEvent", ctypes.c_void_p(stream), event, 0)
        self._call("cuEventDestroy_v2", event)

    def load(self, code: bytes, entry: str) -> Any:
        """A kernel from assembler text or machine code."""
        self._enter()
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self._call("cuModuleLoadData", ctypes.byref(module), code + b"\0")
        self._call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        return function

    def launch(self, function: Any, blocks: int, threads: int, *arguments: Any, shared: int = 0) -> None:
        """Queues a kernel: so many blocks of so many threads, with so many bytes of memory that a block shares."""
        self._enter()
        if shared > USUALLY_SHARED:
            self._call("cuFuncSetAttribute", function, MOST_SHARED, shared)
        values = [a.argument if isinstance(a, DeviceArray) else _words([int(a)]) for a in arguments]
        addresses = [first + WORD * k for v in values for first in (ctypes.addressof(v),) for k in range(len(v))]
        pointers = (ctypes.c_void_p * len(addresses))(*addresses)
        self._call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, shared, None, pointers, None)


@cache
def driver() -> Driver:
    return Driver()
