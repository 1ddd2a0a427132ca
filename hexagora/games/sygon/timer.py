"""The turn timer, as data for a table that keeps the time: which clock runs, and what is played when it is over.

The rules know no time (SYG-RULING-67): a table that enforces it plays the actions named here.
"""

from typing import Any

from hexagora.games.sygon.forecasts import legal
from hexagora.games.sygon.state import (
    A_DISCARD,
    A_END_BUILD,
    A_END_CAST,
    A_END_MOVE,
    A_END_TURN,
    A_FLIP_DONE,
    A_LOSE,
    A_NO_WALL,
    A_VANISH_DONE,
    AT_FORESEE,
    AT_LOSE,
    AT_TURN,
    CELLS,
    DISCARDING,
)

LEAST_INVASIVE = (A_VANISH_DONE, A_FLIP_DONE, A_NO_WALL, A_END_MOVE, A_END_BUILD, A_END_CAST, A_END_TURN)


def clock(box: Any, s: Any) -> tuple[str, int] | None:
    """The name of the running clock and its seconds. It starts anew when the name changes; teammates share one."""
    if not box.turn_timer:
        return None
    if s.stage == AT_TURN:
        whose = f"team {box.team[s.actor] + 1}" if box.teams else f"p{s.actor + 1}"
        return f"round {s.round}, turn of {whose}", box.turn_timer
    if s.stage in (AT_FORESEE, AT_LOSE):
        return f"round {s.round}, choice of p{s.actor + 1}", box.choice_timer
    return None


def forced(box: Any, s: Any) -> int:
    """The action that the table plays for a player whose time is over."""
    actions = legal(box, s)
    if s.stage == AT_TURN and s.choice == DISCARDING:
        held = s.cubes[s.actor]
        return A_DISCARD + int(held.index(max(held)))
    if s.stage == AT_LOSE:
        return next(a for a in actions if a >= A_LOSE + CELLS)
    return next((a for a in LEAST_INVASIVE if a in actions), actions[0])
