"""Plain UCT with random play-outs: the yardstick for every later search, kept as it was first written.

A tree of first children and next siblings; one new node a simulation; UCB1 with the constant 1.4; chance is sampled on
the way down; with hidden information every simulation starts from a fresh draw.
"""

from math import log, sqrt

from hexagora.bots.signatures import baseline_argument_types, baseline_entries
from hexagora.engine.chance import outcome
from hexagora.engine.contract import CHANCE, OVER, WIN, apply, legal, resample, returns, to_act
from hexagora.engine.kernels import copy_state, playout
from hexagora.engine.rng import below

signatures, argument_types = baseline_entries, baseline_argument_types

SOURCE, RUN = 0, 1  # slots of states
EXPLORE = 1.4
NONE = 0  # node 0 is the root and nobody's child
UNTIL_THE_END = 1 << 20


def uct(boxes, states, words, child, sibling, deed, visits, total, head, path, mark, out, gains, rng, viewer, count):
    """Runs `count` simulations from the state in slot SOURCE. `head[0]` is the number of nodes in use."""
    box = boxes[0]
    for _ in range(count):
        copy_state(words, SOURCE, RUN)
        s = states[RUN]
        resample(box, s, viewer, rng)
        depth = descend(box, s, child, sibling, deed, visits, total, head, path, mark, out, rng)
        playout(box, s, out, rng, UNTIL_THE_END)
        returns(box, s, gains)
        for d in range(depth):
            visits[path[2 * d]] += 1
            if path[2 * d + 1] >= 0:
                total[path[2 * d]] += gains[path[2 * d + 1]]
    return head[0]


def descend(box, s, child, sibling, deed, visits, total, head, path, mark, out, rng):
    """Walks down to a new node; notes the nodes of the way and who chose them. Returns their number."""
    node = 0
    path[0] = 0
    path[1] = CHANCE
    depth = 1
    while depth * 2 + 1 < len(path):
        who = to_act(box, s)
        if who == OVER:
            break
        if who == CHANCE:
            a = outcome(box, s, out, rng)
        else:
            a = best_action(box, s, child, sibling, deed, visits, total, node, mark, out, rng)
        apply(box, s, a)
        known = find_child(child, sibling, deed, node, a)
        if known == NONE:
            known = add_child(child, sibling, deed, visits, total, head, node, a)
        path[2 * depth] = known
        path[2 * depth + 1] = who
        depth += 1
        if known == NONE or visits[known] == 0:
            break
        node = known
    return depth


def find_child(child, sibling, deed, node, a):
    k = child[node]
    while k != NONE and deed[k] != a:
        k = sibling[k]
    return k


def add_child(child, sibling, deed, visits, total, head, node, a):
    k = head[0]
    if k == len(child):
        return NONE
    head[0] = k + 1
    child[k] = NONE
    sibling[k] = child[node]
    child[node] = k
    deed[k] = a
    visits[k] = 0
    total[k] = 0
    return k


def best_action(box, s, child, sibling, deed, visits, total, node, mark, out, rng):
    """An action never tried, drawn at random, or the one with the best upper bound."""
    n = legal(box, s, out)
    mark_children(child, sibling, deed, node, mark, 1)
    untried = 0
    chosen = out[0]
    best = -1.0
    best_action_so_far = out[0]
    for i in range(n):
        k = mark[out[i]]
        if k == NONE:
            untried += 1
            if below(rng, untried) == 0:
                chosen = out[i]
        elif untried == 0:
            worth = total[k] / (visits[k] * float(WIN)) + EXPLORE * sqrt(log(visits[node] + 1.0) / visits[k])
            if worth > best:
                best = worth
                best_action_so_far = out[i]
    mark_children(child, sibling, deed, node, mark, NONE)
    return chosen if untried > 0 else best_action_so_far


def mark_children(child, sibling, deed, node, mark, on):
    """Notes for each action tried which child it led to, or takes the notes back."""
    k = child[node]
    while k != NONE:
        mark[deed[k]] = k * on
        k = sibling[k]
