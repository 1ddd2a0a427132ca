"""The nodes that each decision offers."""

from hexagora.games.sigil import state as S
from hexagora.games.sigil.rules_board import empty_nodes, holds, prey, shielded, touching


def ask(box, s, phase):
    """Makes a decision pending; tells whether there is anything to choose."""
    s.phase = phase
    s.choices = nodes_on_offer(box, s, phase)
    return s.choices != 0


def nodes_on_offer(box, s, phase):
    """The nodes to choose from at a decision; the menu offers none."""
    if phase == S.MENU:
        return 0
    if phase == S.MOVE:
        return regular_move_nodes(box, s)
    if phase == S.SPELL_MOVE:
        return spell_move_nodes(box, s)
    if phase == S.DASH_PAY:
        return dash_pay_nodes(box, s)
    if phase == S.DASH_MOVE or phase == S.BANK_MOVE:
        return ordinary_move_nodes(box, s)
    if phase == S.KEEP:
        return box.slot_nodes[s.resolving - 1] & ~s.kept
    if phase == S.SPELL_DESTROY:
        return spell_destroy_nodes(box, s)
    if phase == S.SPELL_CONVERT:
        return spell_convert_nodes(box, s)
    if phase == S.SPELL_PAY:
        return s.stones[s.mover]
    if phase == S.SPELL_PUSH:
        return spell_push_nodes(box, s)
    if phase == S.PLACE:
        return empty_nodes(s)
    return 0


def ordinary_move_nodes(box, s):
    """Empty or enemy nodes that touch an own stone (SIG-MOVE-2 to SIG-MOVE-5, SIG-RULING-33)."""
    return touching(box, s.stones[s.mover]) & (empty_nodes(s) | prey(box, s))


def regular_move_nodes(box, s):
    """An ordinary move; with Seal of Wind a blink (SIG-SPELL-10); against Seal of Stone only empty nodes
    (SIG-PACK-23)."""
    nodes = empty_nodes(s)
    if not holds(box, s, 1 - s.mover, S.STONE):
        nodes |= prey(box, s)
    if holds(box, s, s.mover, S.WIND):
        return nodes
    return nodes & touching(box, s.stones[s.mover])


def dash_pay_nodes(box, s):
    """Any own stones (SIG-DASH-4); against Seal of Autumn none that stand on slots (SIG-PACK-18)."""
    own = s.stones[s.mover]
    if holds(box, s, 1 - s.mover, S.AUTUMN):
        return own & ~box.slots_all
    return own


def spell_now(s):
    """The spell that is being resolved."""
    return s.spell[s.resolving - 1] - 1


def spell_move_nodes(box, s):
    """Soft moves go to empty nodes, hard moves onto enemy stones, blinks need not touch (SIG-EFF-3 to SIG-EFF-6)."""
    empty = empty_nodes(s)
    if box.step_does[spell_now(s)][s.step - 1] == S.PAIR:
        if s.left > 1:
            return empty & touching(box, empty)
        return empty & box.around[s.landed - 1]
    nodes = empty | prey(box, s)
    stance = box.step_stance[spell_now(s)][s.step - 1]
    if stance == S.SOFT:
        nodes = empty
    elif stance == S.HARD:
        nodes = nodes & ~empty
    if box.step_reach[spell_now(s)][s.step - 1] == S.TOUCH:
        nodes &= touching(box, s.stones[s.mover])
    return nodes & s.region


def spell_destroy_nodes(box, s):
    """Enemy stones that the step may destroy; for Fissure, nodes."""
    does = box.step_does[spell_now(s)][s.step - 1]
    if does == S.WALL:
        return S.ALL_NODES & ~s.walls & ~shielded(box, s, 0) & ~shielded(box, s, 1)
    victims = prey(box, s)
    if does == S.DESTROY_NEAR:
        return victims & box.around[s.landed - 1]
    if does == S.DESTROY_PER_SLOT:
        return victims & s.region & box.slot_nodes[S.SLOTS - s.left]
    if does == S.DESTROY_GROUP:
        return s.region
    return victims


def spell_convert_nodes(box, s):
    """Bewitch: a stone with a neighbour of its colour, then such a neighbour (SIG-RULING-15); Corrupt: stones that
    touched the caster when the effect began (SIG-PACK-19)."""
    victims = prey(box, s)
    if box.step_does[spell_now(s)][s.step - 1] != S.CONVERT_PAIR:
        return victims & s.region
    if s.left > 1:
        return victims & touching(box, victims)
    return victims & box.around[s.landed - 1]


def spell_push_nodes(box, s):
    """Gust puts lifted stones on empty nodes (SIG-PACK-12), Rock Slide aims at neighbours (SIG-PACK-26)."""
    if box.step_does[spell_now(s)][s.step - 1] == S.SLIDE:
        return box.around[s.cursor - 1] & ~s.walls
    return empty_nodes(s)
