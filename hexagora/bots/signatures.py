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
    judging = (kinds["nets"], kinds["notes"])
    return {"plant_tree": (*common, *judging, *[numbers] * 3), "search_tree": (*common, *judging, *[numbers] * 8, n)}


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
        **judging_argument_types(game),
        **dict.fromkeys(names, t.int64[::1]),
        **dict.fromkeys(("spread", "untried", "blend", "trust"), t.float64),
    }


def judging_argument_types(game: Any) -> dict[str, Any]:
    """What the functions of networks call theirs."""
    import numba
    from numba import types as t

    from hexagora.bots.networks import Network

    net = numba.from_dtype(Network.dtype())
    return {"net": net, "nets": net[::1], "notes": t.int64[::1]}


def selfplay_entries(game: Any) -> dict[str, Any]:
    from numba import types as t

    boxes, states, words, n, numbers = _kinds(game)
    kinds = selfplay_argument_types(game)
    names = ("who", "clocks", "lists", "outs", "table", "rngs", "gains", "kept", "counts", "movers", "ends", "slips",
             "promised", "tally")
    found = {name: kinds[name] for name in names} | {"gains": t.int64[:, ::1]}
    return {"play_many": (boxes, states, words, kinds["nets"], numbers, n, n, *(found[name] for name in names)),
            "play_one": (boxes, states, words, kinds["nets"], numbers, n, *(found[name] for name in names))}


def selfplay_argument_types(game: Any) -> dict[str, Any]:
    """What the functions of self-play call their arguments."""
    import numba
    from numba import types as t

    tables, lists = ("who", "clocks", "lists", "outs", "table", "rngs"), ("plan", "gains", "chosen", "promise")
    return {
        "boxes": numba.from_dtype(game.Box.dtype())[::1],
        "states": numba.from_dtype(game.State.dtype())[::1],
        **judging_argument_types(game),
        **dict.fromkeys(tables, t.int64[:, ::1]),
        **dict.fromkeys(lists, t.int64[::1]),
        "kept": t.int16[:, :, ::1],
        "counts": t.int16[:, ::1],
        **dict.fromkeys(("movers", "ends", "slips"), t.int8[:, ::1]),
        "promised": t.int64[:, :, ::1],
        "tally": t.int64[:, :, ::1],
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


def census_entries(game: Any) -> dict[str, Any]:
    boxes, states, words, n, numbers = _kinds(game)
    return {"census": (boxes, states, words, n, n, *[numbers] * 8, words, numbers)}


def census_argument_types(game: Any) -> dict[str, Any]:
    """What the functions of the census call their arguments."""
    import numba
    from numba import types as t

    names = ("asked", "seeds", "seats", "dice", "made", "trace", "row", "uses")
    return {
        "boxes": numba.from_dtype(game.Box.dtype())[::1],
        "states": numba.from_dtype(game.State.dtype())[::1],
        "rows": t.int64[:, ::1],
        **dict.fromkeys(names, t.int64[::1]),
    }
