"""The hall: all live tables of this process, loaded when somebody comes and let go when nobody is there."""

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from hexagora.engine.errors import HexagoraError
from hexagora.engine.match import Match
from hexagora.server import bus as buses
from hexagora.server import catalogue, identity
from hexagora.server.analysis import Analysis
from hexagora.server.attendance import attend
from hexagora.server.desk import FIRST, LATER, Desk
from hexagora.server.errors import Refusal, newer, no_such_table
from hexagora.server.laid import Laid
from hexagora.server.limiting import Limiter
from hexagora.server.pacing import Pacing
from hexagora.server.records import AlreadyWritten, Installed, Job, Record, to_json
from hexagora.server.reviews import Reviews
from hexagora.server.room import Room
from hexagora.server.settings import Settings
from hexagora.server.story import page
from hexagora.server.supervision import Supervisor
from hexagora.server.table import Disagreement, Newer, Table, closed, resumed
from hexagora.server.thinkers import Thinkers
from hexagora.server.turns import HOUSE, Turns
from hexagora.server.unread import Unread
from hexagora.server.viewer import Viewer

if TYPE_CHECKING:
    from hexagora.server.metrics import Metrics
    from hexagora.server.storage import Storage

log = logging.getLogger("hexagora.hall")
SPACE_EVERY = 1.0  # seconds after which tables that nobody needs any more are let go
LONG_LOG = 50  # entries that take long enough to be made beside the event loop
SILENT_SWEEPS = 3  # a process that has said nothing for so many sweeps is gone
ROWS_AT_ONCE = 100  # of tables, brought up to their journals in one commit: decisions wait for it
LOADED_AT_ONCE = 4  # tables; while one is played through, the next ones are read
NO_EVENTS = 2**31 - 1  # no table has so many
RESTARTING = 1012  # the closing code of a socket whose server restarts

Found = TypeVar("Found")


