"""A table as its record tells it: the match, the number of events, who sits where, the clock. Nothing here waits,
writes or tells; it can be rebuilt from the database at any time."""

import json
import time
from collections.abc import Sequence
from typing import Any

from hexagora.engine import hooks
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.registry import game as find_game
from hexagora.server import clocks
from hexagora.server.seats import Seats
from hexagora.server.storage import Job, Record, from_json
from hexagora.server.story import Story

PATIENCE = 120  # seconds after which the others may go on without somebody absent, unless the table says otherwise


def resumed(found: Record) -> "Table":
    """A table as it was left, from all that is kept of it."""
    table = Table(found.table, found.seats, found.holders)
    if table.content != table.game.content_digest or found.table["game_version"] != table.game.facts.version:
        raise HexagoraError("the rules or the content have changed since")
    table.replay(found.events)
    table.set_row(found.table)
    return table


class Table:
    def __init__(self, row: Any, seat_rows: Sequence[Any], holder_rows: Sequence[Any]):
        self.id: str = row["id"]
        self.game = find_game(row["game"])
        self.options = self.game.completed(from_json(row["options"]))
        self.seed: str = row["seed"]
        self.content: str = row["content"]
        self.start = from_json(row["start"])
        self.plan = from_json(row["clock"])
        self.public: bool = row["public"]
        self.creator: str = row["creator"]
        self.seats = Seats(seat_rows, holder_rows)
        self.set_row(row)
        self.begin()

    # from the record

    def begin(self) -> None:
        """The match before its first event."""
        self.n = 0  # the number of the next event
        self.match = Match(self.game, self.options, seed=self.seed, chance="ask", start=self.start,
                           seats=self.seats.names)
        self.story = Story(self.match)
        self.clock = clocks.make(self.plan, self.match.players)
        self.undoable = 0  # the seat that may take back the last decision on its own
        self.handed_on_by = 0  # the seat that handed the turn on with the last decision, where nothing is hidden
        self.last_seat = 0
        self.turn_began = 0  # the event with which the present turn began

    def set_row(self, row: Any) -> None:
        self.takeback: dict[str, Any] | None = from_json(row["takeback"])
        self.rematch: str | None = row["rematch"]
        self.ending: dict[str, Any] | None = from_json(row["ending"])
        self.offer: dict[str, Any] | None = from_json(row["offer"])
        self.patience: int = PATIENCE if row["patience"] is None else row["patience"]
        self.clock_from: float = row["clock_from"]
        self.updated: float = row["updated"]
        self.written_status: str = row["status"]

    def set_seats(self, seat_rows: Sequence[Any], holder_rows: Sequence[Any]) -> None:
        self.seats = Seats(seat_rows, holder_rows)
        self.match.seats[:] = self.seats.names

    def replay(self, rows: Sequence[Any]) -> int:
        """Applies events of the journal; returns the ply from which the log is new."""
        new_from = len(self.match.log)
        for row in rows:
            if row.n != self.n:
                raise HexagoraError(f"table {self.id}: event {row.n} follows event {self.n - 1}")
            texts = json.loads(row.texts)
            if row.kind == "back":
                new_from = min(new_from, int(texts[0]))
                self.back_to(int(texts[0]))
            else:
                self.match.play_all(texts)
            self.happened(row.seat, row.spent, row.at)
        if rows:
            self._look_back(rows[-1].seat)
        self.story.catch_up()
        if self.clock:
            if self.begun and not self.clock.running:  # everybody sits now
                self._run_clock(self.clock_from)
            self.clock.since = max(self.clock.since, self.clock_from)
        return new_from

    def back_to(self, ply: int) -> None:
        self.match = self.match.fork(ply)
        self.story.back_to(self.match, ply)

    # what follows from an event

    def happened(self, seat: int, spent: int, at: float) -> None:
        """Counts an event, and keeps the small facts that follow from it."""
        self.n += 1
        self.last_seat = seat or self.last_seat
        if self.turn() != seat:
            self.turn_began = self.n
        if self.clock:
            if seat:
                self.clock.spend(seat, spent)
            self._run_clock(at)
        self.updated = at
        self.takeback = None

    def _run_clock(self, at: float) -> None:
        """Lets the clock run for who decides next; what it runs for may be the game's own affair."""
        assert self.clock
        runs = hooks.RUNNING_CLOCK.of(self.game) if self.plan.get(clocks.OF_THE_GAME) else None
        if runs is None:
            self.clock.turn_to(self.turn(), at)
        else:
            self.clock.run_for(self.turn(), runs(self.match.box, self.match.state) if self.turn() else None, at)

    def decided(self, seat: int, before: Any, ply: int) -> None:
        """What follows from a decision for the log and for taking it back."""
        match = self.match
        alone = len(match.log) == ply + 1  # no chance came after it
        if alone:
            self.story.tell(before)
        else:
            self.story.catch_up()
        shows = not alone or match.over or match.is_barrier(before, match.log[ply], match.state)
        self.undoable = 0 if shows else seat
        self._handed_on(seat if alone else 0)

    def gone_back(self, seat: int, ply: int) -> None:
        self.story.back_to(self.match, ply)
        self._look_back(seat)

    def _look_back(self, seat: int) -> None:
        """Finds out what can be taken back after an event of a seat."""
        match = self.match
        self.undoable = seat if seat and not match.over and match.log and match.may_undo(seat) else 0
        self._handed_on(match.actor_at(len(match.log) - 1) + 1 if match.log else 0)

    def _handed_on(self, decided: int) -> None:
        """Keeps who decided last, if that handed the turn on openly."""
        self.handed_on_by = decided if decided != self.turn() and not self.game.facts.hidden else 0

    # how it stands

    @property
    def begun(self) -> bool:
        """A match begins when everybody sits."""
        return self.seats.all_taken

    @property
    def next_in_match(self) -> int:
        """The seat that decides next; 0 when the match is over."""
        return max(0, self.match.actor + 1)

    def turn(self) -> int:
        """The seat to act; 0 when the match is over or has not begun."""
        return self.next_in_match if self.begun and self.ending is None else 0

    @property
    def over(self) -> bool:
        """Whether the rules or the people ended the match."""
        return self.match.over or self.ending is not None

    @property
    def status(self) -> str:
        if self.over:
            return "over"
        return "running" if self.begun else "open"

    @property
    def bot_to_act(self) -> bool:
        turn = self.turn()
        return bool(turn) and self.seats.at(turn).by_bot

    def last_of(self, own: Sequence[int]) -> tuple[int, int] | None:
        """The newest decision of some seats: the seat and its place in the log."""
        for ply in range(len(self.match.log) - 1, -1, -1):
            seat = self.match.actor_at(ply) + 1
            if seat in own:
                return seat, ply
        return None

    def question(self) -> dict[str, Any] | None:
        """The open question whether a move may be taken back; one about an earlier state is none any more."""
        asked = self.takeback
        if asked is None or asked["n"] != self.n or asked.get("until", float("inf")) < time.time():
            return None
        return asked

    def add_row(self, job: Job, at: float) -> Job:
        """What the row of the table tells of the journal."""
        self.written_status = self.status
        return job.add("turn", of=self.id, status_=self.status, turn_=self.next_in_match, at_=at, from_=at)
