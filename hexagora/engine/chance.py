"""Random numbers for rules: 32-bit xorshift in an array of one integer, the same bits on every back end."""

from hexagora.engine.contract import chances, legal


def below(rng, n):
    """A random number from 0 to n - 1."""
    x = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * n) >> 32


def outcome(box, s, out, rng):
    """Decides a chance node: one of its outcomes by weight."""
    n = chances(box, s, out)
    total = 0
    for i in range(n):
        total += out[i]
    pick = below(rng, total)
    chosen = 0
    while pick >= out[chosen]:
        pick -= out[chosen]
        chosen += 1
    legal(box, s, out)
    return out[chosen]
