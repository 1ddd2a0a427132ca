"""Mana Pool: three players fight for the pool in the middle. The rulebook has no title; the name is ours."""

from hexagora.engine.game import Facts, Game, Option

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
            Option("setup_order", "seat", "who picks colour and corner first", ("seat", "random")),
            Option("corners", "any", "which corners are open: any free one, or only every second one",
                   ("any", "alternate")),
            Option("first_player", "random", "who has the first turn", ("random", "seat1", "red", "green", "blue")),
            Option("mana_goal", 10, "mana that wins", (range(1, 21),)),
            Option("token_limit", 0, "troops a player can have on the board, 0 for no limit", (0, range(4, 41))),
            Option("base_attack", 1, "attack of a troop on plain ground", (range(4),)),
            Option("base_defense", 1, "defence of a troop on plain ground", (range(1, 4),)),
            Option("round_limit", 100, "rounds after which the match is decided, 0 for none", (range(1001),)),
        ),
    ),
    __name__,
)
