"""Large pages: on Linux the heap of the server is put together into pages of 2 MiB.

With hundreds of tables every action touches memory all over the heap, and with pages of 4 KiB the processor has to look
up where most of it lies. What cannot be put together stays as it is, and so does everything where the system knows no
such thing.
"""

import asyncio
import ctypes
import mmap
from collections.abc import Iterable, Iterator

LARGE = 2 << 20  # bytes of a large page
COLLAPSE = 25  # MADV_COLLAPSE of Linux 6.1, which Python has no name for
LOOK_EVERY = 5.0  # seconds between two looks at what the heap has gained
MAPS = "/proc/self/maps"
HEAP, NO_FILE, WRITABLE, GUARD = "[heap]", "0", "rw-p", "---p"


def spans(maps: Iterable[str]) -> Iterator[int]:
    """Where whole large pages of the heap could begin. What follows a guard is the stack of a thread.

    >>> maps = ["100000-700000 rw-p 0 0:0 0", "800000-801000 ---p 0 0:0 0", "801000-e01000 rw-p 0 0:0 0"]
    >>> [hex(at) for at in spans(maps)]
    ['0x200000', '0x400000']
    """
    guard = ""
    for line in maps:
        span, rights, _, _, file, *name = line.split()
        first, end = span.split("-")
        if rights == WRITABLE and file == NO_FILE and (not name or name[0] == HEAP) and first != guard:
            yield from range(-(-int(first, 16) // LARGE) * LARGE, int(end, 16) - LARGE + 1, LARGE)
        guard = end if rights == GUARD else ""


class Heap:
    def __init__(self) -> None:
        self._large: set[int] = set()
        self._advise = ctypes.CDLL(None).madvise
        self._advise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

    def put_together(self) -> int:
        """Puts together what the heap has gained; how many large pages that made."""
        with open(MAPS) as maps:
            there = set(spans(maps))
        made = {at for at in there - self._large if self._advise(at, LARGE, COLLAPSE) == 0}
        self._large = self._large & there | made
        return len(made)


async def keep_large() -> None:
    """As long as the server runs, beside the event loop; for ever, or not at all where there are no large pages."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return
    heap = Heap()
    while True:
        await asyncio.sleep(LOOK_EVERY)
        await asyncio.to_thread(heap.put_together)
