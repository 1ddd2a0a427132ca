"""What a game may tell whoever counts its matches: which side a player was, and why a match ended. Written like rules;
a game's `figures` module defines some of these functions, and its `catalogue` names what the numbers stand for
(`facets`, `ENDINGS`)."""

NO_SIDE = -1


def side(box, s, facet, player):
    """In a match that is over: which city, colour, corner (whatever the facet of that number is about) was the
    player's, as a number from 0; NO_SIDE where there is none."""
    return NO_SIDE


def reason(box, s):
    """In a match that is over: why it ended, as a number from 0."""
    return 0
