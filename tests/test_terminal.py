"""The terminal draws what a scene holds, in the columns there are, and looks things up."""

import io
import random
import re
import sys
from types import SimpleNamespace

import pytest
from rich.console import Console

from hexagora import registry
from hexagora.bots.external import EngineTrouble
from hexagora.engine import puzzles
from hexagora.engine.errors import HexagoraError, UnknownName
from hexagora.engine.scene import Board, Border, Cell, Piece, Scene
from hexagora.terminal import looking, opponents
from hexagora.terminal.draw import badges_of, draw, draw_board, has_name, legend, signs_of
from hexagora.terminal.play import Table
from hexagora.terminal.puzzle import Trainer
from hexagora.terminal.speech import VARIABLES, Speech, chosen

COLUMNS = 100


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


def halfway(name: str, steps: int = 120, players: int = 0) -> "tuple[object, Scene]":
    """A match in which random play has gone some way, with everything on the table."""
    game, rng = registry.game(name), random.Random(1)
    match = game.match(players=players or max(game.facts.players), seed=3)
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
def test_what_is_on_the_table_is_drawn_whole_for_every_number_of_players(name: str) -> None:
    for players in registry.game(name).facts.players:
        _, scene = halfway(name, 150, players)
        console = recorder(COLUMNS)
        console.print(draw(scene, COLUMNS))
        text = console.export_text()
        assert "…" not in text  # what does not fit is marked
        assert not {c.label for b in scene.boards for c in b.cells if c.label not in text}
        plain = [c for b in scene.boards for c in b.cells if not has_name(c)]  # a name stands for what it is
        signs = {badge.text for c in plain for badge in badges_of(c)}
        assert not {sign for sign in signs if sign not in text}


def test_what_does_not_fit_into_a_cell_is_marked() -> None:
    crowd = [Piece(f"w{k}", "wizard", "a1", 0, glyph="♟") for k in range(20)]
    assert re.search("♟{10,}…", drawn(crowd)[0])


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


def test_letters_and_cards_on_hexes_are_drawn_and_a_token_by_its_letter() -> None:
    match = registry.game("hexcape").match(seed=4, map="letter-office")
    match.play_all(["take red", "take blue"])
    scene = match.scene(1)
    told = " ".join(line.plain for line in draw_board(scene, scene.boards[0]))
    letters = next(b.text for c in scene.boards[0].cells for b in c.badges if b.text.isalpha())
    assert letters in told
    assert "♦" in told
    assert "♦ card" in legend(scene).plain
    assert "n cost   " in legend(scene).plain  # whatever the ground is
    assert signs_of([p for p in scene.pieces if p.kind == "token"]) == ["R", "B"]


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


def test_prices_can_be_looked_up_with_what_is_lacking() -> None:
    match, rng = registry.game("sygon").match(seed=3), random.Random(2)
    while not match.scene(match.actor + 1).offers:
        match.play(rng.choice(match.actions()))
    told = said(looking.card(match.scene(match.actor + 1), "town"))
    assert told.startswith("Town: 1 mushroom") or "3 Gold" in told.splitlines()[0]
    assert "you lack" in said(looking.card(match.scene(match.actor + 1), ""))


def test_what_does_not_lie_open_is_looked_up_in_the_rulebook() -> None:
    match = registry.game("sygon").match(seed=3)
    shown = at_table(match, "card wall", "card")
    assert "Wall: costs 2 Gold; points 0; yields at each Collect nothing" in shown
    assert "Market (in a Town): costs 1 spice, 1 elixir, 1 Gold" in shown
    assert "Glossary" not in shown


def test_a_card_is_found_by_its_english_name_too() -> None:
    speech = Speech("it", registry.game("hexcape"))
    scene = speech.scene(registry.game("hexcape").match(seed=1).scene(1))
    balzo = said(looking.card(scene, "balzo", speech.rulebook, speech))
    assert balzo.startswith("Balzo: ")
    assert said(looking.card(scene, "leap", speech.rulebook, speech)) == balzo
    assert "oltre un esagono" in said(looking.rules(speech.rulebook, "leap", "", speech))


