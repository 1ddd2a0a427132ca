"""A game's folder holds all of the game: the house around it speaks of no game by name. Classic Hex, the model of the
documentation, may stand as an example in a docstring; nothing depends on it."""

import re
from pathlib import Path

import pytest

import hexagora
from hexagora import registry

HOUSE = Path(registry.__file__).parent
ROOMS = ("engine", "bots", "server", "terminal", "web")
MODEL = "hex"
WRITTEN = (".py", ".js", ".css", ".html", ".json", ".svg", ".toml", ".md", ".mako")


def names() -> list[str]:
    others = [hexagora.game(name) for name in registry.SUPPLIED if name != MODEL]
    return sorted({game.id for game in others} | {game.facts.title.lower() for game in others})


def files(room: str) -> list[Path]:
    return [path for path in (HOUSE / room).rglob("*") if path.is_file()]


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_of_the_house_names_a_game(room: str) -> None:
    wanted = re.compile("|".join(map(re.escape, names())), re.IGNORECASE)
    written = [path for path in files(room) if path.suffix in WRITTEN]
    assert [f"{path}: {line.strip()}" for path in written for line in path.read_text("utf8").splitlines()
            if wanted.search(line)] == []
    assert [path for path in files(room) if path.stem.lower() in {*names(), MODEL}] == []


def test_the_client_does_not_know_the_model_either() -> None:
    quoted = re.compile(rf"""["'`/]{MODEL}["'`/.]""")
    written = [path for path in files("web") if path.suffix in WRITTEN]
    assert [str(path) for path in written if quoted.search(path.read_text("utf8"))] == []
