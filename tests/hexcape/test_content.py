"""The content file: numbers that can be changed, and what is refused."""

import pytest

from hexagora.engine.errors import BadContent
from tests.hexcape.support import GAME

TEXT = (GAME.folder / "content.toml").read_text()


def changed(tmp_path, old, now):
    assert old in TEXT
    path = tmp_path / "content.toml"
    path.write_text(TEXT.replace(old, now, 1))
    return GAME.with_content(path)


def test_the_deck_has_24_cards_of_16_sorts():
    assert (len(GAME.content.cards), sum(c.copies for c in GAME.content.cards)) == (16, 24)


def test_a_changed_number_changes_the_game(tmp_path):
    game = changed(tmp_path, "swap_surcharge = 1", "swap_surcharge = 2")
    place = {"options": {"map": "first-steps"}, "tokens": {"red": "b4", "blue": "b5"}, "ap": 2}
    assert "swap b5" not in game.from_position(place).legal()
    assert "swap b5" in GAME.from_position(place).legal()


BAD = {
    "highest": ("highest = 10", "highest = 9", "costs.highest = 9"),
    "lowest": ("lowest = 1 ", "lowest = 2 ", "costs.lowest = 2"),
    "kind": ('kind = "secret"', 'kind = "keep"', "'sprint' must be 'secret'"),
    "copies": ("copies = 2", "copies = 10", "copies = 10"),
    "card id": ('id = "sprint"', 'id = "dash"', "must be one of sprint"),
    "colours": ('"red", "orange"', '"red", "red"', "no two colours"),
    "number of colours": ('"red", "orange"', '"red"', "colours"),
    "die": ("order = 6", "order = 7", "6, 8, 10, 12"),
    "unknown key": ("[prices]", "[prices]\ntax = 3", "prices.tax: unknown key"),
    "map": ('"S  2  #', '"S  2  ?', "first-steps: E1 c3"),
    "two maps": ('id = "fork"', 'id = "ridge"', "ridge: the id of two maps"),
}


@pytest.mark.parametrize(("old", "now", "said"), BAD.values(), ids=BAD)
def test_content_that_cannot_be_used_is_refused_with_the_reason(tmp_path, old, now, said):
    with pytest.raises(BadContent) as error:
        changed(tmp_path, old, now)
    assert said in str(error.value)
