"""Mana Pool: three players fight for the pool in the middle. The rulebook has no title; the name is ours."""

from hexagora.engine.game import Facts, Game, Option

SAYS = {  # what each value of an option means, in the order of its values
    "token_limit": (
        "A player may have any number of troops on the board.",
        "A player may have so many troops on the board:",
    ),
    "setup_order": (
        "Colours and corners are chosen in the order of the seats.",
        "Lots decide who chooses colour and corner first.",
    ),
    "corners": (
        "Any free corner may be chosen.",
        "Only every second corner may be chosen, so that all start equally far apart.",
    ),
    "first_player": (
        "Lots decide who has the first turn.",
        "The first seat has the first turn.",
        "Red has the first turn.",
        "Green has the first turn.",
        "Blue has the first turn.",
    ),
}

GAME = Game(
    Facts(
        id="manapool",
        title="Mana Pool",
        summary="Three players send troops from their spawners towards the pool in the middle of the board. Swords "
        "kill, shields protect, bolts and silhouettes give more actions and more troops; whoever first draws ten mana "
        "from the pool wins.",
        designers=("unknown",),
        players=(3,),
        hidden=False,
        chance=True,
        minutes=(20, 40),
        rule_prefix="MAN",
        rules=("rules", "rules_setup", "rules_turn"),
        options=(
            Option("board", "crossing", "one of the supplied boards, a board file or a board of your own", asset=True),
            Option("setup_order", "seat", "who picks colour and corner first", ("seat", "random"),
                   says=SAYS["setup_order"], sign="i-order"),
            Option("corners", "any", "which corners are open: any free one, or only every second one",
                   ("any", "alternate"), says=SAYS["corners"], sign="p-spawner"),
            Option("first_player", "random", "who has the first turn", ("random", "seat1", "red", "green", "blue"),
                   says=SAYS["first_player"], sign="i-flag"),
            Option("mana_goal", 10, "mana that wins", (range(1, 21),), sign="i-drop"),
            Option("token_limit", 0, "troops a player can have on the board, 0 for no limit", (0, range(4, 41)),
                   says=SAYS["token_limit"], sign="p-troop"),
            Option("base_attack", 1, "attack of a troop on plain ground", (range(4),), sign="t-plus-attack"),
            Option("base_defense", 1, "defence of a troop on plain ground", (range(1, 4),), sign="t-plus-defence"),
            Option("round_limit", 100, "rounds after which the match is decided, 0 for none", (range(1001),),
                   sign="i-hourglass"),
        ),
    ),
    __name__,
)
