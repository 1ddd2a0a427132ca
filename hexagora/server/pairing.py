"""Pairing by rating: who of those who wait for the same game and speed plays with whom. At first only people of like
strength meet; the longer somebody waits, the further the search reaches, and in the end anybody will do."""

from dataclasses import dataclass

from hexagora.server.ratings import MU, SIGMA, Rating

NEAR = 4.0  # how far apart two may be who have just come: 200 points as people see them
WIDER = 0.2  # by how much that grows in a second
ANYBODY = 60.0  # seconds after which strength does not matter any more


@dataclass(frozen=True)
class Waiting:
    """Somebody who waits, since when, and how strong."""

    who: str
    since: float
    rating: Rating = (MU, SIGMA)

    def reach(self, now: float) -> float:
        """How far from the own strength the others may be; who is uncertain may meet more of them."""
        waited = max(0.0, now - self.since)
        return float("inf") if waited >= ANYBODY else NEAR + WIDER * waited + self.rating[1] / 2


def fits(one: Waiting, other: Waiting, now: float) -> bool:
    """Whether two may meet: as far apart as both would go on average, so that who has waited long need not wait for
    newcomers to become patient.

    >>> fits(Waiting("a", 0.0, (25.0, 2.0)), Waiting("b", 0.0, (29.0, 2.0)), 0.0)
    True
    >>> [fits(Waiting("a", 0.0, (25.0, 2.0)), Waiting("b", 0.0, (34.0, 2.0)), now) for now in (0.0, 30.0, 60.0)]
    [False, True, True]
    """
    return abs(one.rating[0] - other.rating[0]) <= (one.reach(now) + other.reach(now)) / 2
