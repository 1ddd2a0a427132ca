"""The war action: attack, muster, losses, placement, Myths."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import (
    add_cubes,
    cells_for,
    defence_of,
    holds_together_without,
    lay_hex,
    lift_hex,
    open_cells,
    owns_polis,
    polis_cells,
    return_cubes,
    sides_taken,
    to_supply,
    units_value,
)
from hexagora.games.hexemonia.rules_end import check_politics
from hexagora.games.hexemonia.rules_play import list_reveal
from hexagora.games.hexemonia.rules_strategy import list_batches, list_on_cells


def begin_war(s):
    s.phase = S.AT_WAR


# what can be attacked


def strength(box, s, player):
    """All units of a city in citizens (HXM-RULING-57, HXM-RULING-59)."""
    return units_value(box, int(s.stock[player][S.CITIZEN]), int(s.stock[player][S.HOPLITE]))


def has_place_for(box, s, kind, spots, polis_spots):
    """A cell of the attacker's city, or a Polis of that name to take it in (HXM-WAR-15, HXM-WAR-18, HXM-RULING-63)."""
    if box.colour[kind] != S.POLIS:
        return spots != 0
    return polis_spots != 0 or owns_polis(s, s.active, kind)


def can_attack(box, s, player, cell, force, spots, polis_spots):
    """A free side, weaker than the whole force, a place to go, and not holding the city together (HXM-WAR-2 to 4,
    HXM-WAR-7)."""
    pattern = sides_taken(box, s, player, cell)
    if pattern == S.SURROUNDED or defence_of(box, s, player, cell) >= force:
        return False
    if not has_place_for(box, s, s.tile[player][cell] - 1, spots, polis_spots):
        return False
    return holds_together_without(box, s, player, cell, pattern)


def list_attacks(box, s, out, limit):
    """One attack on each opponent in one action (HXM-WAR-1), never on an Acropolis (HXM-WAR-5). Stops at `limit`."""
    n = 0
    force = strength(box, s, int(s.active))
    if force == 0:
        return n
    spots = open_cells(box, s, int(s.active))
    polis_spots = polis_cells(box, s, int(s.active), spots)
    for player in range(box.players):
        if player != s.active and (s.attacked >> player) & 1 == 0:
            cell = 1
            rest = s.filled[player] >> 1
            while rest != 0:
                if rest & 1 == 1 and can_attack(box, s, player, cell, force, spots, polis_spots):
                    out[n] = S.ATTACK + player * S.CELLS + cell
                    n += 1
                    if n == limit:
                        return n
                rest >>= 1
                cell += 1
    return n


def any_attack(box, s, out):
    """Whether a war action could do anything (HXM-RULING-31); `out` is only used as paper."""
    return list_attacks(box, s, out, 1) > 0


def legal_attacks(box, s, out):
    """The attacker may stop after any attack (HXM-RULING-62)."""
    n = list_attacks(box, s, out, -1)
    n = list_reveal(s, out, n)
    if s.attacked != 0:
        out[n] = S.END
        n += 1
    return n


# one attack


def attack(box, s, player, cell):
    """The defence is fixed now (HXM-WAR-7); the defender decides nothing (HXM-RULING-56)."""
    s.victim = player
    s.target = cell
    s.defence = defence_of(box, s, player, cell)
    s.phase = S.AT_MUSTER


def mustered_value(box, s):
    return units_value(box, int(s.mustered[S.CITIZEN]), int(s.mustered[S.HOPLITE]))


def legal_musters(box, s, out):
    """Any units of any own hexes, until they are worth more than the defence (HXM-WAR-6, HXM-WAR-14)."""
    n = 0
    cell = 0
    rest = s.filled[s.active] + 0
    while rest != 0:
        if rest & 1 == 1:
            for r in range(S.UNITS):
                n = list_batches(cell, r, int(s.cubes[s.active][r][cell]), out, n)
        rest >>= 1
        cell += 1
    if mustered_value(box, s) > s.defence:
        out[n] = S.END
        n += 1
    return n


def muster(box, s, cell, resource, number):
    add_cubes(box, s, int(s.active), cell, resource, -number)
    s.mustered[resource] += number


def end_muster(s):
    s.phase = S.AT_LOSE


