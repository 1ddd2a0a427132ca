"""Phase B: playing hexes and Myths, and paying for them cube by cube."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import (
    cells_for,
    has_cell,
    lay_hex,
    move_cubes,
    open_cells,
    owns_polis,
)
from hexagora.games.hexemonia.rules_fate import take_from_hand


def can_pay(box, s, kind):
    """Whether the hexes that were not played this turn hold the cost (HXM-PLAY-7, HXM-PLAY-8)."""
    for r in range(S.RESOURCES):
        if s.stock[s.active][r] - s.frozen[r] < box.cost[kind][r]:
            return False
    return True


def can_play_hex(box, s, kind):
    """A Polis only once in a city (HXM-PLAY-5), and only what can be paid for."""
    if box.colour[kind] == S.POLIS and owns_polis(s, s.active, kind):
        return False
    return can_pay(box, s, kind)


def can_play_myth(box, s):
    """Not more than three at once, or in the whole game (HXM-MYTH-6, HXM-RULING-21)."""
    if s.myths[s.active] >= box.myth_limit:
        return False
    return box.myths_per_game == 0 or s.myths_played[s.active] < box.myth_limit


def list_hosts(box, s, kind, out, n):
    """Hexes of the Myth's nature, active or not, never the Acropolis (HXM-MYTH-2 to 4, HXM-RULING-20)."""
    for cell in range(1, box.cells):
        if has_cell(s.filled[s.active], cell) and box.nature[s.tile[s.active][cell] - 1] == box.nature[kind]:
            out[n] = S.PLAY_AT + kind * S.CELLS + cell
            n += 1
    return n


def list_cells(kind, cells, out, n):
    cell = 0
    rest = cells
    while rest != 0:
        if rest & 1 == 1:
            out[n] = S.PLAY_AT + kind * S.CELLS + cell
            n += 1
        rest >>= 1
        cell += 1
    return n


def list_reveal(s, out, n):
    """The owner may open a hidden Acropolis at the four menus of the own turn (HXM-ACRO-3, HXM-RULING-4)."""
    if s.open[s.active] == 0 and s.city[s.active] != S.UNKNOWN:
        out[n] = S.REVEAL + s.city[s.active] - 1
        n += 1
    return n


def legal_plays(box, s, out):
    """Any hex of the hand that has a cell or a host, or no more (HXM-PLAY-1)."""
    n = 0
    spots = open_cells(box, s, int(s.active))
    for kind in range(box.first_myth):
        if s.hand[s.active][kind] > 0 and can_play_hex(box, s, kind):
            n = list_cells(kind, cells_for(box, s, int(s.active), kind, spots), out, n)
    if can_play_myth(box, s):
        for kind in range(int(box.first_myth), box.types):
            if s.hand[s.active][kind] > 0:
                n = list_hosts(box, s, kind, out, n)
    n = list_reveal(s, out, n)
    out[n] = S.END
    return n + 1


def play(box, s, kind, cell):
    take_from_hand(box, s, int(s.active), kind)
    if kind >= box.first_myth:
        play_myth(s, kind, cell)
    else:
        play_hex(box, s, kind, cell)


def play_myth(s, kind, cell):
    """In front of the player, without cell and cost; its token goes on the host (HXM-MYTH-1, HXM-MYTH-2)."""
    s.myth_owner[kind] = s.active + 1
    s.host[kind] = cell
    s.myths[s.active] += 1
    s.myths_played[s.active] += 1


def play_hex(box, s, kind, cell):
    """The hex is laid, then its cost is moved onto it."""
    lay_hex(box, s, int(s.active), cell, kind)
    s.fresh |= 1 << cell
    s.target = cell
    for r in range(S.RESOURCES):
        s.due[r] = box.cost[kind][r]
    go_on_paying(s)


def go_on_paying(s):
    """Citizens first, then hoplites, then gold; when all is paid, back to playing hexes."""
    for r in range(S.RESOURCES):
        if s.due[r] > 0:
            s.resource = r
            s.phase = S.AT_PAY
            return
    s.resource = 0
    s.target = 0
    s.phase = S.AT_PLAY


def legal_payments(box, s, out):
    """A cube of that kind from any hex not played this turn, the Acropolis included (HXM-RULING-8 to 10)."""
    n = 0
    cell = 0
    rest = s.filled[s.active] & ~s.fresh
    while rest != 0:
        if rest & 1 == 1 and s.cubes[s.active][s.resource][cell] > 0:
            out[n] = S.CUBE_AT + s.resource * S.CELLS + cell
            n += 1
        rest >>= 1
        cell += 1
    return n


def pay(box, s, cell):
    move_cubes(box, s, int(s.active), cell, int(s.target), int(s.resource), 1)
    s.frozen[s.resource] += 1
    s.due[s.resource] -= 1
    go_on_paying(s)


def reveal(s):
    """The city face is turned up and stays so (HXM-ACRO-3)."""
    s.open[s.active] = 1


def end_play(s):
    """Cubes on new hexes are free again from here on (HXM-RULING-11)."""
    for r in range(S.RESOURCES):
        s.frozen[r] = 0
    s.phase = S.AT_ACTION
