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
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((81, 160), (81, 160), (71, 160), (95, 40)),
    "3": ((78, 80), (86, 80), (81, 80), (93, 24)),
    "4": ((80, 96), (77, 96), (78, 96), (94, 24)),
    "5": ((79, 240), (74, 240), (76, 240), (77, 120)),
    "6": ((74, 300), (75, 300), (76, 120), (79, 120)),
}
