"""Whoever watches the server learns what is true: readiness is proven by a write, logs hold no secrets."""

import asyncio
import io
import json
import logging
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from starlette.datastructures import Headers

from hexagora.engine.errors import HexagoraError
from hexagora.server import logs, watch
from hexagora.server.gate import PATH_LOGGED, client_address
from hexagora.server.main import run
from tests.server.support import PATIENCE, Person, free_port, serving, settings, wait_until


def _ready(address: str) -> tuple[int, bool]:
    answer = httpx.get(address + "/readyz")
    return answer.status_code, answer.json()["database"]


def test_a_server_that_cannot_write_is_alive_but_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexagora.server.database.BUSY_MILLISECONDS", 100)
    monkeypatch.setattr(watch, "PROOF_HOLDS", 0.0)
    with serving(settings(tmp_path)) as server:
        assert _ready(server.address) == (200, True)
        other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert _ready(server.address) == (503, False)
        assert httpx.get(server.address + "/livez").status_code == 200
        other.execute("ROLLBACK")
        other.close()
        assert _ready(server.address) == (200, True)


def test_a_database_that_hangs_is_told_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watch, "PROOF_SECONDS", 0.2)
    monkeypatch.setattr(watch, "PROOF_HOLDS", 0.0)
    go_on = threading.Event()
    with serving(settings(tmp_path)) as server:
        server.hall.storage.database._writer.submit(go_on.wait)
        assert _ready(server.address) == (503, False)
        go_on.set()
        wait_until(lambda: _ready(server.address) == (200, True))


def test_who_asks_often_shares_one_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watch, "PROOF_HOLDS", 60.0)
    with serving(settings(tmp_path)) as server:
        for _ in range(50):
            assert _ready(server.address) == (200, True)
        assert server.hall.storage.written == 1


@pytest.mark.parametrize(("proxies", "forwarded", "expected"), [
    (0, ["203.0.113.9"], "127.0.0.1"),
    (1, [], "127.0.0.1"),
    (1, ["203.0.113.9"], "203.0.113.9"),
    (1, ["10.0.0.1, 203.0.113.9"], "203.0.113.9"),
    (1, ["10.0.0.1", "203.0.113.9"], "203.0.113.9"),
    (2, ["10.0.0.1, 203.0.113.9, 192.0.2.1"], "203.0.113.9"),
    (2, ["192.0.2.1"], "192.0.2.1"),
    (1, ["nobody"], "127.0.0.1"),
    (1, ["[2001:DB8::7]:4711"], "2001:db8::7"),
])
def test_addresses_are_counted_from_the_proxies_of_our_own(proxies: int, forwarded: list[str], expected: str):
    headers = Headers(raw=[(b"x-forwarded-for", one.encode()) for one in forwarded])
    assert client_address({"client": ("127.0.0.1", 4711)}, headers, proxies) == expected


def _log(as_json: bool) -> tuple[logging.Logger, io.StringIO]:
    out, logger = io.StringIO(), logging.Logger("hexagora.test")
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines() if as_json else logs.ShortLines())
    logger.addHandler(handler)
    return logger, out


@pytest.mark.parametrize("as_json", [True, False])
def test_no_line_of_the_log_tells_a_secret(as_json: bool):
    logger, out = _log(as_json)
    try:
        raise ValueError("GET /t/t1/s/seat-secret with hexagora_guest=anna.signature")
    except ValueError:
        logger.exception("at postgresql://me:password@host/x", extra={"path": "/t/t1/s/seat-secret"})
    told = out.getvalue()
    assert "ValueError" in told
    for secret in ("seat-secret", "anna", "signature", "password"):
        assert secret not in told


@pytest.mark.parametrize("written", ["'a' * MANY", "'x://u:' * MANY", "'/s/ ' * MANY", "'a://' * MANY"])
def test_a_long_line_of_the_log_stops_nothing(written: str):
    """Whatever a stranger wrote into it: each character is looked at a few times, not once for each before it."""
    look = f"from hexagora.server.logs import without_secrets; MANY = 1_000_000; without_secrets({written})"
    subprocess.run([sys.executable, "-c", look], check=True, timeout=PATIENCE)


def test_of_a_long_address_the_log_keeps_the_beginning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, "hexagora.http")
    with serving(settings(tmp_path)) as server:
        httpx.get(f"{server.address}/{'a' * 50_000}")
    [told] = [record.path for record in caplog.records if getattr(record, "path", "").startswith("/aaa")]
    assert len(told) == PATH_LOGGED


def test_what_belongs_to_a_line_does_not_overwrite_the_line():
    logger, out = _log(as_json=True)
    logger.warning("slow", extra={"level": "master", "what": "search"})
    line = json.loads(out.getvalue())
    assert (line["level"], line["what"], line["level_"], line["what_"]) == ("warning", "slow", "master", "search")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the log of a server would hold from now on."""
    for name in (*logs.OURS, *logs.OTHERS, logs.CONNECTIONS):
        logger = logging.getLogger(name)
        for what in ("handlers", "propagate", "level"):
            monkeypatch.setattr(logger, what, getattr(logger, what))
    out = io.StringIO()
    monkeypatch.setattr("sys.stderr", out)
    logs.set_up("info", True)
    return out


def test_what_others_write_is_a_line_of_the_log_too_without_secrets(written: io.StringIO):
    for name in ("asyncio", "sqlalchemy.engine.x", "redis.asyncio"):
        logging.getLogger(name).error("at postgresql://me:password@host/x")
    assert [json.loads(line)["level"] for line in written.getvalue().splitlines()] == ["error"] * 3
    assert "password" not in written.getvalue()


def test_a_connection_that_cannot_say_goodbye_to_its_database_is_told_in_a_line(written: io.StringIO):
    try:
        raise asyncio.CancelledError
    except asyncio.CancelledError:
        logging.getLogger("sqlalchemy.pool.impl.AsyncAdaptedQueuePool").exception("Exception terminating connection")
    line = json.loads(written.getvalue())
    assert (line["level"], line["why"]) == ("error", "CancelledError()")
    assert "error" not in line


@pytest.mark.parametrize("header", [("host", "["), ("host", "[::1"), ("origin", "http://["), ("origin", "//[x]y")])
def test_an_address_that_is_none_is_refused_without_telling_a_secret(tmp_path: Path, written: io.StringIO,
                                                                     header: tuple[str, str]):
    with serving(settings(tmp_path)) as server:
        made = Person(server.address).make("hex", ["me", "friend"])
        secret = made["links"][0]["url"].rpartition("/")[2]
        for method in ("GET", "POST"):
            answer = httpx.request(method, server.address + made["links"][0]["url"], headers=dict([header]))
            assert answer.status_code in (200, 403, 421)
        assert server.hall.metrics.errors._value.get() == 0
        assert secret not in written.getvalue()


def test_a_database_of_a_newer_version_is_told_in_a_sentence(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with serving(settings(tmp_path)):
        pass
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(HexagoraError, match=r"revision 9999.*newer version"):
        run(port=free_port(), database_url=url, log_level="critical")
