"""The rulebook that people read first says what the content says."""

import re

import pytest

from tests import samples
from tests.sigil.board import SIGIL


def test_spells_are_those_of_the_content() -> None:
    core = [spell for spell in SIGIL.content.spell if spell.pack == "core"]
    assert len(core) == 15
    for spell in core:
        name = spell.id.replace("_", " ").title().replace(" Of ", " of ")
        assert re.search(rf"^\| {spell.size} \| {name} \|", samples.guide("sigil"), re.MULTILINE), name


@pytest.mark.parametrize(("language", "kinds"), [("en", ("soft", "hard", "blink")), ("it", ("morbid", "dur", "balzo"))])
def test_the_page_to_print_says_what_the_moves_of_spells_are(language: str, kinds: tuple[str, ...]) -> None:
    spells, glossary = re.findall(r"(?:^\|.*\n)+", samples.guide("sigil", language), flags=re.MULTILINE)
    assert all(f" {kind}" in spells and f" {kind}" in glossary for kind in kinds)
