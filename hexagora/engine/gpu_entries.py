"""The entries of the `cuda` back end: which thread does what. Imported only to compile them."""

from numba import cuda, float32, int16

from hexagora.engine.gpu_kernel import (
    checksum_in,
    choose_in,
    draw_in,
    hide_in,
    list_in,
    mask_in,
    observe_in,
    play_in,
    start_in,
    step_in,
)

TILE = 32  # as in gpu.py
SQUARE = (TILE, TILE + 1)  # one wider, so that neither rows nor columns meet in one bank of memory


def take(counter):
    return cuda.atomic.add(counter, 0, 1)


def play_on_gpu(boxes, which, states, words, source, rooms, rngs, results, lengths, counter):
    i = cuda.grid(1)
    if i < which.shape[0]:
        play_in(i, boxes, which, states, words, source, rooms, rngs, results, lengths, counter)


def start_on_gpu(boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended):
    i = cuda.grid(1)
    if i < which.shape[0]:
        start_in(i, boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended)


def step_on_gpu(boxes, which, states, words, source, ends, seats, actions, rooms, counts, rngs, movers, results, ended,
                wrong):
    i = cuda.grid(1)
    if i < which.shape[0]:
        step_in(i, boxes, which, states, words, source, ends, seats, actions, rooms, counts, rngs, movers, results,
                ended, wrong)


def list_on_gpu(boxes, which, states, rooms, counts):
    i = cuda.grid(1)
    if i < which.shape[0]:
        list_in(i, boxes, which, states, rooms, counts)


def choose_on_gpu(boxes, which, states, actions, rooms, rngs):
    i = cuda.grid(1)
    if i < which.shape[0]:
        choose_in(i, boxes, which, states, actions, rooms, rngs)


def draw_on_gpu(actions, rooms, counts, rngs):
    i = cuda.grid(1)
    if i < actions.shape[0]:
        draw_in(i, actions, rooms, counts, rngs)


def mask_on_gpu(rooms, counts, masks):
    i = cuda.grid(1)
    if i < counts.shape[0]:
        mask_in(i, rooms, counts, masks)


def observe_on_gpu(boxes, which, states, place, seats, seen):
    i = cuda.grid(1)
    if i < which.shape[0]:
        observe_in(i, boxes, which, states, place, seats, seen)


def hide_on_gpu(boxes, which, states, place, seats):
    i = cuda.grid(1)
    if i < which.shape[0]:
        hide_in(i, boxes, which, states, place, seats)


def checksum_on_gpu(words, sums):
    i = cuda.grid(1)
    if i < sums.shape[0]:
        checksum_in(i, words, sums)


# a block for each row, so that neighbouring threads write neighbouring places


def fill_on_gpu(words, source):
    """Copies the state at `source` to all places before it."""
    for k in range(cuda.threadIdx.x, words.shape[1], cuda.blockDim.x):
        words[cuda.blockIdx.x, k] = words[source, k]


def scale_on_gpu(seen, scales, table):
    """Whole numbers that lie crosswise as rows of numbers from 0 to 1. A block turns them round square by square, so
    that neighbouring threads both read and write neighbouring places."""
    tile = cuda.shared.array(SQUARE, float32)
    match = cuda.blockIdx.x * TILE
    lane, start, rows = cuda.threadIdx.x % TILE, cuda.threadIdx.x // TILE, cuda.blockDim.x // TILE
    for first in range(0, seen.shape[0], TILE):
        for k in range(start, TILE, rows):
            if first + k < seen.shape[0] and match + lane < seen.shape[1]:
                tile[k, lane] = seen[first + k, match + lane] * scales[first + k]
        cuda.syncthreads()
        for k in range(start, TILE, rows):
            if match + k < seen.shape[1] and first + lane < seen.shape[0]:
                table[match + k, first + lane] = tile[lane, k]
        cuda.syncthreads()


def turn_on_gpu(seen, whole):
    """The same without scaling: rows of whole numbers, a quarter of what is written."""
    tile = cuda.shared.array(SQUARE, int16)
    match = cuda.blockIdx.x * TILE
    lane, start, rows = cuda.threadIdx.x % TILE, cuda.threadIdx.x // TILE, cuda.blockDim.x // TILE
    for first in range(0, seen.shape[0], TILE):
        for k in range(start, TILE, rows):
            if first + k < seen.shape[0] and match + lane < seen.shape[1]:
                tile[k, lane] = seen[first + k, match + lane]
        cuda.syncthreads()
        for k in range(start, TILE, rows):
            if match + k < seen.shape[1] and first + lane < seen.shape[0]:
                whole[match + k, first + lane] = tile[lane, k]
        cuda.syncthreads()


def widen_on_gpu(narrow, actions):
    """Actions of 32 bits as ours."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        actions[i] = narrow[i]
