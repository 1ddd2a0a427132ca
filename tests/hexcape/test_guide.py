"""The rulebook that people read first says what the content says."""

from tests import samples
from tests.hexcape.support import GAME


def test_cards_are_those_of_the_content() -> None:
    lines = samples.guide("hexcape").splitlines()
    for card in GAME.content.cards:
        line = next(line for line in lines if line.startswith("|") and card.name in line)
        assert f"| {card.copies} " in line
