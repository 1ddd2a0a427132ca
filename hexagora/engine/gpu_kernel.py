"""The entry of the `cuda` back end: one match a thread. Imported only when that back end is wanted."""

from numba import cuda

from hexagora.engine.contract import returns
from hexagora.engine.kernels import playout


def play_on_gpu(boxes, states, rooms, seeds, results, lengths, limit):
    """Plays every state to its end at random. `rooms` has room for a legal list of each match."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        lengths[i] = playout(boxes[0], states[i], rooms[i], seeds[i], limit)
        returns(boxes[0], states[i], results[i])
