"""The other end of the line protocol: a program in any language takes a seat. See `docs/engines.md`.

    with External(["my-engine", "--fast"]) as bot:
        bot.start(match.game.id, match.options, seat=1)
        match.play(bot.choose(match, seat=1, seconds=1.0))
"""

import base64
import contextlib
import json
import logging
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from hexagora.bots.view import view_of
from hexagora.engine.errors import HexagoraError
from hexagora.engine.words import tidy

if TYPE_CHECKING:
    from hexagora.engine.match import Match

PROTOCOL = 1
START_SECONDS = 60.0  # an engine may load or compile before it is ready
GRACE = 2.0  # seconds after `stop` in which an engine must answer
LONGEST_LINE = 1_000_000  # characters
MOST_LINES = 1000  # that wait to be heard

log = logging.getLogger(__name__)


class EngineTrouble(HexagoraError):
    """An engine that does not start, does not answer in time, or answers nonsense."""


class Silence(EngineTrouble):
    """An engine that does not answer in time."""


def message_for(match: "Match", seat: int) -> dict[str, Any]:
    """The position as a seat knows it: as a document, as bytes, as the log that the seat saw, and its choices."""
    view = view_of(match, seat)
    return {
        "type": "position",
        "position": match.position(seat),
        "state": base64.b64encode(view.state).decode(),
        "log": match.texts(seat),
        "legal": [view.text(a) for a in view.legal()],
        "to_act": seat,
    }


def parsed(line: str) -> dict[str, Any] | None:
    """The message on a line; None if it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


class External:
    """An engine in a process of its own, which is started `at_once` or when it is first needed. One that ended, or fell
    silent and was ended, is started anew when it is asked again. What is sent waits in a thread of its own for the
    engine to read it, so that nobody else has to."""

    def __init__(self, command: list[str] | str, at_once: bool = True):
        self.command = _words(command) if isinstance(command, str) else command
        self.infos: deque[dict[str, Any]] = deque(maxlen=MOST_LINES)
        self._asked = 0
        self._match: dict[str, Any] | None = None
        self.process: subprocess.Popen[str] | None = None
        if at_once:
            self.begin()

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Of its process; 0 where none was started."""
        return self.process.pid if self.process else 0

    def begin(self) -> None:
        """Starts the process and waits until it is ready."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._waiting: queue.Queue[str | None] = queue.Queue()
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf8",
                errors="replace")
        except (OSError, ValueError) as e:
            raise EngineTrouble(f"the engine {' '.join(self.command)!r} cannot be started: {e}") from e
        for work in (_listen, _speak):
            threading.Thread(target=work, args=(self.process, self._lines, self._waiting), daemon=True).start()
        try:
            self.send(type="hello", protocol=PROTOCOL)
            self.about = self.expect("ready", START_SECONDS)
        except EngineTrouble:
            self.kill()
            raise
        self.name = str(self.about.get("name", self.command[0]))[:60]

    def __enter__(self) -> "External":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, **message: Any) -> None:
        if not self.runs:
            raise self._ended()
        self._waiting.put(json.dumps(message) + "\n")

    def expect(self, kind: str, seconds: float, asked: int | str | None = None) -> dict[str, Any]:
        """The next message of that kind; progress on the way is kept in `infos`."""
        deadline = time.perf_counter() + seconds
        while True:
            message = self._next(deadline, kind)
            if message.get("type") == "info":
                self.infos.append(message)
            elif message.get("type") == "error":
                raise EngineTrouble(f"the engine {self.command[0]!r} says: {message.get('error')}")
            elif message.get("type") == kind and (asked is None or message.get("id") == asked):
                return message
            if time.perf_counter() > deadline:  # however much else it has to say
                raise self._silence(kind)

    def _next(self, deadline: float, kind: str) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
        except queue.Empty:
            raise self._silence(kind) from None
        if line is None:
            self._end()
            raise self._ended()
        message = parsed(line)
        if message is None:
            raise EngineTrouble(f"the engine {self.command[0]!r} wrote no JSON object but {line.strip()[:60]!r}")
        return message

    def _silence(self, kind: str) -> Silence:
        return Silence(f"no '{kind}' from the engine {self.command[0]!r} in time")

    def _ended(self) -> EngineTrouble:
        status = self.process.poll() if self.process else None
        return EngineTrouble(f"the engine {self.command[0]!r} has ended (status {status})")

    def start(self, game: str, options: dict[str, Any], seat: int) -> None:
        """Tells the engine which match it plays, and where it sits."""
        self._match = {"type": "match", "game": game, "options": options, "seat": seat}
        if not self.runs:
            self.begin()
        self._tell_match()

    def _tell_match(self) -> None:
        if self._match:
            self.send(**self._match)
            self.expect("ok", START_SECONDS)

    def ask(self, match: "Match", seat: int, seconds: float) -> str:
        """The engine's answer, in notation; it is told to stop when the time is over, and ended if it stays silent."""
        if not self.runs:
            self.begin()
            self._tell_match()
        self._asked += 1
        self.infos.clear()
        self.send(**message_for(match, seat))
        self.send(type="clock", seconds=seconds)
        self.send(type="go", id=self._asked)
        try:
            best = self.expect("best", seconds + GRACE / 2, self._asked)
        except Silence:
            best = self._stopped()
        return tidy(str(best.get("action", "")))

    def _stopped(self) -> dict[str, Any]:
        self.send(type="stop")
        try:
            return self.expect("best", GRACE, self._asked)
        except Silence:
            self.kill()
            raise

    def choose(self, match: "Match", seat: int, seconds: float) -> int:
        """A legal action, whatever the engine does: trouble is logged and a quick look decides instead."""
        from hexagora.bots.player import emergency

        try:
            text = self.ask(match, seat, seconds)
            legal = dict(zip(match.legal(), match.actions(), strict=True))
            if text in legal:
                return legal[text]
            log.error("the engine %s answered %r, which is not legal", self.name, text[:60])
        except EngineTrouble as e:
            log.error("%s", e)
        return emergency(view_of(match, seat)).action

    def close(self) -> None:
        """Lets the process end, or ends it."""
        if self.runs:
            with contextlib.suppress(EngineTrouble):
                self.send(type="quit")
        self._end()

    def _end(self) -> None:
        """Waits a moment for the process to end by itself."""
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """Ends the process at once."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self._waiting.put(None)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as e:
        raise EngineTrouble(f"the engine {command!r} cannot be started: {e}") from None
    if not words:
        raise EngineTrouble("no command of an engine is given, as in engine:'python my_engine.py'")
    return words


def _listen(process: Any, lines: "queue.Queue[str | None]", waiting: "queue.Queue[str | None]") -> None:
    """Takes what the engine writes, until it ends."""
    with process.stdout, contextlib.suppress(ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            if lines.qsize() > MOST_LINES:
                lines.get()  # nobody listens; the oldest is forgotten
            lines.put(line)
    lines.put(None)
    waiting.put(None)


def _speak(process: Any, lines: "queue.Queue[str | None]", waiting: "queue.Queue[str | None]") -> None:
    """Hands over what waits for the engine, as fast as it reads."""
    with contextlib.suppress(OSError, ValueError), process.stdin:
        while (line := waiting.get()) is not None:
            process.stdin.write(line)
            process.stdin.flush()
