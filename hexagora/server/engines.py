"""Programs at seats: the operator names them, they speak the protocol of docs/engines.md, and people choose them like
a level of our own bots. Together they answer as many questions at a time as our bots may; a process serves one decision
at a time and is told only what its seat may know."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from hexagora.bots.external import EngineTrouble, External
from hexagora.engine.match import Match
from hexagora.server.settings import Settings
from hexagora.server.turns import Turns

log = logging.getLogger("hexagora.engines")
PREFIX = "engine:"  # of the levels that stand for programs
HELP = "a program that plays here as a guest"
SHARE, LEAST_SHARE = 0.5, 0.05  # parts of what is left of a turn's time, and of all of it, for the next decision
PATIENCE = 3  # failures in a row after which a program rests
REST = 60.0  # seconds
Spawn = Callable[[Coroutine[Any, Any, None], str], Any]


def is_program(level: str) -> bool:
    return level.startswith(PREFIX)


def level_told(level: str) -> str:
    """The level as people at the table are told it; the name of a program stands at its seat."""
    return "program" if is_program(level) else level


@dataclass
class Program:
    """What is known of a program, and its processes: those that wait, each with the seat that it served last."""

    name: str
    command: str
    games: list[str] = field(default_factory=list)
    met: asyncio.Event = field(default_factory=asyncio.Event)
    failures: int = 0
    rests_until: float = 0.0
    waiting: list[tuple[str, External]] = field(default_factory=list)
    running: set[External] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def level(self) -> dict[str, str]:
        return {"id": f"{PREFIX}{self.name}", "title": self.name, "help": HELP}

    def take(self, place: str) -> tuple[str, External]:
        """A process that waits, rather one that served this seat before; else a new one."""
        with self.lock:
            if self.waiting:
                best = max(range(len(self.waiting)), key=lambda k: self.waiting[k][0] == place)
                return self.waiting.pop(best)
            started = External(self.command, at_once=False)
            self.running.add(started)
            return "", started

    def give_back(self, place: str, process: External) -> None:
        with self.lock:
            self.waiting.append((place, process))

    def note(self, failed: bool) -> None:
        """Who fails again and again is left in peace for a while."""
        self.failures = self.failures + 1 if failed else 0
        if self.failures >= PATIENCE:
            self.failures, self.rests_until = 0, time.monotonic() + REST
            log.error("the engine %s failed %s times in a row and rests for %.0f s", self.name, PATIENCE, REST)


@dataclass(frozen=True)
class Question:
    """What a seat has to decide; `place` names the seat among those of all tables, `who` is the address that it is
    decided for."""

    match: Match
    seat: int
    legal: list[str]
    place: str
    who: str


class Engines:
    def __init__(self, settings: Settings):
        self.seconds = settings.engine_seconds
        self._programs = {name: Program(name, command) for name, command in settings.engines}
        self._threads = ThreadPoolExecutor(settings.thinking_processes(), "engine") if self._programs else None
        self._turns = Turns(settings.thinking_processes())

    def open(self, spawn: Spawn) -> None:
        """Makes the acquaintance of all programs, without keeping anybody waiting."""
        for program in self._programs.values():
            spawn(self._meet(program), f"engine {program.name}")

    async def _meet(self, program: Program) -> None:
        from hexagora.registry import names

        try:
            _, process = program.take("")
            await self._in_thread(process.begin)
            told = process.about.get("games", names())
            program.games = [name for name in names() if isinstance(told, list) and name in told]
            program.give_back("", process)
            log.info("the engine %s plays %s", program.name, ", ".join(program.games) or "none of our games")
        except EngineTrouble as e:
            log.error("the engine %s is not offered: %s", program.name, e)
        finally:
            program.met.set()

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def levels(self, game: str) -> list[dict[str, str]]:
        """The programs that play a game, as levels to choose."""
        return [p.level for p in self._programs.values() if game in p.games]

    async def ask(self, level: str, question: "Question", spent: float) -> str:
        """The legal action that a program chooses, in notation, after `spent` seconds of thought about this turn."""
        name = level.removeprefix(PREFIX)
        program = self._programs.get(name)
        if program is None:
            raise EngineTrouble(f"this server has no engine {name!r} any more")
        await program.met.wait()
        if question.match.game.id not in program.games:
            raise EngineTrouble(f"the engine {program.name} does not play {question.match.game.id}")
        if time.monotonic() < program.rests_until:
            raise EngineTrouble(f"the engine {program.name} rests")
        seconds = max(SHARE * (self.seconds - spent), LEAST_SHARE * self.seconds)
        async with self._turns.place(0, question.who):
            answer: str = await self._in_thread(_ask, program, question, seconds)
            return answer

    def close(self) -> None:
        """Ends all processes."""
        if self._threads:
            for program in self._programs.values():
                for process in program.running:
                    process.kill()
            self._threads.shutdown(wait=False, cancel_futures=True)


def _ask(program: Program, question: Question, seconds: float) -> str:
    served, process = program.take(question.place)
    match, seat = question.match, question.seat
    try:
        if served != question.place:
            process.start(match.game.id, match.options, seat)
        served = question.place
        text = process.ask(match, seat, seconds)
        if text not in question.legal:
            raise EngineTrouble(f"the engine {program.name} answered {text[:60]!r}, which is not legal")
        program.note(failed=False)
        return text
    except EngineTrouble:
        program.note(failed=True)
        raise
    finally:
        program.give_back(served, process)
