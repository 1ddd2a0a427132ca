"""Building the site without a browser: places that are left alone, supplies that are not what they should be."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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


def test_a_folder_that_is_here_or_above_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever stands in an empty folder may write `hexagora site .`."""
    written = []
    monkeypatch.setattr(supplies, "fetched", lambda tell: tmp_path)
    monkeypatch.setattr(build, "_write", lambda new, *_: (written.append(new.name), new.mkdir()))
    for place in ("there", "there/deeper"):
        (tmp_path / place).mkdir()
        monkeypatch.chdir(tmp_path / place)
        build.build(Path("."))
    (tmp_path / "there" / "deeper").rmdir()
    (tmp_path / "there" / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "there" / "inner")
    (tmp_path / "there" / build.MARK).touch()
    build.build(Path(".."))
    assert written == [".there.new", ".deeper.new", ".there.new"]


def test_games_whose_bots_would_be_slow_are_told(monkeypatch: pytest.MonkeyPatch):
    assert list(build.slow_games()) == []
    monkeypatch.setattr(build.wasm, "sources_hash", lambda game, extra: "another")
    assert dict(build.slow_games())["hex"].startswith("its WebAssembly is not used, it is older than")


def test_what_is_no_stun_server_is_refused(tmp_path: Path):
    for wrong in ("stun:stun.example.org", "stun.example.org:port", "a b", "", "stun.example.org/x", "-:1",
                  "stun.example.org:0", "stun.example.org:65536"):
        with pytest.raises(HexagoraError, match="no STUN server"):
            build.build(tmp_path / "site", stun=[wrong])
    assert not (tmp_path / "site").exists()


def test_other_stun_servers_are_another_version(tmp_path: Path):
    """Else browsers that were there before would never hear of them."""
    def listed(stun: list[str]) -> dict[str, Any]:
        (tmp_path / "service.js").write_text("const VERSION = '__VERSION__'")
        build._index(tmp_path, stun)
        found = json.loads((tmp_path / build.MARK).read_text())
        assert found["version"] in (tmp_path / "service.js").read_text()
        (tmp_path / build.MARK).unlink()
        return dict(found)

    without, one = listed([]), listed(["stun.example.org:3478"])
    assert (without["stun"], one["stun"]) == ([], ["stun:stun.example.org:3478"])
    assert without["version"] != one["version"] == listed(["stun.example.org:3478"])["version"]


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
