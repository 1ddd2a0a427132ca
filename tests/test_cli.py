"""The command line as a user meets it: whole commands, their output and exit codes."""

import json
import random
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import hexagora
from hexagora import cli
from tests.support import WHOLE_RUN

PLAYS = 'game = "hex"\nhidden = 32\nrounds = 1\nmatches = 64\nsteps = 4\n'
SFN = ("r............b........................./Seal_of_Lightning,"
       "Starfall,Flourish,Meteor,Grow,Hail_Storm,Comet,Sprout,Slash r 1 0:0 -:- -:- b1")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HEXAGORA_LANGUAGE", "en")

    def call(*arguments, given=""):
        return subprocess.run([sys.executable, "-m", "hexagora", *map(str, arguments)], input=given,
                              capture_output=True, text=True, timeout=WHOLE_RUN, cwd=tmp_path)

    return call


@pytest.fixture
def match_file(tmp_path):
    path = tmp_path / "a.match.json"
    hexagora.game("hex").match(size=3, seed=1).play_all(["b2", "a1", "b1", "a2", "b3"]).save(path)
    return path


def test_the_version_is_told(run):
    assert run("--version").stdout == f"hexagora {version('hexagora')}\n"


def test_the_terminal_speaks_other_languages(run, match_file):
    assert "Rosso gioca b2" in run("replay", match_file, "--language", "it").stdout
    assert "Quale gioco?" in run("play", "--language", "it", given="hex\nesci\n").stdout
    wrong = run("play", "hex", "--language", "it", "--seat", 7)
    assert (wrong.returncode, "non c’è nessun posto 7" in wrong.stderr) == (2, True)
    assert "unknown language 'xx'" in run("play", "hex", "--language", "xx").stderr


def test_games_are_listed(run):
    out = run("games").stdout
    assert all(name in out for name in hexagora.names())
    assert [g["id"] for g in json.loads(run("games", "--json").stdout)] == hexagora.names()
    assert "size = 11: cells along one side of the board (3 to 19)" in run("games", "hex").stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (("play", "chess"), "unknown game 'chess'"),
    (("games", "chess"), "unknown game 'chess'"),
    (("play", "hex", "-o", "size=2"), "option 'size' cannot be '2'; allowed: 3 to 19"),
    (("play", "hex", "-o", "size"), "must be name=value"),
    (("play", "hex", "-o", "sice=3"), "hex has no option 'sice'"),
    (("play", "hex", "--level", "champion"), "unknown level 'champion'"),
    (("play", "hex", "--seat", "5"), "there is no seat 5; seats are 1 to 2"),
    (("play", "--resume"), "there is no match to resume"),
    (("play", "--load", "none.json"), "there is no such file"),
    (("play", "manapool", "-o", "board=none.toml"), "there is no such file"),
    (("play", "hex", "--content", "none.toml"), "there is no such file"),
    (("serve", "--host", ""), "no address to listen on is given"),
    (("show", "none.json"), "cannot be read"),
    (("replay", "none.json"), "cannot be read"),
    (("check", "chess"), "unknown game 'chess'"),
    (("compile", "chess"), "unknown game 'chess'"),
    (("lint", "chess"), "unknown game 'chess'"),
    (("serve", "--log", "nonsense"), "log level 'nonsense': allowed are debug, info"),
    (("serve", "--port", "99999"), "port 99999: allowed are 0 (any free one) to 65535"),
    (("serve", "--host", "nowhere.invalid"), "cannot listen at nowhere.invalid: no machine of this name was found"),
    (("serve", "--host", "192.0.2.1", "--port", "0"), "Cannot assign requested address; give an address of this mach"),
    (("serve", "--database", "nonsense"), "the database address 'nonsense"),
    (("play", "hex", "--nonsense"), "No such option"),
    (("nonsense",), "No such command"),
])  # fmt: skip
def test_mistakes_get_one_clear_message_and_exit_code_2(run, arguments, message):
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "hexagora-match"}', '{"game": "hex", "red": 5}',
                                  '{"game": "chess"}', "[" * 5000])
