"""Ready-made rules: stones that hang together, kept stone by stone as they are laid.

A game whose rules import these functions has two fields in its state, as classic Hex has: `chain`, for each stone
another one of its chain (itself if it is the first), and `joined`, for the first stone of a chain what the chain
touches, as bits (sides, corners, whatever counts). To lay a stone, set both for its cell, then join it with each
neighbour of the same owner. Nothing is searched for: a question about a chain costs a few steps, however large it is.
"""


def first_stone(s, cell):
    """The stone that stands for a whole chain; shortens the way to it for the next time."""
    while s.chain[cell] != cell:
        s.chain[cell] = s.chain[s.chain[cell]]
        cell = s.chain[cell]
    return cell


def join_chains(s, one, other):
    """Makes one chain of two, which touches what both touched."""
    first = first_stone(s, one)
    second = first_stone(s, other)
    if first != second:
        s.chain[first] = second
        s.joined[second] |= s.joined[first]
