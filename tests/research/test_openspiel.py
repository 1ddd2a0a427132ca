"""The games in OpenSpiel, by OpenSpiel's own tests and algorithms."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import hexagora

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python import observation, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
)

import hexagora.research.openspiel  # noqa: E402

GAMES = [f"hexagora_{name}(players={hexagora.game(name).facts.players[-1]})" for name in hexagora.names()]
SHORT = {"hexagora_hexcape(players=6)": "hexagora_hexcape(players=2,map=first-steps,round_limit=4)",
         "hexagora_sygon(players=4)": "hexagora_sygon(players=4,mode=teams,max_rounds=3)"}


def play_on(state, decisions, seed):
    dice = random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, odds)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_simulation_with_serialisation(name):
    pyspiel.random_sim_test(pyspiel.load_game(SHORT.get(name, name)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_parameters_are_options_and_types_are_told(name):
    game = pyspiel.load_game(name)
    own = hexagora.game(name.partition("(")[0].removeprefix("hexagora_"))
    assert game.num_players() == own.facts.players[-1]
    assert game.num_distinct_actions() == own.actions
    assert {"players", *(o.name for o in own.facts.options)} <= set(game.get_type().parameter_specification)
    assert game.utility_sum() == 0
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_go_to_another_process_that_knows_none_of_ours(name):
    state = play_on(pyspiel.load_game(name).new_initial_state(), 5, 1)
    told = "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); print(game); print(state)"
    found = subprocess.run([sys.executable, "-c", told], input=pickle.dumps((state.get_game(), state)),
                           capture_output=True, check=True)
    assert found.stdout.decode() == f"{state.get_game()}\n{state}\n"


@pytest.mark.parametrize("name", GAMES)
def test_observers_agree_with_states(name):
    game = pyspiel.load_game(name)
    state = play_on(game.new_initial_state(), 60, 1)
    observer = observation.make_observation(game)
    for player in range(game.num_players()):
        observer.set_from(state, player)
        assert list(observer.tensor) == state.observation_tensor(player)
        assert observer.string_from(state, player) == state.observation_string(player)
        assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()


@pytest.mark.parametrize("name", ["hexagora_hexemonia(players=3)", "hexagora_hexcape(players=4)"])
def test_a_resampled_state_cannot_be_told_from_the_real_one(name):
    game = pyspiel.load_game(name)
    dice = np.random.RandomState(3)
    other = 0
    for seed in range(6):
        state = play_on(game.new_initial_state(), 120 + seed, seed)
        for player in range(game.num_players()):
            drawn = state.resample_from_infostate(player, dice.uniform)
            assert drawn.information_state_string(player) == state.information_state_string(player)
            assert drawn.observation_tensor(player) == state.observation_tensor(player)
            assert drawn.history() == state.history()
            if state.current_player() == player:
                assert drawn.legal_actions() == state.legal_actions()
            other += str(drawn) != str(state)
    assert other, "something was unknown"


def test_a_copy_goes_its_own_way():
    state = play_on(pyspiel.load_game("hexagora_manapool").new_initial_state(), 30, 2)
    twin, before = state.clone(), str(state)
    play_on(twin, 5, 3)
    assert str(state) == before != str(twin)
    assert len(twin.history()) == len(state.history()) + 5


def test_a_match_that_does_not_end_is_ended_even():
    state = play_on(pyspiel.load_game("hexagora_manapool(max_length=25)").new_initial_state(), 1000, 4)
    assert state.is_terminal()
    assert len(state.history()) == 25
    assert state.returns() == [0, 0, 0]


def test_the_playthrough_is_the_same_again():
    text = generate_playthrough.playthrough("hexagora_hex(size=3)", None, seed=1)
    actions = [int(line.partition(":")[2]) for line in text.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough("hexagora_hex(size=3)", actions, seed=1) == text


def test_openspiels_search_takes_a_win():
    game = pyspiel.load_game("hexagora_hex(size=3,swap=False)")
    state = game.new_initial_state()
    for text in ("b1", "a1", "b2", "a2"):
        state.apply_action(state.string_to_action(text))
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    after = state.child(bot.step(state))
    assert after.returns() == [1, -1]


def test_openspiels_search_with_hidden_information_runs():
    game = pyspiel.load_game("hexagora_hexemonia")
    state = play_on(game.new_initial_state(), 40, 6)
    while state.is_chance_node():
        play_on(state, 1, 7)
    dice = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(game, evaluator, 2, 6, random_state=dice)
    assert bot.step(state) in state.legal_actions()


def test_regret_minimisation_and_exploitability_run_on_a_small_board():
    game = pyspiel.load_game("hexagora_hex(size=3,swap=False,max_length=4)")
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 1e-9, "nothing is decided after four stones"


def test_the_learning_environment_gives_masks():
    environment = rl_environment.Environment("hexagora_manapool")
    step = environment.reset()
    while not step.last() and environment.get_state.move_number() < 40:
        who = step.current_player()
        step = environment.step([step.observations["legal_actions"][who][0]])
    assert len(step.observations["info_state"]) == 3


@pytest.mark.parametrize(("text", "told"), [
    ("hexagora_hexcape(die=8,thaw_round=0)", {"die": 8, "thaw_round": 0, "players": 2}),
    ("hexagora_hexcape(thaw_round=7,players=5)", {"die": "map", "thaw_round": 7, "players": 5}),
    ("hexagora_sygon(mode=teams)", {"mode": "teams", "players": 4}),
    ("hexagora_manapool(token_limit=4)", {"token_limit": 4}),
])
def test_options_that_are_numbers_or_words_can_be_given_and_are_told(text, told):
    game = pyspiel.load_game(text)
    for found in (game, pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        options = found.new_initial_state().position.table.options
        assert {name: options[name] for name in told} == told
        assert found.get_parameters()["players"] == found.num_players() == options["players"]


def test_the_number_of_players_is_the_one_that_was_asked_for():
    with pytest.raises(Exception, match="option 'mode' cannot be 'teams' with 2 players; allowed: 4 players"):
        pyspiel.load_game("hexagora_sygon(players=2,mode=teams)")


@pytest.mark.parametrize("name", ["hexagora_hexemonia(players=3)", "hexagora_hexcape(players=3,map=ridge)"])
def test_histories_that_a_player_cannot_tell_apart_have_one_information_state(name):
    """Where something is drawn unseen something else is drawn, as long as what follows is legal all the same."""
    game, dice, compared = pyspiel.load_game(name), random.Random(5), 0
    for seed in range(20):
        history = play_on(game.new_initial_state(), 200, seed).history()
        for player in range(game.num_players()):
            real, other = game.new_initial_state(), game.new_initial_state()
            for a in history:
                alike = [b for b in other.legal_actions() if seen(other, b, player) == seen(real, a, player)]
                if not alike or real.current_player() != other.current_player():
                    break
                other.apply_action(dice.choice(alike))
                real.apply_action(a)
                if str(real) != str(other):
                    assert real.information_state_string(player) == other.information_state_string(player)
                    assert real.information_state_tensor(player) == other.information_state_tensor(player)
                    compared += 1
    assert compared > 20


def seen(state, action, player):
    position = state.position
    return position.table.rules.seen(position.table.box, position.state, action, player)


def test_bad_parameters_get_a_word():
    with pytest.raises(Exception, match="option 'size' cannot be 99"):
        pyspiel.load_game("hexagora_hex(size=99)")
