"""The city: hexes on a player's plane, the cubes on them, what is active and what is in excess."""

from hexagora.games.hexemonia.state import (
    ACROPOLIS,
    CITIZEN,
    HOPLITE,
    OUTSIDE,
    PLENTY,
    POLIS,
    RESOURCES,
    RINGS,
    SIDES,
)

# cubes


def in_supply(box, s, resource):
    """Cubes of a kind that can be taken (HXM-RULING-33)."""
    if box.unlimited_supply == 1:
        return PLENTY
    return int(s.supply[resource])


def from_supply(box, s, player, cell, resource, number):
    """Cubes from the supply go on a hex (HXM-COMP-5)."""
    if box.unlimited_supply == 0:
        s.supply[resource] -= number
    add_cubes(box, s, player, cell, resource, number)


def to_supply(box, s, player, cell, resource, number):
    """Cubes on a hex go back to the supply."""
    add_cubes(box, s, player, cell, resource, -number)
    return_cubes(box, s, resource, number)


def return_cubes(box, s, resource, number):
    """Cubes that are on no hex go back to the supply."""
    if box.unlimited_supply == 0:
        s.supply[resource] += number


def add_cubes(box, s, player, cell, resource, number):
    """Changes the cubes of a kind on a hex; whether it is active follows at once (HXM-HEX-6)."""
    s.cubes[player][resource][cell] += number
    s.stock[player][resource] += number
    if cell != ACROPOLIS:
        note_activity(box, s, player, cell)


def move_cubes(box, s, player, start, goal, resource, number):
    """Cubes of a player go from one hex to another of the own city."""
    add_cubes(box, s, player, start, resource, -number)
    add_cubes(box, s, player, goal, resource, number)


def units_value(box, citizens, hoplites):
    """What units are worth in citizens: two for a hoplite (HXM-WAR-6)."""
    return citizens + box.hoplite_value * hoplites


# activity


def note_activity(box, s, player, cell):
    """Keeps the set of active hexes."""
    if has_its_cost(box, s, player, cell):
        s.live[player] |= 1 << cell
    else:
        s.live[player] &= ~(1 << cell)


def has_its_cost(box, s, player, cell):
    """Each kind is there in at least the number of the cost; more does no harm (HXM-HEX-4, HXM-HEX-5)."""
    kind = s.tile[player][cell] - 1
    for r in range(RESOURCES):
        if s.cubes[player][r][cell] < box.cost[kind][r]:
            return False
    return True


def is_active(s, player, cell):
    """The Acropolis is always active (HXM-RULING-6)."""
    return (s.live[player] >> cell) & 1 == 1


def excess(box, s, player, cell, resource):
    """What goes beyond the cost of a hex; never anything on an Acropolis (HXM-HEX-11, HXM-ACRO-2, HXM-RULING-45)."""
    if cell == ACROPOLIS:
        return 0
    if box.excess_active_only == 1 and not is_active(s, player, cell):
        return 0
    return max(0, s.cubes[player][resource][cell] - box.cost[s.tile[player][cell] - 1][resource])


# hexes


def lay_hex(box, s, player, cell, kind):
    """A hex becomes part of the city at once (HXM-PLAY-9)."""
    bit = 1 << cell
    s.tile[player][cell] = kind + 1
    s.filled[player] |= bit
    if box.colour[kind] == POLIS:
        s.polis[player] |= bit
        s.polis_names[player] |= 1 << kind
    if box.gear[kind] > 0:
        s.gears[player] |= bit
    if box.shield[kind] > 0:
        s.shields[player] |= bit
    note_activity(box, s, player, cell)


def lift_hex(box, s, player, cell):
    """A hex leaves the city; its cubes must be gone before."""
    kind = s.tile[player][cell] - 1
    rest = ~(1 << cell)
    s.tile[player][cell] = 0
    s.filled[player] &= rest
    s.live[player] &= rest
    s.polis[player] &= rest
    s.gears[player] &= rest
    s.shields[player] &= rest
    if box.colour[kind] == POLIS:
        s.polis_names[player] &= ~(1 << kind)


def has_cell(mask, cell):
    return (mask >> cell) & 1 == 1


def owns_polis(s, player, kind):
    """Whether a Polis of that name stands in the city (HXM-HEX-8)."""
    return (s.polis_names[player] >> kind) & 1 == 1


