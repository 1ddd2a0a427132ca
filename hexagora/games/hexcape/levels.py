"""How the bots' levels play Hexcape: each beats the one below about three times in four."""

LEVELS = {
    "beginner": {"looks": 60, "softness": 0.5, "known": 0.0},
    "casual": {"looks": 200, "softness": 0.12, "known": 0.0},
    "club": {"looks": 500, "softness": 0.04, "known": 0.0},
    "expert": {"looks": 3000, "softness": 0.004, "known": 0.0},
}
