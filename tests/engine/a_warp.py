"""A warp of threads of this machine, in place of `engine.gpu_warps`: they meet at a barrier."""

import threading

from hexagora.engine.gpu_sorting import NOTHING

LOCK = threading.Lock()
HERE = threading.local()


class Warp:
    def __init__(self, lanes):
        self.barrier = threading.Barrier(lanes)
        self.wanted = [False] * lanes
        self.most, self.broken = 0, None

    def enter(self, work, lane):
        HERE.warp, HERE.lane = self, lane
        try:
            work(lane)
        except BaseException as e:
            self.broken = self.broken or e
            self.barrier.abort()
            raise


def form(lanes):
    return Warp(lanes)


def agreed(tally, latest):
    barrier = HERE.warp.barrier
    barrier.wait()
    best = latest[0]
    if tally[best] < len(HERE.warp.wanted):
        best = max(range(len(tally)), key=lambda sort: (tally[sort], sort))
    found = best if tally[best] > 0 else NOTHING
    barrier.wait()
    latest[0] = best
    return found


def taken(sorts, picked, places, sort):
    """The places that wait for it are shared out in their order, one a thread."""
    warp = HERE.warp
    warp.barrier.wait()
    found = [k for k in range(places) if sorts[k] == sort][: len(warp.wanted)]
    warp.barrier.wait()
    return found[HERE.lane] if HERE.lane < len(found) else NOTHING


def company(wanted):
    warp = HERE.warp
    warp.wanted[HERE.lane] = bool(wanted)
    warp.barrier.wait()
    found = sum(warp.wanted)
    warp.most = max(warp.most, found)
    warp.barrier.wait()
    return found


def change(tally, sort, by):
    with LOCK:
        tally[sort] += by


def take(counter):
    with LOCK:
        counter[0] += 1
        return counter[0] - 1


def begin(words, j, dealt):
    """States are objects here."""
    words[j] = dealt.clone()
