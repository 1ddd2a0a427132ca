"""How the bots' levels play Sigil; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 24, "softness": 0.2, "known": 0.0},
    "casual": {"looks": 100, "softness": 0.08, "known": 0.0},
    "club": {"looks": 600, "softness": 0.025},
    "expert": {"looks": 8000, "softness": 0.006},
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((80, 40), (100, 40), (90, 40), (82, 40)),
}

SHARPNESS = {2: 0.5}
