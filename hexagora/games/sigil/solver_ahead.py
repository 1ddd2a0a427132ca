"""Looks several turns ahead: is a win forced, whatever the other does? And is there a turn after which the other has no
win at once?

The player to act wins within n turns if some turn wins at once, or ends such that the other neither wins at once nor
has a turn after which the player does not win within n - 1 turns. All turns of both are gone through; what cannot be
settled within the budget is told as open, and nothing that hangs on it is taken as known.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hexagora.games.sigil import solver_ends as E
from hexagora.games.sigil.solver_kernel import ACTION, DEPTH, LIMIT_REACHED, WIDTH

MOST_TURNS = 3
MOST_ENDS = 1 << 16  # of one turn
FIRST_ENDS = 10_000  # states of a turn with more of which some ends are tried first
MANY = 1 << 60
PASSES = (  # ends, and states that are looked into behind each
    (64, 500), (16, 50_000), (1024, 2000), (128, 50_000), (1024, 20_000), (MANY, 2000), (4096, 20_000), (MANY, MANY),
)  # fmt: skip
SAMPLES = (PASSES[:2], PASSES[:4], PASSES[:5])  # of a turn with very many ends, each among others of them
PACE = 700_000  # states a second that are listed at least, compiled
PART_TO_LIST = 0.5  # of the time left, for listing all ends
PART_FOR_OTHERS = 0.2  # of the time left, for more safe turns when one is found
SLOTS = 2 * MOST_TURNS + 2  # of states: one for each turn on the way, and two to try things in
YES, NO, OPEN = "yes", "no", "open"


class Desk(Protocol):
    """Where it is worked: functions of some back end, states in slots, and tables of numbers."""

    functions: dict[str, Any]
    boxes: Any
    states: Any
    words: Any
    numbers: dict[str, Any]

    def table(self, name: str, rows: int, width: int) -> Any: ...


@dataclass
class Budget:
    """How many states may still be looked into, and until when."""

    states: int
    until: float = float("inf")
    each: int = 1 << 60  # for one look within a turn
    used: int = 0

    @property
    def left(self) -> int:
        return max(0, min(self.states - self.used, self.each))

    def in_time(self, part: float) -> int:
        """How many states can be looked into in a part of the time that is left, at a careful guess."""
        seconds = part * (self.until - time.perf_counter())
        return self.left if seconds * PACE > self.left else max(0, int(seconds * PACE))

    def hurry(self, part: float) -> None:
        """From now on only a part of the time that is left may be used."""
        now = time.perf_counter()
        self.until = now + part * max(0.0, self.until - now)

    @property
    def spent(self) -> bool:
        return self.left == 0 or time.perf_counter() > self.until


@dataclass
class Ahead:
    """A look from the state in slot `first` of a desk; the slots behind it are used up."""

    desk: Desk
    first: int
    rows: int  # states that the solver's table holds
    budget: Budget
    ends_seen: int = field(default=0)

    def __post_init__(self) -> None:
        self._words = self.desk.table("solver", DEPTH + 1 + self.rows, WIDTH)
        self._notes = self.desk.table("solver's notes", 1, 2)
        self._out = self.desk.numbers["out"]

    def _stamp(self, count: int = 1) -> int:
        """The first of so many numbers that no look had before."""
        stamp = int(self._notes[0, 0]) + 1
        self._notes[0, 0] = stamp + count
        return stamp

    def _table(self, name: str, slot: int, rows: int) -> Any:
        return self.desk.table(f"{name} {slot - self.first}", rows, E.END_WIDTH)

    def _ends(self, i: int) -> Any:
        return self._table("ends", i, MOST_ENDS)

    def _order(self, i: int) -> Any:
        return self.desk.table(f"order {i - self.first}", MOST_ENDS + E.HOPES, E.ORDER_WIDTH)

    def _call(self, name: str, *arguments: Any) -> int:
        return int(self.desk.functions[name](self.desk.boxes, self.desk.states, *arguments))

    # single questions

    def win(self, i: int) -> tuple[str, list[int]]:
        """A win of the player to act in a slot within the turn; the slots behind it are spoilt."""
        given = (self.desk.words, i, self._words, self._out, self._stamp(), self.budget.left)
        length = self._call("win_at", *given)
        self.budget.used += int(self._out[E.COUNTED])
        if length > 0:
            return YES, [int(self._words[row, ACTION]) for row in range(length)]
        return (OPEN if length == LIMIT_REACHED else NO), []

    def list_ends(self, i: int, limit: int | None = None, thinned: bool = False) -> tuple[int, bool]:
        """How many ends the turn in a slot has, or a thinned part of them, and whether that is all."""
        most = self.budget.left if limit is None else min(limit, self.budget.left)
        given = (self.desk.words, i, self._words, self._ends(i), self._order(i), self._out, self._stamp(), most,
                 int(thinned))
        found = self._call("list_ends_at", *given)
        self.budget.used += int(self._out[E.COUNTED])
        return int(self._out[E.FOUND]), found != LIMIT_REACHED and not thinned

    def next_safe(self, i: int, first: int, count: int, limit: int | None = None) -> tuple[int, bool]:
        """The place of the next end in a slot, by their order, after which the other has no win at once, and whether
        all before it have one; with a limit of states for each end."""
        settled = True
        while first < count and not self.budget.spent:
            most = self.budget.left if limit is None else min(limit, self.budget.left)
            replies = self._table("replies", i, E.REPLIES)
            given = (self.desk.words, i, self._words, self._ends(i), self._order(i), replies, self._out,
                     self._stamp(count + 1), most, first, count)
            place = self._call("first_safe", *given)
            self.budget.used += int(self._out[E.COUNTED])
            settled = settled and int(self._out[E.UNDECIDED]) == 0
            if place != E.NONE:
                return place, settled
            first = int(self._out[E.FOUND])
        return E.NONE, settled and first >= count

    def safe_turns(self, most: int) -> tuple[list[list[int]], bool]:
        """Up to so many ways to end the turn after which the other has no win at once, and whether it is settled that
        there is one or none. The ends that leave the other the least hope are looked at first, each a little, then more
        of them and each for longer, so that no single one takes the time of all others. In a turn with very many ends
        some from everywhere are tried before the others are listed."""
        count, complete = self.list_ends(self.first, FIRST_ENDS)
        if complete:
            found, sure = self._safe_in(PASSES, count, most)
        else:
            found = self._safe_in_samples(most)
        if not complete and not found and not self.budget.spent:
            count, complete = self.list_ends(self.first, self.budget.in_time(PART_TO_LIST))
            found, sure = self._safe_in(PASSES, count, most)
        return found, bool(found) or (complete and sure)

    def _safe_in_samples(self, most: int) -> list[list[int]]:
        """Safe turns among some ends from everywhere in the turn."""
        for passes in SAMPLES:
            if self.budget.spent:
                break
            count, _ = self.list_ends(self.first, self.budget.in_time(PART_TO_LIST), thinned=True)
            found, _ = self._safe_in(passes, count, most)
            if found:
                return found
        return []

    def _safe_in(self, passes: Sequence[tuple[int, int]], count: int, most: int) -> tuple[list[list[int]], bool]:
        """Safe turns among so many, and whether it is sure that there are none."""
        for part, each in passes:
            found, sure = self._safe_among(min(count, part), each, most)
            if found or self.budget.spent or (sure and part >= count):
                return found, sure and part >= count
        return [], False

    def _safe_among(self, count: int, each: int, most: int) -> tuple[list[list[int]], bool]:
        """Safe turns among the first so many, and whether all others of these are known to lose. Where one was found,
        others are looked for in a part of the time that is left."""
        found, place, sure = list[list[int]](), 0, True
        while len(found) < most:
            place, settled = self.next_safe(self.first, place, count, each)
            sure = sure and settled
            if place == E.NONE:
                break
            found.append(self.actions(self.first, place))
            if len(found) == 1:
                self.budget.hurry(PART_FOR_OTHERS)
            place += 1
        return found, sure

    def actions(self, i: int, place: int) -> list[int]:
        """The decisions of the end at a place."""
        ends, row = self._ends(i), int(self._order(i)[place, E.ROW])
        words = [int(ends[row, 1 + k]) for k in range(E.HOPE - 1)]
        return [(words[k // E.IN_A_WORD] >> (E.BITS * (k % E.IN_A_WORD))) & E.ONE_ACTION
                for k in range(int(ends[row, E.LENGTH]))]

    # several turns

    def forces(self, i: int, turns: int) -> tuple[str, list[int]]:
        """Whether the player to act in a slot wins within so many own turns whatever the other does, and the first turn
        of it."""
        won, line = self.win(i)
        if won != NO or turns == 1:
            return won, line
        count, complete = self.list_ends(i)
        sure, row = complete, 0
        while not self.budget.spent:
            row, settled = self.next_safe(i, row, count)
            sure = sure and settled
            if row == E.NONE:
                return (NO if sure else OPEN), []
            self.ends_seen += 1
            defended = self.defends(i + 1, turns - 1)
            if defended == NO:
                return YES, self.actions(i, row)
            sure = sure and defended == YES
            row += 1
        return OPEN, []

    def forces_after(self, i: int, turns: int) -> str:
        """As `forces`, for the player who has just ended the first of these turns."""
        won = self.win(i)[0]
        if won != NO:
            return NO if won == YES else OPEN
        return {YES: NO, NO: YES, OPEN: OPEN}[self.defends(i, turns - 1)]

    def defends(self, i: int, turns: int) -> str:
        """Whether the player to act in a slot has a turn after which the other does not win within so many turns."""
        if turns == 1 and self._is_defended_as_before(i):
            return YES
        count, complete = self.list_ends(i)
        sure, row = complete, 0
        while not self.budget.spent:
            row, settled = self.next_safe(i, row, count)
            sure = sure and settled
            if row == E.NONE:
                return NO if sure else OPEN
            forced = NO if turns == 1 else self.forces(i + 1, turns)[0]
            if forced == NO:
                self._keep_defence(i, row)
                return YES
            sure = sure and forced == YES
            row += 1
        return OPEN

    def _keep_defence(self, i: int, place: int) -> None:
        row = int(self._order(i)[place, E.ROW])
        self._call("keep_defence", self._table("defences", i, E.REPLIES), self._ends(i), row)

    def _is_defended_as_before(self, i: int) -> bool:
        given = (self.desk.words, i, self._words, self._table("defences", i, E.REPLIES), self._out,
                 self._stamp(E.REPLIES + 1), self.budget.left)
        return self._call("is_defended", *given) != E.NONE
