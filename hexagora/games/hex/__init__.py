"""Classic Hex: two players join opposite sides. The reference game, and the template for adding another."""

from hexagora.engine.game import Facts, Game, Option

GAME = Game(
    Facts(
        id="hex",
        title="Hex",
        summary="Two players lay stones in turn; whoever first joins the own two sides of the board with an unbroken "
        "chain wins. There are no draws.",
        designers=("Piet Hein", "John Nash"),
        players=(2,),
        hidden=False,
        chance=False,
        minutes=(10, 40),
        rule_prefix="CLX",
        options=(
            Option("size", 11, "cells along one side of the board", (range(3, 20),), sign="i-hexes"),
            Option("swap", True, "the second player may take over the first stone", (True, False), sign="p-stone"),
        ),
    ),
    __name__,
)
