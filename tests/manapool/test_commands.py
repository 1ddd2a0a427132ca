"""`hexagora boards`."""

import sys

import pytest

from hexagora import cli
from tests.manapool.support import BOARDS
from tests.manapool.test_boards import changed


def hexagora(monkeypatch, *arguments):
    """Runs the command line; its exit code."""
    monkeypatch.setattr(sys, "argv", ["hexagora", *map(str, arguments)])
    with pytest.raises(SystemExit) as e:
        cli.main()
    return e.value.code or 0


def write(path, data):
    path.write_text("\n".join(f"{key} = {value!r}" for key, value in data.items()), "utf8")
    return path


def test_the_list_has_all_boards_and_those_of_the_user(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))
    folder = tmp_path / "manapool" / "boards"
    folder.mkdir(parents=True)
    write(folder / "mine.toml", changed())
    assert hexagora(monkeypatch, "boards", "list") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in (*BOARDS, "mine", str(folder)))


def test_a_good_board_is_told_with_its_warnings(monkeypatch, capsys, tmp_path):
    path = write(tmp_path / "own.toml", changed({"b2": "D", "d4": "L"}))
    assert hexagora(monkeypatch, "boards", "check", path) == 0
    out = capsys.readouterr().out
    assert "'Changed' (changed, side 5) can be played" in out
    assert all(code in out for code in ("W1: ", "W5: ", "W7: ", "W8: "))


def test_a_bad_board_is_told_with_all_errors_and_exit_code_2(monkeypatch, capsys, tmp_path):
    path = write(tmp_path / "own.toml", changed({"a1": "D", "e8": "L", "c3": "O"}))
    assert hexagora(monkeypatch, "boards", "check", path) == 2
    told = capsys.readouterr().err
    assert all(code in told for code in ("E3: ", "E5: ", "E8: "))
    assert "Traceback" not in told


@pytest.mark.parametrize("text", ["rows = [", "\x00", "id = 3"])
def test_a_file_that_is_no_board_is_exit_code_2(monkeypatch, capsys, tmp_path, text):
    path = tmp_path / "broken.toml"
    path.write_text(text, "utf8")
    assert hexagora(monkeypatch, "boards", "check", path) == 2
    assert str(path) in capsys.readouterr().err


def test_a_missing_file_is_exit_code_2(monkeypatch, capsys, tmp_path):
    assert hexagora(monkeypatch, "boards", "check", tmp_path / "none.toml") == 2
    assert "there is no such file" in capsys.readouterr().err
