"""What the lab counts of a match of Mana Pool: corners, colours, who began, and how it ended."""

CORNER, COLOUR, ORDER = 0, 1, 2
BY_GOAL, BY_LIMIT = 0, 1


def side(box, s, facet, player):
    if facet == CORNER:
        return s.home[player] - 1
    if facet == COLOUR:
        return s.colour[player] - 1
    return turns_after_first(s, player)


def turns_after_first(s, player):
    """The player's place in the order of turns, from 0."""
    place = 0
    seat = s.first
    while seat != player:
        seat = s.after[seat]
        place += 1
    return place


def reason(box, s):
    for player in range(box.players):
        if s.mana[player] >= box.goal:
            return BY_GOAL
    return BY_LIMIT
