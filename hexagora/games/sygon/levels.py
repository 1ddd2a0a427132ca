"""How the bots' levels play Hexes of Sygon; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 16, "softness": 0.12},
    "casual": {"looks": 40, "softness": 0.07, "known": 0.12},
    "club": {"looks": 130, "softness": 0.025, "known": 0.18},
    "expert": {"looks": 900, "softness": 0.001, "known": 0.3},
}
AT_TABLES_OF = {
    4: {
        "club": {"looks": 115, "softness": 0.03, "known": 0.16},
        "expert": {"looks": 330, "softness": 0.008, "known": 0.22},
    },
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((80, 90), (83, 90), (73, 90), (78, 40)),
    "3": ((92, 80), (76, 80), (87, 80), (89, 24)),
    "4": ((89, 80), (84, 72), (87, 72), (83, 40)),
    "4t": ((78, 80), (83, 72), (94, 72), (95, 19)),
}
PUZZLE_MARGIN = 0.1  # a match has some two hundred decisions, most of which can wait
PUZZLE_OPTIONS = [
    {}, {"players": 3}, {"players": 4}, {"players": 4, "mode": "teams"}, {"board": "recommended"},
    {"scorch": True, "terraform": True}, {"spells": True},
]
