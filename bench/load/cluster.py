"""`python -m bench.load.cluster`: what a table costs when one, two and four servers share the tables over PostgreSQL
and Redis, in seconds of processor time, so that it tells something on a busy machine too."""

import argparse
import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from bench.load.__main__ import OPENING, UNLIMITED, WARM_UP, _run, readable
from bench.load.players import OurTable, play, warmed_up
from bench.load.report import KIB, Figures, memory_mib, processor_seconds
from tests.server.services import Postgresql, Redis, family
from tests.server.support import free_port

START_SECONDS = 60.0
SPREADS = ("table", "any")  # both players of a table at one server, or each at any


class Cluster:
    """Servers over one database and one bus."""

    def __init__(self, folder: Path, servers: int):
        self.database, self.bus = Postgresql(folder), Redis()
        self.ports = [free_port() for _ in range(servers)]
        self.addresses = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        self.database.start()
        self.database.create()
        self.bus.start()
        for port in self.ports:
            environment = {**os.environ, "HEXAGORA_DATABASE_URL": self.database.url, "HEXAGORA_REDIS_URL": self.bus.url,
                           "HEXAGORA_PORT": str(port), "HEXAGORA_LOG_LEVEL": "warning",
                           **{f"HEXAGORA_LIMIT_{name}": "1000000" for name in UNLIMITED}}
            self.processes.append(subprocess.Popen([sys.executable, "-m", "hexagora.server"], env=environment,
                                                   stdout=subprocess.DEVNULL))

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
        self.bus.stop()
        self.database.stop()

    def processor_seconds(self) -> dict[str, float]:
        assert self.database.process
        assert self.bus.process
        return {"servers": sum(processor_seconds(p.pid) for p in self.processes),
                "postgresql": sum(map(_seconds, family(self.database.process.pid))),
                "redis": processor_seconds(self.bus.process.pid)}

    def memory_mib(self) -> float:
        return sum(memory_mib(p.pid) for p in self.processes)

    async def counted(self, http: httpx.AsyncClient) -> dict[str, float]:
        """What the servers have counted, all together."""
        names = {"commits": "hexagora_commits", "messages": 'hexagora_messages_total{direction="out"}'}
        found = dict.fromkeys(names, 0.0)
        for address in self.addresses:
            text = (await http.get(f"{address}/metrics")).text
            for name, metric in names.items():
                value = re.search(rf"^{re.escape(metric)} (\S+)", text, re.MULTILINE)
                found[name] += float(value[1]) if value else 0.0
        return found

    def database_bytes(self) -> int:
        """Of all that is kept, with its indexes."""
        told = subprocess.run(["psql", self.database.url, "-Atc", "SELECT sum(pg_total_relation_size(relid)) FROM "
                               "pg_stat_user_tables"], capture_output=True, text=True, check=True, cwd="/")
        return int(told.stdout)

    def bus_bytes(self) -> tuple[int, int]:
        """Messages published, and bytes sent to those who listen."""
        told = subprocess.run(["redis-cli", "-u", self.bus.url, "info", "all"], capture_output=True, text=True,
                              check=True).stdout
        calls = re.search(r"cmdstat_publish:calls=(\d+)", told)
        out = re.search(r"total_net_output_bytes:(\d+)", told)
        return int(calls[1]) if calls else 0, int(out[1]) if out else 0


def _seconds(pid: int) -> float:
    with contextlib.suppress(OSError):
        return processor_seconds(pid)
    return 0.0


def table_kind(addresses: list[str], spread: str) -> type[OurTable]:
    class Spread(OurTable):
        def servers(self) -> list[str]:
            if spread == "table":
                return [self.rng.choice(addresses)] * 2
            return [self.rng.choice(addresses) for _ in range(2)]

    return Spread


async def measure(cluster: Cluster, given: argparse.Namespace, spread: str) -> dict[str, Any]:
    figures, rng = Figures(), random.Random(given.seed)
    kind = table_kind(cluster.addresses, spread)
    async with httpx.AsyncClient(base_url=cluster.addresses[0], timeout=60,
                                 limits=httpx.Limits(max_connections=OPENING)) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        await _all_answer(http, cluster)
        empty, kept_before = cluster.memory_mib(), cluster.database_bytes()
        tables = [kind(rng.choice(cluster.addresses), http, random.Random(rng.random()), given.side)
                  for _ in range(given.tables)]
        for k in range(0, len(tables), OPENING):
            await asyncio.gather(*(table.begin() for table in tables[k : k + OPENING]))
        filled, kept_tables = cluster.memory_mib(), cluster.database_bytes()
        playing = [asyncio.create_task(play(t, kind, figures, 1 / given.rate)) for t in tables]
        await asyncio.sleep(WARM_UP)
        await warmed_up(figures, len(tables))
        figures.end = time.perf_counter() + given.seconds
        figures.counting = True
        counted, cpu, bus, kept = (await cluster.counted(http), cluster.processor_seconds(), cluster.bus_bytes(),
                                   cluster.database_bytes())
        await asyncio.sleep(given.seconds)
        figures.counting = False
        cpu_after, counted_after, bus_after, kept_after = (cluster.processor_seconds(), await cluster.counted(http),
                                                           cluster.bus_bytes(), cluster.database_bytes())
        await asyncio.gather(*playing)
    actions = max(1, len(figures.latencies))
    return {
        "servers": len(cluster.ports), "spread": spread, "tables": given.tables, "actions": actions,
        "errors": len(figures.errors), "first_errors": figures.errors[:3],
        **{f"ms_of_{name}_per_action": round(1000 * (cpu_after[name] - cpu[name]) / actions, 3) for name in cpu},
        "commits_per_action": round((counted_after["commits"] - counted["commits"]) / actions, 3),
        "bytes_to_each_player_per_action": round(figures.bytes_received / actions),
        "bus_messages_per_action": round((bus_after[0] - bus[0]) / actions, 2),
        "bus_bytes_per_action": round((bus_after[1] - bus[1]) / actions),
        "database_bytes_per_action": round((kept_after - kept) / actions),
        "database_bytes_per_new_table": round((kept_tables - kept_before) / given.tables),
        "server_kib_per_table": round((filled - empty) * KIB / given.tables, 1),
        "p50_ms": round(figures.percentile(0.5) * 1000, 1), "p99_ms": round(figures.percentile(0.99) * 1000, 1),
    }


async def _all_answer(http: httpx.AsyncClient, cluster: Cluster) -> None:
    end = time.monotonic() + START_SECONDS
    for address in cluster.addresses:
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"{address}/readyz")).status_code == 200:
                    break
            await asyncio.sleep(0.2)


@contextlib.contextmanager
def running(servers: int) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder), servers)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load.cluster", description=__doc__)
    parser.add_argument("--servers", default="1,2,4", help="how many, one run for each")
    parser.add_argument("--spread", choices=(*SPREADS, "both"), default="both")
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=0.5, help="actions a second at each table")
    parser.add_argument("--side", type=int, default=11, help="cells along a side of the board")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for servers in map(int, given.servers.split(",")):
        for spread in SPREADS[:1] if servers == 1 else SPREADS if given.spread == "both" else [given.spread]:
            with running(servers) as cluster:
                print(readable(_run(measure(cluster, given, spread))), flush=True)


if __name__ == "__main__":
    main()
