"""How the bots' levels play classic Hex; docs/bots.md has what was measured."""

LEVELS = {
    "beginner": {"looks": 100, "softness": 0.05},
    "casual": {"looks": 350, "softness": 0.025},
    "club": {"looks": 1500, "softness": 0.01},
    "expert": {"looks": 10000, "softness": 0.003},
}
