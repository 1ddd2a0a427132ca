"""Fixtures of the server's tests."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import Served, serving, settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(settings(tmp_path)) as running:
        yield running


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A server that is started here sets up the logging of this process; others want theirs back."""
    kept = [(logger, logger.handlers, logger.propagate, logger.level)
            for logger in map(logging.getLogger, ("hexagora", "uvicorn"))]
    yield
    for logger, handlers, propagate, level in kept:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
