"""How the bots' levels play Mana Pool; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 120, "softness": 0.08, "known": 0.0},
    "club": {"looks": 600, "softness": 0.03},
    "expert": {"looks": 5000, "softness": 0.008},
}
