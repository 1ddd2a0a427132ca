"""A short run of `python -m tests.chaos` on both databases; and whatever is lost is noticed by it."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from hexagora import registry
from hexagora.server.app import create_app
from hexagora.server.records import Job
from tests.chaos import clock, record
from tests.chaos.__main__ import WORLDS, play
from tests.chaos.verdict import Broken, Verdict
from tests.server.support import settings

KINDS = {"sqlite": 7, "postgresql": 10}  # of faults
SEED = 1


@pytest.mark.parametrize("name", list(WORLDS))
def test_nothing_is_lost_hangs_or_leaks_whatever_breaks(name: str, tmp_path: Path):
    """Every kind of fault once, however long that takes."""
    verdict = asyncio.run(play(name, 0.0, SEED, tmp_path))
    assert verdict.problem is None
    assert verdict.counts["tables compared"] >= len(registry.names())
    assert verdict.counts["states compared"] >= 10 * len(registry.names())
    assert [count for what, count in verdict.counts.items() if what.startswith("fault")] == [1] * KINDS[name]
    assert verdict.counts["broken requests"]
    assert verdict.counts["broken messages"]


def test_what_a_process_waits_for_a_processor_and_what_a_fault_takes_makes_no_hang(monkeypatch: pytest.MonkeyPatch):
    now, waits = [100.0], {1: 5.0}
    monkeypatch.setattr(clock.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(clock, "waited_for_a_processor", lambda pid: waits.get(pid, 0.0))
    counted = clock.Clock(lambda: waits)
    now[0], waits[1] = 110.0, 13.0
    assert counted.seconds() == 2.0
    now[0], waits[2] = 120.0, 7.0  # another process that was started since
    assert counted.calm(at_fault=True) == 2.0
    now[0] = 130.0
    assert (counted.calm(at_fault=False), counted.seconds()) == (12.0, 15.0)


def test_the_machine_tells_how_long_a_process_waited():
    assert clock.waited_for_a_processor(os.getpid()) > 0
    assert clock.waited_for_a_processor(0) == 0.0


def _told(folder: Path, change: str) -> Verdict:
    """What was told of a small match, and the record of it, in which something was changed afterwards."""
    chosen = settings(folder)

    async def go() -> Verdict:
        verdict = Verdict()
        match = registry.game("hex").match(size=3, seed="x", swap=False, chance="ask")
        told = {}
        for n, action in enumerate(("", "a1", "b1"), 1):
            match.play_all([action] if action else [])
            told[(0, n)] = record._as_told(match, 0, match.texts())
        verdict.told["t1"], verdict.said["t1"] = told, {"hello"}
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            job = Job().add(
                "table", id="t1", game="hex", game_version=1, content="", options=json.dumps(match.options), start=None,
                seed="x", clock=None, public=False, creator="", status="running", turn=1, created=0.0, updated=0.0,
                clock_from=0.0, takeback=None, rematch=None)
            for seat in (1, 2):
                job.add("seat", table_id="t1", seat=seat, kind="person", name=f"seat {seat}", level="", secret="",
                        taken=True, away=False)
            for n, texts in enumerate(([], ["a1"], ["b1" if change != "another action" else "c1"])):
                if (change, n) not in (("no last event", 2), ("a gap", 1)):
                    job.add("event", table_id="t1", n=n, kind="act" if n else "start", seat=n, texts=json.dumps(texts),
                            at=0.0, spent=0)
            if change != "no talk":
                job.add("chat", table_id="t1", seat=1, name="", text="hello", at=0.0, line_key="k")
            await app.state.hall.storage.write(job)
        await record.compare(chosen.database_url, verdict)
        return verdict

    return asyncio.run(go())


def test_what_was_told_and_is_in_the_record_is_well(tmp_path: Path):
    assert _told(tmp_path, "nothing").counts["states compared"] == 3


@pytest.mark.parametrize("change", ["no last event", "a gap", "another action", "no talk"])
def test_what_was_told_and_is_not_in_the_record_is_noticed(tmp_path: Path, change: str):
    with pytest.raises(Broken):
        _told(tmp_path, change)
