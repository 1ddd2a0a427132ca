"""The Fate pile, hands, and what is known of them.

The pile is not stored in order: `pile` counts the hexes whose place is open, and chance decides by weight what is
drawn. Only what an Oracle has put on top has fixed places (`top`), known to the player who put it there (`knower`).
Other players may still be sure of certain types (`sure`), because they had looked before another Oracle: these lie in
places on top or under that Oracle (`near` of them at most), or somebody has drawn them unseen since (`strays` of them
at most, by hand). When only one hand is left for them, they are known to be there (`spied`). Whoever looks again
sees all that lies on top; what may be in several hands by then is an older group and stays apart from what comes after.
"""

from hexagora.games.hexemonia.state import GROUPS, NEWEST, NOBODY, OLDEST


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
        account_for_top(s, viewer, kind)
    leave_pile(box, s, kind)
    for viewer in range(box.players):
        conclude(box, s, viewer)


def draw_into_hand(box, s, player, kind):
    """Only the drawer sees the hex, and whoever knows the order of the top hexes (HXM-SETUP-9, HXM-FX-6)."""
    for viewer in range(box.players):
        if viewer == player:
            account_for_top(s, viewer, kind)
        elif s.knower == viewer + 1:
            s.spied[viewer][player][kind] += 1
        elif s.near[viewer] > 0:
            s.strays[viewer][NEWEST][player] += 1
    leave_pile(box, s, kind)
    add_to_hand(s, player, kind)
    for viewer in range(box.players):
        conclude(box, s, viewer)


# being sure


def account_for_top(s, viewer, kind):
    """The viewer sees the top hex: if its place was unknown, it may be one of those that the viewer was sure of."""
    if s.near[viewer] > 0 and s.sure[viewer][NEWEST][kind] > 0:
        s.sure[viewer][NEWEST][kind] -= 1


def unseen_above(s, viewer):
    """Hexes on top and under the Oracle whose places the viewer does not know."""
    count = 0
    if s.knower != viewer + 1:
        count += int(s.tops)
    if s.active != viewer:
        count += int(s.looks)
    return count


def unseen_in_hand(box, s, viewer, player):
    """Hexes of a hand that the viewer has not seen."""
    count = int(s.hand_size[player])
    for kind in range(box.types):
        count -= int(s.shown[player][kind]) + int(s.spied[viewer][player][kind])
    return count


def conclude(box, s, viewer):
    """What the viewer was sure of fits into the places that are left for it; if these are in one hand, it is there.
    What is settled of one group leaves fewer places to the others."""
    for _ in range(GROUPS):
        for group in range(GROUPS):
            settle(box, s, viewer, group)


def settle(box, s, viewer, group):
    if not has_places(box, s, viewer, group):
        return
    if is_settled(box, s, viewer, group):
        forget_places(box, s, viewer, group)
        return
    above = 0
    if group == NEWEST:
        s.near[viewer] = min(int(s.near[viewer]), unseen_above(s, viewer))
        above = int(s.near[viewer])
    holders = 0
    holder = 0
    for player in range(box.players):
        unseen = unseen_in_hand(box, s, viewer, player)
        s.strays[viewer][group][player] = min(int(s.strays[viewer][group][player]), unseen)
        if s.strays[viewer][group][player] > 0:
            holders += 1
            holder = player
    if above == 0 and holders == 1:
        for kind in range(box.types):
            s.spied[viewer][holder][kind] += s.sure[viewer][group][kind]
            s.sure[viewer][group][kind] = 0
        forget_places(box, s, viewer, group)


def has_places(box, s, viewer, group):
    if group == NEWEST and s.near[viewer] > 0:
        return True
    for player in range(box.players):
        if s.strays[viewer][group][player] > 0:
            return True
    return False


def is_settled(box, s, viewer, group):
    for kind in range(box.types):
        if s.sure[viewer][group][kind] > 0:
            return False
    return True


def forget_places(box, s, viewer, group):
    if group == NEWEST:
        s.near[viewer] = 0
    for player in range(box.players):
        s.strays[viewer][group][player] = 0


def be_sure_anew(box, s, viewer):
    """Another Oracle reaches for the hexes that the viewer has put on top. What may be in several hands since an
    earlier one is none of them; it joins what is even older."""
    for kind in range(box.types):
        s.sure[viewer][OLDEST][kind] += s.sure[viewer][NEWEST][kind]
        s.sure[viewer][NEWEST][kind] = 0
    for player in range(box.players):
        s.strays[viewer][OLDEST][player] += s.strays[viewer][NEWEST][player]
    forget_places(box, s, viewer, NEWEST)
    conclude(box, s, viewer)


# hands


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
        else:
            miss_from_hand(box, s, viewer, player, kind)


def miss_from_hand(box, s, viewer, player, kind):
    """What left the hand may have been one of those that the viewer was sure of, of either group."""
    for group in range(GROUPS):
        if s.strays[viewer][group][player] > 0 and s.sure[viewer][group][kind] > 0:
            s.sure[viewer][group][kind] -= 1
    conclude(box, s, viewer)


def unknown_in_hand(box, s, player):
    """Hexes of a hand that this state does not show; none in a full state."""
    unknown = int(s.hand_size[player])
    for kind in range(box.types):
        unknown -= s.hand[player][kind]
    return unknown


def may_hold(s, player, kind, unknown):
    """Whether a hand holds a type or, where the state hides some of it, could hold it."""
    return s.hand[player][kind] > 0 or (unknown > 0 and s.pile[kind] > 0)
