"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {}  # options of a match that is soon over
BEFOREHAND = 60  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [{}, {"players": 4}]  # matches that show all that there is to see
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 3, "options": {}, "decisions": 1, "seed": "e4", "closer": 2, "careful": 82,
}  # fmt: skip
DECISIONS = 70  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = (
    "acropolis, polis, chora, fortification, myth, gear, shield, host, excess, revolt, philosopher, trio"
)
TAUGHT = ""  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ("hand_limit = 4 ", "hand_limit = 5 ")
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["produce", "war", "strategic", "myth oracle a3"], 1
