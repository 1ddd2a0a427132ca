"""The command `lab`: what it writes, and what it says when it is not understood."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from hexagora.engine.errors import HexagoraError
from hexagora.lab import commands


def _lab(*arguments: str) -> Any:
    app = typer.Typer()
    commands.register(app)
    app.command("other")(lambda: None)
    result = CliRunner().invoke(app, ["lab", *arguments])
    if isinstance(result.exception, HexagoraError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_a_run_writes_report_result_and_data_and_goes_on(toy: str, tmp_path: Path):
    out = str(tmp_path / "run")
    told = _lab(toy, "--matches", "128", "--workers", "1", "--out", out)
    assert "Seat 1" in told
    first = json.loads((tmp_path / "run" / "result.json").read_text("utf8"))
    assert (first["matches"], first["figures"][0]["key"]) == (128, "seat/1")
    assert (tmp_path / "run" / "matches.parquet").exists()
    with pytest.raises(HexagoraError, match="--resume goes on"):
        _lab(toy, "--matches", "256", "--workers", "1", "--out", out)
    _lab(toy, "--matches", "256", "--workers", "1", "--out", out, "--resume")
    assert json.loads((tmp_path / "run" / "result.json").read_text("utf8"))["matches"] == 256


def test_a_run_is_compared_with_an_earlier_one(toy: str, tmp_path: Path):
    _lab(toy, "--matches", "512", "--workers", "1", "--out", str(tmp_path / "old"))
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "old" / "parts").iterdir()}
    told = _lab(toy, "--change", "die.first=3", "--compare", str(tmp_path / "old"), "--matches", "512",
                "--workers", "1", "--out", str(tmp_path / "new"))
    assert "Seat 1: down by" in told
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_search_writes_a_content_file_that_names_only_what_differs(toy: str, tmp_path: Path):
    told = _lab(toy, "--search", "die.first=2..7", "--within", "8", "--matches", "512", "--workers", "1", "--out",
                str(tmp_path / "found"))
    assert "The least change that keeps to the wishes: die.first = " in told
    assert "{" not in told
    text = (tmp_path / "found" / "content.toml").read_text("utf8")
    assert 'extends = "toy"' in text
    assert "made_by" in text
    assert text.count("die.") == 1
    told = _lab(toy, "--content", str(tmp_path / "found" / "content.toml"), "--matches", "64", "--workers", "1",
                "--out", str(tmp_path / "again"), "--json")
    assert json.loads(told)["setting"]["content"].endswith("content.toml")


@pytest.mark.parametrize(("arguments", "said"), [
    (["--change", "die.frist=3"], "did you mean die.first"),
    (["--change", "die.first"], "must be a path and a value"),
    (["--change", "die.first=99"], "the content of toy with these changes cannot be used:\n  die.first = 99"),
    (["--change", "option.speed=1"], "no such option"),
    (["--sweep", "die.third=1..3"], "there is no such number"),
    (["--sweep", "die.first=1..3", "--search", "die.first=1..3"], "ask one at a time"),
    (["--search", "die.first=1..3", "--keep", "beauty=1..2"], "figures: turns"),
    (["--bots", "wizard"], "wizard"),
    (["--compare", "."], "holds no run of the lab"),
    (["--ray", "local", "--sweep", "die.first=1..3"], "--sweep is played by processes of this machine"),
    (["--ray", "local", "--change", "die.first=3"], "--change is played by processes of this machine"),
    (["--keep", "turns=1..2"], "add numbers that may be changed"),
    (["--until", "2", "--search", "die.first=1..3"], "a search ends by itself"),
    (["--language", "xx"], "does not speak 'xx'"),
])
def test_what_is_not_understood_is_answered_with_what_would_be(toy: str, tmp_path: Path, arguments: list[str],
                                                               said: str):
    with pytest.raises(HexagoraError) as told:
        _lab(toy, *arguments, "--matches", "8", "--workers", "1", "--out", str(tmp_path / "x"))
    assert said in str(told.value)


@pytest.mark.parametrize("place", ["file", "file/inside"])
def test_a_folder_that_cannot_be_written_is_named(toy: str, tmp_path: Path, place: str):
    (tmp_path / "file").write_text("mine", "utf8")
    with pytest.raises(HexagoraError, match=r"is a file; --out names a folder|Not a directory"):
        _lab(toy, "--matches", "8", "--workers", "1", "--out", str(tmp_path / place))
    assert (tmp_path / "file").read_text("utf8") == "mine"


def test_more_matches_than_can_be_played_are_refused_at_once(toy: str, tmp_path: Path):
    for asked in (["--matches", "9" * 20], ["--bots", "club", "--matches", "1000001"]):
        with pytest.raises(HexagoraError, match=r"at most 100,000,000 of quick|at most 1,000,000 of club"):
            _lab(toy, *asked, "--out", str(tmp_path / "x"))


def test_every_question_is_answered_in_the_language_that_is_asked_for(toy: str, tmp_path: Path):
    for k, asked in enumerate((["--ladder", "random,quick"], ["--sweep", "die.first=1..2"])):
        out = str(tmp_path / str(k))
        told = _lab(toy, *asked, "--matches", "64", "--workers", "1", "--language", "it", "--out", out)
        assert "rapporto: " in told
        assert "matches" not in told


def test_a_cluster_without_ray_says_what_to_install(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(HexagoraError, match="hexagora\\[ray\\]"):
        _lab(toy, "--ray", "local", "--matches", "8", "--out", str(tmp_path / "x"))


@pytest.mark.parametrize(("wrong", "said"), [
    (["--device", "gpu"], "unknown device 'gpu'"),
    (["--device", "cuda", "--bots", "casual"], "bots that search play on processors"),
    (["--device", "cuda", "--change", "game.goal=9"], "--change is played by processors"),
    (["--device", "cuda", "--ray", "local"], "--ray is played by processors"),
])
def test_what_a_gpu_does_not_play_is_said(toy: str, wrong: list[str], said: str):
    with pytest.raises(HexagoraError, match=said):
        _lab(toy, *wrong)


def test_without_a_gpu_the_lab_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from hexagora.engine import cuda_driver

    monkeypatch.setattr(cuda_driver, "LIBRARY", "libnothing.so")
    cuda_driver.driver.cache_clear()
    with pytest.raises(HexagoraError, match="there is no NVIDIA GPU here that can be used"):
        _lab("hex", "--bots", "random", "--device", "cuda", "--out", str(tmp_path / "run"))
