"""The search finds what is there, alike on both back ends, and keeps to its time."""

import os
from itertools import cycle

import pytest

from hexagora.bots import exact, guide, memory, memory_plain, nodes, tree
from hexagora.bots.search import Search, Tuning, compiled_backend, plain_backend, tuning, wasm_backend
from hexagora.bots.team import Team
from hexagora.bots.view import View, view_of
from hexagora.engine import binding
from hexagora.registry import game
from tests.bots import coins

# searches that are compiled for this machine, half a minute each; make test-research compiles another
NATIVE = ["hex", "manapool"] if os.environ.get("HEXAGORA_RESEARCH") else ["hex"]
ONE_STONE_SHORT = {"options": {"size": 5, "swap": False}, "red": ["c1", "c2", "c3", "c4"],
                   "blue": ["a1", "a2", "a3", "e5"]}


def search_of(match, on=None, seed=1, **settings):
    view = view_of(match, match.actor + 1)
    chosen = Tuning(**{**vars(tuning(match.game)), **settings})
    return Search(view, on or plain_backend(match.game.id), seed, chosen)


def texts(search, actions):
    return [search.view.text(a) for a in actions]


def test_a_win_at_once_is_found_without_a_search():
    search = search_of(game("hex").from_position(ONE_STONE_SHORT))
    assert search.view.text(search.win_now(100)[0]) in ("c5", "b5")


def test_with_hidden_information_a_sure_win_is_found_behind_one_that_is_not_sure(monkeypatch):
    search = search_of(game("hexcape").match(seed=1))
    unsure, poor, sure, *_ = search.view.legal()
    monkeypatch.setattr(View, "legal", lambda view: [unsure, poor, sure])
    answers = {unsure: cycle([1, 1, 0]), poor: cycle([0]), sure: cycle([1])}
    monkeypatch.setattr(search, "_exact", lambda what, slot, *more:
                        unsure if what == "find_win" else next(answers[more[0]]))
    assert search.win_now(1000) == (sure, True)
    answers[sure] = cycle([1, 1, 1, 1, 0])
    assert search.win_now(1000) == (None, False), "in one draw it does not win"


def test_a_choice_that_lets_the_next_player_win_at_once_is_known():
    match = game("hex").from_position({**ONE_STONE_SHORT, "red": ["c1", "c2", "c3", "c4", "e1"], "to_move": "blue"})
    search = search_of(match)
    fatal = [a for a in match.actions() if search.loses_at_once(a, 1000)]
    assert len(fatal) == len(match.actions()), "two ways to win cannot both be stopped"
    assert not search_of(game("hex").from_position({"options": {"size": 5}})).loses_at_once(12, 1000)


def test_the_first_player_is_proven_to_win_on_a_small_board():
    search = search_of(game("hex").match(size=3, swap=False))
    search.think(10.0, 20_000)
    assert search.proven
    assert search.chances() == [1.0, 0.0]
    assert search.choices()[0].proven


def test_chance_is_weighed_and_each_player_has_a_chance():
    match = game("manapool").match(seed=3).play_all(["colour red", "colour green", "colour blue"])
    search = search_of(match)
    search.run(60)
    assert sum(search.chances()) == pytest.approx(1.0, abs=0.01)
    assert search.looks == 60 == sum(c.visits for c in search.choices())


@pytest.mark.parametrize(("name", "options", "looks"), [
    ("hex", {"size": 5}, 300), ("manapool", {"round_limit": 6}, 60)])
def test_all_back_ends_search_the_same_tree(name, options, looks):
    found = []
    for on in (plain_backend(name), wasm_backend(name), *([compiled_backend(name)] if name in NATIVE else [])):
        search = search_of(game(name).match(seed=1, **options), on)
        search.run(looks)
        found.append([(c.action, c.visits, c.value) for c in sorted(search.choices(), key=lambda c: c.action)])
    assert all(other == found[0] for other in found)


@pytest.mark.parametrize("name", NATIVE)
def test_long_searches_of_the_compiled_back_ends_are_the_same_byte_by_byte(name):
    native, ready = (search_of(game(name).match(seed=1), on) for on in (compiled_backend(name), wasm_backend(name)))
    assert native.run(5000) == ready.run(5000)
    assert native.desk.trees.tobytes() == ready.desk.trees.get_bytes(0)
    for k in range(int(native.head.nodes)):
        assert native.nodes[k].tobytes() == ready.nodes.get_bytes(k)
    for k in range(int(native.head.edges)):
        assert native.edges[k].tobytes() == ready.edges.get_bytes(k)


def test_the_tree_is_kept_when_the_match_goes_on():
    match = game("hex").match(size=5, swap=False)
    search = search_of(match)
    search.run(400)
    first, reply = search.line()[:2]
    match.play(first).play(reply)
    assert search.look_at(view_of(match, 1)) > 0


