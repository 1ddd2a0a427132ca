import pytest

import hexagora
from hexagora.engine.errors import BadContent, BadOption, HexagoraError, UnknownName


def test_defaults_and_players_are_always_there():
    assert hexagora.game("hex").options() == {"players": 2, "size": 11, "swap": True}


def test_texts_of_a_command_line_become_values():
    assert hexagora.game("hex").options({"size": "5", "swap": "false"}) == {"players": 2, "size": 5, "swap": False}


@pytest.mark.parametrize(("options", "message"), [
    ({"size": 2}, "option 'size' cannot be 2; allowed: 3 to 19"),
    ({"size": "x"}, "option 'size' cannot be 'x'"),
    ({"size": True}, "option 'size' cannot be True"),
    ({"size": 5.0}, "option 'size' cannot be 5.0"),
    ({"swap": "maybe"}, "option 'swap' cannot be 'maybe'; allowed: true, false"),
    ({"siez": 5}, "hex has no option 'siez'; it has: players, size, swap"),
    ({"players": 3}, "option 'players' cannot be 3 in Hex; allowed: 2"),
    ({"players": None, "size": None}, "option 'size' cannot be None"),
])  # fmt: skip
def test_wrong_options_name_what_is_allowed(options, message):
    with pytest.raises(BadOption) as e:
        hexagora.game("hex").options(options)
    assert message in str(e.value)


def test_an_unknown_game_suggests_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'manapool'"):
        hexagora.game("mana-pool")


def test_an_unknown_board_names_the_known_ones():
    with pytest.raises(HexagoraError, match="unknown board 'crosing': did you mean 'crossing'"):
        hexagora.game("manapool").match(board="crosing")


def test_a_content_file_of_ones_own(tmp_path):
    game = hexagora.game("manapool")
    source = (game.folder / "content.toml").read_text("utf8")
    mine = tmp_path / "mine.toml"
    mine.write_text(source.replace("actions = 1 ", "actions = 2 "), "utf8")
    changed = game.with_content(mine)
    assert changed.box(changed.options()).actions == 2
    assert changed.content_digest != game.content_digest


@pytest.mark.parametrize(("text", "problem"), [
    ("players = ['red'", "not valid TOML"),
    ("players = ['red']", "players"),
    ("players = ['red', 'blue']\ncolour = 3", "colour: unknown key"),
    ("", "players: missing"),
])  # fmt: skip
def test_wrong_content_names_file_key_and_problem(tmp_path, text, problem):
    path = tmp_path / "content.toml"
    path.write_text(text)
    with pytest.raises(BadContent) as e:
        hexagora.game("hex").with_content(path)
    assert str(path) in str(e.value)
    assert problem in str(e.value)


def test_a_missing_content_file_is_told(tmp_path):
    with pytest.raises(BadContent, match="there is no such file"):
        hexagora.game("hex").with_content(tmp_path / "none.toml")
