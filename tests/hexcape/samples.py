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
DECISIONS = 30  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = "swirl, teleport, swap, thaw, printed, raise, lower, card, rock, passable"
TAUGHT = ""  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ("swap_surcharge = 1 ", "swap_surcharge = 2 ")
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["swap b4", "raise b8", "teleport b5"], 1
