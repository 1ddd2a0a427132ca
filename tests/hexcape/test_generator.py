"""The map generator and its bots; the maps that it makes serve as material for property tests."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexagora.engine.errors import BadOption
from hexagora.games.hexcape.generator import POINTS, TOLERANCE, generate, read_size
from hexagora.games.hexcape.invariants import broken
from hexagora.games.hexcape.mapfile import check_data, check_text, to_data, to_toml
from hexagora.games.hexcape.racers import BLOCK, MIX, RACE, Arena, trial
from tests.hexcape.support import GAME

SECONDS = 6  # of the processor, which on a crowded machine counts for less; about one on an idle one


@pytest.mark.parametrize("difficulty", range(1, 11))
def test_maps_are_valid_solvable_and_of_the_wanted_difficulty(difficulty):
    made = generate("small", difficulty, 3)
    assert check_data(to_data(made.map)).problems == [], "no error, not even a warning"
    assert abs(made.map.cheapest_walk(letters=True)[0] - POINTS[difficulty]) <= TOLERANCE
    assert made.map.routes() >= 2
    assert len(made.map.neighbours[made.map.end]) >= 3
    assert made.mixed.unfinished == 0, "bots reach the End"


def test_harder_maps_take_longer_in_bot_play():
    rounds = [generate("medium", difficulty, "longer").race.rounds for difficulty in (1, 4, 7)]
    assert rounds == sorted(rounds)
    assert rounds[0] * 2 <= rounds[-1]


def test_neither_player_is_far_ahead_on_made_maps():
    shares = [generate("small", difficulty, "fair").mixed.first_share for difficulty in (2, 4, 6)]
    assert all(0.2 <= share <= 0.8 for share in shares)


@pytest.mark.parametrize("size", ["small", "medium", "large", "26x40", "6x12"])
def test_sizes_are_kept_in_little_time(size):
    begun = time.process_time()
    made = generate(size, 5, 1)
    assert time.process_time() - begun < SECONDS
    assert (len(made.map.rows), len(made.map.rows[0])) == read_size(size)
    assert to_data(check_text(to_toml(made.map, "made", made.notes())).map) == to_data(made.map)


def test_the_same_seed_makes_the_same_map_and_another_one_another():
    assert generate("small", 3, 5).map == generate("small", 3, 5).map
    assert generate("small", 3, 5).map.rows != generate("small", 3, 6).map.rows


def test_a_chosen_die():
    assert generate("small", 2, 1, die=12).map.die == 12


@pytest.mark.parametrize(("arguments", "said"), [
    (("tiny", 1), "small, medium"), (("4x9", 1), "5x9"), (("27x9", 1), "26x40"), (("small", 11), "1 to 10"),
    (("small", 1, 1, 7), "6, 8, 10, 12"),
])  # fmt: skip
def test_wrong_wishes_are_refused_with_what_is_allowed(arguments, said):
    with pytest.raises(BadOption, match=said):
        generate(*arguments)


def test_bots_race_to_the_end_and_blocking_takes_longer():
    from hexagora.games.hexcape.content import supplied_maps

    fork = supplied_maps(GAME.content)["fork"]
    race, block = trial(fork, (RACE, RACE), 12, "x"), trial(fork, (BLOCK, BLOCK), 12, "x")
    assert race.unfinished == 0
    assert 4 <= race.rounds <= 7, "about 17 points at 3.5 a round"
    assert block.rounds > race.rounds
    assert trial(fork, (MIX, RACE, BLOCK), 2, "y").rounds > 0


def test_a_match_of_bots_tells_rounds_and_winner():
    rounds, winner = Arena(generate("small", 1, 1).map, (RACE, MIX)).play(random.Random(1))
    assert rounds >= 2
    assert winner in (0, 1)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 10), st.integers(2, 6))
def test_random_play_on_made_maps_keeps_the_invariants(seed, difficulty, players):
    m = generate("5x9", difficulty, seed % 5).map
    match = GAME.match(seed=seed, debug=True, map=to_data(m), players=players, round_limit=4, order="random")
    rng = random.Random(seed)
    while not match.over:
        assert broken(match.box, match.state) == []
        match.play(rng.choice(match.actions()))
    assert sum(match.result) == pytest.approx(1)


def test_a_made_map_tells_no_share_of_the_wins_from_a_handful_of_matches():
    assert "%" not in generate("small", 3, 1).notes()
