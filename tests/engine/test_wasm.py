"""The WebAssembly of the games: fresh, small, made the same twice, and the same game as the interpreted rules."""

import hashlib
import json
import subprocess
import sys
import tomllib
import weakref
from pathlib import Path

import pytest

import hexagora
from hexagora.bots import artifacts
from hexagora.bots.agreement import compare
from hexagora.bots.search import modules
from hexagora.engine import conformance, mirrors, wasm
from hexagora.engine.errors import HexagoraError
from hexagora.engine.record import Record, i8, i16, i64

GAMES = hexagora.registry.SUPPLIED
MOST_BYTES = 4_000_000  # of all modules together
DECISIONS = 400  # of each game; `hexagora compare` is the long run, with code compiled for this machine too


class Small(Record):
    wide = i64("one number")
    row = i16[3]("three")
    narrow = i8("one more")


@pytest.mark.parametrize("name", GAMES)
def test_no_module_is_older_than_its_sources(name):
    game = hexagora.game(name)
    assert artifacts.is_fresh(game, game.folder), (
        f"the WebAssembly of {name} is older than its rules, its search or its rules of thumb; run: make artifacts")


@pytest.mark.parametrize("name", GAMES)
def test_a_module_is_what_its_manifest_says(name):
    game = hexagora.game(name)
    code, about = (game.folder / wasm.MODULE).read_bytes(), wasm.manifest(game)
    assert (about["size"], about["sha256"]) == (len(code), hashlib.sha256(code).hexdigest())
    assert {"legal_at", "apply_at", "playouts", "search_tree", "find_win"} <= set(about["entries"])
    assert ("solve_at" in about["entries"]) == bool(game.module_if_any("solver_kernel"))


def test_all_modules_together_are_small():
    assert sum(len((hexagora.game(name).folder / wasm.MODULE).read_bytes()) for name in GAMES) <= MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_the_webassembly_plays_the_same_game_and_searches_the_same_tree(name):
    found = compare(hexagora.game(name), DECISIONS, native=False)
    assert found.backends == ["python", "wasm"]
    assert found.decisions == DECISIONS
    assert found.searches
    assert not found.problems


def test_a_difference_between_back_ends_is_found(monkeypatch):
    first = wasm.Array.first
    monkeypatch.setattr(wasm.Array, "first", lambda array, count: first(array, count)[::-1])
    assert "the list of legal actions differs" in str(compare(hexagora.game("hex"), 50, native=False))


def test_the_checker_looks_at_the_webassembly_too(monkeypatch):
    small = [{"players": 2, "size": 3}]
    report = conformance.check(hexagora.game("hex"), only=small)
    assert report.passed
    assert report.checked["wasm"] > 10
    monkeypatch.setattr(mirrors.WasmMirror, "apply", lambda mirror, a: None)
    assert "wasm" in {check for check, _ in conformance.check(hexagora.game("hex"), only=small).problems}


def test_the_same_sources_give_the_same_bytes(tmp_path):
    """In another process, at another place, and as they are kept."""
    about = wasm.manifest(hexagora.game("hex"))
    for _, made, _ in artifacts.make_all(["hex"], tmp_path):
        assert made == about
    assert (tmp_path / "hex" / wasm.MODULE).read_bytes() == (hexagora.game("hex").folder / wasm.MODULE).read_bytes()


def test_what_is_fresh_is_not_made_again(tmp_path):
    game = hexagora.game("hex")
    wasm.write(game, b"", [], modules(game), tmp_path / "hex")
    assert [made for _, _, made in artifacts.make_all(["hex"], tmp_path)] == [False]


def test_a_module_that_is_gone_or_damaged_is_made_again(tmp_path):
    game = hexagora.game("hex")
    wasm.write(game, b"module", [], modules(game), tmp_path)
    assert artifacts.is_fresh(game, tmp_path)
    (tmp_path / wasm.MODULE).write_bytes(b"modulo")
    assert not artifacts.is_fresh(game, tmp_path)
    (tmp_path / wasm.MODULE).unlink()
    assert not artifacts.is_fresh(game, tmp_path)


def test_where_no_module_can_lie_is_told_before_any_is_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(HexagoraError, match=r"cannot write into .*hex: Not a directory"):
        list(artifacts.make_all(["hex"], tmp_path / "file"))


