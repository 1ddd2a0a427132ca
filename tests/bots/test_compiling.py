"""Nobody waits for a compiler: what lies ready is used at once; changed rules are compiled by one process beside."""

import subprocess
import sys
import threading

import pytest

from hexagora.bots import compiling, search
from hexagora.engine import compiled, wasm
from hexagora.registry import game


@pytest.fixture
def started(monkeypatch, tmp_path):
    """A machine on which nothing was compiled; the commands that would compile."""
    commands = []
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path))
    monkeypatch.setenv("HEXAGORA_COMPILE", "background")
    monkeypatch.setattr(search, "_started", set())
    monkeypatch.setattr(search, "_loaded", {})
    monkeypatch.setattr(search, "_asked", {})
    monkeypatch.setattr(search.subprocess, "Popen", lambda command, **_: commands.append(command))
    search.wasm_backend.cache_clear()
    yield commands
    search.wasm_backend.cache_clear()


@pytest.fixture
def changed_rules(started, monkeypatch):
    """The same after somebody changed the rules of Hex."""
    monkeypatch.setattr(wasm, "sources_hash", lambda game, extra: "another")
    return started


@pytest.mark.parametrize("wait", [False, True])
def test_on_a_fresh_machine_the_first_search_is_compiled_and_nothing_is_started(started, wait):
    assert search.backend("hex", wait).name == "wasm"
    assert not started


def test_changed_rules_are_interpreted_while_one_process_compiles_and_it_is_told(changed_rules, caplog):
    assert search.backend("hex").name == "python"
    assert search.backend("hex").name == "python"
    assert [command[1:4] for command in changed_rules] == [["-m", "hexagora.bots.compiling", "hex"]]
    assert "older than the rules" in caplog.text


def test_changed_rules_without_a_compiler_are_interpreted_and_it_is_told(changed_rules, monkeypatch, caplog):
    monkeypatch.setattr(search, "can_compile", lambda: False)
    for wait in (False, True):
        assert search.backend("hex", wait).name == "python"
    assert not changed_rules
    assert "hexagora[native]" in caplog.text


def test_not_every_decision_reads_the_sources_to_know_whether_they_are_compiled(started, monkeypatch):
    asked, now = [], [1000.0]
    monkeypatch.setattr(search, "is_ready", lambda game: asked.append(game.id))
    monkeypatch.setattr(search.time, "monotonic", lambda: now[0])
    for _ in range(5):
        search.backend("hex")
    assert asked == ["hex"]
    now[0] += search.READY_EVERY + 1
    search.backend("hex")
    assert asked == ["hex", "hex"]


def test_a_damaged_module_is_not_used(started, monkeypatch, caplog):
    monkeypatch.setattr(wasm, "manifest", lambda game: {**wasm_about(game), "sha256": "other bytes"})
    assert search.backend("hex").name == "python"
    assert "damaged" in caplog.text


wasm_about = wasm.manifest


def test_own_content_needs_nothing(started, tmp_path):
    own = tmp_path / "content.toml"
    own.write_bytes((game("hexcape").folder / "content.toml").read_bytes())
    assert not wasm.trouble(game("hexcape").with_content(own))


def test_a_second_process_behind_the_scenes_ends_at_once(started, monkeypatch):
    made = []
    monkeypatch.setattr(compiling, "compiled", made.append)
    monkeypatch.setattr("os.nice", lambda more: 0)
    folder = compiled.cache_folder(game("hex"), search.modules(game("hex")))
    with compiled.alone_with(folder.with_suffix(".behind")):
        compiling.main("hex")
        assert not made
    compiling.main("hex")
    assert made == [game("hex")]


def test_whoever_finds_somebody_compiling_waits_and_loads(tmp_path):
    place, order = tmp_path / "hex-123", []

    def second():
        with compiled.alone_with(place) as got:
            order.append(("second", got))

    with compiled.alone_with(place):
        thread = threading.Thread(target=second)
        thread.start()
        with compiled.alone_with(place, wait=False) as got:
            assert not got
        order.append("first")
    thread.join()
    assert order == ["first", ("second", True)]


def test_a_process_that_dies_lets_go(tmp_path):
    place = tmp_path / "hex-123"
    code = ("import os, pathlib, sys; from hexagora.engine.compiled import alone_with\n"
            "with alone_with(pathlib.Path(sys.argv[1])) as got:\n    os._exit(7 if got else 1)")
    assert subprocess.run([sys.executable, "-c", code, str(place)]).returncode == 7
    with compiled.alone_with(place, wait=False) as got:
        assert got


def test_a_cache_that_cannot_be_written_is_no_error(started, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path / "file"))
    with compiled.alone_with(compiled.cache_folder(game("hex"))) as got:
        assert got
    wasm._engine.cache_clear()
    assert search.backend("hex").name == "wasm"
    wasm._engine.cache_clear()
