"""What the program remembers of its own files."""

from pathlib import Path
from typing import Any

import pytest

from hexagora.engine import remembering
from hexagora.engine.remembering import remembered


class Maker:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Any:
        self.asked += 1
        return {"asked": (self.asked,)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / remembering.FOLDER


@pytest.mark.usefixtures("folder")
def test_it_is_made_once_and_comes_as_plain_data():
    make = Maker()
    assert [remembered("x", make), remembered("x", make)] == [{"asked": [1]}] * 2


@pytest.mark.usefixtures("folder")
def test_a_file_that_changed_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program, make = tmp_path / "program", Maker()
    (program / "games").mkdir(parents=True)
    (program / "games" / "content.toml").write_text("a = 1")
    monkeypatch.setattr(remembering, "PROGRAM", program)

    def next_start() -> Any:
        remembering._state.cache_clear()
        return remembered("x", make)

    try:
        assert next_start() == next_start() == {"asked": [1]}
        (program / "games" / "content.toml").write_text("a = 2")
        assert next_start() == {"asked": [2]}
        (program / "games" / "another.toml").touch()
        assert next_start() == next_start() == {"asked": [3]}
    finally:
        remembering._state.cache_clear()


@pytest.mark.parametrize("damage", ["", "[]", "{", '{"of": "others", "value": 7}'])
def test_what_is_damaged_is_made_again(folder: Path, damage: str):
    make = Maker()
    remembered("x", make)
    [file] = folder.iterdir()
    file.write_text(damage)
    assert [remembered("x", make), remembered("x", make)] == [{"asked": [2]}] * 2


def test_what_cannot_be_made_is_not_remembered(folder: Path):
    with pytest.raises(ZeroDivisionError):
        remembered("x", lambda: 1 // 0)
    assert not folder.exists()


def test_where_nothing_can_be_written_it_is_made_each_time(folder: Path):
    make = Maker()
    folder.parent.write_text("a file where a folder should be")
    assert [remembered("x", make), remembered("x", make)] == [{"asked": [1]}, {"asked": [2]}]
