"""Many matches at once that restart by themselves, each with random numbers of its own: written like rules, bound with
each game. The same matches come out on every back end, however they are spread over threads.

`seats` says for each match which player decides from outside, the others playing at random; EVERY_SEAT: all do.
"""

from hexagora.engine.contract import CHANCE, OVER, apply, legal, pick, returns, to_act
from hexagora.engine.kernels import copy_state, random_action
from hexagora.engine.vector_types import argument_types, signatures

EVERY_SEAT = -1
__all__ = ["argument_types", "signatures"]


def decides_itself(who, seat):
    """Whether chance, or a player who plays at random, is to act."""
    return who == CHANCE or (who >= 0 and seat != EVERY_SEAT and who != seat)


def go_on(box, s, seat, out, rng):
    """Lets chance and the players who play at random decide; returns who acts then."""
    who = to_act(box, s)
    while decides_itself(who, seat):
        apply(box, s, random_action(box, s, who, out, rng))
        who = to_act(box, s)
    return who


def start_match(boxes, states, words, source, i, seat, out, rng):
    """Begins a match, again if it is over before the seat has decided anything; returns who acts."""
    who = OVER
    while who == OVER:
        copy_state(words, source, i)
        who = go_on(boxes[0], states[i], seat, out, rng)
    return who


def start_each(boxes, states, words, source, first, last, seats, out, rngs, movers):
    for i in range(first, last):
        movers[i] = start_match(boxes, states, words, source, i, seats[i], out, rngs[i])


def may(box, s, a, out):
    """Whether an action is legal now; legal lists ascend."""
    low = 0
    count = legal(box, s, out)
    high = count
    while low < high:
        middle = (low + high) // 2
        if out[middle] < a:
            low = middle + 1
        else:
            high = middle
    return low < count and out[low] == a


def step_each(boxes, states, words, source, ends, first, last, seats, actions, out, rngs, movers, results, ended):
    """Makes one decision in each match. A match that ends is noted with its result, its last state kept from place
    `ends` on if that is not 0, and begins anew. Returns the first match whose action is not legal, -1 if all were;
    nothing is done from that match on."""
    box = boxes[0]
    for i in range(first, last):
        if not may(box, states[i], actions[i], out):
            return i
        apply(box, states[i], actions[i])
        who = go_on(box, states[i], seats[i], out, rngs[i])
        ended[i] = who == OVER
        if who == OVER:
            returns(box, states[i], results[i])
            if ends > 0:
                copy_state(words, i, ends + i)
            who = start_match(boxes, states, words, source, i, seats[i], out, rngs[i])
        movers[i] = who
    return -1


def choose_each(boxes, states, first, last, actions, out, rngs):
    """A random legal action for each match."""
    for i in range(first, last):
        actions[i] = pick(boxes[0], states[i], out, rngs[i])
