"""What can be edited of classic Hex: the size of the board, and positions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexagora.engine.editing import FLAG, NUMBER, Brush, Data, Editable, Field, Remark, Start
from hexagora.engine.errors import HexagoraError
from hexagora.engine.positions import Listed, Mark, Positions
from hexagora.games.hex.words import COLOURS, cell_names
from hexagora.hexes import Hex, parallelogram

if TYPE_CHECKING:
    from hexagora.engine.game import Game
    from hexagora.engine.scene import Scene

SIZES = {"small": ("Small", 7), "usual": ("Usual", 11), "large": ("Large", 14), "largest": ("Largest", 19)}


class Sizes(Editable):
    """A board has nothing but its size, and whether the first stone can be taken over."""

    id = "sizes"
    title = "Sizes"
    help = "Choose how many cells a side of the board has."
    folder = "sizes"

    def samples(self, game: "Game") -> Mapping[str, str]:
        return {name: title for name, (title, _) in SIZES.items()}

    def sample(self, game: "Game", name: str) -> Data:
        return {"size": SIZES[name][1], "swap": True}

    def name(self, data: Data) -> str:
        return f"size-{data.get('size')}"

    def scene(self, game: "Game", data: Data) -> "Scene":
        return game.match(**data).scene(0)

    def fields(self, game: "Game", data: Data) -> list[Field]:
        size, swap = game.facts.options
        return [Field("size", "size", NUMBER, data.get("size"), size.help, low=size.values[0].start,
                      high=size.values[0][-1]),
                Field("swap", "swap", FLAG, data.get("swap", True), swap.help)]

    def remarks(self, game: "Game", data: Data) -> list[Remark]:
        try:
            game.options(data)
        except HexagoraError as e:
            return [Remark(str(e), field=next((name for name in ("size", "swap") if f"'{name}'" in str(e)), ""))]
        return []

    def start(self, game: "Game", data: Data) -> Start:
        return Start(game.options(data))


class Stones(Positions):
    def marks(self, game: "Game", data: Data) -> list[Mark]:
        return [Listed(Brush(colour, f"{colour} stone", piece="stone", owner=k), colour)
                for k, colour in enumerate(COLOURS)]

    def hexes(self, game: "Game", data: Data) -> dict[str, Hex]:
        size = game.options(data.get("options", {}))["size"]
        return dict(zip(cell_names(size), parallelogram(size, size), strict=True))


EDITABLES = (Stones(choices={"to_move": COLOURS}), Sizes())
