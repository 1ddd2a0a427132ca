"""The rules of classic Hex."""

from hexagora.engine.chains import first_stone, join_chains
from hexagora.engine.contract import OVER, WIN
from hexagora.engine.rng import below
from hexagora.games.hex.state import BOTH_SIDES, NO_CELL, SWAP


def deal(box, s):
    """The board starts empty and the first player begins (CLX-START-1)."""
    s.mover = 0


def to_act(box, s):
    if s.winner > 0:
        return OVER
    return s.mover


def may_swap(box, s):
    """Only the second player, only as the very first move (CLX-SWAP-1)."""
    return box.swap == 1 and s.stones == 1 and s.mover == 1


def legal(box, s, out):
    """Any empty cell (CLX-MOVE-1)."""
    n = 0
    for cell in range(box.cells):
        if s.stone[cell] == 0:
            out[n] = cell
            n += 1
    if may_swap(box, s):
        out[n] = SWAP
        n += 1
    return n


def pick(box, s, out, rng):
    """Tries cells until one is empty: on average little more than two, where listing would look at all."""
    if may_swap(box, s):
        return out[below(rng, legal(box, s, out))]
    cell = below(rng, box.cells)
    while s.stone[cell] != 0:
        cell = below(rng, box.cells)
    return cell


def apply(box, s, a):
    if a == SWAP:
        take_over_first_stone(box, s)
    else:
        lay_stone(box, s, a)
    s.mover = 1 - s.mover


def take_over_first_stone(box, s):
    """The first stone becomes the second player's, mirrored so that it means the same for them (CLX-SWAP-2)."""
    for cell in range(box.cells):
        if s.stone[cell] != 0:
            s.stone[cell] = 0
            s.chain[cell] = 0
            s.joined[cell] = 0
            s.stones = 0
            lay_stone(box, s, box.mirror[cell])
            return


def lay_stone(box, s, cell):
    """A stone joins the chains of its neighbours; a chain that touches both own sides wins (CLX-WIN-1)."""
    s.stone[cell] = s.mover + 1
    s.stones += 1
    s.chain[cell] = cell
    s.joined[cell] = box.sides[s.mover][cell]
    for d in range(6):
        other = box.neighbour[cell][d]
        if other != NO_CELL and s.stone[other] == s.mover + 1:
            join_chains(s, cell, other)
    if s.joined[first_stone(s, cell)] == BOTH_SIDES:
        s.winner = s.mover + 1


def returns(box, s, out):
    """The winner takes all; Hex has no draws (CLX-WIN-2)."""
    for player in range(2):
        out[player] = WIN if s.winner == player + 1 else 0
