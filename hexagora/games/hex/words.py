"""Notation, sentences and positions of classic Hex: `f6` lays a stone in column f, row 6; `swap` swaps."""

from functools import cache
from typing import Any

from hexagora.engine.document import Cells, Shape, Word, one_of
from hexagora.engine.errors import BadPosition
from hexagora.engine.words import Sentence, say
from hexagora.games.hex import rules
from hexagora.games.hex.state import SWAP, Box, State
from hexagora.hexes import column_names, parallelogram

COLOURS = ("red", "blue")
POSITION = Shape(red=Cells(), blue=Cells(), to_move=Word(COLOURS))
RED, BLUE = range(2)


@cache
def cell_names(size: int) -> tuple[str, ...]:
    """A letter for the column and a number for the row of each cell."""
    return tuple(column_names(parallelogram(size, size)))


def cell_name(box: Box, cell: int) -> str:
    return cell_names(box.size)[cell]


def text(box: Box, s: State, a: int) -> str:
    return "swap" if a == SWAP else cell_name(box, a)


def sentence(box: Box, s: State, a: int, after: State) -> Sentence:
    who = COLOURS[s.mover].capitalize()
    if a == SWAP:
        return say("{who} takes over the first stone", who=who)
    if after.winner:
        return say("{who} plays {cell} and joins both sides: {who} wins", who=who, cell=cell_name(box, a))
    return say("{who} plays {cell}", who=who, cell=cell_name(box, a))


def position(box: Box, s: State) -> dict[str, Any]:
    stones = {
        colour: [cell_name(box, c) for c in range(box.cells) if s.stone[c] == player + 1]
        for player, colour in enumerate(COLOURS)
    }
    return {**stones, "to_move": COLOURS[s.mover]}


def place(box: Box, s: State, document: dict[str, Any]) -> None:
    """Lays the stones of a document; colours that are left out have none, red moves when the numbers are equal."""
    names = {name: c for c, name in enumerate(cell_names(box.size))}
    given = POSITION.read(document, names)
    for player, colour in enumerate(COLOURS):
        s.mover = player
        for cell in given[colour]:
            if s.stone[cell]:
                raise BadPosition(f"{colour}: {cell_name(box, cell)} holds two stones")
            rules.lay_stone(box, s, cell)
    s.mover = _mover(box, s, given["to_move"])


def _mover(box: Box, s: State, wanted: int | None) -> int:
    """The player to move, who must be one that the numbers of stones allow."""
    reds, blues = (sum(1 for stone in s.stone if stone == p + 1) for p in (RED, BLUE))
    possible = [p for p in (RED, BLUE) if _can_be_next(box, reds, blues, p) and s.winner != p + 1]
    if not possible:
        raise BadPosition(f"red = {reds} stones, blue = {blues} stones: this cannot come about; allowed: as many red "
                          f"as blue or one more{', or one fewer after a swap' if box.swap else ''}, and none "
                          "after a win")
    if wanted is None:
        return possible[0]
    one_of("to_move", COLOURS[wanted], [COLOURS[p] for p in possible])
    return wanted


def _can_be_next(box: Box, reds: int, blues: int, mover: int) -> bool:
    """Without a swap red is ahead by one when blue is to move; after one red has laid one stone less (CLX-SWAP-2)."""
    ahead = reds - blues
    return ahead == mover or (box.swap == 1 and blues > 0 and ahead == mover - 1)
