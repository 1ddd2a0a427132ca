"""Facts about the board, the players and their goods that every phase needs."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.state import CELLS, FIRST_LANDSCAPE, FREE, LAST_LANDSCAPE, NO_CELL, SIDES

# who and where: these give plain numbers whatever the width of the field


def beyond(box, cell, side):
    """The hex on the other side of a border, NO_CELL for the frame."""
    return box.neighbour[cell][side] + 0


def hex_of(s, p, w):
    """Where a Wizard is: a hex, or OFF, VANISHED, GONE, RETURNING."""
    return s.wizard_at[p][w] + 0


def mate_of(box, p):
    """The teammate, or the player itself."""
    return box.mate[p] + 0


def friendly(box, p, other):
    """One's own or the teammate's."""
    return box.team[p] == box.team[other]


def opposite(side):
    return (side + SIDES // 2) % SIDES


def kind_of(s, cell):
    """The kind of cube that a Landscape hex gives (SYG-GEN-3)."""
    return s.terrain[cell] - FIRST_LANDSCAPE


def is_landscape(s, cell):
    return FIRST_LANDSCAPE <= s.terrain[cell] <= LAST_LANDSCAPE


def is_volcano(s, cell):
    return S.FIRST_VOLCANO <= s.terrain[cell] <= S.LAST_VOLCANO


def is_enemy(box, p, owner):
    """Whether a piece marked with 1 + its owner is an opponent's; 0 marks no piece."""
    return owner > 0 and box.team[p] != box.team[owner - 1]


# walls


def wall_beyond(box, s, cell, side):
    """The Wall in the neighbour's place of a border, 0 if there is none (SYG-BUILD-7)."""
    other = beyond(box, cell, side)
    if other == NO_CELL:
        return 0
    return s.wall[other][opposite(side)] + 0


def walled_off(box, s, p, cell, side):
    """Whether an opponent's Wall stands on the border, in either place (SYG-RULING-24, SYG-RULING-39)."""
    if is_enemy(box, p, s.wall[cell][side] + 0):
        return True
    return is_enemy(box, p, wall_beyond(box, s, cell, side))


def wall_place_free(box, s, cell, side):
    """A place takes one Wall; the frame takes none unless the option allows it (SYG-BUILD-7, SYG-RULING-3)."""
    if s.wall[cell][side] != 0:
        return False
    return box.neighbour[cell][side] != NO_CELL or box.frame_walls == 1


def raise_wall(s, p, cell, side):
    s.wall[cell][side] = p + 1
    s.left[p][S.WALL] -= 1


def remove_wall(s, cell, side):
    """A Wall goes back to its owner's supply (SYG-LIMIT-3)."""
    owner = s.wall[cell][side] - 1
    if owner >= 0:
        s.left[owner][S.WALL] += 1
        s.wall[cell][side] = 0


# buildings


def found_town(s, p, cell):
    """A new Town is upright (SYG-RULING-16)."""
    s.town[cell] = p + 1
    s.town_down[cell] = S.UPRIGHT
    s.left[p][S.TOWN] -= 1
    s.towns_on[p][kind_of(s, cell)] += 1


def add_workshop(s, p, cell):
    s.workshop[cell] = 1
    s.left[p][S.WORKSHOP] -= 1
    s.workshops_on[p][kind_of(s, cell)] += 1


def add_market(s, p, cell):
    s.market[cell] = 1
    s.left[p][S.MARKET] -= 1


def lose_building(s, cell, piece):
    """A building goes back to its owner's supply (SYG-LIMIT-3)."""
    owner = s.town[cell] - 1
    s.left[owner][piece] += 1
    if piece == S.WORKSHOP:
        s.workshop[cell] = 0
        s.workshops_on[owner][kind_of(s, cell)] -= 1
    elif piece == S.MARKET:
        s.market[cell] = 0
    else:
        s.town[cell] = 0
        s.town_down[cell] = S.UPRIGHT
        s.towns_on[owner][kind_of(s, cell)] -= 1


# wizards


def on_board(s, p, w):
    return s.wizard_at[p][w] < CELLS


def wizards_on_board(box, s, p):
    count = 0
    for w in range(box.wizards):
        if on_board(s, p, w):
            count += 1
    return count


def has_room(box, s, cell):
    """A Landscape hex with fewer Wizards than fit (SYG-MOVE-6, SYG-MOVE-7, SYG-TEAM-8)."""
    return is_landscape(s, cell) and s.crowd[cell] < box.wizards_per_hex


def friends_on(box, s, p, cell):
    """Own and friendly Wizards on a hex."""
    mate = box.mate[p]
    if mate == p:
        return s.present[p][cell] + 0
    return s.present[p][cell] + s.present[mate][cell]


def enemies_on(box, s, p, cell):
    """Opponent Wizards on a hex, knocked over or not (SYG-MOVE-9, SYG-RULING-26)."""
    return s.crowd[cell] - friends_on(box, s, p, cell)


def put_wizard(s, p, w, cell):
    s.wizard_at[p][w] = cell
    s.crowd[cell] += 1
    s.present[p][cell] += 1


