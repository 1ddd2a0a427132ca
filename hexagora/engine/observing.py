"""What programs do with a game's features without Python in the loop: written like rules, bound with each game.

A game's `features.py` defines `observe`; see `features.py` of the engine for what belongs to it.
"""

from hexagora.engine.contract import hide, legal, to_act
from hexagora.engine.kernels import copy_state


def observe(box, s, seat, out):
    """Writes what a seat sees into `out`, which is all zeros: first the channels of each cell, cell by cell, then the
    numbers beside the board. `s` is hidden for that seat; what is written depends on nothing else."""
    raise NotImplementedError


def seats_away(box, player, seat):
    """How many places after the seat a player sits: 0 is the seat itself."""
    away = player - seat
    if away < 0:
        away += box.players
    return away


def observe_many(boxes, states, words, aside, place, first, last, seats, out, scales, table):
    """Writes what a seat sees of each state, counted from a place on, into its row, normalised; `aside` is the place of
    a state that is free. Rows of seats below 0 stay as they are."""
    for i in range(first, last):
        if seats[i] >= 0:
            copy_state(words, place + i, aside)
            hide(boxes[0], states[aside], seats[i])
            for k in range(out.shape[0]):
                out[k] = 0
            observe(boxes[0], states[aside], seats[i], out)
            for k in range(out.shape[0]):
                table[i, k] = out[k] * scales[k]


def mask_many(boxes, states, first, last, out, masks):
    """Writes 1 for each legal action of each state into its row and 0 for all others."""
    for i in range(first, last):
        for a in range(masks.shape[1]):
            masks[i, a] = 0
        if to_act(boxes[0], states[i]) >= 0:
            for k in range(legal(boxes[0], states[i], out)):
                masks[i, out[k]] = 1
