"""The entry of the `cuda` back end: one match a thread. Imported only when that back end is wanted."""

from numba import cuda, int64

from hexagora.engine.contract import returns
from hexagora.engine.kernels import playout

MAX_LEGAL = 0  # set for each game when the kernel is bound


def play_on_gpu(boxes, states, seeds, results, lengths, limit):
    """Plays every state to its end at random."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        out = cuda.local.array(MAX_LEGAL, int64)
        rng = cuda.local.array(1, int64)
        rng[0] = seeds[i]
        lengths[i] = playout(boxes[0], states[i], out, rng, limit)
        returns(boxes[0], states[i], results[i])
