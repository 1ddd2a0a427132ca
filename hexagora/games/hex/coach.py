"""What matters in a first match of classic Hex."""

from hexagora.games.hex import rules
from hexagora.games.hex.state import Box, State

FEW, SOME, MANY = 2, 6, 12  # stones on the board


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if s.stones == 0:
        return ["begin"] if box.swap else []
    found = ["swap"] if rules.may_swap(box, s) else []
    return found + [name for name, least in (("bridge", FEW), ("block", SOME), ("both", MANY)) if s.stones >= least]
