"""The argument types of what is compiled for vectors of matches: of the entries, and by name for other functions."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexagora.engine.compiled import Manner
    from hexagora.engine.game import Game


def entries(game: "Game", wide: bool) -> dict[str, Any]:
    import numba
    from numba import types as t

    boxes = numba.from_dtype(game.Box.dtype())[::1]
    states = numba.from_dtype(game.State.dtype())[::1]
    n, numbers, table, flags, masks = t.int64, t.int64[::1], t.int64[:, ::1], t.int8[::1], t.int8[:, ::1]
    kind = t.int16 if wide else t.uint8
    legal = (n, table, numbers, masks)
    deciding = (boxes, states, table, n, n, n, n, *[numbers] * 3, table, numbers, table, flags)
    looking = (boxes, states, table, n, n, n, n, numbers)
    return {
        "start_each": (boxes, states, table, n, n, n, numbers, numbers, table, numbers, table, flags),
        "step_each": (*deciding, n, masks),
        "choose_each": (boxes, states, n, n, numbers, numbers, table, n, table, numbers),
        "checksum_each": (table, n, n, numbers),
        "mark_each": (boxes, states, n, n, *legal),
        "look_each": (*looking, kind[:, ::1]),
        "observe_each": (*looking, kind[::1], t.float32[::1], t.float32[:, ::1]),
        "advance_each": (*deciding, n, n, table, *legal, kind[:, ::1]),
    }


def signatures(game: "Game") -> dict[str, Any]:
    return entries(game, wide=False)


def argument_types(game: "Game", wide: bool = False) -> dict[str, Any]:
    import numba
    from numba import types as t

    kind = t.int16 if wide else t.uint8
    return {"boxes": numba.from_dtype(game.Box.dtype())[::1], "states": numba.from_dtype(game.State.dtype())[::1],
            "movers": t.int64[::1], "results": t.int64[:, ::1], "ended": t.int8[::1], "lists": t.int64[:, ::1],
            "counts": t.int64[::1], "masks": t.int8[:, ::1], "flags": t.int8[::1], "row": kind[::1],
            "scales": t.float32[::1], "target": t.float32[::1]}


def manner(wide: bool) -> "Manner":
    """Features written straight into the rows of observations, in whole rows without checks."""
    from hexagora.engine import looking, observing, stepping
    from hexagora.engine.compiled import Manner

    def types(game: "Game") -> dict[str, dict[str, Any]]:
        known = argument_types(game, wide)
        features = game.module("features").__name__
        return {features: {"out": known["row"]}, f"{features}.mark": {"out": known["flags"]},
                f"{looking.__name__}.mark": {"out": known["flags"]},
                observing.__name__: {"out": known["row"]}, stepping.__name__: known, looking.__name__: known}

    return Manner("wide" if wide else "narrow", lambda game: entries(game, wide), types,
                  lambda game: frozenset([looking.__name__, observing.__name__, game.module("features").__name__]))
