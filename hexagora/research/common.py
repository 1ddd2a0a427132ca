"""What the interfaces share: results as utilities, scenes as text, and a clear word where a package is missing."""

import importlib
import operator
from collections.abc import Sequence
from io import StringIO
from typing import Any

from hexagora.engine.errors import HexagoraError, IllegalAction

try:
    import numpy as np
except ImportError as e:
    raise HexagoraError("this needs the package 'numpy', which is not installed here: each of hexagora[openspiel], "
                        "[pettingzoo], [gym], [torch] and [rllib] brings it") from e

__all__ = ["action_number", "least_utility", "need", "np", "utilities", "written"]
TEXT_WIDTH = 120


def need(package: str, extra: str) -> Any:
    """A package of the field, or one sentence that says how to get it."""
    try:
        return importlib.import_module(package)
    except ImportError as e:
        raise HexagoraError(f"this needs the package '{package.partition('.')[0]}', which is not installed here: "
                            f"pip install 'hexagora[{extra}]'") from e


def action_number(action: Any) -> int:
    """An action as libraries give it: a whole number of any of their types."""
    try:
        return operator.index(action)
    except TypeError:
        raise IllegalAction(f"an action is a whole number, not {action!r}") from None


def utilities(shares: Sequence[float]) -> list[float]:
    """Shares of the win as utilities that add up to nothing: 1 for a win of one's own, 0 for an even share.

    >>> utilities([1, 0]), utilities([0.5, 0.5]), utilities([1, 0, 0])
    ([1.0, -1.0], [0.0, 0.0], [1.0, -0.5, -0.5])
    """
    n = len(shares)
    return [(n * share - 1) / (n - 1) for share in shares]


def least_utility(players: int) -> float:
    return -1 / (players - 1)


def written(scene: Any) -> str:
    """A scene as plain text, as the terminal draws it."""
    from rich.console import Console

    from hexagora.terminal.draw import draw

    page = StringIO()
    Console(width=TEXT_WIDTH, color_system=None, file=page).print(draw(scene))
    return page.getvalue()
