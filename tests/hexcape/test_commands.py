"""`hexagora maps`: listing, checking, making."""

import json

import pytest
import typer
from typer.testing import CliRunner

from hexagora.games.hexcape.commands import register
from hexagora.games.hexcape.mapfile import check_file


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))
    app = typer.Typer()
    app.command("other")(lambda: None)
    register(app)
    return lambda *arguments: CliRunner().invoke(app, ["maps", *map(str, arguments)])


def test_maps_are_listed_the_users_own_too(run, tmp_path):
    folder = tmp_path / "hexcape" / "maps"
    folder.mkdir(parents=True)
    assert run("new", "--size", "small", "--difficulty", 2, "--seed", 4, "--out", folder / "mine.toml").exit_code == 0
    (folder / "broken.toml").write_text("rows = []")
    listed = json.loads(run("--json").stdout)
    assert [m["from"] for m in listed["maps"]] == ["supplied"] * 8 + ["yours"]
    assert "E3" in " ".join(listed["unusable"]["broken"])
    text = run().stdout
    assert "grand-tour" in text
    assert "broken: unusable" in text


def test_check_points_at_line_and_column(run, tmp_path):
    file = tmp_path / "m.toml"
    file.write_text('id = "m"\nname = "M"\ndifficulty = 1\nrows = [\n "1 1 1* 1 1 1 1 1",\n " S 1 ? 1 1 1 1 E",\n '
                    '"1 1 1 1 1 1 1 1",\n]\n')
    result = run("check", file)
    assert result.exit_code == 2
    assert f"{file}:6:8: error E1: b3: unknown token '?'" in result.stdout
    file.write_text(file.read_text().replace("?", "1"))
    result = run("check", file)
    assert (result.exit_code, "usable" in result.stdout) == (0, True)


def test_new_prints_a_map_file(run, tmp_path):
    result = run("new", "--size", "5x10", "--difficulty", "3", "--seed", "abc")
    (tmp_path / "new.toml").write_text(result.stdout)
    assert check_file(tmp_path / "new.toml").problems == []


def test_a_missing_file_and_a_wrong_size_are_told(run, tmp_path):
    assert "there is no such file" in str(run("check", tmp_path / "none.toml").exception)
    assert "size cannot be 'tiny'" in str(run("new", "--size", "tiny").exception)
