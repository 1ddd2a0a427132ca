"""The start of a turn: standing up, placing Wizards, Wizards that reappear."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import enemies_on, has_room, is_enemy, mate_of, put_wizard


def begin_round(s):
    """The first player, or team, begins every round (SYG-RULING-93)."""
    s.stage = S.TURN_BEGINS
    s.actor = 0


def begin_turn(box, s):
    """A turn begins; teammates begin theirs together (SYG-ROUND-2, SYG-TEAM-11, SYG-RULING-83)."""
    p = s.actor + 0
    s.stage = S.AT_TURN
    s.choice = S.NO_CHOICE
    s.hand_overs = 0
    start_of_turn(box, s, p)
    mate = mate_of(box, p)
    if mate != p:
        start_of_turn(box, s, mate)
    take_decision(box, s, p)


def start_of_turn(box, s, p):
    """What was lost before this turn may be placed in it; what the team burns in it waits (SYG-RULING-18)."""
    if s.round > 1:
        stand_up(box, s, p)
    for w in range(box.wizards):
        s.moves[p][w] = 1
        if s.wizard_at[p][w] == S.RETURNING:
            s.wizard_at[p][w] = S.OFF
    s.blizzard[p] = s.blizzard_next[p]
    s.blizzard_next[p] = 0
    s.phase[p] = S.PLACING


def stays_down(box, down):
    """With the option only pieces stand up that fell in an earlier round (SYG-RULING-15)."""
    return box.upright_earlier == 1 and down != S.FELL_BEFORE


def stand_up(box, s, p):
    """All own fallen Towns and Wizards stand up, from round 2 on (SYG-START-5, SYG-START-6)."""
    for w in range(box.wizards):
        if not stays_down(box, s.wizard_down[p][w] + 0):
            s.wizard_down[p][w] = S.UPRIGHT
    for cell in range(box.cells):
        if s.town_down[cell] != S.UPRIGHT and s.town[cell] == p + 1:
            if not stays_down(box, s.town_down[cell] + 0):
                s.town_down[cell] = S.UPRIGHT


def take_decision(box, s, p):
    """Gives a player of the team whose turn it is the decision; a Wizard without room stays aside."""
    s.actor = p
    if s.phase[p] == S.PLACING:
        if wizard_in(box, s, p, S.OFF) == S.NO_WIZARD or not has_place(box, s, p):
            s.phase[p] = S.REAPPEARING
    if s.phase[p] == S.REAPPEARING:
        if wizard_in(box, s, p, S.VANISHED) == S.NO_WIZARD or not has_any_room(box, s):
            s.phase[p] = S.MOVING


def wizard_in(box, s, p, where):
    """The Wizard with the lowest number that is OFF or VANISHED."""
    for w in range(box.wizards):
        if s.wizard_at[p][w] == where:
            return w
    return S.NO_WIZARD


# placing


def own_town_has_room(box, s, p):
    for cell in range(box.cells):
        if s.town[cell] == p + 1 and has_room(box, s, cell):
            return True
    return False


def may_place(box, s, p, cell, at_home):
    """In an own Town while one has room, else away from opponents (SYG-START-1, SYG-START-2, SYG-RULING-17)."""
    if not has_room(box, s, cell):
        return False
    if at_home:
        return s.town[cell] == p + 1
    return not is_enemy(box, p, s.town[cell] + 0) and enemies_on(box, s, p, cell) == 0


def has_place(box, s, p):
    at_home = own_town_has_room(box, s, p)
    if at_home:
        return True
    for cell in range(box.cells):
        if may_place(box, s, p, cell, at_home):
            return True
    return False


def has_any_room(box, s):
    for cell in range(box.cells):
        if has_room(box, s, cell):
            return True
    return False


def place_choices(box, s, p, out):
    """One Wizard at a time, the lowest number first (SYG-RULING-17)."""
    n = 0
    base = S.A_PLACE + wizard_in(box, s, p, S.OFF) * S.CELLS
    at_home = own_town_has_room(box, s, p)
    for cell in range(box.cells):
        if may_place(box, s, p, cell, at_home):
            out[n] = base + cell
            n += 1
    return n


def reappear_choices(box, s, p, out):
    """Any Landscape hex with room, whatever else is there (SYG-CARD-13, SYG-RULING-75)."""
    n = 0
    base = S.A_REAPPEAR + wizard_in(box, s, p, S.VANISHED) * S.CELLS
    for cell in range(box.cells):
        if has_room(box, s, cell):
            out[n] = base + cell
            n += 1
    return n


def arrive(box, s, p, which):
    """Placing and reappearing cost nothing (SYG-START-3); the Wizard is upright and may move at once."""
    put_wizard(s, p, which // S.CELLS, which % S.CELLS)
    take_decision(box, s, p)
