"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import hexagora
from hexagora import hexes

PACKAGE = Path(hexagora.__file__).parent


def _name(path):
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


WITH_EXAMPLES = [_name(p) for p in sorted(PACKAGE.rglob("*.py")) if ">>> " in p.read_text("utf8")]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_give_what_they_say(module):
    shown = vars(hexes) if module.startswith("hexagora.hexes") else {}  # examples there use the whole package
    result = doctest.testmod(import_module(module), extraglobs=shown)
    assert result.attempted > 0
    assert result.failed == 0
