"""The entry of play-outs whose threads make the same sort of decision together (`gpu_sorting.py`): what the threads of
a warp do together. Imported only to compile it."""


from numba import cuda, int32

from hexagora.engine.gpu_entries import hidden
from hexagora.engine.gpu_sorting import NOTHING, SORTS, decide, play_sorted_in, share, sort_or_end

ALL = 0xFFFFFFFF  # threads of a warp, one bit each
WARP = 32
LEGAL = 1  # of each game: how much is legal at most


def agreed(tally, latest):
    """The sort of the block, or the one that most matches wait for, the number of the sort beside it."""
    cuda.syncwarp()
    lane = cuda.threadIdx.x % WARP
    near = cuda.shfl_sync(ALL, latest[0], 0)
    if tally[near] >= WARP:
        return near
    best = int32(max(tally[lane] * SORTS + lane, tally[lane + WARP] * SORTS + lane + WARP))
    far = WARP // 2
    while far > 0:
        best = max(best, cuda.shfl_xor_sync(ALL, best, far))
        far //= 2
    if lane == 0:
        latest[0] = best % SORTS
    return int32(best % SORTS if best >= SORTS else NOTHING)


def taken(sorts, picked, places, sort):
    """Each thread looks at every 32nd place; the first that are found are shared out."""
    lane = cuda.threadIdx.x % WARP
    found = 0
    k = 0
    while k < places and found < WARP:
        here = sorts[k + lane] == sort
        all_here = cuda.ballot_sync(ALL, here)
        rank = found + cuda.popc(all_here & int32((1 << lane) - 1))
        if here and rank < WARP:
            picked[rank] = k + lane
        found += cuda.popc(all_here)
        k += WARP
    cuda.syncwarp()
    return picked[lane] if lane < found else NOTHING


def company(wanted):
    return cuda.popc(cuda.ballot_sync(ALL, wanted))


def change(tally, sort, by):
    cuda.atomic.add(tally, sort, by)


def lay_out(words, at, dealt):
    """All threads of the warp write each of the states, so that neighbours write neighbouring words."""
    for thread in range(WARP):
        there = cuda.shfl_sync(ALL, int32(at), thread)
        if there != NOTHING:
            for k in range(cuda.threadIdx.x % WARP, dealt.shape[0], WARP):
                words[there, k] = dealt[k]
    cuda.syncwarp()


def sort_at(boxes, which, states, at):
    chosen = which[at]
    return sort_or_end(hidden(boxes[chosen : chosen + 1])[0], hidden(states[at : at + 1])[0])


def decide_at(boxes, which, states, at, room, rngs, match):
    chosen = which[at]
    decide(hidden(boxes[chosen : chosen + 1])[0], hidden(states[at : at + 1])[0], room, hidden(rngs[match]))


def share_at(boxes, which, states, at, results, match):
    chosen = which[at]
    share(hidden(boxes[chosen : chosen + 1])[0], hidden(states[at : at + 1])[0], results, match)


def play_sorted_on_gpu(boxes, which, states, words, dealt, rngs, results, lengths, counter, place, matches, made):
    """A warp has `place` places; what it agrees by stands in shared memory."""
    lane = cuda.threadIdx.x % WARP
    room = cuda.local.array(LEGAL, int32)
    shared = cuda.shared.array(0, int32)
    latest = shared[:1]
    own = WARP + cuda.threadIdx.x // WARP * (SORTS + WARP + place)
    tally = shared[own : own + SORTS]
    picked = shared[own + SORTS : own + SORTS + WARP]
    sorts = shared[own + SORTS + WARP : own + SORTS + WARP + place]
    tally[lane] = 0
    tally[lane + WARP] = 0
    if cuda.threadIdx.x == 0:
        latest[0] = 0
    cuda.syncthreads()
    play_sorted_in(lane, WARP, cuda.grid(1) // WARP * place, boxes, which, states, words, dealt, room, latest, tally,
                   sorts, picked, place, matches, made, rngs, results, lengths, counter)
