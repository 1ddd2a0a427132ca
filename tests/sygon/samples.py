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
DECISIONS = 50  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = (
    "forage, steal, protect, workshop, market, wall, encircled, smoke cloud, ash, fortune gold, transform, "
    "pending, knocked over, teleport"
)
TAUGHT = "three or four players, Workshop, Protect"  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ("entry_fee = 1 ", "entry_fee = 2 ")
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["steal w2", "steal w1", "protect w3", "build workshop e1", "build wall e1 nw"], 1