def test_no_file_gets_a_traceback(run, tmp_path, text):
    path = tmp_path / "broken.json"
    path.write_text(text)
    done = run("show", path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "hexagora: " in done.stderr
    assert path.read_text() == text


@pytest.fixture(scope="module")
def commands():
    cli._register_others()


@pytest.fixture
def told(commands, tmp_path, monkeypatch, capsys):
    """What a command says that fails, asked in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HEXAGORA_LANGUAGE", "en")
    monkeypatch.setattr(cli, "_register_others", lambda: None)

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["hexagora", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == 2
        return capsys.readouterr().err

    return call


@pytest.mark.parametrize(("arguments", "message"), [
    (("play", "hex", "--content", "."), "Is a directory"),
    (("play", "hex", "--level", "engine:"), "no command of an engine is given"),
    (("play", "hex", "--level", "random"), "with hexagora arena and hexagora lab; the weakest level here is beginner"),
    (("show", "."), "cannot be read: Is a directory"),
    (("train", "hex", "--config", "."), "Is a directory; give a configuration with --config"),
    (("compile", "--again"), "--again goes with --wasm, which is not given"),
    (("compile", "hex", "--wasm", "--no-search"), "--no-search changes nothing together with --wasm"),
    (("play", "hex", "--level", "club", "--level", "expert"), "--level is given 2 times; seats without people at this"),
    (("play", "hex", "--seat", "1", "--seat", "2", "--level", "club"), "seats without people at this terminal: 0"),
    (("play", "hex", "--seat", "1", "--seat", "1"), "seat 1 is named twice"),
    (("play", "hex", "--seat", "0", "--seat", "2"), "seat 0 means bots only"),
    (("play", "hex", "-o", "size=5", "-o", "size=7"), "option 'size' is given twice: 5 and 7"),
    (("games", "hex", "-o", "size=5"), "--option goes with --features"),
    (("arena", "hex", "random", "beginner", "--ray", "local", "--jobs", "2"), "--jobs changes nothing together with"),
    (("arena", "hex", "random", "beginner", "random"), "the contender random is named twice"),
    (("train", "hex", "--write-kernel", "k.ptx", "--seconds", "3"), "--seconds changes nothing together with"),
    (("train", "hex", "--device", "cpu", "--kernel", "k.ptx"), "--kernel changes nothing together with --device cpu"),
    (("train", "hex", "--config", "plays.toml", "--jobs", "3"), "--jobs changes nothing together with"),
    (("puzzle", "hex", "--count", "3"), "--count goes with --make"),
    (("puzzle", "hex", "--sample", "3"), "--sample goes with --check"),
    (("puzzle", "hex", "--check", "--id", "x"), "--id changes nothing together with --check"),
    (("book", "hex", "--check", "--looks", "200"), "--looks changes nothing together with --check"),
    (("lab", "hex", "--within", "3"), "--within goes with --search"),
    (("lab", "hex", "--keep", "turns=1..2"), "--keep is a wish of a search"),
    (("lab", "hex", "--ladder", "random,quick", "--bots", "club"), "--bots changes nothing together with --ladder"),
    (("lab", "hex", "--ray", "local", "--workers", "2"), "--workers changes nothing together with --ray"),
    (("lab", "hex", "--scale", "0.5"), "--scale changes nothing together with bots that look at nothing (quick)"),
    (("lab", "hex", "--players", "2", "-o", "players=2"), "the number of players is given twice"),
    (("lab", "hex", "--bots", "random,quick,random"), "3 bots (random, quick, random) for 2 seats"),
    (("lab", "hex", "--change", "option.size=5", "--change", "option.size=7"), "option.size is given twice"),
    (("lab", "hex", "--change", "option.size=5", "--sweep", "option.size=4..6"), "takes other values by --sweep or"),
    (("lab", "hex", "--search", "option.size=4..6", "--search", "option.size=7..9"), "names option.size twice"),
    (("record", "hex", "--folder", "f", "--from", "a.json", "--looks", "5"), "--looks changes nothing together with"),
    (("maps", "--json", "new"), "--json changes nothing together with `maps new`"),
    (("convert", SFN, "--to", "sgn", "--to-style", "site"), "--to-style changes nothing together with --to sgn"),
    (("convert", SFN, "--to", "sfn", "--date", "2026-01-31"), "--date changes nothing together with --to sfn"),
    (("convert", SFN, "--strict"), "--strict changes nothing together with a source that is not SGN"),
    (("solve", "sigil.match.json", "-o", "start=free"), "--option changes nothing together with a match file"),
    (("site", "/dev/null/here"), "cannot write /dev/null: File exists"),
    (("hint", "none.json", "--threads", "99999"), "less than or equal to 256"),
    (("review", "none.json", "--looks", "99999999999999999999"), "less than or equal to 1000000000"),
    (("puzzle", "hex", "--make", "--folder", "/dev/null"), "cannot write into /dev/null"),
    (("book", "hex", "--folder", "/dev/null"), "cannot write into /dev/null"),
    (("book", "hex", "--show", "-o", "size=99"), "option 'size' cannot be '99'"),
    (("arena", "hex", "random", "beginner:0.001", "--games", "1", "--folder", "/dev/null"), "cannot write into"),
    (("backup", "/proc/tables.gz"), "cannot write /proc/tables.gz: No such file or directory"),
    (("convert", "none.sgn", "--date", "yesterday"), "--date yesterday: must be a date such as 2026-01-31"),
])  # fmt: skip
def test_mistakes_get_one_clear_message_of_any_command(told, tmp_path, arguments, message):
    (tmp_path / "plays.toml").write_text(PLAYS)
    hexagora.game("sigil").match(seed=1).save(tmp_path / "sigil.match.json")
    assert message in told(*arguments)


@pytest.mark.parametrize(("arguments", "message"), [
    (("chess", "--load"), "unknown game 'chess'"),
    (("manapool", "--load"), "holds a match of hex, not of manapool"),
    (("-o", "size=4", "--load"), "keeps its options, seed and content"),
    (("--seed", "4", "--load"), "keeps its options, seed and content"),
    (("--resume", "--load"), "give one of them"),
])  # fmt: skip
def test_a_match_that_goes_on_stays_what_it_is(told, match_file, arguments, message):
    assert message in told("play", *arguments, match_file)


def test_files_of_any_editor_are_read(run, match_file):
    """Some begin with a mark that says they are UTF-8; those in another encoding are refused with words."""
    match_file.write_text(match_file.read_text("utf8"), "utf-8-sig")
    assert "Red has joined both sides and wins." in run("show", match_file).stdout
    match_file.write_text(match_file.read_text("utf-8-sig"), "utf-16")
    assert run("show", match_file).stderr == f"hexagora: {match_file}: cannot be read: it is no text in UTF-8\n"


def test_a_seat_that_is_not_there_sees_nothing(told, tmp_path):
    path = tmp_path / "position.json"
    path.write_text('{"game": "hex", "options": {"size": 3}, "red": ["b2"]}')
    assert "there is no seat 3; seats are 1 to 2" in told("show", path, "--viewer", 3)


def test_a_match_file_is_shown_and_told(run, match_file):
    assert "Red has joined both sides and wins." in run("show", match_file).stdout
    assert "Blue: lay a stone" in run("show", match_file, "--ply", 1).stdout
    assert json.loads(run("show", match_file, "--json").stdout)["red"] == ["b1", "b2", "b3"]
    assert "Red plays b3 and joins both sides: Red wins" in run("replay", match_file).stdout
    told = json.loads(run("replay", match_file, "--json").stdout)
    assert told["actions"] == ["b2", "a1", "b1", "a2", "b3"]
    assert told["result"] == [1.0, 0.0]
    assert "has 0 to 5 actions" in run("show", match_file, "--ply", 9).stderr


def test_a_position_is_shown(run, tmp_path):
    path = tmp_path / "position.json"
    path.write_text('{"game": "hex", "options": {"size": 3}, "red": ["b2"]}')
    assert "Blue: lay a stone" in run("show", path).stdout


def test_two_people_play_undo_save_leave_and_resume(run, tmp_path):
    moves = "b2\nundo\nhelp\n5\na1\nsave mine.json\nall\nlog\nwrong\nquit\n"
    out = run("play", "hex", "-o", "size=3", "--seat", 1, "--seat", 2, given=moves).stdout
    assert "Written to mine.json" in out
    assert "'wrong' is not a legal action" in out
    assert hexagora.load(tmp_path / "mine.json").texts() == ["b2", "a1"]
    assert hexagora.load(tmp_path / "data" / "last.match.json").texts() == ["b2", "a1"]
    out = run("play", "--resume", "--seat", 1, "--seat", 2, given="b1\na2\nb3\n").stdout
    assert "seat 1 won" in out
    assert not (tmp_path / "data" / "last.match.json").exists()


def test_whoever_leaves_before_anything_happened_can_come_back(run):
    assert "The match is kept" in run("play", "hex", "-o", "size=3", given="quit\n").stdout
    assert "seat 1" in run("play", "--resume", given="quit\n").stdout


def test_where_nothing_can_be_written_is_told(run, tmp_path, monkeypatch):
    """Playing goes on; a server has nowhere to keep its tables."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEXAGORA_DATA", str(tmp_path / "file" / "data"))
    out = run("play", "hex", "-o", "size=3", "--seat", 1, "--seat", 2, given="b2\nquit\n").stdout
    assert "The match is not kept" in out
    out = run("play", "hex", "-o", "size=3", "--seat", 1, "--seat", 2, given="b2\na1\nb1\na2\nb3\n")
    assert (out.returncode, "seat 1 won" in out.stdout) == (0, True)
    for asked in (("serve", "--port", 0), ("backup", "tables.zip")):
        refused = run(*asked)
        assert (refused.returncode, refused.stderr.startswith("hexagora: cannot write into ")) == (2, True)


