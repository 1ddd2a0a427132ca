"""Compiled code is named after all that goes into it, also for games of packages that are not ours."""

import os
import sys
from importlib import import_module, invalidate_caches, metadata
from pathlib import Path

import pytest

from hexagora.engine import compiled, fingerprint
from hexagora.engine.contract import OVER
from hexagora.engine.game import Facts, Game

RULES = {
    "state.py": """
        from hexagora.engine.record import Record, i8
        from . import depths as numbers
        from .limits import ENOUGH, MOST
        ACTIONS, MAX_LEGAL = MOST, MOST
        class Box(Record):
            players = i8("who play")
        class State(Record):
            taken = i8("stones taken")
        """,
    "limits.py": """
        from enum import IntEnum
        from stones_shared.numbers import FEW as MOST
        ENOUGH = 7
        STEP = 0
        FIRST = 0
        UNUSED = 1
        class Kind(IntEnum):
            PLAIN = 0
        def __getattr__(name):
            if name == "LATE":
                return 0
            raise AttributeError(name)
        """,
    "rules.py": """
        import stones.limits
        from . import limits as L, state as S
        from .limits import Kind
        from .state import ENOUGH
        from .helping import total
        def deal(box, s):
            return
        def to_act(box, s):
            return -2 if s.taken >= ENOUGH else s.taken % 2
        def legal(box, s, out):
            for i in range(L.MOST):
                out[i] = i + stones.limits.FIRST
            return L.MOST
        def apply(box, s, a):
            s.taken = total(s.taken, a) + L.STEP + L.LATE + S.numbers.DEEP + Kind.PLAIN
        def returns(box, s, out):
            return
        """,
    "depths.py": "DEEP = 0\n",
    "helping.py": "from .deep import EXTRA\ndef total(taken, a):\n    return taken + a + EXTRA\n",
    "deep.py": "EXTRA = 1\n",
}
SHARED = "stones_shared/numbers.py"


def _write(folder, path, text):
    lines = text.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    (folder / path).write_text("\n".join(line[indent:] for line in lines) + "\n")


