"""How far a player can walk with the points left: the hexes beyond the next one, each with its cheapest way."""

import heapq

from hexagora.engine.scene import Shortcut, cell, place
from hexagora.games.hexcape import words
from hexagora.games.hexcape.roads import grid
from hexagora.games.hexcape.rules_map import place_of, token_on
from hexagora.games.hexcape.rules_move import may_draw, price_of
from hexagora.games.hexcape.state import GO, MOVING, NOBODY, Box, State

ONE_STEP = 1


def routes(box: Box, s: State) -> list[Shortcut]:
    """Walks of several steps over hexes where nothing is asked or rolled on the way (HEX-MOVE-1, 2)."""
    if s.phase != MOVING:
        return []
    stand = int(s.at[s.actor])
    return [_route(box, s, cost, (stand, *way)) for cost, way in _walks(box, s, stand).values() if len(way) > ONE_STEP]


def _route(box: Box, s: State, cost: int, way: tuple[int, ...]) -> Shortcut:
    names = [grid(box, s.map).names[c] for c in way]
    return Shortcut(f"Walk to {names[-1]}", [words.text(box, s, GO + c) for c in way[1:]],
                    f"costs {cost} AP, {s.ap - cost} left", [cell(names[-1])], [place(name) for name in names],
                    str(cost), s.ap - cost)


def _walks(box: Box, s: State, stand: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The cheapest walk to each hex that can be paid, of the cheapest one with the fewest steps."""
    ways, found = grid(box, s.map).ways, {}
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    while heap:
        cost, steps, way = heapq.heappop(heap)
        here = way[-1] if way else stand
        if here in found or (way and here == stand):
            continue
        if way:
            found[here] = (cost, way)
        if way and not _passes(box, s, here):
            continue
        for near in ways[here]:
            price = price_of(box, s, near) if not way else int(s.cost[near])
            if cost + price <= s.ap and near not in found and (not way or token_on(box, s, near) == NOBODY):
                heapq.heappush(heap, (cost + price, steps + 1, (*way, near)))
    return found


def _passes(box: Box, s: State, c: int) -> bool:
    """Whether a player walks on from a hex without being asked, rolling, swapping or winning there."""
    index = place_of(box, s, c)
    opens = box.letters[index] or box.numbers[index]
    return not (opens or may_draw(box, s, c) or token_on(box, s, c) != NOBODY or c == box.goal[s.map])