def test_a_person_plays_against_a_bot(run):
    out = run("play", "hex", "-o", "size=3", "--level", "beginner", given="b2\nundo\nb2\nquit\n").stdout
    assert "Blue" in out
    assert "The match is kept" in out


def test_check_reports_and_succeeds(run):
    done = run("check", "hex", "--no-compiled")
    assert done.returncode == 0
    assert "keep to the rules subset" in done.stdout
    assert json.loads(run("check", "hex", "--no-compiled", "--json").stdout)["problems"] == []


def test_lint_succeeds(run):
    assert run("lint", "hex", "manapool").returncode == 0


def test_completion_is_offered(run):
    assert "--install-completion" in run("--help").stdout


def a_package(folder, commands):
    """Classic Hex once more as an installed package of somebody else, with commands of its own."""
    package, facts = folder / "other_hex", folder / "other_hex-1.dist-info"
    package.mkdir()
    facts.mkdir()
    (package / "__init__.py").write_text(
        "from dataclasses import replace\nfrom hexagora.games.hex import GAME as HEX\n"
        "from hexagora.engine.game import Game\nGAME = Game(replace(HEX.facts, id='other'), __name__)\n")
    (package / "commands.py").write_text(commands)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: other-hex\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[hexagora.games]\nother = other_hex:GAME\n")


