"""A live table: its record in memory, who looks on, and the lock under which it changes.

Everything that changes a table happens under its lock and in this order: try it, commit it, tell it. What could not be
committed is undone in memory and told to nobody but the one who asked. What people decide is in `decisions.py` and
`takebacks.py`, what happens by itself in `attendance.py`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from hexagora.server.bus import Bus
from hexagora.server.drawing import draw_end
from hexagora.server.errors import long_enough, newer, no_return, stale
from hexagora.server.limiting import Limiter
from hexagora.server.pacing import Pacing
from hexagora.server.records import AlreadyWritten, Job, Record, from_json, to_json
from hexagora.server.table import RUNNING, Newer, Table
from hexagora.server.telling import NEW_LOG, Telling
from hexagora.server.thinkers import Thinkers
from hexagora.server.viewer import Viewer

if TYPE_CHECKING:
    from hexagora.server.metrics import Metrics
    from hexagora.server.storage import Storage

log = logging.getLogger("hexagora.room")
MOST_EVENTS = 10_000  # at a table; twice as many as the longest match that is read has actions


class House(Protocol):
    """What a room needs of the hall that it is in."""

    storage: "Storage"
    bus: Bus
    thinkers: Thinkers
    metrics: "Metrics"
    limiter: Limiter
    pacing: Pacing

    @property
    def spawn(self) -> Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]]: ...

    async def aside(self, work: Callable[..., Any], *arguments: Any) -> Any: ...

    async def record(self, table_id: str, first: int = 0) -> Record: ...

    def announce(self, table_id: str, kind: str, **data: Any) -> None: ...

    def attend(self, room: "Room", written_here: bool = True) -> None: ...

    def give_up(self, room: "Room") -> None: ...

    def forgotten(self, updated: float) -> bool: ...


@dataclass
class Attendants:
    """What goes on here by itself: a bot that thinks, a clock that will ring."""

    bot: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    asking: asyncio.Task[None] | None = None  # a question that is declined when its time is over
    thought: tuple[int, float] = (0, 0.0)  # seconds that bots have thought about the turn that began at that event

    @property
    def thinking(self) -> bool:
        return self.bot is not None and not self.bot.done()

    def wait_for_answers(self, asking: asyncio.Task[None]) -> None:
        """To the last question alone: one can be asked again and again."""
        if self.asking is not None:
            self.asking.cancel()
        self.asking = asking

    def stop_clock(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Room:
    def __init__(self, hall: House, table: Table, turn: int):
        """`turn` is the seat to act as the row of the table tells it."""
        self.hall = hall
        self.id = table.id
        self.table = table
        self.telling = Telling(self.table)
        self.attendants = Attendants()
        self.lock = asyncio.Lock()
        self.dear = 0.0  # seconds of the processor that something cost here when it last was much
        self.dirty = False  # whether memory may differ from the record
        self.row_waits = turn != table.next_in_match  # whether the row of the table is behind the journal

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory: somebody looks, something happens or will happen here by itself."""
        by_itself = self.attendants.thinking or self.attendants.timer is not None
        return self.telling.somebody or self.lock.locked() or by_itself

    # under the lock

    async def ready(self, seq: int | None) -> None:
        if self.dirty:
            await self.refresh()
        if seq is not None and seq != self.table.n:
            raise stale()

    def must_be_short(self) -> None:
        """Before something that can be done again and again without an end of the match: whoever comes to the table
        later waits until all of it was played through again."""
        if self.table.n >= MOST_EVENTS:
            raise long_enough()

    async def refresh(self) -> None:
        """Takes in what other processes wrote; rebuilds everything after a failed write."""
        table = self.table
        if self.dirty:
            table.begin()
        known = table.n
        found = await self.hall.record(self.id, known)
        table.set_row(found.table)
        table.set_seats(found.seats, found.holders)
        table.ratings = found.known
        try:
            new_from = table.replay(found.events)
        except Newer:
            self.hall.give_up(self)
            raise newer() from None
        table.takeback = from_json(found.table["takeback"])
        self.row_waits = found.table["turn"] != table.next_in_match
        self.telling.board_changed()
        self.telling.seats_changed()
        await self.draw_end()
        if self.dirty:
            new_from = NEW_LOG
            self.dirty = False
        await self.telling.tell_all(new_from, acted=table.n != known)
        self.hall.attend(self, written_here=False)

    async def commit(self, job: Job, undo: Callable[[], None]) -> None:
        """Writes, or undoes in memory and says why not."""
        try:
            await self.hall.storage.write(job)
        except AlreadyWritten:
            undo()
            await self.refresh()
            raise stale() from None
        except BaseException:  # also when cancelled: it may or may not be written, so look again before going on
            undo()
            self.dirty = True
            raise

    def with_row(self, job: Job, at: float) -> Job:
        """Adds what the row of the table tells of the journal, for the lobby and for whoever comes after a crash."""
        self.row_waits = self._row_can_wait()
        return job if self.row_waits else self.table.add_row(job, at)

    def _row_can_wait(self) -> bool:
        """Whether only the lobby would look at it, which asks us: nothing has to happen by itself after a crash."""
        table = self.table
        if table.clock is not None or not self.hall.bus.alone or table.written_status != RUNNING:
            return False
        turn = table.turn()
        return bool(turn) and not table.seats.at(turn).by_bot

    async def draw_end(self, *viewers: Viewer) -> None:
        """Before the end of a long match is told, to these viewers or to everybody here, it is drawn beside the event
        loop."""
        while self.table.over and (eyes := self.telling.end_to_draw(viewers or self.telling.viewers)) is not None:
            try:
                end = await self.hall.aside(draw_end, self.table.match.fork(), eyes)
            except Exception:
                log.exception("cannot draw the end", extra={"table": self.id})
                return  # whoever is told of it is told that too
            self.telling.drawings.adopt_end(eyes, end)

    async def acted(self, log_from: int) -> None:
        """Something happened on the board and is committed: it is told, here and elsewhere, and what follows begins."""
        self.telling.board_changed()
        if self.table.over:
            await self.draw_end()
        await self.telling.tell_all(log_from)
        self.hall.announce(self.id, "changed")
        self.hall.attend(self)

    async def changed(self) -> None:
        """As `acted`, for something beside the board."""
        self.telling.seats_changed()
        await self.telling.tell_all(acted=False)
        self.hall.announce(self.id, "changed")
        self.hall.attend(self)

    async def put_question(self, kind: Literal["offer", "takeback"], asked: dict[str, Any] | None) -> None:
        """Puts a question to the people at the table, or takes it away: whether to end without a result, or whether a
        move may be taken back."""
        table, before = self.table, getattr(self.table, kind)
        setattr(table, kind, asked)
        job = Job().add(kind, of=self.id, **{f"{kind}_": None if asked is None else to_json(asked)})
        await self.commit(job, lambda: setattr(table, kind, before))
        await self.changed()

    async def learn_ratings(self) -> None:
        """After the end of a match that counts: what it changed."""
        table = self.table
        if table.rated and table.over:
            table.ratings = await self.hall.storage.ratings_of(self.id, table.game.id, table.rated)
            self.telling.seats_changed()

    async def set_away(self, seat: int, away: bool) -> None:
        """A bot takes over for somebody who leaves, or gives the seat back."""
        s = self.table.seats.at(seat)
        s.away = away

        def undo() -> None:
            s.away = not away

        await self.commit(Job().add("away", of=self.id, seat_=seat, away_=away), undo)
        self.telling.seats_changed()


async def leave(room: Room, own: Sequence[int], away: bool) -> None:
    """Somebody leaves the seats to bots, or comes back."""
    async with room.lock:
        await room.ready(None)
        if room.table.rated and not away:
            raise no_return()
        for seat in own:
            if room.table.seats.at(seat).away != away and room.table.seats.at(seat).kind == "person":
                await room.set_away(seat, away)
        await room.changed()
