"""What the lab counts of a match of Hexemonia: the cities."""


def side(box, s, facet, player):
    """The city of the player's Acropolis."""
    return s.city[player] - 1
