"""Phase D: the political check, Revolts, the hand limit and the end of a turn."""

from hexagora.games.hexemonia import state as S
from hexagora.games.hexemonia.rules_city import acropolis_has, count_nature, excess, has_cell, to_supply
from hexagora.games.hexemonia.rules_draft import last_player, legal_cities
from hexagora.games.hexemonia.rules_fate import may_hold, take_from_hand, unknown_in_hand


def political_hexes(box, s, player):
    """Political hexes of the city, active or not, with an open Acropolis; Myths only by option (HXM-POL-1,
    HXM-RULING-5, HXM-RULING-67)."""
    count = count_nature(box, s, player, S.POLITICAL, s.filled[player])
    if acropolis_has(box, s, player, S.POLITICAL):
        count += 1
    if box.political_myths == 1:
        for kind in range(int(box.first_myth), box.types):
            if s.myth_owner[kind] == player + 1 and box.nature[kind] == S.POLITICAL:
                count += 1
    return count


def leads_politics(box, s, player):
    """More than every single opponent has (HXM-POL-2, HXM-RULING-69)."""
    own = political_hexes(box, s, player)
    for other in range(box.players):
        if other != player and political_hexes(box, s, other) >= own:
            return False
    return True


def check_politics(box, s):
    """Only the active player can get the Philosopher; when he changes hands, Revolts break out (HXM-POL-3, HXM-POL-4,
    HXM-REV-1, HXM-REV-5)."""
    player = int(s.active)
    if s.philosopher != player + 1 and leads_politics(box, s, player):
        s.philosopher = player + 1
        if box.revolts == 1:
            break_out_revolts(box, s)
    limit_hand(box, s)


def break_out_revolts(box, s):
    """On every hex with an excess of every player but the holder (HXM-POL-5, HXM-REV-2, HXM-RULING-71)."""
    for player in range(box.players):
        if s.philosopher != player + 1:
            for cell in range(1, box.cells):
                if has_cell(s.filled[player], cell):
                    revolt(box, s, player, cell)


def revolt(box, s, player, cell):
    """A single kind in excess loses half, rounded up; several kinds are levelled to the smallest (HXM-REV-3, HXM-REV-4,
    HXM-RULING-72)."""
    citizens = excess(box, s, player, cell, S.CITIZEN)
    hoplites = excess(box, s, player, cell, S.HOPLITE)
    gold = excess(box, s, player, cell, S.GOLD)
    kinds = 0
    smallest = citizens + hoplites + gold
    for r in range(S.RESOURCES):
        here = excess(box, s, player, cell, r)
        if here > 0:
            kinds += 1
            smallest = min(smallest, here)
    if kinds == 0:
        return
    kept = smallest // 2 if kinds == 1 else smallest
    lose_excess(box, s, player, cell, S.CITIZEN, citizens - kept)
    lose_excess(box, s, player, cell, S.HOPLITE, hoplites - kept)
    lose_excess(box, s, player, cell, S.GOLD, gold - kept)


def lose_excess(box, s, player, cell, resource, number):
    if number > 0:
        to_supply(box, s, player, cell, resource, number)


def limit_hand(box, s):
    """The active player keeps at most four hexes (HXM-TURN-3, HXM-HAND-1, HXM-RULING-75)."""
    if s.hand_size[s.active] > box.hand_limit:
        s.phase = S.AT_DISCARD
    else:
        end_turn(box, s)


def legal_discards(box, s, out):
    n = 0
    unknown = unknown_in_hand(box, s, int(s.active))
    for kind in range(box.types):
        if may_hold(s, s.active, kind, unknown):
            out[n] = S.OF_TYPE + kind
            n += 1
    return n


def discard(box, s, kind):
    """Face up on the Underworld pile."""
    take_from_hand(box, s, int(s.active), kind)
    s.underworld[kind] += 1
    limit_hand(box, s)


def end_turn(box, s):
    """Clockwise to the next player; in the last round up to the Last Player, without phase A (HXM-TURN-2, HXM-END-2,
    HXM-END-3, HXM-RULING-76)."""
    s.fresh = 0
    if s.last_round == 1 and s.active == last_player(box, s):
        open_next(box, s)
        return
    s.active = (s.active + 1) % box.players
    s.phase = S.AT_PLAY if s.last_round == 1 else S.AT_TAKE1


def open_next(box, s):
    """All Acropolises that are still hidden are opened for the scoring, seat by seat (HXM-ACRO-5)."""
    while s.dealt < box.players and s.open[s.dealt] == 1:
        s.dealt += 1
    s.phase = S.AT_OPEN
    if s.dealt == box.players:
        s.dealt = 0
        s.phase = S.AT_OVER


def legal_openings(box, s, out):
    """The city that is there; where the state hides it, any that is left."""
    if s.city[s.dealt] == S.UNKNOWN:
        return legal_cities(box, s, out)
    out[0] = S.CHANCE_CITY + s.city[s.dealt] - 1
    return 1


def open_city(box, s):
    s.open[s.dealt] = 1
    open_next(box, s)