def test_records_in_the_memory_of_a_machine():
    machine = wasm.machine(hexagora.game("hex"))
    small = machine.records(Small, 2)
    assert small.get_bytes(1) == bytes(Small.itemsize())
    small[1].wide, small[1].row, small[1].narrow = -5, (1, -2, 3), 7
    assert (small[1].wide, small[1].row, small[1].narrow) == (-5, (1, -2, 3), 7)
    assert [record.wide for record in small[0:2]] == [0, -5]
    small[0] = small.get_bytes(1)
    assert Small.to_dict(small[0:1][0]) == {"wide": -5, "row": [1, -2, 3], "narrow": 7}
    table = machine.numbers(2, 3)
    table[1, 2] = -9
    assert table.first(6) == [0, 0, 0, 0, 0, -9]
    table.clear()
    assert table[1, 2] == 0
    with pytest.raises(IndexError, match=r"\(0, 3\)"):
        table[0, 3]


def test_what_is_outside_a_memory_is_neither_read_nor_written():
    """A machine's memory lies in the memory of this process: one byte beyond its end is somebody else's."""
    host = wasm.machine(hexagora.game("hex")).host
    end = host.size()
    assert host.read(end - 2, 2) == bytes(2)
    for start, size in ((end - 1, 2), (end, 1), (-1, 1), (0, end + 1)):
        with pytest.raises(IndexError, match=f"of a memory of {end}"):
            host.read(start, size)
    for start in (end - 1, -1):
        with pytest.raises(IndexError):
            host.write(start, bytes(2))


def test_what_a_memory_grew_by_is_reached_at_once_and_keeps_what_lay_there():
    host = wasm.machine(hexagora.game("hex")).host
    before = host.size()
    host.write(before - 4, b"kept")
    host.grow(1)
    host.write(before, b"new")
    assert host.size() == before + wasm.PAGE
    assert host.read(before - 4, 7) == b"keptnew"


def test_machines_do_not_share_their_memory():
    one, other = (wasm.machine(hexagora.game("hex")).numbers(1) for _ in range(2))
    assert one.address == other.address
    one[0] = 5
    assert other[0] == 0


def test_a_machine_goes_with_its_memory_when_nobody_needs_it():
    """At once: a search may hold more than a hundred megabytes."""
    machine = wasm.machine(hexagora.game("hex"))
    gone = weakref.ref(machine)
    numbers = machine.numbers(1)
    del machine
    assert gone() is not None
    del numbers
    assert gone() is None


def test_without_a_manifest_there_is_no_machine(monkeypatch):
    monkeypatch.setattr(wasm, "manifest", lambda game, folder=None: None)
    with pytest.raises(HexagoraError, match="there is none"):
        wasm.machine(hexagora.game("hex"))


def test_a_module_in_another_folder_can_be_run_beside_the_game_s_own(tmp_path):
    game = hexagora.game("hex")
    (tmp_path / wasm.MODULE).write_bytes((game.folder / wasm.MODULE).read_bytes())
    (tmp_path / wasm.MANIFEST).write_text(json.dumps(wasm.manifest(game) | {"entries": ["deal_at"]}), "utf8")
    assert list(wasm.machine(game, tmp_path).functions) == ["deal_at"]
    (tmp_path / wasm.MANIFEST).unlink()
    with pytest.raises(HexagoraError, match="cannot be run"):
        wasm.machine(game, tmp_path)


def test_a_search_needs_neither_numba_nor_numpy():
    """What a player installs decides as strongly as what a researcher does."""
    code = """
import json, sys
for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None
import hexagora
from hexagora.bots import Request, decide
found = {}
for name in sys.argv[1:]:
    match = hexagora.game(name).match(seed=1)
    request = Request(game=name, options=match.options, state=match.game.State.to_bytes(match.hidden(match.actor + 1)),
                      seat=match.actor + 1, level="club", seed=1, seconds=0.3)
    found[name] = [decide(request).text, match.texts and [c.text for c in match.choices()]]
print(json.dumps(found))
"""
    done = subprocess.run([sys.executable, "-c", code, *GAMES], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert "interpreted" not in done.stderr
    for text, legal in json.loads(done.stdout).values():
        assert text in legal


def test_whatever_lies_in_the_package_travels_with_it():
    """Modules, pages, pictures, puzzles, translations; and with it comes what runs the modules, and no compiler."""
    checkout = Path(hexagora.__file__).parents[1]
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf8"))
    patterns = project["tool"]["setuptools"]["package-data"]["hexagora"]
    shipped = {path for pattern in patterns for path in (checkout / "hexagora").glob(pattern)}
    files = {path for path in (checkout / "hexagora").rglob("*.*") if path.suffix not in (".py", ".pyc")}
    assert hexagora.game("hex").folder / wasm.MODULE in files
    assert sorted(files - shipped) == []
    needed = " ".join(project["project"]["dependencies"])
    assert "wasmtime" in needed
    assert not any(heavy in needed for heavy in ("numba", "numpy", "llvmlite"))
