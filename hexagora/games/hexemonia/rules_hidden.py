"""What a viewer may know: hiding the rest, filling it again at random, and events as others see them.

A viewer knows the own hand, hexes of other hands that were taken from the display in public (`shown`) or that the
viewer alone saw through an Oracle (`spied`), the order of the top hexes if the viewer put them there, otherwise at
most that certain types are among them or were drawn from among them (`sure`), and the own city. Everything else is a
uniform draw: hexes over the unknown places, cities over the hidden Acropolises.
"""

from hexagora.engine.rng import below
from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_draft import dealt_to
from hexagora.games.hexemonia.rules_fate import forget_places, unknown_in_hand

ABOVE = S.MAX_PLAYERS  # on top of the pile or under the Oracle, a place behind those in hands
EACH = 8  # bits
TRIES = 100  # to find places for all that a viewer is sure of; only a position that nobody played to needs more

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
            s.city[player] = S.UNKNOWN


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
            s.top[i] = S.UNKNOWN
    if not sees_looked(s, viewer):
        for kind in range(box.types):
            s.looked[kind] = 0


def forget_others(box, s, viewer):
    """What other players know is their secret too."""
    for other in range(box.players):
        if other != viewer:
            for group in range(S.GROUPS):
                sure = s.sure[other][group]
                for kind in range(box.types):
                    sure[kind] = 0
                forget_places(box, s, other, group)
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
        if s.top[i] != S.UNKNOWN:
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
        if s.top[i] == S.UNKNOWN:
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
        if s.top[i] == S.UNKNOWN:
            count += 1
    return count


def place_sure_hexes(box, s, viewer, rng):
    """Hexes known to be on top, under the Oracle or drawn from there go to random places of these. Where one group has
    left too little room in a hand for the other, all begins again."""
    for _ in range(TRIES):
        if have_places(box, s, viewer, rng):
            return
        hide_hands(box, s, viewer)
        hide_pile(box, s, viewer)
        gather_unseen(box, s)


def have_places(box, s, viewer, rng):
    for group in range(S.GROUPS):
        if not place_group(box, s, viewer, group, rng):
            return False
    return True


def place_group(box, s, viewer, group, rng):
    """Whether there was room for all of it."""
    taken = 0  # places that the group has got, by hand, those above behind them; EACH bits a number
    for kind in range(box.types):
        for _ in range(s.sure[viewer][group][kind]):
            place = choose_place(box, s, viewer, group, taken, rng)
            if place > ABOVE:
                return False
            taken += 1 << place * EACH
            s.pile[kind] -= 1
            if place == ABOVE:
                put_above(s, below(rng, unknown_tops(s) + unknown_looked(box, s)), kind)
            else:
                s.hand[place][kind] += 1
    return True


def choose_place(box, s, viewer, group, taken, rng):
    """A hand or ABOVE, each place there equally likely; beyond that if none is left."""
    places = 0
    for place in range(ABOVE + 1):
        places += left_at(box, s, viewer, group, taken, place)
    if places == 0:
        return ABOVE + 1
    chosen = below(rng, places)
    place = 0
    while chosen >= left_at(box, s, viewer, group, taken, place):
        chosen -= left_at(box, s, viewer, group, taken, place)
        place += 1
    return place


def left_at(box, s, viewer, group, taken, place):
    """Hexes of the group that a hand may still take, or what lies above."""
    used = taken >> place * EACH & (1 << EACH) - 1
    if place < ABOVE:
        if place >= box.players:
            return 0
        return min(int(s.strays[viewer][group][place]) - used, unknown_in_hand(box, s, place))
    if group != S.NEWEST:
        return 0
    return min(int(s.near[viewer]) - used, unknown_tops(s) + unknown_looked(box, s))


def put_above(s, place, kind):
    """The unknown places on top are counted first; after them comes what lies under the Oracle."""
    left = place
    for i in range(s.tops):
        if s.top[i] == S.UNKNOWN:
            if left == 0:
                s.top[i] = kind + 1
                return
            left -= 1
    s.looked[kind] += 1


def deal_hidden_cities(box, s, viewer, rng):
    """The remaining cities in a random order (HXM-RULING-3)."""
    for player in range(box.players):
        if s.city[player] == S.UNKNOWN and was_dealt(box, s, player):
            s.city[player] = draw_city(box, s, rng) + 1


def was_dealt(box, s, player):
    """Cities are dealt seat by seat at the start."""
    return s.phase > S.AT_CITY or (s.phase == S.AT_CITY and player < s.dealt)


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
    if s.phase == S.AT_CITY:
        return a if box.hidden_cities == 0 or s.dealt == viewer else S.HIDDEN_CITY
    if S.CHANCE_DRAW <= a < S.CHANCE_HIT:
        return a if sees_draw(box, s, viewer) else S.HIDDEN_DRAW
    if s.phase == S.AT_ORACLE and a < S.OF_RESOURCE:
        return a if s.active == viewer else S.HIDDEN_STACK
    return a


def sees_draw(box, s, viewer):
    """The display is public; a starting hand, the Fates and the Oracle are not, unless one knows the top."""
    if s.phase == S.AT_HAND:
        return dealt_to(box, s) == viewer
    if s.phase == S.AT_FATES or s.phase == S.AT_LOOK:
        return s.active == viewer or knows_top(s, viewer)
    return True
