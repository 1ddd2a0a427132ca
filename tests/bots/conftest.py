"""Tests of bots never compile behind the scenes: what they compare must not change while they run."""

import pytest

from hexagora.bots import player


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("HEXAGORA_COMPILE", "never")
    monkeypatch.setattr("hexagora.bots.search.is_ready", lambda game: False)
    player.forget()
