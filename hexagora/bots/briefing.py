"""How a network judges a game that names traits: it is told a few numbers that the game's rules of thumb count, instead
of all that a seat sees. That is much quicker: nothing is hidden first, and no long vector is written and searched.

Bound in place of functions of `judging` and `tree` with such games alone; written like rules.
"""

from hexagora.bots import signatures as kinds
from hexagora.bots.judging import bin_of, judge
from hexagora.bots.tree import WORK

argument_types = kinds.argument_types


def traits(box, s, seat, out, notes):
    """Writes what counts in a position, seen from a seat: numbers from 0 on, as many as the game's `catalogue.traits`
    names and in that order. All of the state may be looked at, as by `evaluate`; `out` is free to work in. A game
    defines it in its `heuristics`."""
    raise NotImplementedError


def list_rows(box, s, seat, net, notes, out):
    """Notes the rows that a position switches on, from place `size` on; returns the place after the last."""
    traits(box, s, seat, out, notes)
    found = net.size + 0
    for k in range(net.numbers):
        value = notes[k] + 0
        bins = net.number_bins[k] + 0
        if value > 0 and bins > 0:
            most = net.number_most[k] + 0
            part = min(value, most) - 1 if bins == most else bin_of(value, most, bins)
            notes[found] = net.number_row[k] + part
            found += 1
    return found


def judge_work(box, states, words, t, net, notes, gains):
    """What the network says of the state in slot WORK: of the draw of the unknown, as an evaluation does."""
    judge(box, states[WORK], net, notes, gains)
