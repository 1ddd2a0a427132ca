"""What each viewer is sent, made from what is seen from the viewer's seat (`drawing.py`) and from how the table stands.

On coming a viewer is told the whole state, afterwards only what changed since the last message to this very viewer
(`hexagora/engine/changes.py`). All who see the same are told the same text, which is made once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson

from hexagora.engine.changes import choice_edits, difference
from hexagora.engine.scene import Choice, Scene
from hexagora.server.drawing import Sight
from hexagora.server.engines import level_told
from hexagora.server.ratings import MU, SIGMA, Known, points
from hexagora.server.ratings import told as told_rating
from hexagora.server.seats import Seat
from hexagora.server.story import as_list

T = TypeVar("T")

Own = tuple[int, ...]


def encode(message: Any) -> bytes:
    """A message as it goes over the line: JSON in UTF-8."""
    return orjson.dumps(message)


@dataclass(frozen=True, eq=False, slots=True)
class Snapshot:
    """How a table stands between two changes, beside the board: plain values, from which nothing leads back to the
    table or its match. It is made with every action."""

    n: int
    turn: int
    over: bool
    result: list[float] | None
    seats: Sequence[Seat]
    online: set[int]
    undoable: int  # the seat that may take back its last decision on its own
    handed_on_by: int  # the seat that handed the turn on, openly, with its last decision
    takeback: dict[str, Any] | None
    clock: dict[str, Any] | None
    thinking: int | None
    rematch: str | None
    open: bool  # whether the match has not begun
    ending: dict[str, Any] | None  # how people ended it
    paused: bool
    offer: dict[str, Any] | None
    patience: int
    rated: str | None  # what the match counts for
    ratings: Known
    bots: dict[str, dict[str, Any]]  # the ratings of the levels

    def undoable_for(self, own: Sequence[int]) -> int:
        """The seat whose last decision may be taken back without asking by whoever holds these seats; 0 if there is
        none. A turn that was handed on to another seat of the same person concerns nobody else yet."""
        if self.rated and self.undoable != self.turn:
            return 0  # in a match that counts one thinks again only within one's turn
        if self.undoable in own:
            return self.undoable
        return self.handed_on_by if self.turn in own and self.handed_on_by in own else 0


@dataclass(eq=False, slots=True)
class View:
    """How a table stands for somebody: the scene without its choices, the choices, and all that is told beside it, to
    everybody alike and to this one."""

    n: int
    log: list[str]
    scene: Scene
    choices: Sequence[Choice]
    common: dict[str, Any]
    own: dict[str, Any]


class Views:
    """The views of one table as it stands; made once for all who see the same, forgotten at the next change."""

    def __init__(self) -> None:
        self._seats: dict[Own, list[dict[str, Any]]] = {}
        self._common: dict[str, Any] | None = None
        self._views: dict[tuple[int, Own], View] = {}
        self._texts: dict[Any, tuple[Any, Any]] = {}

    def clear(self) -> None:
        """After an action: everything is new, but for who sits there."""
        self._common = None
        for kept in (self._views, self._texts):
            kept.clear()

    def touch(self) -> None:
        """After something beside the board, such as somebody who came."""
        self.clear()
        self._seats.clear()

    def rest(self) -> None:
        """After everybody was told: texts are large and soon made again."""
        self._texts.clear()

    # how the table stands

    def view(self, now: Snapshot, sight: Sight, own: Own) -> View:
        key = (sight.seat, own)
        found = self._views.get(key)
        if found is None:
            found = self._views[key] = View(now.n, sight.log, sight.scene, sight.choices, self._told_to_all(now),
                                            self._told_to(now, sight, own))
        return found

    def _told_to_all(self, now: Snapshot) -> dict[str, Any]:
        if self._common is None:
            self._common = {
                "takeback": now.takeback,
                "clock": now.clock,
                "thinking": now.thinking,
                "rematch": now.rematch,
                "open": now.open,
                "paused": now.paused,
                "offer": now.offer,
                "patience": now.patience,
                "rated": now.rated is not None,
            }
        return self._common

    def _told_to(self, now: Snapshot, sight: Sight, own: Own) -> dict[str, Any]:
        return {
            "seat": sight.seat,
            "seats": self.seats(now, own),
            "may_undo": bool(sight.seat) and now.undoable_for(own) > 0,
            "scores": sight.scores,
            "over": _over(now, sight) if now.over else None,
        }

    def seats(self, now: Snapshot, own: Own) -> list[dict[str, Any]]:
        if own not in self._seats:
            self._seats[own] = [self._seat(s, now, own) for s in now.seats]
        return self._seats[own]

    @staticmethod
    def _seat(s: Seat, now: Snapshot, own: Own) -> dict[str, Any]:
        told = {"seat": s.seat, "kind": s.kind, "name": s.name, "taken": s.taken, "online": s.seat in now.online,
                "mine": s.seat in own, "away": s.away}
        if not s.taken and s.holders:
            told["kept"] = True
        rating = _rating(s, now)
        if rating:
            told["rating"] = rating
        return {**told, "level": level_told(s.level)} if s.by_bot else told

    # telling it

    def whole(self, view: View, log_from: int) -> bytes:
        """The message `state`."""
        return self._text(("state", id(view), log_from), view, lambda: encode({
            "type": "state", "seq": view.n, **view.common, **view.own,
            "scene": {**vars(view.scene), "choices": view.choices}, **self._log(view, log_from)}))

    def change(self, old: View, shelf: Sequence[Choice], new: View, log_from: int) -> bytes | None:
        """The message `change`, for somebody who knows an older view and the choices on the shelf; None when only the
        whole tells it."""
        scene = self._difference(old.scene, new.scene)
        if scene is None:
            return None
        key = ("change", id(old), id(shelf), id(new), log_from)
        return self._text(key, (old, shelf, new), lambda: encode({
            "type": "change", "seq": new.n, "base": old.n, "scene": scene, **_choices(old, shelf, new),
            **_changed(old.common, new.common), **_changed(old.own, new.own), **self._log(new, log_from)}))

    def _difference(self, old: Scene, new: Scene) -> orjson.Fragment | None:
        def tell() -> orjson.Fragment | None:
            found = difference(old, new)
            return None if found is None else orjson.Fragment(orjson.dumps(found))

        return self._text(("scene", id(old), id(new)), (old, new), tell)

    def _text(self, key: Any, about: Any, make: Callable[[], T]) -> T:
        """A text that several viewers may be told. What it is about is kept with it, so that no other gets its id."""
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = (make(), about)
        kept: T = found[0]
        return kept

    def _log(self, view: View, log_from: int) -> dict[str, Any]:
        return {"log": as_list(view.log[log_from:]), "log_from": min(log_from, len(view.log))}


def _rating(s: Seat, now: Snapshot) -> dict[str, Any] | None:
    """Whom one faces: the level of a bot, and at rated tables what people have reached."""
    if s.kind == "bot":
        return now.bots.get(s.level)
    if now.rated and s.taken:
        return told_rating(next((now.ratings.now[guest] for guest in s.holders if guest in now.ratings.now),
                                (MU, SIGMA)))
    return None


def _changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {} if old == new else {name: part for name, part in new.items() if part != old[name]}


def _choices(old: View, shelf: Sequence[Choice], new: View) -> dict[str, Any]:
    """What is told about choices: nothing when there are none as before, else edits of those on the shelf."""
    return {"choices": choice_edits(shelf, new.choices)} if old.choices or new.choices else {}


def _over(now: Snapshot, sight: Sight) -> dict[str, Any]:
    """The result, and the scores at the beginning of each turn for the chart."""
    return {"result": now.result, "ending": told_ending(now.ending), "history": sight.history,
            "ratings": {str(seat): [points(old), points(new)]
                        for seat, (old, new) in sorted(now.ratings.changes.items())}}


def told_ending(ending: dict[str, Any] | None) -> dict[str, Any] | None:
    """How a match ended that the rules did not end: in which way, and by which seat (0 for none)."""
    return ending and {"kind": ending["kind"], "by": ending["by"]}
