"""Mana, victory, the round limit, results."""

import pytest

from tests.manapool.support import at, game, mana, now, tokens
from tests.support import covers

HOME = {"red": ["a2", "b1", "b2"], "green": ["d8", "e8", "f8"], "blue": ["h1", "h2", "i2"]}
PASS = ["end move", "end combat"]


def with_tokens(**more):
    return {colour: [*cells, *more.get(colour, [])] for colour, cells in HOME.items()}


@covers("MAN-POOL-2", "MAN-END-1")
def test_a_token_on_the_pool_collects_exactly_one_mana_when_the_turn_ends():
    match = at(tokens=with_tokens(red=["d4"]))
    match.play("move d4 e5")
    assert match.position()["mana"] == {"red": 1, "green": 0, "blue": 0}


@covers("MAN-POOL-1", "MAN-GOAL-2")
def test_only_the_middle_hex_gives_mana():
    everywhere_else = ["d4", "d5", "e4", "e6", "f4", "f5", "c4", "d2", "b3"]
    match = at(tokens=with_tokens(red=everywhere_else))
    match.play_all(PASS)
    assert mana(match, "red") == 0
    for board in ("well", "crossing", "marches", "crown"):
        box = at(board).box
        assert box.pool == box.cells // 2


@covers("MAN-POOL-3")
def test_the_end_phases_of_others_give_nothing():
    match = at(tokens=with_tokens(red=["e5"]), to_move="green")
    match.play_all(PASS * 2)
    assert match.position()["mana"] == {"red": 0, "green": 0, "blue": 0}
    match.play_all(PASS)
    assert match.position()["mana"] == {"red": 1, "green": 0, "blue": 0}


@covers("MAN-POOL-2")
def test_a_holder_removed_before_the_own_turn_ends_collects_nothing():
    match = at(tokens=with_tokens(red=["e5"], green=["e6"]), to_move="green")
    match.play_all(["end move", "attack e6 e5", *PASS, *PASS])
    assert mana(match, "red") == 0


@covers("MAN-END-2", "MAN-RULING-32")
def test_the_end_phase_asks_nothing():
    match = at(tokens=with_tokens(red=["e5"]))
    match.play_all(PASS)
    assert now(match) == ("green", "move")
    assert match.to_act == "seat 2"


@covers("MAN-END-3")
def test_the_next_player_begins_with_the_start_phase():
    match = at(tokens={**HOME, "green": ["d8", "e8"]})
    match.play_all(PASS)
    assert now(match) == ("green", "spawn")


@covers("MAN-GOAL-1", "MAN-RULING-27")
def test_the_tenth_mana_wins_at_once_without_completing_the_round():
    match = at(tokens=with_tokens(red=["e5"]), mana={"red": 9, "green": 9, "blue": 9}, first="red")
    match.play_all(PASS)
    assert match.over
    assert match.result == [1, 0, 0]
    assert match.legal() == []
    assert match.scores == [10, 9, 9]
    assert match.scene().prompt == "Red has drawn 10 mana and wins."


@covers("MAN-GOAL-1")
def test_nine_mana_are_not_enough():
    match = at(tokens=with_tokens(red=["e5"]), mana={"red": 8})
    assert not match.play_all(PASS).over


@covers("MAN-RULING-27")
@pytest.mark.parametrize("goal", [1, 3, 20])
def test_another_goal_wins_at_that_number(goal):
    match = at(options={"mana_goal": goal}, tokens=with_tokens(red=["e5"]), mana={"red": goal - 1})
    assert match.play_all(PASS).result == [1, 0, 0]
    if goal > 1:
        earlier = at(options={"mana_goal": goal}, tokens=with_tokens(red=["e5"]), mana={"red": goal - 2})
        assert not earlier.play_all(PASS).over


@covers("MAN-RULING-28")
def test_mana_never_falls():
    match = game.match(seed=5, board="well")
    before = [0, 0, 0]
    while not match.over:
        match.play(match.actions()[len(match.log) * 7919 % len(match.actions())])
        assert all(now_ >= then for now_, then in zip(match.scores, before, strict=True))
        before = match.scores
    assert max(before) == 10


