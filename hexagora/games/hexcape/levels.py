"""How the bots' levels play Hexcape; docs/bots.md has what was measured.

The more players there are, the less of the winning chance a single move can cost.
"""

LEVELS = {
    "beginner": {"looks": 100, "softness": 0.35, "known": 0.0},
    "casual": {"looks": 200, "softness": 0.09, "known": 0.0},
    "club": {"looks": 500, "softness": 0.04, "known": 0.0},
    "expert": {"looks": 2000, "softness": 0.012, "known": 0.0},
}
AT_TABLES_OF = {
    4: {
        "casual": {"looks": 200, "softness": 0.075, "known": 0.0},
        "club": {"looks": 500, "softness": 0.03, "known": 0.0},
        "expert": {"looks": 2000, "softness": 0.01, "known": 0.0},
    },
    5: {
        "casual": {"looks": 200, "softness": 0.067, "known": 0.0},
        "club": {"looks": 500, "softness": 0.03, "known": 0.0},
        "expert": {"looks": 2000, "softness": 0.0062, "known": 0.0},
    },
    6: {
        "casual": {"looks": 200, "softness": 0.06, "known": 0.0},
        "club": {"looks": 500, "softness": 0.03, "known": 0.0},
        "expert": {"looks": 2000, "softness": 0.009, "known": 0.0},
    },
}
