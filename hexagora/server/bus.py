"""The bus: how processes that serve the same tables tell each other that something changed.

A message carries no game data, only that a table changed; who hears it reads the database. So a lost message costs a
delay, never a difference. Each table has a channel, to which a process listens while it holds the table
(`following.py`), so that what happens at a table costs nobody else; one channel is for all. During an update servers of
two versions meet here: what one of them does not understand counts as a change of the table, or of all.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from hexagora.engine.errors import HexagoraError
from hexagora.server.following import Following
from hexagora.server.supervision import Supervisor, end

log = logging.getLogger("hexagora.bus")
CHANNEL = "hexagora"  # for all; that of a table has its name as well
OF_A_TABLE = CHANNEL + ":"
RETRY_SECONDS = 1.0
PATIENCE = 2.0  # seconds after which a table is read although it is not surely heard of yet
MOST_WAITING = 10_000  # messages that wait for the bus
LARGEST_BATCH = 256  # messages that go out at once
AGAIN = "again"  # the kind of a message that stands for those that were lost

Listener = Callable[[dict[str, Any]], Awaitable[None]]


class Bus(Protocol):
    alone: bool
    process: str

    async def open(self, listener: Listener, again: Callable[[], Awaitable[None]]) -> None: ...

    def publish(self, message: dict[str, Any]) -> None:
        """Tells all who hold the table of the message."""
        ...

    def follow(self, table: str) -> None:
        """From now on messages about a table are heard."""
        ...

    def leave(self, table: str) -> None: ...

    async def surely(self, table: str) -> None:
        """Waits until messages about a table that is followed are heard."""
        ...

    async def others(self) -> bool:
        """Whether other processes serve the same tables; to be asked before `open`."""
        ...

    async def alive(self) -> bool: ...

    async def close(self) -> None: ...


class LocalBus:
    """One process: everybody is here."""

    alone = True
    process = "only"

    async def open(self, listener: Listener, again: Callable[[], Awaitable[None]]) -> None:
        return

    def publish(self, message: dict[str, Any]) -> None:
        return

    def follow(self, table: str) -> None:
        return

    def leave(self, table: str) -> None:
        return

    async def surely(self, table: str) -> None:
        return

    async def others(self) -> bool:
        return False

    async def alive(self) -> bool:
        return True

    async def close(self) -> None:
        return


class RedisBus:
    """Several processes: they publish and subscribe at channels of one Redis."""

    alone = False

    def __init__(self, url: str, tasks: Supervisor):
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._supervisor = tasks
        self.process = secrets.token_hex(8)
        self._redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0))  # we must know of each line that broke
        self._mark = json.dumps({"process": self.process})[:-1].encode()  # all that we say begins so
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._lost = False  # whether something could not be told: then everything is to be looked at again
        self._following = Following()
        self._line: Any = None  # that on which we listen
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, again: Callable[[], Awaitable[None]]) -> None:
        """`again` is called after each time the connection was lost: messages may have been missed."""
        subscribed = asyncio.Event()
        self._tasks = [self._supervisor.keep(lambda: self._listen(listener, again, subscribed), "bus-in"),
                       self._supervisor.keep(self._ask_for_tables, "bus-tables"),
                       self._supervisor.keep(self._send, "bus-out")]
        await asyncio.wait_for(subscribed.wait(), timeout=10)

    # telling

    def publish(self, message: dict[str, Any]) -> None:
        try:
            self._outbox.put_nowait({"process": self.process, **message})
        except asyncio.QueueFull:
            self._lost = True

    async def _send(self) -> None:
        """Messages that cannot be sent are not kept: when the bus is back, one message says that all is to be looked
        at again."""
        while True:
            batch = [await self._outbox.get()]
            while len(batch) < LARGEST_BATCH and not self._outbox.empty():
                batch.append(self._outbox.get_nowait())
            try:
                await self._publish(batch)
            except _breaks() as e:
                self._lost = True
                log.error("the bus cannot be reached", extra={"why": str(e)})
                await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, batch: list[dict[str, Any]]) -> None:
        """Sends messages together, and what says the same only once."""
        if self._lost:
            await self._redis.publish(CHANNEL, json.dumps({"process": self.process, "kind": AGAIN}))
            self._lost = False
        together = self._redis.pipeline(transaction=False)
        for channel, text in dict.fromkeys((OF_A_TABLE + message["table"], json.dumps(message)) for message in batch):
            together.publish(channel, text)
        await together.execute()

    # listening

    def follow(self, table: str) -> None:
        self._following.want(table)

    def leave(self, table: str) -> None:
        self._following.leave(table)

    async def surely(self, table: str) -> None:
        await self._following.surely(table, PATIENCE)

    async def _listen(self, listener: Listener, again: Callable[[], Awaitable[None]],
                      subscribed: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(CHANNEL, *map(OF_A_TABLE.__add__, self._following.begin_line()))
                    self._line = line
                    self._following.changed.set()  # something may have been wanted meanwhile
                    async for message in line.listen():
                        if message["type"] == "message":
                            await self._hear(listener, again, message["channel"].decode(), message["data"])
                        elif message["type"] == "subscribe":
                            await self._answered(message["channel"].decode(), listener, again, subscribed)
            except _breaks() as e:
                log.error("the bus is lost", extra={"why": str(e)})
                if subscribed.is_set():
                    await again()  # nobody tells what others write: look for it until somebody does
            finally:
                self._line = None
                self._following.end_line()
            await asyncio.sleep(RETRY_SECONDS)

    async def _ask_for_tables(self) -> None:
        """Keeps the channels that are listened to those of the tables that are wanted."""
        while True:
            await self._following.changed.wait()
            if self._line is None:  # the next line begins with all of them
                self._following.changed.clear()
                continue
            line, (come, gone) = self._line, self._following.next()
            try:
                if come:
                    await line.subscribe(*map(OF_A_TABLE.__add__, come))
                if gone:
                    await line.unsubscribe(*map(OF_A_TABLE.__add__, gone))
            except _breaks() as e:
                log.error("the bus cannot be asked for tables", extra={"why": str(e)})
                await line.aclose()  # whoever listens there notices and begins a new line

    async def _answered(self, channel: str, listener: Listener, again: Callable[[], Awaitable[None]],
                        subscribed: asyncio.Event) -> None:
        """A channel is listened to. The one for all comes first on a line, and all that are asked for with it are
        listened to from the same moment on."""
        if channel != CHANNEL:
            table = channel.removeprefix(OF_A_TABLE)
            if self._following.answered(table):
                await listener({"table": table, "kind": "changed"})
        elif subscribed.is_set():
            await again()
        subscribed.set()

    async def _hear(self, listener: Listener, again: Callable[[], Awaitable[None]], channel: str, data: bytes) -> None:
        if data.startswith(self._mark):
            return
        try:
            message = json.loads(data)
            if message["kind"] == AGAIN:
                await again()
            else:
                await listener(message)
        except (ValueError, LookupError, TypeError) as e:
            log.warning("a message of another version is not understood", extra={"channel": channel, "why": repr(e)})
            await self._look(listener, again, channel)
        except Exception as e:
            self._supervisor.failed("bus-in message", e)

    @staticmethod
    async def _look(listener: Listener, again: Callable[[], Awaitable[None]], channel: str) -> None:
        """Whatever happened: it can be read."""
        if channel == CHANNEL:
            await again()
        else:
            await listener({"table": channel.removeprefix(OF_A_TABLE), "kind": "changed"})

    async def others(self) -> bool:
        ((_, listening),) = await self._redis.pubsub_numsub(CHANNEL)
        return bool(listening)

    async def alive(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except _breaks():
            return False

    async def close(self) -> None:
        await end(self._tasks)
        await self._redis.aclose()


def _breaks() -> tuple[type[Exception], ...]:
    """How a line to Redis breaks. The loop raises the last one when something is written to a line that was closed in
    the same moment."""
    from redis.exceptions import RedisError

    return RedisError, OSError, RuntimeError


def make(url: str, tasks: Supervisor) -> Bus:
    if not url:
        return LocalBus()
    try:
        return RedisBus(url, tasks)
    except ModuleNotFoundError:
        raise HexagoraError("Redis needs its client: pip install hexagora[redis]") from None
    except ValueError as e:
        raise HexagoraError(f"the bus {url.rpartition('@')[2]} cannot be used: {e}") from None
