"""A table as its record tells it: the match, the number of events, who sits where, the clock. Nothing here waits,
writes or tells; it can be rebuilt from the database at any time."""

import json
import logging
import time
from collections.abc import Sequence
from typing import Any

from hexagora.engine import coaching, fairness, hooks
from hexagora.engine.errors import BadContent, HexagoraError
from hexagora.engine.game import Game
from hexagora.engine.match import Match
from hexagora.registry import game as find_game
from hexagora.server import clocks, ratings
from hexagora.server.records import Job, Record, from_json, to_json
from hexagora.server.seats import Seats
from hexagora.server.story import Story

log = logging.getLogger("hexagora.table")
RUNNING = "running"  # how a table stands whose match has begun and is not over
PAUSE, RESUME = "pause", "resume"  # kinds of events beside decisions
KINDS = ("start", "act", "back", PAUSE, RESUME)  # of events
RULES_CHANGED = "rules-changed"  # how a match ends with which the present rules cannot go on
PATIENCE = 120  # seconds after which the others may go on without somebody absent, unless the table says otherwise


def closed() -> dict[str, Any]:
    """The ending of a match with which the present rules cannot go on."""
    return {"kind": RULES_CHANGED, "by": 0, "result": None}


class Disagreement(HexagoraError):
    """The rules that are here do not come to what is kept of a match."""


class Newer(HexagoraError):
    """Something newer than what is here has to do with the match: during an update another server plays it already."""


def resumed(found: Record, kept: str | None) -> "Table":
    """A table as it was left, from all that is kept of it; `kept` is the content that its match began with, where that
    is not the one that is here. If the rules that are here come to something else, the match is closed: the table
    shows it as far as they agree."""
    _must_be_known(found.table)
    table = Table(found.table, found.seats, found.holders, kept)
    try:
        table.replay(found.events)
        table.must_agree()
    except Disagreement as e:
        log.warning("a match does not go on by the rules that are here", extra={"table": table.id, "why": str(e)})
        table.lenient = True
        table.begin()
        table.replay(found.events)
    table.set_row(found.table)
    table.ratings = found.known
    return table


def _must_be_known(row: Any) -> None:
    """What plays by newer rules is left alone: they may allow what is refused here."""
    here = find_game(row["game"]).facts.version
    if row["game_version"] > here:
        raise Newer(f"it is played by version {row['game_version']} of its rules, and version {here} is here")


