"""SFN, SGN and the native log, and the command that converts between them."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from hexagora.engine.errors import BadMatchFile, BadPosition, HexagoraError
from hexagora.games.sigil import convert, native, sfn, sgn, sgn_read
from tests.sigil.board import SIGIL, play, stones, table

START = "r............b........................./Flourish,Carnage,Bewitch,Grow,Fireblast,Hail_Storm,Sprout,Slash,Surge"
SAMPLE = """[Date "2026-01-31"]
[Red "Ada"]
[Blue "Bo"]
[Result "*"]
[Spells "Flourish,Carnage,Bewitch,Grow,Fireblast,Hail_Storm,Sprout,Slash,Surge"]
[Format "transcript-v1"]
[FinalSfn "r.....bbbbr.............b.......rrr..../Flourish,Carnage,Bewitch,Grow,Fireblast,Hail_Storm,Sprout,\
Slash,Surge b 12 1:0 Hail_Storm:- -:- b1"]
[SigilOptions "rulebook_2023"]

R1. a11 pass
B2. b11 pass
R3. c10 pass
B4. a10 pass
R5. c9 pass
B6. a9 pass
R7. c8 Hail_Storm c9 a10 pass
B8. a8 pass
R9. c8 pass
B10. a7 Sprout a10 pass
R11. c7 pass
B12. a7 dash b1 b11 b12 pass
"""


def random_game(seed, **options):
    rng, m = random.Random(seed), SIGIL.match(seed=seed, **options)
    while not m.over:
        m.play(rng.choice(m.actions()))
    return m


def test_the_start_in_both_styles():
    m = SIGIL.match(layout="starter")
    assert sfn.write(m.box, m.state) == f"{START} r 1 0:0 -:- -:- b1"
    assert sfn.write(m.box, m.state, "site") == f"{START} r 0 0:0 -:- -:- b1"
    play(m, "move a2,end turn")
    moved = START.replace("r....", "rr...", 1)
    assert sfn.write(m.box, m.state) == f"{moved} b 2 0:0 -:- -:- tied"
    assert sfn.write(m.box, m.state, "site") == f"{moved} r 1 0:0 -:- -:- tied"


@pytest.mark.parametrize(("text", "told"), [
    ("r/b", "7 or 8 fields"),
    (f"{START[1:]} r 1 0:0 -:- -:- b1", "39 letters"),
    (f"x{START[1:]} r 1 0:0 -:- -:- b1", "a wall of a later pack"),
    (f"{START.replace('Grow', 'Glow')} r 1 0:0 -:- -:- b1", "'Glow' is not known"),
    (f"{START.replace('Grow', 'Fireblast')} r 1 0:0 -:- -:- b1", "named twice"),
    (f"{START.replace('Grow', 'Grow~2')} r 1 0:0 -:- -:- b1", "duplicates"),
    (f"{START.replace('Grow', 'Torrent')} r 1 0:0 -:- -:- b1", "not in the pool"),
    (f"{START} g 1 0:0 -:- -:- b1", "side = 'g'"),
    (f"{START} r x 0:0 -:- -:- b1", "turn = 'x'"),
    (f"{START} r 1 6:0 Grow:- -:- b1", "allowed: 0 to 5"),
    (f"{START} r 1 1:0 -:- -:- b1", "a die lies on a spell"),
    (f"{START} r 1 1:0 Sprout:- -:- b1", "locks.red = 'sprout'"),
    (f"{START} r 1 1:0 Grow:- Grow:- b1", "only with Seal_of_Spring"),
    (f"{START} r 1 0:0 -:- -:- b9", "score = 'b9'"),
    (f"{START} r 1 0:0 -:- -:- b1 pentagon", "variant = 'pentagon' is not offered"),
    (f"{START} r 1 0:0 -:- -:- b1 pm:3", "not offered"),
])
def test_sfn_that_cannot_be_used(text, told):
    with pytest.raises(BadPosition, match=told):
        sfn.read(text)


def test_sfn_whose_side_does_not_fit_its_turn():
    m, warnings = sfn.read(f"{START} b 1 0:0 -:- -:- b1")
    assert (m.to_act, len(warnings)) == ("seat 2", 1)
    m, warnings = sfn.read(f"{START} r 0 0:0 -:- -:- b1")
    assert (m.position()["turn"], warnings) == (1, [])


def test_variants_become_options():
    m, _ = sfn.read(f"{'.' * 39}/{START.split('/')[1]} r 1 0:0 -:- -:- b1 competitive_scramble")
    assert (m.options["start"], m.options["win"]) == ("free", "scramble")
    assert sfn.write(m.box, m.state).endswith(" competitive_scramble")


def test_the_sample_game_reads_and_writes_to_the_letter():
    reading = sgn_read.read(SAMPLE, strict=True)
    assert (reading.warnings, reading.stopped, reading.match.seats) == ([], "", ["Ada", "Bo"])
    assert sfn.write(reading.match.box, reading.match.state).endswith(" r 13 1:0 Hail_Storm:- -:- b1")
    assert sgn.write(reading.match, "2026-01-31") == SAMPLE


@pytest.mark.parametrize("options", [{}, {"preset": "online_2026"}, {"start": "free"}, {"win": "scramble"},
                                     {"hail_slots": "all", "turn_cap": 30}, {"pool": "core+flood"}])
def test_games_go_around_through_all_notations(options):
    m = random_game(3, **options)
    text = sgn.write(m)
    again = sgn_read.read(text, strict=True)
    assert not again.warnings
    assert sgn.write(again.match) == text
    assert again.match.result == m.result
    log = native.write(m)
    assert native.write(native.read(log)) == log
    assert native.read(log).texts() == m.texts()


def test_a_wrong_token_is_skipped_or_stops():
    text = SAMPLE.replace("R3. c10", "R3. b9 c10")
    reading = sgn_read.read(text)
    assert reading.warnings == ["R3: 'b9' is not legal there; asked is move: move a2, move a6, "
                                "move c10"]
    with pytest.raises(BadMatchFile, match="R3: 'b9' is not legal there; asked is move: "):
        sgn_read.read(text, strict=True)


def test_hail_storm_tokens_in_any_order():
    setup = table("a1 c8 c9 c10", "a3 a4 b2 b3 c2 b1")
    play(setup, "move a2,cast hail_storm,keep c9,destroy a3,destroy b3,end turn")
    text = sgn.write(setup)
    assert "R1. a2 Hail_Storm c9 a3 b3 c2 pass" in text
    other = sgn_read.read(text.replace("a3 b3 c2", "c2 a3 b3"), strict=True)
    assert other.match.position()["blue"] == setup.position()["blue"]


def test_an_end_that_does_not_agree_is_told():
    reading = sgn_read.read(SAMPLE.replace("R11. c7", "R11. c13"))
    assert "FinalSfn does not agree" in reading.warnings[-1]


def test_the_preset_goes_by_the_date():
    assert sgn_read.read_options(None, "2026-05-07") == {"preset": "online_2026"}
    assert sgn_read.read_options(None, "2026-05-06") == {"preset": "rulebook_2023"}
    assert sgn_read.read_options("rulebook_2023;turn_cap=400", "") == {"preset": "rulebook_2023", "turn_cap": "400"}


def test_turns_of_programs_are_read():
    actions = [{"type": "move", "node": "a13"}, {"type": "dash", "sacrificed": ["a1", "a2"]},
               {"type": "move", "node": "a4"}, {"type": "pass"}]
    setup = sfn.write(*_start("a1 a2 a3", "b1 b2"), "site")
    text = f'[Spells "x"]\n[Setup "{setup}"]\n[Format "transcript-v1"]\n\nR1* {json.dumps({"actions": actions})}\n'
    reading = sgn_read.read(text)
    assert stones(reading.match, "red") == "a3 a4 a13"
    broken = text.replace('"pass"', '"dance"')
    assert "'dance' is not known" in sgn_read.read(broken).stopped


def _start(red, blue):
    m = table(red, blue)
    return m.box, m.state


def test_classic_files_are_read_as_far_as_choices_are_forced():
    head = f'[Date "2020-01-01"]\n[Spells "{START.split("/")[1]}"]\n\n'
    reading = sgn_read.read(head + "R1. M:a2 P\nB1. M:b2 P\nR2. M:a3 D:a3,a2:a2 M:a2 P\n")
    assert (reading.stopped, stones(reading.match, "red")) == ("", "a1 a2")
    m = table("a1 c2 c3 c4 c5 c6", "b1 b2 b3")
    play(m, "move a2,cast bewitch,keep c4,convert b2,convert b1,end turn")
    told = sgn_read.read(sgn.write(m, classic=True)).stopped
    assert "does not tell a choice" in told


def from_setup(turn, red="a1 a11 a7", blue="a2 a3 b5 b1", classic=True):
    setup = sfn.write(*_start(red, blue), "site")
    kind = "" if classic else '[Format "transcript-v1"]\n'
    return sgn_read.read(f'[Spells "x"]\n[Setup "{setup}"]\n{kind}\nR1{turn}\n')


def test_a_classic_cast_that_keeps_nothing_has_no_brackets():
    reading = from_setup(". M:a8 C:Sprout P")
    assert "cast sprout" in reading.match.texts()
    assert "is no token" not in reading.stopped
    assert from_setup(". M:a8 C:Sprout[] P").match.texts() == reading.match.texts()


def test_where_a_pushed_stone_goes_is_checked_also_where_only_one_node_is_possible():
    assert from_setup(". H:a2>a6 P").stopped == ""
    assert "the stone on a2 goes to a6, and the file says 'a4'" in from_setup(". H:a2>a4 P").stopped
    assert "the file says 'X'" in from_setup(". H:a2>X P").stopped
    assert "no stone can be pushed from there" in from_setup(". H:a8>a9 P").stopped
    actions = [{"type": "hard_move", "node": "a2", "pushed_to": "a6"}, {"type": "pass"}]
    assert from_setup(f"* {json.dumps({'actions': actions})}", classic=False).stopped == ""
    actions[0]["pushed_to"] = "a4"
    assert "goes to a6" in from_setup(f"* {json.dumps({'actions': actions})}", classic=False).stopped


def test_a_file_that_goes_on_after_a_loop_says_so_once_and_names_the_option():
    rounds = "".join(f"R{4 * k + 1}. a3 dash a3 a2 a2 pass\nB{4 * k + 2}. b3 dash b3 b2 b2 pass\n"
                     f"R{4 * k + 3}. a3 dash a3 a2 a2 pass\nB{4 * k + 4}. b3 dash b3 b2 b2 pass\n" for k in range(3))
    setup = sfn.write(*_start("a1 a2", "b1 b2"), "site")
    text = f'[Spells "x"]\n[Setup "{setup}"]\n[Format "transcript-v1"]\n\n{rounds}'
    reading = sgn_read.read(text)
    assert reading.match.result == [0.0, 1.0]
    (warning,) = reading.warnings
    assert "R5: the loop rule has ended the game; the option loop_limit" in warning
    assert sgn_read.read(text, loop_limit=100).warnings == []


def test_fireblast_without_sacrifice_is_noted():
    m = play(table("a1 b8 b9 b10", "b1 b2"), "move a2,cast fireblast,keep b8,end turn")
    assert "will not replay on the public site" in sgn.notes(m)[0]


def test_mid_turn_positions_are_written_from_the_start_of_the_turn():
    m = play(SIGIL.match(layout="starter"), "move a2,end turn,move b2")
    text, notes = convert.write(convert.Source(m, "match"), "sfn")
    assert text.startswith("rr...")
    assert "start of the turn" in notes[0]


def test_the_command_converts(tmp_path):
    from hexagora.cli import app
    from hexagora.games.sigil.commands import register

    if not any(command.name == "convert" or command.callback.__name__ == "convert"
               for command in app.registered_commands):
        register(app)
    game = tmp_path / "game.sgn"
    game.write_text(SAMPLE, "utf8")
    run = CliRunner()
    result = run.invoke(app, ["convert", str(game), "--to", "sfn"])
    assert result.stdout.endswith(" r 13 1:0 Hail_Storm:- -:- b1\n")
    out = tmp_path / "game.match.json"
    assert run.invoke(app, ["convert", str(game), "--to", "match", "--out", str(out)]).exit_code == 0
    back = run.invoke(app, ["convert", str(out), "--to", "sgn", "--date", "2026-01-31"])
    assert back.stdout == SAMPLE
    with pytest.raises(HexagoraError):
        convert.load_text("no such file")


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(SAMPLE) - 1), st.text(alphabet="abc123 .:>[]\"RBPxXgrow\n{}", max_size=6), st.integers(0, 9))
def test_damaged_games_are_read_or_refused(at, noise, cut):
    text = SAMPLE[:at] + noise + SAMPLE[at + cut:]
    for strict in (False, True):
        try:
            reading = sgn_read.read(text, strict)
        except HexagoraError:
            continue
        assert reading.match.over or reading.match.legal()


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 140), st.text(alphabet="rb./x-:,1 aGSurge_", max_size=4), st.integers(0, 5))
def test_damaged_positions_are_read_or_refused(at, noise, cut):
    text = f"{START} r 1 0:0 -:- -:- b1"
    text = text[:at] + noise + text[at + cut:]
    try:
        m, _ = sfn.read(text)
    except HexagoraError:
        return
    assert sfn.read(sfn.write(m.box, m.state))[0].position() == m.position()


def test_native_logs_that_do_not_fit_name_the_line():
    log = native.write(play(SIGIL.match(layout="starter"), "move a2,end turn"))
    with pytest.raises(BadMatchFile, match="line 15"):
        native.read(log.replace("move a2", "move c9"))
    with pytest.raises(BadMatchFile, match="the layout of the options"):
        native.read(log.replace("deal s1 flourish", "deal s1 carnage"))
