"""The terminal draws what a scene holds, in the columns there are, and looks things up."""

import io
import random
import sys

import pytest
from rich.console import Console

from hexagora import registry
from hexagora.bots.external import EngineTrouble
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.scene import Board, Border, Cell, Piece, Scene
from hexagora.terminal import looking, opponents
from hexagora.terminal.draw import draw, draw_board, legend
from hexagora.terminal.play import Table

COLUMNS = 100
MOST = {"sygon": 4, "manapool": 3, "hexcape": 6, "hexemonia": 4}  # players


def drawn(pieces: list[Piece], *borders: Border) -> list[str]:
    cells = [Cell("a1", 0, 0), Cell("a2", 3**0.5, 0)]
    scene = Scene("toy", "Toy", [Board("board", "pointy", cells, borders=list(borders))], pieces, [], "")
    return [line.plain for line in draw_board(scene, scene.boards[0])]


def test_what_is_written_on_a_piece_is_shown() -> None:
    marked, plain = Piece("one", "troop", "a1", 0, glyph="●", label="3/2"), Piece("two", "troop", "a2", 1, glyph="○")
    top, names = drawn([marked, plain])
    assert top.split() == ["●3/2", "○"]
    assert names.index("a2") == top.index("○")


def test_pieces_that_do_not_fit_with_their_words_are_shown_by_their_signs() -> None:
    crowd = [Piece(f"w{k}", "wizard", "a1", 0, glyph="♟", label=f"w{k}") for k in range(6)]
    assert "♟♟♟♟♟♟" in drawn(crowd)[0]


def test_a_piece_whose_name_holds_its_sign_is_shown_by_its_name() -> None:
    assert drawn([Piece("p1-w2", "wizard", "a1", 0, glyph="2", label="w2")])[0].split()[0] == "w2"


def test_walls_stand_between_the_cells() -> None:
    x = 3**0.5 / 2
    top = drawn([], Border("a1 e", x, -0.4, x, 0.4, "wall", 0))[0]
    assert "│" in top[top.index("·") : top.rindex("·")]


def halfway(name: str, steps: int = 120) -> "tuple[object, Scene]":
    """A match in which random play has gone some way, with everything on the table."""
    match, rng = registry.game(name).match(players=MOST.get(name, 2), seed=3), random.Random(1)
    for _ in range(steps):
        if match.over:
            break
        match.play(rng.choice(match.actions()))
    return match, match.scene(1)


def recorder(width: int) -> Console:
    return Console(width=width, record=True, file=io.StringIO(), force_terminal=False)


def printed(scene: Scene, width: int = COLUMNS) -> list[str]:
    console = recorder(400)
    console.print(draw(scene, width))
    return [line.rstrip() for line in console.export_text().splitlines()]


@pytest.mark.parametrize("name", registry.names())
def test_every_game_fits_into_a_hundred_columns_with_all_its_places(name: str) -> None:
    _, scene = halfway(name)
    board = [line.plain for b in scene.boards for line in draw_board(scene, b, COLUMNS - 33)]
    assert max(map(len, board)) <= COLUMNS
    text = "\n".join(board)
    missing = [c.id for b in scene.boards for c in b.cells if c.id not in text and c.label not in text]
    assert not missing
    assert scene.prompt in " ".join(printed(scene))
    assert "click" not in scene.prompt.lower()


@pytest.mark.parametrize("name", registry.names())
def test_every_sign_has_a_meaning(name: str) -> None:
    _, scene = halfway(name)
    told = legend(scene).plain
    assert all(kind.replace("-", " ") in told for kind in {p.kind for p in scene.pieces if p.board})


def test_costs_values_and_numbers_of_cubes_are_drawn() -> None:
    for name in ("hexcape", "sygon", "hexemonia"):
        _, scene = halfway(name)
        lines = "\n".join(line.plain for b in scene.boards for line in draw_board(scene, b))
        assert any(c.isdigit() for c in lines.replace("\n", " "))
    _, scene = halfway("hexcape")
    cell = next(c for c in scene.boards[0].cells if c.glyph.isdigit())
    top = draw_board(scene, Board("board", "pointy", [cell]))[0].plain
    assert top.startswith(cell.glyph) or any(p.at == cell.id for p in scene.pieces)


