"""How the bots' levels play Hexemonia: each beats the one below about four times in five."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.15, "known": 0.0},
    "casual": {"looks": 45, "softness": 0.08, "known": 0.05},
    "club": {"looks": 100, "softness": 0.04},
    "expert": {"looks": 3000, "softness": 0.0},
}
