"""Our bot behind the line protocol of `docs/engines.md`: JSON lines on standard input and output."""

import base64
import json
import queue
import random
import sys
import threading
import time
from typing import IO, Any

import hexagora
from hexagora.bots import levels
from hexagora.bots.external import parsed
from hexagora.bots.player import Memory, choose, notation, win_at_once
from hexagora.bots.search import Search, backend
from hexagora.bots.team import Team
from hexagora.bots.turns import Plan
from hexagora.bots.view import View, view_of
from hexagora.engine.errors import HexagoraError
from hexagora.registry import game as find_game
from hexagora.registry import names

PROTOCOL = 1
INFO_EVERY = 0.25  # seconds between reports of progress
SAFETY_PART = 0.2  # of the time for an answer, to find a turn after which the next player does not win at once
LONGEST_UNHEARD = 1.0  # seconds for what does not hear `stop`: that, and (half of it) the look for a win
DEFAULT_SECONDS = 1.0
KNOWN = "hello, match, position, clock, go, stop, quit"


class Engine:
    """One conversation. Messages come from a thread of their own, so that `stop` is heard while the search goes on."""

    def __init__(self, source: IO[str], target: IO[str], level: str = levels.MASTER.id, wait: bool = False):
        self.source, self.target = source, target
        self.level = levels.level(level)
        self.wait = wait
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.stopped = threading.Event()
        self.match: dict[str, Any] | None = None
        self.position: dict[str, Any] | None = None
        self.seconds: float | None = None
        self.team: Team | None = None
        self.plan = Plan()

    def serve(self) -> None:
        """Answers until `quit` or the end of the input."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            message = self.messages.get()
            if message.get("type") == "quit":
                return
            try:
                self._answer(message)
            except HexagoraError as e:
                self.say(type="error", error=str(e), **_id(message))
            except Exception as e:  # whatever was sent, the conversation goes on
                wrong = f"the message {message.get('type')!r} is not complete or not right: {e!r}"
                self.say(type="error", error=wrong, **_id(message))

    def _listen(self) -> None:
        for line in self.source:
            if not line.strip():
                continue
            message = parsed(line)
            if message is None:
                self.say(type="error", error=f"not a JSON object: {line.strip()[:60]}")
                continue
            if message.get("type") in ("stop", "quit"):
                self.stopped.set()
            if message.get("type") == "go":
                self.stopped.clear()
            self.messages.put(message)
        self.stopped.set()
        self.messages.put({"type": "quit"})

    def say(self, **message: Any) -> None:
        self.target.write(json.dumps(message) + "\n")
        self.target.flush()

    def _answer(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "hello":
            self.say(type="ready", protocol=PROTOCOL, name=f"Hexagora {self.level.title}", version=hexagora.__version__,
                     games=names())
        elif kind == "match":
            game = find_game(message["game"])
            options = game.options(message.get("options"))
            self.match, self.team = message, None
            self.level = levels.level_in(game, self.level.id, options["players"])
            backend(game.id, self.wait)  # what loads now takes no time of the first answer
            self.say(type="ok")
        elif kind == "position":
            self.position = message
        elif kind == "clock":
            self.seconds = float(message["seconds"])
        elif kind == "go":
            self._go(message)
        elif kind != "stop":
            self.say(type="error", error=f"unknown message {kind!r}; known: {KNOWN}")

    def view(self) -> View:
        """The position asked about: from the bytes of the state, or from the document."""
        if self.match is None or self.position is None:
            raise HexagoraError("'go' needs a 'match' and a 'position' first")
        game, seat = find_game(self.match["game"]), int(self.match["seat"])
        options = game.options(self.match.get("options"))
        if "state" in self.position:
            return View(game.id, options, seat, base64.b64decode(self.position["state"]))
        return view_of(game.from_position({**self.position["position"], "options": options}), seat)

    def _go(self, message: dict[str, Any]) -> None:
        view = self.view()
        if view.actor() != view.player:
            raise HexagoraError(f"seat {view.seat} is not to act in this position")
        team = self._team_for(view)
        if not self.plan.rest(view):
            self.plan = Plan()
        seconds = min(self.seconds if self.seconds is not None else DEFAULT_SECONDS, self.level.seconds)
        started = time.perf_counter()
        win = win_at_once(Memory(team), min(seconds, LONGEST_UNHEARD))
        if win is None:
            safety = 0.0 if view.hidden else min(SAFETY_PART * seconds, LONGEST_UNHEARD)
            left = seconds - safety - (time.perf_counter() - started)
            team.think(left, self.level.looks, self.stopped.is_set, self._reporter(view))
            dice = random.Random(str(message.get("id")))
            chosen = choose(team, self.level, dice, self.plan, 0.0 if self.stopped.is_set() else safety).action
        else:
            chosen = win
        self.plan.follow(view, chosen)
        self.say(type="best", action=view.text(chosen), **_id(message))

    def _team_for(self, view: View) -> Team:
        on = backend(view.name, self.wait)
        if self.team is None or self.team.on is not on:
            self.team = Team(view, on)
        else:
            self.team.look_at(view)
        return self.team

    def _reporter(self, view: View) -> Any:
        last = time.perf_counter()

        def report(search: Search) -> None:
            nonlocal last
            if time.perf_counter() - last >= INFO_EVERY:
                last = time.perf_counter()
                self.say(type="info", visits=search.looks, value=round(search.choices()[0].value, 3),
                         line=notation(view, search.line()))

        return report


def _id(message: dict[str, Any]) -> dict[str, Any]:
    return {"id": message["id"]} if "id" in message else {}


def main(level: str = levels.MASTER.id, wait: bool = False) -> None:
    Engine(sys.stdin, sys.stdout, level, wait).serve()


if __name__ == "__main__":
    main(next((a for a in sys.argv[1:] if not a.startswith("-")), levels.MASTER.id), "--wait" in sys.argv)