@pytest.mark.parametrize("on", [compiled_backend, wasm_backend])
def test_a_crowded_search_keeps_what_can_still_come_up(on, monkeypatch):
    match = game("hex").match(size=5, swap=False)
    search = search_of(match, on("hex"))
    search.run(3000)
    first, reply = search.line()[:2]
    match.play(first).play(reply)
    monkeypatch.setattr("hexagora.bots.search.CROWDED", 1.0)
    remembered, known, before = search.look_at(view_of(match, 1)), search.choices(), int(search.head.nodes)
    monkeypatch.setattr("hexagora.bots.search.CROWDED", 0.0)
    assert search.look_at(view_of(match, 1)) == remembered > 0
    assert search.choices() == known
    assert 0 < search.head.nodes < before
    assert search.look_at(view_of(match, 1)) == remembered, "it is found again"
    search.run(2000)
    assert search.looks == remembered + 2000


def test_a_crowded_search_begins_anew_at_a_position_it_does_not_know(monkeypatch):
    monkeypatch.setattr("hexagora.bots.search.CROWDED", 0.0)
    match = game("hex").match(size=5, swap=False)
    search = search_of(match, compiled_backend("hex"))
    search.run(100)
    assert search.look_at(view_of(match.play("a1").play("e5").play("e1").play("a5"), 1)) == 0
    assert search.head.nodes == 1


def test_positions_reached_in_two_ways_share_a_node():
    search = search_of(game("sigil").match(seed=1))
    search.run(300)
    assert int(search.head.merged) > 0


def test_a_search_stops_when_told_and_reports_on_the_way():
    search = search_of(game("hex").match(size=7))
    reports = []
    search.think(60.0, 1 << 40, stop=lambda: len(reports) >= 3, report=lambda s: reports.append(s.looks))
    assert reports == sorted(reports)
    assert len(reports) == 3


def test_searches_on_several_threads_are_added_up():
    match = game("hex").match(size=5)
    team = Team(view_of(match, 1), plain_backend("hex"), threads=2)
    team.think(5.0, 100)
    assert team.looks == 100 == sum(c.visits for c in team.choices())


def test_others_may_be_taken_for_enemies():
    match = game("manapool").match(seed=1).play_all(["colour red", "colour green", "colour blue"])
    search = search_of(match, paranoid=1)
    search.run(30)
    assert search.looks == 30


# exact help on a tiny game with chance


def win_of(at, budget=1000):
    """The first action of a sure win from a position of the tiny game."""
    bound = binding.Bound([coins], [guide, memory, nodes, exact, tree, memory_plain], lambda f: f,
                          [(memory, memory_plain)])
    states = [coins.State() for _ in range(exact.SLOTS)]
    states[0] = coins.State(at)
    room = 4
    lists = [0] * (exact.FRAMES * (room + exact.ACTIONS))
    return bound.functions["find_win"]([None], states, None, 0, budget, [0] * room, lists, [0] * exact.KNOWN)


def test_a_win_is_sure_only_if_every_outcome_wins():
    assert win_of(coins.START) == coins.FOLLOWS[coins.START].index(coins.SAFE)
    assert win_of(coins.CLOSE) == coins.FOLLOWS[coins.CLOSE].index(coins.WON)


def test_what_the_next_player_decides_is_no_sure_win_and_the_budget_is_kept():
    assert win_of(coins.OTHERS) == coins.FOLLOWS[coins.OTHERS].index(coins.LOST), "there it is the other's own win"
    assert win_of(coins.START, budget=2) == exact.NOT_ALL_SEEN


# evaluations instead of play-outs


def test_with_a_horizon_of_zero_the_leaf_is_evaluated_at_once():
    search = search_of(game("hex").match(size=5, swap=False))
    search.head.limit = 0
    search.run(10)
    assert int(search.head.decisions) == 10


def test_with_a_horizon_of_zero_an_unsettled_turn_is_played_out():
    search = search_of(game("sigil").match(seed=1))
    search.head.limit = 0
    search.run(1)
    assert int(search.head.decisions) >= 2, "a regular move, and at least the end of the turn"


def test_a_node_promises_the_best_of_its_evaluations():
    search = search_of(game("sigil").match(seed=1), trust=500)
    search.run(400)
    root = search.nodes[search.head.root]
    edges = search.edges[root.first : root.first + root.count]
    guesses = [edge.guess for edge in edges if edge.guess != tree.UNKNOWN]
    assert len(guesses) > 1
    assert root.result[root.mover] == max(guesses)
    assert sum(root.result[:2]) == guide.SURE


def test_promises_are_left_alone_without_trust():
    search = search_of(game("sigil").match(seed=1), trust=0)
    search.run(100)
    assert search.nodes[search.head.root].result[0] == tree.UNKNOWN
