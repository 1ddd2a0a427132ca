"""How the bots' levels play Mana Pool; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 160, "softness": 0.07, "known": 0.0},
    "club": {"looks": 350, "softness": 0.05},
    "expert": {"looks": 5000, "softness": 0.008},
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "3": ((85, 60), (94, 60), (60, 8), (74, 8)),
}
