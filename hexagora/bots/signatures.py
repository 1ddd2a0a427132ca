"""The argument types of what is compiled for searches: of the entries, and by name for all other functions."""

from typing import Any

from hexagora.bots.nodes import Edge, Node, Tree


def _kinds(game: Any) -> Any:
    import numba
    from numba import types as t

    boxes = numba.from_dtype(game.Box.dtype())[::1]
    states = numba.from_dtype(game.State.dtype())[::1]
    return boxes, states, t.int64[:, ::1], t.int64, t.int64[::1]


def tree_entries(game: Any) -> dict[str, Any]:
    import numba

    boxes, states, words, n, numbers = _kinds(game)
    kinds = argument_types(game)
    common = (boxes, states, words, kinds["nodes"], kinds["edges"], numba.from_dtype(Tree.dtype())[::1])
    return {"plant_tree": (*common, *[numbers] * 3), "search_tree": (*common, *[numbers] * 8, n)}


def pruning_entries(game: Any) -> dict[str, Any]:
    import numba

    kinds, trees = argument_types(game), numba.from_dtype(Tree.dtype())[::1]
    return {"keep_what_follows": (kinds["nodes"], kinds["edges"], trees, kinds["table"], kinds["moved"])}


def exact_entries(game: Any) -> dict[str, Any]:
    boxes, states, words, n, numbers = _kinds(game)
    return {
        "find_win": (boxes, states, words, n, n, *[numbers] * 3),
        "loses_by": (boxes, states, words, n, n, n, *[numbers] * 3),
        "wins_by": (boxes, states, words, n, n, n, *[numbers] * 3),
    }


def argument_types(game: Any) -> dict[str, Any]:
    """What the functions of the search call their arguments, beside the names that the engine knows."""
    import numba
    from numba import types as t

    names = ("path", "made", "mark", "table", "labels", "gains", "lists", "known", "moved")
    return {
        "boxes": numba.from_dtype(game.Box.dtype())[::1],
        "states": numba.from_dtype(game.State.dtype())[::1],
        "nodes": numba.from_dtype(Node.dtype())[::1],
        "edges": numba.from_dtype(Edge.dtype())[::1],
        "fresh": numba.from_dtype(Node.dtype()),
        "t": numba.from_dtype(Tree.dtype()),
        **dict.fromkeys(names, t.int64[::1]),
        **dict.fromkeys(("spread", "untried", "blend"), t.float64),
    }


def baseline_entries(game: Any) -> dict[str, Any]:
    boxes, states, words, n, numbers = _kinds(game)
    return {"uct": (boxes, states, words, *[numbers] * 11, n, n)}


def baseline_argument_types(game: Any) -> dict[str, Any]:
    """What the functions of the baseline call their arguments."""
    import numba
    from numba import types as t

    names = ("child", "sibling", "deed", "visits", "total", "head", "path", "mark", "gains")
    return {"states": numba.from_dtype(game.State.dtype())[::1], **dict.fromkeys(names, t.int64[::1])}
