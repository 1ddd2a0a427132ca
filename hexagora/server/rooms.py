"""The rooms behind the lobby: the lab, editors, studies, one's own account and whatever else the first page does not
need. Their modules are loaded when somebody asks for an address that is not known yet, and else a moment after the
start, so that the lobby does not wait for them."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from hexagora.server import catalogue

AFTER = 3.0  # seconds after the start; by then a browser that was opened with it has brought the lobby


class Closed(BaseRoute):
    """Stands at the end of the routes for all rooms behind the lobby until they are open."""

    def __init__(self, app: Starlette):
        self._app = app
        self._one = asyncio.Lock()  # of those who knock loads them

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return Match.FULL if scope["type"] == "http" else Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.open()
        await self._app.router(scope, receive, send)

    async def open(self) -> None:
        """Loads the rooms beside the event loop, in which people may play already."""
        async with self._one:
            await asyncio.to_thread(_routes)
            self.open_at_once()

    def open_at_once(self) -> None:
        routes = self._app.router.routes
        if self in routes:
            routes[routes.index(self):] = _routes()

    async def open_soon(self) -> None:
        """Opens them, and takes the games out of their boxes, when the lobby was brought."""
        await asyncio.sleep(AFTER)
        await self.open()
        await asyncio.to_thread(catalogue.load)


def _routes() -> Sequence[Any]:
    from hexagora.server import account, editors, lab, lessons, mine, puzzles, reaching, studies

    return [route for router in (lessons.router, studies.router, puzzles.router, lab.router, editors.router,
                                 mine.router, account.router, reaching.router, reaching.links)
            for route in router.routes]
