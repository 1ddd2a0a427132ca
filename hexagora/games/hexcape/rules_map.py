"""The map: passable hexes, their current movement costs, who stands where, and walks to the End hex."""

from hexagora.games.hexcape.state import FAR, NO_CELL, NOBODY, SIDES, STEP_LIMIT


def lay_out(box, s, chosen):
    """Fixes the map: every hex has its printed cost (HEX-MAP-1, 2, 6), all tokens stand on S (HEX-SETUP-7)."""
    s.map = chosen
    first = int(box.first[chosen])
    for cell in range(box.passable[chosen]):
        s.cost[cell] = box.printed[first + cell]
    for player in range(box.players):
        s.at[player] = box.start[chosen]


def place_of(box, s, cell):
    """Where a hex of the map in play lies in the tables of the box."""
    return int(box.first[s.map]) + cell


def start_hex(box, s):
    return int(box.start[s.map])


def end_hex(box, s):
    return int(box.goal[s.map])


def highest_face(box, s):
    """The die of the map in play (HEX-RULING-2)."""
    return int(box.die[s.map])


def here(s):
    """The hex of the player whose turn it is."""
    return int(s.at[s.actor])


def token_on(box, s, cell):
    """Who stands on a hex; on S nobody is in the way (HEX-RULING-10)."""
    if cell != box.start[s.map]:
        for player in range(box.players):
            if s.at[player] == cell:
                return player
    return NOBODY


def is_free(box, s, cell):
    """Whether a token can be put on a hex by a card: unoccupied, or S, and never E (HEX-RULING-34)."""
    return cell != box.goal[s.map] and token_on(box, s, cell) == NOBODY


def is_changeable(box, s, cell):
    """Every passable hex; S and E only by an option (HEX-RULING-14, 15, 16)."""
    return box.raise_ends == 1 or (cell != box.start[s.map] and cell != box.goal[s.map])


def has_thawed(box, s):
    """From the round of the thaw on nothing may be raised (HEX-RULING-36)."""
    return box.thaw[s.map] > 0 and s.round >= box.thaw[s.map]


def raise_hex(box, s, cell, points):
    """A hex becomes dearer, never above the highest cost (HEX-TERM-4, HEX-MOD-5)."""
    s.cost[cell] = min(box.highest, s.cost[cell] + points)


def lower_hex(box, s, cell, points):
    """A hex becomes cheaper, never below the lowest cost (HEX-TERM-5, HEX-MOD-5)."""
    s.cost[cell] = max(box.lowest, s.cost[cell] - points)


def distance(box, s, one, other):
    """Hexes from one to the other, whatever lies between."""
    a = place_of(box, s, one)
    b = place_of(box, s, other)
    dr = int(box.row[a]) - int(box.row[b])
    dq = int(box.column[a]) - int(box.row[a]) // 2 - int(box.column[b]) + int(box.row[b]) // 2
    return max(abs(dq), abs(dr), abs(dq + dr))


def relax_around(box, s, cell):
    """Offers the walk over a hex to its neighbours; 1 if one of them became better."""
    over = s.way[cell] + s.cost[cell] * STEP_LIMIT + 1
    place = place_of(box, s, cell)
    better = 0
    for k in range(SIDES):
        near = int(box.neighbour[place][k])
        if near == NO_CELL:
            break
        if s.way[near] == 0 or s.way[near] > over:
            s.way[near] = over
            better = 1
    return better


def measure_walks(box, s):
    """Finds the cheapest walk to E from every hex, of these the shortest: tokens, teleports and cards do not count
    (HEX-RULING-36). The scratch field must be cleared afterwards."""
    last = int(box.passable[s.map]) - 1
    s.way[end_hex(box, s)] = 1
    better = 1
    while better == 1:
        better = 0
        for k in range(last + 1):
            if s.way[k] > 0:
                better |= relax_around(box, s, k)
        for k in range(last + 1):
            if s.way[last - k] > 0:
                better |= relax_around(box, s, last - k)


def clear_walks(box, s):
    for cell in range(box.passable[s.map]):
        s.way[cell] = 0


def walk_from(s, cell):
    """The measured walk from a hex, comparable: cost first, then steps; FAR where there is none."""
    return s.way[cell] - 1 if s.way[cell] > 0 else FAR
