"""Before the game: tokens, the order and its direction, the map, offers to exchange places."""

from hexagora.games.hexcape import state as S
from hexagora.games.hexcape.rules_map import lay_out
from hexagora.games.hexcape.rules_turn import begin_first_round


def list_colours(box, s, out):
    """Any colour that nobody has taken (HEX-SETUP-1)."""
    n = 0
    for colour in range(S.COLOURS):
        if owner_of(box, s, colour) == S.NOBODY:
            out[n] = S.TAKE + colour
            n += 1
    return n


def owner_of(box, s, colour):
    for player in range(box.players):
        if s.colour[player] == colour + 1:
            return player
    return S.NOBODY


def list_maps(box, out, block):
    for k in range(box.maps):
        out[k] = block + k
    return int(box.maps)


def list_offers(box, s, out):
    """To any other player, or none (HEX-SETUP-6)."""
    n = 0
    for player in range(box.players):
        if player != s.actor:
            out[n] = S.OFFER + player
            n += 1
    out[n] = S.NO_OFFER
    return n + 1


def list_next(box, s, out):
    n = 0
    for player in range(box.players):
        if s.contest & (1 << player):
            out[n] = S.NEXT + player
            n += 1
    return n


def take_token(box, s, colour):
    """In seat order (HEX-RULING-6)."""
    s.colour[s.actor] = colour + 1
    s.actor += 1
    if s.actor == box.players:
        s.actor = 0
        begin_order(box, s)


def begin_order(box, s):
    """The order is thrown for, drawn, or that of the seats (HEX-SETUP-2, HEX-RULING-5)."""
    if box.order_rule == S.BY_DICE:
        s.phase = S.ORDER_ROLL
    elif box.order_rule == S.BY_SEAT:
        set_order(box, s, 0, 1)
    else:
        s.contest = (1 << box.players) - 1
        s.phase = S.NEXT_PLACE


def take_next_place(box, s, player):
    """A place of a random order is filled; the last one follows by itself."""
    s.order[s.turn] = player
    s.turn += 1
    s.contest &= ~(1 << player)
    if s.turn == box.players - 1:
        s.order[s.turn] = first_in(box, s, 0)
        s.contest = 0
        begin_map(box, s)


def first_in(box, s, least):
    """The first player of the contest whose seat is not below `least`."""
    for player in range(least, box.players):
        if s.contest & (1 << player):
            return player
    return S.NOBODY


def throw_for_order(box, s, face):
    """The first, common throw; who is highest takes the first turn (HEX-SETUP-2)."""
    s.rolled[s.actor] = face
    s.actor += 1
    if s.actor < box.players:
        return
    top = 0
    for player in range(box.players):
        top = max(top, int(s.rolled[player]))
    s.contest = 0
    for player in range(box.players):
        if s.rolled[player] == top:
            s.contest |= 1 << player
    settle_first(box, s)


def settle_first(box, s):
    """One player is highest, or those who tie throw again (HEX-RULING-4)."""
    first = first_in(box, s, 0)
    s.actor = first
    if s.contest == 1 << first:
        find_direction(box, s, first)
    else:
        s.phase = S.TIE_ROLL


def throw_again(box, s, face):
    """A throw of a tie, in seat order; 1 when all have thrown."""
    s.again[s.actor] = face
    following = first_in(box, s, s.actor + 1)
    if following == S.NOBODY:
        return 1
    s.actor = following
    return 0


def throw_for_tie(box, s, face):
    """Those tied for the highest throw among themselves until one is highest (HEX-RULING-4)."""
    if throw_again(box, s, face) == 0:
        return
    top = 0
    for player in range(box.players):
        top = max(top, int(s.again[player]))
    for player in range(box.players):
        if s.again[player] != top:
            s.contest &= ~(1 << player)
        s.again[player] = 0
    settle_first(box, s)


def left_of(box, player):
    """Seats are numbered clockwise (HEX-RULING-5)."""
    return (player + 1) % box.players


def right_of(box, player):
    return (player + box.players - 1) % box.players


def find_direction(box, s, first):
    """The neighbour with the higher throw goes second (HEX-SETUP-3); with two players there is no direction."""
    s.order[0] = first
    left = left_of(box, first)
    right = right_of(box, first)
    if left == right:
        set_order(box, s, first, 1)
    elif s.rolled[left] != s.rolled[right]:
        set_order(box, s, first, 1 if s.rolled[left] > s.rolled[right] else -1)
    else:
        s.contest = (1 << left) | (1 << right)
        s.actor = min(left, right)
        s.phase = S.SIDE_ROLL


def throw_for_side(box, s, face):
    """Equal neighbours throw again until they differ (HEX-RULING-5)."""
    if throw_again(box, s, face) == 0:
        return
    first = int(s.order[0])
    left = int(s.again[left_of(box, first)])
    right = int(s.again[right_of(box, first)])
    for player in range(box.players):
        s.again[player] = 0
    if left == right:
        s.actor = first_in(box, s, 0)
    else:
        set_order(box, s, first, 1 if left > right else -1)


def set_order(box, s, first, step):
    """Around the table from the first player, clockwise (1) or counter-clockwise (-1)."""
    s.contest = 0
    for k in range(box.players):
        s.order[k] = (first + step * k + box.players * box.players) % box.players
    begin_map(box, s)


def begin_map(box, s):
    """The players name maps in turn order, unless the table was opened for one map (HEX-SETUP-4, HEX-RULING-7)."""
    s.turn = 0
    s.actor = s.order[0]
    if box.vote == 1:
        s.phase = S.WISHING
    else:
        begin_offers(box, s)


def wish_for(box, s, chosen):
    """A wish binds nobody (HEX-RULING-7); after all others the last in the order decides (HEX-SETUP-5)."""
    s.wish[s.actor] = chosen + 1
    s.turn += 1
    s.actor = s.order[s.turn]
    if s.turn == box.players - 1:
        s.phase = S.CHOOSING


def choose_map(box, s, chosen):
    lay_out(box, s, chosen)
    begin_offers(box, s)


def begin_offers(box, s):
    """Offers are made in the order as it stands when the map is fixed (HEX-RULING-8)."""
    if box.order_swaps == 0:
        begin_first_round(box, s)
        return
    for k in range(box.players):
        s.asking[k] = s.order[k]
    s.turn = 0
    s.actor = s.asking[0]
    s.phase = S.OFFERING


def make_offer(box, s, a):
    if a == S.NO_OFFER:
        next_offer(box, s)
    else:
        s.actor = a - S.OFFER
        s.phase = S.ANSWERING


def answer_offer(box, s, a):
    """Both want to: the two exchange their places in the order (HEX-SETUP-6)."""
    if a == S.ACCEPT:
        one = int(s.asking[s.turn])
        other = int(s.actor)
        for k in range(box.players):
            if s.order[k] == one:
                s.order[k] = other
            elif s.order[k] == other:
                s.order[k] = one
    next_offer(box, s)


def next_offer(box, s):
    """At most one offer a player; none once the first turn has begun (HEX-RULING-8)."""
    s.turn += 1
    if s.turn == box.players:
        begin_first_round(box, s)
    else:
        s.actor = s.asking[s.turn]
        s.phase = S.OFFERING
