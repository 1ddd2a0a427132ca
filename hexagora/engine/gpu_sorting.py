"""Whole matches on a GPU whose threads make the same sort of decision together, written like rules.

A warp goes one way after the other where its threads stand before different sorts of decision, and in large games they
soon do. Here a warp has several times as many matches as threads, in places of its own. Before each decision it agrees
on a sort that many of its matches wait for (`sorts.sort_of` of the game), and each thread takes up one of them. Every
match has random numbers of its own, so that it is the same whenever its turn comes.

`tally` says how many matches of the warp wait for a sort, `sorts` for which sort that of each place does, `latest`
which sort the warps of a block have agreed on. What threads do together (`agreed`, `taken`, `company`, `change`,
`lay_out`) lies in `gpu_warps.py`, and so does what gives each of them addresses of its own (`sort_at`, `decide_at`,
`share_at`; see `gpu_kernel.py`); here a thread is alone.
"""

from hexagora.engine.contract import OVER, apply, returns, to_act
from hexagora.engine.gpu_kernel import begin, share_out, take
from hexagora.engine.kernels import random_action
from hexagora.engine.sorting import sort_of

SORTS = 64  # of decisions, one of them:
ENDED = SORTS - 1  # the match is over
NOTHING = -1  # no match is left for this place, or there is no place
ENOUGH, OF = 3, 4  # a warp goes on with its matches as long as so many of them wait for the same sort again


def agreed(tally, latest):
    """The sort that a warp of the block agreed on latest, if each thread finds a match that waits for it: warps that go
    the same way at the same time need the same part of the rules' code near. Else the sort that most matches wait for;
    NOTHING if all are played."""
    best = latest[0]
    if tally[best] == 0:
        for sort in range(SORTS):
            if tally[sort] > tally[best]:
                best = sort
        latest[0] = best
    return best if tally[best] > 0 else NOTHING


def taken(sorts, picked, places, sort):
    """A place for this thread whose match waits for that sort; NOTHING if others have them all."""
    for k in range(places):
        if sorts[k] == sort:
            return k
    return NOTHING


def company(wanted):
    """How many threads of the warp want to go on."""
    return 1 if wanted else 0


def change(tally, sort, by):
    """While others do the same."""
    tally[sort] += by


def lay_out(words, at, dealt):
    """Lays out a match in a place, if this thread has one."""
    if at != NOTHING:
        begin(words, at, dealt)


def sort_or_end(box, s):
    return ENDED if to_act(box, s) == OVER else sort_of(box, s)


def decide(box, s, room, rng):
    apply(box, s, random_action(box, s, to_act(box, s), room, rng))


def share(box, s, results, match):
    returns(box, s, results[match])
    share_out(results, match)


def sort_at(boxes, which, states, at):
    """What the match in a place waits for."""
    return sort_or_end(boxes[which[at]], states[at])


def decide_at(boxes, which, states, at, room, rngs, match):
    """A random decision in that match."""
    decide(boxes[which[at]], states[at], room, rngs[match])


def share_at(boxes, which, states, at, results, match):
    """Its result."""
    share(boxes[which[at]], states[at], results, match)


def put(tally, sorts, k, sort):
    """Notes what the match in a place waits for now."""
    if sorts[k] == sort:
        return
    if sorts[k] != NOTHING:
        change(tally, sorts[k], -1)
    if sort != NOTHING:
        change(tally, sort, 1)
    sorts[k] = sort


def start(first, k, boxes, which, states, words, dealt, tally, sorts, matches, made, lengths):
    """Deals the match of a place, if there is one left for it; threads without a place help."""
    at = NOTHING if k == NOTHING else first + k
    lay_out(words, at, dealt)
    if k != NOTHING:
        sort = NOTHING
        made[at] = 0
        if matches[at] < lengths.shape[0]:
            sort = sort_at(boxes, which, states, at)
        put(tally, sorts, k, sort)


def end(at, boxes, which, states, matches, made, results, lengths, counter):
    """Notes the result of a match and takes the next one."""
    match = matches[at]
    lengths[match] = made[at]
    share_at(boxes, which, states, at, results, match)
    matches[at] = take(counter)


def go_on(first, k, sort, boxes, which, states, room, rngs, tally, sorts, matches, made):
    """Makes decisions of one sort, until too few threads still have one. Those without a place (NOTHING) wait."""
    going = k != NOTHING
    began = company(going)
    at = first + max(k, 0)
    now = sort
    count = 0
    while True:
        if going:
            decide_at(boxes, which, states, at, room, rngs, matches[at])
            count += 1
            now = sort_at(boxes, which, states, at)
            going = now == sort
        left = company(going)
        if left == 0 or left * OF < began * ENOUGH:
            break
    if k != NOTHING:
        made[at] += count
        put(tally, sorts, k, now)


def play_sorted_in(lane, lanes, first, boxes, which, states, words, dealt, room, latest, tally, sorts, picked, places,
                   matches, made, rngs, results, lengths, counter):
    """Plays matches to their end at random, one after the other in each of the warp's places, which begin at `first`,
    until all are played: what the thread `lane` of so many does."""
    for k in range(lane, places, lanes):
        sorts[k] = NOTHING
        matches[first + k] = first + k
        start(first, k, boxes, which, states, words, dealt, tally, sorts, matches, made, lengths)
    sort = agreed(tally, latest)
    while sort != NOTHING:
        k = taken(sorts, picked, places, sort)
        if sort != ENDED:
            go_on(first, k, sort, boxes, which, states, room, rngs, tally, sorts, matches, made)
        else:
            if k != NOTHING:
                end(first + k, boxes, which, states, matches, made, results, lengths, counter)
            start(first, k, boxes, which, states, words, dealt, tally, sorts, matches, made, lengths)
        sort = agreed(tally, latest)
