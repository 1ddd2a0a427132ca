"""One seat of each game in Gymnasium, by Gymnasium's own checks."""

import sys
from functools import partial
from importlib import reload

import numpy as np
import pytest

import hexagora
from hexagora import registry
from hexagora.engine.errors import BadOption, HexagoraError, IllegalAction, UnknownName
from tests.outside import changed

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import hexagora.research.gymnasium  # noqa: E402

__all__ = ["changed"]

pytestmark = pytest.mark.filterwarnings("ignore")


def test_every_game_has_an_environment():
    wanted = {f"hexagora/{name.capitalize()}-v0" for name in hexagora.names()}
    assert wanted <= set(gymnasium.registry)


@pytest.mark.parametrize("name", hexagora.names())
def test_gymnasiums_own_check(name):
    check_env(gymnasium.make(f"hexagora/{name.capitalize()}-v0").unwrapped)


def play(environment, seed):
    _, info = environment.reset(seed=seed)
    ended = False
    while not ended:
        _, reward, ended, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
    return reward


def test_a_match_against_bots_ends():
    assert play(gymnasium.make("hexagora/Hex-v0", size=4, opponents="beginner", seat=2), 1) in (1, -1)


def test_opponents_may_be_named_one_by_one():
    environment = gymnasium.make("hexagora/Manapool-v0", opponents=["random", "beginner"], seat=2)
    assert environment.unwrapped.opponents == {1: "random", 3: "beginner"}


def test_an_illegal_action_is_told_or_raised():
    environment = gymnasium.make("hexagora/Hex-v0", size=4)
    environment.reset(seed=1)
    *_, info = environment.step(300)
    assert not info["legal"]
    strict = gymnasium.make("hexagora/Hex-v0", size=4, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="300 is not legal"):
        strict.step(300)


@pytest.mark.parametrize("action", [None, 1.5, "a1"])
def test_what_is_no_action_is_told_in_one_sentence(action):
    environment = gymnasium.make("hexagora/Hex-v0", size=4, seat=np.int64(2)).unwrapped
    environment.reset(seed=1)
    with pytest.raises(IllegalAction, match="an action is a whole number, not"):
        environment.step(action)


@pytest.mark.parametrize("count", ["4", -1, 0])
def test_a_vector_wants_a_number_of_matches(count):
    with pytest.raises(BadOption, match=r"whole number, not '4'|at least one match"):
        gymnasium.make_vec("hexagora/Hex-v0", num_envs=count)


@pytest.mark.parametrize(("options", "told"), [
    ({"seat": 3}, "seat cannot be 3; allowed: 1 to 2"), ({"opponents": ["random"] * 2}, "there are 1 other seats"),
    ({"opponents": 3}, "opponents cannot be 3"), ({"opponents": [3]}, r"opponents cannot be \[3\]"),
    ({"opponents": None}, "opponents cannot be None"), ({"illegal": "lose"}, "illegal cannot be 'lose'"),
    ({"render_mode": "film"}, "render_mode cannot be 'film'"),
])
def test_bad_wishes_are_refused(options, told):
    with pytest.raises(BadOption, match=told):
        hexagora.research.gymnasium.SeatEnv("hex", **options)


def test_many_matches_at_once_with_gymnasiums_wrapper():
    environment = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("hexagora/Hex-v0", num_envs=32, size=4))
    seen, info = environment.reset(seed=2)
    ended = 0
    for _ in range(40):
        seen, rewards, done, cut, info = environment.step(environment.action_space.sample())
        assert environment.observation_space.contains(seen)
        assert not cut.any()
        assert (np.abs(rewards) == done).all()
        ended += done.sum()
        if done.any():
            k = int(np.flatnonzero(done)[0])
            assert info["_final_obs"][k]
            assert environment.single_observation_space.contains(info["final_obs"][k])
    assert ended > 32


def test_the_same_seed_gives_the_same_matches():
    first, second = (gymnasium.make_vec("hexagora/Manapool-v0", num_envs=4) for _ in range(2))
    assert (first.reset(seed=7)[0] == second.reset(seed=7)[0]).all()
    actions = first.vector.random_actions()
    assert (first.step(actions)[0] == second.step(actions)[0]).all()


def test_bots_do_not_play_in_vectors():
    with pytest.raises(BadOption, match="opponents='random'"):
        gymnasium.make_vec("hexagora/Hex-v0", num_envs=2, opponents="casual")


def test_a_board_is_written_without_the_packages_of_other_interfaces(monkeypatch):
    monkeypatch.setitem(sys.modules, "hexagora.research.pettingzoo", None)
    environment = hexagora.research.gymnasium.SeatEnv("hex", size=4, render_mode="ansi")
    environment.reset(seed=1)
    assert "a1" in environment.render()


@pytest.mark.parametrize(("lacks", "told"), [
    (["features.py"], "other_hex has no features.py, so it cannot be observed as numbers"),
    (["features.py", "catalogue.py"], "other_hex has no features.py and no catalogue.py, so it")])
def test_what_a_game_lacks_is_told_in_a_sentence(changed, monkeypatch, lacks, told):
    game = changed(dict.fromkeys(lacks))
    monkeypatch.setattr(registry, "names", lambda: ["hex", game.id])
    reload(hexagora.research.gymnasium)
    with registry.playing(game):
        for make in (gymnasium.make, partial(gymnasium.make_vec, num_envs=2)):
            with pytest.raises(HexagoraError, match=told):
                make("hexagora/Other_hex-v0")


def test_an_unknown_opponent_is_told_who_can_play():
    with pytest.raises(UnknownName, match="unknown opponent 'champion': Known: random, beginner"):
        hexagora.research.gymnasium.SeatEnv("hex", opponents="champion")
