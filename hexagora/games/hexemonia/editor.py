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
                             stale=("fate", "fate_size", "supply"),
                             titles={"node": "decision", "fate": "Fate pile", "starter": "first player",
                                     "open": "city is open", "shown": "hexes that everybody knows"}))
