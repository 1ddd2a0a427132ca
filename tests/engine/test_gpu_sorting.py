"""Threads of a warp that wait for each other, as threads of this machine with the rules interpreted."""

import threading

import pytest

import hexagora
from hexagora.engine import gpu, gpu_kernel, gpu_sorting
from hexagora.engine.binding import Bound
from hexagora.engine.contract import OVER
from hexagora.engine.vector import seeds
from tests.engine import a_warp

MATCHES, LANES, PLACES = 7, 3, 6


def functions(game):
    return Bound(game.rules_modules, [*gpu.modules(game), a_warp], lambda f: f,
                 [*gpu.overrides(game), (gpu_kernel, a_warp), (gpu_sorting, a_warp)]).functions


class Table(list):
    """Rows of numbers with a shape, as kernels know them."""

    def __init__(self, rows, columns):
        super().__init__([0] * columns for _ in range(rows))
        self.shape = (rows, columns)

    def __getitem__(self, place):
        return self[place[0]][place[1]] if isinstance(place, tuple) else super().__getitem__(place)

    def __setitem__(self, place, value):
        self[place[0]][place[1]] = value


class Column(list):
    @property
    def shape(self):
        return (len(self),)


class Hall:
    """What all threads share: the matches, their random numbers and what became of them."""

    def __init__(self, game, begun):
        self.boxes = [game.box(game.options({"players": game.max_players}))]
        self.dealt = game.State.new()
        game.rules.deal(self.boxes[0], self.dealt)
        self.rngs = Table(MATCHES, 1)
        for match, drawn in enumerate(seeds(MATCHES, 5)):
            self.rngs[match, 0] = int(drawn[0])
        self.results, self.lengths = Table(MATCHES, game.max_players), Column([0] * MATCHES)
        self.counter = [begun]

    def found(self):
        return list(self.lengths), [list(row) for row in self.results]


def alone(game):
    hall = Hall(game, 1)
    states = [None]
    functions(game)["play_in"](0, 0, hall.boxes, [0], states, states, hall.dealt, [0] * game.max_legal, [0], hall.rngs,
                               hall.results, hall.lengths, hall.counter)
    return hall.found()


def together(game):
    hall, warp = Hall(game, PLACES), a_warp.form(LANES)
    states, which = [None] * PLACES, [0] * PLACES
    latest, tally, sorts = [0], [0] * gpu_sorting.SORTS, [0] * PLACES
    matches, made = [0] * PLACES, [0] * PLACES
    play = functions(game)["play_sorted_in"]

    def thread(lane):
        play(lane, LANES, 0, hall.boxes, which, states, states, hall.dealt, [0] * game.max_legal, latest, tally,
             sorts, [], PLACES, matches, made, hall.rngs, hall.results, hall.lengths, hall.counter)

    threads = [threading.Thread(target=warp.enter, args=(thread, lane)) for lane in range(LANES)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert warp.broken is None
    assert tally == [0] * gpu_sorting.SORTS
    assert sorts == [gpu_sorting.NOTHING] * PLACES
    return hall.found(), warp


@pytest.mark.parametrize("name", hexagora.names())
def test_matches_are_the_same_however_threads_wait(name):
    game = hexagora.game(name)
    found, warp = together(game)
    assert found == alone(game)
    assert warp.most == LANES, "never were all threads at work together"


@pytest.mark.parametrize("name", [name for name in hexagora.names() if gpu.launch_of(hexagora.game(name)).pool])
def test_games_whose_decisions_are_sorted_have_several_sorts_below_the_last(name):
    game = hexagora.game(name)
    rules = functions(game)
    hall = Hall(game, 0)
    box, s, room, rng, sorts = hall.boxes[0], hall.dealt, [0] * game.max_legal, [12345], set()
    while (who := rules["to_act"](box, s)) != OVER:
        sorts.add(rules["sort_of"](box, s))
        rules["apply"](box, s, rules["random_action"](box, s, who, room, rng))
    assert len(sorts) > 3
    assert min(sorts) >= 0
    assert max(sorts) < gpu_sorting.ENDED
