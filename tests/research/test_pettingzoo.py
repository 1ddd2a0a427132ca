"""The games in PettingZoo, by PettingZoo's own tests."""

import functools
from types import SimpleNamespace

import numpy as np
import pytest

import hexagora
from hexagora.engine.errors import BadOption, IllegalAction, UnknownName

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo import test as own_tests
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

from hexagora.research import pettingzoo

TABLES = [(name, {"players": hexagora.game(name).facts.players[-1]}) for name in hexagora.names()]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_pettingzoos_own_tests(name, options):
    own_tests.api_test(pettingzoo.env(name, **options), num_cycles=40)
    own_tests.seed_test(functools.partial(pettingzoo.env, name, **options), num_cycles=10)
    own_tests.render_test(functools.partial(pettingzoo.env, name, **options))
    save_obs_test(pettingzoo.env(name, **options))


def test_cycles_are_counted_where_two_seats_alternate():
    own_tests.max_cycles_test(SimpleNamespace(env=functools.partial(pettingzoo.env, "hex"),
                                              parallel_env=functools.partial(pettingzoo.parallel_env, "hex")))


@pytest.mark.parametrize(("name", "options"), [("hex", {"size": 3}), ("manapool", {}), ("hexemonia", {"players": 4})])
def test_the_parallel_form_passes_its_test(name, options):
    """Whole matches of Hex too: whoever decides last wins, and the others are not asked any more."""
    own_tests.parallel_api_test(pettingzoo.parallel_env(name, **options), num_cycles=40)


def test_a_parallel_match_ends_with_rewards_for_all():
    environment = pettingzoo.parallel_env("hex", size=3, swap=False)
    seen, _ = environment.reset(seed=4)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    while environment.agents:
        actions = {agent: int(np.argmax(seen[agent]["action_mask"])) for agent in environment.agents}
        seen, rewards, *_ = environment.step(actions)
        total = {agent: total[agent] + rewards[agent] for agent in total}
    assert total == {"seat_1": 1, "seat_2": -1}


def test_a_whole_match_gives_rewards_that_add_up_to_nothing():
    environment = pettingzoo.env("manapool")
    environment.reset(seed=4)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, ended, cut, _ = environment.last()
        total[agent] += reward
        mask = seen["action_mask"]
        environment.step(None if ended or cut else int(np.flatnonzero(mask)[-1]))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_only_the_seat_that_decides_has_legal_actions():
    environment = pettingzoo.env("hex", size=5)
    environment.reset(seed=1)
    assert environment.observe("seat_1")["action_mask"].sum() == 25
    assert environment.observe("seat_2")["action_mask"].sum() == 0


def test_pictures_show_the_board():
    environment = pettingzoo.env("sigil", render_mode="rgb_array")
    environment.reset(seed=1)
    picture = environment.render()
    assert picture.shape[0] > 100
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5


@pytest.mark.parametrize(("options", "told"), [
    ({"render_mode": "film"}, "render_mode cannot be 'film'"), ({"max_cycles": 0}, "max_cycles cannot be 0"),
    ({"size": 99}, "option 'size' cannot be 99"), ({"max_cycles": "many"}, "max_cycles cannot be 'many'"),
])
def test_bad_wishes_are_refused(options, told):
    with pytest.raises(BadOption, match=told):
        pettingzoo.env("hex", **options)


@pytest.mark.parametrize("action", [None, "a1", 1.5])
def test_what_is_no_action_is_told_in_one_sentence_and_changes_nothing(action):
    environment = pettingzoo.env("hex", size=4)
    environment.reset(seed=1)
    with pytest.raises(IllegalAction, match="an action is a whole number, not"):
        environment.step(action)
    assert environment.agent_selection == "seat_1"
    environment.step(np.int64(3))
    with pytest.raises(UnknownName, match="unknown agent 'seat_9'"):
        environment.observe("seat_9")
