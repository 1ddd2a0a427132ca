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