class Hall:
    def __init__(self, settings: Settings, metrics: "Metrics", storage: "Storage", thinkers: Thinkers):
        self.settings, self.metrics, self.storage, self.thinkers = settings, metrics, storage, thinkers
        self.limiter = Limiter(settings.limits)
        self.unread = Unread(settings.limits.unread_bytes)
        self.pacing = Pacing(settings.limits.work_at_once)
        self.laid = Laid(storage, settings.limits)
        self.tasks = Supervisor(self.metrics)
        self.spawn = self.tasks.spawn
        self.senders = Supervisor(self.metrics)  # they outlive the hall, to say goodbye
        self.bus = buses.make(settings.redis_url, self.tasks)
        self.reviews = Reviews(self.thinkers, self.spawn, self.aside)
        self.analysis = Analysis(settings.limits)
        self._loader = ThreadPoolExecutor(1, "loader")  # one thing at a time
        self._loads = Turns(LOADED_AT_ONCE)
        most = settings.limits.questions_per_address
        self._maker, self._reader = Desk("maker", most), Desk("reader", most)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.installed: list[Installed] = []  # the games as they are here
        self._contents_kept = False
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._moved_on: set[str] = set()  # tables that others changed while they were loaded
        self._sockets: Counter[str] = Counter()
        self._stuck: set[str] = set()  # tables that cannot be resumed; told once
        self._spacing: asyncio.TimerHandle | None = None
        self.renew: Callable[[], Coroutine[Any, Any, None]] | None = None  # what else to do when a new era begins

    # life

    async def open(self) -> None:
        await self.storage.open()
        await self._take_stock()
        self.storage.when_era_begins = self._begin_again
        self.thinkers.engines.open(self.spawn)
        if not await self.bus.others():
            await self.storage.restart_clocks(time.time())
        await self.bus.open(self._hear, self._hear_all_again)
        self.tasks.keep(self._sweep_forever, "sweeper")
        self.spawn(self._look_at_outdated(), "updates")

    async def _take_stock(self) -> None:
        """Looks at the games that are here."""
        self.installed = await self._in(self._loader, catalogue.installed)
        await self.tasks.attempt(self._keep_contents(), "contents")

    async def _keep_contents(self) -> None:
        """Keeps what matches of the games that are here begin with; tried again later where nothing can be written."""
        if not self._contents_kept:
            named = await self._in(self._loader, catalogue.supplied_by_name)
            await self.storage.keep_contents([*self.installed, *named])
            self._contents_kept = True

    async def close(self) -> None:
        """Stops what runs by itself, tells the viewers, writes what waits."""
        if self._spacing:
            self._spacing.cancel()
        for room in self.rooms.values():
            room.attendants.stop_clock()
            for viewer in room.telling.viewers:
                viewer.close(RESTARTING, "the server restarts")
        await self.tasks.close()
        self.thinkers.close()
        self._loader.shutdown(wait=False, cancel_futures=True)
        self._maker.close()
        self._reader.close()
        with contextlib.suppress(Refusal):
            await self._write_rows(list(self.rooms.values()))
        await self.bus.close()
        await self.storage.close()

    async def aside(self, work: Callable[..., Found], *arguments: Any) -> Found:
        """The result of something that costs processor time, made beside the event loop."""
        return await self._maker.do(HOUSE, work, *arguments)

    async def aside_for(self, who: str, work: Callable[..., Found], *arguments: Any) -> Found:
        """As `aside`, for somebody who asked: an address, or a guest who sits there."""
        return await self._maker.do(who, work, *arguments)

    async def read_for(self, who: str, work: Callable[..., Found], *arguments: Any) -> Found:
        """As `aside_for`, of what somebody wrote down: that may take seconds, for which no table should wait."""
        return await self._reader.do(who, work, *arguments)

    @staticmethod
    async def _in(thread: ThreadPoolExecutor, work: Callable[..., Found], *arguments: Any) -> Found:
        found: Found = await asyncio.get_running_loop().run_in_executor(thread, work, *arguments)
        return found

    def attend(self, room: Room, written_here: bool = True) -> None:
        """Sees to it that bots and clocks of a table go on."""
        attend(room, written_here)

    def forgotten(self, updated: float) -> bool:
        """Whether a table has waited so long that whoever should have served it must be gone."""
        return time.time() - updated > self.settings.sweep_seconds

    async def _sweep_forever(self) -> None:
        """Rounds at a steady pace. Each part of a round, and each table in it, fails for itself alone."""
        since = 0.0 if self.bus.alone else self.settings.sweep_seconds  # after a start nobody else attends to them
        while True:
            await self.tasks.attempt(self.storage.look_for_era(), "sweeper era")
            await self.tasks.attempt(self._keep_contents(), "sweeper contents")
            await self.tasks.attempt(self._attend(time.time() - since), "sweeper tables")
            await self.tasks.attempt(self._write_rows(list(self.rooms.values())), "sweeper rows")
            await self.tasks.attempt(self._refresh_presence(), "sweeper presence")
            since = self.settings.sweep_seconds
            await asyncio.sleep(since)

    async def _attend(self, before: float) -> None:
        """Finds tables that wait for a bot or a clock although nobody is there, as after a restart."""
        for table_id in await self.storage.unattended(before):
            if table_id not in self._stuck:
                await self.tasks.attempt(self._attend_to(table_id), f"sweeper {table_id}")
            await asyncio.sleep(0)

    async def _attend_to(self, table_id: str) -> None:
        try:
            self.attend(await self.room(table_id), written_here=False)
        except Refusal as e:
            if e.code == "cannot-resume":
                self._stuck.add(table_id)
            log.warning("a table is not attended to", extra={"table": table_id, "why": str(e)})

    async def _write_rows(self, rooms: list[Room]) -> None:
        """Brings the rows of tables up to their journals; an open question about a move back is left alone."""
        behind = _behind(rooms)
        for k in range(0, len(behind), ROWS_AT_ONCE):
            await self._write_rows_of(_behind(behind[k : k + ROWS_AT_ONCE]))  # meanwhile something may have happened

    async def _write_rows_of(self, rooms: list[Room]) -> None:
        if not rooms:
            return
        job = Job()
        for room in rooms:
            room.row_waits = False
            room.table.add_row(job, room.table.updated)
        try:
            await self.storage.write(job)
        except BaseException:
            for room in rooms:
                room.row_waits = True
            raise

    async def _refresh_presence(self) -> None:
        """Says again who is here, and forgets what processes said that are silent now."""
        if self.bus.alone:
            return
        for room in self.rooms.values():
            old = time.time() - SILENT_SWEEPS * self.settings.sweep_seconds
            remote = room.telling.remote
            gone = [process for process, (_, at) in remote.items() if at < old]
            for process in gone:
                del remote[process]
            if gone:
                room.telling.tell_presence()
            if room.telling.viewers:
                self._announce_presence(room, asks=False)

    # rooms

    async def record(self, table_id: str, first: int = 0) -> Record:
        """What is kept of a table, with its events from the first wanted on."""
        found = await self.storage.record(table_id, first)
        if found is None:
            raise no_such_table()
        return found

    async def sitting(self, table_id: str) -> Record:
        """What is kept of a table but for what happened there, which may be long."""
        return await self.record(table_id, NO_EVENTS)

    async def room(self, table_id: str, who: str = HOUSE) -> Room:
        """The live table; loaded once even when many ask at the same time. Addresses take turns: to play a match
        through again can take a second."""
        room = self.rooms.get(table_id)
        if room is not None:
            self.rooms.move_to_end(table_id)
            return room
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id, who), name=f"load {table_id}")
            loading.add_done_callback(lambda task: self._loaded(table_id, task))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str, who: str) -> Room:
        """Reads a table. It is listened for before that, so that nothing is missed that others write."""
        self.bus.follow(table_id)
        try:
            async with self._loads.place(FIRST if who == HOUSE else LATER, who):
                await self.bus.surely(table_id)
                self._keep(await self._read(table_id))
        finally:
            if table_id not in self.rooms:
                self.bus.leave(table_id)
        return self.rooms[table_id]

    async def _read(self, table_id: str) -> Room:
        self._moved_on.discard(table_id)
        era, found = self.storage.era, await self.record(table_id)
        if era != self.storage.era:
            return await self._read(table_id)
        try:
            room = Room(self, await self._resumed(found), found.table["turn"])
        except Refusal:
            raise
        except Newer as e:
            log.warning("a table is left to a newer version", extra={"table": table_id, "why": str(e)})
            raise newer() from None
        except Exception as e:
            if not isinstance(e, HexagoraError):
                self.tasks.failed(f"load {table_id}", e)
            log.error("a table cannot be resumed", extra={"table": table_id, "why": str(e)})
            raise Refusal("cannot-resume", f"This table was made with another version of the game and cannot be "
                          f"resumed here: {e}.", 409) from None
        return await self._read(table_id) if table_id in self._moved_on else room

    def _keep(self, room: Room) -> Room:
        """Holds a table, and listens for it; returns the one that is held already if there is one."""
        self.bus.follow(room.id)
        self._make_space_soon()
        return self.rooms.setdefault(room.id, room)

    def _let_go(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.bus.leave(room.id)

    async def _resumed(self, found: Record) -> Table:
        """A table as it was left. If the game has changed since, what becomes of the match is written down first."""
        row = found.table
        try:
            table = await self._in(self._loader, resumed, found, await self.kept_content(row))
        except Disagreement:
            await self._close(row)
            raise
        if table.lenient:
            await self._close(row)
        elif table.outdated and row["status"] != "over":
            await self.storage.write(Job().add("adopt", of=table.id, game_version_=table.game.facts.version,
                                               content_=table.game.content_digest))
        return table

    async def kept_content(self, row: Mapping[str, Any]) -> str | None:
        """The content that the match of a table began with, where that is not the one that is here."""
        here = any(one.game == row["game"] and one.digest == row["content"] for one in self.installed)
        return None if here else await self.storage.content(row["content"])

    async def _close(self, row: Mapping[str, Any]) -> None:
        """Ends a match with which the rules that are here cannot go on, unless it is over already."""
        if row["status"] != "over":
            job = Job().add("ending", of=row["id"], ending_=to_json(closed()), result_=None,
                            at_=time.time())
            await self.storage.write(job)
            self.announce(row["id"], "changed")

    async def _look_at_outdated(self) -> None:
        """After an update: which matches go on, and which are closed. Each is looked at on its own."""
        for table_id in await self.storage.outdated(self.installed):
            await self.tasks.attempt(self._attend_to(table_id), f"updates {table_id}")
            await asyncio.sleep(0)

    def _loaded(self, table_id: str, task: "asyncio.Task[Room]") -> None:
        self._loading.pop(table_id, None)
        self._moved_on.discard(table_id)
        if not task.cancelled():
            task.exception()  # whoever asked is told; if all of them have left, nobody has to be

    def _make_space_soon(self) -> None:
        """Looking through all tables is worth it only now and then."""
        if self._spacing is None:
            self._spacing = asyncio.get_running_loop().call_later(SPACE_EVERY, self._make_space)

    def _make_space(self) -> None:
        """Keeps only a few of the tables at which nobody is, and none that is over: they are soon read again."""
        self._spacing = None
        idle = [room for room in self.rooms.values() if not room.busy]
        going = [room for room in idle if room.table.over]
        waiting = [room for room in idle if not room.table.over]
        gone = going + waiting[: max(0, len(waiting) - self.settings.limits.idle_tables)]
        for room in gone:
            self._let_go(room)
        if any(room.row_waits for room in gone):
            self.spawn(self._write_rows(gone), "rows")
        self.metrics.live_tables.set(len(self.rooms))

    # viewers

    def _count_in(self, viewer: Viewer, most: Mapping[str, int]) -> None:
        """Counts a socket under some names, if there are not too many under any."""
        if any(self._sockets[name] >= limit for name, limit in most.items()):
            raise Refusal("rate", "You have too many windows open at this server; close some of them.", 429)
        self._sockets.update(most.keys())
        viewer.counted_as = tuple(most)

    def count_out(self, viewer: Viewer) -> None:
        for name in viewer.counted_as:
            self._sockets[name] -= 1
            if not self._sockets[name]:
                del self._sockets[name]
        viewer.counted_as = ()

    def _count_viewer(self, room: Room, viewer: Viewer) -> None:
        """Whoever holds a seat here is counted as a guest and always gets in, with one window; what others need, and
        further windows, shares limits by address, since guests and tables are made in no time."""
        limits = self.settings.limits
        if not room.table.seats.own(viewer.guest):
            self._count_in(viewer, {f"looks on from {viewer.address}": limits.onlookers_per_address})
        elif not self._sockets[viewer.guest]:
            self._count_in(viewer, {viewer.guest: limits.sockets_per_guest})
        else:
            self._count_in(viewer, {viewer.guest: limits.sockets_per_guest,
                                    f"once more from {viewer.address}": limits.windows_per_address})

    async def enter(self, table_id: str, viewer: Viewer) -> Room:
        """Shows the present at once, then the chat so far; the others see who came."""
        found = await self.room(table_id, viewer.address)
        room = self._keep(found)  # it may have been let go, or loaded again, in between
        self._count_viewer(room, viewer)
        room.telling.expected += 1
        try:
            await self._seat(room, viewer)
        finally:
            room.telling.expected -= 1
        self.presence_changed(room)
        return room

    async def _seat(self, room: Room, viewer: Viewer) -> None:
        telling = room.telling
        looks_on = not room.table.seats.own(viewer.guest)
        if looks_on and telling.watching() >= self.settings.limits.viewers_per_table:
            raise Refusal("full", "So many people look on already that nobody else can join just now.", 503)
        prepared = await self._log_for(room, viewer)
        async with room.lock:
            if room.dirty or (not self.bus.alone and not telling.viewers):
                await self.bus.surely(room.id)
                await room.refresh()
            if prepared:
                room.table.story.adopt(*prepared)
            telling.viewers.add(viewer)
            telling.seats_changed()
            await room.draw_end(viewer)
            telling.tell_whole(viewer)
            self.attend(room, written_here=False)
        try:
            said = await self.storage.chats(room.id)  # only now: what is said from here on is told to the viewer
            if not room.table.seats.own(viewer.guest):
                viewer.name = await self.storage.guest_name(viewer.guest) or "Guest"
        except BaseException:
            telling.viewers.discard(viewer)
            raise
        for row in said:
            viewer.hear(chat(row.name, row.seat, row.text, row.at, row.line_key))

    async def _log_for(self, room: Room, viewer: Viewer) -> tuple[int, Match, list[str]] | None:
        """A long log that nobody has looked at yet through these eyes, made before the table is held up by it."""
        async with room.lock:
            table = room.table
            seat = room.telling.seat_of(viewer, table.seats.own(viewer.guest))
            if table.story.missing(seat) < LONG_LOG:
                return None
            match = table.match.fork()
            who = viewer.guest if table.seats.own(viewer.guest) else viewer.address
        return seat, match, await self.aside_for(who, page, match, seat, 0, len(match.log))

    def leave(self, room: Room, viewer: Viewer) -> None:
        room.telling.viewers.discard(viewer)
        viewer.leave()
        viewer.lender.leave()
        self.presence_changed(room)
        self._make_space_soon()

    def presence_changed(self, room: Room) -> None:
        room.telling.tell_presence()
        self._announce_presence(room, asks=True)

    def _announce_presence(self, room: Room, asks: bool) -> None:
        self.announce(room.id, "presence", seats=sorted(room.telling.here()), asks=asks)

    async def say(self, room: Room, viewer: Viewer, text: str, key: str | None = None) -> None:
        """Chat: kept first, then told. The key makes a line that is sent again after a broken connection one line."""
        seats = room.table.seats
        seat = room.telling.seat_of(viewer, seats.own(viewer.guest))
        name = seats.at(seat).name if seat else await self.storage.guest_name(viewer.guest) or "Guest"
        at, key = time.time(), key or identity.new_line_key()
        try:
            await self.storage.write(Job().add("chat", table_id=room.id, seat=seat, name=name, text=text, at=at,
                                               line_key=key, guest=viewer.guest))
        except AlreadyWritten:
            return
        message = chat(name, seat, text, at, key)
        room.telling.tell_chat(message)
        self.announce(room.id, "chat", message=message)

    # other processes

    def announce(self, table_id: str, kind: str, **data: Any) -> None:
        self.bus.publish({"table": table_id, "kind": kind, **data})

    async def _hear(self, message: dict[str, Any]) -> None:
        """What is not known here, as from a newer version during an update, may be a change."""
        room = self.rooms.get(message["table"])
        if message["kind"] == "chat":
            if room:
                room.telling.tell_chat(message["message"])
        elif message["kind"] == "presence":
            if room:
                self._hear_presence(room, message)
        elif room:
            self.spawn(self.read_again(room), f"refresh {room.id}")
        elif message["table"] in self._loading:
            self._moved_on.add(message["table"])

    def _hear_presence(self, room: Room, message: dict[str, Any]) -> None:
        room.telling.remote[message["process"]] = (message["seats"], time.time())
        room.telling.tell_presence()
        if message["asks"]:
            self._announce_presence(room, asks=False)

    async def _hear_all_again(self) -> None:
        """The bus is or was away: look at every table that somebody looks at and that others have moved on."""
        for room in [room for room in self.rooms.values() if not room.busy]:
            self._let_go(room)  # it is read again when somebody asks for it
        watched = {room.id: room for room in self.rooms.values() if room.telling.viewers}
        written = await self.storage.events_of(list(watched)) if watched else {}
        for table_id, room in watched.items():
            if written.get(table_id, 0) != room.table.n or room.table.question() or room.table.status == "open":
                self.spawn(self.read_again(room), f"refresh {room.id}")

    def _begin_again(self) -> None:
        """All that is kept was put there anew: nothing that is known of a table counts any more."""
        for room in list(self.rooms.values()):
            room.dirty = True
            if room.attendants.bot:
                room.attendants.bot.cancel()
            self.spawn(self.read_again(room), f"again {room.id}")
        self._contents_kept = False
        if self.renew:
            self.spawn(self.renew(), "renew")

    async def read_again(self, room: Room) -> None:
        """Takes in what was written past the room; who looks at a table that is gone is told so."""
        try:
            await self._refresh(room)
        except (Refusal, Disagreement, Newer):  # it is not there any more, or not as it was: who comes again is told so
            self.give_up(room)

    def give_up(self, room: Room) -> None:
        """Holds a table no longer; whoever is there has to come again."""
        self._let_go(room)
        for viewer in room.telling.viewers:
            viewer.close(RESTARTING, "the table is read again")

    async def _refresh(self, room: Room) -> None:
        async with room.lock:
            if room.telling.viewers:
                held = room.table.seats.held
                await room.refresh()
                if room.table.seats.held != held:
                    room.telling.tell_presence()  # who sat down looks on no more
                return
            self._let_go(room)  # nobody looks: it is read again when somebody comes
            room.attendants.stop_clock()


def _behind(rooms: Iterable[Room]) -> list[Room]:
    """Those whose rows are behind their journals and may be written."""
    return [room for room in rooms if room.row_waits and room.table.question() is None]


def chat(name: str, seat: int, text: str, at: float, key: str) -> dict[str, Any]:
    return {"type": "chat", "from": name, "seat": seat, "text": text, "at": iso(at), "key": key}


def iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
