"""How the bots' levels play Hexcape; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 100, "softness": 0.35, "known": 0.0},
    "casual": {"looks": 200, "softness": 0.09, "known": 0.0},
    "club": {"looks": 500, "softness": 0.04, "known": 0.0},
    "expert": {"looks": 2000, "softness": 0.012, "known": 0.0},
}
