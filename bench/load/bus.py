"""`python -m bench.load.bus`: what a message about a table costs Redis and the servers, by how many hold the table, on
its own and together with as many as a crowded commit has. In processor time."""

import argparse
import asyncio
import time
from typing import Any

from bench.load.report import processor_seconds
from hexagora.server.bus import RedisBus
from hexagora.server.metrics import Metrics
from hexagora.server.supervision import Supervisor
from tests.server.services import Redis

HOLDERS = (1, 2, 4, 16)  # servers that hold the table; one that does not tells them
TOGETHER = (1, 32)
TABLE = "table"


async def measure(redis: Redis, holders: int, together: int, messages: int) -> tuple[float, float]:
    """Milliseconds of Redis, and of who tells and who hears it together, for each message."""
    assert redis.process
    heard, all_heard = 0, asyncio.Event()

    async def listener(_: dict[str, Any]) -> None:
        nonlocal heard
        heard += 1
        if heard % (together * holders) == 0:
            all_heard.set()

    async def again() -> None:
        return

    teller, *others = buses = [RedisBus(redis.url, Supervisor(Metrics())) for _ in range(holders + 1)]
    for bus in buses:
        await bus.open(listener, again)
    for bus in others:
        bus.follow(TABLE)
        await bus.surely(TABLE)
    sent, server = processor_seconds(redis.process.pid), time.process_time()
    for k in range(0, messages, together):
        all_heard.clear()
        for n in range(k, k + together):
            teller.publish({"table": TABLE, "kind": "changed", "n": n})
        await all_heard.wait()
    cost = processor_seconds(redis.process.pid) - sent, time.process_time() - server
    for bus in buses:
        await bus.close()
    return cost[0] * 1000 / messages, cost[1] * 1000 / messages


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load.bus", description=__doc__)
    parser.add_argument("--messages", type=int, default=3200)
    given = parser.parse_args()
    redis = Redis()
    redis.start()
    try:
        for together in TOGETHER:
            for holders in HOLDERS:
                of_redis, of_servers = asyncio.run(measure(redis, holders, together, given.messages))
                print(f"{together:3} together, {holders:2} hold the table: {of_redis:.4f} ms of Redis, "
                      f"{of_servers:.4f} ms of the servers for each", flush=True)
    finally:
        redis.stop()


if __name__ == "__main__":
    main()
