"""Chance as a player: decides its nodes by weight."""

from hexagora.engine.contract import chances, legal
from hexagora.engine.rng import below


def outcome(box, s, out, rng):
    """Decides a chance node: one of its outcomes by weight."""
    n = chances(box, s, out)
    total = 0
    for i in range(n):
        total += out[i]
    drawn = below(rng, total)
    chosen = 0
    while drawn >= out[chosen]:
        drawn -= out[chosen]
        chosen += 1
    legal(box, s, out)
    return out[chosen]
