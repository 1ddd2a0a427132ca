"""Build: Towns, Workshops, Markets, Walls, and the exchange spells."""

from hexagora.games.sygon import state as S
from hexagora.games.sygon.rules_board import (
    add_market,
    add_workshop,
    check_cube_limit,
    earn_gold,
    enemies_on,
    evokes,
    found_town,
    friends_on,
    hex_of,
    is_enemy,
    raise_wall,
    spendable_cubes,
    spendable_gold,
    wall_place_free,
)
from hexagora.games.sygon.state import CELLS, KINDS, SIDES


def wizard_hex_after(box, s, p, cell):
    """The next hex in reading order, after a given one, where an own Wizard stands (SYG-BUILD-1)."""
    found = CELLS
    for w in range(box.wizards):
        at = hex_of(s, p, w)
        if cell < at < found:
            found = at
    return found


def outnumbered(box, s, p, cell):
    """Beside an opponent Wizard it takes two Wizards to build (SYG-BUILD-4, SYG-TEAM-9, SYG-RULING-26)."""
    if s.writ[p] == 1 or s.crowd[cell] == 0:
        return False
    return enemies_on(box, s, p, cell) > 0 and friends_on(box, s, p, cell) < box.outnumber


def can_afford(box, s, p, piece):
    """Prices are paid whole, from spendable goods, and a piece must be left (SYG-LIMIT-3, SYG-LIMIT-5)."""
    if s.left[p][piece] == 0 or spendable_gold(s, p) < box.cost_gold[piece]:
        return False
    for kind in range(KINDS):
        if spendable_cubes(s, p, kind) < box.cost_cubes[piece][kind]:
            return False
    return True


def has_site(box, s, p, piece, cell):
    """Whether a hex takes that building (SYG-BUILD-2, SYG-BUILD-3, SYG-BUILD-6, SYG-BUILD-10, SYG-BUILD-12)."""
    if piece == S.TOWN:
        return s.town[cell] == 0
    if s.town[cell] != p + 1:
        return False
    if piece == S.WORKSHOP:
        return s.workshop[cell] == 0
    return s.market[cell] == 0


def building_choices(box, s, p, out, n):
    for piece in range(S.WALL):
        if can_afford(box, s, p, piece):
            cell = wizard_hex_after(box, s, p, S.NO_CELL)
            while cell < CELLS:
                if has_site(box, s, p, piece, cell) and not outnumbered(box, s, p, cell):
                    out[n] = S.A_BUILD + piece * CELLS + cell
                    n += 1
                cell = wizard_hex_after(box, s, p, cell)
    return n


def wall_sites(box, s, p, out, n, base):
    """Free places in hexes with an own Wizard and no opponent's Town (SYG-BUILD-3, SYG-BUILD-5, SYG-BUILD-14)."""
    cell = wizard_hex_after(box, s, p, S.NO_CELL)
    while cell < CELLS:
        if not is_enemy(box, p, s.town[cell] + 0):
            for side in range(SIDES):
                if wall_place_free(box, s, cell, side):
                    out[n] = base + cell * SIDES + side
                    n += 1
        cell = wizard_hex_after(box, s, p, cell)
    return n


def build_wall_choices(box, s, p, out, n):
    if can_afford(box, s, p, S.WALL):
        return wall_sites(box, s, p, out, n, S.A_BUILD_WALL)
    return n


def build(box, s, p, which):
    piece = which // CELLS
    cell = which % CELLS
    pay(box, s, p, piece)
    if piece == S.TOWN:
        found_town(s, p, cell)
    elif piece == S.WORKSHOP:
        add_workshop(s, p, cell)
    elif piece == S.MARKET:
        add_market(s, p, cell)


def build_wall(box, s, p, place):
    pay(box, s, p, S.WALL)
    raise_wall(s, p, place // SIDES, place % SIDES)


def pay(box, s, p, piece):
    s.gold[p] -= box.cost_gold[piece]
    for kind in range(KINDS):
        s.cubes[p][kind] -= box.cost_cubes[piece][kind]


# exchange


def kind_is_cheap(box, s, p, kind):
    """Two Towns or a Workshop on hexes of that kind (SYG-EXCH-4, SYG-EXCH-5, SYG-RULING-32)."""
    return s.towns_on[p][kind] >= box.discount_towns or s.workshops_on[p][kind] > 0


def transform_price(box, s, p, given, taken):
    """3 Gold, or 2 with any discount (SYG-EXCH-1, SYG-EXCH-6, SYG-RULING-30)."""
    if kind_is_cheap(box, s, p, given):
        return box.transform_cheap + 0
    if box.discount_either == 1 and kind_is_cheap(box, s, p, taken):
        return box.transform_cheap + 0
    if box.cards == 1 and evokes(box, s, p, S.ALEMBIC):
        return box.transform_cheap + 0
    return box.transform_gold + 0


def buy_price(box, s, p):
    """7 Gold (SYG-EXCH-3); less for the first Buy of a turn with Caravan."""
    if box.cards == 1 and s.bought_cube[p] == 0 and evokes(box, s, p, S.CARAVAN):
        return box.caravan_gold + 0
    return box.buy_gold + 0


def transform_choices(box, s, p, out, n):
    """Another kind for a spendable cube (SYG-EXCH-1, SYG-RULING-31)."""
    gold = spendable_gold(s, p)
    if gold < box.transform_cheap:
        return n
    for given in range(KINDS):
        if spendable_cubes(s, p, given) > 0:
            for taken in range(KINDS):
                if taken != given and transform_price(box, s, p, given, taken) <= gold:
                    out[n] = S.A_TRANSFORM + given * KINDS + taken
                    n += 1
    return n


def sell_choices(box, s, p, out, n):
    for kind in range(KINDS):
        if spendable_cubes(s, p, kind) > 0:
            out[n] = S.A_SELL + kind
            n += 1
    return n


def buy_choices(box, s, p, out, n):
    if spendable_gold(s, p) >= buy_price(box, s, p):
        for kind in range(KINDS):
            out[n] = S.A_BUY + kind
            n += 1
    return n


def transform(box, s, p, which):
    given = which // KINDS
    taken = which % KINDS
    s.gold[p] -= transform_price(box, s, p, given, taken)
    s.cubes[p][given] -= 1
    s.cubes[p][taken] += 1


def sell(box, s, p, kind):
    """The Gold may be spent at once (SYG-EXCH-2, SYG-EXCH-7)."""
    s.cubes[p][kind] -= 1
    earn_gold(box, s, p, box.sell_gold + 0)


def buy(box, s, p, kind):
    """At the limit of cubes a discard follows (SYG-EXCH-3, SYG-RULING-34)."""
    s.gold[p] -= buy_price(box, s, p)
    s.bought_cube[p] = 1
    s.cubes[p][kind] += 1
    check_cube_limit(box, s, p)
