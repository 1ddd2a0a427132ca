"""What each viewer is sent. Everything is made from the state hidden for the viewer's seat, never from the full one."""

import time
import weakref
from typing import TYPE_CHECKING, Any

import orjson

from hexagora.engine.contract import OVER, WIN
from hexagora.server.story import as_list

if TYPE_CHECKING:
    from hexagora.server.room import Room

LONGEST_HISTORY = 400  # points of the chart at the end of a match


def encode(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()


class Views:
    """The messages of one table as it stands; made once for all who see the same, forgotten at the next change."""

    def __init__(self, room: "Room"):
        self.room = weakref.proxy(room)  # no cycle: a table that is let go is freed at once
        self._scenes: dict[int, bytes] = {}
        self._messages: dict[Any, str] = {}
        self._plain: Any = None

    def clear(self) -> None:
        """After an action: everything is new."""
        self._scenes.clear()
        self._messages.clear()
        self._plain = None

    def touch(self) -> None:
        """After something beside the board, such as a clock that went on: the scenes stay."""
        self._messages.clear()

    def rest(self) -> None:
        """After everybody was told: what is large and soon made again is not kept."""
        self._messages.clear()
        self._plain = None

    def scene(self, seat: int) -> bytes:
        """The scene for a seat as JSON. A game that hides nothing shows everybody the same, but for the choices."""
        match = self.room.match
        acts = seat > 0 and match.actor == seat - 1
        key = seat if match.game.facts.hidden or acts else 0
        if key not in self._scenes:
            self._scenes[key] = self._draw(key, acts)
        return self._scenes[key]

    def _draw(self, seat: int, acts: bool) -> bytes:
        match = self.room.match
        if match.game.facts.hidden:
            return orjson.dumps(match.scene(seat))
        if self._plain is None:
            self._plain = match.scene(0)
        self._plain.choices = match.choices(seat) if acts else []
        return orjson.dumps(self._plain)

    def state(self, seat: int, own: tuple[int, ...], log_from: int) -> str:
        """The whole `state` message for one view of the table."""
        key = (seat, own, log_from)
        if key not in self._messages:
            self._messages[key] = encode(self._state(seat, own, log_from))
        return self._messages[key]

    def _state(self, seat: int, own: tuple[int, ...], log_from: int) -> dict[str, Any]:
        room, match = self.room, self.room.match
        log = room.story.entries(seat)
        return {
            "type": "state",
            "seq": room.n,
            "seat": seat,
            "seats": self.seats(own),
            "scene": orjson.Fragment(self.scene(seat)),
            "log": as_list(log[log_from:]),
            "log_from": min(log_from, len(log)),
            "may_undo": bool(seat) and room.undoable == seat and seat in own,
            "takeback": room.takeback_document(),
            "clock": room.clock.document(time.time()) if room.clock else None,
            "thinking": room.thinking(),
            "scores": self.scores(seat),
            "over": self.over(seat) if match.actor == OVER else None,
            "rematch": room.rematch,
        }

    def seats(self, own: tuple[int, ...]) -> list[dict[str, Any]]:
        online = self.room.online()
        told = []
        for s in self.room.seats:
            entry = {"seat": s.seat, "kind": s.kind, "name": s.name, "taken": s.taken, "online": s.seat in online,
                     "mine": s.seat in own, "away": s.away}
            if s.kind == "bot" or s.away:
                entry["level"] = s.level
            told.append(entry)
        return told

    def scores(self, seat: int, state: Any = None) -> list[int]:
        """The points as far as the seat can know them."""
        match = self.room.match
        out = [0] * max(match.players, match.game.max_legal)
        match.game.rules.scores(match.box, match.hidden(seat, state), out)
        return out[: match.players]

    def over(self, seat: int) -> dict[str, Any]:
        """The result, and the scores at the beginning of each turn for the chart."""
        match = self.room.match
        rules, state, actor, history = match.game.rules, match.state_at(0), None, []
        for a in match.log:
            now = rules.to_act(match.box, state)
            if now >= 0 and now != actor:
                history.append(self.scores(seat, state))
                actor = now
            rules.apply(match.box, state, a)
        history.append(self.scores(seat))
        step = max(1, -(-len(history) // LONGEST_HISTORY))
        return {"result": result(match), "history": history[::-1][::step][::-1]}


def result(match: Any) -> list[float]:
    out = [0] * max(match.players, match.game.max_legal)
    match.game.rules.returns(match.box, match.state, out)
    return [share / WIN for share in out[: match.players]]
