"""How the bots' levels play Hexes of Sygon. Beyond some hundred looks a decision looking farther brings little: levels
differ as much by how softly they choose."""

LEVELS = {
    "beginner": {"looks": 12, "softness": 0.3},
    "casual": {"looks": 40, "softness": 0.12},
    "club": {"looks": 200, "softness": 0.05},
    "expert": {"looks": 1000, "softness": 0.02},
}
