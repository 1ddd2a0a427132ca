"""Many matches at once that restart by themselves, each with random numbers of its own: written like rules, bound with
each game. The same matches come out on every back end, however they are spread over threads.

`seats` says for each match which player decides from outside, the others playing at random; EVERY_SEAT: all do.
"""

from hexagora.engine.contract import CHANCE, OVER, apply, legal, pick, returns, to_act
from hexagora.engine.kernels import copy_state, random_action
from hexagora.engine.looking import look, mark, scale
from hexagora.engine.rng import below
from hexagora.engine.vector_types import argument_types, signatures

EVERY_SEAT = -1
NOTHING = -1  # in place of an action: none is made
LISTED, PICKED, MARKED = range(3)  # how a game draws: from its list, its own way, its own way and marks by itself too
__all__ = ["argument_types", "signatures"]


def decides_itself(who, seat):
    """Whether chance, or a player who plays at random, is to act."""
    return who == CHANCE or (who >= 0 and seat != EVERY_SEAT and who != seat)


def note_end(box, states, words, ends, i, results, ended):
    """Notes the result of a match, and its last state from place `ends` on if that is not 0."""
    ended[i] = 1
    returns(box, states[i], results[i])
    if ends > 0:
        copy_state(words, i, ends + i)


def go_on(box, states, words, source, ends, i, seat, a, out, rng, results, ended):
    """Makes a decision (or NOTHING), lets chance and the players who play at random decide, and begins anew at an end,
    of which the first is noted. Returns who acts then. One loop with one place for each rule: on a GPU matches that
    wait for each other meet in it."""
    wanted = a
    while True:
        if wanted >= 0:
            apply(box, states[i], wanted)
        who = to_act(box, states[i])
        wanted = NOTHING
        if who == OVER:
            if ended[i] == 0:
                note_end(box, states, words, ends, i, results, ended)
            copy_state(words, source, i)
        elif decides_itself(who, seat):
            wanted = random_action(box, states[i], who, out, rng)
        else:
            return who


def start_match(box, states, words, source, i, seat, out, rng, movers, results, ended):
    """Begins a match, again if it is over before the seat has decided anything."""
    copy_state(words, source, i)
    movers[i] = go_on(box, states, words, source, 0, i, seat, NOTHING, out, rng, results, ended)


def step_match(box, states, words, source, ends, i, seat, a, out, rng, movers, results, ended):
    """Makes one legal decision in a match, which begins anew when it ends."""
    ended[i] = 0
    movers[i] = go_on(box, states, words, source, ends, i, seat, a, out, rng, results, ended)


def listed(out, count, a):
    """Whether an action is among the first `count` of an ascending list."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) // 2
        if out[middle] < a:
            low = middle + 1
        else:
            high = middle
    return low < count and out[low] == a


def checksum(words, i):
    """A number of 48 bits for all bytes of a state."""
    found = 0
    for k in range(words.shape[1]):
        word = words[i, k]
        found = (found * 33 + (word & 0xFFFFFFFF) + ((word >> 32) & 0xFFFFFFFF)) & 0xFFFFFFFFFFFF
    return found


def is_marked(masks, i, a):
    """Whether the flag of an action is set."""
    return a >= 0 and a < masks.shape[1] and masks[i, a] != 0


def is_listed(box, s, a, out):
    """Whether an action is legal, where no flags say so."""
    return listed(out, legal(box, s, out), a)


def mark_match(box, states, i, way, lists, counts, masks):
    """Sets the flags of what is legal now and takes away those of the position before."""
    if way == MARKED:
        mark(box, states[i], masks[i])
    else:
        for k in range(counts[i]):
            masks[i, lists[i, k]] = 0
        counts[i] = legal(box, states[i], lists[i])
        for k in range(counts[i]):
            masks[i, lists[i, k]] = 1


def chosen(box, s, out, rng, way, lists, counts, i):
    """A random legal action; from the list if it is there already (LISTED)."""
    if way == LISTED:
        return lists[i, below(rng, counts[i])]
    return pick(box, s, out, rng)


# entries: a part of the matches each, from `first` up to `last`


def start_each(boxes, states, words, source, first, last, seats, out, rngs, movers, results, ended):
    for i in range(first, last):
        start_match(boxes[0], states, words, source, i, seats[i], out, rngs[i], movers, results, ended)


def step_each(boxes, states, words, source, ends, first, last, seats, actions, out, rngs, movers, results, ended,
              known, masks):
    """Makes one decision in each match. Returns the first match whose action is not legal, -1 if all were; nothing is
    done from that match on."""
    for i in range(first, last):
        if not (is_marked(masks, i, actions[i]) if known != 0 else is_listed(boxes[0], states[i], actions[i], out)):
            return i
        step_match(boxes[0], states, words, source, ends, i, seats[i], actions[i], out, rngs[i], movers, results, ended)
    return -1


def advance_each(boxes, states, words, source, ends, first, last, seats, actions, out, rngs, movers, results, ended,
                 aside, at_random, choosing, way, lists, counts, masks, seen):
    """Makes one decision in each match, the given one or one at random, and tells what is legal then and what whoever
    decides then sees. Returns as `step_each` does."""
    for i in range(first, last):
        if at_random != 0:
            actions[i] = chosen(boxes[0], states[i], out, choosing[i], way, lists, counts, i)
        elif not is_marked(masks, i, actions[i]):
            return i
        step_match(boxes[0], states, words, source, ends, i, seats[i], actions[i], out, rngs[i], movers, results, ended)
        mark_match(boxes[0], states, i, way, lists, counts, masks)
        look(boxes[0], states, words, aside, i, movers[i], seen[i])
    return -1


def choose_each(boxes, states, first, last, actions, out, rngs, way, lists, counts):
    """A random legal action for each match."""
    for i in range(first, last):
        actions[i] = chosen(boxes[0], states[i], out, rngs[i], way, lists, counts, i)


def mark_each(boxes, states, first, last, way, lists, counts, masks):
    """Brings the flags of each match up to date."""
    for i in range(first, last):
        mark_match(boxes[0], states, i, way, lists, counts, masks)


def look_each(boxes, states, words, aside, place, first, last, seats, seen):
    """Writes what a seat sees of each state, counted from a place on, into its row as whole numbers; rows of seats
    below 0 stay as they are."""
    for i in range(first, last):
        if seats[i] >= 0:
            look(boxes[0], states, words, aside, place + i, seats[i], seen[i])


def observe_each(boxes, states, words, aside, place, first, last, seats, row, scales, table):
    """The same as numbers from 0 to 1; `row` is room for the whole numbers of one."""
    for i in range(first, last):
        if seats[i] >= 0:
            look(boxes[0], states, words, aside, place + i, seats[i], row)
            scale(row, scales, table[i])


def checksum_each(words, first, last, sums):
    for i in range(first, last):
        sums[i] = checksum(words, i)
