"""What a seat sees of classic Hex, as numbers. Cells keep their places, so that cell and action have the same number
for both seats; the sides tell which way the seat joins."""

from hexagora.games.hex.rules import may_swap

OWN, OTHER, EMPTY, OWN_FIRST, OWN_LAST, OTHER_SIDE = range(6)
CHANNELS = 6
TO_MOVE, MAY_SWAP, STONES = range(3)


def observe(box, s, seat, out):
    for cell in range(box.cells):
        at = cell * CHANNELS
        if s.stone[cell] == 0:
            out[at + EMPTY] = 1
        elif s.stone[cell] == seat + 1:
            out[at + OWN] = 1
        else:
            out[at + OTHER] = 1
        out[at + OWN_FIRST] = box.sides[seat][cell] & 1
        out[at + OWN_LAST] = (box.sides[seat][cell] >> 1) & 1
        out[at + OTHER_SIDE] = min(1, box.sides[1 - seat][cell])
    at = box.cells * CHANNELS
    out[at + TO_MOVE] = s.winner == 0 and s.mover == seat
    out[at + MAY_SWAP] = may_swap(box, s)
    out[at + STONES] = s.stones
