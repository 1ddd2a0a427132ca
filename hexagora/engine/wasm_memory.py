"""The memory of an instance that `wasmtime` runs, read and written where it lies. (Browsers, which run modules by
themselves, have no `ctypes`.)"""

import ctypes
from typing import Any


class Memory:
    def __init__(self, store: Any, memory: Any):
        self._store, self._memory = store, memory
        self._place: tuple[int, int] | None = None  # where it lies and its size, until a call may change that

    def read(self, start: int, size: int) -> bytes:
        return ctypes.string_at(self._address(start, size), size)

    def write(self, start: int, data: bytes) -> None:
        ctypes.memmove(self._address(start, len(data)), data, len(data))

    def _address(self, start: int, size: int) -> int:
        """Where so many bytes lie. Asking wasmtime each time would take longer than reading them."""
        if self._place is None:
            pointer = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p)
            self._place = pointer.value or 0, self.size()
        place, length = self._place
        if not 0 <= start <= start + size <= length:
            raise IndexError(f"bytes {start} to {start + size} of a memory of {length}")
        return place + start

    def may_move(self) -> None:
        self._place = None

    def grow(self, pages: int) -> None:
        self.may_move()
        self._memory.grow(self._store, pages)

    def size(self) -> int:
        return int(self._memory.data_len(self._store))
