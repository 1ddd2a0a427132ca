"""Names that notation, content and positions share, and how a box carries names as bytes."""

from functools import cache
from typing import Any

from hexagora.games.sygon.state import NAME, Box
from hexagora.hexes import row_letters

KIND_NAMES = ("flower", "elixir", "spice", "crystal", "mushroom", "snow")
COLOUR_NAMES = ("blue", "red", "green")
TILE_NAMES = KIND_NAMES + COLOUR_NAMES
PIECE_NAMES = ("town", "workshop", "market", "wall")
SPELL_NAMES = ("forage", "steal", "protect", "scorch", "terraform")
SIDE_NAMES = ("e", "se", "sw", "w", "nw", "ne")
ZONE_NAMES = ("exterior", "interior")
CLASS_NAMES = ("instant", "golden", "eternal")
CARD_IDS = (
    "blizzard", "fissure", "vanish", "second-wind", "echo", "lull",
    "power-trip", "foresight", "replicate", "sunder", "builders-writ",
    "ward", "evergreen", "winter-passage", "spore-step", "caravan", "alembic",
)  # fmt: skip
FIRST_ETERNAL = CARD_IDS.index("ward")


def write_name(row: Any, name: str) -> None:
    """Stores a name as bytes in a row of the box, cut to what fits."""
    for i, byte in enumerate(name.encode()[: NAME]):
        row[i] = byte


def read_name(row: Any) -> str:
    return bytes(filter(None, row)).decode("utf8", "ignore")


@cache
def _hex_name(row: int, column: int) -> str:
    return f"{row_letters(row)}{column}"


def cell_name(box: Box, cell: int) -> str:
    return _hex_name(box.row[cell], box.column[cell])


def colour_name(box: Box, p: int) -> str:
    return read_name(box.colour[p])


def who(box: Box, p: int) -> str:
    return colour_name(box, p).capitalize()


def counted(number: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "Town"), counted(2, "Wizard")
    ('1 Town', '2 Wizards')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"
