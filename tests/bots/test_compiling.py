"""Nothing waits for a compiler: it runs beside, once, and the interpreted search decides meanwhile."""

import pytest

from hexagora.bots import search
from hexagora.registry import game


@pytest.fixture
def started(monkeypatch, tmp_path):
    commands = []
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path))
    monkeypatch.setenv("HEXAGORA_COMPILE", "background")
    monkeypatch.setattr(search, "_started", set())
    monkeypatch.setattr(search, "_loaded", {})
    monkeypatch.setattr(search.subprocess, "Popen", lambda command, **_: commands.append(command))
    return commands


def test_an_uncompiled_game_is_searched_by_interpreted_rules_while_one_process_compiles(started):
    assert not search.backend("hex").compiled
    assert not search.backend("hex").compiled
    assert len(started) == 1
    assert started[0][1:4] == ["-m", "hexagora.bots.compiling", "hex"]


def test_two_processes_do_not_compile_the_same(started, monkeypatch):
    search.start_compiling(game("hex"))
    monkeypatch.setattr(search, "_started", set())  # as another process sees it
    search.start_compiling(game("hex"))
    assert len(started) == 1


def test_a_cache_that_cannot_be_written_is_no_error(started, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path / "file"))
    search.start_compiling(game("hex"))
    assert not started
