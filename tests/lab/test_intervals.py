"""Intervals hold at all looks at once."""

import random

import pytest

from hexagora.lab.intervals import mean, share

SEQUENCES, LENGTH = 250, 600
LOOKS = (1, 2, 5, 10, 20, 40, 60, 80, 100, 150, 200, 250, 300, 400, 500, 600)


@pytest.mark.parametrize("truth", [0.5, 0.2, 0.02])
def test_whoever_looks_often_is_rarely_fooled_about_a_share(truth: float):
    rng, fooled = random.Random(7), 0
    for _ in range(SEQUENCES):
        wins, looks = 0, 0
        for n in range(1, LENGTH + 1):
            wins += rng.random() < truth
            looks += n in LOOKS and share(n, wins).excludes(truth)
        fooled += looks > 0
    assert fooled / SEQUENCES <= 0.05


def test_shared_wins_count_as_parts():
    rng, fooled = random.Random(8), 0
    for _ in range(SEQUENCES):
        total, looks = 0.0, 0
        for n in range(1, LENGTH + 1):
            total += rng.choice((0.0, 0.5, 0.5, 1.0))
            looks += n in LOOKS and share(n, total).excludes(0.5)
        fooled += looks > 0
    assert fooled / SEQUENCES <= 0.05


def test_whoever_looks_often_is_rarely_fooled_about_a_mean():
    rng, fooled = random.Random(9), 0
    for _ in range(SEQUENCES):
        total = squares = 0.0
        looks = 0
        for n in range(1, LENGTH + 1):
            value = rng.expovariate(0.25)
            total, squares = total + value, squares + value * value
            looks += n in LOOKS and mean(n, total, squares).excludes(4.0)
        fooled += looks > 0
    assert fooled / SEQUENCES <= 0.06


def test_an_interval_for_one_look_would_fool_people():
    """What the house does not do: the same coins, an ordinary interval, stopped at the first pleasing look."""
    rng, fooled = random.Random(7), 0
    for _ in range(SEQUENCES):
        wins, looks = 0, 0
        for n in range(1, LENGTH + 1):
            wins += rng.random() < 0.5
            looks += n in LOOKS and n >= 20 and abs(wins / n - 0.5) > 1.96 * (0.25 / n) ** 0.5
        fooled += looks > 0
    assert fooled / SEQUENCES > 0.15


def test_intervals_shrink_and_stay_within_their_bounds():
    halves = [share(n, n / 2).half for n in (10, 100, 1000, 10_000)]
    assert halves == sorted(halves, reverse=True)
    assert halves[-1] < 0.02
    assert (share(50, 0).low, share(50, 50).high) == (0.0, 1.0)
    assert 0.08 < share(50, 0).high < 0.15
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
