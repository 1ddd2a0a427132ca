"""Hexemonia: city-states of hexes and cubes; draft, build, act, and keep what you have alive."""

from hexagora.engine.game import Facts, Game, Option

SAYS = {  # what each value of an option means, in the order of its values
    "first_player": (
        "Lots decide who starts.",
        "The first seat starts.",
        "The second seat starts.",
        "The third seat starts (with 3 or 4 players).",
        "The fourth seat starts (with 4 players).",
    ),
    "end_trigger": (
        "The last round begins when the Fate pile becomes empty.",
        "The last round begins when a hex taken from the display cannot be replaced.",
    ),
    "supply": (
        "The cubes of the box are all there are.",
        "Cubes never run out.",
    ),
    "exchange": (
        "In one strategic action each hex may exchange 2 citizens for 1 hoplite, or back, once.",
        "Exchanges are not limited, but go one way in each hex.",
    ),
    "myth_limit": (
        "The limit holds for the Myths in front of a player.",
        "The limit holds for all Myths that a player plays in the game.",
    ),
    "excess": (
        "Cubes beyond the cost are in excess on every hex, kind by kind.",
        "Only active hexes have cubes in excess.",
    ),
    "rings": (
        "Every ring of a city is full before the next is begun.",
        "Only the first ring, around the Acropolis, must be full before the city grows further.",
    ),
    "philosopher_counts": (
        "For the Philosopher, political hexes in the city count.",
        "For the Philosopher, political Myths in front of a player count as well.",
    ),
    "names": (
        "Hexes and cities have English names.",
        "Hexes and cities have Italian names.",
    ),
}

GAME = Game(
    Facts(
        id="hexemonia",
        title="Hexemonia",
        summary="Each player builds a city-state of hexes around an Acropolis. Cubes pay for the hexes and keep them "
        "active; production, strategy, special actions and war compete for the one action of a turn. Active hexes, a "
        "trio of Myths, gold on the Acropolis and the bonus of a secret city give points.",
        designers=("Fabio Attoli",),
        players=(2, 3, 4),
        hidden=True,
        chance=True,
        minutes=(45, 90),
        rule_prefix="HXM",
        rules=(
            "rules", "rules_city", "rules_fate", "rules_draft", "rules_play", "rules_produce", "rules_strategy",
            "rules_special", "rules_war", "rules_end", "rules_score", "rules_hidden",
        ),
        options=(
            Option("revolts", False, "Revolts break out when the Philosopher changes hands; always on with 3 or 4 "
                   "players, with 2 players an advanced rule (without it the Philosopher is worth points)",
                   (True, False), sign="p-philosopher", needs={"players": (2,)}),
            Option("first_player", "random", "who starts; the seat before the starter holds the Last Player marker",
                   ("random", "p1", "p2", "p3", "p4"), says=SAYS["first_player"], sign="i-order",
                   only_for={"p3": (3, 4), "p4": (4,)}),
            Option("end_trigger", "pile_empty", "the last round begins when the Fate pile becomes empty, or when a "
                   "hex taken from the display cannot be replaced", ("pile_empty", "no_refill"),
                   says=SAYS["end_trigger"], sign="i-cards"),
            Option("supply", "limited", "whether the cubes of the box are all there are", ("limited", "unlimited"),
                   says=SAYS["supply"], sign="p-citizen"),
            Option("exchange", "once_per_hex", "how often 2 citizens and 1 hoplite may be exchanged in one hex in one "
                   "strategic action; unlimited: any number, in one direction", ("once_per_hex", "unlimited"),
                   says=SAYS["exchange"], sign="p-hoplite"),
            Option("myth_limit", "at_once", "whether the limit of Myths holds for those in front of a player, or also "
                   "for all that a player ever plays", ("at_once", "per_game"), says=SAYS["myth_limit"],
                   sign="t-oracle"),
            Option("excess", "per_type", "whether cubes of a kind beyond the cost are in excess on every hex, or only "
                   "on active ones", ("per_type", "active_only"), says=SAYS["excess"], sign="p-gold"),
            Option("rings", "all", "whether every ring of a city is full before the next is begun, or only the first, "
                   "around the Acropolis", ("all", "first"), says=SAYS["rings"], sign="t-acropolis"),
            Option("shield_self", False, "a Fortification's shield protects the Fortification itself as well",
                   (True, False), sign="b-shield"),
            Option("philosopher_counts", "city", "whether Myths in front of a player count as political hexes",
                   ("city", "city_and_myths"), says=SAYS["philosopher_counts"], sign="i-eye"),
            Option("tris_needs_active", False, "Myths must be active to count for a trio", (True, False),
                   sign="t-pandora"),
            Option("delphi_counts_itself", False, "a city with a bonus for Myths counts its own Acropolis for it",
                   (True, False), sign="t-temple"),
            Option("names", "english", "the language of the names of hexes and cities", ("english", "italian"),
                   says=SAYS["names"], sign="i-letters"),
        ),
    ),
    __name__,
)
