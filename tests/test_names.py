"""A game's folder holds all of the game: the house around it speaks of no game by name. Classic Hex, the model of the
documentation, may stand as an example in a docstring; nothing depends on it."""

import re
from pathlib import Path

import pytest

import hexagora
from hexagora import registry

HOUSE = Path(registry.__file__).parent
TESTS = Path(__file__).parent
BENCH = TESTS.parent / "bench"
ROOMS = ("engine", "bots", "server", "terminal", "web")
MODEL = "hex"
WRITTEN = (".py", ".js", ".css", ".html", ".json", ".svg", ".toml", ".md", ".mako")


def names() -> list[str]:
    others = [hexagora.game(name) for name in registry.SUPPLIED if name != MODEL]
    return sorted({game.id for game in others} | {game.facts.title.lower() for game in others})


def files(room: str) -> list[Path]:
    return [path for path in (HOUSE / room).rglob("*") if path.is_file()]


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_of_the_house_names_a_game(room: str) -> None:
    wanted = re.compile("|".join(map(re.escape, names())), re.IGNORECASE)
    written = [path for path in files(room) if path.suffix in WRITTEN]
    assert [f"{path}: {line.strip()}" for path in written for line in path.read_text("utf8").splitlines()
            if wanted.search(line)] == []
    assert [path for path in files(room) if path.stem.lower() in {*names(), MODEL}] == []


def test_the_client_does_not_know_the_model_either() -> None:
    quoted = re.compile(rf"""["'`/]{MODEL}["'`/.]""")
    written = [path for path in files("web") if path.suffix in WRITTEN]
    assert [str(path) for path in written if quoted.search(path.read_text("utf8"))] == []


# tests and benches


# files that name games, by what they need that not every game has
NEEDED = {
    ("bench", "measured against the same rules written by hand, or in the terms of one game's solver"):
        "engine.py sigil_solver.py wins.py yardstick/__init__.py yardstick/__main__.py yardstick/native.py "
        "yardstick/selfcheck.py",
    ("bench", "the teams of one game, and a map of one that is counted"): "gpu.py levels.py",
    ("bench", "an example with numbers that one game's rules of thumb name"): "thumbs.py",
    ("tests/bots", "positions in which the right decision is plain, and turns of many decisions"):
        "test_arena.py test_coach.py test_heuristics.py test_player.py test_puzzles.py test_search.py test_turns.py",
    ("tests/bots", "chance before the first decision, decisions that mean the same"): "test_booking.py",
    ("tests/bots", "networks of several sizes, hidden hands, content of a file"):
        "test_compiling.py test_engine.py test_networks.py",
    ("tests/engine", "chance, secrets, boards and content in known places"):
        "test_compiled.py test_conformance.py test_editing.py test_match.py test_options.py test_packs.py "
        "test_variants.py",
    ("tests/engine", "boards that can be turned, colours and seats that make no difference"): "test_openings.py",
    ("tests/lab", "games of three, secrets, matches of known length"): "test_gpu.py test_runs.py",
    ("tests/lab", "a board whose starts another content moves"): "test_balance_runs.py",
    ("tests/research", "games of three for interfaces that differ by it, pictures, files of another format"):
        "test_gymnasium.py test_learning.py test_openspiel.py test_pettingzoo.py test_record.py test_vector.py",
    ("tests/server", "one decides several times in a row, chance speaks, content changes a known number"):
        "test_changes.py test_fairness.py test_fuzz.py test_strangers.py test_together.py test_updates.py "
        "test_whole_matches.py",
    ("tests/server", "boards and maps of users, notations of their own, content that is changed"):
        "test_analysis.py test_bad_input.py test_editors.py test_effort.py test_house.py "
        "test_lab.py test_notation.py test_texts.py",
    ("tests/server", "a clock that is an option of the game; secrets that a program may not see"):
        "test_clocks.py test_engines.py",
    ("tests", "promises, terminals and lessons are tested on what single games show"):
        "test_cli.py test_forecasts.py test_locales.py test_scenes.py test_terminal.py test_tutorials.py",
    ("tests/web", "what is clicked and shown on the table: hands, troops, spells, maps, several boards, long turns"):
        "test_boards.py test_changes.py test_edit.py test_follow.py test_frame.py test_hands.py test_learn.py "
        "test_play.py test_study.py test_table.py",
    ("tests/web", "what pages say of a game by its title, and tables of three and four"):
        "test_everyone.py test_identity.py test_lab.py test_lobby.py test_mine.py test_people.py test_ratings.py "
        "test_together.py test_waiting.py",
    ("tests/web", "a clock that is an option of the game"): "test_clocks.py",
}


def _speaks_of(path: Path) -> set[str]:
    """The games that a file names, by their ids or titles."""
    text = path.read_text("utf8").lower()
    return {name for name in registry.SUPPLIED if name != MODEL
            if re.search(rf"(?<![a-z])({name}|{hexagora.game(name).facts.title.lower()})(?![a-z])", text)}


def _belongs_to(path: str) -> set[str]:
    """The games that a file is of: one whose way to it, or own name, says so may speak of that game."""
    return {name for name in registry.SUPPLIED if re.search(rf"(?<![a-z]){name}(?![a-z])", path)}


def _general() -> list[str]:
    """The files that speak of a game that they do not belong to; not those of packages that were installed there."""
    written = [path for folder in (TESTS, BENCH) for kind in ("py", "mjs", "cpp") for path in folder.rglob(f"*.{kind}")]
    own = [path for path in written if path != Path(__file__) and not {"node_modules", ".venv-peers"} & set(path.parts)]
    told = {path.relative_to(TESTS.parent).as_posix(): path for path in own}
    return sorted(name for name, path in told.items() if _speaks_of(path) - _belongs_to(name))


def test_general_tests_and_benches_name_no_game_without_a_reason() -> None:
    """They take games from the registry, and what they must know of each from `tests/<game>/samples.py`."""
    known = {f"{folder}/{name}" for (folder, _), names in NEEDED.items() for name in names.split()}
    assert [path for path in _general() if path not in known] == []
    assert [path for path in sorted(known) if path not in _general()] == [], "no longer needs to be listed"
