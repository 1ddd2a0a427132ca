import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexagora
from hexagora.engine.errors import BadMatchFile, BadOption, BadPosition, HexagoraError, IllegalAction
from hexagora.engine.match import SNAPSHOT_EVERY
from hexagora.engine.matchfile import to_document
from hexagora.matches import from_document

SET_UP = ["colour green", "colour red", "colour blue", "corner a1", "corner e9", "corner i1"]


@pytest.fixture
def match():
    return hexagora.game("manapool").match(board="crossing", seed=7)


def state_bytes(match):
    return match.game.State.to_bytes(match.state)


def test_the_seed_decides_chance(match):
    match.play_all(SET_UP)
    assert match.to_act.startswith("seat")
    assert match.texts()[-1].startswith("first ")


def test_other_seeds_give_other_chances():
    starts = {hexagora.game("manapool").match(seed=k).play_all(SET_UP).texts()[-1] for k in range(20)}
    assert starts == {"first red", "first green", "first blue"}


def test_chance_can_be_left_to_the_caller():
    match = hexagora.game("manapool").match(chance="ask").play_all(SET_UP)
    assert match.to_act == "chance"
    assert match.legal() == ["first green", "first red", "first blue"]
    assert match.weights() == [1, 1, 1]
    assert match.play("first red").to_act == "seat 2"


def test_undo_is_no_second_throw(match):
    match.play_all(SET_UP)
    first = match.texts()[-1]
    match.undo()
    assert match.texts() == SET_UP[:-1]
    assert match.play(SET_UP[-1]).texts()[-1] == first


def test_undo_goes_back_to_the_byte_over_many_snapshots():
    match = hexagora.game("hex").match(size=19)
    seen = []
    for k in range(5 * SNAPSHOT_EVERY):
        seen.append(state_bytes(match))
        match.play(match.actions()[k % 3])
    while match.log:
        match.undo()
        assert state_bytes(match) == seen.pop()
    with pytest.raises(HexagoraError, match="nothing to take back"):
        match.undo()


def test_a_seat_can_take_back_only_what_the_rules_allow(match):
    match.play("colour green")
    assert match.may_undo(1)
    assert not match.may_undo(2)
    with pytest.raises(HexagoraError, match="seat 2 cannot"):
        match.undo(seat=2)
    assert match.undo(seat=1).log == []


def test_a_fork_lives_its_own_life(match):
    match.play_all(SET_UP)
    before = state_bytes(match)
    twin = match.fork(3)
    assert twin.texts() == SET_UP[:3]
    twin.play("corner a5")
    assert state_bytes(match) == before
    assert len(match.log) == 7


@pytest.mark.parametrize(("action", "message"), [
    ("colour gren", "'colour gren' is not a legal action for seat 1 now; did you mean 'colour green'"),
    ("jump", "legal: 'colour red', 'colour green', 'colour blue'"),
    ("", "is not a legal action"),
    (99, "action number 99 is not legal for seat 1 now"),
])  # fmt: skip
def test_illegal_actions_say_what_would_be_right(match, action, message):
    with pytest.raises(IllegalAction) as e:
        match.play(action)
    assert message in str(e.value)
    assert match.log == []


def test_notation_is_read_generously(match):
    assert match.play("  Colour   GREEN ").texts() == ["colour green"]


def test_nothing_is_legal_when_over():
    match = hexagora.game("hex").match(size=3).play_all(["a1", "b1", "a2", "b2", "a3"])
    assert match.over
    assert match.to_act is None
    assert match.legal() == []
    assert match.result == [1.0, 0.0]
    with pytest.raises(IllegalAction, match="the match is over"):
        match.play("c1")


def test_a_viewer_who_does_not_exist_is_refused(match):
    with pytest.raises(HexagoraError, match="there is no seat 4"):
        match.position(viewer=4)


def test_a_wrong_way_of_chance_is_refused():
    with pytest.raises(BadOption, match="allowed: seed, ask"):
        hexagora.game("hex").match(chance="dice")


def test_save_and_load_go_on_with_the_same_chances(match, tmp_path):
    path = tmp_path / "a.match.json"
    match.play_all(SET_UP[:5]).save(path)
    again = hexagora.load(path)
    assert again.play(SET_UP[5]).texts() == match.play(SET_UP[5]).texts()
    assert [p.name for p in tmp_path.iterdir()] == ["a.match.json"]


