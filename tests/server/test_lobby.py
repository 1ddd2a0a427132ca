"""What the lobby tells of the games, also where the package of somebody else is broken."""

import sys

import pytest

from hexagora import registry
from hexagora.server import catalogue
from tests.outside import NAME, changed

__all__ = ["changed"]


@pytest.fixture
def installed(changed, monkeypatch):
    """The game of another package, changed in its files, as one that is installed."""
    def install(changes):
        monkeypatch.setattr(registry, "_installed", lambda: {NAME: f"{NAME}:GAME"})
        monkeypatch.setattr(registry, "_found", registry._found.__wrapped__)
        monkeypatch.setattr(catalogue, "remembered", lambda name, make: make())
        try:
            changed(changes)
        except Exception:  # the lobby meets it as well
            sys.modules.pop(NAME, None)

    return install


def offered():
    return [one.told["id"] for one in catalogue.known.__wrapped__()]


def test_a_game_of_another_package_is_behind_the_supplied_ones(installed):
    installed({})
    assert offered() == [*registry.SUPPLIED, NAME]
    assert registry.loadable() == [*registry.SUPPLIED, NAME]


@pytest.mark.parametrize("changes", [
    {"__init__.py": ("(True, False)", "(True, False), says={range(2): 'one', 3: 'two'}")},
    {"__init__.py": ("(True, False)", "True")},
    {"__init__.py": ("players=(2,)", "players=2")},
    {"__init__.py": ("minutes=(10, 40)", "minutes=None")},
    {"content.toml": ("players =", "player =")},
    {"content.py": ("class Content(Part):", "class Content(Part:")},
    {"content.py": ("class Content(Part):", "nobody_knows\n\n\nclass Content(Part):")},
], ids=str)
def test_a_game_that_cannot_be_told_of_takes_no_other_along(installed, changes, caplog):
    installed(changes)
    assert offered() == list(registry.SUPPLIED)
    assert f"the game '{NAME}' is not offered (`hexagora check {NAME}` says more)" in caplog.text


@pytest.mark.parametrize("changes", [
    {"__init__.py": ("GAME = Game(", "GAME = Gane(")},
    {"__init__.py": ("GAME = Game(", "GAMES = Game(")},
    {"__init__.py": (f'id="{NAME}"', 'id="another"')},
], ids=str)
def test_a_package_that_cannot_be_loaded_is_not_among_those_that_can(installed, changes):
    installed(changes)
    assert registry.loadable() == list(registry.SUPPLIED)
    assert offered() == list(registry.SUPPLIED)