@pytest.fixture
def stones(tmp_path, monkeypatch):
    """A game in a package of its own, loaded anew at every call."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a second change within a second would not be seen
    for package in ("stones", "stones_shared"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    for name, text in RULES.items():
        _write(tmp_path, f"stones/{name}", text)
    _write(tmp_path, SHARED, "FEW = 3\n")
    facts = Facts(id="stones", title="Stones", summary="", designers=(), players=(2,), hidden=False, chance=False,
                  minutes=(1, 1), rules=("rules", "helping"))

    def load(**changes):
        for path, (old, new) in changes.items():
            file = tmp_path / path
            assert old in file.read_text()
            file.write_text(file.read_text().replace(old, new))
        return Game(facts, "stones")

    yield load
    _forget()


def _forget():
    for name in [n for n in sys.modules if n.partition(".")[0] in ("stones", "stones_shared")]:
        del sys.modules[name]
    invalidate_caches()


@pytest.mark.parametrize(("path", "old", "new"), [
    ("stones/limits.py", "ENOUGH = 7", "ENOUGH = 8"),
    ("stones/limits.py", "STEP = 0", "STEP = 1"),
    ("stones/limits.py", "FIRST = 0", "FIRST = 1"),
    ("stones/deep.py", "EXTRA = 1", "EXTRA = 2"),
    ("stones/depths.py", "DEEP = 0", "DEEP = 1"),
    ("stones/limits.py", "PLAIN = 0", "PLAIN = 1"),
    ("stones/limits.py", "return 0", "return 1"),
    (SHARED, "FEW = 3", "FEW = 4"),
    ("stones/helping.py", "+ a", "- a"),
    ("stones/state.py", "    taken = i8", "    more, taken = i8('more'), i8"),
], ids=["relative import", "a module as a namespace", "a module inside another", "used by another module",
        "another name of a module inside another", "enumeration", "made when asked for",
        "another package", "another module", "field"])  # fmt: skip
def test_whatever_changes_the_rules_changes_the_name(stones, path, old, new):
    before = compiled.cache_folder(stones())
    _forget()
    after = compiled.cache_folder(stones(**{path: (old, new)}))
    assert after != before
    _forget()
    assert compiled.cache_folder(stones(**{path: (new, old)})) == before


WAYS = {
    "default of an argument":
        "from .deep import EXTRA\ndef total(taken, a, more=EXTRA):\n    return taken + a + more\n",
    "default of a named argument":
        "from .deep import EXTRA\ndef total(taken, a, *, more=EXTRA):\n    return taken + a + more\n",
    "function around it": """
        from .deep import EXTRA
        def adding(more):
            def total(taken, a):
                return taken + a + more
            return total
        total = adding(EXTRA)
        """,
    "everything of a module": "from .deep import *\ndef total(taken, a):\n    return taken + a + EXTRA\n",
    "one of two modules": """
        import sys
        if sys.maxsize:
            from .deep import EXTRA
        else:
            from .depths import DEEP as EXTRA
        def total(taken, a):
            return taken + a + EXTRA
        """,
    "module found by its name": """
        from importlib import import_module
        deep = import_module("stones.deep")
        def total(taken, a):
            return taken + a + deep.EXTRA
        """,
    "range": "from .deep import EXTRA\nSTEPS = range(EXTRA)\ndef total(taken, a):\n    return taken + a + len(STEPS)\n",
    "default of a record": """
        from dataclasses import dataclass
        from .deep import EXTRA
        @dataclass
        class Numbers:
            extra: int = EXTRA
        numbers = Numbers()
        def total(taken, a):
            return taken + a + numbers.extra
        """,
    "object": """
        from .deep import EXTRA
        class Numbers:
            def __init__(self):
                self.extra = EXTRA
        numbers = Numbers()
        def total(taken, a):
            return taken + a + numbers.extra
        """,
    "named tuple": """
        from collections import namedtuple
        from .deep import EXTRA
        numbers = namedtuple("Numbers", "extra")(EXTRA)
        def total(taken, a):
            return taken + a + numbers.extra
        """,
    "function in a list": """
        from .deep import EXTRA
        from .further import plain
        WAYS = (plain,)
        def total(taken, a):
            return WAYS[0](taken, a)
        """,
    "function that is compiled already": """
        from .further import compiled
        def total(taken, a):
            return compiled(taken, a)
        """,
    "function by another name": "from .further import plain as total\n",
    "table from a file": """
        from pathlib import Path
        import numpy
        TABLE = numpy.array(Path(__file__).with_name("deep.py").read_text().split()[2:], "i8")
        def total(taken, a):
            return taken + a + TABLE[0]
        """,
}
FURTHER = """
    import numba
    from .deep import EXTRA
    def plain(taken, a):
        return taken + a + EXTRA
    @numba.njit
    def compiled(taken, a):
        return taken + a + EXTRA
    """


@pytest.mark.parametrize("way", WAYS)
def test_a_constant_changes_the_name_in_whatever_way_it_reaches_the_rules(stones, tmp_path, way):
    _write(tmp_path, "stones/helping.py", WAYS[way])
    _write(tmp_path, "stones/further.py", FURTHER)
    before = compiled.cache_folder(stones())
    _forget()
    after = compiled.cache_folder(stones(**{"stones/deep.py": ("EXTRA = 1", "EXTRA = 2")}))
    assert after != before


@pytest.mark.parametrize(("module", "name", "value"), [
    ("stones.helping", "EXTRA", 2), ("stones.rules", "total", max), ("stones.limits", "STEP", 1),
    ("stones.rules", "total", fingerprint.digest),
], ids=["constant", "builtin function", "constant of a namespace", "function"])
def test_what_is_changed_in_a_process_alone_changes_its_name(stones, monkeypatch, module, name, value):
    game = stones()
    before = compiled.cache_folder(game)
    monkeypatch.setattr(f"{module}.{name}", value)
    assert compiled.cache_folder(game) != before


@pytest.mark.parametrize("package", ["numba", "numpy", "llvmlite"])
def test_what_compiles_is_part_of_the_name(stones, monkeypatch, package):
    game = stones()
    before = compiled.cache_folder(game)
    known = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.0" if name == package else known(name))
    assert compiled.cache_folder(game) != before


def test_how_rules_are_compiled_is_part_of_the_name(stones, monkeypatch, tmp_path):
    """Code without checks of places must not pass for code with them."""
    game = stones()
    before = compiled.cache_folder(game)
    text = Path(compiled.__file__).read_text()
    assert "boundscheck=True" in text
    other = tmp_path / "compiled.py"
    other.write_text(text.replace("boundscheck=True", "boundscheck=False"))
    monkeypatch.setattr(compiled, "__file__", str(other))
    assert compiled.cache_folder(game) != before


def test_a_process_that_loaded_an_older_file_does_not_compile_under_the_name_of_the_new_one(stones):
    """It goes on with what it loaded, under a name of its own."""
    game = stones()
    before = compiled.cache_folder(game)
    old, new = "+ a", "- a"
    stones(**{"stones/helping.py": (old, new)})
    meanwhile = compiled.cache_folder(game)
    _forget()
    assert len({before, meanwhile, compiled.cache_folder(stones())}) == 3


def test_an_older_pyc_that_python_takes_for_the_same_is_told_apart(stones, monkeypatch, tmp_path):
    """The file changed within a second of being compiled and has the same size: Python loads what it was before."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "stones" / "helping.py"
    written = path.stat().st_mtime_ns
    before = compiled.cache_folder(stones())
    stones(**{"stones/helping.py": ("+ a", "- a")})
    os.utime(path, ns=(written, written))
    _forget()
    game = stones()
    assert game.module("helping").total(5, 1) == 7, "Python looked closer than it used to"
    stale = compiled.cache_folder(game)
    os.utime(path, ns=(written + 10**10, written + 10**10))
    _forget()
    game = stones()
    assert game.module("helping").total(5, 1) == 5
    assert len({before, stale, compiled.cache_folder(game)}) == 3


def test_what_no_rule_uses_does_not_count(stones):
    before = compiled.cache_folder(stones())
    _forget()
    assert compiled.cache_folder(stones(**{"stones/limits.py": ("UNUSED = 1", "UNUSED = 2")})) == before


def test_the_compiled_rules_follow_a_changed_constant(stones, monkeypatch, tmp_path):
    """The same match on both back ends, before and after a change that ends it earlier: by a name that was imported
    and by one that is reached through its module."""
    monkeypatch.setenv("HEXAGORA_CACHE", str(tmp_path / "cache"))
    for change in ({}, {"stones/limits.py": ("ENOUGH = 7\nSTEP = 0", "ENOUGH = 3\nSTEP = 1")}):
        _forget()
        game = stones(**change)
        functions = game.compiled().functions
        boxes, states = game.Box.to_array(game.Box.new()), game.State.to_array(game.State.new())
        functions["apply_at"](boxes, states, 0, 1)
        interpreted = game.rules.to_act(game.Box.new(), game.State.from_array(states))
        assert functions["to_act_at"](boxes, states, 0) == interpreted == (OVER if change else 0)


def test_the_name_of_a_part_does_not_depend_on_the_process():
    """Values are told by what they are, never by where they lie in memory."""
    module = import_module("hexagora.bots.tree")
    assert not [part for part in fingerprint.ingredients([module]) if " at 0x" in part]
