"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {}  # options of a match that is soon over
BEFOREHAND = 60  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [{}, {"players": 4}]  # matches that show all that there is to see
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 3, "options": {}, "decisions": 1, "seed": "e4", "closer": 1, "careful": 82,
}  # fmt: skip
