"""How the bots' levels play Hexemonia; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 50, "softness": 0.3, "known": 0.0},
    "casual": {"looks": 60, "softness": 0.1, "known": 0.02},
    "club": {"looks": 70, "softness": 0.05, "known": 0.06},
    "expert": {"looks": 250, "softness": 0.025},
}
AT_TABLES_OF = {
    4: {
        "beginner": {"looks": 150, "softness": 0.5, "known": 0.0},
        "casual": {"looks": 150, "softness": 0.175, "known": 0.02},
        "club": {"looks": 150, "softness": 0.072, "known": 0.06},
        "expert": {"looks": 250, "softness": 0.02},
    },
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((79, 109), (76, 110), (75, 109), (84, 50)),
    "3": ((78, 160), (74, 160), (74, 160), (82, 30)),
    "4": ((75, 304), (79, 304), (73, 303), (74, 120)),
}
