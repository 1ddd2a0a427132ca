"""Builds `manapool.cpp` into a cache folder and calls it through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import time
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("manapool.cpp")
CACHE = SOURCE.parent / ".cache"
FLAGS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")
LAYOUTS = {"bits": 0, "cells": 1}
MAX_LEGAL = 160  # room in a list of legal actions: 157 at most on side 5, and a little spare


def build() -> Path:
    """The compiled library, made anew when the source, the flags or the compiler changed."""
    compiler = os.environ.get("CXX", "g++")
    try:
        version = subprocess.run([compiler, "--version"], check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"The C++ yardstick needs a compiler: {compiler!r} does not run. Set CXX.") from error
    key = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode() + version).hexdigest()[:16]
    library = CACHE / f"manapool-{key}.so"
    if not library.exists():
        CACHE.mkdir(exist_ok=True)
        unfinished = library.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(unfinished)], check=True)
        unfinished.replace(library)
    return library


@cache
def library() -> ctypes.CDLL:
    """The loaded library with its signatures."""
    lib = ctypes.CDLL(str(build()))
    word, count, wins = ctypes.POINTER(ctypes.c_uint32), ctypes.c_int64, ctypes.POINTER(ctypes.c_double)
    lib.mp_play.argtypes, lib.mp_play.restype = [ctypes.c_int, word, count, wins], count
    lib.mp_trace.argtypes, lib.mp_trace.restype = [ctypes.c_int, word, count, wins, word], count
    lib.mp_clone.argtypes, lib.mp_clone.restype = [ctypes.c_int, count], ctypes.c_uint32
    lib.mp_state_bytes.argtypes, lib.mp_state_bytes.restype = [ctypes.c_int], ctypes.c_int
    lib.mp_reset.argtypes, lib.mp_reset.restype = [ctypes.c_void_p], None
    lib.mp_legal.argtypes, lib.mp_legal.restype = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32)], ctypes.c_int
    lib.mp_apply.argtypes, lib.mp_apply.restype = [ctypes.c_void_p, ctypes.c_int], None
    lib.mp_winners.argtypes, lib.mp_winners.restype = [ctypes.c_void_p], ctypes.c_int
    return lib


def play(rng: int, games: int, layout: str = "bits") -> tuple[int, list[float], int]:
    """Plays random games; returns (decisions, wins per seat, the generator's state afterwards)."""
    state, wins = ctypes.c_uint32(rng), (ctypes.c_double * 3)()
    decisions = library().mp_play(LAYOUTS[layout], ctypes.byref(state), games, wins)
    return decisions, list(wins), state.value


def trace(rng: int, games: int, layout: str = "bits") -> tuple[int, list[float], int]:
    """Like `play`, but the last figure is a checksum over every legal list and every choice."""
    state, wins, checksum = ctypes.c_uint32(rng), (ctypes.c_double * 3)(), ctypes.c_uint32()
    decisions = library().mp_trace(LAYOUTS[layout], ctypes.byref(state), games, wins, ctypes.byref(checksum))
    return decisions, list(wins), checksum.value


def clone_seconds(count: int, layout: str = "bits") -> float:
    """CPU seconds for copying a state `count` times."""
    lib = library()
    start = time.process_time()
    lib.mp_clone(LAYOUTS[layout], count)
    return time.process_time() - start


class Position:
    """One game, decision by decision: to compare another implementation with the yardstick on the way."""

    def __init__(self) -> None:
        self._lib = library()
        self._state = ctypes.create_string_buffer(self._lib.mp_state_bytes(LAYOUTS["bits"]))
        self._actions = (ctypes.c_int32 * MAX_LEGAL)()
        self._lib.mp_reset(self._state)

    def legal(self) -> list[int]:
        return self._actions[: self._lib.mp_legal(self._state, self._actions)]

    def apply(self, action: int) -> None:
        self._lib.mp_apply(self._state, action)

    def winners(self) -> list[int]:
        """Seats that won, or share the win; none before the end."""
        seats = self._lib.mp_winners(self._state)
        return [seat for seat in range(3) if seats >> seat & 1]
