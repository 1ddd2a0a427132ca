"""What must always hold."""


from hexagora.games.sigil import rules_offers
from hexagora.games.sigil.names import COLOURS, NODE_NAMES, SLOT_NAMES, node_list
from hexagora.games.sigil.state import (
    ALL_NODES,
    DEAL_SPELL,
    DEATHMATCH,
    LIFT,
    NODES,
    PUSH,
    SLOTS,
    SPELL_PUSH,
    Box,
    State,
)


def broken(box: Box, s: State) -> list[str]:
    """Sentences about what does not hold."""
    found = _nodes(s) + _counts(box, s) + _spells(box, s)
    if s.phase != DEAL_SPELL:
        found += _dice(box, s) + _offer(box, s)
    return found


def _nodes(s: State) -> list[str]:
    """A node carries at most one stone, a wall none; every stone has its number."""
    found = []
    for twice in node_list(s.stones[0] & s.stones[1] | (s.stones[0] | s.stones[1]) & s.walls):
        found.append(f"{twice} carries more than one thing")
    if (s.stones[0] | s.stones[1] | s.walls) & ~ALL_NODES:
        found.append("there are stones beside the board")
    numbers = [s.token[k] for k in range(NODES) if s.token[k]]
    if len(set(numbers)) != len(numbers):
        found.append("two stones have the same number")
    for k in range(NODES):
        if bool(s.token[k]) != bool((s.stones[0] | s.stones[1]) >> k & 1):
            found.append(f"{NODE_NAMES[k]}: stone and number differ")
    return found


def _counts(box: Box, s: State) -> list[str]:
    """The counts are those of the board, and of stones that are about to land."""
    waiting = [0, 0]
    if s.pushed_from:
        waiting[1 - s.mover] += 1
    if s.phase == SPELL_PUSH and box.step_does[s.spell[s.resolving - 1] - 1][s.step - 1] == LIFT:
        waiting[1 - s.mover] += s.left
    return [
        f"{colour} has {s.count[p]} stones by count and {s.stones[p].bit_count()} on nodes"
        for p, colour in enumerate(COLOURS)
        if s.count[p] != s.stones[p].bit_count() + waiting[p]
    ]


def _spells(box: Box, s: State) -> list[str]:
    dealt = [s.spell[k] for k in range(SLOTS) if s.spell[k]]
    found = ["a spell lies on two slots"] if len(set(dealt)) != len(dealt) else []
    for k in range(SLOTS):
        if s.spell[k] and box.spell_size[s.spell[k] - 1] != box.slot_size[k]:
            found.append(f"the spell on {SLOT_NAMES[k]} has another size")
    return found


def _dice(box: Box, s: State) -> list[str]:
    found = []
    for p, colour in enumerate(COLOURS):
        if s.lock[p] and box.slot_size[s.lock[p] - 1] == 1:
            found.append(f"the die of {colour} lies on a 1-node spell")
        if box.win != DEATHMATCH and bool(s.lock[p]) != bool(s.casts[p]):
            found.append(f"{colour} has cast {s.casts[p]} big spells and the die does not fit")
    return found


def _offer(box: Box, s: State) -> list[str]:
    """What is offered is what the rules say now."""
    if s.winner or s.phase == PUSH:
        return []
    if s.choices != rules_offers.nodes_on_offer(box, s, s.phase):
        return [f"decision {s.phase} offers {node_list(s.choices)}"]
    return []
