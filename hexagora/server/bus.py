"""The bus: how processes that serve the same tables tell each other that something changed.

A message carries no game data, only that a table changed; who hears it reads the database. So a lost message costs a
delay, never a difference.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from hexagora.server.supervision import Supervisor, end

log = logging.getLogger("hexagora.bus")
CHANNEL = "hexagora"
RETRY_SECONDS = 1.0
MOST_WAITING = 10_000  # messages that wait for the bus
AGAIN = "again"  # the kind of a message that stands for those that were lost

Listener = Callable[[dict[str, Any]], Awaitable[None]]


class Bus(Protocol):
    alone: bool
    process: str

    async def open(self, listener: Listener, again: Callable[[], Awaitable[None]]) -> None: ...

    def publish(self, message: dict[str, Any]) -> None: ...

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

    async def others(self) -> bool:
        return False

    async def alive(self) -> bool:
        return True

    async def close(self) -> None:
        return


class RedisBus:
    """Several processes: they publish and subscribe at one channel."""

    alone = False

    def __init__(self, url: str, tasks: Supervisor):
        from redis.asyncio import Redis

        self._supervisor = tasks
        self.process = secrets.token_hex(8)
        self._redis = Redis.from_url(url)
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._lost = False  # whether something could not be told: then everything is to be looked at again
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, again: Callable[[], Awaitable[None]]) -> None:
        """`again` is called after each time the connection was lost: messages may have been missed."""
        subscribed = asyncio.Event()
        self._tasks = [self._supervisor.keep(lambda: self._listen(listener, again, subscribed), "bus-in"),
                       self._supervisor.keep(self._send, "bus-out")]
        await asyncio.wait_for(subscribed.wait(), timeout=10)

    def publish(self, message: dict[str, Any]) -> None:
        try:
            self._outbox.put_nowait({**message, "process": self.process})
        except asyncio.QueueFull:
            self._lost = True

    async def _send(self) -> None:
        """Messages that cannot be sent are not kept: when the bus is back, one message says that all is to be looked
        at again."""
        from redis.exceptions import RedisError

        while True:
            message = await self._outbox.get()
            try:
                if self._lost:
                    await self._redis.publish(CHANNEL, json.dumps({"kind": AGAIN, "process": self.process}))
                    self._lost = False
                await self._redis.publish(CHANNEL, json.dumps(message))
            except (RedisError, OSError) as e:
                self._lost = True
                log.error("the bus cannot be reached", extra={"why": str(e)})
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, listener: Listener, again: Callable[[], Awaitable[None]],
                      subscribed: asyncio.Event) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    if subscribed.is_set():
                        await again()
                    subscribed.set()
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            await self._hear(listener, again, message["data"])
            except (RedisError, OSError) as e:
                log.error("the bus is lost", extra={"why": str(e)})
                if subscribed.is_set():
                    await again()  # nobody tells what others write: look for it until somebody does
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, listener: Listener, again: Callable[[], Awaitable[None]], data: bytes) -> None:
        try:
            message = json.loads(data)
            if message["process"] == self.process:
                return
            if message["kind"] == AGAIN:
                await again()
            else:
                await listener(message)
        except Exception as e:
            self._supervisor.failed("bus-in message", e)

    async def others(self) -> bool:
        ((_, listening),) = await self._redis.pubsub_numsub(CHANNEL)
        return bool(listening)

    async def alive(self) -> bool:
        from redis.exceptions import RedisError

        try:
            return bool(await self._redis.ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        await end(self._tasks)
        await self._redis.aclose()


def make(url: str, tasks: Supervisor) -> Bus:
    return RedisBus(url, tasks) if url else LocalBus()
