"""What each viewer is sent. Everything is made from the state hidden for the viewer's seat, never from the full one.

On coming a viewer is told the whole state, afterwards only what changed since the last message to this very viewer
(`hexagora/engine/changes.py`). All who see the same are told the same text, which is made once.
"""

import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from hexagora.engine.changes import choice_edits, difference
from hexagora.engine.contract import OVER, WIN
from hexagora.engine.scene import Choice, Scene
from hexagora.server.engines import level_told
from hexagora.server.story import as_list

if TYPE_CHECKING:
    from hexagora.server.room import Room

LONGEST_HISTORY = 400  # points of the chart at the end of a match
Own = tuple[int, ...]


def encode(message: Any) -> str:
    return orjson.dumps(message).decode()


@dataclass(eq=False, slots=True)
class View:
    """How a table stands for somebody: the scene without its choices, the choices, and all that is told beside it."""

    n: int
    scene: Scene
    choices: Sequence[Choice]
    parts: dict[str, Any]


class Views:
    """The views of one table as it stands; made once for all who see the same, forgotten at the next change."""

    def __init__(self, room: "Room"):
        self.room = weakref.proxy(room)  # no cycle: a table that is let go is freed at once
        self._scenes: dict[int, Scene] = {}
        self._choices: dict[int, Sequence[Choice]] = {}
        self._scores: dict[int, list[int]] = {}
        self._over: dict[int, dict[str, Any]] = {}
        self._seats: dict[Own, list[dict[str, Any]]] = {}
        self._views: dict[tuple[int, Own], View] = {}
        self._texts: dict[Any, tuple[Any, Any]] = {}

    def clear(self) -> None:
        """After an action: everything is new, but for who sits there."""
        for kept in (self._scenes, self._choices, self._scores, self._over, self._views, self._texts):
            kept.clear()

    def touch(self) -> None:
        """After something beside the board, such as somebody who came: the scenes stay."""
        for kept in (self._seats, self._views, self._texts):
            kept.clear()

    def rest(self) -> None:
        """After everybody was told: texts are large and soon made again."""
        self._texts.clear()

    # how the table stands

    def view(self, seat: int, own: Own) -> View:
        key = (seat, own)
        if key not in self._views:
            self._views[key] = View(self.room.n, self.scene(seat), self.choices(seat), self._parts(seat, own))
        return self._views[key]

    def _eyes(self, seat: int) -> int:
        """The seat that stands for all who see the same: a game that hides nothing shows everybody the same."""
        return seat if self.room.game.facts.hidden else 0

    def scene(self, seat: int) -> Scene:
        """The scene for a seat. Its choices are told on their own."""
        eyes = self._eyes(seat)
        if eyes not in self._scenes:
            scene = self._scenes[eyes] = self.room.match.scene(eyes)
            if eyes:
                self._choices[eyes], scene.choices = scene.choices, []
        return self._scenes[eyes]

    def choices(self, seat: int) -> Sequence[Choice]:
        if not seat or self.room.turn() != seat:
            return ()
        if seat not in self._choices:
            self._choices[seat] = self.room.match.choices(seat)
        return self._choices[seat]

    def told_choices(self, seat: int) -> Sequence[Choice]:
        """The choices of a seat if somebody has been told them already."""
        return self._choices.get(seat, ())

    def _parts(self, seat: int, own: Own) -> dict[str, Any]:
        room = self.room
        return {
            "seat": seat,
            "seats": self.seats(own),
            "may_undo": bool(seat) and room.undoable_for(own) > 0,
            "takeback": room.takeback_document(),
            "clock": room.clock.document(time.time()) if room.clock else None,
            "thinking": room.thinking(),
            "scores": self.scores(seat),
            "over": self.over(seat) if room.match.actor == OVER else None,
            "rematch": room.rematch,
        }

    def seats(self, own: Own) -> list[dict[str, Any]]:
        if own not in self._seats:
            online = self.room.online()
            self._seats[own] = [self._seat(s, online, own) for s in self.room.seats]
        return self._seats[own]

    @staticmethod
    def _seat(s: Any, online: set[int], own: Own) -> dict[str, Any]:
        told = {"seat": s.seat, "kind": s.kind, "name": s.name, "taken": s.taken, "online": s.seat in online,
                "mine": s.seat in own, "away": s.away}
        return {**told, "level": level_told(s.level)} if s.by_bot else told

    def scores(self, seat: int) -> list[int]:
        """The points as far as the seat can know them."""
        eyes = self._eyes(seat)
        if eyes not in self._scores:
            self._scores[eyes] = self._count(eyes, self.room.match.state)
        return self._scores[eyes]

    def _count(self, eyes: int, state: Any) -> list[int]:
        match = self.room.match
        out = [0] * match.game.max_players
        known = match.hidden(eyes, state) if match.game.facts.hidden else state
        match.game.rules.scores(match.box, known, out)
        return out[: match.players]

    def over(self, seat: int) -> dict[str, Any]:
        """The result, and the scores at the beginning of each turn for the chart."""
        eyes = self._eyes(seat)
        if eyes not in self._over:
            self._over[eyes] = {"result": result(self.room.match), "history": self._history(eyes)}
        return self._over[eyes]

    def _history(self, eyes: int) -> list[list[int]]:
        match = self.room.match
        rules, state, actor, history = match.game.rules, match.state_at(0), None, []
        for a in match.log:
            now = rules.to_act(match.box, state)
            if now >= 0 and now != actor:
                history.append(self._count(eyes, state))
                actor = now
            rules.apply(match.box, state, a)
        history.append(self.scores(eyes))
        step = max(1, -(-len(history) // LONGEST_HISTORY))
        return history[::-1][::step][::-1]

    # telling it

    def whole(self, view: View, log_from: int) -> str:
        """The message `state`."""
        return self._text(("state", id(view), log_from), view, lambda: encode({
            "type": "state", "seq": view.n, **view.parts,
            "scene": {**vars(view.scene), "choices": view.choices}, **self._log(view, log_from)}))

    def change(self, old: View, shelf: Sequence[Choice], new: View, log_from: int) -> str | None:
        """The message `change`, for somebody who knows an older view and the choices on the shelf; None when only the
        whole tells it."""
        scene = self._difference(old.scene, new.scene)
        if scene is None:
            return None
        key = ("change", id(old), id(shelf), id(new), log_from)
        return self._text(key, (old, shelf, new), lambda: encode({
            "type": "change", "seq": new.n, "base": old.n, "scene": scene, **_choices(old, shelf, new),
            **{name: part for name, part in new.parts.items() if part != old.parts[name]},
            **self._log(new, log_from)}))

    def _difference(self, old: Scene, new: Scene) -> orjson.Fragment | None:
        def tell() -> orjson.Fragment | None:
            found = difference(old, new)
            return None if found is None else orjson.Fragment(orjson.dumps(found))

        return self._text(("scene", id(old), id(new)), (old, new), tell)

    def _text(self, key: Any, about: Any, make: Any) -> Any:
        """A text that several viewers may be told. What it is about is kept with it, so that no other gets its id."""
        if key not in self._texts:
            self._texts[key] = (make(), about)
        return self._texts[key][0]

    def _log(self, view: View, log_from: int) -> dict[str, Any]:
        log = self.room.story.entries(view.parts["seat"])
        return {"log": as_list(log[log_from:]), "log_from": min(log_from, len(log))}


def _choices(old: View, shelf: Sequence[Choice], new: View) -> dict[str, Any]:
    """What is told about choices: nothing when there are none as before, else edits of those on the shelf."""
    return {"choices": choice_edits(shelf, new.choices)} if old.choices or new.choices else {}


def result(match: Any) -> list[float]:
    out = [0] * match.game.max_players
    match.game.rules.returns(match.box, match.state, out)
    return [share / WIN for share in out[: match.players]]
