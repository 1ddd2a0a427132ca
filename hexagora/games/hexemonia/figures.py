"""What the lab counts of a match of Hexemonia: the cities, and the place in the order of turns."""

CITY, PLACE = 0, 1  # facets


def side(box, s, facet, player):
    """The city of the player's Acropolis, or the place in the order of turns; the last has the Last Player marker."""
    if facet == CITY:
        return s.city[player] - 1
    return (player - s.starter + box.players) % box.players
