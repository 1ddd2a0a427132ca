"""Intervals that one may look at as often as one likes: with 95 % confidence the truth is in *all* of them at once,
from the first match to the last, so that stopping when the picture is pleasing does not fool anybody.

Shares (anything between 0 and 1 for each match) have an exact interval. Bet on every match, with odds that are fair if
the true share were p: whoever tries all bets at once, weighted by a Beta distribution, owns

    B(a + won, b + lost) / B(a, b)  /  (p^won (1-p)^lost)

after some matches. If p is the truth nobody can expect to grow rich at such odds; the chance to ever have twenty times
the stake is at most one in twenty (Ville's inequality). So the interval is made of all p at which the bets have not
paid twentyfold. It needs nothing but the sum, holds for matches whose win is shared as well (the bet on a part of a win
pays less than it should, so it is only too careful), and for every number of matches.

Means of anything else (decisions, turns, differences between two arms) have the same idea with a normal distribution in
the place of the Beta, and the measured spread in the place of the true one: right for large numbers, not exact for
small ones, for which it is widened to those of at least LEAST matches.
"""

import math
from dataclasses import dataclass

CONFIDENCE = 0.95
SHARPEST = 1000  # matches at which intervals of means are narrowest compared with those for one look
LEAST = 16  # matches before the spread is known well enough to tell a mean's interval
STEPS = 60  # halvings in the search for an end


@dataclass(frozen=True)
class Interval:
    middle: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


def share(n: int, total: float, confidence: float = CONFIDENCE) -> Interval:
    """The interval of a share: `total` is the sum of n values between 0 and 1.

    >>> i = share(1000, 500)
    >>> round(i.low, 3), round(i.high, 3)
    (0.442, 0.558)
    """
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    middle = min(1.0, max(0.0, total / n))
    limit = math.log(1 / (1 - confidence))
    return Interval(middle, _end(n, total, middle, 0.0, limit), _end(n, total, middle, 1.0, limit))


def _end(n: int, total: float, middle: float, far: float, limit: float) -> float:
    """Where the bets have just not paid enough, between the middle and 0 or 1."""
    if _wealth(n, total, far) <= limit:
        return far
    inside, outside = middle, far
    for _ in range(STEPS):
        between = (inside + outside) / 2
        if _wealth(n, total, between) <= limit:
            inside = between
        else:
            outside = between
    return outside


def _wealth(n: int, total: float, p: float) -> float:
    """The logarithm of what the bets have made of 1 if the true share were p."""
    lost = n - total
    mixture = math.lgamma(0.5 + total) + math.lgamma(0.5 + lost) - math.lgamma(1 + n) - math.log(math.pi)
    return mixture - _times_log(total, p) - _times_log(lost, 1 - p)


def _times_log(count: float, p: float) -> float:
    if count <= 0:
        return 0.0
    return count * math.log(p) if p > 0 else -math.inf


def mean(n: int, total: float, squares: float, confidence: float = CONFIDENCE) -> Interval:
    """The interval of a mean, from the sum and the sum of squares of n values.

    >>> i = mean(1000, 5000.0, 25000.0 + 4000.0)
    >>> round(i.low, 2), round(i.high, 2)
    (4.81, 5.19)
    """
    if n < LEAST:
        return Interval(total / n if n else 0.0, -math.inf, math.inf)
    middle = total / n
    spread = math.sqrt(max(0.0, squares / n - middle * middle) * n / (n - 1))
    half = spread * _width(n, 1 - confidence)
    return Interval(middle, middle - half, middle + half)


def _width(n: int, alpha: float) -> float:
    """Half the interval in spreads of one match."""
    wanted = 2 * math.log(1 / alpha)
    rate = (wanted + math.log(1 + wanted)) / SHARPEST
    return math.sqrt(2 * (n * rate + 1) / (n * n * rate) * math.log(math.sqrt(n * rate + 1) / alpha))
