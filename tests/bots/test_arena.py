"""The arena rotates seats, rates, survives an interruption and writes nothing half."""

import json
import sys
from collections import Counter

import pytest

from hexagora.bots import arena
from hexagora.bots.arena import Arena, Played, pairings, run
from hexagora.bots.ratings import duels, rate
from hexagora.bots.report import page
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.registry import game
from tests.sigil.board import table


@pytest.fixture(autouse=True)
def _no_compilation(monkeypatch):
    monkeypatch.setattr(arena, "prepare", lambda game, names: None)


def test_every_seat_is_taken_equally_often():
    seats = Counter(p.seats for p in pairings(["a", "b"], 3, 12, 1, True))
    assert set(seats.values()) == {2}
    assert len(seats) == 6


def test_teams_are_taken_whole():
    seats = Counter(p.seats for p in pairings(["a", "b"], 4, 6, 1, True, halves=True))
    assert seats == {("a", "a", "b", "b"): 3, ("b", "b", "a", "a"): 3}


def test_the_win_of_a_team_is_a_decided_duel():
    found = Arena("sygon", {"players": 4}, ["weak", "strong"], 3, 1, 1.0, True, halves=True)
    for k, shares in enumerate(([0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5], [0.25, 0.25, 0.25, 0.25])):
        found.played.append(Played(k, ["strong", "strong", "weak", "weak"], shares, 10, [0.0] * 4))
    duel = duels(found)[0]
    assert (duel.matches, duel.decided, duel.wins) == (3, 2, 1.0)
    assert duel.rate == 0.5


def test_random_players_are_beaten_by_beginners(tmp_path):
    found = run("hex", ["random", "beginner"], 6, tmp_path, {"size": 4})
    assert [r.name for r in rate(found)] == ["random", "beginner"]
    assert duels(found)[0].wins >= 5
    assert rate(found)[1].mu > rate(found)[0].mu


def test_an_interrupted_run_goes_on_and_ends_like_an_unbroken_one(tmp_path):
    def interrupt(now):
        if len(now.played) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("hex", ["random", "beginner"], 4, tmp_path / "a", {"size": 3}, progress=interrupt)
    assert len(json.loads((tmp_path / "a" / "arena.json").read_text())["played"]) == 2
    resumed = run("hex", ["random", "beginner"], 4, tmp_path / "a", {"size": 3})
    whole = run("hex", ["random", "beginner"], 4, None, {"size": 3})
    assert [p.shares for p in resumed.played] == [p.shares for p in whole.played]


def test_results_of_another_setting_are_not_mixed(tmp_path):
    run("hex", ["random", "beginner"], 1, tmp_path, {"size": 3})
    with pytest.raises(HexagoraError, match="another setting"):
        run("hex", ["random", "beginner"], 1, tmp_path, {"size": 4})


def test_unknown_contenders_are_named():
    with pytest.raises(UnknownName, match="did you mean 'casual'"):
        run("hex", ["casul", "club"], 1)


def test_a_level_may_get_less_time():
    match = game("hex").match(size=3)
    for name, seconds in (("master", 10.0), ("master:0.5", 0.5), ("club:5", 1.0)):
        one = arena.contender(name)
        one.start(match, 1, 1)
        assert one.level.seconds == seconds


@pytest.mark.parametrize("name", ["master:", "master:soon", "baseline:0", "club:-1", "club:nan", "baseline:inf"])
def test_a_bad_time_is_told(name):
    with pytest.raises(HexagoraError, match=f"{name}: after the colon comes a number of seconds"):
        run("hex", [name, "club"], 1)


def made_up(players, results):
    found = Arena("hex", {"players": players}, ["weak", "strong"], 1, 1, 1.0, True)
    for k, winner in enumerate(results):
        seats = ["weak"] * players
        seats[k % players] = "strong"
        shares = [float(seat == winner) for seat in range(players)]
        found.played.append(Played(k, seats, shares, 10, [0.0] * players))
    return found


def test_with_more_seats_the_rate_is_that_of_one_seat_against_another():
    found = made_up(3, [k % 3 if k % 2 else (k + 1) % 3 for k in range(300)])
    duel = duels(found)[0]
    assert duel.wins == 150
    assert duel.rate == pytest.approx(2 / 3, abs=0.01)


def test_the_report_is_whole_and_fetches_nothing():
    text = page(made_up(2, [0, 1, 0, 0]))
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert "http" not in text
    assert "<script" not in text


def test_with_more_seats_the_interval_is_converted_like_the_rate():
    duel = duels(made_up(3, [k % 3 for k in range(30)]))[0]
    assert duel.low < duel.at_least < duel.rate <= duel.high <= 1
    assert duel.at_least > 0.95, "30 wins of 30 for one seat against two"
    assert duel.reached
    even = duels(made_up(2, [0, 1] * 15))[0]
    assert even.rate == 1.0
    assert duels(made_up(2, [0, 0] * 15))[0].at_least == pytest.approx(0.36, abs=0.01)


def test_results_come_as_a_table_too(tmp_path):
    from pyarrow import parquet

    found = run("hex", ["random", "beginner"], 2, tmp_path, {"size": 3}, parquet=True)
    table = parquet.read_table(tmp_path / "arena.parquet")
    assert table.num_rows == 2 * len(found.played) == 4
    assert table.column("share").to_pylist() == [share for p in found.played for share in p.shares]
    assert json.loads(table.schema.metadata[b"hexagora"])["options"]["size"] == 3


def test_what_a_table_needs_is_said_before_the_first_match(monkeypatch, tmp_path):
    with pytest.raises(HexagoraError, match="--folder"):
        run("hex", ["random", "beginner"], 1, None, {"size": 3}, parquet=True)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(HexagoraError, match=r"hexagora\[parquet\]"):
        run("hex", ["random", "beginner"], 1, tmp_path, {"size": 3}, parquet=True)
    assert not list(tmp_path.iterdir())


def test_the_decisions_of_the_baseline_share_the_time_of_a_turn(monkeypatch):
    given = []

    class Slow:
        def __init__(self, *_):
            pass

        def choose(self, view, seconds):
            given.append(seconds)
            return view.legal()[0]

    monkeypatch.setattr("hexagora.bots.baseline.Baseline", Slow)
    clock = iter(range(100))
    monkeypatch.setattr(arena.time, "perf_counter", lambda: next(clock) * 0.5)
    match = table("a1 a2 a3", "b1 b2 b3")
    plain = arena.contender("baseline:2")
    plain.start(match, 1, 1)
    match.make(plain.decide(match, 1)).make(plain.decide(match, 1))
    assert len(given) == 2
    assert given[0] > given[1] > 0, "half a second less is left"
