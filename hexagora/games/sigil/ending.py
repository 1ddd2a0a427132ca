"""What is told of a match of Sigil when it is over."""

from collections.abc import Iterable
from typing import Any

from hexagora.engine.scene import Chart, Ending, Line
from hexagora.games.sigil import rules_ends
from hexagora.games.sigil.events import events
from hexagora.games.sigil.names import NODE_INDEX
from hexagora.games.sigil.state import DEAL, END_TURN, Box, State

Tale = Iterable[tuple[Any, int, Any]]
ROWS = {"crush": "enemy stones crushed", "destroyed": "enemy stones destroyed", "converted": "enemy stones converted",
        "given": "own stones given up"}  # fmt: skip
GIVEN = ("sacrificed", "paid")


def ending(box: Box, s: State, tale: Tale) -> Ending:
    """The sum of each player, what became of stones, and the totals at the end of each turn."""
    count = {key: [0, 0] for key in ROWS}
    lost = [0, 0]
    totals: list[list[int | None]] = [[], []]
    for before, a, after in tale:
        if a >= DEAL:
            continue
        _count(box, before, a, after, count, lost)
        if a == END_TURN or after.winner:
            for p in range(2):
                totals[p].append(int(rules_ends.total(box, after, p)))
    lines = [
        Line("score stone", [int(box.score_stones[p]) for p in range(2)]),
        Line("difference", [int(rules_ends.lead_of(box, s, p)) for p in range(2)], "own total less the other's"),
        *(Line(label, list(count[key])) for key, label in ROWS.items()),
        Line("stones lost", lost, "crushed, destroyed, converted or given up"),
    ]
    return Ending(lines, [Chart("total", totals)])


def _count(box: Box, before: State, a: int, after: State, count: dict[str, list[int]], lost: list[int]) -> None:
    """Adds what an action did to stones: the deed to the player whose turn it is, the loss to the owner."""
    mover = before.mover
    for event in events(box, before, a, after):
        word, *rest = event.split()
        nodes = [NODE_INDEX[name] for name in rest if name in NODE_INDEX]
        if word in GIVEN:
            count["given"][mover] += len(nodes)
            lost[mover] += len(nodes)
        elif word in ROWS:
            own = sum(1 for node in nodes if word == "destroyed" and before.stones[mover] >> node & 1)
            count[word][mover] += len(nodes) - own
            lost[1 - mover] += len(nodes) - own
            lost[mover] += own
