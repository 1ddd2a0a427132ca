"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {"size": 4}  # options of a match that is soon over
BEFOREHAND = 0  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [{"size": 4}]  # matches that show all that there is to see
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 2, "options": {"size": 9}, "decisions": 31, "seed": "h2", "closer": 2,
}  # fmt: skip
DECISIONS = 70  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = "bridge, chain, swap"
TAUGHT = ""  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ('players = ["red", "blue"]', 'players = ["crimson", "navy"]')
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["c3", "swap"], 2
