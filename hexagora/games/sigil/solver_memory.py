"""How compiled code copies states: word by word."""

from hexagora.games.sigil.solver_types import ends_argument_types as argument_types

__all__ = ["argument_types"]


def copy_position(cells, states, source, target):
    """Makes the state in one slot equal to that in another; `cells` are the words of all states."""
    for k in range(cells.shape[1]):
        cells[target, k] = cells[source, k]
