"""What the tests of the server start beside it: it comes back however it ended, and says why when it does not."""

import os
import signal
from pathlib import Path

import pytest

from tests.server.services import Postgresql, Redis


def test_a_database_comes_back_at_once_whatever_it_left_behind(tmp_path: Path):
    database = Postgresql(tmp_path)
    try:
        database.start()
        database.create()
        assert len(database.members()) > 1
        database.kill()
        assert not database.members()
        database.start()
        assert database.process is not None
        for pid in database.members():  # those that it started cannot follow it
            os.kill(pid, signal.SIGSTOP)
        os.kill(database.process.pid, signal.SIGKILL)
        database.process.wait()
        assert database.members()
        database.start()
    finally:
        database.kill()


def test_a_service_that_does_not_start_says_why():
    one, other = Redis(), Redis()
    other.port = one.port
    other.is_ready = lambda: False  # type: ignore[method-assign]  # the port is open: the first one listens
    one.start()
    try:
        with pytest.raises(RuntimeError, match="Address already in use"):
            other.start()
    finally:
        one.stop()
        other.kill()
