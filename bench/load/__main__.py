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
from collections.abc import Callable, Iterator
from functools import partial
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from bench.load.players import OurTable, TheirTable, play, warmed_up
from bench.load.report import Figures, fifths, memory_mib, processor_seconds, summary

HERE = Path(__file__).parent
PEER = HERE / "boardgameio"
OPENING = 20  # tables that are set up at the same time
WARM_UP = 5.0  # seconds before measuring begins, at least
P99_LIMIT_MS = 150.0
MEMORY_GROWTH = 0.05  # part by which the last fifth of a long run may lie above its second fifth
LONG_ENOUGH = 300.0  # seconds from which a run tells something about memory: all matches have ended once by then
SAMPLE_EVERY = 10.0  # seconds between two looks at the memory, of a long run
LEAST_SAMPLES = 10
UNLIMITED = ("REQUESTS_PER_SECOND", "REQUEST_BURST", "TABLES_PER_MINUTE", "TABLE_BURST", "LINK_TRIES_PER_MINUTE",
             "LINK_BURST")


@contextlib.contextmanager
def our_server(port: int, side: int, sampled: str | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """One process, SQLite in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HEXAGORA_DATABASE_URL": f"sqlite:///{folder}/tables.sqlite3",
                       "HEXAGORA_PORT": str(port), "HEXAGORA_LOG_LEVEL": "warning",
                       **{f"HEXAGORA_LIMIT_{name}": "1000000" for name in UNLIMITED}}
        command = ["bench.load.sampled", sampled] if sampled else ["hexagora.server"]
        with _running([sys.executable, "-m", *command], environment) as process:
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


Start = Callable[[int, int], contextlib.AbstractContextManager[subprocess.Popen[bytes]]]
SERVERS: dict[str, Start] = {"hexagora": our_server, "boardgameio": their_server,
                             "boardgameio-files": their_server_with_files}


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
        playing = [asyncio.create_task(play(t, kind, figures, 1 / given.rate)) for t in tables]
        await asyncio.sleep(WARM_UP)
        await warmed_up(figures, len(tables))
        figures.end = time.perf_counter() + given.seconds
        print(f"{name}: {len(tables)} tables are set up, measuring for {given.seconds:.0f} s", file=sys.stderr)
        figures.counting, cpu, began = True, processor_seconds(pid), time.perf_counter()
        memory = [memory_mib(pid)]
        samples = max(LEAST_SAMPLES, int(given.seconds / SAMPLE_EVERY))
        for _ in range(samples):
            await asyncio.sleep(given.seconds / samples)
            memory.append(memory_mib(pid))
        cpu, took = processor_seconds(pid) - cpu, time.perf_counter() - began
        figures.counting = False
        await asyncio.gather(*playing)
    return {**summary(name, figures, took, cpu, memory), "server_cpu_percent": round(100 * cpu / took, 1)}


async def _wait_for(http: httpx.AsyncClient) -> None:
    for _ in range(200):
        with contextlib.suppress(httpx.TransportError):
            await http.get("/livez")
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
    parser.add_argument("--sampled", metavar="FILE", help="where to write what our server spends its time on")
    given = parser.parse_args()
    servers: dict[str, Start] = {**SERVERS, "hexagora": partial(our_server, sampled=given.sampled)}
    results = []
    for name, start in servers.items():
        if given.server in (name, "all"):
            with start(given.port, given.side) as process:
                result = _run(measure(name, f"http://127.0.0.1:{given.port}", process.pid, given))
            print(readable(result), flush=True)
            results.append(result)
    _judge(results)


def readable(result: dict[str, Any]) -> str:
    """One figure a line."""
    return "\n".join(["{", ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in result.items()), "}"])


def _run(work: Any) -> dict[str, Any]:
    import uvloop

    return dict(uvloop.run(work))


def _judge(results: list[dict[str, Any]]) -> None:
    """Says in words whether the server holds what is promised, and fails if not."""
    by_name = {r["server"]: r for r in results}
    ours = by_name.pop("hexagora", None)
    if ours is None:
        return
    verdicts = [
        (ours["p99_ms"] < P99_LIMIT_MS, f"p99 {ours['p99_ms']} ms from an action to the other's scene "
                                        f"(promised: below {P99_LIMIT_MS:.0f})"),
        (not ours["errors"], f"{ours['errors']} errors (promised: none)"),
    ]
    if ours["seconds"] >= LONG_ENOUGH:
        early, late = fifths(ours["memory_mib"])
        verdicts.append((late <= early * (1 + MEMORY_GROWTH), f"memory {early:.0f} MiB in the second fifth of the run, "
                         f"{late:.0f} MiB in the last (promised: flat, within {MEMORY_GROWTH:.0%})"))
    else:
        print(f"memory: not judged in less than {LONG_ENOUGH:.0f} s")
    for name, theirs in by_name.items():
        a, b = ours["actions_per_core_second"], theirs["actions_per_core_second"]
        verdicts.append((a >= b, f"actions per second of one core: hexagora {a:.0f}, {name} {b:.0f} "
                                 f"({a / b:.2f} times; promised: at least 1)"))
    for holds, text in verdicts:
        print(f"{'holds' if holds else 'FAILS'}: {text}")
    sys.exit(0 if all(holds for holds, _ in verdicts) else 1)


if __name__ == "__main__":
    main()
