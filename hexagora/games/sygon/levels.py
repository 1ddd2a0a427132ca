"""How the bots' levels play Hexes of Sygon: each beats the one below about four times in five."""

LEVELS = {
    "beginner": {"looks": 16, "softness": 0.15, "known": 0.05},
    "casual": {"looks": 50, "softness": 0.05, "known": 0.15},
    "club": {"looks": 130, "softness": 0.02, "known": 0.2},
    "expert": {"looks": 700, "softness": 0.002, "known": 0.3},
}
