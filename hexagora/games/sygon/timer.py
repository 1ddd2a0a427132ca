"""The turn timer, as data for a table that keeps the time: which clock runs, and what is played when it is over.

The rules know no time (SYG-RULING-67): a table that enforces it plays the actions named here.
"""


from hexagora.games.sygon import state as S
from hexagora.games.sygon.forecasts import legal
from hexagora.games.sygon.state import Box, State

LEAST_INVASIVE = (S.A_VANISH_DONE, S.A_FLIP_DONE, S.A_NO_WALL, S.A_END_MOVE, S.A_END_BUILD, S.A_END_CAST, S.A_END_TURN)


def clock(box: Box, s: State) -> tuple[str, int, list[int]] | None:
    """The name of the running clock, its seconds and the seats whose it is. It starts anew when the name
    changes; teammates share one."""
    if not box.turn_timer:
        return None
    if s.stage == S.AT_TURN:
        whose = f"team {box.team[s.actor] + 1}" if box.teams else f"p{s.actor + 1}"
        sharing = [int(s.seat[p]) for p in range(box.players) if box.team[p] == box.team[s.actor]]
        return f"round {s.round}, turn of {whose}", box.turn_timer, sharing
    if s.stage in (S.AT_FORESEE, S.AT_LOSE):
        return f"round {s.round}, choice of p{s.actor + 1}", box.choice_timer, [int(s.seat[s.actor])]
    return None


def forced(box: Box, s: State) -> int:
    """The action that the table plays for a player whose time is over."""
    actions = legal(box, s)
    if s.stage == S.AT_TURN and s.choice == S.DISCARDING:
        held = s.cubes[s.actor]
        return S.A_DISCARD + int(held.index(max(held)))
    if s.stage == S.AT_LOSE:
        return next(a for a in actions if a >= S.A_LOSE + S.CELLS)
    return next((a for a in LEAST_INVASIVE if a in actions), actions[0])
