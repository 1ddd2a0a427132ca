"""A live table: the match, who sits where, who looks on. The database is the record; this can be rebuilt at any time.

Everything that changes a table happens under its lock and in this order: try it, commit it, tell it. What could not be
committed is undone in memory and told to nobody but the one who asked.
"""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexagora.engine.contract import CHANCE, OVER
from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.engine.scene import Choice
from hexagora.engine.words import find_action, tidy
from hexagora.registry import game as find_game
from hexagora.server import clocks
from hexagora.server.engines import Question
from hexagora.server.errors import Refusal, stale
from hexagora.server.metrics import Metrics
from hexagora.server.settings import Limits
from hexagora.server.storage import AlreadyWritten, Job, from_json, to_json
from hexagora.server.story import Story
from hexagora.server.views import View, Views, encode

if TYPE_CHECKING:
    from hexagora.server.hall import Hall

log = logging.getLogger("hexagora.room")
NEW_LOG = 0  # a log that starts here is the whole log


@dataclass
class Seat:
    seat: int
    kind: str
    name: str
    level: str
    secret: str
    taken: bool
    away: bool
    holders: set[str] = field(default_factory=set)

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.away


class Viewer:
    """One socket: whose it is, and what waits to be sent to it."""

    def __init__(self, guest: str, limits: Limits, metrics: Metrics, write: Callable[[str], bool] | None):
        self.guest = guest
        self.limits = limits
        self.metrics = metrics
        self.write = write  # writes at once, or says that it cannot
        self.chosen: int | None = None
        self.shown: int | None = None
        self.told: View | None = None  # what this viewer knows; without it the whole is told
        self.shelf: Sequence[Choice] = ()  # the last choices that this viewer was told
        self.outbox: deque[str] = deque()
        self.wake = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        self.heard: set[str] = set()

    def hear(self, said: dict[str, Any]) -> None:
        """Sends a line of the chat, once: it may come both from the record and live."""
        if said["key"] not in self.heard:
            self.heard.add(said["key"])
            self.send(encode(said))

    def send(self, message: str) -> None:
        """Queues a message; a viewer that does not read loses what a later whole state makes up for."""
        if self.write and not self.outbox and not self.closing and self.write(message):
            self.metrics.sent += 1
            return
        if len(self.outbox) >= self.limits.outbox_messages:
            self._forget_waiting()
        self.outbox.append(message)
        self.wake.set()

    def _forget_waiting(self) -> None:
        """All but the first, which is on its way."""
        first = self.outbox.popleft()
        self.outbox.clear()
        self.outbox.append(first)
        self.told = None

    def close(self, code: int, reason: str) -> None:
        self.closing = (code, reason)
        self.wake.set()


