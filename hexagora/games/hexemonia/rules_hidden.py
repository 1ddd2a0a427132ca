"""What a viewer may know: hiding the rest, filling it again at random, and events as others see them.

A viewer knows the own hand, hexes of other hands that were taken from the display in public (`shown`) or that the
viewer alone saw through an Oracle (`spied`), the order of the top hexes if the viewer put them there, otherwise at
most that certain types are among them (`sure`), and the own city. Everything else is a uniform draw: hexes over the
unknown places, cities over the hidden Acropolises.
"""

from hexagora.engine.rng import below
from hexagora.games.hexemonia.rules_draft import dealt_to
from hexagora.games.hexemonia.rules_fate import unknown_in_hand
from hexagora.games.hexemonia.state import (
    AT_CITY,
    AT_FATES,
    AT_HAND,
    AT_LOOK,
    AT_ORACLE,
    CHANCE_DRAW,
    CHANCE_HIT,
    HIDDEN_CITY,
    HIDDEN_DRAW,
    HIDDEN_STACK,
    OF_RESOURCE,
    UNKNOWN,
)

# hiding


def knows_top(s, viewer):
    return s.tops > 0 and s.knower == viewer + 1


def sees_looked(s, viewer):
    return s.active == viewer


def hide_from(box, s, viewer):
    hide_cities(box, s, viewer)
    hide_hands(box, s, viewer)
    hide_pile(box, s, viewer)
    forget_others(box, s, viewer)
    gather_unseen(box, s)


def hide_cities(box, s, viewer):
    """A city face that is down is for its owner's eyes (HXM-SETUP-5, HXM-RULING-3)."""
    for player in range(box.players):
        if player != viewer and s.open[player] == 0:
            s.city[player] = UNKNOWN


def hide_hands(box, s, viewer):
    """Of other hands only what the viewer saw going there (HXM-SETUP-9)."""
    for player in range(box.players):
        if player != viewer:
            hand = s.hand[player]
            shown = s.shown[player]
            for kind in range(box.types):
                hand[kind] = shown[kind]
            if viewer >= 0:
                spied = s.spied[viewer][player]
                for kind in range(box.types):
                    hand[kind] += spied[kind]


def hide_pile(box, s, viewer):
    """The order that an Oracle gave to the top is its user's secret (HXM-RULING-46)."""
    if not knows_top(s, viewer):
        for i in range(s.tops):
            s.top[i] = UNKNOWN
    if not sees_looked(s, viewer):
        for kind in range(box.types):
            s.looked[kind] = 0


def forget_others(box, s, viewer):
    """What other players know is their secret too."""
    for other in range(box.players):
        if other != viewer:
            sure = s.sure[other]
            for kind in range(box.types):
                sure[kind] = 0
            for player in range(box.players):
                spied = s.spied[other][player]
                for kind in range(box.types):
                    spied[kind] = 0


def gather_unseen(box, s):
    """Into the pile goes every hex that this state shows nowhere else."""
    for kind in range(box.types):
        s.pile[kind] = box.copies[kind] - s.display[kind] - s.underworld[kind] - s.looked[kind]
        if s.myth_owner[kind] > 0:
            s.pile[kind] -= 1
    for player in range(box.players):
        hand = s.hand[player]
        for kind in range(box.types):
            s.pile[kind] -= hand[kind]
    if s.prize > 0:
        s.pile[s.prize - 1] -= 1
    for i in range(s.tops):
        if s.top[i] != UNKNOWN:
            s.pile[s.top[i] - 1] -= 1
    for player in range(box.players):
        cell = 1
        rest = s.filled[player] >> 1
        while rest != 0:
            if rest & 1 == 1:
                s.pile[s.tile[player][cell] - 1] -= 1
            rest >>= 1
            cell += 1


# filling again


def resample_for(box, s, viewer, rng):
    """Every unseen hex is equally likely to be in every unknown place."""
    deal_hidden_cities(box, s, viewer, rng)
    gather_unseen(box, s)
    if viewer >= 0:
        place_sure_hexes(box, s, viewer, rng)
    for i in range(s.tops):
        if s.top[i] == UNKNOWN:
            s.top[i] = draw_unseen(box, s, rng) + 1
    for _ in range(unknown_looked(box, s)):
        s.looked[draw_unseen(box, s, rng)] += 1
    for player in range(box.players):
        for _ in range(unknown_in_hand(box, s, player)):
            s.hand[player][draw_unseen(box, s, rng)] += 1


def draw_unseen(box, s, rng):
    """Takes one of the unseen hexes, each equally likely."""
    total = 0
    for kind in range(box.types):
        total += s.pile[kind]
    drawn = below(rng, total)
    kind = 0
    while drawn >= s.pile[kind]:
        drawn -= s.pile[kind]
        kind += 1
    s.pile[kind] -= 1
    return kind


def unknown_looked(box, s):
    unknown = int(s.looks)
    for kind in range(box.types):
        unknown -= s.looked[kind]
    return unknown


def unknown_tops(s):
    count = 0
    for i in range(s.tops):
        if s.top[i] == UNKNOWN:
            count += 1
    return count


def place_sure_hexes(box, s, viewer, rng):
    """Hexes known to be under the Oracle or on top go to random places there."""
    for kind in range(box.types):
        for _ in range(s.sure[viewer][kind]):
            s.pile[kind] -= 1
            place = below(rng, unknown_tops(s) + unknown_looked(box, s))
            put_in_place(s, place, kind)


def put_in_place(s, place, kind):
    """The unknown places on top are counted first; after them comes what lies under the Oracle."""
    left = place
    for i in range(s.tops):
        if s.top[i] == UNKNOWN:
            if left == 0:
                s.top[i] = kind + 1
                return
            left -= 1
    s.looked[kind] += 1


def deal_hidden_cities(box, s, viewer, rng):
    """The remaining cities in a random order (HXM-RULING-3)."""
    for player in range(box.players):
        if s.city[player] == UNKNOWN and was_dealt(box, s, player):
            s.city[player] = draw_city(box, s, rng) + 1


def was_dealt(box, s, player):
    """Cities are dealt seat by seat at the start."""
    return s.phase > AT_CITY or (s.phase == AT_CITY and player < s.dealt)


def city_is_open(box, s, k):
    """Whether the k-th city in use has no owner yet."""
    for player in range(box.players):
        if s.city[player] == box.city[k] + 1:
            return False
    return True


def draw_city(box, s, rng):
    free = 0
    for k in range(box.players):
        if city_is_open(box, s, k):
            free += 1
    drawn = below(rng, free)
    k = 0
    while drawn > 0 or not city_is_open(box, s, k):
        if city_is_open(box, s, k):
            drawn -= 1
        k += 1
    return int(box.city[k])


# events


def seen_by(box, s, a, viewer):
    """Deals, draws and stacking that only their owner sees."""
    if s.phase == AT_CITY:
        return a if box.hidden_cities == 0 or s.dealt == viewer else HIDDEN_CITY
    if CHANCE_DRAW <= a < CHANCE_HIT:
        return a if sees_draw(box, s, viewer) else HIDDEN_DRAW
    if s.phase == AT_ORACLE and a < OF_RESOURCE:
        return a if s.active == viewer else HIDDEN_STACK
    return a


def sees_draw(box, s, viewer):
    """The display is public; a starting hand, the Fates and the Oracle are not, unless one knows the top."""
    if s.phase == AT_HAND:
        return dealt_to(box, s) == viewer
    if s.phase == AT_FATES or s.phase == AT_LOOK:
        return s.active == viewer or knows_top(s, viewer)
    return True