# looking things up


def said(lines: list) -> str:
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize("name", registry.names())
def test_places_players_and_rules_can_be_looked_up(name: str) -> None:
    match, scene = halfway(name, 40)
    cell = scene.boards[0].cells[0]
    assert cell.note in said(looking.look(scene, cell.id.upper()))
    assert scene.panels[0].meters[0].label in said(looking.look(scene, scene.panels[0].name))
    rules = (match.game.folder / "rules.md").read_text("utf8")
    assert "Now: " in said(looking.rules(rules, "", scene.rule)) or not scene.rule
    assert scene.rule in said(looking.rules(rules, scene.rule.lower(), "")) if scene.rule else True
    with pytest.raises(HexagoraError, match="there is no place or player 'zz99'"):
        looking.look(scene, "zz99")
    with pytest.raises(HexagoraError, match="no rule speaks of"):
        looking.rules(rules, "xyzzy", "")


def test_cards_can_be_looked_up() -> None:
    _, scene = halfway("sigil")
    assert "Four soft moves in a row." in said(looking.card(scene, "flourish"))
    _, scene = halfway("hexemonia")
    assert scene.piles[0].shown[0] in said(looking.card(scene, ""))
    with pytest.raises(HexagoraError, match="there is no card 'queen'"):
        looking.card(scene, "queen")


# the table


class Typist:
    """Answers the questions of a table, then leaves."""

    def __init__(self, *answers: str):
        self.answers = iter([*answers, "quit"])

    def __call__(self, prompt: str) -> str:
        return next(self.answers)


def at_table(match, *answers: str, people=(1,), named=("beginner",)) -> str:
    console = recorder(COLUMNS)
    Table(match, people, named, console, Typist(*answers)).run()
    return console.export_text()


@pytest.fixture(autouse=True)
def own_data(monkeypatch, tmp_path):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path))


def test_take_backs_keep_the_barriers_of_the_game() -> None:
    match = registry.game("hexcape").match(seed=2)
    shown = at_table(match, "undo", people=(1, 2))
    assert "cannot be taken back" in shown or "nothing to take back" in shown
    hex_ = registry.game("hex").match(size=5, seed=1)
    shown = at_table(hex_, "c3", "undo")
    assert "cannot be taken back" in shown  # the bot has answered
    assert len(hex_.log) == 2


def test_the_turns_of_others_are_told_whole() -> None:
    match, rng = registry.game("sygon").match(players=4, seed=5), random.Random(2)
    table = Table(match, (1,), ("beginner",), recorder(COLUMNS), Typist())
    for _ in range(80):
        match.play(rng.choice(match.actions()))
    told = match.sentences(table.viewer, first=table.told)
    assert len(told) > 40
    table._show()
    shown = " ".join(table.console.export_text().split())
    assert all(" ".join(sentence.split()) in shown for sentence in told)


def test_hints_come_from_an_expert_whoever_plays(monkeypatch) -> None:
    asked = []
    monkeypatch.setattr("hexagora.bots.hints", lambda request: asked.append(request.level) or [])
    at_table(registry.game("hex").match(size=5, seed=1), "hint")
    assert asked == ["expert"]


def test_levels_are_checked_and_engines_can_play() -> None:
    with pytest.raises(UnknownName, match="champion"):
        opponents.check(["casual", "champion"])
    command = f"engine:{sys.executable} -m hexagora engine --level beginner"
    match = registry.game("hex").match(size=3, seed=1)
    at_table(match, "b2", named=(command,))
    assert len(match.log) == 2
    with pytest.raises(EngineTrouble, match="cannot be started"):
        at_table(match, named=("engine:no-such-program",))
