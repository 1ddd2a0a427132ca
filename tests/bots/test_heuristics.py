"""Rules of thumb must not change the game that is searched."""

import random

import pytest

from hexagora.bots import guide
from hexagora.bots.search import heuristics, plain_backend
from hexagora.engine.subset import lint
from hexagora.registry import game, names


@pytest.mark.parametrize("size", [3, 4, 7, 11])
def test_the_short_way_of_hex_finds_the_winner_that_the_rules_find(size):
    hex_game, rollout = game("hex"), plain_backend("hex").functions["rollout"]
    match = hex_game.match(size=size, swap=False)
    for seed in range(1, 60):
        filled = hex_game.State.new()
        rollout(match.box, filled, [0] * hex_game.max_legal, [seed])
        checked = hex_game.State.new()
        for cell in range(size * size):
            checked.mover = filled.stone[cell] - 1
            hex_game.rules.lay_stone(match.box, checked, cell)
        assert checked.winner == filled.winner


def test_the_short_way_of_hex_gives_both_players_the_stones_they_would_have_laid():
    hex_game, rollout = game("hex"), plain_backend("hex").functions["rollout"]
    match = hex_game.match(size=5, swap=False).play("c3")
    state = match.state.clone()
    assert rollout(match.box, state, [0] * hex_game.max_legal, [1]) == 24
    assert state.stone.count(1) == 13
    assert state.stone.count(2) == 12


def test_the_short_way_of_hex_wins_as_often_as_play_step_by_step():
    hex_game, functions = game("hex"), plain_backend("hex").functions
    match = hex_game.match(size=4, swap=False).play("b2")
    out, rng, wins = [0] * hex_game.max_legal, [random.Random(1).randrange(1, 1 << 32)], [0, 0]
    for _ in range(1500):
        short, steps = match.state.clone(), match.state.clone()
        functions["rollout"](match.box, short, out, rng)
        functions["playout"](match.box, steps, out, rng, 1000)
        wins[0] += short.winner == 1
        wins[1] += steps.winner == 1
    assert abs(wins[0] - wins[1]) < 120  # four deviations of the difference


@pytest.mark.parametrize("name", names())
def test_heuristics_keep_to_the_rules_subset(name):
    one = game(name)
    if heuristics(one) is None:
        pytest.skip("this game has no rules of thumb")
    problems = lint(one)
    assert not problems, "\n".join(map(str, problems))


@pytest.mark.parametrize("name", names())
def test_what_is_suggested_is_legal_and_evaluations_share_one_win(name):
    one, functions = game(name), plain_backend(name).functions
    match, rng, random_play = one.match(seed=2), [12345], random.Random(2)
    for _ in range(150):
        if match.over:
            break
        out = [0] * max(one.max_legal, match.players)
        assert functions["suggest"](match.box, match.state, out, rng) in match.actions()
        assert all(functions["appeal"](match.box, match.state, a) >= 1 for a in match.actions())
        functions["evaluate"](match.box, match.state, out)
        assert all(0 <= share <= guide.SURE for share in out[: match.players])
        assert abs(sum(out[: match.players]) - guide.SURE) <= match.players
        match.play(random_play.choice(match.actions()))


@pytest.mark.parametrize(("name", "options"), [
    ("hex", {"size": 4}), ("manapool", {"mana_goal": 2}), ("manapool", {"round_limit": 3}), ("sigil", {}),
    ("sigil", {"win": "deathmatch", "elimination": "immediate"}), ("hexcape", {}),
])
def test_nobody_wins_in_a_turn_of_which_it_was_said_that_it_cannot_win(name, options):
    one, may_win = game(name), plain_backend(name).functions["may_win"]
    random_play = random.Random(3)
    for seed in range(6):
        match, actor, said = one.match(seed=seed, **options), None, []
        for _ in range(600):
            if match.over:
                break
            actor, said = match.actor, [] if match.actor != actor else said
            said.append(bool(may_win(match.box, match.state)))
            match.play(random_play.choice(match.actions()))
        if match.over and match.result[actor] == 1:
            assert all(said)
