"""The walk of docs/add-a-game.md, step by step: from an empty folder to an installed game."""

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from hexagora import registry, skeleton
from hexagora.engine import hooks

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf8")
WALK = PAGE[PAGE.index("## The walk") : PAGE.index("## The folder")]
CODE = (".py", ".pyc", ".pyi")
STEPS = re.findall(r"```(\w+)\n(.*?)```", WALK, re.S)


class Walker:
    def __init__(self, folder: Path):
        self.folder, home = folder / "empty", folder / "environment"
        self.folder.mkdir()
        self.environment = {**os.environ, "HEXAGORA_COMPILE": "never", "HEXAGORA_CACHE": str(folder / "cache"),
                            "COLUMNS": "120"}
        venv.create(home, symlinks=True)
        self.python = str(next(home.glob("*/python")))
        packages = next(home.glob("**/site-packages"))
        here = [ROOT, *(path for path in sys.path if path.endswith("site-packages"))]
        (packages / "shared.pth").write_text("".join(f"{path}\n" for path in here), "utf8")

    def console(self, text: str) -> None:
        """Each command must print the lines below it in this order, and end well unless they speak of a failure."""
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, *expected = part.strip().splitlines()
            done = subprocess.run(self._called(command), cwd=self.folder, env=self.environment, capture_output=True,
                                  text=True)
            told = done.stdout + done.stderr
            assert (done.returncode != 0) == any("FAIL" in line for line in expected), told
            at = 0
            for line in expected:
                assert line in told[at:], told
                at = told.index(line, at) + len(line)

    def _called(self, command: str) -> list[str]:
        """What is typed, in an environment of its own and without the network."""
        program, *more = command.split()
        if program == "pip":
            more += ["-q", "--no-deps", "--no-index", "--no-build-isolation"]
        if program == "pytest":
            more += ["-q", "-p", "no:cacheprovider"]
        return [self.python, "-m", program, *more]

    def shown(self, text: str) -> None:
        """What the page shows of a file is in it."""
        name, _, body = text.partition("\n")
        assert body.strip() in (self.folder / name.removeprefix("# ")).read_text("utf8")

    def diff(self, text: str) -> None:
        name, *lines = text.strip().splitlines()
        path = self.folder / name.removeprefix("# ")
        old, new = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        before = path.read_text("utf8")
        assert before.count(old) == 1
        path.write_text(before.replace(old, new), "utf8")


@pytest.mark.slow
def test_the_walk_leads_from_an_empty_folder_to_a_game(tmp_path):
    pytest.importorskip("setuptools", reason="needs setuptools to build the package")
    walker = Walker(tmp_path)
    for kind, text in STEPS:
        {"console": walker.console, "diff": walker.diff}.get(kind, walker.shown)(text)


def test_the_walk_has_steps_of_every_kind():
    assert {kind for kind, _ in STEPS} == {"console", "toml", "python", "diff"}


@pytest.mark.parametrize("hook", hooks.ALL, ids=str)
def test_every_hook_is_in_the_page(hook):
    assert f"| `{hook}` | {hook.what} |" in PAGE


@pytest.mark.parametrize(("name", "told"), [
    ("Tower Race", "cannot be the id of a game: use small letters"),
    ("class", "cannot be the id of a game"),
    ("random", "'random' is a package of Python or of somebody else already"),
    ("pytest", "choose another id"),
    ("hex", "there is a game 'hex' already"),
    ("taken", "is there already; nothing was written"),
])
def test_a_name_that_cannot_be_is_refused(tmp_path, name, told):
    (tmp_path / "taken").mkdir()
    done = subprocess.run([sys.executable, "-m", "hexagora", "new", name], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 2
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]


@pytest.mark.parametrize("game", registry.SUPPLIED)
def test_whatever_a_game_brings_is_installed_with_it(game):
    """Its files are among those that a new package names as its data."""
    written = (Path(skeleton.__file__).parent / "pyproject.toml.in").read_text("utf8").replace("@name@", "new_game")
    kinds = {pattern.removeprefix("**/*") for pattern
             in tomllib.loads(written)["tool"]["setuptools"]["package-data"]["new_game"]}
    data = [path for path in registry.game(game).folder.rglob("*") if path.is_file() and path.suffix not in CODE]
    assert data
    assert [path.name for path in data if path.suffix not in kinds] == []
