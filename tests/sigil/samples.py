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
DECISIONS = 70  # of a match whose texts are looked at
# words that people look up in the rulebook
WORDS = (
    "soft move, hard move, blink, dash, push, crush, mana, seal, lock, loop, convert, destroy, slot, big spell"
)
TAUGHT = "soft move, hard move, blink"  # and such as the first lesson explains
# what an update may change in the content
UPDATE = ("dash_price = 2 ", "dash_price = 1 ")
# what the learner of the first lesson does, and how many sides the learner plays in it
DONE, SIDES = ["move a2", "move b6", "move c1", "dash", "cast grow"], 1
