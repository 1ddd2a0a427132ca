"""The entry of single decisions in small states: a block copies its states into the memory that it shares, neighbours
neighbouring words, and back. Imported only to compile it."""

from typing import Any

from numba import cuda, int64
from numba.cuda.extending import intrinsic

from hexagora.engine.gpu_kernel import step_in

STATE: Any = None  # of each game, as in `gpu_entries`
UNIT: Any = int64
WORDS = 1


@intrinsic
def moved(typing: Any, table: Any, memory: Any) -> Any:
    """A table of the same kind with its rows in another memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(table)(context, builder, arguments[0])
        data = context.make_array(memory)(context, builder, arguments[1]).data
        array.data = builder.bitcast(data, array.data.type)
        return array._getvalue()

    return table(table, memory), generate


def step_near_on_gpu(boxes, which, states, words, source, seats, actions, way, known, rooms, counts, masks, rngs,
                     movers, results, ended, wrong):
    """The state that matches begin with stands behind those of the block."""
    t = cuda.threadIdx.x
    block = cuda.blockDim.x
    first = cuda.blockIdx.x * block
    here = min(block, which.shape[0] - first)
    near = cuda.shared.array(0, UNIT)
    for k in range(t, here * WORDS, block):
        near[k] = words[first + k // WORDS, k % WORDS]
    for k in range(t, WORDS, block):
        near[block * WORDS + k] = words[source, k]
    cuda.syncthreads()
    own_wrong = cuda.local.array(1, int64)
    own_wrong[0] = -1
    if t < here:
        step_in(t, boxes, which[first:], near.view(STATE), moved(words, near), block, 0, seats[first:], actions[first:],
                way, known, rooms[:, first:], counts[first:], masks[first:], rngs[first:], movers[first:],
                results[first:], ended[first:], own_wrong)
        if own_wrong[0] >= 0:
            wrong[0] = first + t
    cuda.syncthreads()
    for k in range(t, here * WORDS, block):
        words[first + k // WORDS, k % WORDS] = near[k]
