"""Where the server is reached: printed, drawn, and told to pages that invite others."""

import io
import os
import subprocess
import sys
import time

import httpx
import pytest

from hexagora.server import addresses
from hexagora.server.settings import Settings, for_people
from tests import qr_codes
from tests.server.support import serving, settings
from tests.support import WHOLE_RUN


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(addresses, "in_local_network", lambda: "192.168.1.7")


@pytest.mark.parametrize(("host", "public", "expected"), [
    ("127.0.0.1", "", None),
    ("localhost", "", None),
    ("0.0.0.0", "", "http://192.168.1.7:8123"),
    ("::", "", "http://192.168.1.7:8123"),
    ("10.0.0.5", "", "http://10.0.0.5:8123"),
    ("127.0.0.1", "https://play.example.org/", "https://play.example.org"),
])  # fmt: skip
def test_invitations_carry_an_address_that_others_can_use(network, host: str, public: str, expected: str | None):
    assert addresses.invitation(Settings(host=host, public_url=public), 8123) == expected


def test_the_address_in_the_network_is_printed_with_a_code_for_phones(network):
    out = io.TextIOWrapper(io.BytesIO(), "utf8")
    addresses.tell(Settings(host="0.0.0.0"), 8123, out)
    out.seek(0)
    lines = out.read().splitlines()
    assert lines[0].startswith("Hexagora is at http://localhost:8123/")
    assert lines[1] == "Others in your network: http://192.168.1.7:8123/"
    code = qr_codes.from_terminal(lines[2:], addresses.QR_BORDER)
    assert qr_codes.decoded(code) == "http://192.168.1.7:8123/"
    code[12][12] ^= True
    with pytest.raises(AssertionError):
        qr_codes.decoded(code)


def test_in_a_terminal_of_any_colours_the_code_is_white_on_black(network, monkeypatch: pytest.MonkeyPatch):
    """Many phones do not read a negative."""
    out = io.TextIOWrapper(io.BytesIO(), "utf8")
    monkeypatch.setattr(out, "isatty", lambda: True)
    addresses.tell(Settings(host="0.0.0.0"), 8123, out)
    out.seek(0)
    coloured = out.read().splitlines()[2:]
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in coloured)
    code = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in coloured]
    assert qr_codes.decoded(qr_codes.from_terminal(code, addresses.QR_BORDER)) == "http://192.168.1.7:8123/"


def test_a_terminal_without_blocks_shows_the_address_alone(network):
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    addresses.tell(Settings(host="0.0.0.0"), 8123, out)
    out.seek(0)
    assert len(out.read().splitlines()) == 2


def test_pages_learn_the_address_for_invitations(tmp_path, network):
    with serving(settings(tmp_path, host="0.0.0.0")) as server:
        port = server.address.rpartition(":")[2]
        assert httpx.get(f"{server.address}/api/house").json()["invite"] == f"http://192.168.1.7:{port}"
        for text in ("http://192.168.1.7:8000/t/abc", "https://play.example.org/t/abcdefgh/s/" + "x7_-" * 11):
            code = httpx.get(f"{server.address}/api/qr.svg", params={"text": text})
            assert code.headers["content-type"] == "image/svg+xml"
            assert qr_codes.decoded(qr_codes.from_svg(code.text)) == text
        assert httpx.get(f"{server.address}/api/qr.svg", params={"text": "javascript:alert(1)"}).status_code == 422
    with serving(settings(tmp_path)) as server:
        assert httpx.get(f"{server.address}/api/house").json()["invite"] is None


def test_the_environment_counts_unless_the_command_line_says_otherwise():
    chosen = for_people({"HEXAGORA_HOST": "0.0.0.0", "HEXAGORA_PORT": "9001"}, host=None, port=9002)
    assert (chosen.host, chosen.port, chosen.log_level, chosen.log_json) == ("0.0.0.0", 9002, "warning", False)
    assert for_people({"HEXAGORA_LOG_LEVEL": "info"}).log_level == "info"


def test_the_command_line_says_what_contradicts_itself():
    command = [sys.executable, "-c", "from hexagora.cli import main; main()", "serve", "--lan", "--host", "::1"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=WHOLE_RUN)
    assert run.returncode == 2
    assert "--lan and --host" in run.stderr


def test_the_browser_is_opened_and_finds_the_lobby(tmp_path):
    """A browser may come before the server answers: what it asks waits."""
    found = tmp_path / "found.html"
    fetch = ("import os, sys, urllib.request; page = urllib.request.urlopen(sys.argv[1]).read(); "
             f"open({str(found) + '.part'!r}, 'wb').write(page); os.rename({str(found) + '.part'!r}, {str(found)!r})")
    (tmp_path / "browser.py").write_text(fetch)
    browser = f"{sys.executable} {tmp_path / 'browser.py'} %s"
    command = [sys.executable, "-c", "from hexagora.cli import main; main()", "serve", "--open", "--port", "0"]
    run = subprocess.Popen(command, env={**os.environ, "BROWSER": browser, "HEXAGORA_DATA": str(tmp_path)},
                           stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + WHOLE_RUN
        while not found.is_file() and time.monotonic() < until:
            assert run.poll() is None, "it goes on serving"
            time.sleep(0.05)
        assert "<title>Hexagora" in found.read_text("utf8")
    finally:
        run.terminate()
        run.wait()
