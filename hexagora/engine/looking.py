"""What programs see of many matches, a row for each: written like rules, bound with each game's `features.py`. Loops
here and there run over whole rows and become instructions for many numbers at once."""

from hexagora.engine.contract import hide
from hexagora.engine.observing import observe
from hexagora.engine.vector_types import argument_types

NOBODY_HIDES = -1  # in place of a free place: nothing is secret in the game
__all__ = ["argument_types"]


def mark(box, s, out):
    """Writes into `out` for every action of the game whether it is legal now; where no action of the match ever is,
    there are zeros already. A game may do this where it is quicker than a list."""
    return


def look(box, states, words, aside, i, seat, row):
    """Writes what a seat sees of a state as whole numbers; `aside` is a free place for the state that is hidden."""
    for k in range(row.shape[0]):
        row[k] = 0
    shown = i + 0
    if aside != NOBODY_HIDES:
        for k in range(words.shape[1]):
            words[aside, k] = words[i, k]
        hide(box, states[aside], seat)
        shown = aside + 0
    observe(box, states[shown], seat, row)


def scale(row, scales, target):
    """Whole numbers as numbers from 0 to 1."""
    for k in range(row.shape[0]):
        target[k] = row[k] * scales[k]
