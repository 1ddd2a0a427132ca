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
