"""What a seat sees of Hexcape: the names of all features, and the cells."""


from hexagora.engine.features import Facet, Feature, Space, for_each, one_of
from hexagora.games.hexcape.features import MOST_COST, MOST_POINTS, MOST_ROUND, cells_of
from hexagora.games.hexcape.maps import axial
from hexagora.games.hexcape.roads import grid
from hexagora.games.hexcape.state import (
    CARDS,
    LETTERS,
    MAPS,
    MAX_COLUMNS,
    MAX_DIE,
    MAX_ROWS,
    NO_CELL,
    PLAYERS,
    SIDES,
    Box,
)
from hexagora.hexes import Direction

NAMES = (
    "order roll", "tie roll", "side roll", "next place", "action roll", "teleport roll", "second roll", "drawing",
    "taking", "wishing", "choosing", "offering", "answering", "moving", "asked to draw", "changing", "erasing", "over",
)  # fmt: skip


def planes(box: Box) -> list[Feature]:
    return [
        Feature("passable", 1, "a hex that can be entered"),
        Feature("impassable", 1, "a hex that cannot"),
        Feature("cost", MOST_COST, "the movement cost now"),
        Feature("printed cost", MOST_COST, "the movement cost on the map"),
        Feature("start", 1, "the Start hex"),
        Feature("end", 1, "the End hex"),
        Feature("card hex", 1, "a card may be drawn here"),
        Feature("row", MAX_ROWS, "the row from the top"),
        Feature("column", MAX_COLUMNS, "the column from the left"),
        *one_of((f"teleport number {k + 1}" for k in range(MAX_DIE)), "a teleport with that number"),
        *one_of((f"teleport letter {chr(65 + k)}" for k in range(LETTERS)), "a teleport with that letter"),
        *for_each(PLAYERS, [Feature("token", 1, "the token of that player")]),
    ]


def numbers(box: Box) -> list[Feature]:
    return [
        *one_of((f"decision: {name}" for name in NAMES), "what is decided now"),
        Feature("decides", 1, "the seat is to decide"),
        Feature("action points", MOST_POINTS, "action points left in this turn"),
        Feature("fresh", 1, "the first action of the turn is still to come"),
        Feature("rope", 1, "the next hex entered is roped"),
        Feature("round", MOST_ROUND, "the round"),
        Feature("thaw", MOST_ROUND, "the round from which nothing can be raised, 0 for never"),
        Feature("erasures", 8, "changes that may still be erased"),
        Feature("teleport by number", MAX_DIE, "the number rolled for a teleport"),
        Feature("teleport by letter", 1, "the right to teleport by letters"),
        *(Feature(f"wishes for map {k + 1}", PLAYERS, "players who wished for that map") for k in range(MAPS)),
        *for_each(PLAYERS, [
            Feature("place", PLAYERS, "1 + the place in the order of turns, once it is known"),
            Feature("took a token", 1, "has chosen the colour of the token"),
            Feature("unknown card", 1, "holds a card that the seat may not know"),
            *one_of(("no card", "card face down", "card open", "card used"), "what became of the player's card"),
            *one_of((f"card {k + 1}" for k in range(CARDS)), "the card, by its number in the content file"),
        ]),
    ]


def space(box: Box) -> Space:
    """With a vote as many cells as the largest candidate has; only those of the first one have names."""
    first, spare = grid(box, 0), cells_of(box) - int(box.hexes[0])
    hexes = [axial(int(box.row[box.first[0] + c]), int(box.column[box.first[0] + c])) for c in range(box.hexes[0])]
    cell = {h: c for c, h in enumerate(hexes)}
    around = [tuple(cell.get(h.neighbour(d), NO_CELL) for d in Direction) for h in hexes]
    return Space(
        (*first.names, *(f"-{k + 1}" for k in range(spare))),
        (*first.centres, *[(0.0, 0.0)] * spare),
        (*around, *[(NO_CELL,) * SIDES] * spare),
    )


def facets(box: Box) -> list[Facet]:
    return [Facet("place in the order of turns", PLACES)]


ENDINGS = ("an escape", "the round limit")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
