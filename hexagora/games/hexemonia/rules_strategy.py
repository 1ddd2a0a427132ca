"""The strategic action: moving cubes in batches, then exchanging citizens and hoplites."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import add_cubes, from_supply, has_cell, in_supply, to_supply
from hexagora.games.hexemonia.rules_end import check_politics


def begin_strategy(s):
    s.phase = S.AT_MOVES


def can_lift(s, cell, resource):
    """A hex that has not received this kind yet, while another one could take it: so each cube moves at most once and
    every distribution can still be reached (HXM-STRAT-1)."""
    if has_cell(s.sink[resource], cell):
        return False
    targets = s.filled[s.active] & ~s.source[resource] & ~(1 << cell)
    return targets != 0


def list_batches(cell, resource, number, out, n):
    for k in range(min(number, S.MAX_BATCH)):
        out[n] = S.BATCH + (cell * S.RESOURCES + resource) * S.MAX_BATCH + k
        n += 1
    return n


def legal_lifts(box, s, out):
    n = 0
    cell = 0
    rest = s.filled[s.active] + 0
    while rest != 0:
        if rest & 1 == 1:
            for r in range(S.RESOURCES):
                if s.cubes[s.active][r][cell] > 0 and can_lift(s, cell, r):
                    n = list_batches(cell, r, int(s.cubes[s.active][r][cell]), out, n)
        rest >>= 1
        cell += 1
    out[n] = S.END
    return n + 1


def lift(box, s, cell, resource, number):
    """The batch leaves its hex, which is now a source of that kind."""
    pick_up(box, s, cell, resource, number)
    s.source[resource] |= 1 << cell
    s.phase = S.AT_DROP


def pick_up(box, s, cell, resource, number):
    add_cubes(box, s, int(s.active), cell, resource, -number)
    s.origin = cell
    s.resource = resource
    s.carried = number


def put_down(box, s, cell):
    add_cubes(box, s, int(s.active), cell, int(s.resource), int(s.carried))
    s.origin = 0
    s.resource = 0
    s.carried = 0


def list_on_cells(cells, out):
    n = 0
    cell = 0
    rest = cells
    while rest != 0:
        if rest & 1 == 1:
            out[n] = S.ON_CELL + cell
            n += 1
        rest >>= 1
        cell += 1
    return n


def legal_drops(box, s, out):
    """Every own hex that is no source of that kind; never a Myth (HXM-STRAT-3, HXM-MYTH-7)."""
    return list_on_cells(s.filled[s.active] & ~s.source[s.resource], out)


def drop(box, s, cell):
    s.sink[s.resource] |= 1 << cell
    put_down(box, s, cell)
    s.phase = S.AT_MOVES


def end_moves(s):
    """Exchanges come after all moves; there is no way back (HXM-STRAT-2, HXM-RULING-37)."""
    for r in range(S.RESOURCES):
        s.source[r] = 0
        s.sink[r] = 0
    s.phase = S.AT_EXCHANGE


def may_exchange(box, s, cell, direction):
    """Once per hex, or any number of times in one direction (HXM-RULING-36)."""
    if has_cell(s.swapped[1 - direction], cell):
        return False
    return box.unlimited_exchange == 1 or not has_cell(s.swapped[direction], cell)


def can_exchange(box, s, cell, direction):
    """The given cubes go to the supply first, then it must have the others (HXM-RULING-38)."""
    if not may_exchange(box, s, cell, direction):
        return False
    if direction == S.TO_HOPLITE:
        return s.cubes[s.active][S.CITIZEN][cell] >= box.hoplite_value and in_supply(box, s, S.HOPLITE) >= 1
    return s.cubes[s.active][S.HOPLITE][cell] >= 1 and in_supply(box, s, S.CITIZEN) >= box.hoplite_value


def legal_exchanges(box, s, out):
    n = 0
    cell = 0
    rest = s.filled[s.active] + 0
    while rest != 0:
        if rest & 1 == 1:
            for direction in range(2):
                if can_exchange(box, s, cell, direction):
                    out[n] = S.SWAP_AT + cell * 2 + direction
                    n += 1
        rest >>= 1
        cell += 1
    out[n] = S.END
    return n + 1


def exchange(box, s, cell, direction):
    player = int(s.active)
    if direction == S.TO_CITIZENS:
        to_supply(box, s, player, cell, S.HOPLITE, 1)
        from_supply(box, s, player, cell, S.CITIZEN, int(box.hoplite_value))
    else:
        to_supply(box, s, player, cell, S.CITIZEN, int(box.hoplite_value))
        from_supply(box, s, player, cell, S.HOPLITE, 1)
    s.swapped[direction] |= 1 << cell


def end_exchange(box, s):
    s.swapped[S.TO_HOPLITE] = 0
    s.swapped[S.TO_CITIZENS] = 0
    check_politics(box, s)
