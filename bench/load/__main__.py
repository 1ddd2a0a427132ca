"""`python -m bench.load`: how many tables one server process holds, and how a boardgame.io server does under the same
traffic."""

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx

from bench.load.players import OurTable, TheirTable, play
from bench.load.report import Figures, memory_mib, processor_seconds, summary

HERE = Path(__file__).parent
PEER = HERE / "boardgameio"
OPENING = 20  # tables that are set up at the same time
WARM_UP = 5.0  # seconds before measuring begins
P99_LIMIT_MS = 150.0
MEMORY_SAMPLES = 10
UNLIMITED = ("REQUESTS_PER_SECOND", "REQUEST_BURST", "TABLES_PER_MINUTE", "TABLE_BURST", "LINK_TRIES_PER_MINUTE",
             "LINK_BURST")


@contextlib.contextmanager
def our_server(port: int, side: int) -> Iterator[subprocess.Popen[bytes]]:
    """One process, SQLite in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HEXAGORA_DATABASE_URL": f"sqlite:///{folder}/tables.sqlite3",
                       "HEXAGORA_PORT": str(port), "HEXAGORA_LOG_LEVEL": "warning",
                       **{f"HEXAGORA_LIMIT_{name}": "1000000" for name in UNLIMITED}}
        with _running([sys.executable, "-m", "hexagora.server"], environment) as process:
            yield process


@contextlib.contextmanager
def their_server(port: int, side: int, kept: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """One process; matches in memory, or kept in files as our server keeps them in its database."""
    if not (PEER / "node_modules").is_dir():
        raise SystemExit(f"boardgame.io is not installed: run `npm ci` in {PEER.relative_to(Path.cwd())}")
    with tempfile.TemporaryDirectory() as folder:
        command = ["node", str(PEER / "server.js"), str(port), str(side * side), *([folder] if kept else [])]
        with _running(command, {**os.environ, "NODE_ENV": "production"}) as process:
            yield process


@contextlib.contextmanager
def their_server_with_files(port: int, side: int) -> Iterator[subprocess.Popen[bytes]]:
    with their_server(port, side, kept=True) as process:
        yield process


SERVERS = {"hexagora": our_server, "boardgameio": their_server, "boardgameio-files": their_server_with_files}


@contextlib.contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


async def measure(name: str, address: str, pid: int, given: argparse.Namespace) -> dict[str, object]:
    kind = OurTable if name == "hexagora" else TheirTable
    figures, rng = Figures(), random.Random(given.seed)
    limits = httpx.Limits(max_connections=OPENING)
    lobby = kind.lobby(address)
    async with httpx.AsyncClient(base_url=lobby, timeout=60, limits=limits) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each player keeps the own cookie
        await _wait_for(http)
        tables = [kind(address, http, random.Random(rng.random()), given.side) for _ in range(given.tables)]
        for k in range(0, len(tables), OPENING):
            await asyncio.gather(*(table.begin() for table in tables[k : k + OPENING]))
        end = time.perf_counter() + WARM_UP + given.seconds
        playing = [asyncio.create_task(play(t, kind, figures, 1 / given.rate, end)) for t in tables]
        await asyncio.sleep(WARM_UP)
        figures.counting, cpu, began = True, processor_seconds(pid), time.perf_counter()
        memory = [memory_mib(pid)]
        for _ in range(MEMORY_SAMPLES):
            await asyncio.sleep(given.seconds / MEMORY_SAMPLES)
            memory.append(memory_mib(pid))
        cpu, took = processor_seconds(pid) - cpu, time.perf_counter() - began
        figures.counting = False
        await asyncio.gather(*playing)
    return {**summary(name, figures, took, cpu, memory), "server_cpu_percent": round(100 * cpu / took, 1)}


async def _wait_for(http: httpx.AsyncClient) -> None:
    for _ in range(200):
        with contextlib.suppress(httpx.TransportError):
            await http.get("/healthz")
            return
        await asyncio.sleep(0.1)
    raise SystemExit("the server does not answer")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table")
    parser.add_argument("--side", type=int, default=11, help="cells along a side of the board")
    parser.add_argument("--server", choices=(*SERVERS, "all"), default="all")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    results = []
    for name, start in SERVERS.items():
        if given.server in (name, "all"):
            with start(given.port, given.side) as process:
                result = _run(measure(name, f"http://127.0.0.1:{given.port}", process.pid, given))
            print(json.dumps(result, indent=1), flush=True)
            results.append(result)
    _judge(results)


def _run(work: "asyncio.Future[dict[str, object]] | object") -> dict[str, object]:
    import uvloop

    return uvloop.run(work)  # type: ignore[arg-type, no-any-return]


def _judge(results: list[dict[str, object]]) -> None:
    """Says in words whether the server holds what is promised, and fails if not."""
    by_name = {str(r["server"]): r for r in results}
    ours = by_name.pop("hexagora", None)
    fine = True
    if ours:
        fine = not ours["errors"] and float(str(ours["p99_ms"])) < P99_LIMIT_MS
        print(f"p99 {ours['p99_ms']} ms (limit {P99_LIMIT_MS:.0f}), {ours['errors']} errors")
    for name, theirs in by_name.items() if ours else ():
        a, b = (float(str(x["actions_per_core_second"])) for x in (ours, theirs) if x)
        print(f"actions per second of one core: hexagora {a:.0f}, {name} {b:.0f}")
        fine = fine and a >= b
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
