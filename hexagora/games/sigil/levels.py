"""How the bots' levels play Sigil; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 140, "softness": 0.07, "known": 0.0},
    "club": {"looks": 250, "softness": 0.05},
    "expert": {"looks": 8000, "softness": 0.006},
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((75, 60), (78, 60), (98, 40), (72, 60)),
}

SHARPNESS = {2: 0.5}
