"""The rulebook that people read first says what the content says."""

import re

import hexagora
from tests import samples


def test_points_and_pieces_are_those_of_the_content() -> None:
    rules = (hexagora.game("hexemonia").folder / "rules.md").read_text("utf8")
    assert "60 white citizens, 50 yellow gold, 30 red hoplites" in rules
    assert [samples.row("hexemonia", name)[1] for name in ("citizens", "hoplites", "gold (")] == ["60", "30", "50"]
    for city, points in (("Athens", 2), ("Sparta", 3), ("Delphi", 3), ("Delos", 1)):
        assert samples.row("hexemonia", city)[1] == f"{points} each"


def test_hexes_are_those_of_the_content() -> None:
    names = ("citizen", "hoplite", "gold")
    for one in hexagora.game("hexemonia").content.hex:
        cells = samples.row("hexemonia", f"{one.name} |")
        assert cells[1].lower() == f"{one.colour}, {one.nature}"
        cost = {kind: int(n) for n, kind in re.findall(r"(\d+) (citizen|hoplite|gold)", cells[2])}
        assert one.cost is None or cost == {kind: n for kind, n in zip(names, one.cost.numbers(), strict=True) if n}
        assert one.shield is None or cells[3] == f"shield {one.shield}"
