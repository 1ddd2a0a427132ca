"""Telling: who looks at a table, and what each of them is told."""

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Any

from hexagora.server import ratings
from hexagora.server.drawing import Drawings
from hexagora.server.meter import CLOCK
from hexagora.server.seats import Seat
from hexagora.server.table import Table
from hexagora.server.viewer import Viewer
from hexagora.server.views import Snapshot, View, Views, encode

log = logging.getLogger("hexagora.telling")
MOST_WATCHERS = 20  # names that are told
SEVERAL = 2  # seats of one person at one screen
LONGEST = 0.005  # seconds of the processor after which others have their turn
NEW_LOG = 0  # a log that starts here is the whole log


class Telling:
    def __init__(self, table: Table):
        self.table = table
        self.viewers: set[Viewer] = set()
        self.expected = 0  # viewers that are on their way in
        self.remote: dict[str, tuple[list[int], float]] = {}  # seats that are looked after at other processes
        self.drawings = Drawings(table)
        self.views = Views()
        self.bots = ratings.of_bots(table.game, ratings.category(table.match))
        self._now: Snapshot | None = None
        self._seated: tuple[list[Seat], set[int]] | None = None  # of the snapshots until somebody comes or goes
        self._gone: dict[int, float] = {}  # since when people are not here

    # how it stands

    @property
    def somebody(self) -> bool:
        return bool(self.viewers or self.expected)

    @property
    def bots_play(self) -> bool:
        """Bots go on while somebody plays or looks on, and in a match that counts."""
        return bool(self.viewers) or self.table.seats.people_play or bool(self.table.rated)

    def thinking(self, turn: int) -> int | None:
        """The seat to act, if it is that of a bot which thinks just now."""
        return turn if turn and self.table.seats.at(turn).by_bot and self.bots_play else None

    def here(self) -> set[int]:
        """The seats whose people look at the table in this process."""
        return {seat for viewer in self.viewers for seat in self.table.seats.own(viewer.guest)}

    def online(self) -> set[int]:
        return self.here().union(*(seats for seats, _ in self.remote.values()))

    def _people(self) -> tuple[list[Seat], set[int]]:
        """Who sits where, and which of them are here."""
        if self._seated is None:
            self._seated = self.table.seats.copies(), self.online()
        return self._seated

    def now(self) -> Snapshot:
        """How the table stands, for those who draw it."""
        if self._now is None:
            table, turn = self.table, self.table.turn()
            question, (seats, online) = table.question(), self._people()
            self._now = Snapshot(
                n=table.n, turn=turn, over=table.over, result=table.result,
                seats=seats, online=online, undoable=table.undoable, handed_on_by=table.handed_on_by,
                takeback={"by": question["by"], "answers": question["answers"]} if question else None,
                clock=table.clock.document(time.time()) if table.clock else None, thinking=self.thinking(turn),
                rematch=table.rematch, open=not table.begun, ending=table.ending,
                paused=table.paused, offer=table.offer, patience=table.patience,
                rated=table.rated, ratings=table.ratings, bots=self.bots)
        return self._now

    def board_changed(self) -> None:
        """After an action: everything has to be drawn anew, but for who sits there."""
        self._now = None
        self.drawings.clear()
        self.views.clear()

    def seats_changed(self) -> None:
        """After something beside the board, such as somebody who came: the scenes stay."""
        self._now = self._seated = None
        self.views.touch()

    # telling it

    def seat_of(self, viewer: Viewer, own: tuple[int, ...]) -> int:
        """The seat whose view is shown: the chosen one, else the one to act, else the last that acted."""
        if viewer.chosen in own and viewer.chosen is not None:
            return viewer.chosen
        if len(own) < SEVERAL:
            return own[0] if own else 0
        for seat in (self.table.turn(), viewer.shown or 0, self.table.last_seat):
            if seat in own:
                return seat
        return own[0]

    def tell_state(self, viewer: Viewer, log_from: int = NEW_LOG) -> None:
        """Queues the present for one viewer: what changed since this viewer was told last, or the whole."""
        own = self.table.seats.own(viewer.guest)
        seat = self.seat_of(viewer, own)
        if seat != viewer.shown and self.table.game.facts.hidden:
            viewer.told = None
        viewer.shown = seat
        try:
            self._tell_view(viewer, self.views.view(self.now(), self.drawings.sight(seat), own), log_from)
        except Exception:
            log.exception("cannot draw", extra={"table": self.table.id, "seat": seat, "n": self.table.n})
            viewer.told = None
            viewer.send(encode({"type": "error", "code": "internal",
                                "error": "The table cannot be drawn just now; the match itself is safe."}))

    def _tell_view(self, viewer: Viewer, view: View, log_from: int) -> None:
        known, shelf = viewer.told, viewer.shelf
        change = self.views.change(known, shelf, view, log_from) if known else None
        viewer.told, viewer.shelf = view, view.choices or (shelf if change else ())
        viewer.send(change or self.views.whole(view, NEW_LOG))

    def tell_whole(self, viewer: Viewer) -> None:
        """Tells one viewer everything, as on coming."""
        viewer.told = None
        self.tell_state(viewer)
        self.views.rest()

    async def tell_all(self, log_from: int | None = None, acted: bool = True) -> None:
        """Tells everybody here how the table stands; by default from the end of the log on. Under the lock. A large
        board takes its time to be drawn for each seat: other tables have theirs in between."""
        start = len(self.table.match.log) if log_from is None else log_from
        if acted:
            for viewer in self.viewers:
                viewer.chosen = None
        began = CLOCK()
        for viewer in [*self.viewers]:
            if CLOCK() - began > LONGEST:
                await asyncio.sleep(0)
                began = CLOCK()
            if viewer in self.viewers:  # nobody comes meanwhile, but somebody may leave
                self.tell_state(viewer, start)
        self.views.rest()

    def end_to_draw(self, viewers: Iterable[Viewer]) -> int | None:
        """Eyes of some viewers through which the end of a long match is still to be drawn."""
        for viewer in viewers:
            eyes = self.drawings.end_to_draw(self.seat_of(viewer, self.table.seats.own(viewer.guest)))
            if eyes is not None:
                return eyes
        return None

    def missing(self) -> set[int]:
        """Seats of people who have not been here for as long as the table waits."""
        since = time.time() - self.table.patience
        return {seat for seat, gone in self._gone.items() if gone <= since and not self.table.seats.at(seat).by_bot}

    def _count_missing(self) -> None:
        online, now = self.online(), time.time()
        gone = {s.seat for s in self.table.seats if s.kind == "person" and s.taken and s.seat not in online}
        self._gone = {seat: self._gone.get(seat, now) for seat in gone}

    def tell_presence(self) -> None:
        self._count_missing()
        self.seats_changed()
        now, seats, strangers = self.now(), self.table.seats, self._strangers()
        for viewer in self.viewers:
            others = [name for name, guest in strangers if guest != viewer.guest][:MOST_WATCHERS]
            viewer.send(encode({"type": "presence", "seats": self.views.seats(now, seats.own(viewer.guest)),
                                "watching": self.watching(), "watchers": others,
                                "thinking": now.thinking}))

    def watching(self) -> int:
        """How many look on without a seat."""
        return sum(not self.table.seats.own(v.guest) for v in self.viewers)

    def _strangers(self) -> list[tuple[str, str]]:
        """Who looks on here, each once: as many names, with their guests, as anybody else is told."""
        names = {v.guest: v.name for v in self.viewers if not self.table.seats.own(v.guest)}
        return sorted((name, guest) for guest, name in names.items())[: MOST_WATCHERS + 1]

    def tell(self, message: dict[str, Any]) -> None:
        text = encode(message)
        for viewer in self.viewers:
            viewer.send(text)

    def tell_chat(self, message: dict[str, Any]) -> None:
        for viewer in self.viewers:
            viewer.hear(message)
