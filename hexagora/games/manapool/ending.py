"""What is told of a match of Mana Pool when it is over."""

from collections.abc import Iterable
from typing import Any

from hexagora.engine.scene import Chart, Ending, Line
from hexagora.games.manapool.state import ATTACK, DIRECTIONS, FINISHED, MOVE, PLAYERS, Box, State

Tale = Iterable[tuple[Any, int, Any]]
ROWS = {
    "turns_on_pool": ("turns on the Pool", "turns of anybody that ended with a troop of this player on the Pool"),
    "kills": ("kills", "troops of others that fell to attacks"),
    "losses": ("losses", "troops that fell, in attacks of others and in attacks of one's own"),
    "entries": ("entries into the Pool", ""),
    "moved": ("actions for moving", ""),
    "attacked": ("actions for attacking", ""),
    "unused": ("actions unused", ""),
}


class Record:
    """Counts the deeds of the players, action by action."""

    def __init__(self, box: Box):
        self.box = box
        self.count = {key: [0] * PLAYERS for key in ROWS}
        self.mana: list[list[int | None]] = [[] for _ in range(PLAYERS)]

    def add(self, before: State, a: int, after: State) -> None:
        if not before.round:
            return
        player = before.player
        if a >= ATTACK:
            self.count["attacked"][player] += 1
            self._fallen(before, after)
        elif a >= MOVE:
            self.count["moved"][player] += 1
            target = self.box.neighbour[(a - MOVE) // DIRECTIONS][(a - MOVE) % DIRECTIONS]
            self.count["entries"][player] += target == self.box.pool
        if after.phase == FINISHED or after.player != player:
            self._turn_over(before, a, after)

    def _fallen(self, before: State, after: State) -> None:
        for p in range(PLAYERS):
            if after.tokens[p] < before.tokens[p]:
                self.count["losses"][p] += 1
                self.count["kills"][before.player] += p != before.player

    def _turn_over(self, before: State, a: int, after: State) -> None:
        self.count["unused"][before.player] += before.points - (a >= MOVE)
        holder = after.owner[self.box.pool] - 1
        if 0 <= holder < PLAYERS:
            self.count["turns_on_pool"][holder] += 1
        if after.phase == FINISHED or after.round != before.round:
            for p in range(PLAYERS):
                self.mana[p].append(after.mana[p])


def ending(box: Box, s: State, tale: Tale) -> Ending:
    """Deeds of the players and their mana at the end of each round."""
    record = Record(box)
    for before, a, after in tale:
        record.add(before, a, after)
    lines = [Line(label, list(record.count[key]), note) for key, (label, note) in ROWS.items()]
    return Ending(lines, [Chart("mana", record.mana, "round")])
