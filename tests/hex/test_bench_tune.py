"""`python -m bench.tune`: numbers move where they win."""

import argparse
import sys
from pathlib import Path

import pytest

from bench import thumbs, tune
from hexagora import registry
from hexagora.engine.errors import HexagoraError

HEX = registry.game("hex")
STEPS = {"explore": 5.0, "opened": 2.0}


def asked(rounds: int, matches: int = 40, seed: int = 1) -> argparse.Namespace:
    return argparse.Namespace(rounds=rounds, matches=matches, seed=seed, looks=10, confirm=6, option=None)


def whoever_explores_more(pairings):
    """Matches that one of the numbers decides."""
    for pairing in pairings:
        yield [float(pairing.one["explore"] > pairing.other["explore"])] * 2


def moved(path: Path, rounds: int) -> tune.Tuned:
    found = tune.load(path) or tune.begun(HEX, {}, STEPS)
    tune.tune(found, path, asked(rounds), whoever_explores_more, float("inf"))
    return found


def test_a_number_that_wins_moves_and_another_hardly(tmp_path: Path):
    found = moved(tmp_path / "hex.json", 6)
    assert found.now["explore"] == found.start["explore"] + 6 * tune.STRIDE * STEPS["explore"]
    assert abs(found.now["opened"] - found.start["opened"]) < STEPS["opened"]


def test_a_run_goes_on_from_what_it_kept(tmp_path: Path):
    moved(tmp_path / "one.json", 2)
    moved(tmp_path / "one.json", 4)
    moved(tmp_path / "other.json", 4)
    assert (tmp_path / "one.json").read_text() == (tmp_path / "other.json").read_text()


def test_a_round_that_is_not_over_begins_anew(tmp_path: Path):
    found = tune.begun(HEX, {}, STEPS)
    tune.tune(found, tmp_path / "hex.json", asked(1), whoever_explores_more, 0.0)
    assert not found.rounds
    assert found.now == found.start


def test_numbers_above_zero_stay_so_and_others_may_fall(tmp_path: Path):
    found = tune.begun(HEX, {}, {"opened": 50.0, "doubt": 50.0})
    assert found.beside({"opened": -1, "doubt": -1}) == {"opened": 1, "doubt": -50}


def test_what_confirms_is_played_on_deals_that_no_round_has_seen(tmp_path: Path):
    found, played = tune.begun(HEX, {}, STEPS), []

    def noting(pairings):
        played.extend(pairings)
        return iter([[1.0, 0.0]] * len(pairings))

    tune.tune(found, tmp_path / "hex.json", asked(3), noting, float("inf"))
    found.now["explore"] += 7.4
    rounds = {pairing.seed for pairing in played}
    played.clear()
    tune.confirm(found, tmp_path / "hex.json", asked(3), noting, float("inf"))
    assert len(rounds) == 3 * 20
    assert rounds.isdisjoint(pairing.seed for pairing in played)
    assert all(pairing.one["explore"] == found.start["explore"] + 7 for pairing in played)
    assert all(pairing.other == found.start for pairing in played)
    kept = tune.load(tmp_path / "hex.json")
    assert kept
    assert (kept.confirmed[0]["won"], kept.confirmed[0]["played"]) == (3, 6)


def test_only_numbers_that_are_there_can_be_moved():
    with pytest.raises(HexagoraError, match="hex has no number SPEED"):
        tune.begun(HEX, {}, {"SPEED": 1.0})


@pytest.mark.parametrize("name", registry.SUPPLIED)
def test_all_numbers_that_games_name_are_there(name: str):
    game = registry.game(name)
    found = tune.begun(game, {}, tune.supplied_steps(game))
    assert found.steps
    assert all(step > 0 for step in found.steps.values())


def test_a_game_that_names_no_numbers_wants_them_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thumbs, "TUNING", "no such file")
    monkeypatch.setattr(sys, "argv", ["tune", "hex"])
    with pytest.raises(HexagoraError, match="name numbers with --numbers"):
        tune.main()


def test_whole_matches_are_played_with_numbers_of_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    command = ["tune", "hex", "--numbers", "explore=20", "opened=3", "--looks", "30", "--rounds", "2", "--matches", "4",
               "--state", str(tmp_path / "hex.json")]
    monkeypatch.setattr(sys, "argv", [*command, "-o", "size=4"])
    tune.main()
    assert "round 2: " in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*command, "--confirm", "4", "-o", "size=3"])
    tune.main()
    assert "of 4, " in capsys.readouterr().out
    kept = tune.load(tmp_path / "hex.json")
    assert kept
    assert (kept.options, kept.confirmed[0]["options"]) == ({"size": "4"}, {"size": "3"})
