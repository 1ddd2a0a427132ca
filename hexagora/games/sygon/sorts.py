"""What sort a decision is of: decisions of one sort take the same way through the rules (`engine.gpu_sorting`)."""

from hexagora.games.sygon import state as S

CHOICES = 16  # sorts from here on: a choice that is open, then
PHASES = 32  # where the player is in the own turn


def sort_of(box, s):
    if s.stage != S.AT_TURN:
        return int(s.stage)
    if s.choice != S.NO_CHOICE:
        return CHOICES + s.choice
    return PHASES + s.phase[s.actor]
