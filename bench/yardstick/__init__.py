"""Mana Pool written by hand twice, in C++ and in plain Python, to measure the engine against.

Both play the board `crossing` with default options, complete with set-up, and number actions like the engine:

    0..2        colour red, green, blue         24           end move
    3..14       corner k, clockwise             25           end combat
    15..17      first player (seat)             26..242      spawn at a cell
    18..23      order of set-up (not used)      243..1544    move:   243 + 6 * cell + direction
                                                1545..2846   attack: 1545 + 6 * cell + direction

Cells in reading order from a1 = 0; directions E, SE, SW, W, NW, NE. Every list of legal actions ascends.
A random playout draws one xorshift32 number x for every decision, forced ones and the chance draw included,
and takes `legal[(x * len(legal)) >> 32]`; games follow each other from one generator.
So equal seeds give equal games, which `selfcheck.py` verifies.
"""
