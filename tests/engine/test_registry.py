"""Games of other packages are found through entry points; a broken one is reported."""

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import chains
from hexagora.engine.errors import HexagoraError
from hexagora.engine.subset import lint


@pytest.fixture
def installed(monkeypatch):
    def install(targets):
        registry._found.cache_clear()
        monkeypatch.setattr(registry, "_installed", lambda: targets)

    yield install
    registry._found.cache_clear()


def test_the_supplied_games_come_first(installed):
    installed({"zillions": "hexagora.games.hex:GAME", "hex": "somebody.else:GAME"})
    assert registry.names()[: len(registry.SUPPLIED)] == list(registry.SUPPLIED)
    assert registry.names()[-1] == "zillions"
    assert registry.game("hex").package == "hexagora.games.hex"


def test_a_game_of_another_package_is_loaded(installed, monkeypatch, tmp_path):
    (tmp_path / "other_hex.py").write_text(
        "from dataclasses import replace\nfrom hexagora.games.hex import GAME as HEX\n"
        "from hexagora.engine.game import Game\nGAME = Game(replace(HEX.facts, id='other'), HEX.package)\n")
    monkeypatch.syspath_prepend(tmp_path)
    installed({"other": "other_hex:GAME"})
    assert hexagora.game("other").match(size=3).play("b2").texts() == ["b2"]


@pytest.mark.parametrize(("target", "message"), [
    ("no_such_package:GAME", "cannot be loaded"),
    ("json:GAME", "cannot be loaded"),
    ("hexagora.games.hex:GAME", "does not name a game with that id"),
])  # fmt: skip
def test_a_broken_package_is_reported(installed, target, message):
    installed({"broken": target})
    with pytest.raises(HexagoraError, match=message):
        registry.game("broken")


def test_a_folder_that_hides_a_package_is_named(installed, monkeypatch, tmp_path):
    """Python takes the folder of a project for the package where it is started beside it."""
    (tmp_path / "hidden_game").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    installed({"hidden_game": "hidden_game:GAME"})
    with pytest.raises(HexagoraError, match=r"finds the folder .*hidden_game instead, which is no package"):
        registry.game("hidden_game")


def test_ready_made_rules_belong_to_the_games_whose_rules_use_them():
    games = [registry.game(name) for name in registry.SUPPLIED]
    assert [game.id for game in games if chains in game.rules_modules] == ["hex"]
    assert registry.game("hex").rules.join_chains is not chains.join_chains  # bound like every rule of the game


def test_ready_made_rules_without_their_fields_are_told(monkeypatch):
    game = next(game for game in map(registry.game, registry.SUPPLIED) if chains not in game.rules_modules)
    monkeypatch.setitem(game.__dict__, "rules_modules", [*game.rules_modules, chains])
    assert "s has no field 'chain'" in " ".join(map(str, lint(game)))
