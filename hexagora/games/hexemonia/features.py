"""What a seat sees of Hexemonia, as numbers. Cities lie on planes of the same shape, so a cell has channels for each
player. Hexes are told by what they are worth and do, and by their type where they are counted."""

from hexagora.engine.observing import seats_away
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_fate import unknown_in_hand
from hexagora.games.hexemonia.rules_score import points

FILLED, ACTIVE, SHIELD, FRESH, USED = range(5)
COLOUR = 5  # CHORA to POLIS, numbers from 1; Myths are never in a cell
NATURE = COLOUR + S.POLIS
PRODUCES = NATURE + S.NATURES
COST = PRODUCES + S.RESOURCES
CUBES = COST + S.RESOURCES
GEAR = CUBES + S.RESOURCES
HOSTED = GEAR + S.PANDORA
OF_AN_OWNER = HOSTED + 1
CHANNELS = S.MAX_PLAYERS * OF_AN_OWNER
MOST_CUBES, MOST_COST, MOST_POINTS, MOST_HAND, MOST_PILE = 12, 6, 80, 10, 60
NODES = S.AT_OVER + 1
DECIDES = NODES
LAST_ROUND, PILE, CARRIED, DEFENCE, MUSTERED_CITIZENS, MUSTERED_HOPLITES, PHILOSOPHER_FREE = (
    DECIDES + k for k in range(1, 8))
DUE = PHILOSOPHER_FREE + 1
SUPPLY = DUE + S.RESOURCES
DISPLAY = SUPPLY + S.RESOURCES
UNDERWORLD = DISPLAY + S.TYPES
UNSEEN = UNDERWORLD + S.TYPES
LOOKED = UNSEEN + S.TYPES
SURE = LOOKED + S.TYPES
TOP = SURE + S.TYPES  # the hex on top of the pile, if the seat knows it
PLAYER = TOP + S.TYPES
ACTS, STARTER, POINTS, HAND_SIZE, UNKNOWN_HEXES, HAS_PHILOSOPHER, MYTHS, VICTIM, PRIZE = range(9)
STOCK = 9
CITY = STOCK + S.RESOURCES
CITY_UNKNOWN = CITY + S.CITIES
HAND = CITY_UNKNOWN + 1
MYTH_OF = HAND + S.TYPES
OF_A_PLAYER = MYTH_OF + S.TYPES


def observe(box, s, seat, out):
    for player in range(box.players):
        owner = seats_away(box, player, seat) * OF_AN_OWNER
        for cell in range(box.cells):
            if (s.filled[player] >> cell) & 1 == 1:
                observe_hex(box, s, player, cell, cell * CHANNELS + owner, out)
    at = box.cells * CHANNELS
    observe_table(box, s, seat, at, out)
    observe_piles(box, s, seat, at, out)
    for player in range(box.players):
        observe_player(box, s, player, at + PLAYER + seats_away(box, player, seat) * OF_A_PLAYER, out)
    for kind in range(box.types):
        if s.myth_owner[kind] > 0:
            player = s.myth_owner[kind] - 1
            away = seats_away(box, player, seat)
            out[at + PLAYER + away * OF_A_PLAYER + MYTH_OF + kind] = 1
            out[s.host[kind] * CHANNELS + away * OF_AN_OWNER + HOSTED] += 1


def observe_hex(box, s, player, cell, at, out):
    out[at + FILLED] = 1
    out[at + ACTIVE] = (s.live[player] >> cell) & 1
    for r in range(S.RESOURCES):
        out[at + CUBES + r] = min(MOST_CUBES, s.cubes[player][r][cell])
    if player == s.active:
        out[at + FRESH] = (s.fresh >> cell) & 1
        out[at + USED] = (s.used >> cell) & 1
    if cell == S.ACROPOLIS:
        if s.city[player] > 0:
            out[at + NATURE + box.city_nature[s.city[player] - 1] - 1] = 1
        return
    kind = s.tile[player][cell] - 1
    out[at + SHIELD] = min(4, box.shield[kind])
    if box.colour[kind] > 0 and box.colour[kind] <= S.POLIS:
        out[at + COLOUR + box.colour[kind] - 1] = 1
    if box.nature[kind] > 0:
        out[at + NATURE + box.nature[kind] - 1] = 1
    if box.produces[kind] > 0:
        out[at + PRODUCES + box.produces[kind] - 1] = min(4, box.amount[kind])
    for r in range(S.RESOURCES):
        out[at + COST + r] = min(MOST_COST, box.cost[kind][r])
    if box.gear[kind] > 0:
        out[at + GEAR + box.gear[kind] - 1] = 1


def decider(s):
    """The giver while giving, otherwise the player whose turn it is."""
    return s.giver if s.phase == S.AT_GIVE else s.active


def observe_table(box, s, seat, at, out):
    out[at + s.phase] = 1
    out[at + DECIDES] = s.phase > S.LAST_CHANCE and s.phase != S.AT_OVER and decider(s) == seat
    out[at + LAST_ROUND] = s.last_round
    out[at + PILE] = min(MOST_PILE, s.pile_size)
    out[at + CARRIED] = min(MOST_CUBES, s.carried)
    out[at + DEFENCE] = min(MOST_CUBES, s.defence)
    out[at + MUSTERED_CITIZENS] = min(MOST_CUBES, s.mustered[0])
    out[at + MUSTERED_HOPLITES] = min(MOST_CUBES, s.mustered[1])
    out[at + PHILOSOPHER_FREE] = s.philosopher == 0
    for r in range(S.RESOURCES):
        out[at + DUE + r] = min(MOST_COST, s.due[r])
        out[at + SUPPLY + r] = min(100, s.supply[r])


def observe_piles(box, s, seat, at, out):
    for kind in range(box.types):
        out[at + DISPLAY + kind] = min(4, s.display[kind])
        out[at + UNDERWORLD + kind] = min(4, s.underworld[kind])
        out[at + UNSEEN + kind] = max(0, min(4, s.pile[kind]))
        out[at + LOOKED + kind] = min(4, s.looked[kind])
        sure = 0
        for group in range(S.GROUPS):
            sure += s.sure[seat][group][kind]
        out[at + SURE + kind] = min(4, sure)
    if s.tops > 0 and s.top[0] > 0:
        out[at + TOP + s.top[0] - 1] = 1


def observe_player(box, s, player, at, out):
    out[at + ACTS] = s.active == player
    out[at + STARTER] = s.starter == player
    out[at + POINTS] = max(0, min(MOST_POINTS, points(box, s, player)))
    out[at + HAND_SIZE] = min(MOST_HAND, s.hand_size[player])
    out[at + UNKNOWN_HEXES] = min(MOST_HAND, unknown_in_hand(box, s, player))
    out[at + HAS_PHILOSOPHER] = s.philosopher == player + 1
    out[at + MYTHS] = min(4, s.myths[player])
    fighting = s.phase >= S.AT_MUSTER and s.phase <= S.AT_MYTHOUT
    out[at + VICTIM] = (fighting and s.victim == player) or (s.phase == S.AT_GIVE and s.giver == player)
    out[at + PRIZE] = s.prize > 0 and s.active == player
    for r in range(S.RESOURCES):
        out[at + STOCK + r] = min(30, s.stock[player][r])
    if s.city[player] > 0:
        out[at + CITY + s.city[player] - 1] = 1
    else:
        out[at + CITY_UNKNOWN] = 1
    for kind in range(box.types):
        out[at + HAND + kind] = min(4, s.hand[player][kind])
