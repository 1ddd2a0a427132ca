"""The entry of the census on a GPU: one match a thread. Imported only when that is wanted."""

from numba import cuda

from hexagora.bots.census_threads import census_in


def add_one(uses, k):
    cuda.atomic.add(uses, k, 1)


def census_on_gpu(boxes, which, states, words, asked, seeds, seats, outs, rngs, dices, made, traces, rows, uses):
    i = cuda.grid(1)
    if i < which.shape[0]:
        census_in(i, boxes, which, states, words, asked, seeds, seats, outs, rngs, dices, made, traces, rows, uses)
