"""`make bench`: says what it does, ends when it is told to, and measures what can be measured."""

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.server.support import PATIENCE

pytest.importorskip("numba", reason="needs Numba: rules are compiled to be measured")

from bench import engine, levels, peers
from bench.yardstick import native

ROOT = Path(__file__).parent.parent
# what the installed command does: neither the checkout nor its bench/ is on its path
INSTALLED = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]; from hexagora.cli import main; main()"


@pytest.mark.slow
@pytest.mark.parametrize("command", [["-m", "hexagora", "bench"], ["-m", "bench.engine"], ["-c", INSTALLED, "bench"]],
                         ids=["hexagora", "bench.engine", "installed"])
def test_it_tells_what_it_does_at_once_and_is_interrupted_without_a_traceback(tmp_path: Path, command: list[str]):
    # behind a shell's & Ctrl-C is ignored, and what is started there ignores it, too
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen([sys.executable, *command, "--quick"], text=True, start_new_session=True,
                          cwd=tmp_path if INSTALLED in command else ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "HEXAGORA_CACHE": str(tmp_path)}) as bench:
        signal.signal(signal.SIGINT, before)
        assert bench.stderr
        assert "compiling hex" in bench.stderr.readline()
        os.killpg(bench.pid, signal.SIGINT)  # Ctrl-C, as a terminal sends it
        told, problems = bench.communicate(timeout=PATIENCE)
    assert "Traceback" not in told + problems
    # as exit code or, where it was in generated code, by the signal itself: the same for a shell
    assert bench.returncode in (engine.INTERRUPTED, -signal.SIGINT)


def test_an_interrupt_that_an_import_turns_into_another_error_is_still_one():
    def importing() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise TypeError("expected a message argument") from None

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as ended, engine.interruptible():
            importing()
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.value.code == engine.INTERRUPTED


def test_without_peers_and_without_a_compiler_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch):
    tell = engine.Teller()

    def no_peers() -> Path:
        raise peers.PeerMissing("no network")

    def no_compiler() -> None:
        raise RuntimeError("needs a compiler")

    monkeypatch.setattr(peers, "setup", no_peers)
    monkeypatch.setattr(native, "library", no_compiler)
    assert not engine.peers_are_there(tell)
    assert list(engine.yardsticks(tell)) == ["plain Python, tuned", "plain Python"]
    assert tell.missing == ["peers: no network", "needs a compiler"]


def test_what_fails_in_a_process_of_its_own_is_told():
    with pytest.raises(RuntimeError, match="no such thing"):
        engine.seconds_of("raise ValueError('no such thing')")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_only_matches_one_after_the_other_go_by_processor_time(monkeypatch: pytest.MonkeyPatch, capsys, jobs: str):
    monkeypatch.setattr(time, "perf_counter", time.perf_counter)
    monkeypatch.setattr(sys, "argv", ["levels", "--processor", "--jobs", jobs, "--table"])
    with pytest.raises(SystemExit) if jobs == "2" else nullcontext():
        levels.main()
    assert (time.perf_counter is time.process_time) == (jobs == "1")
    assert ("--processor goes with --jobs 1" in capsys.readouterr().err) == (jobs == "2")
