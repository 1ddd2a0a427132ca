"""Random numbers for rules: 32-bit xorshift in an array of one integer, the same bits on every back end."""


def below(rng, n):
    """A random number from 0 to n - 1."""
    x = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * n) >> 32
