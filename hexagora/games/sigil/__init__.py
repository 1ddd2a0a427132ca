"""Sigil: two players lay stones on a graph of 39 nodes, push, crush, and cast the spells whose slots they fill."""

from hexagora.engine.game import Facts, Game, Option

SAYS = {  # what each value of an option means, in the order of its values
    "preset": (
        "The rulings of the rulebook of 2023.",
        "The rulings of the online game of 2026.",
    ),
    "hail_slots": (
        "Hail Storm strikes slots of 3 and of 5 nodes.",
        "Hail Storm strikes all nine slots.",
    ),
    "elimination": (
        "A player without stones has lost at the end of the turn.",
        "A player without stones has lost at once.",
    ),
    "loop": (
        "The game notices that a position has come up again.",
        "A player has to say that a position has come up again (needs a turn cap).",
    ),
    "start": (
        "Stones begin on the starting nodes.",
        "Each player’s first turn is a free placement.",
    ),
    "win": (
        "Three stones ahead at the end of a turn wins, or being ahead at a sixth big spell.",
        "Only the elimination of the other player wins.",
        "Whoever casts a sixth big spell first wins.",
    ),
}

LAYOUTS = {"random": "Dealt at random", "starter": "Spells for a first game", "seals": "Spells with three Seals"}
PACKS = ("springtime", "celestial", "inferno", "tempest", "flood", "autumn", "gloom", "covenant", "tectonic",
         "providence")  # fmt: skip
POOLS = {  # what people call the spells that are dealt from
    "core": "The core spells",
    **{f"core+{pack}": f"The core spells and {pack.capitalize()}" for pack in PACKS},
    "all": "The spells of all packs",
}

GAME = Game(
    Facts(
        id="sigil",
        title="Sigil",
        summary="Lay stones, push and crush those of the other player, fill spell slots and cast them. Whoever is "
        "three stones ahead at the end of a turn wins, or whoever is ahead when a player has cast a sixth big spell.",
        designers=("Andreas Voellmer",),
        players=(2,),
        hidden=False,
        chance=True,
        minutes=(15, 45),
        rule_prefix="SIG",
        rules=("rules", "rules_board", "rules_offers", "rules_spells", "rules_ends", "rules_loops"),
        options=(
            Option("preset", "rulebook_2023", "the edition whose rulings hold where no other option says otherwise",
                   ("rulebook_2023", "online_2026"), says=SAYS["preset"], sign="i-letters"),
            Option("fireblast_sacrifice", False, "after Fireblast the caster gives up a stone", (False, True),
                   sign="p-stone"),
            Option("hail_slots", "3and5", "the slots that Hail Storm strikes: those of 3 and 5 nodes, or all nine",
                   ("3and5", "all"), says=SAYS["hail_slots"], sign="i-cast"),
            Option("elimination", "end_of_turn", "when a player without stones has lost: at the end of the turn, or at "
                   "once", ("end_of_turn", "immediate"), says=SAYS["elimination"], sign="i-flag"),
            Option("loop", "auto", "who notices that a position has come up again: the game, or a player who says so "
                   "(needs a turn cap)", ("auto", "claim"), says=SAYS["loop"], sign="i-restart-turn"),
            Option("loop_limit", 3, "the occurrence of a position at which Blue wins", (range(3, 10_001),),
                   sign="i-restart-turn"),
            Option("turn_cap", 0, "turns after which the larger total wins, a tie for Blue; 0 for no cap",
                   (range(0, 1_000_001),), sign="i-hourglass"),
            Option("layout", "random", "the nine spells, and where they lie", ("random", "starter", "seals"),
                   asset=True, names=LAYOUTS),
            Option("start", "fixed", "stones on the starting nodes, or each player's first turn is a free placement",
                   ("fixed", "free"), says=SAYS["start"], sign="p-stone"),
            Option("win", "standard", "how the game is won: three ahead or a sixth big spell; by elimination alone "
                   "(deathmatch); by casting the sixth big spell first (scramble)",
                   ("standard", "deathmatch", "scramble"), says=SAYS["win"], sign="i-star"),
            Option("pool", "core", "the spells that are dealt from", ("core", "all"), asset=True, names=POOLS,
                   needs={"layout": ("random",)}),
        ),
        notice="Rules in our own words; spell texts, board graph and later packs follow public sources.",
    ),
    __name__,
)
