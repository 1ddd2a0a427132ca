"""How the bots' levels play classic Hex; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 100, "softness": 0.05},
    "casual": {"looks": 350, "softness": 0.025},
    "club": {"looks": 1500, "softness": 0.01},
    "expert": {"looks": 10000, "softness": 0.003},
}
DUELS = {  # each level against the one below: percent of the wins, and decided matches
    "2": ((95, 100), (96, 100), (96, 100), (98, 40)),
}

SHARPNESS = {2: 1.9}
PUZZLE_OPTIONS = [{"size": size, "swap": False} for size in (5, 6, 7, 8, 9, 11)]
