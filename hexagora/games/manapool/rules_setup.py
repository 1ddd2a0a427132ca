"""Set-up of Mana Pool: colours, corners, the first player."""

from hexagora.games.manapool import state as S
from hexagora.games.manapool.rules_turn import put_token, start_turn


def begin_set_up(box, s):
    """Seats pick in their order unless chance decides about it (MAN-RULING-5)."""
    s.owner[S.OUTSIDE] = S.SPAWNER
    for seat in range(S.PLAYERS):
        s.picker[seat] = seat
    s.phase = S.ORDERING if box.random_order == 1 else S.COLOURS


def set_order(box, s, order):
    """The six orders of three seats, in the order of a dictionary: 123, 132, 213, 231, 312, 321."""
    first = order // 2
    second = 0
    while second == first:
        second += 1
    if order % 2 == 1:
        second += 1
        if second == first:
            second += 1
    s.picker[0] = first
    s.picker[1] = second
    s.picker[2] = 3 - first - second
    s.player = first
    s.phase = S.COLOURS


def next_pick(box, s):
    """Hands the choice to the next seat; returns 1 when all have chosen."""
    s.picks += 1
    if s.picks == S.PLAYERS:
        s.picks = 0
        s.player = s.picker[0]
        return 1
    s.player = s.picker[s.picks]
    return 0


def choose_colour(box, s, colour):
    """One player for each colour (MAN-SETUP-1)."""
    s.colour[s.player] = colour + 1
    if next_pick(box, s) == 1:
        s.phase = S.CORNERS


def corner_open(box, s, corner):
    """A corner without a spawner; with alternate corners an even number of corners from the others (MAN-RULING-6)."""
    for seat in range(S.PLAYERS):
        if s.home[seat] == corner + 1:
            return False
        if box.corner_rule == S.ALTERNATE and s.home[seat] > 0 and (s.home[seat] - 1 - corner) % 2 == 1:
            return False
    return True


def choose_corner(box, s, corner):
    """Puts the spawner on the corner and a token on each of its gates (MAN-SETUP-2, 3, MAN-RULING-7)."""
    s.home[s.player] = corner + 1
    s.owner[box.corner[corner]] = S.SPAWNER
    for g in range(S.GATES):
        put_token(box, s, s.player, box.gate[corner][g])
    if next_pick(box, s) == 1:
        seat_clockwise(box, s)
        find_first_player(box, s)


def seat_clockwise(box, s):
    """Turns go round the board in the order of the corners, whatever the seats (MAN-SETUP-5, MAN-RULING-9)."""
    for seat in range(S.PLAYERS):
        nearest = box.corners
        for other in range(S.PLAYERS):
            ahead = (s.home[other] - s.home[seat] + box.corners) % box.corners
            if other != seat and ahead < nearest:
                nearest = ahead
                s.after[seat] = other


def find_first_player(box, s):
    """After the placement (MAN-SETUP-4), by chance or as the option says (MAN-RULING-8)."""
    if box.starter_rule == S.BY_CHANCE:
        s.phase = S.STARTER
        return
    starter = box.starter + 0
    if box.starter_rule != S.BY_SEAT:
        for seat in range(S.PLAYERS):
            if s.colour[seat] == box.starter + 1:
                starter = seat
    start_first_turn(box, s, starter)


def start_first_turn(box, s, seat):
    s.player = seat
    s.first = seat
    s.round = 1
    start_turn(box, s)
