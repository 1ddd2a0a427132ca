"""Opening books: positions are known again however the board lies and whoever sits where, and what is shipped fits."""

import random
from collections import Counter

import pytest

import hexagora
from hexagora import registry
from hexagora.engine import hooks, openings
from hexagora.engine.errors import HexagoraError
from hexagora.engine.openings import Book, Known, Position

HEX, MANA = hexagora.game("hex"), hexagora.game("manapool")
WITH_BOOKS = [name for name in registry.names() if hooks.IMAGES.of(hexagora.game(name))]
DEEPEST = 12


def key_of(match):
    return openings.key(match.game, match.box, match.state)


def played(game, *actions, **options):
    return game.match(chance="ask", **options).play_all(actions)


@pytest.fixture
def shelf(monkeypatch):
    """Puts books in the place of those that come with the games."""
    books = []
    monkeypatch.setattr(openings, "books", lambda game: [book for name, book in books if name == game.id])
    return books


def of_hex(*positions, content=None):
    book = Book({"size": 4}, content or HEX.content_digest, {})
    book.positions = {one.at: one for one in positions}
    return book


def position(match, **moves):
    """A position with decisions: text, and how often it was played and won."""
    ways = [Known(key_of(match.fork().play(text)), text, 0.5, 1000, *counts) for text, counts in moves.items()]
    return Position(key_of(match), match.texts(), ways)


# the same position


def test_half_a_turn_of_the_board_of_hex_is_the_same_position_and_a_mirrored_one_is_another():
    assert key_of(played(HEX, "a2", size=4)) == key_of(played(HEX, "d3", size=4))
    assert key_of(played(HEX, "a2", size=4)) != key_of(played(HEX, "b1", size=4))


def test_the_first_stone_of_hex_is_another_position_where_it_may_not_be_taken_over():
    with_swap, without = played(HEX, "a2", size=4), played(HEX, "a2", size=4, swap=False)
    assert key_of(with_swap) != key_of(without)


def test_in_mana_pool_neither_colours_nor_the_way_the_board_lies_make_another_position():
    one = played(MANA, "colour red", "colour green", "colour blue", "corner a1", "corner e1")
    other = played(MANA, "colour blue", "colour red", "colour green", "corner a5", "corner a1")
    mirrored = played(MANA, "colour red", "colour green", "colour blue", "corner a5", "corner e9")
    assert key_of(one) == key_of(other)
    assert key_of(one) != key_of(mirrored)


def test_in_sygon_it_makes_no_difference_which_seat_is_first():
    sygon = hexagora.game("sygon")
    one, other = (played(sygon, f"first p{seat}", board="recommended") for seat in (1, 2))
    assert key_of(one) == key_of(other)


def after_all_ways(match):
    """What there is to decide, as far as it tells positions apart: how it ended, or where all ways lead."""
    if match.over:
        return sorted(match.result)
    return Counter(openings.key_after(match.game, match.box, match.state, a) for a in match.actions())


@pytest.mark.parametrize("name", WITH_BOOKS)
def test_positions_that_are_called_alike_go_on_alike(name):
    game, rng, known = hexagora.game(name), random.Random(1), {}
    for table in hooks.TABLES.of(game)[:2]:
        for _ in range(12):
            match = game.match(chance="ask", **{**table, **({"size": 3} if name == "hex" else {})})
            while not match.over and len(match.log) < DEEPEST:
                follows = after_all_ways(match)
                assert known.setdefault((str(table), key_of(match)), follows) == follows
                match.make(rng.choice(match.actions()))
    assert len(known) > 20


def test_decisions_that_mean_the_same_are_no_decision():
    match = played(MANA)
    assert not openings.is_decision(MANA, match.box, match.state)
    match.play_all(["colour red", "colour green", "colour blue", "corner a1"])
    assert openings.is_decision(MANA, match.box, match.state)


# looking up


def test_a_match_is_followed_until_it_leaves_the_book(shelf):
    start, after = HEX.match(size=4), played(HEX, "a2", size=4)
    shelf.append(("hex", of_hex(position(start, a2=(1240, 669.6), b2=(60, 30.0)), position(after, c2=(100, 25.0)))))
    steps = openings.followed(played(HEX, "d3", "b3", "a1", size=4))
    assert [(s.ply, s.seat, s.text, s.played, s.rate, s.others) for s in steps] == [
        (0, 1, "d3", 1240, 0.54, 60), (1, 2, "b3", 100, 0.25, 0)]
    assert steps[0].told() == "decision 1, seat 1: d3 was played 1,240 times here and won 54%"
    assert openings.followed(played(HEX, "a1", "b3", size=4)) == []


def test_what_was_played_too_seldom_is_not_told(shelf):
    shelf.append(("hex", of_hex(position(HEX.match(size=4), a2=(openings.LEAST_PLAYED - 1, 5.0)))))
    assert openings.followed(played(HEX, "a2", size=4)) == []


def test_a_book_is_for_its_own_table_and_content_alone(shelf):
    shelf.append(("hex", of_hex(position(HEX.match(size=4), a2=(50, 25.0)))))
    assert openings.of(HEX, HEX.options({"size": 4})) is shelf[0][1]
    assert openings.of(HEX, HEX.options({"size": 5})) is None
    shelf[0] = ("hex", of_hex(content="of another content"))
    assert openings.of(HEX, HEX.options({"size": 4})) is None


def test_a_match_that_began_in_a_position_has_no_opening(shelf):
    shelf.append(("hex", of_hex(position(HEX.match(size=4), a2=(50, 25.0)))))
    assert openings.followed(HEX.from_position({"options": {"size": 4}}).play("a2")) == []


# the file


def test_a_book_reads_as_it_was_written():
    book = of_hex(position(HEX.match(size=4), a2=(12, 7.5), b2=(3, 1.0)))
    again, = openings.of_lines(book.text(), "a file")
    assert (again.table, again.positions) == (book.table, book.positions)


@pytest.mark.parametrize(("text", "told"), [
    ('{"at":"x","line":[],"moves":[]}', "line 1 of a file"), ("[]", "line 1 of a file"),
    ('{"table":{},"content":"c"}\n{"at":"x","line":[],"moves":[["to"]]}', "line 2 of a file"),
])
def test_what_is_wrong_in_a_file_is_told_with_its_line(text, told):
    with pytest.raises(HexagoraError, match=told):
        openings.of_lines(text, "a file")


def test_a_way_that_leads_elsewhere_is_told():
    right = position(played(HEX, "a2", size=4), c2=(5, 2.0))
    assert list(openings.problems(HEX, of_hex(right))) == []
    wrong = Position(right.at, ["b2"], right.moves)
    assert "b2 leads elsewhere" in next(openings.problems(HEX, of_hex(wrong)))
    illegal = Position(right.at, ["a2", "a2"], right.moves)
    assert right.at in next(openings.problems(HEX, of_hex(illegal)))


@pytest.mark.parametrize("name", WITH_BOOKS)
def test_the_books_that_are_shipped_fit_the_rules_and_the_content(name):
    game = hexagora.game(name)
    shipped = openings.books(game)
    assert [book.table for book in shipped] == [t for t in hooks.TABLES.of(game) if t in [b.table for b in shipped]]
    for book in shipped:
        every = max(1, len(book.positions) // 10)
        some = dict(list(book.positions.items())[::every])
        assert list(openings.problems(game, Book(book.table, book.content, {}, some))) == []
        assert openings.of(game, game.options(book.table)) is book
