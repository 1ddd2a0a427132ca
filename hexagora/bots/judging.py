"""A small network of integers that judges a position: written like rules, so that it runs on every back end and gives
the same numbers to the last bit.

What the seat to act sees (`observe`) switches rows of weights on: one for each feature that is not zero, by its value;
and, where the network was made so, one for each player by the chance that the rules of thumb give (`evaluate`).
Their sum, clipped, feeds a second layer and that one a number for each player, beginning with the seat; chances are in
proportion to the powers of two of these. `notes` is room to work in: what is seen, the rows, what the layers say.
"""

from hexagora.bots import signatures as kinds
from hexagora.bots.guide import SURE, evaluate
from hexagora.engine.contract import to_act
from hexagora.engine.observing import observe, turned

ONE = 256  # a unit that is fully on
STEP_BITS = 6  # weights of the later layers count in steps of 1/64
DOUBLING_BITS = 14  # what the last layer says counts in steps of 1/16384 doubling
DOUBLING = 1 << DOUBLING_BITS
MOST_DOUBLINGS = 20
LINEAR, SQUARE = 10_760, 5_624  # of the approximation 1 + x (LINEAR + SQUARE x) to 2 to the power x, x from 0 to 1
WIDTH = 8  # units of the first layer that are added up together

argument_types = kinds.judging_argument_types


def judge(box, s, net, notes, out):
    """Writes each player's winning chance, in parts of SURE. `s` is hidden for the seat to act."""
    seat = max(0, to_act(box, s))
    last = list_rows(box, s, seat, net, notes, out)
    add_rows(net, notes, last)
    weigh(net, notes, net.size * 2 + 0)
    share_out(net, seat, notes, net.size * 2 + 0, out)


def list_rows(box, s, seat, net, notes, out):
    """Notes the rows that a position switches on, from place `size` on; returns the place after the last."""
    for k in range(net.size):
        notes[k] = 0
    observe(box, s, seat, notes)
    found = net.size + 0
    at = 0
    for cell in range(net.cells):
        place = turned(box, s, seat, cell)
        for c in range(net.channels):
            if notes[at] > 0 and net.plane_bins[c] > 0:
                notes[found] = (net.plane_row[c] + place * net.plane_bins[c]
                                + bin_of(notes[at], net.plane_most[c], net.plane_bins[c]))
                found += 1
            at += 1
    for k in range(net.numbers):
        if notes[at] > 0 and net.number_bins[k] > 0:
            notes[found] = net.number_row[k] + bin_of(notes[at], net.number_most[k], net.number_bins[k])
            found += 1
        at += 1
    return list_opinions(box, s, seat, net, notes, found, out) if net.thumb_bins > 0 else found


def list_opinions(box, s, seat, net, notes, found, out):
    """The rows of what the rules of thumb say, player by player, beginning with the seat."""
    evaluate(box, s, out)
    for p in range(net.players):
        player = seat + p
        if player >= net.players:
            player -= net.players
        notes[found + p] = net.thumb_row + (p * net.thumb_bins + out[player] * net.thumb_bins // (SURE + 1))
    return found + net.players


def bin_of(value, most, bins):
    """Which of so many equal parts of 1 to `most` a value lies in."""
    return (min(value, most) - 1) * bins // most


def add_rows(net, notes, last):
    """The first layer: the rows that are on, added up and clipped."""
    first = net.size + 0
    at = net.size * 2 + 0
    width = net.hidden + 0
    for j in range(0, width, WIDTH):
        a = net.bias[j] + 0
        b = net.bias[j + 1] + 0
        c = net.bias[j + 2] + 0
        d = net.bias[j + 3] + 0
        e = net.bias[j + 4] + 0
        f = net.bias[j + 5] + 0
        g = net.bias[j + 6] + 0
        h = net.bias[j + 7] + 0
        for k in range(first, last):
            w = notes[k] * width + j
            a += net.weights[w]
            b += net.weights[w + 1]
            c += net.weights[w + 2]
            d += net.weights[w + 3]
            e += net.weights[w + 4]
            f += net.weights[w + 5]
            g += net.weights[w + 6]
            h += net.weights[w + 7]
        notes[at + j] = clipped(a)
        notes[at + j + 1] = clipped(b)
        notes[at + j + 2] = clipped(c)
        notes[at + j + 3] = clipped(d)
        notes[at + j + 4] = clipped(e)
        notes[at + j + 5] = clipped(f)
        notes[at + j + 6] = clipped(g)
        notes[at + j + 7] = clipped(h)


def clipped(a):
    return min(max(a, 0), ONE)


def weigh(net, notes, at):
    """The second layer and the last; what the last one says comes to lie behind the second."""
    width = net.hidden + 0
    second = at + width
    for j in range(net.second):
        total = net.second_bias[j] + 0
        for k in range(width):
            total += notes[at + k] * net.second_weights[j * width + k]
        notes[second + j] = clipped(total >> STEP_BITS)
    for p in range(net.players):
        total = net.last_bias[p] + 0
        for k in range(net.second):
            total += notes[second + k] * net.last_weights[p * net.second + k]
        notes[second + net.second + p] = total


def share_out(net, seat, notes, at, out):
    """Turns what the last layer says, beginning with the seat, into each player's chance."""
    said = at + net.hidden + net.second
    best = notes[said]
    for p in range(1, net.players):
        best = max(best, notes[said + p])
    total = 0
    for p in range(net.players):
        notes[said + p] = halved(best - notes[said + p])
        total += notes[said + p]
    for p in range(net.players):
        player = seat + p
        if player >= net.players:
            player -= net.players
        out[player] = SURE * notes[said + p] // total


def halved(gap):
    """A large number, halved for every doubling of a gap."""
    times = min(gap >> DOUBLING_BITS, MOST_DOUBLINGS)
    rest = DOUBLING - min(gap - (times << DOUBLING_BITS), DOUBLING)
    power = DOUBLING + (rest * (LINEAR + ((SQUARE * rest) >> DOUBLING_BITS)) >> DOUBLING_BITS)
    return (power << MOST_DOUBLINGS) >> (times + 1)
