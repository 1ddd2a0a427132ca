"""Classic Hex as a package of somebody else, to be changed at will."""

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

import hexagora
from hexagora.engine.game import Game

NAME = "other_hex"


def copy_to(folder: Path) -> Path:
    """Copies the game into a package of its own."""
    package = folder / NAME
    shutil.copytree(hexagora.game("hex").folder, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        text = path.read_text("utf8").replace("hexagora.games.hex", NAME)
        path.write_text(text.replace('id="hex"', f'id="{NAME}"'), "utf8")
    training = package / "training.toml"
    training.write_text(training.read_text("utf8").replace('game = "hex"', f'game = "{NAME}"'), "utf8")
    for path in package.glob("studies/*.json"):
        path.write_text(path.read_text("utf8").replace('"game": "hex"', f'"game": "{NAME}"'), "utf8")
    return package


def forget() -> None:
    for name in [n for n in sys.modules if n.partition(".")[0] == NAME]:
        del sys.modules[name]
    invalidate_caches()


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game]]:
    """The game of the package, after texts of its files were replaced or files removed (None)."""
    forget()  # what another test may have left of it
    package = copy_to(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(changes: dict[str, tuple[str, str] | None] | None = None) -> Game:
        for name, change in (changes or {}).items():
            path = package / name
            if change is None:
                path.unlink()
            else:
                text = path.read_text("utf8") if path.exists() else ""
                path.parent.mkdir(exist_ok=True)
                assert change[0] in text
                path.write_text(text.replace(*change) if change[0] else text + change[1], "utf8")
        return import_module(NAME).GAME

    yield load
    forget()