def cells_to_fill(box, filled):
    """The free cells of the lowest ring that is not full; with the option only the first ring comes first
    (HXM-RULING-12)."""
    ring = 1
    while ring < RINGS - 1 and box.ring[ring] & ~filled == 0:
        ring += 1
    free = box.ring[ring] & ~filled
    if box.first_ring_only == 1 and ring > 1:
        while ring < RINGS - 1:
            ring += 1
            free |= box.ring[ring] & ~filled
    return free


def open_cells(box, s, player):
    """Where a hex may be laid: in the ring to fill, with two sides in contact, or one next to an Acropolis that stands
    alone (HXM-PLAY-2, HXM-PLAY-3, HXM-PLAY-6, HXM-RULING-12 to 15)."""
    filled = s.filled[player]
    free = cells_to_fill(box, filled)
    if filled == 1 << ACROPOLIS:
        return free
    cells = 0
    cell = 0
    rest = free
    while rest != 0:
        if rest & 1 == 1:
            contact = box.near[cell] & filled
            if contact & (contact - 1) != 0:
                cells |= 1 << cell
        rest >>= 1
        cell += 1
    return cells


def polis_cells(box, s, player, cells):
    """Of these cells, those next to the Acropolis or another Polis (HXM-PLAY-4)."""
    wanted = s.polis[player] | (1 << ACROPOLIS)
    result = 0
    cell = 0
    rest = cells
    while rest != 0:
        if rest & 1 == 1 and box.near[cell] & wanted != 0:
            result |= 1 << cell
        rest >>= 1
        cell += 1
    return result


def cells_for(box, s, player, kind, cells):
    """Of the open cells, those that take a hex of this type."""
    if box.colour[kind] == POLIS:
        return polis_cells(box, s, player, cells)
    return cells


# attack and defence


def sides_taken(box, s, player, cell):
    """Which of the six sides of a cell face a hex, as a pattern (HXM-WAR-3, HXM-RULING-53)."""
    pattern = 0
    for d in range(SIDES):
        other = box.neighbour[cell][d]
        if other != OUTSIDE and has_cell(s.filled[player], other):
            pattern |= 1 << d
    return pattern


def holds_together_without(box, s, player, cell, pattern):
    """Whether the city stays in one piece if a hex goes (HXM-WAR-4, HXM-RULING-54). A hex whose neighbours form one
    unbroken row around it is never needed; else everything must be reachable from the Acropolis."""
    if box.groups[pattern] <= 1:
        return True
    wanted = s.filled[player] & ~(1 << cell)
    reached = 1 << ACROPOLIS
    grown = 0
    while grown != reached:
        grown = reached
        other = 0
        rest = wanted & ~reached
        while rest != 0:
            while rest & 1 == 0:
                rest >>= 1
                other += 1
            if box.near[other] & reached != 0:
                reached |= 1 << other
            rest >>= 1
            other += 1
    return reached == wanted


def best_shield(box, s, player, cell):
    """The highest shield of an active Fortification next to a hex (HXM-WAR-8, HXM-WAR-9, HXM-RULING-55)."""
    around = box.near[cell]
    if box.shield_self == 1:
        around |= 1 << cell
    rest = around & s.shields[player] & s.live[player]
    best = 0
    other = 0
    while rest != 0:
        if rest & 1 == 1:
            best = max(best, box.shield[s.tile[player][other] - 1])
        rest >>= 1
        other += 1
    return int(best)


def defence_of(box, s, player, cell):
    """What an attacker must exceed: units on the hex and the shield, in citizens (HXM-WAR-7)."""
    units = units_value(box, int(s.cubes[player][CITIZEN][cell]), int(s.cubes[player][HOPLITE][cell]))
    return units + box.hoplite_value * best_shield(box, s, player, cell)


def count_colour(box, s, player, colour, cells):
    """Hexes of a colour among these cells."""
    count = 0
    for cell in range(1, box.cells):
        if has_cell(cells, cell) and box.colour[s.tile[player][cell] - 1] == colour:
            count += 1
    return count


def count_nature(box, s, player, nature, cells):
    """Hexes of a nature among these cells, the Acropolis left out."""
    count = 0
    for cell in range(1, box.cells):
        if has_cell(cells, cell) and box.nature[s.tile[player][cell] - 1] == nature:
            count += 1
    return count


def acropolis_has(box, s, player, nature):
    """Whether the Acropolis is open and of this nature (HXM-ACRO-4, HXM-RULING-5)."""
    return s.open[player] == 1 and s.city[player] > 0 and box.city_nature[s.city[player] - 1] == nature


