"""The productive action."""

from hexagora.games.hexemonia.rules_city import from_supply, in_supply, is_active
from hexagora.games.hexemonia.rules_end import check_politics
from hexagora.games.hexemonia.state import AT_FILL, CELLS, CUBE_AT, RESOURCES


def produce(box, s):
    """Everything active produces at the same time: activity is looked at before any cube is placed (HXM-PROD-1,
    HXM-PROD-3, HXM-RULING-32)."""
    player = int(s.active)
    for cell in range(1, box.cells):
        if is_active(s, player, cell):
            claim(box, s, cell, s.tile[player][cell] - 1)
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == player + 1 and is_active(s, player, s.host[kind]):
            claim(box, s, int(s.host[kind]), kind)  # a Myth produces for its host (HXM-PROD-2)
    serve_claims(box, s)


def claim(box, s, cell, kind):
    if box.produces[kind] > 0:
        s.claim[box.produces[kind] - 1][cell] += box.amount[kind]


def claims(box, s, resource):
    total = 0
    for cell in range(1, box.cells):
        total += s.claim[resource][cell]
    return total


def serve_claims(box, s):
    """Citizens, hoplites, gold; where the supply is short the player distributes what is left (HXM-RULING-34)."""
    for r in range(RESOURCES):
        wanted = claims(box, s, r)
        left = in_supply(box, s, r)
        if wanted > left and left > 0:
            s.resource = r
            s.phase = AT_FILL
            return
        settle_claims(box, s, r, left >= wanted)
    s.resource = 0
    check_politics(box, s)


def settle_claims(box, s, resource, all_served):
    for cell in range(1, box.cells):
        if s.claim[resource][cell] > 0:
            if all_served:
                from_supply(box, s, int(s.active), cell, resource, int(s.claim[resource][cell]))
            s.claim[resource][cell] = 0


def legal_fills(box, s, out):
    """Hexes that still have a claim to that kind."""
    n = 0
    for cell in range(1, box.cells):
        if s.claim[s.resource][cell] > 0:
            out[n] = CUBE_AT + s.resource * CELLS + cell
            n += 1
    return n


def fill(box, s, cell):
    s.claim[s.resource][cell] -= 1
    from_supply(box, s, int(s.active), cell, int(s.resource), 1)
    if in_supply(box, s, int(s.resource)) == 0:
        serve_claims(box, s)
