"""What JavaScript calls: `open_house` in the worker of the tables, `think` in those of the bots. The one module that
knows how values go over between the two languages."""

import logging
from typing import Any, cast

from hexagora.site.house import OWNER, House, Line
from hexagora.site.unkept import Unkept


def prepare() -> None:
    """Everything that a table, a bot or a lesson needs is imported and read; afterwards the memory may be kept."""
    import gc

    from hexagora import registry
    from hexagora.bots import coach, player, search
    from hexagora.site import host

    del coach, player, search, host  # they are imported
    for name in registry.names():
        match = registry.game(name).match(seed=1)
        match.settle()
        match.scene()
    gc.collect()


async def open_house(store: Any, ask: Any, workers: int) -> "Door":
    """The house, over the browser's database, or over none where nothing is kept; `ask` puts a question to a worker
    that thinks."""
    import gc

    from pyodide.ffi import to_js

    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")

    async def asked(name: str, game: str, data: bytes, worker: int) -> bytes:
        return bytes((await ask(name, game, to_js(data), worker)).to_bytes())

    house = House(cast(Any, store) or Unkept(), asked, workers)
    await house.open()
    gc.freeze()  # what is there from the beginning stays: nobody waits while it is looked through for cycles
    return Door(house)


class Door:
    """The house as JavaScript sees it: texts and numbers only."""

    def __init__(self, house: House):
        self._house = house
        self._lines: dict[str, Line] = {}
        self._coming: set[str] = set()

    async def request(self, method: str, address: str, body: str | None, guest: str = OWNER) -> list[Any]:
        from pyodide.ffi import to_js

        return cast(list[Any], to_js(list(await self._house.request(method, address, body, guest))))

    async def enter(self, line: str, table: str, tell: Any, close: Any, guest: str = OWNER) -> bool:
        """Opens a line; whether somebody listens now. Who leaves before that has not come."""
        if line in self._coming or line in self._lines:
            return False
        self._coming.add(line)
        found = await self._house.line(table, tell, close, guest)
        stays = line in self._coming
        self._coming.discard(line)
        if found is not None and stays:
            self._lines[line] = found
        elif found is not None:
            found.leave()
        return line in self._lines

    async def hear(self, line: str, text: str) -> None:
        if line in self._lines:
            await self._lines[line].hear(text)

    def leave(self, line: str) -> None:
        self._coming.discard(line)
        if line in self._lines:
            self._lines.pop(line).leave()
