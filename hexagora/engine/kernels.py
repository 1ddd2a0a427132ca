"""What programs do with a game without Python in the loop: written against the contract, bound with each game.

`boxes` holds one box; `states` holds many states; `words` is the same memory as 64-bit words, which is how a state is
copied (copying records one by one is slow to compile and slow to run).
"""

from hexagora.engine.chance import outcome
from hexagora.engine.contract import (
    CHANCE,
    OVER,
    apply,
    chances,
    deal,
    hide,
    legal,
    pick,
    resample,
    returns,
    scores,
    seen,
    to_act,
)


def deal_at(boxes, states, i):
    deal(boxes[0], states[i])


def to_act_at(boxes, states, i):
    return to_act(boxes[0], states[i])


def legal_at(boxes, states, i, out):
    return legal(boxes[0], states[i], out)


def chances_at(boxes, states, i, out):
    return chances(boxes[0], states[i], out)


def apply_at(boxes, states, i, a):
    apply(boxes[0], states[i], a)


def hide_at(boxes, states, i, viewer):
    hide(boxes[0], states[i], viewer)


def resample_at(boxes, states, i, viewer, rng):
    resample(boxes[0], states[i], viewer, rng)


def seen_at(boxes, states, i, a, viewer):
    return seen(boxes[0], states[i], a, viewer)


def copy_state(words, source, target):
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


def random_action(box, s, who, out, rng):
    """A legal action picked uniformly, or a chance outcome picked by weight."""
    if who == CHANCE:
        return outcome(box, s, out, rng)
    return pick(box, s, out, rng)


def playout(box, s, out, rng, limit):
    """Plays at random to the end, or for `limit` decisions; returns how many were made."""
    made = 0
    while made < limit:
        who = to_act(box, s)
        if who == OVER:
            break
        apply(box, s, random_action(box, s, who, out, rng))
        made += 1
    return made


def settle(box, s, out, rng):
    """Lets chance decide until a player is to act or the match is over."""
    while to_act(box, s) == CHANCE:
        apply(box, s, outcome(box, s, out, rng))


def playouts(boxes, states, words, source, first, last, out, rng, limit, results, lengths):
    """Copies state `source` to each of the places first..last-1, plays each to the end at random, notes the results."""
    for i in range(first, last):
        copy_state(words, source, i)
        lengths[i] = playout(boxes[0], states[i], out, rng, limit)
        returns(boxes[0], states[i], results[i])


def step_many(boxes, states, first, last, actions, out, rng, movers):
    """Applies one action to each state that is not over, lets chance decide, and notes who acts next."""
    box = boxes[0]
    for i in range(first, last):
        if actions[i] >= 0:
            apply(box, states[i], actions[i])
        settle(box, states[i], out, rng)
        movers[i] = to_act(box, states[i])


def legal_many(boxes, states, first, last, lists, counts):
    """Lists the legal actions of each state in its row; none where the match is over."""
    for i in range(first, last):
        counts[i] = 0
        if to_act(boxes[0], states[i]) != OVER:
            counts[i] = legal(boxes[0], states[i], lists[i])


def random_many(boxes, states, first, last, actions, out, rng):
    """Picks a random legal action for each state, -1 where the match is over."""
    for i in range(first, last):
        who = to_act(boxes[0], states[i])
        actions[i] = -1
        if who != OVER:
            actions[i] = random_action(boxes[0], states[i], who, out, rng)


def returns_many(boxes, states, first, last, results):
    for i in range(first, last):
        returns(boxes[0], states[i], results[i])


def scores_many(boxes, states, first, last, results):
    for i in range(first, last):
        scores(boxes[0], states[i], results[i])
