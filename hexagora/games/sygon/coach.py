"""What matters in a first match of Hexes of Sygon."""

from hexagora.games.sygon.state import AT_TOWN, AT_TURN, AT_WALL, BUILDING, CASTING, MOVING, Box, State


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if s.stage != AT_TURN:
        return {AT_TOWN: ["found"], AT_WALL: ["volcano"]}.get(s.stage, [])
    return {MOVING: ["walk"], BUILDING: ["build", "volcano"], CASTING: ["cast"]}.get(s.phase[player], [])
