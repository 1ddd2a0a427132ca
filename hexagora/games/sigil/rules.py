"""The rules of Sigil: the deal, the turn, the menu, the end of a turn."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import (
    holds,
    how_many,
    land_pushed,
    new_stone,
    place_stone,
    prey,
    take_off,
    touching,
)
from hexagora.games.sigil.rules_ends import (
    finish,
    total,
    verdict_of_turn,
    wiped_out,
)
from hexagora.games.sigil.rules_loops import announce, may_announce, remember_position
from hexagora.games.sigil.rules_offers import ask, dash_pay_nodes, ordinary_move_nodes, spell_now
from hexagora.games.sigil.rules_spells import (
    castable,
    declare_cast,
    keep_stone,
    may_cast,
    resolve,
    spell_converts,
    spell_destroys,
    spell_moves,
    spell_pushes,
)


def deal(box, s):
    """Nine spells are dealt at random unless the layout is fixed (SIG-SETUP-1, SIG-RULING-28)."""
    s.phase = S.DEAL_SPELL
    s.left = S.SLOTS
    if box.fixed_layout[0] > 0:
        for slot in range(S.SLOTS):
            deal_spell(box, s, box.fixed_layout[slot] - 1)


def to_act(box, s):
    """Chance before the first turn, afterwards always the active player (SIG-DEC-1)."""
    if s.winner > 0:
        return OVER
    if s.phase == S.DEAL_SPELL:
        return CHANCE
    return s.mover


def legal(box, s, out):
    """The menu, or one node (SIG-DEC-2, SIG-DEC-7)."""
    if s.phase == S.MENU:
        return menu(box, s, out)
    if s.phase == S.DEAL_SPELL:
        return spells_to_deal(box, s, out)
    first = block_of(s.phase)
    n = 0
    rest = s.choices
    while rest != 0:
        out[n] = first + box.node_at[(rest & -rest) % S.BIT_MODULUS]
        n += 1
        rest &= rest - 1
    if s.phase == S.MOVE and may_announce(box, s):
        out[n] = S.ANNOUNCE
        n += 1
    if s.resolving > 0 and s.phase != S.KEEP and s.phase != S.PUSH and box.step_optional[spell_now(s)][s.step - 1] == 1:
        out[n] = S.SKIP
        n += 1
    return n


def block_of(phase):
    """The first action of the block that answers a decision."""
    if phase == S.MOVE or phase == S.DASH_MOVE or phase == S.SPELL_MOVE or phase == S.BANK_MOVE:
        return S.TO_MOVE
    if phase == S.PUSH or phase == S.SPELL_PUSH:
        return S.TO_PUSH
    if phase == S.DASH_PAY or phase == S.SPELL_PAY:
        return S.TO_SACRIFICE
    if phase == S.KEEP:
        return S.TO_KEEP
    if phase == S.SPELL_DESTROY:
        return S.TO_DESTROY
    if phase == S.SPELL_CONVERT:
        return S.TO_CONVERT
    return S.TO_PLACE


def menu(box, s, out):
    """Dash, casts by slot, end turn (SIG-TURN-2, SIG-DEC-7)."""
    n = 0
    if not placing_turn(box, s):
        if may_dash(box, s):
            out[n] = S.DASH
            n += 1
        if may_cast(box, s):
            for slot in range(S.SLOTS):
                if castable(box, s, slot):
                    out[n] = S.CAST + slot
                    n += 1
    out[n] = S.END_TURN
    n += 1
    if may_withdraw(box, s):
        out[n] = S.WITHDRAW
        n += 1
    return n


def spells_to_deal(box, s, out):
    """Each spell of the slot's size that is not dealt yet, equally likely (SIG-SETUP-2, SIG-COMP-4)."""
    n = 0
    rest = box.pool[box.slot_class[S.SLOTS - s.left]] & ~s.dealt
    while rest != 0:
        out[n] = S.DEAL + box.node_at[(rest & -rest) % S.BIT_MODULUS]
        n += 1
        rest &= rest - 1
    return n


def apply(box, s, a):
    """One decision and everything that follows from it without a decision (SIG-DEC-3)."""
    if a < S.DASH:
        answer(box, s, a % S.NODES)
    elif a == S.DASH:
        declare_dash(box, s)
    elif a < S.END_TURN:
        declare_cast(box, s, a - S.CAST)
    elif a == S.END_TURN:
        end_turn(box, s)
    elif a == S.ANNOUNCE:
        announce(box, s)
    elif a == S.SKIP:
        s.left = 0
        go_on(box, s)
    elif a == S.WITHDRAW:
        s.may_withdraw = 0
        s.bank[s.mover] -= 1
        ask(box, s, S.BANK_MOVE)
    else:
        deal_spell(box, s, a - S.DEAL)


