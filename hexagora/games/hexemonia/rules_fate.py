"""The Fate pile, hands, and what is known of them.

The pile is not stored in order: `pile` counts the hexes whose place is open, and chance decides by weight what is
drawn. Only what an Oracle has put on top has fixed places (`top`), known to the player who put it there (`knower`).
Other players may still be sure that certain types are among these places (`sure`), because they had looked before.
"""

from hexagora.games.hexemonia.state import NOBODY


def top_is_known(s):
    """Whether the next hex has a fixed place and this state shows it."""
    return s.tops > 0 and s.top[0] > 0


def can_be_drawn(s, kind):
    """A possible next hex: the fixed one, or any whose place is open (HXM-SETUP-6)."""
    if top_is_known(s):
        return s.top[0] == kind + 1
    return s.pile[kind] > 0


def draw_weight(s, kind):
    return 1 if top_is_known(s) else int(s.pile[kind])


def uncover(s, kind):
    """The top hex, of fixed or of open place, is lifted off."""
    if s.tops == 0:
        s.pile[kind] -= 1
        return
    s.tops -= 1
    for i in range(s.tops):
        s.top[i] = s.top[i + 1]
    s.top[s.tops] = 0
    if s.tops == 0:
        s.knower = NOBODY


def leave_pile(box, s, kind):
    """The top hex leaves the pile; an empty pile begins the last round (HXM-END-1, HXM-RULING-28)."""
    uncover(s, kind)
    s.pile_size -= 1
    if s.pile_size == 0 and box.no_refill == 0:
        s.last_round = 1


def draw_openly(box, s, kind):
    """Everybody sees the hex: one of those that somebody was sure of is accounted for."""
    for viewer in range(box.players):
        if s.sure[viewer][kind] > 0:
            s.sure[viewer][kind] -= 1
    leave_pile(box, s, kind)


def draw_into_hand(box, s, player, kind):
    """Only the drawer sees the hex, and whoever knows the order of the top hexes (HXM-SETUP-9, HXM-FX-6)."""
    for viewer in range(box.players):
        if viewer == player:
            if s.sure[viewer][kind] > 0:
                s.sure[viewer][kind] -= 1
        elif s.knower == viewer + 1:
            s.spied[viewer][player][kind] += 1
        else:
            be_less_sure(box, s, viewer)
    leave_pile(box, s, kind)
    add_to_hand(s, player, kind)


def be_less_sure(box, s, viewer):
    """An unseen hex has left the top: of each type the viewer can be sure of one less."""
    for kind in range(box.types):
        if s.sure[viewer][kind] > 0:
            s.sure[viewer][kind] -= 1


def add_to_hand(s, player, kind):
    s.hand[player][kind] += 1
    s.hand_size[player] += 1


def take_from_hand(box, s, player, kind):
    """A hex leaves the hand for everybody to see: those who knew of one like it now know of one less."""
    s.hand[player][kind] -= 1
    s.hand_size[player] -= 1
    if s.shown[player][kind] > 0:
        s.shown[player][kind] -= 1
        return
    for viewer in range(box.players):
        if s.spied[viewer][player][kind] > 0:
            s.spied[viewer][player][kind] -= 1


def unknown_in_hand(box, s, player):
    """Hexes of a hand that this state does not show; none in a full state."""
    unknown = int(s.hand_size[player])
    for kind in range(box.types):
        unknown -= s.hand[player][kind]
    return unknown


def may_hold(s, player, kind, unknown):
    """Whether a hand holds a type or, where the state hides some of it, could hold it."""
    return s.hand[player][kind] > 0 or (unknown > 0 and s.pile[kind] > 0)
