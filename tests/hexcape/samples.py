"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {"round_limit": 2, "map": "first-steps"}  # options of a match that is soon over
BEFOREHAND = 0  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [  # matches that show all that there is to see
    {"map": "whirlpools", "round_limit": 3},
    {"map": "letter-office", "round_limit": 3, "players": 3},
    {},
]
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 3, "options": {"map": "fork"}, "decisions": 70, "seed": "c1", "closer": 1,
}  # fmt: skip
