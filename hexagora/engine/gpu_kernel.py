"""What one thread of a GPU does, written like rules: `i` is the number of the thread.

The box of a match is chosen by a number in memory. Matches with other boxes could stand side by side that way; above
all there must not be one address of the box for all threads: in kernels as large as these the assembler keeps such an
address where threads that go different ways lose a part of it.

Lists lie crosswise (`rooms[:, i]`): what threads write at the same time are neighbours. Rows of observations and flags
are written in the memory that the threads of a block share, and go out from there together (`gpu_entries.py`).
"""

from hexagora.engine.contract import OVER, WIN, apply, hide, legal, pick, returns, to_act
from hexagora.engine.kernels import random_action
from hexagora.engine.looking import mark
from hexagora.engine.observing import observe
from hexagora.engine.rng import below
from hexagora.engine.stepping import MARKED, is_listed, is_marked, listed, start_match, step_match


def take(counter):
    """The number of the next match that nobody plays yet."""
    taken = counter[0]
    counter[0] += 1
    return taken


def share_out(results, i):
    """Parts of the win as shares of it."""
    for k in range(results.shape[1]):
        results[i, k] = results[i, k] / WIN


def begin(words, j, dealt):
    """Lays out a match in place `j` as it is dealt."""
    for k in range(dealt.shape[0]):
        words[j * dealt.shape[0] + k] = dealt[k]


def play_in(i, j, boxes, which, states, words, dealt, room, rng, rngs, results, lengths, counter):
    """Plays matches to their end at random, one after the other, until all are played: thread `i` in the place `j` of
    states that are near to it. The next match begins as soon as one ends, while the other threads go on with theirs."""
    match = i + 0
    made = 0
    begin(words, j, dealt)
    rng[0] = rngs[match, 0]
    while match < lengths.shape[0]:
        who = to_act(boxes[which[i]], states[j])
        if who == OVER:
            lengths[match] = made
            returns(boxes[which[i]], states[j], results[match])
            share_out(results, match)
            match = take(counter)
            made = 0
            begin(words, j, dealt)
            if match < lengths.shape[0]:
                rng[0] = rngs[match, 0]
        else:
            a = random_action(boxes[which[i]], states[j], who, room, rng)
            apply(boxes[which[i]], states[j], a)
            made += 1


def start_in(i, boxes, which, states, words, source, seats, rooms, rngs, movers, results, ended):
    start_match(boxes[which[i]], states, words, source, i, seats[i], rooms[:, i], rngs[i], movers, results, ended)


def step_in(i, boxes, which, states, words, source, ends, seats, actions, way, known, rooms, counts, masks, rngs,
            movers, results, ended, wrong):
    """One decision, if it is legal; if not, the match is noted in `wrong` (some match, if several). Then what is legal
    is listed once: for the check of the next action and for the flags."""
    if not allowed(i, boxes, which, states, actions, way, known, rooms, counts, masks):
        wrong[0] = i
        return  # its list and its flags stay as they are
    if way != MARKED:
        set_flags(i, rooms, counts, masks, 0)
    step_match(boxes[which[i]], states, words, source, ends, i, seats[i], actions[i], rooms[:, i], rngs[i], movers,
               results, ended)
    if ended[i] != 0:
        share_out(results, i)
    if way != MARKED:
        list_in(i, boxes, which, states, rooms, counts, masks)


def allowed(i, boxes, which, states, actions, way, known, rooms, counts, masks):
    """Whether the flags or the list of a match tell that its action is legal; without either it is listed now."""
    if way != MARKED:
        return listed(rooms[:, i], counts[i], actions[i])
    if known != 0:
        return is_marked(masks, i, actions[i])
    return is_listed(boxes[which[i]], states[i], actions[i], rooms[:, i])


def set_flags(i, rooms, counts, masks, value):
    """Sets or clears the flags of what is listed, if flags are kept."""
    if masks.shape[0] > 0:
        for k in range(counts[i]):
            masks[i, rooms[k, i]] = value


def list_in(i, boxes, which, states, rooms, counts, masks):
    """Lists what is legal, and sets its flags where those of before are cleared already."""
    counts[i] = legal(boxes[which[i]], states[i], rooms[:, i])
    set_flags(i, rooms, counts, masks, 1)


def choose_in(i, boxes, which, states, actions, rooms, rngs):
    """A random legal action. What a game writes into its room is its legal list, so that this stays what it is."""
    actions[i] = pick(boxes[which[i]], states[i], rooms[:, i], rngs[i])


def draw_in(i, actions, rooms, counts, rngs):
    """The same for games that draw from their list, which is there already."""
    actions[i] = rooms[below(rngs[i], counts[i]), i]


def flag_in(i, rooms, counts, masks):
    """The flags of what is listed, where there are none yet."""
    set_flags(i, rooms, counts, masks, 1)


def mark_in(i, boxes, which, states, row):
    """The flags of a game that sets them without a list."""
    mark(boxes[which[i]], states[i], row)


def look_in(i, boxes, which, states, place, seats, row):
    """What a seat sees of the state at `place` and on, as the whole numbers of its catalogue; there are zeros there."""
    if seats[i] >= 0:
        observe(boxes[which[i]], states[place + i], seats[i], row)


def hide_in(i, boxes, which, states, place, seats):
    if seats[i] >= 0:
        hide(boxes[which[i]], states[place + i], seats[i])
