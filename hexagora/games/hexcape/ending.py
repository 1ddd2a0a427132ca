"""What is told of a match of Hexcape when it is over."""

from collections.abc import Iterable
from typing import Any

from hexagora.engine.scene import Chart, Ending, Line, place
from hexagora.games.hexcape.roads import roads
from hexagora.games.hexcape.state import FACE_DOWN, FINISHED, NO_CARD, OPEN, USED, Box, State
from hexagora.games.hexcape.texts import cell_name

Tale = Iterable[tuple[Any, int, Any]]


def ending(box: Box, s: State, tale: Tale) -> Ending:
    """The remaining costs at the end of each round, what became of the cards, and the way of the winner."""
    costs: list[list[int | None]] = [[] for _ in range(box.players)]
    used: list[int] = [0] * box.players
    way: list[int] = []
    winner = next((p for p in range(box.players) if s.winners == 1 << p), None)
    for before, _, after in tale:
        if not after.round:
            continue
        if after.round != before.round > 0 or after.phase == FINISHED:
            _write_costs(box, after, costs)
        for p in range(box.players):
            if after.fate[p] == USED != before.fate[p]:
                used[p] = before.round
        if winner is not None:
            for moment in (before, after) if before.round else (after,):
                _extend(way, moment.at[winner])
    cards = [Line("use of the card", [_use(s, p, used[p]) for p in range(box.players)])] if box.cards_on else []
    return Ending(cards, [Chart("cost of the way to the End", costs, "round")],
                  [place(cell_name(box, s, c)) for c in way])


def _extend(way: list[int], c: int) -> None:
    if way[-1:] != [c]:
        way.append(c)


def _write_costs(box: Box, s: State, costs: list[list[int | None]]) -> None:
    walks = roads(box, s).walks
    for p in range(box.players):
        walk = walks[s.at[p]]
        costs[p].append(None if walk is None else walk[0])


def _use(s: State, p: int, used: int) -> str:
    """What became of the card of a player."""
    known = {NO_CARD: "none drawn", FACE_DOWN: "never played", OPEN: "kept open"}
    return known.get(s.fate[p]) or f"used in round {used}"
