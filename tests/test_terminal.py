"""The terminal draws what a scene holds."""

from hexagora.engine.scene import Board, Cell, Piece, Scene
from hexagora.terminal.draw import draw_board


def drawn(pieces: list[Piece]) -> list[str]:
    cells = [Cell("a1", 0, 0), Cell("a2", 3**0.5, 0)]
    scene = Scene("toy", "Toy", [Board("board", "pointy", cells)], pieces, [], "")
    return [line.plain for line in draw_board(scene, scene.boards[0])]


def test_what_is_written_on_a_piece_is_shown() -> None:
    marked, plain = Piece("one", "troop", "a1", 0, glyph="●", label="3/2"), Piece("two", "troop", "a2", 1, glyph="○")
    top, names = drawn([marked, plain])
    assert top.split() == ["●3/2", "○"]
    assert names.index("a2") == top.index("○")


def test_pieces_that_do_not_fit_with_their_words_are_shown_by_their_signs() -> None:
    crowd = [Piece(f"w{k}", "wizard", "a1", 0, glyph="♟", label=f"w{k}") for k in range(4)]
    assert "♟♟♟♟" in drawn(crowd)[0]
