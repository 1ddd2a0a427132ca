"""How the bots' levels play Hexes of Sygon: each beats the one below about four times in five."""

LEVELS = {
    "beginner": {"looks": 16, "softness": 0.12, "known": 0.1},
    "casual": {"looks": 40, "softness": 0.07, "known": 0.12},
    "club": {"looks": 130, "softness": 0.025, "known": 0.18},
    "expert": {"looks": 900, "softness": 0.001, "known": 0.3},
}
