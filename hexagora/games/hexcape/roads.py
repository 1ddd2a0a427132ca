"""Cheapest walks to the End hex with the current costs, for scenes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hexagora.games.hexcape.maps import Walk, walks_to
from hexagora.games.hexcape.state import NO_CELL

Ways = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def _walks(end: int, ways: Ways, costs: tuple[int, ...]) -> Sequence[Walk | None]:
    return walks_to(end, ways, costs)


class Roads:
    """From each passable hex of the map in play the cheapest walk to E; tokens, teleports and cards do not count."""

    def __init__(self, box: Any, s: Any):
        first, count = int(box.first[s.map]), int(box.passable[s.map])
        self.ways: Ways = tuple(
            tuple(int(n) for n in box.neighbour[place] if n != NO_CELL) for place in range(first, first + count)
        )
        self.costs = tuple(int(s.cost[c]) for c in range(count))
        self.walks = _walks(int(box.goal[s.map]), self.ways, self.costs)

    def path(self, cell: int) -> list[int]:
        """The hexes entered on the cheapest walk from a hex, E last; empty where there is none."""
        path = []
        while (walk := self.walks[cell]) is not None and walk[1] > 0:
            cell = min(self.ways[cell], key=self._over)
            path.append(cell)
        return path

    def _over(self, cell: int) -> tuple[float, float]:
        """The walk that begins with entering this hex."""
        walk = self.walks[cell]
        return (float("inf"), 0) if walk is None else (walk[0] + self.costs[cell], walk[1] + 1)

    def gain(self, source: int, target: int) -> int:
        """How much nearer to E the second hex is than the first, in points."""
        here, there = self.walks[source], self.walks[target]
        return 0 if here is None or there is None else here[0] - there[0]
