"""Points, ties and the winner."""

from hexagora.engine.contract import WIN
from hexagora.games.hexemonia.rules_city import count_colour, count_nature, is_active
from hexagora.games.hexemonia.state import (
    ACROPOLIS,
    AT_OVER,
    CHORA,
    FORTIFICATION,
    GOLD,
    MYTH,
    NATURES,
    POLIS,
    UNKNOWN,
)


def active_hexes(box, s, player, colour):
    """Active hexes of a colour; of Myths those on an active host (HXM-SCORE-7, HXM-MYTH-5)."""
    if colour == MYTH:
        return active_myths(box, s, player, 0)
    return count_colour(box, s, player, colour, s.live[player])


def myth_is_active(s, kind):
    """Exactly while its host is active (HXM-MYTH-5)."""
    return s.myth_owner[kind] > 0 and is_active(s, s.myth_owner[kind] - 1, s.host[kind])


def active_myths(box, s, player, nature):
    """Active Myths of a nature, or of all natures for 0."""
    count = 0
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == player + 1 and myth_is_active(s, kind):
            if nature == 0 or box.nature[kind] == nature:
                count += 1
    return count


def trio_hexes(box, s, player, nature):
    """Myths of a nature that can make a trio, the own Acropolis among them (HXM-ACRO-6, HXM-RULING-77)."""
    count = 0
    for kind in range(int(box.first_myth), box.types):
        if s.myth_owner[kind] == player + 1 and box.nature[kind] == nature:
            if box.trio_active == 0 or myth_is_active(s, kind):
                count += 1
    if s.city[player] != UNKNOWN and box.city_nature[s.city[player] - 1] == nature:
        count += 1
    return count


def trios(box, s, player):
    """The largest number of disjoint triples of different natures (HXM-SCORE-3, HXM-RULING-78): k are possible if no
    nature has to give more than k."""
    best = 0
    k = 1
    while k <= box.types:
        usable = 0
        for nature in range(1, NATURES + 1):
            usable += min(trio_hexes(box, s, player, nature), k)
        if usable < 3 * k:
            return best
        best = k
        k += 1
    return best


def city_bonus(box, s, player):
    """Points of the own Acropolis for active hexes of its colour (HXM-SCORE-6, HXM-RULING-79)."""
    if s.city[player] == UNKNOWN:
        return 0
    city = s.city[player] - 1
    count = active_hexes(box, s, player, box.bonus_colour[city])
    if box.bonus_colour[city] == MYTH and box.myth_city_counts_itself == 1:
        count += 1
    return count * box.bonus[city]


def philosopher_points(box, s, player):
    """Only where there are no Revolts (HXM-SCORE-5, HXM-RULING-82)."""
    if box.revolts == 0 and s.philosopher == player + 1:
        return int(box.points_philosopher)
    return 0


def points(box, s, player):
    """All points of a player (HXM-SCORE-1 to 6)."""
    total = active_hexes(box, s, player, CHORA) * box.points_chora
    total += active_hexes(box, s, player, FORTIFICATION) * box.points_fortification
    total += active_hexes(box, s, player, POLIS) * box.points_polis
    total += trios(box, s, player) * box.points_trio
    total += s.cubes[player][GOLD][ACROPOLIS] * box.points_gold
    total += philosopher_points(box, s, player)
    return total + city_bonus(box, s, player)


def own_nature_hexes(box, s, player):
    """Active hexes and Myths of the nature of the own Acropolis, without the Acropolis (HXM-TIE-1, HXM-RULING-80)."""
    if s.city[player] == UNKNOWN:
        return 0
    nature = box.city_nature[s.city[player] - 1]
    return count_nature(box, s, player, nature, s.live[player]) + active_myths(box, s, player, nature)


def is_ahead(box, s, player, other):
    """1 if a player beats another, -1 if it is the other way round, 0 for a tie (HXM-TIE-1, HXM-TIE-2)."""
    lead = points(box, s, player) - points(box, s, other)
    if lead == 0:
        lead = own_nature_hexes(box, s, player) - own_nature_hexes(box, s, other)
    if lead == 0:
        lead = s.cubes[player][GOLD][ACROPOLIS] - s.cubes[other][GOLD][ACROPOLIS]
    return min(1, max(-1, lead))


def is_beaten(box, s, player):
    for other in range(box.players):
        if is_ahead(box, s, other, player) == 1:
            return True
    return False


def share_win(box, s, out):
    """The best player wins; players who are equal in everything share (HXM-COMP-2, HXM-RULING-81)."""
    winners = 0
    for player in range(box.players):
        out[player] = 0
        if s.phase == AT_OVER and not is_beaten(box, s, player):
            out[player] = 1
            winners += 1
    if winners > 0:
        for player in range(box.players):
            out[player] = out[player] * (WIN // winners)
