"""A run of the command `lab` that is interrupted or ended: nothing that was played is lost, and nothing runs on."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hexagora.bots.spread import spread
from hexagora.lab import job
from tests.server.support import PATIENCE, wait_until

ENDLESS = 100_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_several_processes_are_interrupted_and_the_run_goes_on(tmp_path: Path):
    out = tmp_path / "run"
    lab = _begun(out)
    try:
        os.killpg(lab.pid, signal.SIGINT)  # Ctrl-C, as a terminal sends it
        told, problems = lab.communicate(timeout=PATIENCE)
        assert (lab.returncode, "--resume goes on from here" in told) == (0, True), problems
        wait_until(lambda: not _living(lab.pid))
    finally:
        for process in _living(lab.pid):
            os.kill(process, signal.SIGKILL)
    _resumed(out)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_one_that_started_them(tmp_path: Path, how: signal.Signals):
    out = tmp_path / "run"
    lab = _begun(out)
    try:
        assert len(_living(lab.pid)) > 1
        lab.send_signal(how)
        lab.communicate(timeout=PATIENCE)  # its output ends when the last of them has let go of it
        wait_until(lambda: not _living(lab.pid))
    finally:
        for process in _living(lab.pid):
            os.kill(process, signal.SIGKILL)
    _resumed(out)


def _endless(number: int) -> int:
    """The first part is soon played, the others never are."""
    return number if number == 0 else int(input_that_never_comes())


def input_that_never_comes() -> str:
    reading, _kept_open = os.pipe()
    return os.read(reading, 1).decode()


def test_what_is_under_way_is_not_waited_for_when_nobody_wants_more():
    """Whoever interrupts a run of bots that think for long, perhaps twice, is not kept waiting for its processes."""
    results = spread(_endless, range(8), _nothing, jobs=2)
    assert next(results) == 0
    workers = multiprocessing.active_children()
    assert workers
    closing = threading.Thread(target=results.close, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    try:
        assert not closing.is_alive()
        wait_until(lambda: not any(worker.is_alive() for worker in workers))
    finally:
        for worker in workers:
            worker.kill()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_processes_do_not_hear_an_interruption_while_they_start():
    """It would end them with words of Python's own."""
    assert list(spread(_hears_interruptions, [1, 2], _nothing, jobs=2)) == [False, False]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def _hears_interruptions(number: int) -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def _nothing() -> None:
    pass


def _begun(out: Path) -> "subprocess.Popen[str]":
    """A run without an end in processes of its own, the first part of which has been played."""
    command = [sys.executable, "-m", "hexagora", "lab", "hex", "-o", "size=3", "--bots", "random", "--workers", "2",
               "--matches", str(ENDLESS), "--out", str(out)]
    # behind a shell's & Ctrl-C is ignored, and what is started there ignores it, too
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    lab = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    wait_until(lambda: (out / "parts" / "0000000-64.json").exists() or lab.poll() is not None)
    return lab


def _living(group: int) -> list[int]:
    """The processes of a group; one that has ended and that nobody has asked about is none."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has just ended
            continue
        if int(its_group) == group and state not in "ZX":
            found.append(int(path.parent.name))
    return found


def _resumed(out: Path) -> None:
    """What was kept is taken as it is, and is what a run without an interruption has."""
    kept = {path: path.stat().st_mtime_ns for path in (out / "parts").iterdir()}
    asked = job.setting_of(out)
    resumed = job.play(asked, ENDLESS, folder=out, watch=lambda run: False)
    assert (resumed.played, {path: path.stat().st_mtime_ns for path in kept}) == (64, kept)
    assert resumed.sums == job.play(asked, 64).sums
