"""Bots at seats: they think in processes of their own, see only what their seat may know, and always answer."""

import asyncio
import hashlib
import logging
import random
import secrets
import time
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hexagora.bots import questions
from hexagora.bots.levels import DEFAULT_LEVEL, level_in
from hexagora.bots.questions import RANKS, Asked, Part, Trial
from hexagora.engine.match import Match
from hexagora.server.engines import Engines, Question, is_program
from hexagora.server.lending import Lender, Offer, offer
from hexagora.server.settings import Settings
from hexagora.server.turns import HOUSE, Turns

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from hexagora.bots import Request
    from hexagora.bots.coach import Point
    from hexagora.bots.quick import Outcome
    from hexagora.server.metrics import Metrics

log = logging.getLogger("hexagora.bots")
HINT_SECONDS = 6.0  # of thought for a hint, where the machine is too slow for its looks
SLACK = 5.0  # seconds beyond what a bot is allowed before somebody else decides for it
SEED_BYTES = 16
LEARNING = 60.0  # seconds that the first answer of a process may take: it starts and loads the game first
SEED_BITS = 31


class Thinkers:
    def __init__(self, settings: Settings, metrics: "Metrics"):
        self.settings, self.metrics = settings, metrics
        self.engines = Engines(settings)
        self._pool: ProcessPoolExecutor | None = None
        self._turns = Turns(settings.thinking_processes())
        self._warm: set[tuple[str, str]] = set()

    @cached_property
    def offer(self) -> Offer | None:
        """What browsers may think about."""
        return offer(self.settings)

    def _executor(self) -> "ProcessPoolExecutor":
        if self._pool is None:
            import multiprocessing  # a browser, where others do this work, has no processes
            from concurrent.futures import ProcessPoolExecutor

            from hexagora.engine.processes import end_with_parent

            self._pool = ProcessPoolExecutor(self.settings.thinking_processes(), multiprocessing.get_context("spawn"),
                                             end_with_parent)
        return self._pool

    def close(self) -> None:
        self.engines.close()
        self._end_pool()

    def _end_pool(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            workers = list(getattr(pool, "_processes", {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()

    def under_way(self, who: str) -> int:
        """How much is thought about for somebody, or waits for it."""
        return self._turns.under_way(who)

    async def _ask(self, question: Any, request: "Request | Part | Trial | Asked", who: str = HOUSE) -> Any:
        """Puts a question to a worker process: bots at tables first, then hints, then analyses, then reviews; among
        equals those go first for whom (an address) least is under way. A pool that broke is replaced, and so is one
        with a worker that does not come to an end."""
        key = (request.game, question.__name__)
        async with self._turns.place(RANKS[question.__name__], who):
            limit = self.settings.bot_seconds + SLACK if key in self._warm else LEARNING
            loop = asyncio.get_running_loop()
            try:
                answer = await asyncio.wait_for(loop.run_in_executor(self._executor(), question, request), limit)
            except BrokenExecutor:
                self._pool = None
                raise
            except TimeoutError:
                self._end_pool()
                raise
        self._warm.add(key)
        return answer

    def _request(self, match: Match, seat: int, level: str, seed: str, spent: float | None = None) -> "Request":
        from hexagora.bots import Request

        number = int.from_bytes(hashlib.sha256(f"{seed}:{level}".encode()).digest()[:4], "big") >> (32 - SEED_BITS)
        return Request(game=match.game.id, options=match.options, state=match.game.State.to_bytes(match.hidden(seat)),
                       seat=seat, level=level, seed=number + 1, seconds=self.settings.bot_seconds, spent=spent,
                       content=match.game.other_content)

    async def decide(self, question: Question, level: str, seed: str, spent: float,
                     lender: Lender | None = None) -> tuple[str, float]:
        """The text of the action that the bot at a seat plays, and the seconds of thought that went into it. `spent` is
        the thought that went into this turn before; `lender` is a browser that would think about it."""
        began = time.monotonic()
        text, thought = question.legal[0], 0.0
        if len(question.legal) > 1 and is_program(level):
            text, thought = await self._by_program(question, level, seed, spent)
        elif len(question.legal) > 1 and lender is not None:
            text, thought = await self._by_browser(question, level, seed, spent, lender)
        elif len(question.legal) > 1:
            text, thought = await self._by_search(question, level, seed, spent)
        took = time.monotonic() - began
        self.metrics.bot_seconds.observe(took)
        await asyncio.sleep(max(0.0, self.settings.bot_pause - took))
        return text, thought

    async def _by_program(self, question: Question, level: str, seed: str, spent: float) -> tuple[str, float]:
        """What a program answers, or our own bot in its place."""
        began = time.monotonic()
        try:
            return await self.engines.ask(level, question, spent), time.monotonic() - began
        except Exception as e:
            self._failed("an engine did not answer; our own bot decides instead", question, level, e)
            return await self._by_search(question, DEFAULT_LEVEL, seed, spent)

    async def _by_browser(self, question: Question, level: str, seed: str, spent: float,
                          lender: Lender) -> tuple[str, float]:
        """What a browser finds, or our own bot in its place. It is told nothing of the table's seed."""
        began, match = time.monotonic(), question.match
        request = self._request(match, question.seat, level, secrets.token_hex(SEED_BYTES), spent)
        limit = min(self.settings.bot_seconds, level_in(match.game, level, match.players).seconds) + SLACK
        try:
            text = await lender.decide(request, question.legal, limit)
            self.metrics.lent.labels("answered").inc()
            return text, time.monotonic() - began
        except Exception as e:
            self.metrics.lent.labels("failed").inc()
            log.info("a browser did not answer; our own bot decides instead", extra={
                "game": match.game.id, "bot": level, "why": f"{type(e).__name__}: {e}"[:300]})
            return await self._by_search(question, level, seed, spent)

    async def _by_search(self, question: Question, level: str, seed: str, spent: float) -> tuple[str, float]:
        """What the search finds, or if that fails a quick look."""
        request = self._request(question.match, question.seat, level, seed, spent)
        try:
            found, thought = await self._ask(questions.decide, request, question.who)
            if found.text not in question.legal:
                raise ValueError(f"{found.text!r} is not legal")
            return found.text, thought
        except Exception as e:
            self._failed("a bot did not answer; a quick look decides instead", question, level, e)
            return await self._without_search(request, question.legal), 0.0

    def _failed(self, what: str, question: Question, level: str, why: Exception) -> None:
        self.metrics.bot_failures.inc()
        log.warning(what, extra={"game": question.match.game.id, "bot": level,
                                 "why": f"{type(why).__name__}: {why}"[:300]})

    async def _without_search(self, request: "Request", legal: list[str]) -> str:
        """A sensible action without any worker, or if even that fails some legal one."""
        try:
            text = await asyncio.to_thread(questions.quick_look, request)
            if text in legal:
                return text
        except Exception:
            log.exception("the quick look failed too; some legal action is played", extra={"game": request.game})
        return random.Random(request.seed).choice(legal)

    async def look_again(self, part: Part) -> "list[Point]":
        """What a coach finds at some decisions of a match."""
        found: list[Point] = await self._ask(questions.look_again, part)
        return found

    async def try_out(self, trial: Trial, who: str) -> "Outcome":
        """Who wins some quick matches."""
        found: Outcome = await self._ask(questions.try_out, trial, who)
        return found

    async def opinion(self, game: str, match: str, looks: int, who: str = HOUSE) -> dict[str, Any]:
        """What the engine thinks of a position of an analysis."""
        found: dict[str, Any] = await self._ask(questions.opinion, Asked(game, match, looks), who)
        return found

    def hint_request(self, match: Match, seat: int) -> "Request":
        request = self._request(match, seat, DEFAULT_LEVEL, "hint")
        return replace(request, seconds=min(self.settings.bot_seconds, HINT_SECONDS))

    async def hints(self, match: Match, seat: int, who: str = HOUSE) -> list[dict[str, Any]]:
        """The best choices for a seat, with reasons; none while too little is known."""
        labels = {c.text: c.label for c in match.choices(seat)}
        found = await self._ask(questions.hints, self.hint_request(match, seat), who)
        return [{"text": d.text, "label": labels.get(d.text, d.text), "value": d.value, "reason": d.reason,
                 "line": d.line, "spread": d.spread, "looks": d.looks, "level": d.level} for d in found]


def levels() -> list[dict[str, Any]]:
    """The levels of bots as plain data, weakest first."""
    try:
        from hexagora.bots import LEVELS
    except ImportError:
        return []
    return [_level(entry) for entry in (LEVELS.values() if isinstance(LEVELS, dict) else LEVELS)]


def _level(entry: Any) -> dict[str, Any]:
    get = entry.get if isinstance(entry, dict) else lambda key: getattr(entry, key)
    return {key: get(key) for key in ("id", "title", "help")}
