"""What the general tests play this game with."""

from typing import Any

SHORT: dict[str, Any] = {"mana_goal": 1, "round_limit": 4}  # options of a match that is soon over
BEFOREHAND = 0  # decisions made before such a match is shown, so that the rest is short
SCENES: list[dict[str, Any]] = [{"round_limit": 6}]  # matches that show all that there is to see
PICTURE: dict[str, Any] = {  # a match in full swing; `closer` steps of the zoom for the cover
    "players": 3, "options": {}, "decisions": 70, "seed": "m2", "closer": 2,
}  # fmt: skip
DECISIONS = 70  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = "sword, shield, bolt, silhouette, spawner, corner, colour, locked, action point, mana, −1, gate"
TAUGHT = "silhouette, −1 field, colour, corner"  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ("actions = 1 ", "actions = 2 ")
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["colour red", "corner a1", "move b2 b3", "spawn b1", "attack c3 c2", "attack a3 a4"], 1
