"""Boards: the figures of those supplied, and everything for which one is refused or warned about."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexagora
from hexagora.engine.errors import BadContent, BadOption, UnknownName
from hexagora.engine.features import Observer
from hexagora.games.manapool.boards import Board, BoardFile, distances, errors, fortress, warnings
from tests.manapool.support import BOARDS, at, fresh, game, tokens
from tests.support import covers

FIGURES = {  # a, A, D, L, T, plain | steps to siege tile, Pool, L, T | siege tiles, +1A touching each L and T, fortress
    "well": ((0, 6, 0, 3, 3, 24), (1, 2, 1, 1), (6, 2, 2, 6)),
    "crossing": ((6, 12, 6, 6, 6, 24), (2, 3, 2, 1), (6, 4, 1, 12)),
    "marches": ((6, 18, 6, 6, 6, 48), (3, 4, 2, 2), (6, 2, 2, 12)),
    "crown": ((6, 12, 6, 3, 3, 30), (2, 3, 2, 2), (6, 4, 4, 12)),
}
CROSSING_CORNERS = "a1 (a2 b1 b2), a5 (a4 b5 b6), e9 (d8 e8 f8), i5 (h5 h6 i4), i1 (h1 h2 i2), e1 (d1 e2 f1)"
CORNERS = {
    "well": "a1 (a2 b1 b2), a4 (a3 b4 b5), d7 (c6 d6 e6), g4 (f4 f5 g3), g1 (f1 f2 g2), d1 (c1 d2 e1)",
    "crossing": CROSSING_CORNERS,
    "marches": "a1 (a2 b1 b2), a6 (a5 b6 b7), f11 (e10 f10 g10), k6 (j6 j7 k5), k1 (j1 j2 k2), f1 (e1 f2 g1)",
    "crown": CROSSING_CORNERS,
}
SIZES = {"well": (4, 37), "crossing": (5, 61), "marches": (6, 91), "crown": (5, 61)}
SIEGE_TILES = ["d4", "d5", "e4", "e6", "f4", "f5"]  # of `crossing`
MOST_LEGAL = {"well": 91, "crossing": 157, "marches": 241}


def supplied(name):
    return Board(next(b for b in game.content.board if b.id == name))


def changed(cells=None, board="crossing", **fields):
    """A supplied board with other glyphs on some cells, or other fields, under an id of its own."""
    file = supplied(board).file
    rows = [list(row) for row in file.rows]
    for name, glyph in (cells or {}).items():
        rows[ord(name[0]) - ord("a")][int(name[1:]) - 1] = glyph
    return {"id": "changed", "name": "Changed", "side": file.side, "rows": ["".join(r) for r in rows], **fields}


def refusals(data):
    return [str(p) for p in errors(BoardFile.model_validate(data), game.content.glyphs)]


def codes(problems):
    return {str(p).split(":")[0] for p in problems}


def warned(data):
    assert refusals(data) == []
    return [str(p) for p in warnings(Board(BoardFile.model_validate(data)))]


# those supplied


@pytest.mark.parametrize("name", BOARDS)
def test_tile_counts(name):
    board = supplied(name)
    counts, _, _ = FIGURES[name]
    assert tuple(len(board.cells_with(g)) for g in "aADLT.") == counts
    assert (board.file.side, len(board.glyphs)) == SIZES[name]
    assert board.cells_with("O") == [board.centre]


@pytest.mark.parametrize("name", BOARDS)
def test_steps_from_the_gates_are_those_of_the_table_for_every_corner(name):
    board = supplied(name)
    siege, pool, bolt, silhouette = FIGURES[name][1]
    assert {distances(board, c) for c in board.corners} == {(pool, siege, bolt, silhouette)}


@pytest.mark.parametrize("name", BOARDS)
def test_siege_tiles_swords_beside_special_tiles_and_fortress_number(name):
    board = supplied(name)
    siege, by_bolt, by_silhouette, held = FIGURES[name][2]

    def swords(glyph):
        return {sum(board.glyphs[n] == "A" for n in board.near(c)) for c in board.cells_with(glyph)}

    assert len(board.siege) == siege
    assert swords("L") == {by_bolt}
    assert swords("T") == {by_silhouette}
    assert fortress(board) == held


@covers("MAN-RULING-1")
@pytest.mark.parametrize("name", BOARDS)
def test_six_corners_clockwise_each_with_three_gates(name):
    board = supplied(name)
    told = ", ".join(f"{board.names[c]} ({board.named(board.gates(c))})" for c in board.corners)
    assert told == CORNERS[name]


@pytest.mark.parametrize("name", BOARDS)
def test_supplied_boards_have_no_errors_and_no_warnings(name):
    board = supplied(name)
    assert errors(board.file, game.content.glyphs) == []
    assert warnings(board) == []


@pytest.mark.parametrize("name", BOARDS)
def test_supplied_boards_keep_the_promises_of_their_design(name):
    board = supplied(name)
    gates = [g for c in board.corners for g in board.gates(c)]
    rim = [g for g in gates if len(board.near(g)) < 6]
    assert board.siege == board.near(board.centre)
    assert all(sum(n in board.siege for n in board.near(c)) >= 2 for c in board.siege)
    assert not any(board.glyphs[g] in "LTOD" for g in gates)
    assert len(rim) == 12
    assert not any(board.glyphs[n] == "A" for g in rim for n in board.near(g))


@pytest.mark.parametrize("name", ["well", "crossing", "marches"])
def test_no_decision_offers_more_than_a_step_for_each_pair_of_neighbours(name):
    board = supplied(name)
    pairs = sum(len(board.near(c)) for c in range(len(board.glyphs))) // 2
    assert pairs + 1 == MOST_LEGAL[name]


@pytest.mark.parametrize("name", BOARDS)
def test_every_supplied_board_can_be_chosen(name):
    assert len(fresh(board=name).scene().boards[0].cells) == SIZES[name][1]


def test_an_unknown_board_is_refused_with_the_known_ones():
    with pytest.raises(UnknownName, match=r"did you mean 'crossing'.*well, crossing, marches, crown"):
        game.options({"board": "crosing"})


# refused


@pytest.mark.parametrize(("data", "expected"), [
    (changed(rows=["....."] * 8), "E1: 8 rows; side 5 needs 9"),
    (changed(rows=["......", *supplied("crossing").file.rows[1:]]), "E1: row a has 6 hexes; it needs 5"),
    (changed({"a3": "x"}), "E2: unknown glyph 'x' on a3"),
    (changed({"e5": "."}), "E3: 0 Mana Pools; there must be exactly one, on e5"),
    (changed({"c3": "O"}), "E3: 2 Mana Pools on c3 e5"),
    (changed({"e5": "A", "c3": "O"}), "E3: the Mana Pool is on c3; it must be in the centre, e5"),
    (changed(corners=["a1", "e9"]), "E4: 2 corners; allowed: 3 to 12"),
    (changed(corners=["a1", "e9", "z3"]), "E4: the corner z3 is not on the board"),
    (changed({"a5": "#"}), "E4: the corner a5 is not on the board"),
    (changed(corners=["a1", "e9", "i1", "a1"]), "E4: the corner a1 is listed twice"),
    (changed(corners=["a1", "i1", "e9"]), "E4: the corners a1 i1 e9 are not in clockwise order"),
    (changed({"a1": "A"}), "E5: the corner a1 is 'A'"),
    (changed({"a2": "#"}), "E6: the corner a1 has 2 neighbours (b1 b2)"),
    (changed(corners=["a3", "e9", "i1"]), "E6: the corner a3 has 4 neighbours (a2 a4 b3 b4)"),
    (changed({"a1": "#"}, corners=["a2", "b1", "i1"]), "E7: the corners a2 and b1 share the gate b2"),
    (changed({"b3": "#", "c1": "#"}, corners=["a2", "b2", "i1"]), "E7: the corners a2 and b2 touch"),
    (changed({"b2": "L"}), "E8: 'L' on b2, a gate of a1"),
    (changed({"b2": "T"}), "E8: 'T' on b2, a gate of a1"),
    (changed(dict.fromkeys(SIEGE_TILES, ".")), "E9: no +1 Attack tile next to the Pool (d4 d5"),
    (changed(dict.fromkeys(["a3", "b3", "c3", "c2", "c1"], "#")), "E10: no way from a2, a gate of a1, to the Pool"),
    (changed(dict.fromkeys(["a3", "b3", "c3", "c2", "c1"], "L")), "E10: no way from b2, a gate of a1, to a siege tile"),
])
def test_a_bad_board_is_refused_with_the_code_and_the_cells(data, expected):
    assert [p for p in refusals(data) if p.startswith(expected)], refusals(data)
    with pytest.raises(BadContent):
        game.options({"board": data})


@covers("MAN-RULING-25")
@pytest.mark.parametrize("glyph", "LTO")
def test_nothing_that_locks_can_lie_on_a_gate(glyph):
    assert "E8" in codes(refusals(changed({"e8": glyph})))


def test_all_errors_are_reported_at_once():
    found = refusals(changed({"a1": "D", "e8": "L", "c3": "O", "a5": "#"}))
    assert codes(found) == {"E3", "E4", "E5", "E8"}
    with pytest.raises(BadContent) as e:
        game.options({"board": changed({"a1": "D", "e8": "L", "c3": "O", "a5": "#"})})
    assert e.value.problems == found
    assert codes(refusals(changed(rows=["..a..", "..xD.."]))) == {"E1", "E2"}


def test_a_route_may_not_pass_special_tiles_or_corners():
    walled = dict.fromkeys(["a3", "b3", "c3", "c2", "c1"], "#")
    assert codes(refusals(changed({**walled, "c3": "T"}))) == {"E10"}
    assert refusals(changed({**walled, "c3": "."})) == []


def test_a_route_may_end_on_the_pool_but_not_pass_it():
    lone = Board(BoardFile.model_validate(changed(dict.fromkeys(
        ["d5", "e4", "e6", "f4", "c3", "c4", "c5", "d3", "d6", "e3", "e7", "f3", "f6", "g3", "g4", "g5"], "#"))))
    assert lone.walk(lone.cell("d4")) == {lone.cell("d4"): 0, lone.cell("e5"): 1}


@pytest.mark.parametrize(("fields", "message"), [
    ({"side": 3}, "side = 3"),
    ({"side": 9}, "side = 9"),
    ({"id": "No Good"}, "id = 'No Good'"),
    ({"name": ""}, "name = ''"),
    ({"provenance": "stolen"}, "provenance = 'stolen'"),
    ({"colour": "red"}, "colour: unknown key"),
    ({"id": "well"}, "a board that comes with the game has this id"),
])
def test_fields_of_a_board_file_are_checked(fields, message):
    with pytest.raises(BadContent, match=message):
        game.options({"board": changed(**fields)})


def test_too_many_corners_are_refused():
    assert "E4" in codes(refusals(changed(corners=[f"e{k}" for k in range(1, 10)] + ["d1", "d2", "d3", "d4"])))


# warned about


@pytest.mark.parametrize(("data", "expected"), [
    (changed({"b2": "D"}), "W1: +1 Defense on the gate b2"),
    (changed({"h4": "L", "g5": "."}), "W2: no +1 Attack next to h4"),
    (changed(dict.fromkeys(["c3", "d5", "e4"], ".")), "W3: the siege tile d4 touches no other +1 Attack"),
    (changed(dict.fromkeys(["d5", "e4", "e6", "f4", "f5"], ".")), "W4: only 1 siege tile (d4)"),
    (changed({"d4": "L"}), "W5: 'L' on d4, next to the Pool"),
    (changed({"d4": "D"}), "W6: +1 Defense on d4, next to the Pool"),
    (changed({"c3": "."}), "W7: no turn by 60 or 120 degrees"),
    (changed({"b3": "."}), "W8: the corners differ in their steps"),
    (changed(dict.fromkeys(["e7", "d7", "d5", "c5", "c6", "e6"], "L")), "W9: no gate can reach d6"),
    (changed(dict.fromkeys(["c3", "c5", "e3", "e7", "g3", "g5", "d4"], ".")), "W10: fortress number 5, below 6"),
])
def test_a_questionable_board_is_warned_about(data, expected):
    found = warned(data)
    assert [p for p in found if p.startswith(expected)], found


def test_a_board_with_a_symmetry_of_120_degrees_is_fair_enough():
    assert "W7" not in codes(warned(changed(board="crown")))


# boards of one's own


def test_a_board_of_ones_own_is_played_from_data_and_travels_with_the_match(tmp_path):
    own = changed({"a3": "#"}, corners=["a1", "e9", "i1"], notes="without a3")
    match = fresh(board=own).play_all(["colour red", "colour green", "colour blue"])
    assert match.legal() == ["corner a1", "corner e9", "corner i1"]
    assert "a3" not in [c.id for c in match.scene().boards[0].cells]
    match.play_all(["corner a1", "corner i1", "corner e9", "first red"])
    assert "move a2 a3" not in match.legal()
    match.save(tmp_path / "own.match.json")
    assert hexagora.load(tmp_path / "own.match.json").state == match.state


def test_rows_may_contain_blanks_and_a_file_can_be_named(tmp_path):
    path = tmp_path / "spaced.toml"
    rows = [" ".join(row) for row in supplied("well").file.rows]
    path.write_text(f'id = "spaced"\nname = "Spaced"\nside = 4\nrows = {rows}\n', "utf8")
    assert at(str(path)).box.tile[:] == at("well").box.tile[:]


def test_a_copy_of_a_supplied_board_is_that_board():
    file = supplied("well").file
    assert game.options({"board": file.model_dump(exclude_none=True)})["board"] == "well"


def test_alternate_corners_need_an_even_number_of_at_least_six():
    own = changed(corners=["a1", "a5", "e9", "i5", "i1"])
    with pytest.raises(BadOption, match="5 corners"):
        fresh(board=own, corners="alternate")


glyph_rows = st.lists(st.text(alphabet=".aADLTO#x ", max_size=10), max_size=12)
cell_names = st.sampled_from(["a1", "a5", "e9", "i5", "i1", "e1", "c3", "e5", "a2", "z9", ""])
plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=8)


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({}, optional={
    "id": st.just("fuzz") | plain_data, "name": st.just("Fuzz") | plain_data, "side": st.integers(2, 9) | plain_data,
    "rows": glyph_rows | plain_data, "corners": st.lists(cell_names, max_size=14) | plain_data, "notes": plain_data}))
def test_any_data_for_a_board_is_a_board_or_refused(data):
    with contextlib.suppress(BadContent, BadOption):
        game.box(game.options({"board": data}))


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from(supplied("crossing").names), st.sampled_from(".aADLTO#"), max_size=12),
       st.none() | st.lists(cell_names, max_size=8))
def test_any_change_of_a_board_is_playable_or_refused_with_codes(cells, corners):
    data = changed(cells, **({} if corners is None else {"corners": corners}))
    found = refusals(data)
    if found:
        assert codes(found) <= {f"E{k}" for k in range(1, 11)}
        with pytest.raises(BadContent):
            game.options({"board": data})
        return
    assert codes(warned(data)) <= {f"W{k}" for k in range(1, 11)}
    match = fresh(board=data)
    for _ in range(20):
        match.play(match.actions()[-1])


@pytest.mark.parametrize(("key", "value"), [("side", 5.0), ("side", "5"), ("notes", "x" * 1_000_000)])
def test_a_side_is_a_whole_number_and_notes_have_a_limit(key, value):
    with pytest.raises((BadContent, BadOption), match=key):
        game.match(board={**changed(), key: value})


def test_a_force_below_zero_is_observed_as_none():
    """With a base of 0 a tile may take more away than there is."""
    match = game.match(players=3, base_attack=0)
    assert min(match.box.attack) < 0
    assert min(Observer(game, match.box).integers(match.state, 0)) == 0


def beside_the_first_hex(phase, red, green, **more):
    """The first action of every kind that is about a hex is one of a1, where the supplied boards have a corner."""
    board = changed({"c1": "#"}, corners=["b1", "e9", "i5"])
    return at(board, to_move="red", phase=phase, corners={"red": "b1", "green": "e9", "blue": "i5"},
              tokens={"red": red, "green": green, "blue": ["h5"]}, **more)


def test_a_token_is_spawned_on_the_first_hex_of_a_board():
    match = beside_the_first_hex("spawn", ["b2"], ["e5"], spawns=1)
    assert match.legal() == ["spawn a1", "spawn c2"]
    assert tokens(match.play("spawn a1"), "red") == ["a1", "b2"]


def test_a_token_moves_and_attacks_from_the_first_hex_of_a_board():
    assert tokens(beside_the_first_hex("move", ["a1"], ["e5"], action_points=1).play("move a1 a2"), "red") == ["a2"]
    fight = beside_the_first_hex("combat", ["a1"], ["a2"], options={"base_attack": 2}, action_points=1)
    assert tokens(fight.play("attack a1 a2"), "green") == []
