"""Hexes of Sygon: wizards walk a volcanic land, build towns and cast spells for Sorcery Points."""

from hexagora.engine.game import Facts, Game, Option

SAYS = {  # what each value of an option means, in the order of its values
    "mode": (
        "Each plays alone.",
        "Two play against two (with 4 players).",
    ),
    "board": (
        "The board is laid at random, and Towns are drafted on it.",
        "The board of the rulebook for first games.",
    ),
    "turn_timer": (
        "Turns have no time limit.",
        "Each turn has 120 seconds; the table keeps the time.",
    ),
    "ash_counts": (
        "Ash of eruptions lowers the score to win.",
        "All Ash lowers the score to win.",
    ),
    "lost_wizards": (
        "Wizards on a hex that turns to Ash are lost.",
        "Wizards on a hex that turns to Ash come back next turn.",
    ),
    "upright": (
        "All fallen pieces stand up at the start of their player’s turn.",
        "Only pieces that fell in an earlier round stand up.",
    ),
    "transform_discount": (
        "A Transform is cheap where the cube that is given allows it.",
        "A Transform is cheap where either of the two cubes allows it.",
    ),
    "team_encirclement": (
        "A player’s own Walls encircle a Town.",
        "Walls of both teammates encircle a Town.",
    ),
    "team_draft": (
        "In a team game Towns are drafted in the order of seats 1, 3, 4, 2 and back.",
        "In a team game Towns are drafted in the order of seats 1, 2, 3, 4 and back.",
    ),
    "seats": (
        "Lots decide who begins and who plays with whom.",
        "Players begin and team up as they are seated.",
    ),
}

GAME = Game(
    Facts(
        id="sygon",
        title="Hexes of Sygon",
        summary="Lead three Wizards over a land of volcanoes: move, build Towns, Workshops, Markets and Walls, cast "
        "spells. Eruptions eat the land and lower the score that wins.",
        designers=("Alec Cacheris",),
        players=(2, 3, 4),
        hidden=False,
        chance=True,
        minutes=(60, 120),
        rule_prefix="SYG",
        rules=(
            "rules",
            "rules_board",
            "rules_score",
            "rules_setup",
            "rules_start",
            "rules_move",
            "rules_build",
            "rules_cast",
            "rules_cards",
            "rules_round",
            "rules_turn",
            "rules_pick",
        ),
        options=(
            Option("mode", "ffa", "each alone, or two against two (with 4 players)", ("ffa", "teams"),
                   says=SAYS["mode"], sign="i-people", only_for={"teams": (4,)}),
            Option("board", "random", "drafted on a random board, or the first board", ("random", "recommended"),
                   says=SAYS["board"], sign="i-hexes"),
            Option("scorch", False, "the Action Spell Scorch may be cast", (False, True),
                   sign="b-threat-red-turns-to-ash"),
            Option("terraform", False, "the Action Spell Terraform may be cast", (False, True), sign="i-flower"),
            Option("spells", False, "Spell Cards are sold and played", (False, True), sign="i-card"),
            Option("competitive", False, "from 18 points on no die decides what erupts", (False, True),
                   sign="t-volcano-red"),
            Option("turn_timer", 0, "seconds for a turn, 0 for none; the table keeps the time", (0, 120),
                   says=SAYS["turn_timer"], sign="i-hourglass"),
            Option("ash_counts", "eruptions", "which Ash lowers the score to win", ("eruptions", "all"),
                   says=SAYS["ash_counts"], sign="t-volcano-blue"),
            Option("lost_wizards", "gone", "what becomes of Wizards on a hex that turns to Ash", ("gone", "return"),
                   says=SAYS["lost_wizards"], sign="p-wizard"),
            Option("frame_walls", False, "Walls may stand on borders with the frame", (False, True), sign="i-wall"),
            Option("upright", "all", "which fallen pieces stand up at the start of a turn", ("all", "previous_round"),
                   says=SAYS["upright"], sign="p-town"),
            Option("transform_discount", "given", "the kind of cube that makes a Transform cheap", ("given", "either"),
                   says=SAYS["transform_discount"], sign="i-cubes"),
            Option("team_encirclement", "own", "whose Walls encircle a Town in team play", ("own", "team"),
                   says=SAYS["team_encirclement"], sign="i-encirclement", needs={"mode": ("teams",)}),
            Option("team_draft", "1 3 4 2 2 4 3 1", "the order in which a team game drafts Towns",
                   ("1 3 4 2 2 4 3 1", "1 2 3 4 4 3 2 1"), says=SAYS["team_draft"], sign="i-order",
                   needs={"mode": ("teams",), "board": ("random",)}),
            Option("max_rounds", 50, "after this round the highest score wins, 0 for no end", (range(0, 10001),),
                   unchecked=(0, 5000, 10000), sign="i-hourglass"),
            Option("seats", "random", "who begins, or who plays with whom: by lot or as seated", ("random", "fixed"),
                   says=SAYS["seats"], sign="e-chair"),
        ),
    ),
    __name__,
)