def lift_wizard(s, p, w, to):
    """Takes a Wizard off its hex, to VANISHED, GONE or RETURNING; off the board nobody lies (SYG-RULING-16)."""
    cell = hex_of(s, p, w)
    s.crowd[cell] -= 1
    s.present[p][cell] -= 1
    s.wizard_at[p][w] = to
    s.wizard_down[p][w] = S.UPRIGHT


def move_wizard(s, p, w, cell):
    old = hex_of(s, p, w)
    s.crowd[old] -= 1
    s.present[p][old] -= 1
    put_wizard(s, p, w, cell)


def knock_over(s, p, w):
    s.wizard_down[p][w] = S.FELL_NOW


def turn_to_ash(box, s, cell, ash):
    """Walls, Forage token and Wizards leave the hex before it turns (SYG-RULING-52, SYG-RULING-18)."""
    for side in range(SIDES):
        remove_wall(s, cell, side)
    lost = S.RETURNING if box.lost_return == 1 else S.GONE
    if s.crowd[cell] > 0:
        for p in range(box.players):
            for w in range(box.wizards):
                if s.wizard_at[p][w] == cell:
                    lift_wizard(s, p, w, lost)
    s.token[cell] = 0
    s.value[cell] = 0
    s.terrain[cell] = ash


def flip_token(s, cell):
    """Black becomes red, red black (SYG-OPT-5)."""
    s.token[cell] = S.RED if s.token[cell] == S.BLACK else S.BLACK


# goods


def spendable_gold(s, p):
    """What is held less what is pending (SYG-LIMIT-5)."""
    return s.gold[p] - s.gold_pending[p]


def spendable_cubes(s, p, kind):
    return s.cubes[p][kind] - s.cubes_pending[p][kind]


def cubes_held(s, p):
    held = 0
    for kind in range(S.KINDS):
        held += s.cubes[p][kind]
    return held


def earn_gold(box, s, p, amount):
    """Gold beyond the limit is lost to the bank (SYG-LIMIT-2); returns what was kept."""
    before = s.gold[p] + 0
    s.gold[p] = min(before + amount, box.max_gold + 0)
    return s.gold[p] - before


def gain_gold(box, s, p, amount):
    """Gold that is pending, unless Power Trip is in force (SYG-LIMIT-5, SYG-LIMIT-6)."""
    kept = earn_gold(box, s, p, amount)
    if s.phase[p] != FREE:
        s.gold_pending[p] += kept


def gain_cubes(s, p, kind, amount):
    """Cubes that are pending, unless Power Trip is in force (SYG-LIMIT-5, SYG-LIMIT-6)."""
    s.cubes[p][kind] += amount
    if s.phase[p] != FREE:
        s.cubes_pending[p][kind] += amount


def release_pending(s, p):
    """Pending goods become spendable (SYG-LIMIT-5)."""
    s.gold_pending[p] = 0
    for kind in range(S.KINDS):
        s.cubes_pending[p][kind] = 0


def check_cube_limit(box, s, p):
    """More cubes than allowed: the player must discard at once (SYG-LIMIT-1, SYG-RULING-44)."""
    if cubes_held(s, p) > box.max_cubes:
        s.choice = S.DISCARDING


def discard_cube(box, s, p, kind):
    """Of a kind held both ways the pending cube goes first (SYG-RULING-44)."""
    s.cubes[p][kind] -= 1
    if s.cubes_pending[p][kind] > 0:
        s.cubes_pending[p][kind] -= 1


def gold_income(box, s, p):
    """Gold of a Collect: the values of all hexes with own Towns, and the Markets (SYG-COLLECT-1)."""
    gold = (box.pieces[S.MARKET] - s.left[p][S.MARKET]) * box.yield_gold[S.MARKET]
    for cell in range(box.cells):
        if s.town[cell] == p + 1:
            gold += s.value[cell] + box.yield_gold[S.TOWN] + s.workshop[cell] * box.yield_gold[S.WORKSHOP]
    return gold


def cube_income(box, s, p, kind):
    """Cubes of a kind in a Collect: from Towns and Workshops on it (SYG-COLLECT-1)."""
    return s.towns_on[p][kind] * box.yield_cubes[S.TOWN] + s.workshops_on[p][kind] * box.yield_cubes[S.WORKSHOP]


def collect(box, s, p):
    """Takes the income of what now stands on the board (SYG-COLLECT-2, SYG-COLLECT-4)."""
    gain_gold(box, s, p, gold_income(box, s, p))
    for kind in range(S.KINDS):
        gain_cubes(s, p, kind, cube_income(box, s, p, kind))
    s.collected[p] = 1
    check_cube_limit(box, s, p)


def in_phase(s, p, phase):
    """Whether a player is in a phase; Power Trip is in all of them (SYG-RULING-72)."""
    return s.phase[p] == phase or s.phase[p] == FREE


# cards


def evokes(box, s, p, card):
    """Whether an Eternal Evocation works for a player: the own ones and the teammate's (SYG-RULING-89)."""
    both = s.evocations[p] | s.evocations[box.mate[p]]
    return (both >> card) & 1 == 1
