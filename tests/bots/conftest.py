"""Tests of bots never compile behind the scenes: what they compare must not change while they run."""

import time

import pytest

from hexagora.bots import player


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("HEXAGORA_COMPILE", "never")
    monkeypatch.setattr("hexagora.bots.search.is_ready", lambda game: False)
    player.forget()


@pytest.fixture
def own_time(monkeypatch):
    """The clock of the bots is the time that this process gets: what else the machine does takes nothing from it."""
    monkeypatch.setattr("time.perf_counter", time.process_time)
