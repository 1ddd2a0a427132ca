"""What matters in a first match of classic Hex, and why a stone is good."""

from collections.abc import Iterator
from heapq import heappop, heappush

from hexagora.engine.chains import first_stone
from hexagora.games.hex import rules
from hexagora.games.hex.state import NO_CELL, SIDE_ONE, SIDE_TWO, Box, State
from hexagora.games.hex.words import cell_name

FEW, SOME, MANY = 2, 6, 12  # stones on the board


def matters(box: Box, s: State, player: int) -> list[str]:
    """The tips for a position, most important first."""
    if s.stones == 0:
        return ["begin"] if box.swap else []
    found = ["swap"] if rules.may_swap(box, s) else []
    return found + [name for name, least in (("bridge", FEW), ("block", SOME), ("both", MANY)) if s.stones >= least]


# why a stone is good


def reasons(box: Box, before: State, after: State, player: int) -> list[str]:
    """What the stones of a turn did: chains joined, bridges, and how many stones both then need at least."""
    laid = [cell for cell in range(box.cells) if after.stone[cell] == player + 1 and before.stone[cell] == 0]
    own, other = stones_needed(box, after, player), stones_needed(box, after, 1 - player)
    found = [text for cell in laid for text in _at(box, before, after, cell, player)]
    if stones_needed(box, before, 1 - player) < other < box.cells:
        found.append(f"the other side then needs {_stones(other)} at least")
    if own < stones_needed(box, before, player):
        found.append(f"you then need {_stones(own)} more at least" if own else "")
    return [text for text in found if text] or _by_bridges(box, before, after, player)


def _by_bridges(box: Box, before: State, after: State, player: int) -> list[str]:
    """What a stone far from others does: the stones that both then need if no bridge is broken."""
    found = []
    own, other = stones_needed(box, after, player, True), stones_needed(box, after, 1 - player, True)
    if stones_needed(box, before, 1 - player, True) < other < box.cells:
        found.append(f"with bridges the other side then needs {_stones(other)}")
    if 0 < own < stones_needed(box, before, player, True):
        found.append(f"with bridges you then need {_stones(own)} more")
    return found


def _stones(n: int) -> str:
    return f"{n} stone{'' if n == 1 else 's'}"


def _at(box: Box, before: State, after: State, cell: int, player: int) -> Iterator[str]:
    """What one stone joins, and to what it makes a bridge: two empty cells between, of which the other side can take
    only one."""
    beside = {first_stone(before, there) for there in _around(box, cell) if before.stone[there] == player + 1}
    if len(beside) > 1:
        yield f"joins {len(beside)} of your chains"
    here = first_stone(after, cell)
    for side in (SIDE_ONE, SIDE_TWO):
        if not box.sides[player][cell] & side and _is_safe_from(box, after, cell, player, side):
            yield "makes a bridge to your side"
    for there in sorted(bridged(box, after, cell)):
        if after.stone[there] == player + 1 and first_stone(after, there) != here:
            yield f"makes a bridge to {cell_name(box, there)}"


def _is_safe_from(box: Box, s: State, cell: int, player: int, side: int) -> bool:
    """Whether two empty cells of a side lie next to a cell."""
    return sum(s.stone[there] == 0 and bool(box.sides[player][there] & side) for there in _around(box, cell)) > 1


def bridged(box: Box, s: State, cell: int) -> set[int]:
    """The cells that two empty neighbours of a cell have in common with it."""
    empty = [there for there in _around(box, cell) if s.stone[there] == 0]
    return {far for one in empty for two in empty if one < two and two in _around(box, one)
            for far in set(_around(box, one)) & set(_around(box, two)) - {cell}}


def stones_needed(box: Box, s: State, player: int, bridges: bool = False) -> int:
    """How many further stones join a player's sides if the other one lays none, or breaks no bridge."""
    cost = {cell: (s.stone[cell] == 0) + 0 for cell in range(box.cells) if s.stone[cell] in (0, player + 1)}

    def touches(cell: int, side: int) -> bool:
        return bool(box.sides[player][cell] & side) or (bridges and _is_safe_from(box, s, cell, player, side))

    waiting = sorted((cost[cell], cell) for cell in cost if touches(cell, SIDE_ONE))
    known: set[int] = set()
    while waiting:
        far, cell = heappop(waiting)
        if touches(cell, SIDE_TWO):
            return far
        if cell not in known:
            known.add(cell)
            for there in {*_around(box, cell), *(bridged(box, s, cell) if bridges else ())} & cost.keys() - known:
                heappush(waiting, (far + cost[there], there))
    return int(box.cells)  # cut off: it cannot be joined any more


def _around(box: Box, cell: int) -> list[int]:
    return [int(there) for there in box.neighbour[cell] if there != NO_CELL]
