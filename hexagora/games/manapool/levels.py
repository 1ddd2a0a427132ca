"""How the bots' levels play Mana Pool; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 120, "softness": 0.08, "known": 0.0},
    "club": {"looks": 600, "softness": 0.03},
    "expert": {"looks": 5000, "softness": 0.008},
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "3": ((88, 60), (100, 60), (92, 60), (90, 17)),
}
