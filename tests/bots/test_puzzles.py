"""Puzzles: exactly one decision is right, all that are shipped can be opened and played, making them goes on where it
stopped."""

import json
import random
from datetime import date

import pytest

import hexagora
from hexagora.bots import puzzle_check, puzzling
from hexagora.bots.puzzle_job import Making
from hexagora.bots.puzzling import Judge, asked, defences, expected, rating, together, winning
from hexagora.bots.search import wasm_backend
from hexagora.bots.view import view_of
from hexagora.engine import puzzles
from hexagora.engine.errors import HexagoraError
from hexagora.engine.puzzles import Puzzle
from tests.sigil.board import table

HEX = hexagora.game("hex")
EVERY = 20  # of the puzzles that are shipped one in so many is played through here; `hexagora puzzle --check` plays all
WITH_PUZZLES = [name for name in ("hex", "manapool", "hexemonia", "hexcape", "sigil", "sygon")
                if (hexagora.game(name).folder / puzzles.FILE).exists()]


def hex_position(red, blue, to_move="red", size=3):
    return HEX.from_position({"options": {"size": size, "swap": False}, "red": red.split(), "blue": blue.split(),
                              "to_move": to_move})


def looked_at(match):
    judge = Judge(wasm_backend(match.game.id))
    view = view_of(match, match.actor + 1)
    return judge, view, judge.search(view)


@pytest.fixture
def shortened(monkeypatch):
    """The last look at a puzzle is not as long as usual."""
    monkeypatch.setattr(puzzling, "LONG_LOOKS", 2000)


# what makes a puzzle


def test_of_two_ways_to_win_neither_is_the_answer():
    for red, blue, answer in (("a1 a2", "b1 c1", ["a3"]), ("b1 b2", "c1 c2", [])):
        _, view, search = looked_at(hex_position(red, blue))
        assert [view.text(a) for a in winning(search, view)] == answer


def test_the_only_defence_is_where_the_other_would_win():
    for red, answer in (("a1 a2", [["a3"]]), ("b1 b2", [])):
        _, view, search = looked_at(hex_position(red, "c1", to_move="blue"))
        search.run(100)
        assert [[view.text(a) for a in turn] for turn in defences(search, view)] == answer


def test_a_decision_that_alone_wins_by_proof_is_found_and_exact():
    judge, view, _ = looked_at(hex_position("e1 b2 c3 b4", "d4 e4 a5", "blue", size=5))
    found = asked(judge, view)
    assert (found.kind, view.text(found.answer), found.proof) == (puzzles.ONLY, "b5", puzzles.EXACT)


@pytest.mark.usefixtures("shortened")
def test_what_stands_clear_of_its_rivals_still_does_so_after_a_longer_look():
    judge, view, _ = looked_at(hex_position("e1 b2 c3 b4", "d4 e4 a5", "blue", size=5))
    assert [view.text(a) for a in view.legal() if puzzling.stays_clear(judge, view, [a])] == ["b5"]


@pytest.mark.parametrize(("red", "finds"), [("a9 a1", True), ("a8 a2", False)])
def test_a_decision_that_forces_a_win_in_two_turns_of_sigil_is_told_apart(red, finds):
    _, view, search = looked_at(table(red, "b1", red_cast="fireblast 5"))
    told = {view.text(a): puzzling.forces(search, view, a) for a in view.legal()}
    assert None not in told.values()
    assert (True in told.values()) == finds
    assert told.get("move a8", False) == finds


def test_an_empty_board_asks_nothing():
    judge, view, _ = looked_at(HEX.match(size=5, swap=False))
    assert asked(judge, view) is None


def test_what_all_levels_find_is_easier_than_what_none_finds(monkeypatch):
    judge, view, _ = looked_at(hex_position("c2 d3 c4", "c3 b4", "blue", size=5))
    rated = []
    for finds in (True, False):
        monkeypatch.setattr(puzzling, "solves", lambda *given, finds=finds: finds)
        rated.append(rating(judge, view, view.legal()[0], random.Random(1)))
    assert rated[0] < 1500 < rated[1]


def test_the_stronger_solves_more_often():
    assert expected(1900, 1500) > expected(1500, 1500) == 0.5


# turns whose decisions can be made in any order


def of_one_turn():
    """A shipped puzzle of which several decisions are right, opened, and its view."""
    game = hexagora.game("sigil")
    one = next(one for one in puzzles.of(game) if one.kind == puzzles.TURN)
    match = puzzles.opened(game, one)
    return one, match, view_of(match, match.actor + 1)


def test_decisions_of_one_turn_lead_to_the_same_whichever_comes_first():
    one, match, view = of_one_turn()
    right = [match.understood(text) for text in one.answers]
    s = together(view, right)
    assert view.game.State.to_bytes(s) == view.game.State.to_bytes(together(view, right[::-1]))


def test_decisions_that_exclude_each_other_are_no_parts_of_one_turn():
    view = view_of(HEX.match(size=3, swap=False), 1)
    assert together(view, view.legal()[:2]) is None  # the other moves in between


def test_each_decision_of_the_right_turn_is_an_answer_and_no_other_is():
    one, match, view = of_one_turn()
    right = {text for text in match.legal() if puzzles.is_right(match, one, text)}
    assert right == set(one.answers)
    assert 1 < len(right) <= len(view.legal()) // puzzling.RIGHT_PART


def test_a_guess_hardly_solves_a_puzzle():
    _, _, view = of_one_turn()
    several = view.legal()[: puzzling.MOST_RIGHT + 1]
    assert puzzling.are_few(view, several[:1])
    assert not puzzling.are_few(view, several)


