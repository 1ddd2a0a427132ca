"""The entries of the `cuda` back end: which thread does what. Imported only to compile them."""

from typing import Any

from llvmlite import ir
from numba import cuda, int32, int64
from numba.cuda.extending import intrinsic

from hexagora.engine.gpu_kernel import (
    choose_in,
    draw_in,
    flag_in,
    hide_in,
    list_in,
    look_in,
    mark_in,
    play_in,
    start_in,
    step_in,
)

WORD = 8  # bytes
STATE: Any = None  # of each game: the record of a state, its words, how many they are, and how much is legal at most
UNIT: Any = int64
WORDS = LEGAL = 1


@intrinsic
def hidden(typing: Any, words: Any) -> Any:
    """The same array, of which the compiler does not know whose memory it is. It would unroll all loops over what is a
    thread's own, and the code of large games would fit into no cache; of an array that is one for all threads it would
    keep the address once for all of them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(words)(context, builder, arguments[0])
        address = builder.ptrtoint(array.data, ir.IntType(64))
        kind = ir.FunctionType(address.type, [address.type])
        unknown = builder.asm(kind, "mov.u64 $0, $1;", "=l,l", [address], True)
        array.data = builder.inttoptr(unknown, array.data.type)
        return array._getvalue()

    return words(words), generate


def take(counter):
    return cuda.atomic.add(counter, 0, 1)


def play_on_gpu(boxes, which, dealt, rngs, results, lengths, counter):
    """Each state in the memory of its thread, which lies crosswise, so that threads that go the same way read
    neighbouring words."""
    i = cuda.grid(1)
    words: Any = hidden(cuda.local.array(WORDS, UNIT))
    states = words.view(STATE)
    room = cuda.local.array(LEGAL, int32)
    rng = cuda.local.array(1, int64)
    if i < which.shape[0]:
        play_in(i, 0, boxes, which, states, words, dealt, room, rng, rngs, results, lengths, counter)


def play_shared_on_gpu(boxes, which, dealt, rngs, results, lengths, counter):
    """All states of a block in the memory that it shares."""
    i = cuda.grid(1)
    words = cuda.shared.array(0, UNIT)
    states = words.view(STATE)
    room = cuda.local.array(LEGAL, int32)
    rng = cuda.local.array(1, int64)
    if i < which.shape[0]:
        play_in(i, cuda.threadIdx.x, boxes, which, states, words, dealt, room, rng, rngs, results, lengths, counter)


def start_on_gpu(boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended):
    i = cuda.grid(1)
    if i < which.shape[0]:
        start_in(i, boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended)


def step_on_gpu(boxes, which, states, words, source, ends, seats, actions, way, known, rooms, counts, masks, rngs,
                movers, results, ended, wrong):
    i = cuda.grid(1)
    if i < which.shape[0]:
        step_in(i, boxes, which, states, words, source, ends, seats, actions, way, known, rooms, counts, masks, rngs,
                movers, results, ended, wrong)


def list_on_gpu(boxes, which, states, rooms, counts, masks):
    i = cuda.grid(1)
    if i < which.shape[0]:
        list_in(i, boxes, which, states, rooms, counts, masks)


def choose_on_gpu(boxes, which, states, actions, rooms, rngs):
    i = cuda.grid(1)
    if i < which.shape[0]:
        choose_in(i, boxes, which, states, actions, rooms, rngs)


def draw_on_gpu(actions, rooms, counts, rngs):
    i = cuda.grid(1)
    if i < actions.shape[0]:
        draw_in(i, actions, rooms, counts, rngs)


def flag_on_gpu(rooms, counts, masks):
    i = cuda.grid(1)
    if i < counts.shape[0]:
        flag_in(i, rooms, counts, masks)


def hide_on_gpu(boxes, which, states, place, seats):
    i = cuda.grid(1)
    if i < which.shape[0]:
        hide_in(i, boxes, which, states, place, seats)


# rows of observations and of flags: a thread writes each in the memory that its block shares, then all threads of the
# block write the rows, which lie one behind the other, so that neighbours write neighbouring places


def open_rows(tile):
    """The shared memory, as 64-bit words, all zeros."""
    for k in range(cuda.threadIdx.x, tile.shape[0], cuda.blockDim.x):
        tile[k] = 0
    cuda.syncthreads()


def close_rows(tile, rows, table, long):
    """Writes the rows of a block into the table, `long` being the same memory as 64-bit words. Where a block's rows do
    not begin with such a word, one number after the other."""
    cuda.syncthreads()
    size = table.shape[1]
    first = cuda.blockIdx.x * cuda.blockDim.x
    count = min(cuda.blockDim.x, table.shape[0] - first) * size
    each = WORD // table.itemsize
    words = count // each if cuda.blockDim.x * size % each == 0 else 0
    start = first * size // each
    for k in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        long[start + k] = tile[k]
    for k in range(words * each + cuda.threadIdx.x, count, cuda.blockDim.x):
        table[first + k // size, k % size] = rows[k]


def mark_on_gpu(boxes, which, states, masks, long):
    i = cuda.grid(1)
    tile = cuda.shared.array(0, int64)
    rows = tile.view(masks.dtype)
    own = cuda.threadIdx.x * masks.shape[1]
    open_rows(tile)
    if i < which.shape[0]:
        mark_in(i, boxes, which, states, rows[own:own + masks.shape[1]])
    close_rows(tile, rows, masks, long)


def look_on_gpu(boxes, which, states, place, seats, seen, long):
    i = cuda.grid(1)
    tile = cuda.shared.array(0, int64)
    rows = tile.view(seen.dtype)
    own = cuda.threadIdx.x * seen.shape[1]
    open_rows(tile)
    if i < which.shape[0]:
        look_in(i, boxes, which, states, place, seats, rows[own:own + seen.shape[1]])
    close_rows(tile, rows, seen, long)


def observe_on_gpu(boxes, which, states, place, seats, seen, scales, table):
    """The same as numbers from 0 to 1; of `seen` only the type counts."""
    i = cuda.grid(1)
    tile = cuda.shared.array(0, int64)
    rows = tile.view(seen.dtype)
    size = table.shape[1]
    own = cuda.threadIdx.x * size
    open_rows(tile)
    if i < which.shape[0]:
        look_in(i, boxes, which, states, place, seats, rows[own:own + size])
    cuda.syncthreads()
    first = cuda.blockIdx.x * cuda.blockDim.x
    for row in range(min(cuda.blockDim.x, table.shape[0] - first)):
        for k in range(cuda.threadIdx.x, size, cuda.blockDim.x):
            table[first + row, k] = rows[row * size + k] * scales[k]


def widen_on_gpu(narrow, actions):
    """Actions of 32 bits as ours."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        actions[i] = narrow[i]
