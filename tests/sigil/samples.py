"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {"turn_cap": 6}  # options of a match that is soon over
BEFOREHAND = 0  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [  # matches that show all that there is to see
    {"layout": "starter", "turn_cap": 12},
    {"layout": "seals", "turn_cap": 12},
]
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 2, "options": {"layout": "starter"}, "decisions": 54, "seed": "s2", "closer": 1,
}  # fmt: skip
