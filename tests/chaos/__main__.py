"""`python -m tests.chaos --minutes N`: people play on SQLite, then on PostgreSQL and Redis with two servers, while
servers, database and bus are killed, frozen and filled, connections cut and stalled, and strangers send what is broken.
Every state that anybody was told is compared with the record. Prints counts; exit code 1 on the first loss, hang, leak
or error of a server's own."""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pytest

from hexagora import registry
from tests.chaos import record
from tests.chaos.people import Table
from tests.chaos.strangers import Strangers
from tests.chaos.verdict import Broken, Verdict
from tests.chaos.world import OnPostgresql, OnSqlite, World

WORLDS: dict[str, type[World]] = {"sqlite": OnSqlite, "postgresql": OnPostgresql}
MINUTE = 60.0
LONGEST_FAULT, SHORTEST_FAULT = 20.0, 0.5  # seconds; the first is longer than a server waits for its database
STRANGERS = 3  # who send requests, and as many who send messages
FIRST_STATES, FIRST_MOVES_SECONDS = 10, 180.0  # told at every table before trouble begins
SHARE_OF_A_FAULT = 20  # of the whole time, where that is short


async def play(name: str, seconds: float, seed: int, folder: Path) -> Verdict:
    verdict, rng = Verdict(), random.Random(f"{seed} {name}")
    longest = max(SHORTEST_FAULT, min(LONGEST_FAULT, seconds / SHARE_OF_A_FAULT))
    world = WORLDS[name](folder, rng, verdict, longest)
    try:
        await world.open()
        await _play(world, seconds, rng)
    except* Broken:
        pass
    finally:
        world.clean_up()
    return verdict


async def _play(world: World, seconds: float, rng: random.Random) -> None:
    tables = [Table(world, game, random.Random(rng.random())) for game in registry.names()]
    strangers = [Strangers(world, random.Random(rng.random())) for _ in range(STRANGERS)]
    async with asyncio.TaskGroup() as group:
        for work in (*(table.play() for table in tables), *(one.ask() for one in strangers),
                     *(one.talk() for one in strangers)):
            group.create_task(work)
        await _everybody_plays(world, len(tables))
        await world.break_things(seconds)
        world.ending = True
    await world.look_for_leaks()
    await world.close()
    world.look_at_logs({secret for table in tables for secret in table.secrets})
    await record.compare(world.database_url(), world.verdict)


async def _everybody_plays(world: World, tables: int) -> None:
    """Before anything is broken; and strangers have spoken."""
    told, counts = world.verdict.told, world.verdict.counts
    while (sum(len(states) >= FIRST_STATES for states in told.values()) < tables
           or not counts["broken requests"] or not counts["broken messages"]):
        if world.calm_seconds() > FIRST_MOVES_SECONDS:
            world.verdict.fail(f"hang: not all tables play after {FIRST_MOVES_SECONDS:.0f} s")
        await asyncio.sleep(0.1)


def _kept(folder: Path) -> str:
    kept = tempfile.mkdtemp(prefix="chaos-")
    for log in folder.glob("*.log"):
        shutil.copy(log, kept)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="in all")
    parser.add_argument("--on", choices=(*WORLDS, "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = list(WORLDS) if given.on == "both" else [given.on]
    for name in names:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                verdict = asyncio.run(play(name, given.minutes * MINUTE / len(names), given.seed, Path(folder)))
            except pytest.skip.Exception as e:
                sys.exit(f"{name}: {e}")
            if verdict.problem:
                print(f"the logs of the servers are kept in {_kept(Path(folder))}")
        print(f"{name}, seed {given.seed}, {time.monotonic() - began:.0f} s")
        for what, count in sorted(verdict.counts.items()):
            print(f"  {count:>8}  {what}")
        if verdict.problem:
            print(f"BROKEN: {verdict.problem}", flush=True)
            sys.exit(1)
    print("nothing was lost, nothing hangs, nothing leaks, no server made an error")


if __name__ == "__main__":
    main()
