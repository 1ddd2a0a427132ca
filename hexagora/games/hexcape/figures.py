"""What the lab counts of a match of Hexcape: the place in the order of turns, and how it ended."""

BY_ESCAPE, BY_LIMIT = 0, 1


def side(box, s, facet, player):
    """The place in the order of turns."""
    for place in range(box.players):
        if s.order[place] == player:
            return place
    return -1


def reason(box, s):
    for player in range(box.players):
        if s.at[player] == box.goal[s.map]:
            return BY_ESCAPE
    return BY_LIMIT
