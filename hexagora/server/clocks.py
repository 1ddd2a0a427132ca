"""Clocks: so much time for each turn, and a bank for what goes beyond, which may grow with every turn. All in
milliseconds.

A turn is an unbroken run of decisions of one seat, unless the game says what one clock runs for (`running_clock` in its
`words`): then its clock starts anew when its name changes, belongs to all who share it, and stands still while the game
names none. Time in which no server runs is charged to nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexagora.engine import hooks

SECOND = 1000
LONG_TURN = 3600.0  # seconds: who has as long for a turn need not sit and wait for it
OF_THE_GAME = "of_the_game"  # marks a clock that the game brought along

Period = tuple[str, int, Sequence[int]]  # what a game's own clock runs for, its seconds, the seats from 0 that share it


@dataclass
class Clock:
    """What each seat has left; `since` is when the running seat's time began to count."""

    per_move: int
    bank: list[int]
    increment: int = 0
    used: int = 0
    running: int = 0
    since: float = 0.0
    period: str = ""
    sharing: tuple[int, ...] | None = None  # the seats whose clock it is, where a game says so; else each has its own
    stands: bool = False  # while the match is paused

    def spend(self, seat: int, milliseconds: int) -> None:
        """Charges a decision: first the time of the turn, then the bank."""
        free = max(0, self.per_move - self.used)
        self.used += milliseconds
        self.bank[seat - 1] = max(0, self.bank[seat - 1] - max(0, milliseconds - free))

    def turn_to(self, seat: int, now: float) -> None:
        """The seat that decides next; a new turn when it is another one."""
        if seat != self.running:
            self.used = 0
            if self.running:
                self.bank[self.running - 1] += self.increment
        self.running, self.since = seat, now

    def run_for(self, seat: int, period: Period | None, now: float) -> None:
        """As the game says: the seat that decides next, and what its clock runs for."""
        name, seconds, seats = period or ("", 0, ())
        if name != self.period:
            self.period, self.used, self.per_move = name, 0, seconds * SECOND
        self.running, self.since, self.sharing = seat if period else 0, now, tuple(k + 1 for k in seats)

    def spent(self, now: float) -> int:
        return max(0, int((now - self.since) * SECOND)) if self.running and not self.stands else 0

    def stop(self, spent: int) -> None:
        """Stands still until the match goes on; what the turn took so far is charged."""
        if self.running:
            self.spend(self.running, spent)
        self.stands = True

    def go_on(self, now: float) -> None:
        self.stands, self.since = False, now

    def left(self, seat: int, now: float) -> int:
        """All that the seat has: the rest of the turn and the bank. What the turn took from the bank is off already."""
        if seat != self.running and seat not in (self.sharing or ()):
            return self.per_move + self.bank[seat - 1]
        spent = self.spent(now)
        free = max(0, self.per_move - self.used)
        return free + self.bank[seat - 1] - spent

    def ran_out_before(self, seat: int) -> bool:
        """Whether the turn's time was over already when this decision began."""
        return self.used >= self.per_move and self.bank[seat - 1] <= 0

    def is_up(self, seat: int, now: float) -> bool:
        return seat == self.running and not self.stands and self.left(seat, now) <= 0

    def document(self, now: float) -> dict[str, Any]:
        """What viewers are told."""
        running = 0 if self.stands else self.running
        return {"per_move": self.per_move, "left": [self._told(seat, now) for seat in range(1, len(self.bank) + 1)],
                "bank": list(self.bank), "increment": self.increment, "running": running,
                "sharing": list(self.sharing or [running]) if running else []}

    def _told(self, seat: int, now: float) -> int | None:
        """What a seat has left; nothing is told of somebody whom the game gives no time now."""
        return max(0, self.left(seat, now)) if self.sharing is None or seat in self.sharing else None


def make(plan: dict[str, Any] | None, players: int) -> Clock | None:
    if plan is None:
        return None
    per_move, bank, more = (int((plan.get(name) or 0) * SECOND) for name in ("per_move", "bank", "increment"))
    return Clock(per_move, [bank] * players, more)


def told(plan: dict[str, Any] | None) -> dict[str, Any] | None:
    """What people are told of a clock before it runs: seconds, as in what they ask for."""
    return None if plan is None else {name: plan.get(name) for name in ("per_move", "bank", "increment")}


def turn_seconds(plan: dict[str, Any] | None) -> float:
    """How long a turn can take, with all of the bank; without a clock as long as it likes.

    >>> turn_seconds({"per_move": 172800}), turn_seconds({"bank": 900, "increment": 5}), turn_seconds(None)
    (172800.0, 900.0, inf)
    """
    return float("inf") if plan is None else float((plan.get("per_move") or 0) + (plan.get("bank") or 0))


def takes_long(plan: dict[str, Any] | None) -> bool:
    """Whether a turn may take so long that people are elsewhere meanwhile."""
    return turn_seconds(plan) >= LONG_TURN


def plan_for(options: dict[str, Any], asked: dict[str, Any] | None) -> dict[str, Any] | None:
    """The clock that people asked for, else the one that the game's options bring along."""
    if asked and any(asked.values()):
        return {k: v for k, v in asked.items() if v}
    seconds = options.get(hooks.TURN_TIMER)
    return {"per_move": seconds, OF_THE_GAME: True} if isinstance(seconds, int) and seconds > 0 else None
