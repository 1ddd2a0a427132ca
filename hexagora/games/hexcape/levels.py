"""How the bots' levels play Hexcape. Dice weigh much here, and looking farther soon brings little: levels differ more
by how softly they choose than by how far they look."""

LEVELS = {
    "beginner": {"looks": 8, "softness": 1.0},
    "casual": {"looks": 60, "softness": 0.2},
    "club": {"looks": 250, "softness": 0.08},
    "expert": {"looks": 2000, "softness": 0.03},
    "master": {"looks": 40_000},
}
