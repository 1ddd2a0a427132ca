"""Pairing by rating: like strength first, patience widens it, nobody twice."""

import random

from hexagora.server.pairing import ANYBODY, Waiting, fits, groups

SURE = 2.0  # how uncertain the ratings are here


def _names(made: list[list[Waiting]]) -> list[set[str]]:
    return [{one.who for one in group} for group in made]


def _at(who: str, mu: float, since: float = 0.0) -> Waiting:
    return Waiting(who, since, (mu, SURE))


def test_like_meets_like():
    waiting = [_at("a", 20.0), _at("b", 40.0), _at("c", 21.0), _at("d", 39.0)]
    assert _names(groups(waiting, 2, 0.0)) == [{"a", "c"}, {"b", "d"}]


def test_who_waits_long_enough_meets_anybody():
    waiting = [_at("a", 10.0), _at("b", 40.0)]
    assert groups(waiting, 2, ANYBODY - 1) == []
    assert _names(groups(waiting, 2, ANYBODY)) == [{"a", "b"}]
    newcomer = [_at("a", 10.0), _at("b", 40.0, since=ANYBODY)]
    assert _names(groups(newcomer, 2, ANYBODY)) == [{"a", "b"}]  # the patience of one is enough


def test_who_waited_longest_is_served_first():
    waiting = [_at("late", 25.0, since=9.0), _at("early", 25.0), _at("middle", 25.0, since=5.0)]
    assert _names(groups(waiting, 2, 10.0)) == [{"early", "middle"}]


def test_larger_tables_fit_all_round():
    far = [_at("a", 20.0), _at("b", 25.0), _at("c", 30.0)]
    assert fits(far[0], far[1], 0.0)
    assert fits(far[1], far[2], 0.0)
    assert groups(far, 3, 0.0) == []
    assert _names(groups(far, 3, 40.0)) == [{"a", "b", "c"}]


def test_nobody_plays_twice_or_with_oneself():
    assert groups([_at("a", 25.0), _at("a", 25.0, since=1.0)], 2, 5.0) == []
    rng = random.Random(1)
    waiting = [_at(str(k % 40), rng.uniform(10, 40), rng.uniform(0, 60)) for k in range(60)]
    for players in (2, 3, 4):
        made = groups(waiting, players, 60.0)
        seated = [one.who for group in made for one in group]
        assert len(seated) == len(set(seated))
        assert all(len(group) == players for group in made)
        for group in made:
            assert all(fits(one, other, 60.0) for one in group for other in group)
