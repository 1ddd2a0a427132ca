"""Bots of the site: they think in workers of their own, each with its own Python and its own copy of the game's
WebAssembly. What is asked and answered is what a server asks its processes; at the strongest level all workers search,
and what they find is added up."""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

from hexagora.bots import Decision, Request, levels, questions
from hexagora.bots.questions import RANKS
from hexagora.server.settings import Settings
from hexagora.server.thinkers import Thinkers
from hexagora.server.turns import HOUSE
from hexagora.site.metrics import Silent

# a question, of which game, what is asked, to which worker; to any that is free if that is less than 0
Ask = Callable[[str, str, bytes, int], Awaitable[bytes]]
ANY, LEADER = -1, 0
NEXT_SEED = 7919  # searches that are added up must not look at the same


class Workers(Thinkers):
    """The thinkers of a server, with workers of the browser in the place of processes."""

    def __init__(self, settings: Settings, ask: Ask):
        super().__init__(settings, cast(Any, Silent()))
        self._worker = ask

    async def _ask(self, question: Any, request: Any, who: str = HOUSE) -> Any:
        async with self._turns.place(RANKS[question.__name__], who):
            if question is questions.decide and self._is_open(request):
                return await self._together(request)
            return await self._put(question, request)

    async def _put(self, question: Any, request: Any, worker: int = ANY) -> Any:
        return pickle.loads(await self._worker(question.__name__, request.game, pickle.dumps(request), worker))

    def _is_open(self, request: Request) -> bool:
        """Whether more looks make the level stronger, and there is somebody to look."""
        return self.settings.thinking_processes() > 1 and levels.level(request.level).looks == levels.NO_LIMIT

    async def _together(self, request: Request) -> tuple[Decision, float]:
        """The decision of all workers: each searches a tree of its own, what they found is added up, one decides."""
        asked = (replace(request, seed=request.seed + NEXT_SEED * k)
                 for k in range(self.settings.thinking_processes()))
        found = await asyncio.gather(*(self._put(questions.consider, one, k) for k, one in enumerate(asked)))
        heard = tuple(choice for choices, _ in found[1:] for choice in choices)
        if not found[LEADER][0]:  # nothing to think about, or it wins at once
            heard = ()
        decision, seconds = await self._put(questions.decide, replace(request, heard=heard), LEADER)
        return decision, seconds + found[LEADER][1]