class Room:
    def __init__(self, hall: "Hall", row: Any, seat_rows: Sequence[Any], holder_rows: Sequence[Any]):
        self.hall = hall
        self.id: str = row["id"]
        self.game = find_game(row["game"])
        self.options = from_json(row["options"])
        self.seed: str = row["seed"]
        self.content: str = row["content"]
        self.start = from_json(row["start"])
        self.plan = from_json(row["clock"])
        self.public: bool = row["public"]
        self.creator: str = row["creator"]
        self.n = 0
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.expected = 0  # viewers that are on their way in
        self.remote: dict[str, tuple[list[int], float]] = {}
        self.views = Views(self)
        self.dirty = False
        self.undoable = 0
        self.last_seat = 0
        self.thought = 0.0  # seconds that a bot has thought about the present turn
        self.bot_task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.set_row(row)
        self.set_seats(seat_rows, holder_rows)
        self._fresh_match()

    # building it from the database

    def set_row(self, row: Any) -> None:
        self.takeback: dict[str, Any] | None = from_json(row["takeback"])
        self.rematch: str | None = row["rematch"]
        self.clock_from: float = row["clock_from"]
        self.updated: float = row["updated"]
        self.written_status: str = row["status"]
        self.row_waits = False  # whether the row of the table is behind the journal

    def set_seats(self, seat_rows: Sequence[Any], holder_rows: Sequence[Any]) -> None:
        self.seats = [Seat(r.seat, r.kind, r.name, r.level, r.secret, r.taken, r.away) for r in seat_rows]
        for h in holder_rows:
            self.seats[h.seat - 1].holders.add(h.guest)
        self._own = {h.guest: tuple(s.seat for s in self.seats if h.guest in s.holders) for h in holder_rows}
        self.views.touch()
        if hasattr(self, "match"):
            self.match.seats[:] = [s.name for s in self.seats]

    def _fresh_match(self) -> None:
        self.match = Match(self.game, self.options, seed=self.seed, chance="ask", start=self.start,
                           seats=[s.name for s in self.seats])
        self.story = Story(self.match)
        self.clock = clocks.make(self.plan, self.match.players)

    def replay(self, rows: Sequence[Any]) -> int:
        """Applies journal events; returns the ply from which the log is new."""
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
            self.n += 1
            self._after(row.seat, row.spent, row.at)
        if rows:
            seat = rows[-1].seat
            may_undo = seat and self.match.actor != OVER and self.match.log and self.match.may_undo(seat)
            self.undoable = seat if may_undo else 0
        self.story.catch_up()
        if self.clock:
            self.clock.since = max(self.clock.since, self.clock_from)
        return new_from

    def back_to(self, ply: int) -> None:
        self.match = self.match.fork(ply)
        self.story.back_to(self.match, ply)

    def _after(self, seat: int, spent: int, at: float) -> None:
        """Keeps the small facts that follow from an event."""
        self.last_seat = seat or self.last_seat
        if self.turn() != seat:
            self.thought = 0.0
        if self.clock:
            if seat:
                self.clock.spend(seat, spent)
            self.clock.turn_to(self.turn(), at)
        self.updated = at
        self.takeback = None
        self.views.clear()

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory: somebody looks, something happens or will happen here by itself."""
        thinks = self.bot_task is not None and not self.bot_task.done()
        return bool(self.viewers or self.expected) or self.lock.locked() or thinks or self.timer is not None

    # who is who

    def turn(self) -> int:
        """The seat to act; 0 when the match is over."""
        return max(0, self.match.actor + 1)

    @property
    def status(self) -> str:
        if self.match.actor == OVER:
            return "over"
        return "running" if all(s.taken for s in self.seats) else "open"

    def own(self, guest: str) -> tuple[int, ...]:
        """The seats that a guest holds."""
        return self._own.get(guest, ())

    def online(self) -> set[int]:
        there = {seat for viewer in self.viewers for seat in self.own(viewer.guest)}
        for seats, _ in self.remote.values():
            there.update(seats)
        return there

    def view_seat(self, viewer: Viewer, own: tuple[int, ...]) -> int:
        """The seat whose view is shown: the chosen one, else the one to act, else the last that acted."""
        if viewer.chosen in own and viewer.chosen is not None:
            return viewer.chosen
        for seat in (self.turn(), viewer.shown or 0, self.last_seat):
            if seat in own:
                return seat
        return own[0] if own else 0

    def undoable_for(self, own: Sequence[int]) -> int:
        """The seat whose last decision may be taken back without asking by whoever holds these seats; 0 if there is
        none. A turn that was handed on to another seat of the same person concerns nobody else yet."""
        if self.undoable in own:
            return self.undoable
        turn, ply = self.turn(), len(self.match.log) - 1
        if ply < 0 or self.game.facts.hidden or turn not in own or self.last_seat not in own:
            return 0
        decided = int(self.game.rules.to_act(self.match.box, self.match.state_at(ply))) + 1
        return decided if decided != turn and decided in own else 0

    def bots_play(self) -> bool:
        """Bots go on while somebody plays or looks on."""
        return bool(self.viewers) or any(s.kind == "person" and not s.away for s in self.seats)

    def thinking(self) -> int | None:
        turn = self.turn()
        return turn if turn and self.seats[turn - 1].by_bot and self.bots_play() else None

    def takeback_document(self) -> dict[str, Any] | None:
        if self.takeback is None or self.takeback["n"] != self.n:
            return None
        return {"by": self.takeback["by"], "answers": self.takeback["answers"]}

    # telling

    def tell_state(self, viewer: Viewer, log_from: int = NEW_LOG) -> None:
        """Queues the present for one viewer: what changed since this viewer was told last, or the whole."""
        own = self.own(viewer.guest)
        seat = self.view_seat(viewer, own)
        if seat != viewer.shown and self.game.facts.hidden:
            viewer.told = None
        viewer.shown = seat
        try:
            self._tell_view(viewer, self.views.view(seat, own), log_from)
        except Exception:
            log.exception("cannot draw", extra={"table": self.id, "seat": seat, "n": self.n})
            viewer.told = None
            viewer.send(encode({"type": "error", "code": "internal",
                                "error": "The table cannot be drawn just now; the match itself is safe."}))

    def _tell_view(self, viewer: Viewer, view: View, log_from: int) -> None:
        known, shelf = viewer.told, viewer.shelf
        change = self.views.change(known, shelf, view, log_from) if known else None
        viewer.told, viewer.shelf = view, view.choices or (shelf if change else ())
        viewer.send(change or self.views.whole(view, NEW_LOG))

    def tell_all(self, log_from: int | None = None, acted: bool = True) -> None:
        """Tells everybody here how the table stands; by default from the end of the log on."""
        start = len(self.match.log) if log_from is None else log_from
        for viewer in self.viewers:
            if acted:
                viewer.chosen = None
            self.tell_state(viewer, start)
        self.views.rest()

    def tell_presence(self) -> None:
        self.views.touch()
        for viewer in self.viewers:
            viewer.send(encode({"type": "presence", "seats": self.views.seats(self.own(viewer.guest)),
                                "watching": sum(not self.own(v.guest) for v in self.viewers),
                                "thinking": self.thinking()}))

    def tell(self, message: dict[str, Any]) -> None:
        text = encode(message)
        for viewer in self.viewers:
            viewer.send(text)

    def tell_chat(self, message: dict[str, Any]) -> None:
        for viewer in self.viewers:
            viewer.hear(message)

    # changing

    async def refresh(self) -> None:
        """Takes in what other processes wrote; rebuilds everything after a failed write. Under the lock."""
        if self.dirty:
            self.n = 0
            self._fresh_match()
        known = self.n
        found = await self.hall.record(self.id, known)
        self.set_row(found.table)
        self.set_seats(found.seats, found.holders)
        new_from = self.replay(found.events)
        self.takeback = from_json(found.table["takeback"])
        self.row_waits = found.table["turn"] != self.turn()
        self.views.clear()
        if self.dirty:
            new_from = NEW_LOG
            self.dirty = False
        self.tell_all(new_from, acted=self.n != known)
        self.follow_up(written_here=False)

    async def ready(self, seq: int | None) -> None:
        if self.dirty:
            await self.refresh()
        if seq is not None and seq != self.n:
            raise stale()

    async def _commit(self, job: Job, undo: Callable[[], None]) -> None:
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

    def _turn_row(self, job: Job, now: float) -> Job:
        """Adds what the row of the table tells of the journal, for the lobby and for whoever comes after a crash."""
        self.row_waits = self._row_can_wait()
        if self.row_waits:
            return job
        self.written_status = self.status
        return self.add_row(job, now)

    def _row_can_wait(self) -> bool:
        """Whether only the lobby would look at it, which asks us: nothing has to happen by itself after a crash."""
        turn = self.turn()
        goes_on = bool(turn) and not self.seats[turn - 1].by_bot and self.clock is None
        return goes_on and self.hall.bus.alone and self.status == self.written_status

    def add_row(self, job: Job, at: float) -> Job:
        return job.add("turn", of=self.id, status_=self.status, turn_=self.turn(), at_=at, from_=at)

    async def act(self, own: Sequence[int], seq: int | None, text: str, by_bot: bool = False) -> None:
        """Makes a decision for the seat to act, if it is among one's own."""
        async with self.lock:
            await self.ready(seq)
            seat = self.turn()
            if not seat:
                raise Refusal("over", "The match is over; nothing more can be played.", 409)
            if seat not in own:
                raise self._not_yours(own, seat)
            if by_bot and not self.seats[seat - 1].by_bot:
                raise stale()  # the person came back while the bot was thinking
            if self.seats[seat - 1].away and not by_bot:
                await self._set_away(seat, False)
            await self._decide(seat, text)

    def _not_yours(self, own: Sequence[int], seat: int) -> Refusal:
        if not own:
            return Refusal("forbidden", "You are looking on; only those who sit at the table can play.", 403)
        return Refusal("not-your-turn", f"It is the turn of {self.seats[seat - 1].name} at seat {seat}.", 409)

    async def _decide(self, seat: int, text: str) -> None:
        match, ply, now = self.match, len(self.match.log), time.time()
        spent = self.clock.spent(now) if self.clock else 0
        before = match.state.clone()
        try:
            texts = decide(match, self._understood(seat, text))
        except HexagoraError as e:
            raise Refusal("illegal", str(e), 409) from None
        except Exception:
            self.dirty = True  # the rules failed halfway: build the match again from the record
            raise
        job = Job().add("event", table_id=self.id, n=self.n, kind="act", seat=seat, texts=encode(texts), at=now,
                        spent=spent)
        await self._commit(self._turn_row(job, now), lambda: self.back_to(ply))
        self.n += 1
        self._follow(seat, before, ply)
        self._after(seat, spent, now)
        self.hall.metrics.actions += 1
        self._told(ply)

    def _follow(self, seat: int, before: Any, ply: int) -> None:
        """What follows from a decision for the log and for taking it back."""
        match = self.match
        alone = len(match.log) == ply + 1  # no chance came after it
        if alone:
            self.story.tell(before)
        else:
            self.story.catch_up()
        shows = not alone or match.actor == OVER or match.is_barrier(before, match.log[ply], match.state)
        self.undoable = 0 if shows else seat

    def _understood(self, seat: int, text: str) -> int:
        """The action that a seat means: one of the choices that it was told, else what `understood` makes of it."""
        wanted = tidy(text)
        for choice in self.views.told_choices(seat):
            if choice.text == wanted:
                return choice.action
        return understood(self.match, seat, text)

    def _told(self, log_from: int) -> None:
        self.tell_all(log_from)
        self.hall.announce(self.id, "changed")
        self.follow_up()

    async def go_back(self, seat: int, ply: int) -> None:
        """Takes back to a ply, as an event of its own: nothing is ever deleted. Under the lock."""
        now, match = time.time(), self.match
        spent = self.clock.spent(now) if self.clock else 0
        job = Job().add("event", table_id=self.id, n=self.n, kind="back", seat=seat, texts=to_json([str(ply)]),
                        at=now, spent=spent)
        self.match = match.fork(ply)
        self._turn_row(job, now)

        def undo() -> None:
            self.match = match

        await self._commit(job, undo)
        self.story.back_to(self.match, ply)
        self.n += 1
        self.undoable = seat if self.match.actor != OVER and self.match.log and self.match.may_undo(seat) else 0
        self._after(seat, spent, now)
        self._told(ply)

    async def undo(self, own: Sequence[int], seq: int, whole_turn: bool) -> None:
        """Takes back one's last decision, or all of one's turn as far as nothing new was shown to anybody."""
        async with self.lock:
            await self.ready(seq)
            seat = self.undoable_for(own)
            if not seat:
                raise Refusal("no-undo", "There is nothing that you can take back on your own; ask the others.", 409)
            match = self.match.fork(len(self.match.log) - 1)
            while whole_turn and match.log and match.may_undo(seat):
                match = match.fork(len(match.log) - 1)
            await self.go_back(seat, len(match.log))

    async def ask_takeback(self, own: Sequence[int], seq: int) -> None:
        """Asks the other people whether one's last decision may be taken back; bots never mind."""
        async with self.lock:
            await self.ready(seq)
            by, ply = self._last_of(own)
            others = [s.seat for s in self.seats if not s.by_bot and s.taken and s.seat not in own]
            if not others:
                await self.go_back(by, ply)
                return
            asked = {"by": by, "ply": ply, "n": self.n, "answers": {str(seat): None for seat in others}}
            await self._set_takeback(asked)

    def _last_of(self, own: Sequence[int]) -> tuple[int, int]:
        """The newest decision of one's seats: the seat and its place in the log."""
        for ply in range(len(self.match.log) - 1, -1, -1):
            seat = int(self.match.game.rules.to_act(self.match.box, self.match.state_at(ply))) + 1
            if seat in own:
                return seat, ply
        raise Refusal("no-undo", "You have not decided anything yet that could be taken back.", 409)

    async def answer_takeback(self, own: Sequence[int], yes: bool) -> None:
        async with self.lock:
            await self.ready(None)
            if self.takeback is None or self.takeback["n"] != self.n:
                raise Refusal("no-question", "Nobody asks for a move back any more.", 409)
            asked = {**self.takeback, "answers": dict(self.takeback["answers"])}
            mine = [str(seat) for seat in own if str(seat) in asked["answers"]]
            if not mine:
                raise Refusal("forbidden", "This question is for the others at the table.", 403)
            asked["answers"].update(dict.fromkeys(mine, yes))
            if not yes:
                await self._set_takeback(None)
                self.tell({"type": "takeback-declined", "by": asked["by"], "seats": [int(k) for k in mine]})
            elif all(asked["answers"].values()):
                await self.go_back(asked["by"], asked["ply"])
            else:
                await self._set_takeback(asked)

    async def _set_takeback(self, asked: dict[str, Any] | None) -> None:
        before = self.takeback
        self.takeback = asked
        job = Job().add("takeback", of=self.id, takeback_=None if asked is None else to_json(asked))

        def undo() -> None:
            self.takeback = before

        await self._commit(job, undo)
        self.views.touch()
        self.tell_all(acted=False)
        self.hall.announce(self.id, "changed")

    async def set_away(self, seats: Sequence[int], away: bool) -> None:
        """A bot takes over for somebody who leaves, and gives the seat back."""
        async with self.lock:
            await self.ready(None)
            for seat in seats:
                if self.seats[seat - 1].away != away and self.seats[seat - 1].kind == "person":
                    await self._set_away(seat, away)
            self.tell_all(acted=False)
            self.hall.announce(self.id, "changed")
            self.follow_up()

    async def _set_away(self, seat: int, away: bool) -> None:
        s = self.seats[seat - 1]
        s.away = away

        def undo() -> None:
            s.away = not away

        await self._commit(Job().add("away", of=self.id, seat_=seat, away_=away), undo)
        self.views.touch()

    async def time_is_up(self) -> None:
        """The clock of the seat to act has run out: the game says what happens, else a bot takes over."""
        async with self.lock:
            if self.dirty or not self.hall.bus.alone:
                await self.refresh()
            seat = self.turn()
            if not self.clock or not seat or self.clock.left(seat, time.time()) > 0 or self.seats[seat - 1].by_bot:
                return
            log.info("time is up", extra={"table": self.id, "seat": seat})
            choose = getattr(self.game.words, "when_time_is_up", None)
            if choose is not None:
                view = self.match.hidden(seat)
                await self._decide(seat, self.game.words.text(self.match.box, view, choose(self.match.box, view)))
                return
            await self._set_away(seat, True)
            self.tell_all(acted=False)
            self.hall.announce(self.id, "changed")
            self.follow_up()

    # what follows by itself

    def follow_up(self, written_here: bool = True) -> None:
        """Lets a bot think if one is to act, and winds the clock. The process that wrote the last event lets the bot
        think; another one does so only when nothing has come of it for long."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        turn = self.turn()
        if not turn:
            return
        if self.seats[turn - 1].by_bot:
            idle = self.bot_task is None or self.bot_task.done()
            mine = written_here or self.hall.bus.alone or self.hall.forgotten(self.updated)
            if idle and mine and self.bots_play():
                self.bot_task = self.hall.spawn(self._bot_moves(), f"bot {self.id}")
        elif self.clock:
            delay = max(0.0, self.clock.left(turn, time.time()) / clocks.SECOND)
            self.timer = asyncio.get_running_loop().call_later(
                delay + TIMER_SLACK, lambda: self.hall.spawn(self.time_is_up(), f"clock {self.id}"))

    async def _bot_moves(self) -> None:
        """Plays for bots until a person is to act."""
        while (seat := self.turn()) and self.seats[seat - 1].by_bot and self.bots_play():
            async with self.lock:
                await self.ready(None)
                seat, n = self.turn(), self.n
                if not seat or not self.seats[seat - 1].by_bot:
                    return
                match = self.match.fork()
                question = Question(match, seat, legal_texts(match, seat), f"{self.id}:{seat}")
            text, thought = await self.hall.thinkers.decide(question, self.seats[seat - 1].level, f"{self.seed}:{n}",
                                                            self.thought)
            self.thought += thought
            try:
                await self.act([seat], n, text, by_bot=True)
            except Refusal as e:
                if e.code not in ("stale", "not-your-turn", "over"):
                    log.error("bot refused", extra={"table": self.id, "code": e.code, "why": str(e)})
                    return


TIMER_SLACK = 0.02  # seconds; a timer that fires early would only have to be set again


def legal_texts(match: Match, seat: int) -> list[str]:
    """The legal actions of the seat to act, in the words that the seat sees."""
    view = match.hidden(seat) if match.game.facts.hidden else match.state
    return [match.game.words.text(match.box, view, a) for a in match.actions()]


def understood(match: Match, seat: int, text: str) -> int:
    """The action that a seat means. What is said about a wrong one tells no more than the seat may know."""
    return find_action(text, match.actions(), legal_texts(match, seat), f"seat {seat}")


def decide(match: Match, a: int) -> list[str]:
    """Plays a decision and the chance that follows it; returns the texts of all."""
    text = match.game.words.text(match.box, match.state, a)
    match.make(a)
    return [text, *settle(match)]


def settle(match: Match) -> list[str]:
    """Lets the seed decide until a person is to act."""
    texts = []
    while match.actor == CHANCE:
        a = match.outcome()
        texts.append(match.game.words.text(match.box, match.state, a))
        match.make(a)
    return texts
