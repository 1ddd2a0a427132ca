"""Fixtures of the server's tests."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import services
from tests.server.support import Served, serving, settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(settings(tmp_path)) as running:
        yield running


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with services.postgresql(tmp_path_factory.mktemp("database")) as url:
        yield url


@pytest.fixture(scope="module")
def bus() -> Iterator[str]:
    with services.redis() as url:
        yield url


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A server that is started here sets up the logging of this process; others want theirs back."""
    kept = [(logger, logger.handlers, logger.propagate, logger.level)
            for logger in map(logging.getLogger, ("hexagora", "uvicorn"))]
    yield
    for logger, handlers, propagate, level in kept:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
