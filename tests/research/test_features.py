"""What a seat sees as numbers: named, within bounds, nothing secret, the same on every back end."""

import random
import subprocess
import sys

import numpy as np
import pytest

import hexagora
from hexagora.engine.features import Observer, catalogue
from tests.support import WHOLE_RUN

TABLES = [(name, players) for name in hexagora.names() for players in hexagora.game(name).facts.players]
DECISIONS = 250


def walk(game, seed, players):
    """A match at random, from decision to decision."""
    match, dice = game.match(seed=seed, players=players), random.Random(seed)
    for _ in range(DECISIONS):
        if match.over:
            return
        yield match
        match.make(dice.choice(match.actions()))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_number_is_between_nothing_and_its_most(name, players):
    game = hexagora.game(name)
    observer = game.observer(players=players)
    found = observer.catalogue
    most = np.array([f.most for f in found.planes] * found.cells + [f.most for f in found.numbers])
    names = [f.name for f in found.planes] * found.cells + [f.name for f in found.numbers]
    for k, match in enumerate(walk(game, 3, players)):
        if k % 5 == 0:
            seen = np.array(observer.integers(match.state, k % players))
            wrong = np.flatnonzero((seen < 0) | (seen > most))
            assert not len(wrong), f"{names[wrong[0]]} = {seen[wrong[0]]}, at most {most[wrong[0]]}"


@pytest.mark.parametrize("name", hexagora.names())
def test_names_are_unique_and_cells_fit_together(name):
    game = hexagora.game(name)
    found = catalogue(game, game.box(game.options()))
    for listed in (found.planes, found.numbers):
        names = [f.name for f in listed]
        assert len(set(names)) == len(names)
        assert all(f.meaning and f.most > 0 for f in listed)
    space = found.space
    assert len(space.names) == len(space.centres) == len(space.neighbours) == len(set(space.names))
    for cell, around in enumerate(space.neighbours):
        for other in around:
            assert other < 0 or cell in space.neighbours[other], "neighbours are mutual"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whoever_decides_is_told_so_and_nobody_else(name, players):
    game = hexagora.game(name)
    observer = game.observer(players=players)
    decides = {"to move", "decides"}
    at = next(k for k, f in enumerate(observer.catalogue.numbers) if f.name in decides)
    at += observer.catalogue.cells * len(observer.catalogue.planes)
    for match in walk(game, 4, players):
        told = [observer.integers(match.state, p)[at] for p in range(players)]
        assert told == [int(match.actor == p) for p in range(players)]
        if len(match.log) > 60:
            return


@pytest.mark.parametrize(("name", "players"), [t for t in TABLES if hexagora.game(t[0]).facts.hidden])
def test_nothing_secret_is_in_the_numbers(name, players):
    """A state that differs only in what a seat may not know gives the same numbers."""
    game = hexagora.game(name)
    observer = game.observer(players=players)
    different = 0
    for k, match in enumerate(decision for seed in range(12) for decision in walk(game, seed, players)):
        seat = k % players
        if different > 20:
            return
        other = match.hidden(seat + 1)
        game.rules.resample(match.box, other, seat, [k + 1])
        different += game.State.to_bytes(other) != game.State.to_bytes(match.state)
        assert observer.integers(other, seat) == observer.integers(match.state, seat)
    assert different, "something was secret"


def test_seats_are_told_relative_to_the_viewer():
    match = hexagora.game("hex").match(size=3).play_all(["a1", "b2"])
    observer = Observer(match.game, match.box)
    (red, _), (blue, _) = (observer.split(observer.vector(match.state, p)) for p in range(2))
    own, other = red[:, 0], red[:, 1]
    assert list(own) == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert list(other) == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert (blue[:, 1] == own).all()
    assert (blue[:, 0] == other).all()


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "hexagora", *arguments], capture_output=True, text=True,
                          timeout=WHOLE_RUN)


def test_the_catalogue_is_printed():
    told = run("games", "hex", "--features", "-o", "size=5").stdout
    assert "25 cells × 6 channels + 3 numbers = 153 in all" in told
    assert "own stone" in told


def test_the_catalogue_wants_a_game():
    done = run("games", "--features")
    assert done.returncode == 2
    assert "name the game" in done.stderr
