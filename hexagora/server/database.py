"""The way to the database: work that runs on a connection, in threads beside the event loop for SQLite, over the
network for PostgreSQL. `read` runs it without a transaction of its own, `write` commits it whole or not at all,
`snapshot` reads everything as it was at one moment."""

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from hexagora.engine.errors import HexagoraError
from hexagora.server.settings import Settings

BUSY_MILLISECONDS = 5000
READERS = 2  # threads that read SQLite; each has its own connection
GOES_WRONG = (DBAPIError, SQLAlchemyError, OSError, ConnectionError)

Found = TypeVar("Found")
Work = Callable[[Connection], Found]


class Database(Protocol):
    name: str
    url: URL

    async def read(self, work: Work[Found]) -> Found: ...

    async def write(self, work: Work[Found]) -> Found: ...

    async def snapshot(self, work: Work[Found]) -> Found: ...

    async def dispose(self) -> None: ...


class Sqlite:
    """One thread writes and a few read, with one change of thread for all that is done on a connection."""

    name = "sqlite"

    def __init__(self, url: str, settings: Settings):
        _make_private(make_url(url).database)
        self._engine = create_engine(url, connect_args={"check_same_thread": False})
        _tune(self._engine, settings)
        self.url = self._engine.url
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(READERS, "reader")

    async def read(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Work[Found]) -> Found:
        with self._engine.connect() as connection:
            return work(connection)

    async def write(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    async def snapshot(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._snapshot, work)

    def _snapshot(self, work: Work[Found]) -> Found:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            return work(connection)

    def _write(self, work: Work[Found]) -> Found:
        with self._engine.begin() as connection:
            return work(connection)

    async def dispose(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()


class Postgres:
    """A server of its own, with the asynchronous driver."""

    name = "postgresql"

    def __init__(self, url: str):
        from sqlalchemy.ext.asyncio import create_async_engine  # half of SQLAlchemy, which SQLite does not need

        try:
            self._engine = create_async_engine(url)
        except ModuleNotFoundError:
            raise HexagoraError("PostgreSQL needs its driver: pip install hexagora[postgres]") from None
        self.url = self._engine.url

    async def read(self, work: Work[Found]) -> Found:
        return await _on_a_live_connection(self._read, work)

    async def write(self, work: Work[Found]) -> Found:
        """What is done twice, because the first time broke off and yet was committed, meets its own primary key."""
        return await _on_a_live_connection(self._write, work)

    async def _read(self, work: Work[Found]) -> Found:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def _write(self, work: Work[Found]) -> Found:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def snapshot(self, work: Work[Found]) -> Found:
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)

    async def dispose(self) -> None:
        await self._engine.dispose()


async def _on_a_live_connection(attempt: Callable[[Work[Found]], Awaitable[Found]], work: Work[Found]) -> Found:
    """A connection that broke while it lay idle is noticed only in use; then once more on a new one. Asking each
    connection first whether it lives would cost three ways to the database for every commit."""
    try:
        return await attempt(work)
    except DBAPIError as e:
        if not e.connection_invalidated:
            raise
        return await attempt(work)


def _make_private(path: str | None) -> None:
    """A new file is for its owner alone: it holds the keys that sign people in and that sign pushes."""
    with contextlib.suppress(OSError):  # an existing one stays as it is; what else is wrong is told when it is opened
        if path and path != ":memory:":
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def make(settings: Settings) -> Database:
    url = settings.database()
    return Sqlite(url, settings) if url.startswith("sqlite") else Postgres(url)


def _tune(engine: Engine, settings: Settings) -> None:
    """Readers do not wait for the writer; what is committed is on the disk."""

    @event.listens_for(engine, "connect")
    def tune(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={BUSY_MILLISECONDS}", "journal_mode=WAL", "foreign_keys=ON",
                       f"synchronous={settings.sqlite_synchronous}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
