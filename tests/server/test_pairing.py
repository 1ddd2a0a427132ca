"""Pairing by rating: like strength first, patience widens it."""

from hexagora.server.pairing import ANYBODY, Waiting, fits

SURE, UNSURE = 2.0, 8.0  # how uncertain ratings are


def _at(mu: float, since: float = 0.0, sigma: float = SURE) -> Waiting:
    return Waiting("somebody", since, (mu, sigma))


def test_like_meets_like():
    assert fits(_at(20.0), _at(21.0), 0.0)
    assert not fits(_at(20.0), _at(40.0), 0.0)


def test_who_waits_long_enough_meets_anybody():
    assert not fits(_at(10.0), _at(40.0), ANYBODY - 1)
    assert fits(_at(10.0), _at(40.0), ANYBODY)
    assert fits(_at(10.0), _at(40.0, since=ANYBODY), ANYBODY)  # the patience of one is enough


def test_it_is_the_same_for_both():
    for mu in (20.0, 25.0, 31.0, 40.0):
        for since in (0.0, 20.0, 40.0):
            assert fits(_at(25.0), _at(mu, since), 40.0) == fits(_at(mu, since), _at(25.0), 40.0)


def test_who_is_uncertain_meets_more():
    assert not fits(_at(20.0), _at(26.0), 0.0)
    assert fits(_at(20.0, sigma=UNSURE), _at(26.0), 0.0)
