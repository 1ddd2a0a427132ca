"""Every interface says in one sentence what is missing and how to get it."""

import subprocess
import sys

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
    told = subprocess.run([sys.executable, "-c", TRIAL, *asked], capture_output=True, text=True, timeout=600)
    assert told.stdout.splitlines() == [
        f"this needs the package '{package}', which is not installed here: pip install 'hexagora[{extra}]'"
        for package, extra in WITHOUT.values()], told.stderr