def citizens_lost(box, s, hoplites):
    """What is left to lose after the hoplites; below zero it is change (HXM-WAR-11, HXM-WAR-12)."""
    return s.defence - box.hoplite_value * hoplites


def legal_losses(box, s, out):
    """The attacker splits the loss; a hoplite may cover a single citizen for change (HXM-RULING-60)."""
    n = 0
    for hoplites in range(s.mustered[S.HOPLITE] + 1):
        citizens = citizens_lost(box, s, hoplites)
        if -box.hoplite_value < citizens <= s.mustered[S.CITIZEN]:
            out[n] = S.LOSE + hoplites
            n += 1
    return n


def lose(box, s, hoplites):
    """Defenders and losses go to the supply (HXM-WAR-10, HXM-WAR-11); survivors, gold and tokens travel with the hex
    (HXM-WAR-13)."""
    player = int(s.victim)
    cell = int(s.target)
    for r in range(S.UNITS):
        to_supply(box, s, player, cell, r, int(s.cubes[player][r][cell]))
    citizens = citizens_lost(box, s, hoplites)
    return_cubes(box, s, S.HOPLITE, hoplites)
    return_cubes(box, s, S.CITIZEN, citizens)
    s.spoils[S.CITIZEN] = s.mustered[S.CITIZEN] - citizens
    s.spoils[S.HOPLITE] = s.mustered[S.HOPLITE] - hoplites
    s.spoils[S.GOLD] = s.cubes[player][S.GOLD][cell]
    add_cubes(box, s, player, cell, S.GOLD, -int(s.spoils[S.GOLD]))
    s.mustered[S.CITIZEN] = 0
    s.mustered[S.HOPLITE] = 0
    s.defence = 0
    s.prize = s.tile[player][cell]
    lift_hex(box, s, player, cell)
    if owns_polis(s, s.active, s.prize - 1):
        merge(box, s)
    else:
        s.phase = S.AT_SETTLE


def merge(box, s):
    """A Polis of a name that the attacker has goes to the Underworld pile, what it carried to his own (HXM-WAR-18)."""
    cell = 1
    while s.tile[s.active][cell] != s.prize:
        cell += 1
    s.underworld[s.prize - 1] += 1
    end_attack(box, s, cell)


def legal_settlements(box, s, out):
    """The normal rules of placement (HXM-WAR-15)."""
    player = int(s.active)
    return list_on_cells(cells_for(box, s, player, s.prize - 1, open_cells(box, s, player)), out)


def settle(box, s, cell):
    """No cost is paid, and the hex need not be active (HXM-WAR-15, HXM-RULING-64)."""
    lay_hex(box, s, int(s.active), cell, s.prize - 1)
    end_attack(box, s, cell)


def end_attack(box, s, cell):
    """What travelled with the hex arrives; then Myths beyond the limit must go (HXM-WAR-13, HXM-RULING-65)."""
    for r in range(S.RESOURCES):
        add_cubes(box, s, int(s.active), cell, r, int(s.spoils[r]))
        s.spoils[r] = 0
    take_myths(box, s, cell)
    s.attacked |= 1 << s.victim
    s.prize = 0
    s.victim = 0
    s.target = 0
    limit_myths(box, s)


def take_myths(box, s, cell):
    """The Myths whose tokens lie on the hex follow it (HXM-WAR-16)."""
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == s.victim + 1 and s.host[kind] == s.target:
            s.myth_owner[kind] = s.active + 1
            s.host[kind] = cell
            s.myths[s.victim] -= 1
            s.myths[s.active] += 1


def limit_myths(box, s):
    """A fourth Myth means that one must be discarded (HXM-WAR-17)."""
    s.phase = S.AT_MYTHOUT if s.myths[s.active] > box.myth_limit else S.AT_WAR


def legal_mythouts(box, s, out):
    n = 0
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == s.active + 1:
            out[n] = S.OF_TYPE + kind
            n += 1
    return n


def discard_myth(box, s, kind):
    """Face up on the Underworld pile; its token is not used again (HXM-RULING-23)."""
    s.myth_owner[kind] = 0
    s.host[kind] = 0
    s.myths[s.active] -= 1
    s.underworld[kind] += 1
    limit_myths(box, s)


def end_war(box, s):
    s.attacked = 0
    check_politics(box, s)
