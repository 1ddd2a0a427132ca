"""Set-up and phase A: the starting seat, cities, display and hands; then taking hexes or a cube."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import from_supply, in_supply
from hexagora.games.hexemonia.rules_fate import (
    add_to_hand,
    can_be_drawn,
    draw_into_hand,
    draw_openly,
)

# set-up


def set_up(box, s):
    """The hexes in use form the Fate pile, all cubes the supply; the first cubes lie on each Acropolis (HXM-SETUP-1,
    HXM-SETUP-3, HXM-SETUP-6, HXM-SETUP-7, HXM-SETUP-10)."""
    for kind in range(box.types):
        s.pile[kind] = box.copies[kind]
    s.pile_size = box.hexes
    for r in range(S.RESOURCES):
        s.supply[r] = box.supply[r]
    for player in range(box.players):
        s.filled[player] = 1 << S.ACROPOLIS
        s.live[player] = 1 << S.ACROPOLIS
        for r in range(S.RESOURCES):
            from_supply(box, s, player, S.ACROPOLIS, r, int(box.start_cubes[r]))
    s.phase = S.AT_START
    if box.first_player > 0:
        choose_starter(s, box.first_player - 1)


def choose_starter(s, player):
    """The starter's right-hand neighbour holds the Last Player marker (HXM-SETUP-11, HXM-SETUP-12, HXM-RULING-1)."""
    s.starter = player
    s.active = player
    s.phase = S.AT_CITY


def last_player(box, s):
    return (s.starter + box.players - 1) % box.players


def legal_start(box, out):
    for player in range(box.players):
        out[player] = S.CHANCE_START + player
    return int(box.players)


def city_is_free(box, s, city):
    for player in range(box.players):
        if s.city[player] == city + 1:
            return False
    return True


def legal_cities(box, s, out):
    """The cities in use that nobody has yet, in the order of their numbers (HXM-SETUP-2, HXM-SETUP-4)."""
    n = 0
    for city in range(box.cities):
        for k in range(box.players):
            if box.city[k] == city and city_is_free(box, s, city):
                out[n] = S.CHANCE_CITY + city
                n += 1
    return n


def deal_city(box, s, city):
    """Dealt in the order of the seats, face down with 3 or 4 players (HXM-SETUP-5)."""
    s.city[s.dealt] = city + 1
    s.open[s.dealt] = 1 - box.hidden_cities
    s.dealt += 1
    if s.dealt == box.players:
        s.dealt = 0
        s.phase = S.AT_SHOW


def legal_draws(box, s, out):
    n = 0
    for kind in range(box.types):
        if can_be_drawn(s, kind):
            out[n] = S.CHANCE_DRAW + kind
            n += 1
    return n


def show_first(box, s, kind):
    """The display is laid out first (HXM-SETUP-8, HXM-RULING-2)."""
    draw_openly(box, s, kind)
    s.display[kind] += 1
    s.dealt += 1
    if s.dealt == box.display:
        s.dealt = 0
        s.phase = S.AT_HAND if box.start_hand > 0 else S.AT_TAKE1


def dealt_to(box, s):
    """Whose starting hand is being dealt: the starter's first, then clockwise (HXM-RULING-2)."""
    return int((s.starter + s.dealt // box.start_hand) % box.players)


def deal_hex(box, s, kind):
    """Two hexes for each player, seen by the owner only (HXM-SETUP-9)."""
    draw_into_hand(box, s, dealt_to(box, s), kind)
    s.dealt += 1
    if s.dealt == box.start_hand * box.players:
        s.dealt = 0
        s.phase = S.AT_TAKE1


# phase A


def legal_takes(box, s, out):
    """Any type on display (HXM-DRAFT-1); at the second pick also a cube that the supply has (HXM-DRAFT-3,
    HXM-RULING-25, HXM-RULING-26)."""
    n = 0
    for kind in range(box.types):
        if s.display[kind] > 0:
            out[n] = S.OF_TYPE + kind
            n += 1
    if s.phase == S.AT_TAKE2:
        n = legal_gains(box, s, out, n)
    return n


def legal_gains(box, s, out, n):
    for r in range(S.RESOURCES):
        if in_supply(box, s, r) > 0:
            out[n] = S.OF_RESOURCE + r
            n += 1
    return n


def take_hex(box, s, kind):
    """Into the hand (HXM-DRAFT-5), for everybody to see; the display is refilled at once while the pile lasts
    (HXM-DRAFT-2, HXM-RULING-27)."""
    s.display[kind] -= 1
    add_to_hand(s, int(s.active), kind)
    s.shown[s.active][kind] += 1
    first = s.phase == S.AT_TAKE1
    if s.pile_size > 0:
        s.phase = S.AT_REFILL1 if first else S.AT_REFILL2
    else:
        s.last_round = 1
        s.phase = S.AT_TAKE2 if first else S.AT_PLAY


def refill(box, s, kind):
    draw_openly(box, s, kind)
    s.display[kind] += 1
    s.phase = S.AT_TAKE2 if s.phase == S.AT_REFILL1 else S.AT_PLAY


def gain_cube(box, s, resource):
    """One cube of any kind on the own Acropolis (HXM-DRAFT-4)."""
    from_supply(box, s, int(s.active), S.ACROPOLIS, resource, 1)
    s.phase = S.AT_PLAY
