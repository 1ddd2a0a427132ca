"""Random play on a GPU where nothing can be installed: needs Python, NumPy and NVIDIA's driver, not even this project.

    python -m bench.gpu --export folder          # anywhere; no GPU needed
    python3 bench/gpu_bare.py folder             # on the machine with the GPU

The driver itself compiles the assembler text of each game (not timed). Then `--matches` matches are played from the
deal to the end, one a thread, best of `--rounds`; copying of states and results is not part of the time. Every round
plays from other seeds.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

BLOCK = 8  # as in hexagora/engine/gpu.py
SEED_STEP, SEEDS = 0x9E3779B1, 0xFFFFFFFF
WORD = 8  # bytes
NO_LIMIT = 1 << 40


class Driver:
    """The few calls of the CUDA driver that this needs; an error ends the program with its name."""

    def __init__(self) -> None:
        self.library: Any = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: Any) -> None:
        code = getattr(self.library, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(code, ctypes.byref(text))
            raise SystemExit(f"{name}: {(text.value or b'').decode()}")

    def function(self, text: bytes, entry: str) -> Any:
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), text + b"\0")
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        return function

    def room(self, size: int) -> int:
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer.value

    def write(self, pointer: int, data: bytes) -> None:
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(pointer), data, ctypes.c_size_t(len(data)))

    def read(self, pointer: int, size: int) -> bytes:
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(pointer), ctypes.c_size_t(size))
        return data.raw

    def run(self, function: Any, threads: int, arguments: list[int]) -> None:
        values = [ctypes.c_uint64(a) for a in arguments]
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
        self.call("cuLaunchKernel", function, -(-threads // BLOCK), 1, 1, BLOCK, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")


def array(pointer: int, item: int, *shape: int) -> list[int]:
    """How Numba hands an array to a kernel: owner, parent, items, bytes an item, data, shape, strides."""
    strides = [item * int(np.prod(shape[k + 1 :])) for k in range(len(shape))]
    return [0, 0, int(np.prod(shape)), item, pointer, *shape, *strides]


def measure(driver: Driver, folder: Path, name: str, matches: int, rounds: int) -> str:
    about = json.loads((folder / f"{name}.json").read_text("utf8"))
    function = driver.function((folder / f"{name}.ptx").read_bytes(), about["entry"])
    state, box = (folder / f"{name}.state").read_bytes(), (folder / f"{name}.box").read_bytes()
    players, longest = about["players"], about["max_legal"]
    sizes = (len(box), len(state) * matches, WORD * longest * matches, WORD * matches, WORD * players * matches,
             WORD * matches)
    boxes, states, rooms, seeds, results, lengths = map(driver.room, sizes)
    driver.write(boxes, box)
    arguments = [
        *array(boxes, len(box), 1), *array(states, len(state), matches), *array(rooms, WORD, matches, longest),
        *array(seeds, WORD, matches, 1), *array(results, WORD, matches, players), *array(lengths, WORD, matches),
        NO_LIMIT,
    ]
    best, decisions = float("inf"), 0
    for k in range(rounds):
        driver.write(states, state * matches)
        driver.write(seeds, ((np.arange(1, matches + 1) * SEED_STEP + k) % SEEDS + 1).astype(np.int64).tobytes())
        started = time.perf_counter()
        driver.run(function, matches, arguments)
        spent = time.perf_counter() - started
        if spent < best:
            best, decisions = spent, int(np.frombuffer(driver.read(lengths, WORD * matches), np.int64).sum())
    shares = np.frombuffer(driver.read(results, WORD * players * matches), np.int64).reshape(matches, players)
    mean = " ".join(f"{x:.3f}" for x in shares.mean(axis=0) / about["win"])
    for pointer in (boxes, states, rooms, seeds, results, lengths):
        driver.call("cuMemFree_v2", ctypes.c_uint64(pointer))
    return (f"{name:10} {matches:>9} matches {best:7.3f} s  {decisions / best / 1e6:8.1f} M decisions/s  "
            f"{decisions / matches:7.1f} a match  shares {mean}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    driver = Driver()
    for path in sorted(arguments.folder.glob("*.ptx")):
        print(measure(driver, arguments.folder, path.stem, arguments.matches, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