def answer(box, s, node):
    """The choice of one node."""
    phase = s.phase
    if phase == S.MOVE or phase == S.DASH_MOVE or phase == S.BANK_MOVE or phase == S.PLACE:
        place_stone(box, s, node)
    elif phase == S.PUSH:
        land_pushed(s, node)
    elif phase == S.DASH_PAY:
        pay_for_dash(box, s, node)
        return
    elif phase == S.KEEP:
        keep_stone(box, s, node)
        return
    elif phase == S.SPELL_MOVE:
        spell_moves(box, s, node)
    elif phase == S.SPELL_DESTROY:
        spell_destroys(box, s, node)
    elif phase == S.SPELL_CONVERT:
        spell_converts(box, s, node)
    elif phase == S.SPELL_PAY:
        s.left -= 1
        take_off(box, s, s.mover, 1 << node)
    else:
        spell_pushes(box, s, node)
    go_on(box, s)


def go_on(box, s):
    """After a completed change: the spell goes on, or the menu comes (SIG-TURN-3)."""
    if wiped_out(box, s) or s.pushed_from > 0:
        return
    if s.resolving > 0:
        resolve(box, s)
    else:
        s.landed = 0
        ask(box, s, S.MENU)


# the deal and the start


def deal_spell(box, s, spell):
    put_spell(box, s, S.SLOTS - s.left, spell)
    s.left -= 1
    if s.left == 0:
        set_up(box, s)


def put_spell(box, s, slot, spell):
    """A spell lies on a place of its own size."""
    s.spell[slot] = spell + 1
    s.dealt |= 1 << spell
    if box.passive[spell] > 0:
        s.seal_slot[box.passive[spell]] = slot + 1


def set_up(box, s):
    """One stone each on the starting nodes; no locks; Red begins (SIG-SETUP-4 to SIG-SETUP-6, SIG-TURN-1)."""
    if box.free_start == 0:
        new_stone(s, S.RED, box.start[S.RED])
        new_stone(s, S.BLUE, box.start[S.BLUE])
    s.mover = S.RED
    s.turn = 1
    begin_turn(box, s)


# the turn


def placing_turn(box, s):
    """The whole first turn of each player is one free placement (SIG-VAR-1)."""
    return box.free_start == 1 and s.turn <= 2


def begin_turn(box, s):
    """The regular move comes first (SIG-MOVE-1); whoever can make none goes on to the menu."""
    remember_position(box, s)
    s.dashed = 0
    s.cast_now = 0
    s.moved_on = 0
    s.may_withdraw = 1 if s.bank[s.mover] > 0 else 0
    if not ask(box, s, S.PLACE if placing_turn(box, s) else S.MOVE):
        ask(box, s, S.MENU)


def may_dash(box, s):
    """Once a turn, before any cast, with a stone more than it costs (SIG-DASH-1, SIG-RULING-8)."""
    if s.dashed == 1 or s.cast_now > 0:
        return False
    price = dash_price(box, s)
    return s.count[s.mover] > price and how_many(box, dash_pay_nodes(box, s)) >= price


def dash_price(box, s):
    """Two stones, or one with Seal of Lightning (SIG-DASH-2, SIG-SPELL-5, SIG-RULING-10)."""
    if holds(box, s, s.mover, S.LIGHTNING):
        return box.dash_price_lightning
    return box.dash_price


def declare_dash(box, s):
    s.price = dash_price(box, s)
    s.left = s.price
    s.dashed = 1
    ask(box, s, S.DASH_PAY)


def pay_for_dash(box, s, node):
    """The stones of a dash go one by one, then comes its move (SIG-DASH-2, SIG-DASH-3)."""
    s.left -= 1
    take_off(box, s, s.mover, 1 << node)
    if wiped_out(box, s):
        return
    if s.left > 0:
        ask(box, s, S.DASH_PAY)
        return
    s.price = 0
    if not ask(box, s, S.DASH_MOVE):
        ask(box, s, S.MENU)


def may_withdraw(box, s):
    """A turn that began with a bank may place one of its stones after the regular move (SIG-PACK-28)."""
    if s.may_withdraw == 0 or s.dashed == 1 or s.cast_now > 0:
        return False
    return ordinary_move_nodes(box, s) != 0


def end_turn(box, s):
    """Cleanup: effects of the end of a turn, score, the tests of the end, then the other player's turn (SIG-TURN-1,
    SIG-SCORE-1, SIG-END-2, SIG-RULING-3, SIG-RULING-36, SIG-RULING-38)."""
    end_of_turn_effects(box, s)
    if wiped_out(box, s):
        return
    verdict = verdict_of_turn(box, s)
    if verdict > 0:
        finish(s, verdict)
        return
    s.mover = 1 - s.mover
    s.turn += 1
    begin_turn(box, s)


def end_of_turn_effects(box, s):
    """The base set has none; Seal of Destruction strikes here (SIG-RULING-36, SIG-PACK-22)."""
    if holds(box, s, s.mover, S.DESTRUCTION):
        take_off(box, s, 1 - s.mover, prey(box, s) & touching(box, s.stones[s.mover]))


# the result


def returns(box, s, out):
    """Every end names a winner (SIG-RULING-29)."""
    for player in range(2):
        out[player] = WIN if s.winner == player + 1 else 0


def scores(box, s, out):
    """Each player's total (SIG-SCORE-2, SIG-SCORE-3)."""
    for player in range(2):
        out[player] = total(box, s, player)


