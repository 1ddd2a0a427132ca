"""How compiled code copies states: word by word, of the tape of remembered positions only what is in use."""

from hexagora.games.sigil.solver_types import ends_argument_types as argument_types
from hexagora.games.sigil.state import TAPE, State

__all__ = ["argument_types"]

BEFORE_TAPE = [name for name, _ in State.layout()].index("tape")
TAPE_FIRST = sum(field.width * field.count for _, field in State.layout()[:BEFORE_TAPE]) // 8  # the word it begins with
TAPE_LAST = TAPE_FIRST + TAPE // 8


def copy_position(cells, states, source, target):
    """Makes the state in one slot equal to that in another; `cells` are the words of all states. What is not in use of
    a tape is zero."""
    used = (max(states[source].written, states[target].written) + 7) >> 3
    for k in range(TAPE_FIRST + used):
        cells[target, k] = cells[source, k]
    for k in range(TAPE_LAST, cells.shape[1]):
        cells[target, k] = cells[source, k]
