"""Vectors of matches: the same as single matches, on any number of threads; Hex and Mana Pool stand for all games here,
`make test-research` takes the others too."""

import os

import numpy as np
import pytest

import hexagora
from hexagora.engine.errors import BadOption, IllegalAction

ALL = bool(os.environ.get("HEXAGORA_RESEARCH"))
NAMES = hexagora.names() if ALL else ["hex", "manapool"]


def small(name):
    return {"size": 4} if name == "hex" else {"players": hexagora.game(name).facts.players[-1]}


@pytest.mark.parametrize("name", NAMES)
def test_a_vector_plays_as_the_interpreted_rules_do(name):
    """Follows some matches of a vector with plain states: who decides, what is legal, what is seen, how it ends."""
    game = hexagora.game(name)
    vector = game.vector(6, seed=9, **small(name))
    observer = game.observer(**small(name))
    out = [0] * game.max_legal
    ended = 0
    for _ in range(300):
        seen, mask, actions = vector.observe(), vector.mask(), vector.random_actions()
        whole, flags = vector.look()
        assert (flags == mask).all()
        states = [game.State.from_array(vector._states, i) for i in range(2)]
        for i, s in enumerate(states):
            assert vector.movers[i] == game.rules.to_act(observer.box, s)
            assert out[: game.rules.legal(observer.box, s, out)] == list(np.flatnonzero(mask[i]))
            assert (seen[i] == observer.vector(s, int(vector.movers[i]))).all()
            assert list(whole[i]) == observer.integers(s, int(vector.movers[i]))
            game.rules.apply(observer.box, s, int(actions[i]))
        vector.step(actions)
        for i, s in enumerate(states):
            over = game.rules.to_act(observer.box, s) == -2
            assert not over or vector.done[i]
        ended += vector.done.sum()
        assert np.allclose(vector.returns.sum(axis=1), vector.done)
    assert ended or name not in ("hex", "manapool")


@pytest.mark.parametrize("name", NAMES)
def test_one_pass_does_what_step_look_and_choice_do(name):
    game = hexagora.game(name)
    once, apart, at_random = (game.vector(7, seed=6, **small(name)) for _ in range(3))
    for _ in range(200):
        actions = apart.random_actions()
        apart.step(actions)
        seen, mask = once.advance(actions)
        assert (seen * once.catalogue.scales == apart.observe()).all()
        assert (seen == apart.integers()).all()
        assert (mask == apart.mask()).all()
        assert (once.movers == apart.movers).all()
        assert (once.returns == apart.returns).all()
        assert all((a == b).all() for a, b in zip(at_random.advance(), (seen, mask), strict=True))
        assert (at_random.checksums() == once.checksums()).all()


def test_whole_numbers_are_as_narrow_as_the_catalogue_lets_them_be():
    wide, narrow = (hexagora.game("hex").vector(2, size=size) for size in (16, 15))
    assert (wide.dtype, narrow.dtype) == (np.int16, np.uint8)
    while wide.integers()[0, -1] < 200:
        wide.advance()
    assert (wide.integers() * wide.catalogue.scales == wide.observe()).all()


def test_observations_can_be_written_into_ones_own_array():
    vector = hexagora.game("hex").vector(3, size=4)
    whole, numbers = (np.full((3, vector.catalogue.size), 9, kind) for kind in (np.uint8, np.float32))
    assert vector.integers(out=whole) is whole
    assert vector.observe(out=numbers) is numbers
    assert (whole == vector.integers()).all()
    assert (numbers == vector.observe()).all()
    with pytest.raises(BadOption, match="out takes a contiguous array of uint8"):
        vector.integers(out=numbers)


def test_threads_change_nothing():
    one, two = (hexagora.game("hex").vector(33, size=4, seed=5, threads=k) for k in (1, 2))
    for _ in range(60):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        one.step(actions)
        two.step(actions)
        assert (one.observe() == two.observe()).all()
        assert all((a == b).all() for a, b in zip(one.advance(), two.advance(), strict=True))
        assert (one.returns == two.returns).all()


def test_a_seed_gives_the_same_matches_again():
    vector = hexagora.game("manapool").vector(8, seed=3)
    first = [vector.observe().sum()]
    vector.step(vector.random_actions())
    first.append(vector.observe().sum())
    vector.reset(3)
    assert vector.observe().sum() == first[0]
    vector.step(vector.random_actions())
    assert vector.observe().sum() == first[1]


def test_other_seats_play_by_themselves_when_one_is_ours():
    vector = hexagora.game("hex").vector(16, size=4, seats=np.arange(16) % 2)
    for _ in range(40):
        assert (vector.movers == np.arange(16) % 2).all()
        vector.step(vector.random_actions())


def test_a_last_state_can_be_seen():
    vector = hexagora.game("hex").vector(16, size=3, keep_ends=True)
    seats, stones = np.zeros(16, np.int64), vector.catalogue.size - 1
    while not vector.done.any():
        vector.step(vector.random_actions())
    ends = vector.observe_ends(seats)
    assert (ends[vector.done, stones] >= 5 / 9).all(), "a won board has at least five stones"
    assert (vector.observe(seats)[vector.done, stones] == 0).all(), "and the next match is empty"


def test_an_illegal_action_is_named():
    vector = hexagora.game("hex").vector(3, size=4, swap=False)
    with pytest.raises(IllegalAction, match="action 99 is not legal in match 1"):
        vector.step(np.array([0, 99, 0]))
    vector.reset()
    vector.look()
    for act in (vector.advance, vector.step):
        for wrong in (99, -1, 1000):
            with pytest.raises(IllegalAction, match=f"action {wrong} is not legal in match 2"):
                act(np.array([0, 1, wrong]))
            vector.reset()
            vector.look()
    with pytest.raises(IllegalAction, match="step takes 3 actions"):
        vector.step(np.array([0]))
    for act in (vector.advance, vector.step):
        with pytest.raises(IllegalAction, match="actions are whole numbers, not float64"):
            act(np.array([0.5, 1, 2]))


@pytest.mark.parametrize("seats", [[0, 1, 2], [0, 1], [0, 1, -2], [0.5, 1, 0]])
def test_nobody_looks_on_who_does_not_play(seats):
    """What a seat sees is written without checks of places: a third player's would lie before the beginning."""
    vector = hexagora.game("hex").vector(3, size=4, keep_ends=True)
    for look in (vector.observe, vector.integers, vector.observe_ends):
        with pytest.raises(BadOption, match=r"seats (takes a player|are whole numbers)"):
            look(np.array(seats))


@pytest.mark.parametrize(("given", "told"), [
    ({"count": 0}, "at least one match"), ({"count": 2, "threads": 0}, "at least one match and one thread"),
    ({"count": 2, "seats": [0, 5]}, r"seats takes a player \(0 to 1\)"),
    ({"count": "8"}, "count is a whole number, not '8'"),
    ({"count": 2, "seed": "x"}, "seed is a whole number, not 'x'"),
])
def test_bad_wishes_are_refused(given, told):
    with pytest.raises(BadOption, match=told):
        hexagora.game("hex").vector(given.pop("count"), **given)
