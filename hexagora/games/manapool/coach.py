"""What matters in a first match of Mana Pool."""

from hexagora.games.manapool.state import COMBAT, CORNERS, MOVING, SPAWNING, Box, State


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    found = ["pool"] if s.owner[box.pool] == player + 1 else []
    return found + {CORNERS: ["corner"], SPAWNING: ["spawn"], MOVING: ["move"], COMBAT: ["attack"]}.get(s.phase, [])