@covers("MAN-RULING-29")
def test_a_player_without_tokens_and_gates_only_ends_phases_and_may_come_back():
    match = at(tokens={"red": [], "green": ["a2", "b1", "b2", "c3", "d8", "e8", "f8"], "blue": HOME["blue"]})
    assert match.legal() == ["end move"]
    match.play("end move")
    assert match.legal() == ["end combat"]
    match.play_all(["end combat", "move a2 a3", *PASS])
    assert match.legal() == ["spawn a2"]
    assert tokens(match.play("spawn a2"), "red") == ["a2"]


def at_the_limit(limit=7, **position):
    """The last turn of the last round: blue's, as red began."""
    return at(options={"round_limit": limit}, round=limit, first="red", to_move="blue", **position)


@covers("MAN-RULING-30")
def test_the_third_player_still_plays_the_last_round_and_most_mana_wins():
    match = at(options={"round_limit": 7}, round=7, first="red", to_move="green", tokens=HOME,
               mana={"red": 2, "green": 5, "blue": 4})
    match.play_all(PASS)
    assert now(match) == ("blue", "move")
    assert match.play_all(PASS).result == [0, 1, 0]
    assert match.scene().prompt == "The limit of 7 rounds is reached. Green has the most mana, 5, and wins."


@covers("MAN-RULING-30")
def test_a_tie_at_the_limit_goes_to_the_tied_player_on_the_pool():
    match = at_the_limit(tokens=with_tokens(red=["e5"]), mana={"red": 3, "green": 3, "blue": 1}).play_all(PASS)
    assert match.result == [1, 0, 0]
    assert match.scene().prompt == ("The limit of 7 rounds is reached. Red and Green have the most mana, 3; Red holds "
                                    "the Pool and wins.")


@covers("MAN-RULING-30")
def test_the_last_mana_of_the_last_turn_counts_before_the_decision():
    match = at_the_limit(tokens=with_tokens(blue=["e5"]), mana={"red": 3, "green": 2, "blue": 2}).play_all(PASS)
    assert match.scores == [3, 2, 3]
    assert match.result == [0, 0, 1]


@covers("MAN-RULING-30", "MAN-RULING-31")
@pytest.mark.parametrize(("mana_now", "result"), [
    ({"red": 3, "green": 3, "blue": 1}, [0.5, 0.5, 0]), ({}, [1 / 3, 1 / 3, 1 / 3])])
def test_tied_players_without_the_pool_share_the_win_evenly(mana_now, result):
    match = at_the_limit(tokens=HOME, mana=mana_now).play_all(PASS)
    assert match.result == pytest.approx(result)
    assert "share the win" in match.scene().prompt


@covers("MAN-RULING-30")
def test_a_holder_of_the_pool_with_less_mana_does_not_break_the_tie_of_others():
    match = at_the_limit(tokens=with_tokens(blue=["e5"]), mana={"red": 3, "green": 3, "blue": 0}).play_all(PASS)
    assert match.result == [0.5, 0.5, 0]


@covers("MAN-RULING-30")
def test_the_limit_is_a_hundred_rounds_by_default_and_can_be_switched_off():
    match = at(round=100, first="red", to_move="blue", tokens=HOME).play_all(PASS)
    assert match.over
    endless = at(options={"round_limit": 0}, round=100, first="red", to_move="blue", tokens=HOME).play_all(PASS)
    assert endless.position()["round"] == 101


@covers("MAN-RULING-30")
def test_rounds_are_counted_from_the_first_player():
    match = at(first="green", to_move="green", tokens=HOME)
    rounds = []
    for _ in range(4):
        rounds.append((now(match)[0], match.position()["round"]))
        match.play_all(PASS)
    assert rounds == [("green", 1), ("blue", 1), ("red", 1), ("green", 2)]


@covers("MAN-RULING-30")
def test_three_players_who_only_pass_are_stopped_by_the_limit():
    match = at(options={"round_limit": 3}, tokens=HOME).play_all(PASS * 9)
    assert match.over


@covers("MAN-RULING-31")
def test_the_winner_takes_all_and_the_scores_are_the_mana_of_everybody():
    match = at(tokens=with_tokens(green=["e5"]), mana={"red": 4, "green": 9, "blue": 4}, to_move="green")
    match.play_all(PASS)
    assert match.result == [0, 1, 0]
    assert match.scores == [4, 10, 4]