def test_a_search_of_the_rules_shows_no_positions_for_programs() -> None:
    game = registry.game("hexemonia")
    found = said(looking.rules((game.folder / "rules.md").read_text("utf8"), "walls", ""))
    assert "HXM-RULING-48" in found
    assert '"options"' not in found


def test_what_is_at_a_place_is_told_once_with_what_touches_it() -> None:
    lines = said(looking.look(registry.game("hex").match().scene(1), "a1")).splitlines()
    assert len(lines) == len(set(lines))
    assert "touches c2, c11" in said(looking.look(registry.game("sigil").match(seed=1).scene(1), "c1"))
    rock = said(looking.look(registry.game("hexcape").match(seed=1).scene(1), "c3"))
    assert "First Steps (difficulty 1), c3: rock" in rock


def test_a_wall_is_found_from_both_of_its_sides() -> None:
    match = registry.game("sygon").match(seed=3)
    scene, rng = match.scene(1), random.Random(1)
    while not scene.boards[0].borders:
        match.play(rng.choice(match.actions()))
        scene = match.scene(1)
    wall = scene.boards[0].borders[0]
    sides = [c.id for c in scene.boards[0].cells if wall.note in said(looking.look(scene, c.id))]
    assert wall.id.split(" ")[0] in sides
    assert len(sides) == 2


def test_a_search_of_the_rules_shows_rows_and_items_not_whole_tables() -> None:
    text = (registry.game("manapool").folder / "guide.md").read_text("utf8")
    found = said(looking.rules(text, "silhouette", ""))
    assert "Extra Spawn: silhouette, one new troop more" in found
    assert "|" not in found


def test_what_does_not_speak_for_itself_has_a_meaning() -> None:
    assert re.search(r"A\+1 \w+", legend(registry.game("manapool").match(board="crossing").scene(1)).plain)


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


def test_the_table_speaks_the_language_that_was_chosen() -> None:
    match, console = registry.game("hex").match(size=5, seed=1), recorder(COLUMNS)
    typed = Typist("aiuto", "guarda c3", "guarda zz", "regole scambio", "zz", "c3", "cronaca", "log", "salva")
    Table(match, (1,), ("beginner",), console, typed, Speech("it", match.game)).run()
    shown = " ".join(console.export_text().split())
    for told in ("Rosso: posa una pietra", "▶ posto 1 (rosso)", "Segni: · casella vuota", "guarda LUOGO", "c3: vuota",
                 "nessun luogo o giocatore «zz»", "CLX-SWAP-2 Lo scambio", "«zz» ora non è possibile",
                 "possibili: 'a1'", "1 Rosso gioca c3", "salva vuole il nome di un file", "La partita è conservata"):
        assert told in shown
    assert not re.search(r"\b(stone|the|you|what|seat)\b", shown)


@pytest.mark.parametrize("name", registry.names())
def test_a_table_in_another_language_is_drawn_whole(name: str) -> None:
    match, scene = halfway(name)
    speech, console = Speech("it", match.game), recorder(COLUMNS)
    console.print(draw(speech.scene(scene), COLUMNS, speech))
    text = console.export_text()
    assert "…" not in text
    assert " ".join(speech.text(scene.prompt).split()) in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= COLUMNS