def sygon_at_move():
    match = hexagora.game("sygon").match(board="recommended", seats="fixed", seed=1)
    return match.play_all(["place w1 c2", "place w2 c2", "place w3 c2"])


def test_a_decision_that_can_wait_is_asked_for_when_all_others_are_made():
    match = sygon_at_move()
    view = view_of(match, match.actor + 1)
    turn = ["walk w1 b2", "walk w2 d1", "teleport w3 a4", "end move"]
    actions = [match.understood(text) for text in turn]
    before = [[turn[actions.index(a)] for a in puzzling.made_before(view, actions, k)] for k in range(len(turn))]
    assert before == [turn[1:3], [turn[0], turn[2]], turn[:2], turn[:3]]
    left = next(puzzling.last_moments(match, actions))
    assert {text.split()[1] for text in left.legal() if text != "end move"} == {"w1"}
    assert len(match.log) == 3  # the match itself is where it was


def test_what_another_decision_needs_cannot_wait_for_it():
    match = sygon_at_move().play_all(["end move"])
    view = view_of(match, match.actor + 1)
    actions = [match.understood("end build")]
    s = puzzling.after(view, view.plain(), actions[0])
    actions.append(puzzling.legal(view, s)[-1])
    assert puzzling.made_before(view, actions, 0) == []


# making them


@pytest.mark.usefixtures("shortened")
def test_making_goes_on_where_it_stopped_and_finds_the_same(tmp_path):
    def make(folder, count):
        making = Making(HEX, folder, 1)
        making.run(count, lambda now: None, wasm_backend("hex"))
        return making

    at_once = make(tmp_path / "one", 3)
    make(tmp_path / "two", 1)
    assert [one.text() for one in make(tmp_path / "two", 3).found] == [one.text() for one in at_once.found]
    assert all(not list(puzzles.problems(HEX, one)) for one in at_once.found)


def test_what_does_not_stay_clear_after_a_longer_look_is_not_kept(monkeypatch):
    judge = Judge(wasm_backend("hex"))
    match = hex_position("e1 b2 c3 b4", "d4 e4 a5", "blue", size=5)
    found = puzzling.Finding(puzzles.BEST, match.actions()[0], match.actions()[:1], puzzles.SEARCHED)
    monkeypatch.setattr(puzzling, "asked", lambda *given: found)
    kept = []
    for clear in (True, False):
        monkeypatch.setattr(puzzling, "stays_clear", lambda *given, clear=clear: clear)
        kept.append(puzzling.made(judge, match, "a", set(match.actions()), random.Random(1)))
    assert [one and one.answer for one in kept] == [match.legal()[0], None]


def test_another_seed_does_not_go_on_with_what_is_there(tmp_path):
    Making(HEX, tmp_path, 1).keep()
    with pytest.raises(HexagoraError, match="seed = 1, not 2"):
        Making(HEX, tmp_path, 2)


# those that are shipped


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_shipped_puzzles_have_names_of_their_own_and_legal_answers(name):
    game = hexagora.game(name)
    known = puzzles.of(game)
    assert len({one.id for one in known}) == len({json.dumps(one.position) for one in known}) == len(known)
    assert [problem for one in known[::EVERY] for problem in puzzles.problems(game, one)] == []


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_shipped_puzzle_is_found_again(name):
    game = hexagora.game(name)
    exact = [one for one in puzzles.of(game) if one.proof == puzzles.EXACT] or puzzles.of(game)
    assert list(puzzle_check.differences(Judge(wasm_backend(name)), game, exact[len(exact) // 2])) == []


def test_a_shipped_puzzle_that_does_not_stay_clear_is_told(monkeypatch):
    game = hexagora.game("sygon")
    one = next(one for one in puzzles.of(game) if one.kind == puzzles.BEST)
    match = puzzles.opened(game, one)
    found = puzzling.Finding(one.kind, match.understood(one.answer), [], one.proof)
    monkeypatch.setattr(puzzle_check, "asked", lambda *given: found)
    monkeypatch.setattr(puzzle_check, "stays_clear", lambda *given: False)
    told = list(puzzle_check.differences(Judge(wasm_backend("sygon")), game, one))
    assert len(told) == 1
    assert told[0].endswith("does not stand clear after a longer look")


def test_puzzles_of_all_games_together_are_small():
    sizes = [(hexagora.game(name).folder / puzzles.FILE).stat().st_size for name in WITH_PUZZLES]
    assert sum(sizes) < 1_000_000


def test_every_day_has_its_puzzle():
    first, second = (puzzles.of_the_day(HEX, date(2026, 11, day)) for day in (16, 17))
    assert first == puzzles.of_the_day(HEX, date(2026, 11, 16))
    assert first != second


@pytest.mark.parametrize(("line", "why"), [
    ("{", "line 1 of x is no puzzle"),
    ('{"id": "a"}', "missing"),
    (Puzzle("a", "odd", {}, "", [], "exact", 1).text(), "the kind 'odd'"),
    (Puzzle("a", "win", {}, "", [], "hope", 1).text(), "the proof 'hope'"),
])
def test_a_bad_line_is_told(line, why):
    with pytest.raises(HexagoraError, match=why):
        puzzles.of_lines(line, "x")


def test_a_wrong_answer_is_told():
    one = Puzzle("a", "best", {"options": {"size": 3, "swap": False}, "red": [], "blue": [], "to_move": "red"},
                 "z9", ["z9"], "search", 1000)
    assert "z9" in " ".join(puzzles.problems(HEX, one))
    assert list(puzzle_check.differences(Judge(wasm_backend("hex")), HEX, one))
