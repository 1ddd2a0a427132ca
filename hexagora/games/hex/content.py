"""From the content file and the options to the box."""

from typing import Annotated, Any

from pydantic import Field

from hexagora.engine.content import Part
from hexagora.engine.record import fill
from hexagora.games.hex.state import SIDE_ONE, SIDE_TWO, Box
from hexagora.hexes import Grid, parallelogram


class Content(Part):
    players: Annotated[list[str], Field(min_length=2, max_length=2)]


def build(content: Content, options: dict[str, Any], box: Box) -> Box:
    size = options["size"]
    box.players = 2
    box.size = size
    box.cells = size * size
    box.swap = int(options["swap"])
    fill(box.neighbour, Grid(parallelogram(size, size)).neighbour_table())
    for cell in range(box.cells):
        row, column = divmod(cell, size)
        box.mirror[cell] = column * size + row
        box.sides[0][cell] = SIDE_ONE * (row == 0) + SIDE_TWO * (row == size - 1)
        box.sides[1][cell] = SIDE_ONE * (column == 0) + SIDE_TWO * (column == size - 1)
    return box
