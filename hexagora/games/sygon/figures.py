"""What the lab counts of a match of Hexes of Sygon: the place in the order of turns, and how it ended."""

BY_POINTS, BY_LAST_COMPARISON = 0, 1


def side(box, s, facet, player):
    """The place in the order of turns: the player who sits on that seat of the table."""
    for p in range(box.players):
        if s.seat[p] == player:
            return p
    return -1


def reason(box, s):
    if s.final == 1 or (box.max_rounds > 0 and s.round >= box.max_rounds):
        return BY_LAST_COMPARISON
    return BY_POINTS
