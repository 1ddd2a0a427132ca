"""Building the site without a browser: places that are left alone, supplies that are not what they should be."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexagora.engine.errors import HexagoraError
from hexagora.site import build, supplies


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path):
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(HexagoraError, match="left alone"):
        build.build(tmp_path)
    with pytest.raises(HexagoraError, match="name a folder"):
        build.build(tmp_path / "letters.txt")
    assert (tmp_path / "letters.txt").read_text() == "dear"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_without_a_network_it_says_what_to_do(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stderr="no route", stdout=""))
    monkeypatch.setattr(supplies.shutil, "which", lambda name: f"/bin/{name}")
    with pytest.raises(supplies.NotFetched, match=r"no route.*put the file pyodide"):
        build.build(elsewhere / "site")
    assert not (elsewhere / "site").exists()


def test_a_file_that_is_not_the_expected_one_is_not_used(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(supplies, "_fetch", lambda supply, into: (into / supply.file).write_bytes(b"something else"))
    with pytest.raises(supplies.NotFetched, match="not the file that is expected"):
        supplies.fetched()
    assert not list(supplies.folder().glob("*.tgz"))
