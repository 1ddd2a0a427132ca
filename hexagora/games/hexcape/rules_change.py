"""The changing step: raising and lowering."""

from hexagora.games.hexcape.rules_map import has_thawed, is_changeable, lower_hex, raise_hex
from hexagora.games.hexcape.rules_turn import end_turn
from hexagora.games.hexcape.state import CHANGE, CHANGING, FOR_LOWERING, FOR_RAISING, NO_RIGHT


def stop_moving(box, s):
    """Closes the moving step for this turn: changing comes after it (HEX-MOD-1, HEX-MOVE-6, HEX-RULING-18)."""
    s.phase = CHANGING
    s.fresh = 0
    s.rope = 0
    s.right = NO_RIGHT


def list_changes(box, s, out, n):
    """Any changeable hex, near or far, within the limits (HEX-MOD-2, 4, 5, HEX-RULING-16, 17)."""
    if s.ap < box.change_price:
        return n
    dearest = int(box.lowest) if has_thawed(box, s) else int(box.highest)
    for cell in range(box.passable[s.map]):
        if not is_changeable(box, s, cell):
            continue
        if s.cost[cell] < dearest:
            out[n] = CHANGE + 2 * cell
            n += 1
        if s.cost[cell] > box.lowest:
            out[n] = CHANGE + 2 * cell + 1
            n += 1
    return n


def may_change(box, s, change):
    """Whether a change is one of `list_changes`, given the points for it."""
    cell = change // 2
    if not is_changeable(box, s, cell):
        return False
    if change % 2 == 1:
        return s.cost[cell] > box.lowest
    return s.cost[cell] < box.highest and not has_thawed(box, s)


def change_hex(box, s, change):
    """One point of cost for one action point (HEX-MOD-3, HEX-TERM-4, 5); without points the turn is over."""
    cell = change // 2
    if change % 2 == 1:
        lower_hex(box, s, cell, 1)
        s.tally[s.actor][FOR_LOWERING] += box.change_price
    else:
        raise_hex(box, s, cell, 1)
        s.tally[s.actor][FOR_RAISING] += box.change_price
    s.ap -= box.change_price
    if s.ap == 0:
        end_turn(box, s)
