"""Cast: the Action Spells Forage, Steal, Protect, Scorch and Terraform, also by Echo."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    beyond,
    check_cube_limit,
    enemies_on,
    evokes,
    flip_token,
    gain_cubes,
    gain_gold,
    hex_of,
    is_enemy,
    kind_of,
    knock_over,
    on_board,
    turn_to_ash,
    walled_off,
)


def has_cast(s, p, w):
    """Each Wizard casts at most one Action Spell a turn (SYG-CAST-1)."""
    return (s.cast_wizards[p] >> w) & 1 == 1


def was_cast(s, p, spell):
    """Each kind of Action Spell is cast at most once a turn (SYG-CAST-2)."""
    return (s.cast_spells[p] >> spell) & 1 == 1


def cast_choices(box, s, p, out, n):
    for spell in range(S.SPELLS):
        if (box.spells_allowed >> spell) & 1 == 1 and not was_cast(s, p, spell):
            for w in range(box.wizards):
                if not has_cast(s, p, w) and can_cast(box, s, p, w, spell):
                    out[n] = S.A_CAST + spell * S.WIZARDS + w
                    n += 1
    return n


def echo_choices(box, s, p, out, n):
    """What only the limits of one spell a Wizard and one of a kind forbid (card Echo)."""
    if s.echo[p] == 0:
        return n
    for spell in range(S.SPELLS):
        if (box.spells_allowed >> spell) & 1 == 1:
            for w in range(box.wizards):
                if (has_cast(s, p, w) or was_cast(s, p, spell)) and can_cast(box, s, p, w, spell):
                    out[n] = S.A_ECHO + spell * S.WIZARDS + w
                    n += 1
    return n


def can_cast(box, s, p, w, spell):
    """Whether the spell itself allows it, whatever was cast before."""
    if not on_board(s, p, w):
        return False
    if spell == S.FORAGE:
        return can_forage(box, s, p, hex_of(s, p, w))
    if spell == S.STEAL:
        return can_steal(box, s, p, hex_of(s, p, w))
    if spell == S.PROTECT:
        return s.wizard_down[p][w] == S.UPRIGHT
    if spell == S.SCORCH:
        return can_scorch(box, s, p, hex_of(s, p, w))
    return s.token[hex_of(s, p, w)] > 0


def cast(box, s, p, which):
    spell = which // S.WIZARDS
    w = which % S.WIZARDS
    s.cast_wizards[p] |= 1 << w
    s.cast_spells[p] |= 1 << spell
    cell = hex_of(s, p, w)
    if spell == S.FORAGE:
        forage(box, s, p, cell)
    elif spell == S.STEAL:
        steal(box, s, p, cell)
    elif spell == S.PROTECT:
        knock_over(s, p, w)
    elif spell == S.SCORCH:
        scorch(box, s, cell)
    else:
        flip_token(s, cell)


# forage


def can_forage(box, s, p, cell):
    """Twice a hex; on red only with Evergreen and an own Town; never under Blizzard (SYG-FORAGE-2)."""
    if s.blizzard[p] == 1:
        return False
    if s.token[cell] < box.forages:
        return True
    return box.cards == 1 and s.town[cell] == p + 1 and evokes(box, s, p, S.EVERGREEN)


def forage(box, s, p, cell):
    """One pending cube of the hex's kind (SYG-FORAGE-1, SYG-FORAGE-5)."""
    if s.token[cell] < box.forages:
        s.token[cell] += 1
    gain_cubes(s, p, kind_of(s, cell), 1)
    check_cube_limit(box, s, p)


# steal


def targets_on(box, s, p, cell):
    """Upright opponent Towns and Wizards on a hex (SYG-STEAL-2, SYG-STEAL-5)."""
    targets = 0
    if s.town_down[cell] == S.UPRIGHT and is_enemy(box, p, s.town[cell] + 0):
        targets += 1
    if s.crowd[cell] > 0 and enemies_on(box, s, p, cell) > 0:
        for owner in range(box.players):
            if s.present[owner][cell] > 0 and is_enemy(box, p, owner + 1):
                for w in range(box.wizards):
                    if s.wizard_at[owner][w] == cell and s.wizard_down[owner][w] == S.UPRIGHT:
                        targets += 1
    return targets


def in_reach(box, s, p, cell, side):
    """Whether a Steal reaches over a border: not past an opponent's Wall (SYG-STEAL-4)."""
    return beyond(box, cell, side) != S.NO_CELL and not walled_off(box, s, p, cell, side)


def can_steal(box, s, p, cell):
    """Targets in two hexes, the own one included; short-range: in one adjacent hex (SYG-STEAL-3, SYG-TWO-2)."""
    hexes = 0
    if box.short_range == 0 and targets_on(box, s, p, cell) > 0:
        hexes += 1
    for side in range(S.SIDES):
        if in_reach(box, s, p, cell, side) and targets_on(box, s, p, beyond(box, cell, side)) > 0:
            hexes += 1
    return hexes >= box.steal_hexes


def steal(box, s, p, cell):
    """Everything upright in range falls (SYG-STEAL-2, SYG-TWO-1, SYG-RULING-37)."""
    if box.short_range == 0:
        steal_from(box, s, p, cell)
    for side in range(S.SIDES):
        if in_reach(box, s, p, cell, side):
            steal_from(box, s, p, beyond(box, cell, side))


def steal_from(box, s, p, cell):
    if s.town_down[cell] == S.UPRIGHT and is_enemy(box, p, s.town[cell] + 0):
        s.town_down[cell] = S.FELL_NOW
        take_stolen_gold(box, s, p, s.town[cell] - 1)
    if enemies_on(box, s, p, cell) == 0:
        return
    for owner in range(box.players):
        if s.present[owner][cell] > 0 and is_enemy(box, p, owner + 1):
            for w in range(box.wizards):
                if s.wizard_at[owner][w] == cell and s.wizard_down[owner][w] == S.UPRIGHT:
                    knock_over(s, owner, w)
                    take_stolen_gold(box, s, p, owner)


def take_stolen_gold(box, s, thief, owner):
    """The owner pays, or the bank when the owner has nothing; it is pending (SYG-STEAL-6, SYG-STEAL-7)."""
    if s.gold[owner] > 0:
        s.gold[owner] -= 1
    gain_gold(box, s, thief, 1)


# scorch


def can_scorch(box, s, p, cell):
    """Not beside opponents; at value 0 not under any Town (SYG-OPT-2, SYG-RULING-62)."""
    if is_enemy(box, p, s.town[cell] + 0) or enemies_on(box, s, p, cell) > 0:
        return False
    return s.value[cell] > 0 or s.town[cell] == 0


def scorch(box, s, cell):
    """Lowers the value, or turns the hex to Ash (SYG-OPT-3, SYG-OPT-4, SYG-RULING-63)."""
    if s.value[cell] > 0:
        s.value[cell] -= 1
    else:
        turn_to_ash(box, s, cell, S.SCORCHED)
