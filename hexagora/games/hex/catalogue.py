"""What a seat sees of classic Hex: the names of all features, and the cells."""


from hexagora.engine.features import Feature, Space
from hexagora.games.hex import words
from hexagora.games.hex.state import Box
from hexagora.hexes import Layout, parallelogram


def planes(box: Box) -> list[Feature]:
    return [
        Feature("own stone", 1, "a stone of the seat"),
        Feature("other stone", 1, "a stone of the opponent"),
        Feature("empty", 1, "no stone"),
        Feature("own first side", 1, "on the first of the two sides that the seat joins"),
        Feature("own last side", 1, "on the second of them"),
        Feature("other side", 1, "on a side that the opponent joins"),
    ]


def numbers(box: Box) -> list[Feature]:
    return [
        Feature("to move", 1, "the seat is to move"),
        Feature("may swap", 1, "the first stone may be taken over now"),
        Feature("stones", int(box.cells), "stones on the board"),
    ]


def space(box: Box) -> Space:
    cells = range(box.cells)
    return Space(
        tuple(words.cell_name(box, c) for c in cells),
        tuple(Layout().centre(h) for h in parallelogram(box.size, box.size)),
        tuple(tuple(int(n) for n in box.neighbour[c]) for c in cells),
    )


def longest(box: Box) -> int:
    """Every decision fills a cell, but for one swap."""
    return int(box.cells + 1)
