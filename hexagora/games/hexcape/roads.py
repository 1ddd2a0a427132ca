"""The map in play as scenes need it: names and places of its hexes, and the cheapest walks to the End hex."""

from collections.abc import Sequence
from functools import lru_cache

from hexagora.games.hexcape import maps
from hexagora.games.hexcape.maps import walks_to
from hexagora.games.hexcape.rules_move import swap_surcharge
from hexagora.games.hexcape.state import Box, State
from hexagora.hexes import Direction, Layout

Ways = tuple[tuple[int, ...], ...]
KEPT = 64  # maps, and maps with costs, that are remembered
FAR = (float("inf"), 0)  # longer than any walk


class Grid:
    """What follows from the places of the hexes alone. The passable ones come first."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], passable: int):
        layout = Layout()
        hexes = [maps.axial(row, column) for row, column in zip(rows, columns, strict=True)]
        self.names = [maps.cell_name(row, column) for row, column in zip(rows, columns, strict=True)]
        self.centres = [layout.centre(h) for h in hexes]
        number = {h: c for c, h in enumerate(hexes[:passable])}
        self.ways: Ways = tuple(
            tuple(sorted(number[h.neighbour(d)] for d in Direction if h.neighbour(d) in number))
            for h in hexes[:passable]
        )


@lru_cache(maxsize=KEPT)
def _grid(rows: tuple[int, ...], columns: tuple[int, ...], passable: int) -> Grid:
    return Grid(rows, columns, passable)


def grid(box: Box, k: int) -> Grid:
    """The hexes of a map of the box."""
    first, last = int(box.first[k]), int(box.first[k] + box.hexes[k])
    return _grid(tuple(box.row[first:last]), tuple(box.column[first:last]), int(box.passable[k]))


class Roads:
    """From each passable hex of the map in play the cheapest walk to E; tokens, teleports and cards do not count."""

    def __init__(self, grid: Grid, end: int, costs: tuple[int, ...]):
        self.names = grid.names
        self.costs = costs
        self.walks = walks_to(end, grid.ways, costs)
        over = [FAR if walk is None else (walk[0] + cost, walk[1] + 1)
                for walk, cost in zip(self.walks, costs, strict=True)]  # the walk that begins with entering a hex
        self._next = [min(ways, key=over.__getitem__) if ways else end for ways in grid.ways]
        self._ways: dict[int, str] = {end: ""}

    def path(self, cell: int) -> list[int]:
        """The hexes entered on the cheapest walk from a hex, E last; empty where there is none."""
        path = []
        while (walk := self.walks[cell]) is not None and walk[1] > 0:
            cell = self._next[cell]
            path.append(cell)
        return path

    def _way(self, cell: int) -> str:
        """The names of the hexes of that walk; each is a part of those that come over it."""
        to_name = [cell]
        while (step := to_name[-1]) not in self._ways:
            to_name.append(self._next[step])
        for step in reversed(to_name[:-1]):
            near = self._next[step]
            self._ways[step] = f"{self.names[near]} {self._ways[near]}".rstrip()
        return self._ways[cell]

    def gain(self, source: int, target: int) -> int:
        """How much nearer to E the second hex is than the first, in points."""
        here, there = self.walks[source], self.walks[target]
        return 0 if here is None or there is None else here[0] - there[0]

    def told(self, cell: int) -> str:
        """The walk from a hex in words; empty on E."""
        walk = self.walks[cell]
        if walk is None:
            return "no walk to the End"
        if not walk[1]:
            return ""
        return f"cheapest walk to the End costs {walk[0]}: {self._way(cell)}"


@lru_cache(maxsize=KEPT)
def _roads(grid: Grid, end: int, costs: tuple[int, ...]) -> Roads:
    return Roads(grid, end, costs)


def roads(box: Box, s: State) -> Roads:
    """The walks with the current costs."""
    return _roads(grid(box, s.map), int(box.goal[s.map]), tuple(s.cost[: box.passable[s.map]]))


def finishing(box: Box, s: State) -> list[tuple[int, str]]:
    """The players, but for the one whose turn it is, who can walk to E with their next roll, swaps on the way included,
    and the chance of it."""
    die, plain = box.die[s.map], roads(box, s).walks
    near = [p for p in range(box.players) if p != s.actor and (plain[s.at[p]] or FAR)[0] <= die]  # swaps only add to it
    walks = {p: _walk_with_swaps(box, s, p) for p in near}
    return [(p, f"{die - max(walk, 1) + 1} in {die}") for p, walk in walks.items() if walk is not None and walk <= die]


def _walk_with_swaps(box: Box, s: State, p: int) -> int | None:
    """What the cheapest walk of a player to E costs where others stand in the way; None where there is none."""
    costs = list(s.cost[: box.passable[s.map]])
    for other in range(box.players):
        if other != p:
            costs[s.at[other]] += swap_surcharge(box, s, p, other)
    walk = walks_to(int(box.goal[s.map]), grid(box, s.map).ways, costs)[s.at[p]]
    return walk and walk[0]
