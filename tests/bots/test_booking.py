"""Making opening books: the same whatever the interruptions; Master plays what is not shown to be worse."""

import json
import random

import pytest

import hexagora
from hexagora.bots import Request, arena, booking, bookshelf, decide, levels
from hexagora.bots.booked import booked, hope, sound
from hexagora.bots.booking import Making, Plan, decisions, install, weights
from hexagora.bots.player import consider
from hexagora.bots.view import view_of
from hexagora.engine import hooks, openings
from hexagora.engine.errors import HexagoraError
from hexagora.engine.openings import Book, Known, Position

HEX = hexagora.game("hex")
SMALL = Plan("hex", {"size": 4}, positions=5, looks=300, level="beginner")


def quiet(what, done, of):
    """Nobody watches."""


def made(folder, matches=16, plan=SMALL):
    making = Making(plan, folder)
    making.run(matches, quiet)
    return making


def request(match, level="master", **more):
    view = view_of(match, match.actor + 1)
    return Request(view.name, view.options, view.state, view.seat, level, 1, 0.05, **more)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return made(tmp_path_factory.mktemp("book"))


@pytest.fixture
def shelf(monkeypatch):
    books = []
    monkeypatch.setattr(openings, "books", lambda game: [book for book in books if game.id == "hex"])
    return books


def test_every_position_has_judged_decisions_and_every_match_counts_once_at_the_start(small):
    start = next(iter(small.positions.values()))
    assert (start.line, len(small.positions), small.played) == ([], 5, 16)
    assert sum(move.played for move in start.moves) == 16
    for one in small.positions.values():
        values = [move.value for move in one.moves]
        assert values == sorted(values, reverse=True)
        assert 2 <= len(one.moves) <= booking.CANDIDATES
        assert all(0 <= move.won <= move.played for move in one.moves)
    assert list(openings.problems(HEX, small.book())) == []


def test_what_a_game_wants_in_its_book_is_there_in_any_case(small):
    replies = [one for one in small.positions.values() if len(one.line) == 1]
    assert replies
    assert all("swap" in [move.text for move in one.moves] for one in replies)


def test_an_interrupted_run_goes_on_and_comes_out_the_same(tmp_path, small):
    def stop(what, done, of):
        if what == "positions" and done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Making(SMALL, tmp_path).run(8, stop)
    assert 0 < len(Making(SMALL, tmp_path).positions) < 5
    made(tmp_path, 8)
    assert made(tmp_path, 16).positions == small.positions


def test_two_processes_make_the_same_book_as_one(tmp_path, small):
    making = Making(SMALL, tmp_path)
    making.run(16, quiet, jobs=2)
    assert making.positions == small.positions


def test_a_folder_of_another_plan_is_refused_with_its_command(small):
    with pytest.raises(HexagoraError, match="hexagora book hex -o size=4 --positions 5 --looks 300 --level beginner"):
        Making(Plan("hex", {"size": 4}, 6, 300, "beginner"), small.folder)


def test_chance_and_what_is_no_decision_are_gone_through():
    sygon = hexagora.game("sygon")
    ways = list(decisions(sygon.match(chance="ask", board="recommended", players=3)))
    assert [there.texts() for there, _ in ways] == [["first p1"], ["first p2"], ["first p3"]]
    assert [round(part, 3) for _, part in ways] == [0.333] * 3
    mana = hexagora.game("manapool").match(chance="ask")
    assert [len(there.log) for there, _ in decisions(mana)] == [4]


def position_of(*moves):
    return Position("x", [], [Known(str(k), str(k), *move) for k, move in enumerate(moves)])


@pytest.mark.parametrize(("moves", "texts"), [
    (((0.55, 50_000), (0.54, 50_000), (0.45, 50_000)), ["0", "1"]),  # a search shows one to be worse
    (((0.55, 50_000, 400, 220), (0.54, 50_000, 400, 120)), ["0"]),  # results do
    (((0.55, 50_000, 400, 100), (0.54, 50_000, 400, 220)), ["0", "1"]),  # the search's choice stays among them
    (((1.0, 0), (0.99, 50_000)), ["0", "1"]),
    (((1.0, 0), (0.0, 0)), ["0"]),
])  # fmt: skip
def test_what_is_shown_to_be_worse_is_not_played(moves, texts):
    assert [move.text for move in sound(position_of(*moves))] == texts


def test_results_count_the_more_the_more_there_are():
    some = position_of((0.55, 50_000, 400, 160), (0.53, 50_000, 400, 220), (0.53, 50_000, 4, 4), (0.54, 50_000))
    hopes = [hope(some, move) for move in some.moves]
    assert hopes[1] > hopes[0], "the searches differ little, the results much"
    assert hopes[1] - 0.05 < hopes[2] < 0.6, "four matches tell little"
    without = position_of((0.55, 50_000), (0.53, 50_000))
    assert hope(without, without.moves[0]) - hope(without, without.moves[1]) == pytest.approx(0.02)


def test_better_decisions_are_likelier_in_the_matches_of_a_book():
    parts = weights(position_of((0.5, 100), (0.47, 100), (0.2, 100)))
    assert sum(parts) == pytest.approx(1)
    assert parts[0] / parts[1] == pytest.approx(2.718, abs=0.01)
    assert parts[2] < 0.001


def book_of_the_start(*texts):
    start = HEX.match(size=4)
    moves = [Known(openings.key_after(HEX, start.box, start.state, start.understood(text)), text, 0.5, 50_000, 40, 20.0)
             for text in texts]
    return Book({"size": 4}, HEX.content_digest, {}, {at: Position(at, [], moves) for at in [
        openings.key(HEX, start.box, start.state)]})


def test_master_plays_from_the_book_with_variety_and_other_levels_do_not(shelf):
    shelf.append(book_of_the_start("a1", "b4"))
    match = HEX.match(size=4)
    found = decide(request(match))
    assert found.reason == "from the opening book"
    assert found.text in ("a1", "d4", "b4", "c1")
    view = view_of(match, 1)
    assert {view.text(booked(view, random.Random(k)) or 0) for k in range(40)} == {"a1", "d4", "b4", "c1"}
    assert "book" not in decide(request(match, "beginner")).reason
    assert consider(request(match)) == []
    match.play("a2")
    assert decide(request(match)).reason != "from the opening book"


def test_only_master_has_the_book_and_an_arena_can_close_it():
    assert [one.id for one in levels.ALL if one.book] == ["master"]
    player = arena.contender("master:0.1+book=no")
    player.start(HEX.match(size=4), 1, 1)
    assert not player.level.book
    with pytest.raises(HexagoraError, match="book=no"):
        arena.contender("master:0.1+book=maybe")


def test_books_are_put_into_the_folder_in_the_order_of_the_tables(tmp_path, monkeypatch, small):
    monkeypatch.setattr(type(HEX), "folder", tmp_path)
    tables = hooks.TABLES.of(HEX)
    for table in (tables[1], tables[0], tables[1]):
        install(HEX, [Book(table, "digest", {}, {})])
    lines = (tmp_path / openings.FILE).read_text("utf8").splitlines()
    assert [json.loads(line)["table"] for line in lines] == [tables[0], tables[1]]


def test_all_tables_of_a_game_are_meant_unless_one_is_named():
    assert bookshelf.tables(HEX, {}) == list(hooks.TABLES.of(HEX))
    assert bookshelf.tables(HEX, {"size": 9}) == [{"size": 9}]
    with pytest.raises(HexagoraError, match="no openings that come again"):
        bookshelf.tables(hexagora.game("hexemonia"), {})
