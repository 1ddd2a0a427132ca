"""The argument types of what is compiled for vectors of matches: of the entries, and by name for other functions."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def signatures(game: "Game") -> dict[str, Any]:
    import numba
    from numba import types as t

    boxes = numba.from_dtype(game.Box.dtype())[::1]
    states = numba.from_dtype(game.State.dtype())[::1]
    n, numbers, table, flags = t.int64, t.int64[::1], t.int64[:, ::1], t.int8[::1]
    matches = (boxes, states, table, n, n, n, numbers)
    return {
        "start_each": (*matches, numbers, table, numbers),
        "step_each": (boxes, states, table, n, n, n, n, *[numbers] * 3, table, numbers, table, flags),
        "choose_each": (boxes, states, n, n, numbers, numbers, table),
        "observe_many": (boxes, states, table, n, n, n, n, numbers, numbers, t.float32[::1], t.float32[:, ::1]),
        "mask_many": (boxes, states, n, n, numbers, t.int8[:, ::1]),
    }


def argument_types(game: "Game") -> dict[str, Any]:
    import numba

    return {"boxes": numba.from_dtype(game.Box.dtype())[::1], "states": numba.from_dtype(game.State.dtype())[::1]}
