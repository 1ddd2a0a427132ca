"""What the compiler must know about the solver."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def signatures(game: "Game") -> dict[str, Any]:
    """The argument types of the entry."""
    import numba
    from numba import types as t

    box = numba.from_dtype(game.Box.dtype())[::1]
    state = numba.from_dtype(game.State.dtype())[::1]
    return {"solve_at": (box, state, t.int64, t.int64[:, ::1], t.int64[::1], t.int64, t.int64)}
