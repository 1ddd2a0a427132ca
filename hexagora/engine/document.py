"""Values of position documents, read with errors that say what would be right."""

from collections.abc import Iterable
from typing import Any

from hexagora.engine.errors import BadPosition

LONGEST_SHOWN = 60


def shown(value: Any) -> str:
    """A value as an error shows it, cut off if it is very long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def number(key: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(f"{key} = {shown(value)}; allowed: {low if low == high else f'{low} to {high}'}")
    return value


def flag(key: str, value: Any) -> int:
    """1 for true, 0 for false."""
    if not isinstance(value, bool):
        raise BadPosition(f"{key} = {shown(value)}; allowed: true, false")
    return int(value)


def one_of(key: str, value: Any, allowed: Iterable[str]) -> str:
    """One of some names."""
    known = list(allowed)
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"{key} = {shown(value)}; allowed: {', '.join(known)}")
    return value
