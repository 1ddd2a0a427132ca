"""What a seat sees of Sigil, as numbers. Spells are told by what they do, slot by slot, so that layouts never met
before still mean something."""

from hexagora.engine.observing import seats_away
from hexagora.games.sigil.rules_board import how_many
from hexagora.games.sigil.rules_ends import lead_of, total
from hexagora.games.sigil.state import DEPOSIT, NODES, PASSIVES, PHASES, RED, SLOTS

OWN, OTHER, EMPTY, WALLED, MANA, CHOICE, REGION, PAID, START = range(9)
IN_SLOT = 9  # here begins the number of the slot
SIZE = IN_SLOT + SLOTS
CHANNELS = SIZE + 1
PLAYERS, EFFECTS = 2, DEPOSIT + 1
MOST_LEAD, MOST_STONES, MOST_BANK, MOST_TURN = 8, 39, 8, 200
MOVER = PHASES
LEAD = MOVER + 1  # how far the seat is ahead, then how far behind
BEHIND, TURN, DASHED, CAST_NOW, RESOLVING, LEFT, RED_SEAT = (LEAD + k for k in range(1, 8))
PLAYER = RED_SEAT + 1
STONES, CASTS, BANK, ON_MANA, TOTAL = range(5)
OF_A_PLAYER = 5
SLOT = PLAYER + PLAYERS * OF_A_PLAYER
OWN_IN, OTHER_IN, OWN_DIE, OTHER_DIE, BEING_CAST = range(5)
EFFECT = 5
PASSIVE = EFFECT + EFFECTS
OF_A_SLOT = PASSIVE + PASSIVES


def observe(box, s, seat, out):
    own = s.stones[seat]
    other = s.stones[1 - seat]
    for node in range(NODES):
        at = node * CHANNELS
        out[at + OWN] = (own >> node) & 1
        out[at + OTHER] = (other >> node) & 1
        out[at + WALLED] = (s.walls >> node) & 1
        out[at + EMPTY] = 1 - out[at + OWN] - out[at + OTHER] - out[at + WALLED]
        out[at + MANA] = (box.mana >> node) & 1
        out[at + CHOICE] = (s.choices >> node) & 1
        out[at + REGION] = (s.region >> node) & 1
        out[at + PAID] = (s.kept >> node) & 1
        out[at + START] = box.start[seat] == node
        if box.slot_of[node] > 0:
            out[at + IN_SLOT + box.slot_of[node] - 1] = 1
            out[at + SIZE] = box.slot_size[box.slot_of[node] - 1]
    observe_match(box, s, seat, NODES * CHANNELS, out)
    for slot in range(SLOTS):
        observe_slot(box, s, seat, slot, NODES * CHANNELS + SLOT + slot * OF_A_SLOT, out)


def observe_match(box, s, seat, at, out):
    lead = lead_of(box, s, seat)
    out[at + s.phase] = 1
    out[at + MOVER] = s.winner == 0 and s.mover == seat
    out[at + LEAD] = max(0, min(MOST_LEAD, lead))
    out[at + BEHIND] = max(0, min(MOST_LEAD, -lead))
    out[at + TURN] = min(MOST_TURN, s.turn)
    out[at + DASHED] = s.dashed
    out[at + CAST_NOW] = min(4, s.cast_now)
    out[at + RESOLVING] = s.resolving > 0
    out[at + LEFT] = min(MOST_LEAD, s.left)
    out[at + RED_SEAT] = seat == RED
    for player in range(PLAYERS):
        own = at + PLAYER + seats_away(box, player, seat) * OF_A_PLAYER
        out[own + STONES] = s.count[player]
        out[own + CASTS] = min(6, s.casts[player])
        out[own + BANK] = min(MOST_BANK, s.bank[player])
        out[own + ON_MANA] = min(3, how_many(box, s.stones[player] & box.mana))
        out[own + TOTAL] = max(0, min(MOST_STONES, total(box, s, player)))


def observe_slot(box, s, seat, slot, at, out):
    out[at + OWN_IN] = how_many(box, s.stones[seat] & box.slot_nodes[slot])
    out[at + OTHER_IN] = how_many(box, s.stones[1 - seat] & box.slot_nodes[slot])
    out[at + OWN_DIE] = s.lock[seat] == slot + 1
    out[at + OTHER_DIE] = s.lock[1 - seat] == slot + 1
    out[at + BEING_CAST] = s.resolving == slot + 1
    if s.spell[slot] > 0:
        spell = s.spell[slot] - 1
        for step in range(box.steps[spell]):
            out[at + EFFECT + box.step_does[spell][step]] += 1
        out[at + PASSIVE + box.passive[spell]] = 1
