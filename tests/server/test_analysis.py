"""The analysis board: any position, moves for all sides, chance as wished, side lines, the engine's opinion."""

import json
import random
import re
from typing import Any

import pytest

from hexagora import registry
from hexagora.engine import matchfile
from hexagora.engine.contract import CHANCE
from hexagora.engine.match import Match
from hexagora.server import analysis
from hexagora.server.analysis import Analysis, seen
from hexagora.server.errors import Refusal
from hexagora.server.settings import Limits
from tests.server.support import Person, Served

STEPS, FAR = 12, 160


def board(game: str, text: str = "", **options: Any) -> tuple[Analysis, Any, dict[str, Any]]:
    desk, found = Analysis(Limits()), registry.game(game)
    return desk, found, desk.open(found, text, options)


@pytest.mark.parametrize("name", registry.names())
def test_every_game_can_be_moved_about_in_with_chance_as_wished(name: str):
    desk, game, opened = board(name)
    actions: list[str] = []
    for k in range(STEPS):
        told = json.loads(desk.moment(game, opened["root"], actions))
        match = desk.reached(game, opened["root"], actions)
        assert bool(told["weights"]) == (match.actor == CHANCE)
        assert [choice["text"] for choice in told["scene"]["choices"]] == match.legal()
        actions.append(told["scene"]["choices"][k % len(told["scene"]["choices"])]["text"])
    again = Analysis(Limits()).reached(game, opened["root"], actions)
    assert again.texts() == actions
    assert again.position() == desk.reached(game, opened["root"], actions).position()


def test_few_long_matches_and_many_short_ones_are_kept(monkeypatch: pytest.MonkeyPatch):
    """However long the matches are that strangers ask for, what is kept of them takes little memory."""
    desk, game, opened = board("hex", size=5, swap=False)
    monkeypatch.setattr(analysis, "HEAVIEST", 20 * analysis.ACTION_BYTES)
    cells = [f"{letter}{number}" for letter in "abcde" for number in (1, 2)]
    for length in range(len(cells) + 1):
        assert desk.reached(game, opened["root"], cells[:length]).texts() == cells[:length]
        desk.reached(game, opened["root"], [])  # what is looked at again stays
    kept = [len(actions) for _, _, actions in desk._kept]
    assert kept[-2:] == [10, 0]
    assert 2 <= len(kept) < 8
    assert desk._weight == sum(map(analysis._weight, desk._kept))


@pytest.mark.parametrize("name", registry.names())
def test_what_chance_may_do_is_told_in_words_and_names(name: str):
    game, rng, seen = registry.game(name), random.Random(5), 0
    match = Match(game, game.options({}), seed=1, chance="ask")
    while not match.over and len(match.log) < FAR:
        if match.actor == CHANCE and (seen := seen + 1):
            for choice in match.scene().choices:
                assert choice.label.lower() != choice.text
                assert not re.search(r"\bp\d\b|_", choice.label), choice.label
                assert choice.label in match.fork().play(choice.text).sentences()[-1]
        match.play(rng.choice(match.actions()))
    assert seen or name == "hex"


def test_a_match_file_with_side_lines_comes_back_as_it_was():
    line = {"actions": ["b2", "a1"], "comments": {"0": "Begin", "1": "The middle"}, "marks": {"1": ["board/b2"]},
            "lines": [{"at": 1, "actions": ["c1", "a3"], "comments": {"2": "Why not"},
                       "lines": [{"at": 1, "actions": ["b3"]}]}]}
    desk, game, empty = board("hex", size=3, swap=False)
    opened = desk.open(game, json.dumps({**empty["root"], **line, "title": "Three"}), {})
    assert (opened["line"], opened["title"]) == (line, "Three")
    plain = matchfile.from_document({**empty["root"], **line}, game)
    assert plain.texts() == ["b2", "a1"]  # who knows no side lines plays the main line