def test_the_commands_of_a_game_of_another_package_work(run, tmp_path):
    a_package(tmp_path, "def greet():\n    print('well met')\n\ndef register(app):\n    app.command()(greet)\n")
    assert run("greet").stdout == "well met\n"


def test_broken_commands_of_a_package_are_told_and_leave_the_others(run, tmp_path):
    a_package(tmp_path, "import nowhere_to_be_found\n")
    done = run("games", "hex")
    assert done.returncode == 0
    assert "the commands of the game 'other' cannot be used: No module named 'nowhere_to_be_found'" in done.stderr


def test_the_benchmark_is_found_by_an_installed_command(monkeypatch, tmp_path):
    """Whose path does not lead to the checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if not (Path(p) / "bench").is_dir()])
    for name in [n for n in sys.modules if n.partition(".")[0] == "bench"]:
        monkeypatch.delitem(sys.modules, name)
    assert callable(cli._bench_module().run)


@pytest.mark.parametrize("arguments", [("bench",), ("solve", "position.json", "--backend", "cpu")])
def test_what_a_players_installation_is_without_is_told(told, tmp_path, monkeypatch, arguments):
    hexagora.game("sigil").match(seed=1).save(tmp_path / "position.json")
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [n for n in sys.modules if n.partition(".")[0] == "bench"]:
        monkeypatch.delitem(sys.modules, name)
    assert told(*arguments) == ("hexagora: this needs the package numpy, which is not installed: "
                                "pip install 'hexagora[native]'\n")


def test_a_match_told_to_a_seat_has_the_scores_that_the_seat_can_know(run, tmp_path):
    """A hidden city counts, but not for those who may not know of it."""
    rng = random.Random(5)
    match = hexagora.game("hexemonia").match(seed=5, players=rng.choice(hexagora.game("hexemonia").facts.players))
    while match.scores_for(1) == match.scores:
        assert not match.over, "nothing was hidden that counts"
        match.play(rng.choice(match.actions()))
    match.save(tmp_path / "m.json")
    told = run("replay", tmp_path / "m.json", "--viewer", 1, "--json")
    assert json.loads(told.stdout)["scores"] == match.scores_for(1)
    told = run("replay", tmp_path / "m.json", "--viewer", 1)
    assert f"Scores: {match.scores_for(1)}" in told.stdout
