"""Winning chances as hints tell them: a game may say how sharply the values of its searches are to be taken."""

import json
import sys

import pytest

from bench import calibration as bench
from hexagora import registry
from hexagora.bots import evaluation
from hexagora.bots.calibration import all_sharpened, sharpened, sharpness
from hexagora.bots.evaluation import Evaluation
from hexagora.engine import hooks
from tests.bots.opinions import NO_HURRY, view_in

FEW = 1000
HEX = registry.game("hex")


def looked(view, sharp):
    return Evaluation(view, FEW, NO_HURRY, sharp=sharp)


def test_certain_and_even_chances_stay_what_they_are_and_the_order_too():
    for sharp in (0.5, 1.0, 2.0):
        assert [sharpened(chance, 2, sharp) for chance in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
        assert sharpened(0.25, 4, sharp) == pytest.approx(0.25)
        told = [sharpened(k / 10, 3, sharp) for k in range(11)]
        assert told == sorted(told)
        assert sum(all_sharpened([0.5, 0.3, 0.2], sharp)) == pytest.approx(1)
    assert sharpened(0.7, 2, 2.0) > 0.7 > sharpened(0.7, 2, 0.5) > 0.5


def test_a_hint_tells_chances_as_sharply_as_its_game_says(monkeypatch):
    match = HEX.from_position({"options": {"size": 5, "swap": False}, "red": ["c3", "c2"], "blue": ["a1"],
                               "to_move": "blue"})
    view = view_in(match)
    plain, soft = looked(view, 1.0), looked(view, 0.5)
    assert plain.first == soft.first
    assert soft.best.value == pytest.approx(sharpened(plain.of(soft.best.action).value, 2, 0.5))
    found = plain.of(soft.best.action)
    assert soft.best.spread < found.spread, "what is told more softly is surer"
    assert soft.chances == pytest.approx(all_sharpened(plain.chances, 0.5))
    monkeypatch.setattr(evaluation, "sharpness", lambda game, players: 0.5)
    assert Evaluation(view, FEW, NO_HURRY).chances == pytest.approx(soft.chances)


def test_what_is_proven_is_not_made_softer():
    match = HEX.from_position({"options": {"size": 3, "swap": False}, "red": ["b1", "b2"], "blue": ["c1", "a3"],
                               "to_move": "red"})
    assert looked(view_in(match), 0.3).chances == [1.0, 0.0]


@pytest.mark.parametrize("name", registry.names())
def test_the_sharpness_of_a_game_is_for_its_tables_and_sensible(name):
    game = registry.game(name)
    known = hooks.SHARPNESS.of(game) or {}
    assert set(known) <= set(game.facts.players)
    assert all(0.2 <= sharp <= 4 for sharp in known.values())
    assert sharpness(game, game.facts.players[0]) == known.get(game.facts.players[0], 1.0)


def test_the_bench_goes_on_where_it_was_and_finds_the_sharpness_that_fits(tmp_path, monkeypatch, capsys):
    file = tmp_path / "rows.jsonl"
    rows = [{"game": "hex", "players": 2, "match": k, "ply": 0, "said": 0.7, "proven": False, "got": float(k % 10 < 8)}
            for k in range(200)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr(bench, "played", lambda level, part: pytest.fail("all of it was played before"))
    monkeypatch.setattr(sys, "argv", ["bench", "hex", "--matches", "200", "--file", str(file)])
    bench.main()
    told = capsys.readouterr().out
    assert "200 decisions of 200 matches" in told
    assert "wins  80% of 200" in told
    best = min(bench.TRIED, key=lambda sharp: bench.loss(rows, sharp))
    assert sharpened(0.7, 2, best) == pytest.approx(0.8, abs=0.01)


def test_the_bench_looks_at_some_decisions_of_a_match(monkeypatch):
    monkeypatch.setattr(bench, "Evaluation", lambda view, **how: Evaluation(view, 50, NO_HURRY, how["on"], sharp=1.0))
    rows = bench.played("beginner", ("hex", 2, 0))
    assert len(rows) == bench.MOMENTS
    assert all(row["got"] in (0.0, 1.0) and 0 <= row["said"] <= 1 for row in rows)
