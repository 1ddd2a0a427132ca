"""Golden matches: a match file that is dropped into tests/golden is replayed, interpreted and compiled."""

import json
from pathlib import Path

import pytest

import hexagora
from hexagora.engine.matchfile import to_document

FILES = sorted((Path(__file__).parent / "golden").glob("*.match.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_golden_match_replays_to_the_same_result(path):
    document = json.loads(path.read_text("utf8"))
    match = hexagora.load(path)
    again = to_document(match)
    assert again["actions"] == document["actions"]
    assert again["result"] == document["result"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_golden_match_is_the_same_on_the_compiled_rules(path):
    match = hexagora.load(path)
    game, start = match.game, match.fork(0)
    functions = game.compiled().functions
    boxes, states = game.Box.to_array(match.box), game.State.to_array(start.state)
    for a in match.log:
        functions["apply_at"](boxes, states, 0, a)
    assert game.State.differences(game.State.from_array(states), match.state) == []


def test_there_are_golden_matches():
    assert FILES
