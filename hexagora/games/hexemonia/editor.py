"""What can be edited of Hexemonia: the cities of the players, and positions."""

import re
from typing import TYPE_CHECKING

from hexagora.engine.editing import Brush, Data
from hexagora.engine.numbers import Numbers
from hexagora.engine.positions import ERASER, Positions
from hexagora.games.hexemonia.positions import NODES

if TYPE_CHECKING:
    from hexagora.engine.game import Game

CUBES = {"citizen": 0, "hoplite": 1, "gold": 2}
NO_CUBES = "0/0/0"
MOST_CUBES = 99
PLAYERS = ("p1", "p2", "p3", "p4")
ASKED = {  # what chance or a player decides at each node, in words
    "START": "Who starts?", "CITY": "Chance deals a city.", "SHOW": "Chance lays out the display.",
    "HAND": "Chance deals a hand.", "REFILL1": "Chance fills the display after the first hex.",
    "REFILL2": "Chance fills the display after the second hex.", "LOOK": "Chance shows the Oracle a hex.",
    "FATES": "Chance draws a hex for the Fates.", "HIT": "Chance takes a hex from a hand.",
    "OPEN": "Chance opens a city.", "TAKE1": "Take a hex.", "TAKE2": "Take a second hex, or a cube for your Acropolis.",
    "PLAY": "Play hexes, or go on.", "PAY": "Pay for a hex.", "ACTION": "Choose one action.",
    "FILL": "The supply is short: which hex gets a cube?", "MOVES": "Move cubes, then finish.",
    "DROP": "Moved cubes: where do they go?", "EXCHANGE": "Exchange 2 citizens for 1 hoplite or back, once per hex.",
    "SPECIAL": "Use your gears in any order.", "SPRING": "Which cube does the Spring give?",
    "DEMAND": "Who must give a cube?", "GIVE": "Give one cube. From where?",
    "HADES": "Whose excess citizens go to Hades?", "PANDORA": "For whom is Pandora's jar?",
    "ORACLE": "Put the hexes back, the top one first.", "AGORA": "Move one or two cubes.",
    "AGORA_DROP": "Cubes of the Agora: where do they go?", "NECROPOLIS": "Bury citizens, two for each gold.",
    "WAR": "Choose a hex to conquer, one per opponent.", "MUSTER": "Muster units for an attack.",
    "LOSE": "After a fight: which units fall?", "SETTLE": "Place a conquered hex.", "MYTHOUT": "Keep three Myths.",
    "DISCARD": "Keep four hexes.", "OVER": "The match is over.",
}  # fmt: skip


class Cities(Numbers):
    """What each Acropolis is and brings, and which cities play with how many players."""

    id = "cities"
    title = "Cities"
    help = "Change the nature and the bonus of each Acropolis, and which cities play with how many players."
    below = ("acropolis", "game.acropolises", "game.start_cubes")


class Realm(Positions):
    """Hexes are laid into the city of the board that is painted on; cubes are added one by one."""

    def palette(self, game: "Game", data: Data) -> list[Brush]:
        hexes = [Brush(h.id, h.name, h.colour, terrain=h.colour, glyph=h.name[0]) for h in game.content.hex
                 if h.colour != "myth"]
        cubes = [Brush(f"more-{kind}", f"one {kind} more", "cubes", glyph="+") for kind in CUBES]
        fewer = [Brush(f"less-{kind}", f"one {kind} less", "cubes", glyph="−") for kind in CUBES]
        return [*cubes, *fewer, ERASER, *hexes]

    def paint(self, game: "Game", data: Data, brush: str, place: str) -> Data:
        board, _, cell = place.partition("/")
        player = data.get(board)
        if not isinstance(player, dict) or board not in PLAYERS:
            return data
        city = [str(entry) for entry in player.get("city", [])]
        at = next((k for k, entry in enumerate(city) if entry.split(" ")[0] == cell), None)
        kind = brush.partition("-")[2]
        if kind in CUBES and at is not None:
            city[at] = _with_cubes(city[at], CUBES[kind], 1 if brush.startswith("more") else -1)
        elif cell != "o" and brush == ERASER.id and at is not None:
            city.pop(at)
        elif cell != "o" and brush in {h.id for h in game.content.hex}:
            city = [entry for entry in city if entry.split(" ")[0] != cell] + [f"{cell} {brush} {NO_CUBES}"]
        return {key: value for key, value in {**data, board: {**player, "city": city}}.items() if key not in self.stale}


def _with_cubes(entry: str, kind: int, more: int) -> str:
    """A hex with a cube more or less; one that is written without cubes has none."""
    head, found = entry, re.search(r" (\d+)/(\d+)/(\d+)$", entry)
    cubes = [int(n) for n in found.groups()] if found else [0, 0, 0]
    cubes[kind] = min(max(cubes[kind] + more, 0), MOST_CUBES)
    return f"{head[:found.start()] if found else head} {'/'.join(map(str, cubes))}"


EDITABLES = (Cities(), Realm(choices={"turn": PLAYERS, "starter": PLAYERS, "node": NODES},
                             stale=("fate", "fate_size", "supply"), says=ASKED,
                             titles={"node": "decision", "fate": "Fate pile", "starter": "first player",
                                     "open": "city is open", "shown": "hexes that everybody knows"}))