def test_a_match_that_started_from_a_position_is_saved_with_it(tmp_path):
    start = hexagora.game("hex").from_position({"options": {"size": 5}, "red": ["c3"]})
    start.play("b2").save(tmp_path / "p.match.json")
    assert hexagora.load(tmp_path / "p.match.json").position()["red"] == ["c3"]


def test_a_failed_save_leaves_the_old_file(match, tmp_path):
    with pytest.raises(HexagoraError, match="cannot write"):
        match.save(tmp_path / "no-such-folder" / "a.match.json")


def document(match):
    return json.loads(json.dumps(to_document(match)))


@pytest.mark.parametrize(("change", "message"), [
    ({"format": "pgn"}, "not a match file"),
    ({"version": 2}, "version 2 of match files; this reads 1"),
    ({"game": "chess"}, "unknown game 'chess'"),
    ({"game_version": 99, "actions": ["move a9 a9"]}, "version 99 of the rules"),
    ({"content": "0000"}, "other content"),
    ({"options": {"board": "moon"}}, "unknown board 'moon'"),
    ({"options": []}, "options = '[]' has the wrong type"),
    ({"actions": ["colour pink"]}, "action 1: 'colour pink' is not a legal action"),
    ({"actions": ["colour red", 5]}, "action 2 is 5, not a text"),
    ({"actions": "colour red"}, "actions = 'colour red' has the wrong type"),
    ({"seats": ["a"]}, "1 seat names for 3 players"),
    ({"seats": [1, 2, 3]}, "seats must be a list of names"),
    ({"chance": "dice"}, "allowed: seed, ask"),
    ({"start": {"game": "hex"}}, "is not of 'manapool'"),
])  # fmt: skip
def test_foreign_and_damaged_match_files_are_told_apart(match, change, message):
    with pytest.raises(BadMatchFile) as e:
        from_document({**document(match.play_all(SET_UP)), **change}, "x.json")
    assert str(e.value).startswith("x.json: ")
    assert message in str(e.value)


def test_a_missing_key_is_named(match):
    broken = document(match)
    del broken["actions"]
    with pytest.raises(BadMatchFile, match="the key 'actions' is missing"):
        from_document(broken)


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 2000), junk=st.binary(max_size=8))
def test_no_damage_to_a_file_gets_through(tmp_path_factory, cut, junk):
    path = tmp_path_factory.mktemp("cut") / "a.match.json"
    match = hexagora.game("hex").match(size=3, seed=1).play("b2")
    match.save(path)
    data = path.read_bytes()
    path.write_bytes(data[:cut] + junk + data[cut + len(junk) + 1:])
    with contextlib.suppress(BadMatchFile):
        hexagora.load(path)


@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=4),
                    lambda x: st.lists(x, max_size=3) | st.dictionaries(st.sampled_from(
                        ["red", "blue", "to_move", "options", "game", "size", "x"]), x, max_size=4), max_leaves=8))
def test_no_document_crashes_a_position(value):
    with contextlib.suppress(BadPosition, BadOption):
        hexagora.game("hex").from_position(value)


def test_sentences_remember_their_templates(match):
    match.play("colour green")
    sentence = match.sentences()[0]
    assert sentence == "Seat 1 takes green"
    assert sentence.template == "{who} takes {colour}"
    assert sentence.values == {"who": "Seat 1", "colour": "green"}


def test_chance_that_is_asked_for_is_told():
    """What the seed decides is the same whether it decides by itself or is asked."""
    by_itself = hexagora.game("manapool").match(board="crossing", seed=7)
    asked = hexagora.game("manapool").match(board="crossing", seed=7, chance="ask")
    told = asked.settle()
    for text in SET_UP:
        by_itself.play(text)
        told += asked.decide(asked.understood(text))
    assert told == by_itself.texts()
    assert state_bytes(asked) == state_bytes(by_itself)
    assert [asked.actor_at(k) for k in range(len(told))].count(0) == 2  # a colour and a corner


def test_scores_for_a_viewer_and_their_history(match):
    match.play_all(SET_UP)
    assert match.scores_for(0) == match.scores_for(None) == match.scores
    assert match.score_history(0)[-1] == match.scores
    assert len(match.score_history(0)) > 3


def test_a_debug_match_refuses_a_list_of_actions_that_is_not_ascending(monkeypatch):
    def twice(box, s, out):
        out[0] = out[1] = 3
        return 2

    plain, checked = (hexagora.game("hex").match(size=3, debug=debug) for debug in (False, True))
    monkeypatch.setattr(plain.game.rules, "legal", twice)
    assert plain.actions() == [3, 3]
    with pytest.raises(ValueError, match="not ascending"):
        checked.actions()
