"""What matters in a first match of Sigil, and why a turn is good."""

from typing import Any

from hexagora.engine.contract import CHANCE
from hexagora.games.sigil import rules, rules_board
from hexagora.games.sigil.names import slot_spell, title
from hexagora.games.sigil.state import CAST, DASH, END_TURN, MAX_LEGAL, MENU, MOVE, PUSH, SLOTS, Box, State

NEAR = 2  # stones ahead that make it urgent
SHORT = {1: "one stone", 2: "two stones"}  # of a spell, that are worth a word


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


# why a turn is good


def reasons(box: Box, before: State, after: State, player: int) -> list[str]:
    """Spells that come into reach, and those that the other player cannot cast any more."""
    found = []
    for slot in range(SLOTS):
        spell = title(slot_spell(box, after, slot))
        lacking = _lacking(box, after, player, slot)
        if lacking in SHORT and lacking < _lacking(box, before, player, slot):
            found.append(f"{SHORT[lacking]} short of {spell}")
        if _may_cast(box, before, 1 - player, slot) and not _may_cast(box, after, 1 - player, slot):
            found.append(f"the other player can no longer cast {spell}")
    return found


def _lacking(box: Box, s: State, player: int, slot: int) -> int:
    """The stones that are missing to fill a slot; of one that cannot be cast, and of a single node, nothing is told."""
    if box.slot_size[slot] == 1 or s.lock[player] == slot + 1:
        return 0
    return int(box.slot_size[slot]) - (int(box.slot_nodes[slot]) & int(s.stones[player])).bit_count()


def _may_cast(box: Box, s: State, player: int, slot: int) -> bool:
    return bool(rules_board.fills(box, s, player, slot)) and s.lock[player] != slot + 1 and (
        box.passive[s.spell[slot] - 1] == 0)