class Table:
    def __init__(self, row: Any, seat_rows: Sequence[Any], holder_rows: Sequence[Any], kept: str | None):
        self.id: str = row["id"]
        self.game = _as_it_began(find_game(row["game"]), row["content"], kept)
        here = (self.game.content_digest, self.game.facts.version)
        self.outdated = here != (row["content"], row["game_version"])  # whether it is played by other rules than so far
        self.lenient = False  # whether what does not agree with the rules is only counted: the match is closed
        self.options = self.game.completed(from_json(row["options"]))
        self.seed: str = row["seed"]
        self.start = from_json(row["start"])
        self.plan = from_json(row["clock"])
        self.public: bool = row["public"]
        self.creator: str = row["creator"]
        self.rated: str | None = row["rated"]  # what it counts for
        self.ratings = ratings.NOTHING
        self.seats = Seats(seat_rows, holder_rows)
        self.set_row(row)
        self.begin()

    # from the record

    def begin(self) -> None:
        """The match before its first event."""
        self.n = 0  # the number of the next event
        self.agrees = True  # as far as it has been played through
        try:
            self.match = Match(self.game, self.options, seed=self.seed, chance="ask", start=self.start,
                               seats=self.seats.names)
        except Exception as e:
            if not isinstance(e, HexagoraError) and not self.outdated:
                raise
            raise Disagreement(f"it cannot be set up: {e}") from None
        self.story = Story(self.match)
        self.clock = clocks.make(self.plan, self.match.players)
        self.undoable = 0  # the seat that may take back the last decision on its own
        self.handed_on_by = 0  # the seat that handed the turn on with the last decision, where nothing is hidden
        self.last_seat = 0
        self.paused = False
        self.turn_began = 0  # the event with which the present turn began

    def set_row(self, row: Any) -> None:
        self.takeback: dict[str, Any] | None = from_json(row["takeback"])
        self.rematch: str | None = row["rematch"]
        self.ending: dict[str, Any] | None = from_json(row["ending"])
        if self.ending is None and self.lenient:
            self.ending = closed()
        self.lenient = self.lenient or (self.ending or {}).get("kind") == RULES_CHANGED
        self.offer: dict[str, Any] | None = from_json(row["offer"])
        self.patience = self._patience(PATIENCE if row["patience"] is None else row["patience"])
        self.clock_from: float = row["clock_from"]
        self.updated: float = row["updated"]
        self.written_status: str = row["status"]

    def _patience(self, chosen: int) -> int:
        """Where a clock gives hours for a turn nobody has to be there meanwhile: the clock says who is too late."""
        turn = 0.0 if self.plan is None else clocks.turn_seconds(self.plan)
        return max(chosen, int(turn)) if turn >= clocks.LONG_TURN else chosen

    def set_seats(self, seat_rows: Sequence[Any], holder_rows: Sequence[Any]) -> None:
        self.seats = Seats(seat_rows, holder_rows)
        self.match.seats[:] = self.seats.names

    def replay(self, rows: Sequence[Any]) -> int:
        """Applies events of the journal; returns the ply from which the log is new."""
        new_from = len(self.match.log)
        for row in rows:
            if row.n != self.n:
                raise HexagoraError(f"table {self.id}: event {row.n} follows event {self.n - 1}")
            if row.kind not in KINDS:
                raise Newer(f"event {row.n} is of a kind that is not known here: {row.kind}")
            if row.kind in (PAUSE, RESUME):
                self.pause(row.spent, row.at) if row.kind == PAUSE else self.go_on(row.at)
                continue
            texts = json.loads(row.texts)
            if row.kind == "back" and self.agrees:
                new_from = min(new_from, int(texts[0]))
                self.back_to(int(texts[0]))
            elif self.agrees:
                self._play_again(row.kind, row.seat, texts)
            self.happened(row.seat, row.spent, row.at)
        if rows:
            self._look_back(rows[-1].seat)
        self.story.catch_up()
        if self.clock:
            if self.begun and not self.clock.running:  # everybody sits now
                self._run_clock(self.clock_from)
            self.clock.since = max(self.clock.since, self.clock_from)
        return new_from

    def _play_again(self, kind: str, seat: int, texts: list[str]) -> None:
        """Plays what was decided, by the rules that are here; they may be other ones than then."""
        ply, turn = len(self.match.log), self.next_in_match
        try:
            if kind == "act" and seat != turn:
                raise HexagoraError(f"it is the turn of seat {turn}, not of seat {seat}")
            self.match.play_all(texts)
        except Exception as e:
            if not isinstance(e, HexagoraError) and not self.outdated and not self.lenient:
                raise
            self.match = self.match.fork(ply)
            self.agrees = False
            if not self.lenient:
                raise Disagreement(f"event {self.n}: {e}") from None

    def must_agree(self) -> None:
        """After an update: chance came as the seed decides it by the rules that are here, and they end the match if and
        only if it had ended."""
        if not self.outdated or self.lenient:
            return
        for problem in fairness.wrong_outcomes(self.match):
            raise Disagreement(problem)
        if self.ending is None and self.match.over != (self.written_status == "over"):
            raise Disagreement("the match was over" if self.written_status == "over" else "the match was not over")

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

    def pause(self, spent: int, at: float) -> None:
        """Clocks and bots stand still, and nobody decides, until somebody goes on."""
        self.n += 1
        self.paused, self.updated, self.takeback = True, at, None
        if self.clock:
            self.clock.stop(spent)

    def go_on(self, at: float) -> None:
        self.n += 1
        self.paused, self.updated = False, at
        if self.clock:
            self.clock.go_on(at)

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
        actor = self.match.actor
        return actor + 1 if actor >= 0 else 0

    def turn(self) -> int:
        """The seat to act; 0 when the match is over, has not begun, or is paused."""
        if self.paused or self.ending is not None or not self.seats.all_taken:
            return 0
        return self.next_in_match

    @property
    def over(self) -> bool:
        """Whether the rules or the people ended the match."""
        return self.match.over or self.ending is not None

    @property
    def result(self) -> list[float] | None:
        """Each seat's share of the win; none while the match goes on, and none if people ended it without one."""
        if self.ending is not None:
            result: list[float] | None = self.ending["result"]
            return result
        return self.match.result

    @property
    def status(self) -> str:
        if self.over:
            return "over"
        return RUNNING if self.begun else "open"

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
        """What the row of the table tells of the journal; and what a match that counts has changed, once it is over."""
        if self.written_status != "over":
            self.count_result(job, at)
        self.written_status = self.status
        return job.add("turn", of=self.id, status_=self.status, turn_=self.next_in_match, at_=at, from_=at,
                       turn_from_=self.turn_began, result_=None if self.result is None else to_json(self.result))

    def count_result(self, job: Job, at: float) -> None:
        """A rated match that has a result counts."""
        if self.rated and self.result is not None:
            job.add("rated", **ratings.entry(self.id, self.game, self.match, self.rated, self.result, at))


def _as_it_began(game: Game, digest: str, kept: str | None) -> Game:
    """The game with the content that a match began with, if that is here or kept and the rules still understand it."""
    if kept is None or digest == game.content_digest:
        return game
    try:
        return game.as_kept(kept)
    except BadContent as e:
        log.warning("kept content is not understood any more", extra={"game": game.id, "why": str(e)[:300]})
        return game


def tips_now(table: Table, guest: str) -> list[Any]:
    """What the coach of a first match says to a guest who is to act."""
    seat = table.turn()
    mine = seat in table.seats.own(guest) and not table.over
    return list(coaching.now(table.match, seat)) if mine else []
