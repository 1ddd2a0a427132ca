"""Texts in TOML come from anybody: none of them takes long to read, or more memory than it has letters."""

import time
import tracemalloc

import pytest

from hexagora.engine import toml

LARGE = 20_000  # parts of a key; the library's reader takes a gigabyte for them
DEEP = {
    "bare": "a" + ".a" * LARGE + " = 1",
    "quoted": '"a"' + '."\\""' * LARGE + " = 1",
    "literal": "'a'" + "\t. 'b'" * LARGE + " = 1",
    "a heading": "[a" + ".a" * LARGE + "]",
    "in a value": "x = [1, { " + "a . b ." * LARGE + "c = 1 }]",
    "long parts": ".".join(['"' + "k" * 70 + '"'] * 1000) + " = 1",
    "tables": "x = " + "{ a.b.c = " * LARGE + "1" + " }" * LARGE,
    "lists": "x = " + "[" * LARGE + "]" * LARGE,
}
NO_KEYS = {"letters": "a" * 10, "quotes": '"' * 10, "escaped": '"' + '\\"' * 5, "blanks": "a" + " " * 9,
           "words": "a   " * 3, "lines": ("a." * 4 + "\n") * 2}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_lies_too_deep_is_refused_at_once(text: str):
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(ValueError, match=r"more than 50 parts|deeper than 50|Expected|Unclosed"):
        toml.read(text)
    assert time.process_time() - began < 5
    assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    tracemalloc.stop()


@pytest.mark.parametrize("sign", NO_KEYS.values(), ids=NO_KEYS)
def test_texts_that_only_look_like_long_keys_take_no_longer(sign: str):
    began = time.process_time()
    with pytest.raises(ValueError, match=r"at line|at end"):
        toml.read(sign * 20_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(("text", "why"), [
    ("at = 1979-05-27T07:32:00", "written as texts"), ("at = 07:32:00", "written as texts"),
    ("x = 0x" + "f" * 5000, "too large"), ("x = [{ y = inf }]", "no number"), ("x = nan", "no number"),
    ("x = " + "9" * 5000, "4300 digits"),
])
def test_what_nothing_here_could_be_is_refused(text: str, why: str):
    with pytest.raises(ValueError, match=why):
        toml.read(text)


def test_what_people_write_is_read():
    notes = "Dots... and 'words'. " * 4000
    text = f'name = "x"\nnotes = "{notes}"\nrows = ["a.b.c", "{". " * 200}"]\n[a.b."c d"]\nx = [1.5, 2.5, -0.5]\n'
    found = toml.read(text + 'long = """\n' + ".. a" * 300 + '\n"""')
    assert found["a"]["b"]["c d"]["x"] == [1.5, 2.5, -0.5]
    assert found["notes"] == notes
