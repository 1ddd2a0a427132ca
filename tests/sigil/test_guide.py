"""The rulebook that people read first says what the content says."""

import re

from tests import samples
from tests.sigil.board import SIGIL


def test_spells_are_those_of_the_content() -> None:
    core = [spell for spell in SIGIL.content.spell if spell.pack == "core"]
    assert len(core) == 15
    for spell in core:
        name = spell.id.replace("_", " ").title().replace(" Of ", " of ")
        assert re.search(rf"^\| {spell.size} \| {name} \|", samples.guide("sigil"), re.MULTILINE), name
