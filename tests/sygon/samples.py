"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {"max_rounds": 1, "board": "recommended"}  # options of a match that is soon over
BEFOREHAND = 0  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [  # matches that show all that there is to see
    {"max_rounds": 1},
    {"max_rounds": 2, "players": 3, "spells": True, "scorch": True, "terraform": True},
]
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 3, "options": {}, "decisions": 130, "seed": "y1", "closer": 2,
}  # fmt: skip
