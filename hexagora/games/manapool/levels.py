"""How the bots' levels play Mana Pool: each beats the one below about four times in five."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 120, "softness": 0.08, "known": 0.0},
    "club": {"looks": 600, "softness": 0.03},
    "expert": {"looks": 5000, "softness": 0.008},
}
