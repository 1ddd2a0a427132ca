"""Hexcape: a race to the End hex over a map whose prices everybody can change.

An adaptation of Hexcape, version 1.0 (24 April 2009), by Aaron Chapin, kavwoosh.com, licensed CC BY-NC-SA 3.0 US
(https://creativecommons.org/licenses/by-nc-sa/3.0/us/). Our maps and special cards are additions.
"""

from hexagora.engine.game import Facts, Game, Option

NOTICE = (
    "Hexcape Rules, version 1.0, 24 April 2009, by Aaron Chapin, kavwoosh.com, licensed under Creative Commons "
    "Attribution-Noncommercial-Share Alike 3.0 United States "
    "(https://creativecommons.org/licenses/by-nc-sa/3.0/us/). This is an adaptation under the same licence; "
    "the maps and the special cards are additions of this project."
)

SAYS = {  # what each value of an option means, in the order of its values
    "die": (
        "The map says which die is rolled.",
        "A die with 6 faces.",
        "A die with 8 faces.",
        "A die with 10 faces.",
        "A die with 12 faces.",
    ),
    "order": (
        "Everybody throws a die for the turn order.",
        "Lots decide the turn order.",
        "Turns go in the order of the seats.",
    ),
    "thaw_round": (
        "The map says when the thaw comes: from then on nothing can be raised.",
        "No thaw comes.",
        "Nothing can be raised from this round on:",
    ),
}

GAME = Game(
    Facts(
        id="hexcape",
        title="Hexcape",
        summary="A race to the End hex. The die gives action points for moving and for making hexes cheaper or dearer; "
        "blocking matters as much as running.",
        designers=("Aaron Chapin",),
        players=(2, 3, 4, 5, 6),
        hidden=True,
        chance=True,
        minutes=(10, 60),
        rule_prefix="HEX",
        rules=("rules", "rules_setup", "rules_turn", "rules_map", "rules_move", "rules_change", "rules_cards"),
        notice=NOTICE,
        options=(
            Option("die", "map", "faces of the die; 'map' is the one that the map names", ("map", 6, 8, 10, 12),
                   says=SAYS["die"], sign="i-die"),
            Option(
                "map",
                "vote",
                "one map for everybody, or the players vote: the last in the order decides",
                asset=True,
                names={"vote": "The players vote"},
            ),
            Option("order", "dice", "how the turn order is found", ("dice", "random", "seat"), says=SAYS["order"],
                   sign="i-order"),
            Option("order_swaps", True, "players may exchange their places in the order", (True, False),
                   sign="i-order"),
            Option("cards", True, "card hexes have an effect", (True, False), sign="b-card"),
            Option("raise_ends", False, "the Start and the End hex may be raised and lowered too", (True, False),
                   sign="knob-raise"),
            Option("teleport_swap", True, "one may teleport onto an occupied hex by a swap", (True, False),
                   sign="p-token"),
            Option("teleport_chain", False, "arriving by teleport opens the next teleport", (True, False),
                   sign="b-swirl"),
            Option(
                "thaw_round",
                "map",
                "the round from which nothing can be raised; 'map' is the one that the map names, 0 is never",
                ("map", 0, range(1, 1001)),
                says=SAYS["thaw_round"],
                sign="knob-lower",
            ),
            Option("round_limit", 60, "the last round; 0 for none", (range(1001),), sign="i-hourglass"),
        ),
    ),
    __name__,
)
