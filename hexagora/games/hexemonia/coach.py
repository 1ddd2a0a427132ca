"""What matters in a first match of Hexemonia."""

from hexagora.games.hexemonia import forecasts
from hexagora.games.hexemonia.state import AT_ACTION, AT_PLAY, AT_TAKE1, AT_WAR, Box, State

FULL_HAND = 4  # hexes that one may keep


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if s.phase == AT_ACTION:
        return ["action"] if forecasts.producing(box, s) else []  # where nothing is produced, it is no advice
    found = {AT_TAKE1: ["draft"], AT_PLAY: ["play"], AT_WAR: ["war"]}.get(s.phase, [])
    return [*found, "hand"] if s.phase == AT_PLAY and s.hand_size[player] > FULL_HAND else found
