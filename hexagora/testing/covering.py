"""Which rules a test protects: `@covers("MAN-MOVE-4")` names the test that fails without the rule."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])
MARK = "covers"


def covers(*ids: str) -> Callable[[Test], Test]:
    """Marks a test (or a class of tests) with the ids of the rules that it protects."""
    import pytest

    if not ids or not all(isinstance(i, str) and i for i in ids):
        raise TypeError(f"covers{ids}: name at least one rule by its id")
    return pytest.mark.covers(*ids)
