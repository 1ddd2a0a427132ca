"""What the compiler must know about the solver."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def _records(game: "Game") -> tuple[Any, Any]:
    import numba

    return numba.from_dtype(game.Box.dtype())[::1], numba.from_dtype(game.State.dtype())[::1]


def signatures(game: "Game") -> dict[str, Any]:
    """The argument types of the entry."""
    from numba import types as t

    return {"solve_at": (*_records(game), t.int64, t.int64[:, ::1], t.int64[::1], t.int64, t.int64)}


def ends_signatures(game: "Game") -> dict[str, Any]:
    """The argument types of the entries that look several turns ahead."""
    from numba import types as t

    boxes, states = _records(game)
    n, table, out = t.int64, t.int64[:, ::1], t.int64[::1]
    return {
        "win_at": (boxes, states, table, n, table, out, n, n),
        "list_ends_at": (boxes, states, table, n, table, table, table, out, n, n, n),
        "first_safe": (boxes, states, table, n, table, table, table, table, out, n, n, n, n),
        "is_defended": (boxes, states, table, n, table, table, out, n, n),
        "keep_defence": (boxes, states, table, table, n),
    }


def ends_argument_types(game: "Game") -> dict[str, Any]:
    """What their functions call their arguments, beside the names that the engine knows."""
    from numba import types as t

    boxes, states = _records(game)
    tables = dict.fromkeys(("cells", "ends", "order", "replies", "defences"), t.int64[:, ::1])
    return {"boxes": boxes, "states": states, **tables}
