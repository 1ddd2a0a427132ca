"""What one thread of a GPU does, written like rules: `i` is the number of the thread.

The box of a match is chosen by a number in memory. Matches with other boxes could stand side by side that way; above
all there must not be one address of the box for all threads: in kernels as large as these the assembler keeps such an
address where threads that go different ways lose a part of it.

Lists and observations lie crosswise (`rooms[:, i]`, `seen[:, i]`): what threads write at the same time are neighbours.
"""

from hexagora.engine.contract import OVER, WIN, apply, hide, legal, pick, returns, to_act
from hexagora.engine.kernels import copy_state, random_action
from hexagora.engine.observing import observe
from hexagora.engine.rng import below
from hexagora.engine.stepping import checksum, listed, start_match, step_match


def take(counter):
    """The number of the next match that nobody plays yet."""
    taken = counter[0]
    counter[0] += 1
    return taken


def share_out(results, i):
    """Parts of the win as shares of it."""
    for k in range(results.shape[1]):
        results[i, k] = results[i, k] / WIN


def play_in(i, boxes, which, states, words, source, rooms, rngs, results, lengths, counter):
    """Plays matches to their end at random in place `i`, one after the other, until all are played. The first one
    stands there already; the next begins as soon as one ends, while the other threads go on with theirs."""
    match = i + 0
    made = 0
    while match < lengths.shape[0]:
        who = to_act(boxes[which[i]], states[i])
        if who == OVER:
            lengths[match] = made
            returns(boxes[which[i]], states[i], results[match])
            share_out(results, match)
            match = take(counter)
            made = 0
            copy_state(words, source, i)
        else:
            a = random_action(boxes[which[i]], states[i], who, rooms[:, i], rngs[match])
            apply(boxes[which[i]], states[i], a)
            made += 1


def start_in(i, boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended):
    start_match(boxes[which[i]], states, words, source, i, seats[i], rooms[:, i], rngs[i], movers, results, ended)


def step_in(i, boxes, which, states, words, source, ends, seats, actions, rooms, counts, rngs, movers, results, ended,
            wrong):
    """One decision, if it is among those listed; if not, the match is noted in `wrong` (some match, if several)."""
    if not listed(rooms[:, i], counts[i], actions[i]):
        wrong[0] = i
        return
    step_match(boxes[which[i]], states, words, source, ends, i, seats[i], actions[i], rooms[:, i], rngs[i], movers,
               results, ended)
    if ended[i] != 0:
        share_out(results, i)


def list_in(i, boxes, which, states, rooms, counts):
    counts[i] = legal(boxes[which[i]], states[i], rooms[:, i])


def choose_in(i, boxes, which, states, actions, rooms, rngs):
    """A random legal action. What a game writes into its room is its legal list, so that this stays what it is."""
    actions[i] = pick(boxes[which[i]], states[i], rooms[:, i], rngs[i])


def draw_in(i, actions, rooms, counts, rngs):
    """The same for games that draw from their list, which is there already."""
    actions[i] = rooms[below(rngs[i], counts[i]), i]


def mask_in(i, rooms, counts, masks):
    for k in range(counts[i]):
        masks[i, rooms[k, i]] = 1


def observe_in(i, boxes, which, states, place, seats, seen):
    """What a seat sees of the state at `place` and on, as the whole numbers of its catalogue; there are zeros there."""
    if seats[i] >= 0:
        observe(boxes[which[i]], states[place + i], seats[i], seen[:, i])


def hide_in(i, boxes, which, states, place, seats):
    if seats[i] >= 0:
        hide(boxes[which[i]], states[place + i], seats[i])


def checksum_in(i, words, sums):
    sums[i] = checksum(words, i)