def test_the_language_is_that_asked_for_or_that_of_the_system(monkeypatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert (chosen(None), chosen("en")) == ("it", "en")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert chosen(None) == "en"
    with pytest.raises(UnknownName, match="Known: en, it"):
        chosen("xx")


def test_boards_to_choose_from_are_named_and_drawn_when_they_are_asked_for() -> None:
    match = registry.game("hexcape").match(seed=1)
    first = at_table(match)
    assert "8 boards to choose from; board and a name draws one: First Steps" in " ".join(first.split())
    assert "S1" not in first
    assert at_table(match, "board citadel").count("S1") == 1


def test_take_backs_keep_the_barriers_of_the_game() -> None:
    match = registry.game("hexcape").match(seed=2, order="seat", order_swaps=False, map="first-steps")
    match.play_all(["take red", "take blue", "stop moving", "end turn"])
    rolled = match.texts()
    assert rolled[-1].startswith("roll ")
    assert "cannot be taken back" in at_table(match, "undo", people=(1, 2))  # the next die has been rolled
    assert match.texts() == rolled
    at_table(match, "stop moving", "undo", people=(1, 2))
    assert match.texts() == rolled
    hex_ = registry.game("hex").match(size=5, seed=1)
    shown = at_table(hex_, "c3", "undo")
    assert "cannot be taken back" in shown  # the bot has answered
    assert len(hex_.log) == 2


def test_what_a_game_calls_an_action_comes_before_the_commands(monkeypatch) -> None:
    hex_ = registry.game("hex")
    monkeypatch.setattr(hex_.words, "text", lambda box, s, a: f"card {a}")
    match = hex_.match(size=5, seed=1)
    shown = at_table(match, "card 7", people=(1, 2))
    assert match.texts() == ["card 7"]
    assert "there is no card" not in shown
    assert "there is no card 'queen'" in at_table(match, "card queen", people=(1, 2))


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


def test_the_end_names_winners_and_scores() -> None:
    match = registry.game("hex").match(size=3, swap=False)
    shown = at_table(match, "a1", "b1", "a2", "b2", "a3", people=(1, 2))
    assert shown.endswith("seat 1 won.\n")  # nothing is counted on the way
    played, rng = registry.game("sigil").match(seed=2), random.Random(1)
    while not played.over:
        played.play(rng.choice(played.actions()))
    first, second = played.scores
    assert at_table(played).endswith(f"won. Scores: seat 1 {first}, seat 2 {second}\n")


def test_hints_come_from_an_expert_whoever_plays(monkeypatch) -> None:
    asked = []
    monkeypatch.setattr("hexagora.bots.hints", lambda request: asked.append(request.level) or [])
    at_table(registry.game("hex").match(size=5, seed=1), "hint")
    assert asked == ["expert"]


def test_a_bot_decides_by_the_seed_of_the_match(monkeypatch) -> None:
    """So that two matches of a game without chance are not the same match twice."""
    asked = []
    monkeypatch.setattr("hexagora.bots.decide", lambda request: asked.append(request.seed) or SimpleNamespace(action=0))
    for seed in (1, 2, 1):
        opponents.Bot("casual").decide(registry.game("hex").match(size=5, seed=seed))
    assert asked[0] == asked[2] != asked[1]


def test_levels_are_checked_and_engines_can_play() -> None:
    with pytest.raises(UnknownName, match="champion"):
        opponents.check(["casual", "champion"])
    command = f"engine:{sys.executable} -m hexagora engine --level beginner"
    match = registry.game("hex").match(size=3, seed=1)
    at_table(match, "b2", named=(command,))
    assert len(match.log) == 2
    with pytest.raises(EngineTrouble, match="cannot be started"):
        at_table(match, named=("engine:no-such-program",))


def test_a_puzzle_is_tried_given_up_and_left() -> None:
    game = registry.game("hex")
    first, second = puzzles.of(game)[:2]
    match = puzzles.opened(game, first)
    wrong = next(text for text in match.legal() if text != first.answer)
    typed = iter([wrong, "nonsense", "board", first.answer, "answer", "quit"])
    console = recorder(COLUMNS)
    trainer = Trainer(game, [first, second, first], console, lambda prompt: next(typed))
    trainer.run()
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert first.question in " ".join(told.split())  # it may go over two lines
    assert "Not this one" in told
    assert f"{first.answer} is the answer. In a row: 0" in told, "a second try does not count for the row"
    assert f"{second.answer} is the answer" in told
    assert next(typed, None) is None


@pytest.mark.parametrize("question", puzzles.QUESTIONS.values())
def test_what_a_puzzle_asks_is_asked_in_the_language_of_the_table(question: str) -> None:
    assert Speech("it", registry.game("hex"))(question) != question


def test_a_puzzle_solved_at_once_counts_for_the_row() -> None:
    game = registry.game("hex")
    one = puzzles.of(game)[0]
    number = str(puzzles.opened(game, one).legal().index(one.answer) + 1)
    trainer = Trainer(game, [one, one], recorder(COLUMNS), lambda prompt: number)
    trainer.run()
    assert trainer.streak == 2
