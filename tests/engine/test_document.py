"""Values of position documents: what is wrong is named, with what would be right."""

import pytest

from hexagora.engine.document import flag, number, one_of
from hexagora.engine.errors import BadPosition


@pytest.mark.parametrize(("read", "said"), [
    (lambda: number("round", 11, 1, 10), "round = 11; allowed: 1 to 10"),
    (lambda: number("round", "3", 1, 10), "round = '3'; allowed: 1 to 10"),
    (lambda: number("round", True, 1, 10), "round = True; allowed: 1 to 10"),
    (lambda: number("gold", 1, 0, 0), "gold = 1; allowed: 0"),
    (lambda: flag("final", 1), "final = 1; allowed: true, false"),
    (lambda: one_of("phase", "late", ["move", "build"]), "phase = 'late'; allowed: move, build"),
    (lambda: one_of("phase", ["move"], ["move", "build"]), "phase = ['move']; allowed: move, build"),
    (lambda: flag("final", "x" * 100_000), "final = '" + "x" * 59 + "...; allowed: true, false"),
])
def test_what_is_wrong_is_named_with_what_would_be_right(read, said):
    with pytest.raises(BadPosition) as caught:
        read()
    assert str(caught.value) == said


def test_what_is_right_is_read():
    assert (number("round", 10, 1, 10), flag("final", True), one_of("phase", "move", ["move"])) == (10, 1, "move")
