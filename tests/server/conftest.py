"""Fixtures of the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import Served, serving, settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(settings(tmp_path)) as running:
        yield running
