"""What matters in a first match of Sigil."""

from typing import Any

from hexagora.engine.contract import CHANCE
from hexagora.games.sigil import rules
from hexagora.games.sigil.state import CAST, DASH, END_TURN, MAX_LEGAL, MENU, MOVE, PUSH

NEAR = 2  # stones ahead that make it urgent


def matters(box: Any, s: Any, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if rules.to_act(box, s) == CHANCE:
        return []
    found = ["lead"] if abs(s.count[0] - s.count[1] - 1) >= NEAR else []
    if s.phase == MENU:
        return found + _after_the_move(box, s)
    return found + {MOVE: ["move"], PUSH: ["push"]}.get(s.phase, [])


def _after_the_move(box: Any, s: Any) -> list[str]:
    """Whether a spell can be cast, or only the dash."""
    out = [0] * MAX_LEGAL
    legal = out[: rules.legal(box, s, out)]
    return ["cast"] if any(CAST <= a < END_TURN for a in legal) else ["dash"] if DASH in legal else []
