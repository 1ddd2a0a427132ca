"""Move: walking, teleporting, what they cost."""

from hexagora.games.sygon.rules_board import (
    beyond,
    enemies_on,
    evokes,
    has_room,
    hex_of,
    is_enemy,
    move_wizard,
    on_board,
    spendable_gold,
    walled_off,
)
from hexagora.games.sygon.state import (
    A_TELEPORT,
    A_WALK,
    CELLS,
    NO_CELL,
    SIDES,
    SPORE_STEP,
    WINTER_PASSAGE,
)


def may_move(s, p, w):
    """Each Wizard moves once a turn (SYG-MOVE-1), again with Second Wind."""
    return s.moves[p][w] > 0 and on_board(s, p, w)


def fee_per_wizard(box, s, p):
    """Gold for each opponent Wizard (SYG-MOVE-8); none with Winter Passage."""
    if box.cards == 1 and evokes(box, s, p, WINTER_PASSAGE):
        return 0
    return box.entry_fee + 0


def teleport_price(box, s, p):
    """Gold for a Teleport (SYG-MOVE-4); the first of a turn is free with Spore Step."""
    if box.cards == 1 and s.teleported[p] == 0 and evokes(box, s, p, SPORE_STEP):
        return 0
    return box.teleport_price + 0


def can_enter(box, s, p, cell, fee, gold):
    """There is room, and the fees of the Wizards now in the hex can be paid (SYG-MOVE-7, SYG-RULING-21)."""
    if not has_room(box, s, cell):
        return False
    if s.crowd[cell] == 0 or fee == 0:
        return True
    return enemies_on(box, s, p, cell) * fee <= gold


def can_walk(box, s, p, at, side, fee, gold):
    """To an adjacent Landscape hex not behind an opponent's Wall (SYG-MOVE-2, SYG-MOVE-3)."""
    to = beyond(box, at, side)
    if to == NO_CELL or not can_enter(box, s, p, to, fee, gold):
        return False
    return not walled_off(box, s, p, at, side)


def walk_choices(box, s, p, out, n):
    fee = fee_per_wizard(box, s, p)
    gold = spendable_gold(s, p)
    for w in range(box.wizards):
        if may_move(s, p, w):
            at = hex_of(s, p, w)
            for i in range(SIDES):
                side = box.side_order[i] + 0
                if can_walk(box, s, p, at, side, fee, gold):
                    out[n] = A_WALK + w * CELLS + beyond(box, at, side)
                    n += 1
    return n


def can_teleport(box, s, p):
    """Whether the price can be paid and no Blizzard rages (SYG-MOVE-4, SYG-RULING-76)."""
    return s.blizzard[p] == 0 and spendable_gold(s, p) >= teleport_price(box, s, p)


def teleport_choices(box, s, p, out, n):
    """Hexes at distance 1 or 2, whatever lies between (SYG-MOVE-4, SYG-MOVE-5, SYG-RULING-19)."""
    if not can_teleport(box, s, p):
        return n
    fee = fee_per_wizard(box, s, p)
    gold = spendable_gold(s, p) - teleport_price(box, s, p)
    for w in range(box.wizards):
        if may_move(s, p, w):
            at = hex_of(s, p, w)
            for i in range(box.nears[at]):
                to = box.near[at][i] + 0
                if can_enter(box, s, p, to, fee, gold):
                    out[n] = A_TELEPORT + w * CELLS + to
                    n += 1
    return n


def pay_entry(box, s, p, cell):
    """The owner of each opponent Wizard gets the fee, as far as the limit lets it (SYG-MOVE-8, SYG-RULING-21)."""
    fee = fee_per_wizard(box, s, p)
    if fee == 0 or s.crowd[cell] == 0:
        return
    for owner in range(box.players):
        wizards = s.present[owner][cell] + 0
        if wizards > 0 and is_enemy(box, p, owner + 1):
            s.gold[p] -= wizards * fee
            s.gold[owner] = min(s.gold[owner] + wizards * fee, box.max_gold + 0)


def walk(box, s, p, which):
    enter(box, s, p, which // CELLS, which % CELLS)


def teleport(box, s, p, which):
    s.gold[p] -= teleport_price(box, s, p)
    s.teleported[p] = 1
    enter(box, s, p, which // CELLS, which % CELLS)


def enter(box, s, p, w, cell):
    pay_entry(box, s, p, cell)
    move_wizard(s, p, w, cell)
    s.moves[p][w] -= 1
