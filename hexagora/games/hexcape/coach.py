"""What matters in a first match of Hexcape."""

from hexagora.games.hexcape.state import ASKED_TO_DRAW, CHANGING, MOVING, NO_RIGHT, Box, State


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if s.phase == ASKED_TO_DRAW:
        return ["card"]
    if s.phase == CHANGING:
        return ["change"]
    if s.phase != MOVING:
        return []
    found = ["teleport"] if s.right != NO_RIGHT else []
    return [*found, "walk"] if s.fresh else [*found, "keep"]
