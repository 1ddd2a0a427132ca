"""The rulebook that people read first says what the content says."""

import re

from tests import samples
from tests.sygon.support import GAME


def test_costs_are_those_of_the_content() -> None:
    for name, first in (("town", "Town"), ("workshop", "Workshop"), ("market", "Market"), ("wall", "Wall")):
        building = getattr(GAME.content.building, name)
        cells = samples.row("sygon", first)
        told = {kind: int(n) for n, kind in re.findall(r"(\d+) (\w+)", cells[1])}
        assert told == {**building.cubes, "Gold": building.gold}
        assert int(cells[2]) == building.sp
