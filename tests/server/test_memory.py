"""Large pages: what the heap has gained is put together, once; the stacks of threads are left alone."""

from pathlib import Path

import pytest

from hexagora.server import memory

if not hasattr(memory.mmap, "MADV_HUGEPAGE"):
    pytest.skip("there are no large pages here", allow_module_level=True)

OF_A_FILE = "1000000-1800000 rw-p 00000000 fe:00 4711 /usr/lib/some.so"
STACK = ["2000000-2001000 ---p 00000000 00:00 0", "2001000-2801000 rw-p 00000000 00:00 0"]


def test_what_was_put_together_is_left_and_what_could_not_be_is_tried_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    maps = tmp_path / "maps"
    monkeypatch.setattr(memory, "MAPS", maps)
    heap, tried = memory.Heap(), list[int]()
    full = {0x600000}  # where the system has no large page to give

    def advise(at: int, size: int, advice: int) -> int:
        assert (size, advice) == (memory.LARGE, memory.COLLAPSE)
        tried.append(at)
        return -1 if at in full else 0

    heap._advise = advise  # type: ignore[assignment]
    maps.write_text("\n".join(["400000-800000 rw-p 00000000 00:00 0 [heap]", OF_A_FILE, *STACK]))
    assert heap.put_together() == 1
    assert sorted(tried) == [0x400000, 0x600000]
    tried.clear()
    assert heap.put_together() == 0
    assert tried == [0x600000]
    maps.write_text("a00000-c00000 rw-p 00000000 00:00 0")
    assert heap.put_together() == 1
    maps.write_text("400000-600000 rw-p 00000000 00:00 0")  # it was given back, and comes anew
    assert heap.put_together() == 1
