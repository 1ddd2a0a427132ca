"""Hexemonia: city-states of hexes and cubes; draft, build, act, and keep what you have alive."""

from hexagora.engine.game import Facts, Game, Option

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
                   (True, False)),
            Option("first_player", "random", "who starts; the seat before the starter holds the Last Player marker",
                   ("random", "p1", "p2", "p3", "p4")),
            Option("end_trigger", "pile_empty", "the last round begins when the Fate pile becomes empty, or when a "
                   "hex taken from the display cannot be replaced", ("pile_empty", "no_refill")),
            Option("supply", "limited", "whether the cubes of the box are all there are", ("limited", "unlimited")),
            Option("exchange", "once_per_hex", "how often 2 citizens and 1 hoplite may be exchanged in one hex in one "
                   "strategic action; unlimited: any number, in one direction", ("once_per_hex", "unlimited")),
            Option("myth_limit", "at_once", "whether the limit of Myths holds for those in front of a player, or also "
                   "for all that a player ever plays", ("at_once", "per_game")),
            Option("excess", "per_type", "whether cubes of a kind beyond the cost are in excess on every hex, or only "
                   "on active ones", ("per_type", "active_only")),
            Option("rings", "all", "whether every ring of a city is full before the next is begun, or only the first, "
                   "around the Acropolis", ("all", "first")),
            Option("shield_self", False, "a Fortification's shield protects the Fortification itself as well",
                   (True, False)),
            Option("philosopher_counts", "city", "whether Myths in front of a player count as political hexes",
                   ("city", "city_and_myths")),
            Option("tris_needs_active", False, "Myths must be active to count for a trio", (True, False)),
            Option("delphi_counts_itself", False, "a city with a bonus for Myths counts its own Acropolis for it",
                   (True, False)),
            Option("names", "english", "the language of the names of hexes and cities", ("english", "italian")),
        ),
    ),
    __name__,
)