@pytest.mark.parametrize(("change", "problem"), [
    ({"lines": [{"at": 3, "actions": ["a1"]}]}, "leaves it after 3 actions"),
    ({"lines": [{"at": 1, "actions": ["b2"]}]}, "line 1, action 1"),
    ({"lines": {"at": 1}}, "'lines' must be a list"),
    ({"comments": {"9": "late"}}, "no number from 0 to 1"),
    ({"comments": {"1": 7}}, "must be a text"),
    ({"marks": {"1": ["board/z9"]}}, "there is no place 'board/z9'"),
    ({"marks": {"1": ["b2"]}}, "places like"),
    ({"title": 5}, "title must be"),
])
def test_what_is_wrong_with_a_tree_is_named(change: dict[str, Any], problem: str):
    desk, game, empty = board("hex", size=3, swap=False)
    with pytest.raises(Refusal, match=problem):
        desk.open(game, json.dumps({**empty["root"], "actions": ["b2"], **change}), {})


def test_a_position_and_a_notation_open_a_board_too():
    position = registry.game("hex").match(size=4, swap=False).play("b2").position()
    desk, game, opened = board("hex", json.dumps(position))
    assert desk.reached(game, opened["root"], ["c3"]).position()["red"] == ["b2"]
    with pytest.raises(Refusal, match="begin with a brace"):
        desk.open(game, "1. e4", {})
    with pytest.raises(Refusal, match="no match file of"):
        desk.open(registry.game("sigil"), json.dumps(opened["root"]), {})


def test_options_of_a_board_name_no_file_of_the_server():
    desk, game, opened = board("hexcape")
    asset = next(option.name for option in game.facts.options if option.asset)
    with pytest.raises(Refusal, match="cannot name a file"):
        desk.moment(game, {**opened["root"], "options": {asset: "/etc/passwd"}}, [])


def test_the_engine_tells_lines_with_values_looks_and_uncertainty(server: Served):
    http = Person(server.address).http
    opened = http.post("/api/games/hex/analysis", json={"options": {"size": 5, "swap": False}}).json()
    asked = {"root": opened["root"], "actions": ["c3", "a1"]}
    shown = http.post("/api/games/hex/moment", json=asked).json()
    assert shown["seat"] == 1
    told = http.post("/api/games/hex/opinion", json={**asked, "looks": 4000}).json()
    assert told["sure"]
    assert 1 <= len(told["choices"]) <= 3
    legal = {choice["text"] for choice in shown["scene"]["choices"]}
    for choice in told["choices"]:
        assert choice["text"] in legal
        assert choice["line"][0] == choice["text"]
        assert 0 <= choice["value"] <= 1
        assert choice["places"] == [f"board/{choice['text']}"]
    wrong = http.post("/api/games/hex/moment", json={**asked, "actions": ["c3", "c3"]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-position")
    assert http.post("/api/games/hex/opinion", json={**asked, "looks": 10**9}).status_code == 422


LAID = {"sygon": 36, "sigil": 9, "hexemonia": 11}  # actions: tiles and values, spells, cities and hands


@pytest.mark.parametrize("name", registry.names())
def test_the_studies_of_a_game_are_told(name: str, server: Served):
    http = Person(server.address).http
    listed = http.get(f"/api/games/{name}/studies").json()
    assert listed
    one = http.get(f"/api/games/{name}/studies/{listed[0]['id']}").json()
    assert one["title"] == listed[0]["title"]
    assert one["laid"] == LAID.get(name, 0)
    assert http.get(f"/api/games/{name}/studies/nothing").json()["code"] == "no-study"


def test_whoever_has_no_name_is_called_as_the_sentences_and_comments_call_them() -> None:
    match = registry.game("hex").match(size=3, swap=False)
    match.seats[:] = ["Player 1", "Bea"]
    shown = seen(match)
    assert [panel.name for panel in shown.panels] == ["Red", "Bea"]
    assert match.seats == ["Player 1", "Bea"]
    without = seen(registry.game("manapool").match(seed=1))
    assert [panel.name for panel in without.panels] == ["Seat 1", "Seat 2", "Seat 3"]
