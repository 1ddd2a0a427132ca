"""The entry of the census on a GPU: one match a thread. Imported only when that is wanted.

No address may be the same for all threads while they go different ways (see `engine.gpu_kernel`). A row of a table
alone does not ensure that: the compiler takes it apart again, into the address of the table, which is kept once for all
threads, and how far the row is from there. So each thread gets its rows `hidden`; what all share (the box, what is
asked, the uses) is a row, too, chosen by a number in memory.
"""

from numba import cuda

from hexagora.bots.census import SLOTS
from hexagora.bots.census_threads import census_in
from hexagora.engine.gpu_entries import hidden


def add_one(uses, k):
    cuda.atomic.add(uses, k, 1)


def census_on_gpu(boxes, which, states, words, asked, seeds, seats, outs, rngs, dices, made, traces, rows, uses):
    i = cuda.grid(1)
    if i < which.shape[0]:
        first = SLOTS * i
        chosen = which[i]
        census_in(i, hidden(boxes[chosen : chosen + 1]), hidden(states[first : first + SLOTS]),
                  hidden(words[first : first + SLOTS]), hidden(asked[chosen]), hidden(seeds[i]), hidden(seats[i]),
                  hidden(outs[i]), hidden(rngs[i]), hidden(dices[i]), hidden(made[i]), hidden(traces[i]),
                  hidden(rows[i]), hidden(uses[chosen]))
