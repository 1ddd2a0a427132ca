"""The public tables that wait for players, by the address that laid them: the lobby tells of a hundred, and nobody may
fill it alone. Kept by each server for itself and counted by the record, so that a table that has begun or was closed
makes room for another one."""

from collections import OrderedDict
from typing import TYPE_CHECKING

from hexagora.server.errors import Refusal
from hexagora.server.settings import Limits

if TYPE_CHECKING:
    from hexagora.server.storage import Storage


class Laid:
    def __init__(self, storage: "Storage", limits: Limits):
        self._storage, self._limits = storage, limits
        self._tables: OrderedDict[str, list[str]] = OrderedDict()

    async def check(self, address: str) -> None:
        """Whether one more may be laid there."""
        if len(self._tables.get(address, ())) < self._limits.tables_waiting:
            return
        still = await self._storage.waiting(self._tables[address])
        if len(still) >= self._limits.tables_waiting:
            raise Refusal("too-many", "Many of your public tables wait for players already; close one of them, or sit "
                          "down at one.", 409)
        self._tables[address] = still

    def add(self, address: str, table: str) -> None:
        self._tables.setdefault(address, []).append(table)
        self._tables.move_to_end(address)
        if len(self._tables) > self._limits.trackers:
            self._tables.popitem(last=False)
