"""Every interface says in one sentence what is missing and how to get it."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.support import WHOLE_RUN

WITHOUT = {"openspiel": ("pyspiel", "openspiel"), "pettingzoo": ("pettingzoo", "pettingzoo"),
           "torchrl": ("torch", "torch"), "gymnasium": ("gymnasium", "gym"), "picture": ("PIL", "pettingzoo")}
TRIAL = """
import importlib, sys
from hexagora.engine.errors import HexagoraError
for module, package in zip(sys.argv[1::2], sys.argv[2::2]):
    sys.modules[package] = None
    try:
        importlib.import_module(f"hexagora.research.{module}")
    except HexagoraError as e:
        print(e)
"""


def test_what_is_missing_is_said_in_one_sentence():
    asked = [word for module, (package, _) in WITHOUT.items() for word in (module, package)]
    told = subprocess.run([sys.executable, "-c", TRIAL, *asked], capture_output=True, text=True, timeout=WHOLE_RUN)
    assert told.stdout.splitlines() == [
        f"this needs the package '{package}', which is not installed here: pip install 'hexagora[{extra}]'"
        for package, extra in WITHOUT.values()], told.stderr


def test_without_numpy_that_is_said_and_nothing_else_is_missing():
    """A plain installation has none, and no Numba: what needs them says so, the checker leaves it out."""
    code = """
import sys
from importlib import metadata, util
for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None
known, version = util.find_spec, metadata.version
util.find_spec = lambda name, *more: None if name == "numba" else known(name, *more)
def no_numba(name):
    if name == "numba":
        raise metadata.PackageNotFoundError(name)
    return version(name)
metadata.version = no_numba
import hexagora
from hexagora import cli
from hexagora.engine.errors import HexagoraError
game = hexagora.game("hex")
for try_it in (lambda: game.batch(2), lambda: game.vector(2), lambda: __import__("hexagora.research.gymnasium")):
    try:
        try_it()
    except HexagoraError as e:
        print(e)
sys.argv = ["hexagora", "check", "hex"]
cli.QUICK_CHECK = 0.0
cli.main()
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not told.returncode, told.stderr
    assert told.stdout.splitlines()[:3] == [
        "batches need Numba, which is not installed: pip install hexagora[native]",
        "vectors need Numba, which is not installed: pip install hexagora[native]",
        "this needs the package 'numpy', which is not installed here: each of hexagora[openspiel], [pettingzoo], "
        "[gym], [torch] and [rllib] brings it"]
    assert "left out: the compiled rules, which need Numba" in told.stdout


def test_the_environment_of_the_long_tests_has_what_all_tests_begin_with():
    """`make test-research` has a lock file of its own, and reads tests/conftest.py too."""
    tests = Path(__file__).parents[1]
    tree = ast.parse((tests / "conftest.py").read_text("utf8"))
    named = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    outside = {name.partition(".")[0] for name in named} - sys.stdlib_module_names - {"hexagora", "tests"}
    lock = (tests.parent / "requirements-research.lock").read_text("utf8")
    locked = {line.partition("==")[0] for line in lock.splitlines()}
    assert outside
    assert outside <= locked
