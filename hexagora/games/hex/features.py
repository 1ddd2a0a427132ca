"""What a seat sees of classic Hex, as numbers. Cells keep their places, so that cell and action have the same number
for both seats; the sides tell which way the seat joins."""

from hexagora.games.hex.rules import may_swap
from hexagora.games.hex.state import SWAP

OWN, OTHER, EMPTY, OWN_FIRST, OWN_LAST, OTHER_SIDE = range(6)
CHANNELS = 6
TO_MOVE, MAY_SWAP, STONES = range(3)


def observe(box, s, seat, out):
    for cell in range(box.cells):
        at = cell * CHANNELS
        stone = s.stone[cell] + 0
        sides = box.sides[seat][cell] + 0
        out[at + OWN] = stone == seat + 1
        out[at + OTHER] = stone == 2 - seat
        out[at + EMPTY] = stone == 0
        out[at + OWN_FIRST] = sides & 1
        out[at + OWN_LAST] = (sides >> 1) & 1
        out[at + OTHER_SIDE] = box.sides[1 - seat][cell] != 0
    at = box.cells * CHANNELS
    out[at + TO_MOVE] = s.winner == 0 and s.mover == seat
    out[at + MAY_SWAP] = may_swap(box, s)
    out[at + STONES] = s.stones


def mark(box, s, out):
    for cell in range(box.cells):
        out[cell] = s.stone[cell] == 0
    out[SWAP] = may_swap(box, s)


def turned(box, s, seat, cell):
    """The second player's sides lie where the first player's do when the board is mirrored."""
    return box.mirror[cell] if seat == 1 else cell
